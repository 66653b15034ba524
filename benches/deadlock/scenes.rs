//! The scenes in which crowds get stuck: where bodies begin, and where each is to go.

use bestiary::Vec2;

/// The eight scenes of the bar, and more of the same kind.
pub(crate) const SCENES: [&str; 8] =
    ["doorway", "circle", "crossing", "gate", "corridor1.6", "corridor2", "corridor3", "corridor1.2"];

/// Metres a cell: so fine that corridors are as wide as they say.
pub(crate) const CELL_M: f32 = 0.2;

/// One body's errand.
#[derive(Clone, Debug)]
pub(crate) struct Errand {
    pub from: Vec2,
    pub to: Vec2,
    /// The shortest path leads over these.
    pub over: Vec<Vec2>,
    pub radius_m: f32,
}

impl Errand {
    /// The shortest path, metres.
    pub(crate) fn metres(&self) -> f32 {
        let ends = (self.over.iter().copied().chain([self.to]))
            .scan(self.from, |at, to| Some(std::mem::replace(at, to).distance(to)));
        ends.sum()
    }
}

/// Sizes and speeds of the bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Make {
    pub radius_m: f32,
    /// Radii differ by this share at most.
    pub mixed: f32,
    pub speed_m_s: f32,
    /// Instead of a scene's own width, metres.
    pub width_m: Option<f32>,
    /// They keep a velocity for so many steps, as bodies do where there are many.
    pub kept_steps: u8,
}

pub(crate) struct Scene {
    pub size: Vec2,
    /// Open ground: corners of rectangles, metres.
    pub open: Vec<(Vec2, Vec2)>,
    pub errands: Vec<Errand>,
}

/// A small generator: the scenes are to stay the same whatever the simulation draws.
pub(crate) struct Draw(u64);

impl Draw {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 40) as f32 / (1_u64 << 24) as f32
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.next()
    }

    /// So many places in a rectangle, none nearer than `apart` to another.
    fn places(&mut self, count: usize, (low, high): (Vec2, Vec2), apart: f32) -> Vec<Vec2> {
        let mut places: Vec<Vec2> = Vec::new();
        let (mut apart, mut tries) = (apart, 0);
        while places.len() < count {
            let p = Vec2::new(self.between(low.x, high.x), self.between(low.y, high.y));
            if places.iter().all(|q| q.distance(p) >= apart) {
                places.push(p);
            }
            tries += 1;
            if tries % 2_000 == 0 {
                apart *= 0.98;
            }
        }
        places
    }
}

impl Scene {
    /// A scene by its name; `None` for an unknown one.
    pub(crate) fn named(name: &str, make: Make, seed: u64) -> Option<Self> {
        let mut draw = Draw(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let (kind, width) =
            name.find(|c: char| c.is_ascii_digit()).map_or((name, None), |at| (&name[..at], name[at..].parse().ok()));
        let width = make.width_m.or(width);
        let mut scene = match kind {
            "doorway" => two_halls(&mut draw, make, (12.0, width.unwrap_or(1.2), 0.4), [40, 0]),
            "gate" => two_halls(&mut draw, make, (12.0, width.unwrap_or(4.0), 0.4), [20, 20]),
            "corridor" => {
                let width = width.unwrap_or(2.0);
                let each = if width < 4.0 * make.radius_m { 1 } else { 5 };
                two_halls(&mut draw, make, (8.0, width, 12.0), [each, each])
            }
            "squad" => two_halls(&mut draw, make, (8.0, width.unwrap_or(1.2), 12.0), [4, 4]),
            "resting" => resting(&mut draw, make, width.unwrap_or(1.2)),
            "circle" => circle(&mut draw),
            "crossing" => crossing(&mut draw, make, width.unwrap_or(6.0)),
            _ => return None,
        };
        for errand in &mut scene.errands {
            errand.radius_m = make.radius_m * (1.0 - make.mixed * draw.next());
        }
        Some(scene)
    }
}

fn errand(from: Vec2, to: Vec2, over: Vec<Vec2>) -> Errand {
    Errand { from, to, over, radius_m: 0.0 }
}

/// Two halls side by side, joined by a passage of a width and a length; so many begin in each, and go to the other.
fn two_halls(draw: &mut Draw, make: Make, (side, width, length): (f32, f32, f32), counts: [usize; 2]) -> Scene {
    let edge = 2.0 * CELL_M;
    // On the grid, so that the passage is as wide as it says.
    let low = ((edge + (side - width) / 2.0) / CELL_M).round() * CELL_M;
    let (near, far) = (edge + side, edge + side + length);
    let v = Vec2::new;
    let open = vec![
        (v(edge, edge), v(near, edge + side)),
        (v(near, low), v(far, low + width)),
        (v(far, edge), v(far + side, edge + side)),
    ];
    let margin = make.radius_m + 0.05;
    let apart = 2.0 * make.radius_m + 0.15;
    let halls = [open[0], open[2]].map(|(low, high)| (low + Vec2::splat(margin), high - Vec2::splat(margin)));
    let middle = low + width / 2.0;
    let ends = [v(near, middle), v(far, middle)];
    let mut errands = Vec::new();
    for (i, count) in counts.into_iter().enumerate() {
        let (from, to) = (draw.places(count, halls[i], apart), draw.places(count, halls[1 - i], apart));
        let over = if i == 0 { vec![ends[0], ends[1]] } else { vec![ends[1], ends[0]] };
        errands.extend(from.into_iter().zip(to).map(|(from, to)| errand(from, to, over.clone())));
    }
    shuffle(draw, &mut errands);
    Scene { size: v(far + side + edge, 2.0 * edge + side), open, errands }
}

/// One stays in the middle of a passage where no other passes it, and one goes through.
fn resting(draw: &mut Draw, make: Make, width: f32) -> Scene {
    let mut scene = two_halls(draw, make, (8.0, width, 12.0), [1, 1]);
    let (low, high) = scene.open[1];
    let at = Vec2::new(draw.between(low.x + 1.0, high.x - 1.0), (low.y + high.y) / 2.0);
    scene.errands.push(errand(at, at, Vec::new()));
    scene
}

fn shuffle(draw: &mut Draw, errands: &mut [Errand]) {
    for i in (1..errands.len()).rev() {
        errands.swap(i, (draw.next() * (i + 1) as f32) as usize % (i + 1));
    }
}

/// Each goes to the opposite place of a circle.
fn circle(draw: &mut Draw) -> Scene {
    const RING_M: f32 = 10.0;
    let centre = Vec2::splat(15.0);
    let at = |turns: f32| centre + Vec2::from_angle(turns * std::f32::consts::TAU) * RING_M;
    let mut errands: Vec<Errand> = (0..50)
        .map(|i| {
            let turns = (i as f32 + draw.between(-0.15, 0.15)) / 50.0;
            errand(at(turns), at(turns + 0.5), Vec::new())
        })
        .collect();
    shuffle(draw, &mut errands);
    Scene { size: centre * 2.0, open: vec![(Vec2::splat(0.4), centre * 2.0 - 0.4)], errands }
}

/// Two streams through a crossing of two streets.
fn crossing(draw: &mut Draw, make: Make, width: f32) -> Scene {
    const ARM_M: f32 = 16.0;
    let (edge, margin) = (0.4, make.radius_m + 0.05);
    let (low, end) = (edge + ARM_M, edge + 2.0 * ARM_M + width);
    let v = Vec2::new;
    let open = vec![(v(edge, low), v(end, low + width)), (v(low, edge), v(low + width, end))];
    let across = (low + margin, low + width - margin);
    let (begin, after) = ((edge + margin, low - 1.0), (low + width + 1.0, end - margin));
    let apart = 2.0 * make.radius_m + 0.15;
    let mut errands = Vec::new();
    for turned in [false, true] {
        let place = |p: Vec2| if turned { v(p.y, p.x) } else { p };
        let from = draw.places(50, (v(begin.0, across.0), v(begin.1, across.1)), apart);
        let to = draw.places(50, (v(after.0, across.0), v(after.1, across.1)), apart);
        errands.extend(from.into_iter().zip(to).map(|(from, to)| errand(place(from), place(to), Vec::new())));
    }
    shuffle(draw, &mut errands);
    Scene { size: Vec2::splat(end + edge), open, errands }
}
