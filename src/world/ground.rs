//! The ground: one kind a cell, from a legend.

mod clearing;
mod compare;
mod edit;
mod kind;

pub(super) use compare::CellChange;
pub use kind::{GroundKind, Look, PLAIN_COST, Traversability};

use super::kinds::KindRows;
use super::movement::Movement;
use super::passage::{FULL_PACE, Passage, Passages, in_area, of_kind, over_terrain};
use super::shared::SharedRows;
use super::terrain::Terrain;
use crate::body::MoveClass;
use crate::geom::{Cell, Vec2};
use clearing::Clearings;
use rayon::ThreadPool;
use std::ops::Range;

/// A rectangle of cells, row by row, and what lies over them.
#[derive(Clone, Debug)]
pub struct Ground {
    resolution_m: f32,
    kinds: Vec<GroundKind>,
    rows: KindRows,
    /// For each kind: whether it blocks sight. Flat, because every line asks for it cell by cell.
    opaque: Vec<bool>,
    terrain: Terrain,
    movements: Vec<Movement>,
    passages: Passages,
    /// Derived from `passages`.
    clearings: Clearings,
    has_costs: bool,
    kinds_have_vegetation: bool,
    /// There are cells that block sight, or were.
    has_opaque: bool,
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
        assert!(
            (0..=u8::MAX).all(|kind| usize::from(kind) < kinds.len() || !rows.holds(kind)),
            "every cell names a kind"
        );
        let mut ground = Self {
            resolution_m,
            opaque: kinds.iter().map(|k| k.opaque).collect(),
            kinds,
            rows,
            terrain: Terrain::default(),
            movements: Movement::built_in(),
            passages: Passages::default(),
            clearings: Clearings::default(),
            has_costs: false,
            kinds_have_vegetation: false,
            has_opaque: false,
        };
        ground.prepare();
        ground
    }

    /// Gives cells another kind while the ground is made; those outside do not count.
    pub(super) fn paint(&mut self, kind: u8, cells: impl FnOnce(&mut dyn FnMut(Cell))) {
        let (width, height) = (self.width() as i32, self.height() as i32);
        cells(&mut |cell| {
            if (0..width).contains(&cell.x) && (0..height).contains(&cell.y) {
                self.rows.set(cell.x as usize, cell.y as usize, kind);
            }
        });
        // What was painted over was never there.
        self.rows.recount();
        self.prepare();
    }

    /// The same ground under terrain.
    pub fn with_terrain(mut self, terrain: Terrain) -> Self {
        self.terrain = terrain;
        self.prepare();
        self
    }

    /// Gives the ground other movement classes; the first ones must be the built-in ones.
    pub fn set_movements(&mut self, movements: &[Movement]) {
        self.movements = movements.to_vec();
        self.prepare();
    }

    fn prepare(&mut self) {
        self.passages = Passages::new(&self.movements, &self.kinds, &self.terrain);
        self.clearings = Clearings::of(self.movements.len());
        self.kinds_have_vegetation = self.kinds.iter().any(|k| k.traversability.vegetation > 0.0);
        (self.has_opaque, self.has_costs) = (false, self.passages.has_layers());
        self.note_kinds();
    }

    /// Finds out what the kinds that there are cells of mean for all of the ground. What held once stays so.
    fn note_kinds(&mut self) {
        let is_opaque = |kind: u8| self.opaque[usize::from(kind)];
        let has_opaque = self.kinds_held().any(is_opaque);
        self.has_opaque |= has_opaque;
        self.has_costs = self.has_costs || self.costs_differ();
    }

    /// The kinds that there are cells of, or were.
    fn kinds_held(&self) -> impl Iterator<Item = u8> + '_ {
        (0..=u8::MAX).zip(&self.kinds).map(|(kind, _)| kind).filter(|kind| self.rows.holds(*kind))
    }

    /// Whether cells that are open to a class differ in what they are to it; terrain aside.
    fn costs_differ(&self) -> bool {
        (0..self.movements.len()).any(|class| {
            let all = self.kinds_held().map(|kind| self.passages.of_kind(class, kind));
            let mut open = all.filter(|p| p.is_open()).map(|p| p.cost);
            let first = open.next();
            open.any(|cost| Some(cost) != first)
        })
    }

    /// Whether ground that is open to some movement class costs it more in some cells than in others, or may do so.
    pub fn has_costs(&self) -> bool {
        self.has_costs
    }

    /// The movement classes, by the numbers of [`MoveClass`].
    pub fn movements(&self) -> &[Movement] {
        &self.movements
    }

    /// What lies over the kinds of ground.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// How dense the vegetation of a cell is, from 0 to 1; 0 outside.
    pub fn vegetation(&self, cell: Cell) -> f32 {
        let of_terrain = self.terrain.vegetation(cell.centre(self.resolution_m));
        if !self.kinds_have_vegetation {
            return of_terrain;
        }
        self.kind(cell).map_or(0.0, |k| k.traversability.vegetation).max(of_terrain)
    }

    /// Whether there is any vegetation.
    pub fn has_vegetation(&self) -> bool {
        self.kinds_have_vegetation || self.terrain.vegetation.is_some()
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

    /// Writes which cells of a row are open to a class, a bit each, the lowest first: 64 cells a word, 0 beyond the last. Only
    /// those of a range of words are written.
    pub fn open_words(&self, moves: MoveClass, row: usize, words: Range<usize>, out: &mut Vec<u64>) {
        let Some(layer) = self.layer(moves) else {
            return self.rows.words(row, words, |kind| self.passages.of_kind(moves.index(), kind).is_open(), out);
        };
        let (first, end) = (words.start * 64, (words.end * 64).min(self.width()));
        let row = &layer.row(row)[first..end];
        let word = |cells: &[Passage]| (0..).zip(cells).fold(0, |bits, (i, p)| bits | u64::from(p.is_open()) << i);
        out.clear();
        out.extend(row.chunks(64).map(word));
    }

    /// The kind of a cell; `None` outside the world.
    pub fn kind(&self, cell: Cell) -> Option<&GroundKind> {
        self.kind_index(cell).map(|i| &self.kinds[i])
    }

    /// What a cell is to a movement class; closed outside the world. Where there is terrain, a class has a layer of all cells
    /// once something asked for whole rows, as preparing a world for a body does; before that, the cell alone is found out.
    #[inline]
    pub fn passage(&self, moves: MoveClass, cell: Cell) -> Passage {
        if !self.contains(cell) {
            return Passage::default();
        }
        let (x, y) = (cell.x as usize, cell.y as usize);
        match self.passages.made(moves.index()) {
            Some(layer) => layer.get(x, y),
            None if self.passages.has_layers() => self.passage_as(moves, cell, self.rows.get(x, y)),
            None => self.passages.of_kind(moves.index(), self.rows.get(x, y)),
        }
    }

    /// The share of its speed that the ground at a place leaves a body, 0 to 1. A body that was pushed onto ground that is closed
    /// to it keeps all of it.
    pub fn pace(&self, moves: MoveClass, at: Vec2) -> f32 {
        let passage = self.passage(moves, Cell::of(at, self.resolution_m()));
        if passage.is_open() { f32::from(passage.pace) / f32::from(FULL_PACE) } else { 1.0 }
    }

    /// Whether bodies of a movement class may be on a cell; `false` outside the world.
    #[inline]
    pub fn open(&self, moves: MoveClass, cell: Cell) -> bool {
        self.passage(moves, cell).is_open()
    }

    /// Whether bodies that walk may be on a cell; `false` outside the world.
    pub fn walkable(&self, cell: Cell) -> bool {
        self.open(MoveClass::WALK, cell)
    }

    /// Makes the layer of all cells for a class, where there is terrain, ahead of many questions about single cells; on the threads
    /// of `pool`, where there is one.
    pub fn prepare_class(&self, moves: MoveClass, pool: Option<&ThreadPool>) {
        self.passages.layer(moves.index(), || self.make_layer(moves, pool));
    }

    /// Calls `each` with what the cells of a row are to a class, from the left.
    pub fn each_passage(&self, moves: MoveClass, row: usize, each: impl FnMut(Passage)) {
        match self.layer(moves) {
            Some(layer) => layer.row(row).iter().copied().for_each(each),
            None => {
                let of_kind = |x| self.passages.of_kind(moves.index(), self.rows.get(x, row));
                (0..self.width()).map(of_kind).for_each(each);
            }
        }
    }

    /// Every cell for a class, where there is terrain.
    fn layer(&self, moves: MoveClass) -> Option<&SharedRows<Passage>> {
        self.passages.layer(moves.index(), || self.make_layer(moves, None))
    }

    #[cold]
    fn make_layer(&self, moves: MoveClass, pool: Option<&ThreadPool>) -> SharedRows<Passage> {
        let Some(movement) = self.movements.get(moves.index()) else { return SharedRows::new(self.width()) };
        let (middle, reach_m) =
            (|i: usize| Cell::new(i as i32, i as i32).centre(self.resolution_m), self.resolution_m / 2.0);
        let columns: Vec<_> = (0..self.width()).map(|x| self.terrain.column(middle(x).x, reach_m)).collect();
        let kinds: Vec<_> = self.kinds.iter().map(|k| (of_kind(movement, k), k.traversability.vegetation)).collect();
        let mut layer = SharedRows::written((self.width(), self.height()), pool, |y, passages| {
            let row = self.terrain.row(middle(y).y, reach_m);
            for ((x, passage), column) in passages.iter_mut().enumerate().zip(&columns) {
                let (plain, grown) = kinds[usize::from(self.rows.get(x, y))];
                *passage = over_terrain(movement, plain, grown, || row.lie(column));
            }
        });
        for area in &self.terrain.area_costs {
            let (low, high) = (Cell::of(area.part.min, self.resolution_m), Cell::of(area.part.max, self.resolution_m));
            let cells = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| Cell::new(x, y)));
            for cell in cells.filter(|c| self.contains(*c) && area.part.contains(c.centre(self.resolution_m))) {
                let passage = &mut layer.row_mut(cell.y as usize)[cell.x as usize];
                *passage = in_area(movement, *passage, area);
            }
        }
        layer
    }

    /// How many bands of rows this ground has in common with another, and how many it has.
    pub(super) fn in_common(&self, other: &Self) -> (usize, usize) {
        let (kinds, passages) = (self.rows.in_common(&other.rows), self.passages.in_common(&other.passages));
        (kinds.0 + passages.0, kinds.1 + passages.1)
    }

    /// Whether any cell inside blocks sight, or did.
    pub fn has_opaque(&self) -> bool {
        self.has_opaque
    }

    /// Whether it blocks sight; `true` outside the world.
    pub fn opaque(&self, cell: Cell) -> bool {
        self.kind_index(cell).is_none_or(|i| self.opaque[i])
    }

    /// The index into [`Ground::kinds`] of a cell; `None` outside the world.
    pub fn kind_index(&self, cell: Cell) -> Option<usize> {
        self.contains(cell).then(|| usize::from(self.rows.get(cell.x as usize, cell.y as usize)))
    }
}
