//! What the cells of the ground are to each movement class: whether it may be on them, what they cost it, how fast it is.

use super::ground::{GroundKind, PLAIN_COST, Traversability};
use super::movement::Movement;
use super::shared::SharedRows;
use super::terrain::{AreaCost, Lie, Terrain};
use std::sync::OnceLock;

/// The pace of plain ground: shares of a body's speed are kept in so many parts.
pub const FULL_PACE: u8 = 64;

/// The greatest cost, in eighths of plain ground. A path of [`MOST_CELLS`](super::format::MOST_CELLS) cells, each
/// crossed diagonally at this cost, adds up to 201 326 592 × 30 × 8 × 1.42, less than 2⁶⁴ by far.
const MOST_COST: u8 = 240;

/// Kinds of ground have numbers of 8 bits.
const MOST_KINDS: usize = 1 << 8;

/// The share of its speed that the densest vegetation takes from a body.
const VEGETATION_TAKES: f32 = 0.6;

/// What a cell is to a movement class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passage {
    /// In eighths of plain ground; 0: closed.
    pub cost: u8,
    /// The share of its speed that a body has there, in parts of [`FULL_PACE`]; 0: closed.
    pub pace: u8,
}

impl Passage {
    const CLOSED: Self = Self { cost: 0, pace: 0 };

    /// Whether bodies may be there.
    #[inline(always)]
    pub fn is_open(self) -> bool {
        self.cost > 0
    }

    /// The same where only a share of the speed is left, above 0 to 1: time and cost grow by what it is less than 1.
    fn slowed(self, share: f32) -> Self {
        if !self.is_open() || share >= 1.0 {
            return self;
        }
        let cost = rounded((f32::from(self.cost) / share).min(MOST_COST.into()));
        Self { cost, pace: rounded(f32::from(self.pace) * share).max(1) }
    }
}

/// A number below 255, above 0, rounded as [`f32::round`] does: that is a call of a library for each of millions of cells.
fn rounded(number: f32) -> u8 {
    let whole = number as u8;
    whole + u8::from(number - f32::from(whole) >= 0.5)
}

/// What cells are to all movement classes.
#[derive(Clone, Debug, Default)]
pub(super) struct Passages {
    /// By class and kind of ground: `class × 256 + kind`.
    by_kind: Vec<Passage>,
    /// By class, where there is terrain: every cell, made when it is first asked for.
    layers: Vec<OnceLock<SharedRows<Passage>>>,
}

impl Passages {
    pub(super) fn new(movements: &[Movement], kinds: &[GroundKind], terrain: &Terrain) -> Self {
        let overgrown = |m: &Movement, k: &GroundKind| grown_over(m, of_kind(m, k), k.traversability.vegetation);
        let mut by_kind = vec![Passage::CLOSED; movements.len() * MOST_KINDS];
        for (row, movement) in by_kind.chunks_exact_mut(MOST_KINDS).zip(movements) {
            row.iter_mut().zip(kinds).for_each(|(passage, kind)| *passage = overgrown(movement, kind));
        }
        let layers = if terrain.is_plain() { Vec::new() } else { vec![OnceLock::new(); movements.len()] };
        Self { by_kind, layers }
    }

    /// Whether cells of one kind may differ.
    pub(super) fn has_layers(&self) -> bool {
        !self.layers.is_empty()
    }

    /// What a kind of ground is to a class, where there is no terrain; closed where there is no such class or kind.
    #[inline(always)]
    pub(super) fn of_kind(&self, class: usize, kind: u8) -> Passage {
        self.by_kind.get(class * MOST_KINDS + usize::from(kind)).copied().unwrap_or_default()
    }

    /// Finds out again, with `of_class`, what a cell is to the classes whose cells were made.
    pub(super) fn renew(&mut self, (x, y): (usize, usize), of_class: impl Fn(usize) -> Passage) {
        for (class, layer) in self.layers.iter_mut().enumerate() {
            if let Some(layer) = layer.get_mut().filter(|layer| y < layer.height()) {
                layer.row_mut(y)[x] = of_class(class);
            }
        }
    }

    /// Every cell for a class, where that was made.
    #[inline]
    pub(super) fn made(&self, class: usize) -> Option<&SharedRows<Passage>> {
        self.layers.get(class)?.get()
    }

    /// Every cell for a class, where there is terrain; `make` makes it.
    pub(super) fn layer(
        &self,
        class: usize,
        make: impl FnOnce() -> SharedRows<Passage>,
    ) -> Option<&SharedRows<Passage>> {
        self.layers.get(class).map(|layer| layer.get_or_init(make))
    }

    /// How many bands of rows these have in common with others, and how many they have.
    pub(super) fn in_common(&self, other: &Self) -> (usize, usize) {
        let made = |all: &Self, class: usize| all.made(class).cloned();
        let both = (0..self.layers.len()).filter_map(|class| made(self, class).zip(made(other, class)));
        both.map(|(a, b)| a.in_common(&b)).fold((0, 0), |(n, all), (m, more)| (n + m, all + more))
    }
}

/// What a kind of ground is to a class, all terrain aside.
pub(super) fn of_kind(movement: &Movement, kind: &GroundKind) -> Passage {
    let Traversability { pace, costs, .. } = &kind.traversability;
    let swims = if movement.swims > 0.0 { costs.get("swim") } else { None };
    let given = costs.get(&movement.name).or(swims).copied();
    let cost = match given {
        Some(cost) => cost,
        None if movement.flies => Some(PLAIN_COST),
        None => kind.walkable.then_some(kind.cost),
    };
    let pace = if movement.flies { FULL_PACE } else { (*pace).max(1) };
    cost.map_or(Passage::CLOSED, |cost| Passage { cost: cost.max(1), pace })
}

/// What a cell is to a class in an area with a cost.
pub(super) fn in_area(movement: &Movement, passage: Passage, area: &AreaCost) -> Passage {
    let of = |class: &str| area.costs.get(class);
    let swims = || if movement.swims > 0.0 { of("swim") } else { None };
    let walks = || if movement.flies { None } else { of("walk") };
    match of(&movement.name).or_else(swims).or_else(walks) {
        Some(Some(eighths)) if passage.is_open() => {
            let cost = (u32::from(passage.cost) * u32::from(*eighths)).div_ceil(PLAIN_COST.into());
            Passage { cost: cost.clamp(1, MOST_COST.into()) as u8, ..passage }
        }
        Some(None) => Passage::CLOSED,
        _ => passage,
    }
}

fn grown_over(movement: &Movement, passage: Passage, vegetation: f32) -> Passage {
    if movement.flies { passage } else { passage.slowed(1.0 - VEGETATION_TAKES * vegetation) }
}

/// What a cell is to a class whose kind is `plain` to it, all terrain aside, and has vegetation of its own; `lie` finds out how
/// the land lies there.
pub(super) fn over_terrain(movement: &Movement, plain: Passage, grown: f32, lie: impl FnOnce() -> Lie) -> Passage {
    if movement.flies || !plain.is_open() {
        return plain;
    }
    let Lie { slope, depth_m, vegetation } = lie();
    let (Some(slope), Some(water)) = (movement.on_slope(slope), movement.in_water(depth_m)) else {
        return Passage::CLOSED;
    };
    grown_over(movement, plain.slowed(slope * water), grown.max(vegetation))
}
