//! How bodies move, and what ground their kind of movement is stopped and slowed by.

/// The most classes there are, those of all mods together.
pub(crate) const MOST_MOVEMENTS: usize = 16;

/// The share of its speed that is left to a body that wades as deep as it can.
const WADING_SHARE: f32 = 1.0 / 3.0;

/// What a movement class can do.
#[derive(Clone, Debug, PartialEq)]
pub struct Movement {
    /// As behaviours and maps call it.
    pub name: String,
    /// It ignores the ground.
    pub flies: bool,
    /// The steepest ground it goes on, in metres of height a metre.
    pub steepest: f32,
    /// The deepest water it wades through, metres.
    pub wades_m: f32,
    /// The share of its speed that it swims with, in deeper water; 0: it cannot swim.
    pub swims: f32,
}

impl Movement {
    /// A class that walks, under another name.
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), flies: false, steepest: 1.0, wades_m: 0.6, swims: 0.0 }
    }

    /// The classes that there always are, by the numbers of [`MoveClass`].
    pub fn built_in() -> Vec<Self> {
        let named = Self::named;
        vec![named("walk"), Self { swims: 0.7, ..named("swim") }, Self { flies: true, ..named("fly") }]
    }

    /// The share of its speed, above 0 to 1, that is left on ground so steep (metres of height a metre); `None`: it is too
    /// steep. A slope of 1 in 4 takes half of it.
    pub(super) fn on_slope(&self, slope: f32) -> Option<f32> {
        (slope <= self.steepest).then(|| 1.0 / (1.0 + 4.0 * slope))
    }

    /// The same in water so deep, metres. It falls evenly down to the depth that the class can wade through; deeper water
    /// is closed, or swum in with the share that is left there.
    pub(super) fn in_water(&self, depth_m: f32) -> Option<f32> {
        let swims = self.swims > 0.0;
        let least = if swims { self.swims } else { WADING_SHARE };
        match depth_m {
            depth if depth <= 0.0 => Some(1.0),
            depth if depth <= self.wades_m => Some(1.0 - (1.0 - least) * depth / self.wades_m),
            _ => swims.then_some(least),
        }
    }
}
