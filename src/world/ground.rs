//! The ground: one kind a cell, from a legend.

use crate::geom::{Cell, Vec2};

/// How a kind of ground is drawn. The simulation never looks at this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    #[default]
    Grass,
    Tree,
    Water,
    Sand,
    Swamp,
    Rock,
    Road,
    Floor,
    Wall,
    Void,
}

/// A kind of ground.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundKind {
    pub name: String,
    /// The letter that stands for it in a map file's rows.
    pub letter: char,
    pub walkable: bool,
    /// Whether it blocks sight.
    pub opaque: bool,
    pub look: Look,
}

/// A rectangle of cells, row by row.
#[derive(Clone, Debug)]
pub struct Ground {
    width: usize,
    height: usize,
    resolution_m: f32,
    kinds: Vec<GroundKind>,
    cells: Vec<u8>,
}

impl Ground {
    /// `cells` holds an index into `kinds` for every cell, row by row; both sizes at least 1.
    ///
    /// # Panics
    /// When the number of cells is not `width × height` or a cell names no kind: the readers check before they build.
    pub fn new(width: usize, height: usize, resolution_m: f32, kinds: Vec<GroundKind>, cells: Vec<u8>) -> Self {
        assert_eq!(cells.len(), width * height, "one entry a cell");
        assert!(cells.iter().all(|c| usize::from(*c) < kinds.len()), "every cell names a kind");
        Self { width, height, resolution_m, kinds, cells }
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Metres a cell.
    pub fn resolution_m(&self) -> f32 {
        self.resolution_m
    }

    pub fn size(&self) -> Vec2 {
        Vec2::new(self.width as f32, self.height as f32) * self.resolution_m
    }

    pub fn kinds(&self) -> &[GroundKind] {
        &self.kinds
    }

    pub fn contains(&self, cell: Cell) -> bool {
        cell.x >= 0 && cell.y >= 0 && (cell.x as usize) < self.width && (cell.y as usize) < self.height
    }

    /// The kind of a cell; `None` outside the world.
    pub fn kind(&self, cell: Cell) -> Option<&GroundKind> {
        self.contains(cell)
            .then(|| &self.kinds[usize::from(self.cells[cell.y as usize * self.width + cell.x as usize])])
    }

    /// Whether feet can stand there; `false` outside the world.
    pub fn walkable(&self, cell: Cell) -> bool {
        self.kind(cell).is_some_and(|k| k.walkable)
    }

    /// Whether it blocks sight; `true` outside the world.
    pub fn opaque(&self, cell: Cell) -> bool {
        self.kind(cell).is_none_or(|k| k.opaque)
    }
}
