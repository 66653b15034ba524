//! The ground and the objects on the map, drawn once for each view and kept: only creatures move.

use super::terrain::{self, Shown};
use super::texture::{self, Spot};
use crate::geom::{Cell, Storey};
use crate::ui::{Theme, Vec2, View};
use crate::world::{Look, Volume, World};
use std::sync::Arc;

/// Samples along each side of half a character at most.
const SAMPLES: usize = 4;
/// Samples along a thin box at most.
const LONGEST: f32 = 4_096.0;

/// What is shown of the ground, whether objects are, and on which storey.
type What = (Shown, bool, Storey);

/// The last view that was drawn.
#[derive(Default)]
pub(crate) struct GroundCache {
    of: Option<(Arc<World>, View, What)>,
    spots: Vec<Spot>,
}

impl GroundCache {
    /// One entry a character of the view, row by row: the ground as it is shown, and the objects if they are.
    pub(crate) fn spots(&mut self, world: &Arc<World>, view: View, what: What, theme: &Theme) -> &[Spot] {
        let same = self.of.as_ref().is_some_and(|(w, v, o)| Arc::ptr_eq(w, world) && *v == view && *o == what);
        if !same {
            let (shown, objects, storey) = what;
            self.draw(world.on(storey), &view, (shown, objects), theme);
            self.of = Some((world.clone(), view, what));
        }
        &self.spots
    }

    fn draw(&mut self, world: &World, view: &View, (shown, objects): (Shown, bool), theme: &Theme) {
        self.spots.clear();
        let range = if shown == Shown::Heights { terrain::range(world) } else { (0.0, 0.0) };
        for y in 0..i64::from(view.area.height) {
            for x in 0..i64::from(view.area.width) {
                let spot = match shown {
                    Shown::Look => ground_at(world, view, view.column + x, view.row + y, theme),
                    _ => terrain::spot(
                        world,
                        view.to_world(view.area.x + x as u16, view.area.y + y as u16),
                        shown,
                        range,
                        theme,
                    ),
                };
                self.spots.push(spot);
            }
        }
        if objects {
            world.volumes_in(view.bounds(), |volume| self.draw_volume(world, volume, view, theme));
        }
    }

    fn draw_volume(&mut self, world: &World, volume: &Volume, view: &View, theme: &Theme) {
        let kind = world.objects.get(volume.object as usize).map_or("", |o| o.kind.as_str());
        // What was taken away is not there; a door that is open is shown.
        if !volume.is_there() && kind != "door" {
            return;
        }
        let spot = texture::object(kind, volume, theme);
        if volume.footprint.half.min_element() < view.m {
            self.draw_thin(volume, view, spot);
            return;
        }
        let bounds = volume.footprint.bounds();
        let (lo, hi) = (view.to_area(bounds.min).floor(), view.to_area(bounds.max).floor());
        let limit = Vec2::new(f32::from(view.area.width) - 1.0, f32::from(view.area.height) - 1.0);
        let (lo, hi) = (lo.max(Vec2::ZERO), hi.min(limit));
        for y in lo.y as i64..=hi.y as i64 {
            for x in lo.x as i64..=hi.x as i64 {
                let middle = view.to_world(view.area.x + x as u16, view.area.y + y as u16);
                if volume.footprint.contains(middle) {
                    self.put(view, (x as u16, y as u16), spot);
                }
            }
        }
    }

    /// A box thinner than a row would vanish or fill two rows: its middle line is drawn instead.
    fn draw_thin(&mut self, volume: &Volume, view: &View, spot: Spot) {
        let b = &volume.footprint;
        let along = if b.half.x >= b.half.y { b.axis * b.half.x } else { b.axis.perp() * b.half.y };
        let steps = (along.length() * 4.0 / view.m).ceil().clamp(1.0, LONGEST);
        for i in 0..=steps as u32 {
            let p = b.centre - along + along * (2.0 * i as f32 / steps);
            if let Some(at) = view.to_cell(p) {
                self.put(view, at, spot);
            }
        }
    }

    fn put(&mut self, view: &View, at: (u16, u16), spot: Spot) {
        if let Some(place) = self.spots.get_mut(usize::from(at.1) * usize::from(view.area.width) + usize::from(at.0)) {
            *place = spot;
        }
    }
}

fn ground_at(world: &World, view: &View, column: i64, row: i64, theme: &Theme) -> Spot {
    let (x, y) = (column as f32 * view.m, row as f32 * view.m * 2.0);
    let upper = look_of(world, Vec2::new(x, y), view.m);
    let lower = look_of(world, Vec2::new(x, y + view.m), view.m);
    let (Some(a), Some(b)) = (upper, lower) else {
        return upper.or(lower).map_or(Spot::NOTHING, |look| texture::ground(look, column, row, theme));
    };
    match (texture::massive(a), texture::massive(b)) {
        _ if a == b => texture::ground(a, column, row, theme),
        (true, false) => texture::half(a, true, b, theme),
        (false, true) => texture::half(b, false, a, theme),
        _ => texture::ground(if texture::weight(a) >= texture::weight(b) { a } else { b }, column, row, theme),
    }
}

/// The most frequent look in a square of `side` metres; `None` outside the world.
fn look_of(world: &World, corner: Vec2, side: f32) -> Option<Look> {
    let res = world.ground.resolution_m();
    let n = ((side / res).ceil() as usize).clamp(1, SAMPLES);
    let mut votes: [(Option<Look>, u32); SAMPLES * SAMPLES] = [(None, 0); SAMPLES * SAMPLES];
    for i in 0..n * n {
        let at = corner + Vec2::new((i % n) as f32 + 0.5, (i / n) as f32 + 0.5) * (side / n as f32);
        let look = world.ground.kind(Cell::of(at, res)).map(|k| k.look);
        let weight = look.map_or(1, texture::weight);
        if let Some(vote) = votes.iter_mut().find(|(l, w)| *w == 0 || *l == look) {
            *vote = (look, vote.1 + weight);
        }
    }
    // The first of equals wins, so that the result does not change.
    votes.iter().rev().max_by_key(|(_, w)| *w).and_then(|(l, _)| *l)
}
