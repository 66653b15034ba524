//! The ground: one kind a cell, from a legend.

use super::kinds::KindRows;
use crate::geom::{Cell, Vec2};

/// How a kind of ground is drawn. The simulation never looks at this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, serde::Deserialize, strum::EnumString, strum::VariantNames)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Look {
    /// Grass.
    #[default]
    Grass,
    /// Trees.
    Tree,
    /// Open water.
    Water,
    /// Bare ground.
    Sand,
    /// Wet ground.
    Swamp,
    /// Bare rock.
    Rock,
    /// A trodden path.
    Road,
    /// The inside of a building.
    Floor,
    /// A wall.
    Wall,
    /// Outside the map.
    Void,
}

/// The cost of plain ground ([`GroundKind::cost`]).
pub const PLAIN_COST: u8 = 8;

/// A kind of ground.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundKind {
    /// What maps call it.
    pub name: String,
    /// The letter that means it in a map file's rows.
    pub letter: char,
    /// Whether bodies may be on it.
    pub walkable: bool,
    /// Whether it blocks sight.
    pub opaque: bool,
    /// What a metre of it costs a path, in eighths of a metre of plain ground, at least 1: [`PLAIN_COST`] is plain.
    pub cost: u8,
    /// How it is drawn.
    pub look: Look,
}

/// A rectangle of cells, row by row.
#[derive(Clone, Debug)]
pub struct Ground {
    resolution_m: f32,
    kinds: Vec<GroundKind>,
    rows: KindRows,
    /// For each kind: whether feet can stand there, whether it blocks sight. Flat, because every line asks for it cell by cell.
    traits: Vec<(bool, bool)>,
    has_costs: bool,
}

impl Ground {
    /// `cells` holds an index into `kinds` for every cell, row by row; both sizes at least 1.
    ///
    /// # Panics
    /// When the number of cells is not `width × height` or a cell names no kind: the readers check before they build.
    pub fn new(width: usize, height: usize, resolution_m: f32, kinds: Vec<GroundKind>, cells: Vec<u8>) -> Self {
        assert_eq!(cells.len(), width * height, "one entry a cell");
        let mut rows = KindRows::new(width, kinds.len());
        cells.chunks_exact(width).for_each(|row| rows.push(row));
        Self::of_rows(resolution_m, kinds, rows)
    }

    /// Ground from rows that were collected one by one.
    ///
    /// # Panics
    /// When a cell names no kind: the readers check before they build.
    pub(super) fn of_rows(resolution_m: f32, kinds: Vec<GroundKind>, rows: KindRows) -> Self {
        assert!(rows.greatest.is_none_or(|k| usize::from(k) < kinds.len()), "every cell names a kind");
        let traits = kinds.iter().map(|k| (k.walkable, k.opaque)).collect();
        let mut ground = Self { resolution_m, kinds, rows, traits, has_costs: false };
        ground.has_costs = ground.costs_differ();
        ground
    }

    fn costs_differ(&self) -> bool {
        let mut costs = self.kinds.iter().filter(|k| k.walkable).map(|k| k.cost);
        let first = costs.next();
        // Most maps declare none; only of the others each cell is looked at.
        if costs.all(|cost| Some(cost) == first) {
            return false;
        }
        let mut used = [false; 256];
        self.cells().for_each(|kind| used[usize::from(kind)] = true);
        let mut costs = self.kinds.iter().zip(used).filter(|(k, used)| k.walkable && *used).map(|(k, _)| k.cost);
        let first = costs.next();
        costs.any(|cost| Some(cost) != first)
    }

    /// Whether open ground costs more in some cells than in others.
    pub fn has_costs(&self) -> bool {
        self.has_costs
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.rows.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.rows.height
    }

    /// Metres a cell.
    pub fn resolution_m(&self) -> f32 {
        self.resolution_m
    }

    /// Width and height, metres.
    pub fn size(&self) -> Vec2 {
        Vec2::new(self.width() as f32, self.height() as f32) * self.resolution_m
    }

    /// The kinds that its cells refer to.
    pub fn kinds(&self) -> &[GroundKind] {
        &self.kinds
    }

    /// Whether a cell is inside.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.x >= 0 && cell.y >= 0 && (cell.x as usize) < self.width() && (cell.y as usize) < self.height()
    }

    /// The index into [`Ground::kinds`] of every cell, row by row.
    pub fn cells(&self) -> impl Iterator<Item = u8> + '_ {
        (0..self.height()).flat_map(move |y| (0..self.width()).map(move |x| self.rows.get(x, y)))
    }

    /// Writes which cells of a row can be walked on, a bit each, the lowest first: 64 cells a word, 0 beyond the last.
    pub fn walkable_words(&self, row: usize, out: &mut Vec<u64>) {
        self.rows.words(row, |kind| self.traits.get(usize::from(kind)).is_some_and(|t| t.0), out);
    }

    /// The kind of a cell; `None` outside the world.
    pub fn kind(&self, cell: Cell) -> Option<&GroundKind> {
        self.index(cell).map(|i| &self.kinds[i])
    }

    /// Whether feet can stand there; `false` outside the world.
    #[inline]
    pub fn walkable(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|i| self.traits[i].0)
    }

    /// Whether it blocks sight; `true` outside the world.
    pub fn opaque(&self, cell: Cell) -> bool {
        self.index(cell).is_none_or(|i| self.traits[i].1)
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        self.contains(cell).then(|| usize::from(self.rows.get(cell.x as usize, cell.y as usize)))
    }
}
