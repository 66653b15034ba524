//! A tile: a square of cells with what is kept in them.

/// Cells of a side.
pub(crate) const SIDE: usize = 16;
/// Cells of a tile.
pub(crate) const CELLS: usize = SIDE * SIDE;

/// Amounts as they were at the beginning of a half-life.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tile {
    /// Number of the tile in its layer, row by row.
    pub place: u32,
    /// Half-lives that were over when it was last brought up to date.
    half_lives: u64,
    /// No cell has more.
    pub most: u32,
    /// What is in each cell, row by row …
    cells: Box<[u32; CELLS]>,
    /// … and what came to it from others in the present round of spreading.
    coming: Box<[u32; CELLS]>,
}

impl Tile {
    /// An empty tile.
    pub(crate) fn new(place: u32, half_lives: u64) -> Self {
        Self { place, half_lives, most: 0, cells: Box::new([0; CELLS]), coming: Box::new([0; CELLS]) }
    }

    /// Makes an empty tile of it, elsewhere.
    pub(crate) fn reuse(&mut self, place: u32, half_lives: u64) {
        self.cells.fill(0);
        self.coming.fill(0);
        (self.place, self.half_lives, self.most) = (place, half_lives, 0);
    }

    /// How often its amounts are to be halved.
    fn halvings(&self, half_lives: u64) -> u32 {
        half_lives.saturating_sub(self.half_lives).min(31) as u32
    }

    /// What is kept in a cell.
    #[inline]
    pub(crate) fn kept(&self, cell: usize, half_lives: u64) -> u32 {
        let by = self.halvings(half_lives);
        (self.cells[cell] >> by) + (self.coming[cell] >> by)
    }

    /// At most as much is kept in any of its cells.
    pub(crate) fn at_most(&self, half_lives: u64) -> u32 {
        self.most >> self.halvings(half_lives)
    }

    /// Brings it up to date: halves all amounts as often as half-lives are over.
    pub(crate) fn settle(&mut self, half_lives: u64) {
        let by = self.halvings(half_lives);
        self.half_lives = half_lives;
        if by > 0 {
            self.cells.iter_mut().chain(&mut *self.coming).for_each(|kept| *kept >>= by);
            // The two parts of a cell are rounded down each by itself.
            self.most >>= by;
        }
    }

    /// Adds to a cell, up to a greatest amount; it is up to date.
    pub(crate) fn add(&mut self, cell: usize, kept: u32, greatest: u32) {
        let free = greatest.saturating_sub(self.cells[cell].saturating_add(self.coming[cell]));
        self.cells[cell] += kept.min(free);
        self.most = self.most.max(self.cells[cell] + self.coming[cell]);
    }

    /// Takes from a cell, down to nothing; it is up to date.
    pub(crate) fn take(&mut self, cell: usize, kept: u32) {
        let of_coming = kept.saturating_sub(self.cells[cell]).min(self.coming[cell]);
        self.cells[cell] = self.cells[cell].saturating_sub(kept);
        self.coming[cell] -= of_coming;
    }

    /// What leaves a cell in the present round.
    pub(crate) fn leave(&mut self, cell: usize, kept: u32) {
        self.cells[cell] -= kept;
    }

    /// What comes to a cell in the present round; it is up to date.
    pub(crate) fn come(&mut self, cell: usize, kept: u32) {
        self.coming[cell] = self.coming[cell].saturating_add(kept);
        self.most = self.most.max(self.cells[cell].saturating_add(self.coming[cell]));
    }

    /// What was in a cell before the present round.
    pub(crate) fn before(&self, cell: usize) -> u32 {
        self.cells[cell]
    }

    /// Ends a round: what came is there.
    pub(crate) fn end_round(&mut self) {
        let mut most = 0;
        for (kept, coming) in self.cells.iter_mut().zip(&mut *self.coming) {
            *kept = kept.saturating_add(std::mem::take(coming));
            most = most.max(*kept);
        }
        self.most = most;
    }
}
