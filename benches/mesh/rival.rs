//! The same mesh for the crate `polyanya`.

use crate::Place;
use bestiary::Vec2;
use bestiary::testing::graph::NavMesh;
use polyanya::{Coords, Layer, Mesh, Polygon, Vertex};

pub(crate) struct Rival {
    mesh: Mesh,
    /// Whether there is more than one storey.
    layered: bool,
}

fn point(p: Vec2) -> glam_of_the_crate::Vec2 {
    glam_of_the_crate::Vec2::new(p.x, p.y)
}

/// Vertices of one storey: where they are, and the polygons round them.
type Corners = Vec<(Vec2, Vec<u32>)>;

impl Rival {
    /// A mesh of one storey.
    pub(crate) fn of(mesh: &NavMesh) -> Self {
        Self::of_storeys(mesh, 1, &[])
    }

    /// A mesh of so many storeys, of which each pair in the list has these points in common.
    pub(crate) fn of_storeys(mesh: &NavMesh, storeys: u32, joints: &[((u32, u32), [Vec2; 2])]) -> Self {
        let layers: Vec<Layer> = (0..storeys).map(|storey| layer(mesh, storey)).collect();
        let at = |storey: u32, p: Vec2| {
            layers[storey as usize].vertices.iter().position(|v| v.coords == point(p)).expect("a vertex at the portal")
        };
        let stitches: Vec<_> = joints
            .iter()
            .map(|((a, b), ends)| ((*a as u8, *b as u8), ends.map(|end| (at(*a, end), at(*b, end))).to_vec()))
            .collect();
        // Layers are prepared when they are made; that fails once they are joined.
        let mut rival = Mesh { layers, search_delta: 0.01, search_steps: 2 };
        if storeys > 1 {
            rival.stitch_at_vertices(stitches, false);
        }
        Self { mesh: rival, layered: storeys > 1 }
    }

    pub(crate) fn path(&self, (from, a): Place, (to, b): Place) -> Option<f64> {
        if !self.layered {
            return self.mesh.path(point(from), point(to)).map(|path| f64::from(path.length));
        }
        let on = |p: Vec2, storey: u32| Coords::on_layer(point(p), storey as u8);
        self.mesh.path(on(from, a), on(to, b)).map(|path| f64::from(path.length))
    }
}

fn layer(mesh: &NavMesh, storey: u32) -> Layer {
    let mut corners: Corners = Vec::new();
    let mut polygons: Vec<Vec<Vec2>> = Vec::new();
    for number in 0..mesh.numbers() {
        let (points, on) = mesh.polygon(number);
        if on == storey {
            polygons.push(points.collect());
        }
    }
    let key = |p: &Vec2| (p.x.to_bits(), p.y.to_bits());
    let mut points: Vec<Vec2> = polygons.iter().flatten().copied().collect();
    points.sort_by_key(key);
    points.dedup();
    corners.extend(points.iter().map(|p| (*p, Vec::new())));
    let number = |p: &Vec2| points.binary_search_by_key(&key(p), key).expect("it is one of them");
    let shapes: Vec<Vec<usize>> = polygons.iter().map(|polygon| polygon.iter().map(number).collect()).collect();
    // For each corner of a polygon, the vertices before and after it, so that the polygons of a vertex come in order round it.
    let mut fans: Vec<Vec<(usize, usize, u32)>> = vec![Vec::new(); corners.len()];
    for (polygon, shape) in (0..).zip(&shapes) {
        for i in 0..shape.len() {
            let (before, after) = (shape[(i + shape.len() - 1) % shape.len()], shape[(i + 1) % shape.len()]);
            fans[shape[i]].push((after, before, polygon));
        }
    }
    for (corner, fan) in corners.iter_mut().zip(fans) {
        corner.1 = in_order(fan);
    }
    let vertices = corners.into_iter().map(|(p, round)| Vertex::new(point(p), round)).collect();
    let of_storey = (0..mesh.numbers()).filter(|number| mesh.polygon(*number).1 == storey);
    let one_way = of_storey.map(|number| mesh.neighbours(number).count() == 1);
    let polygons = one_way
        .zip(shapes)
        .map(|(one_way, shape)| Polygon::new(shape.into_iter().map(|v| v as u32).collect(), one_way))
        .collect();
    Layer::new(vertices, polygons).expect("a layer with polygons")
}

/// The polygons round a vertex, against the clock, with the mark of the crate wherever there is a border.
fn in_order(mut fan: Vec<(usize, usize, u32)>) -> Vec<u32> {
    let mut round = Vec::new();
    while !fan.is_empty() {
        let first = fan.iter().position(|(after, ..)| fan.iter().all(|(_, before, _)| before != after)).unwrap_or(0);
        let (_, mut edge, polygon) = fan.swap_remove(first);
        round.push(polygon);
        while let Some(next) = fan.iter().position(|(after, ..)| *after == edge) {
            let (_, before, polygon) = fan.swap_remove(next);
            round.push(polygon);
            edge = before;
        }
        round.push(u32::MAX);
    }
    round
}
