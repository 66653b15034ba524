//! Points of one list are paired with points of another so that all distances together are least: Kuhn's and Munkres's method
//! (Kuhn 1955, Munkres 1957) with shortest augmenting paths and prices (Edmonds & Karp 1972, Tomizawa 1971).

use super::Vec2;

/// The most points of a list.
pub const MOST_ASSIGNED: usize = 64;

/// For each point of `from` the index of its partner in `to`; `None` for those that are too many. And the work: how often a
/// distance was looked at, at most n²m for the shorter and the longer list. What is beyond [`MOST_ASSIGNED`] points of a
/// list is left out. Of solutions that are equally good always the same one is returned.
pub fn assign(from: &[Vec2], to: &[Vec2]) -> (Vec<Option<usize>>, u32) {
    let most = |points: &[Vec2]| points.len().min(MOST_ASSIGNED);
    let (rows, columns) = (&from[..most(from)], &to[..most(to)]);
    if rows.len() <= columns.len() {
        let (pairs, work) = pair(rows, columns);
        return ((0..from.len()).map(|row| pairs.iter().position(|p| *p == Some(row))).collect(), work);
    }
    let (mut pairs, work) = pair(columns, rows);
    pairs.resize(from.len(), None);
    (pairs, work)
}

/// For each column its row, if any; there are no fewer columns than rows.
fn pair(rows: &[Vec2], columns: &[Vec2]) -> (Vec<Option<usize>>, u32) {
    let cost = |row: usize, column: usize| f64::from(rows[row].distance(columns[column]));
    let mut prices = Prices { rows: vec![0.0; rows.len()], columns: vec![0.0; columns.len()] };
    let (mut of, mut work) = (vec![None; columns.len()], 0);
    for row in 0..rows.len() {
        let mut tree = Tree::over(columns.len());
        // Grows until it meets a column without a row …
        let (mut at, mut reached) = (row, None);
        let end = loop {
            let next = tree.grow(at, reached, &prices, cost);
            work += columns.len() as u32;
            let Some((column, step)) = next else { break None };
            prices.shift(&tree.reached, &of, row, step);
            tree.least.iter_mut().for_each(|least| *least -= step);
            tree.reached[column] = true;
            reached = Some(column);
            match of[column] {
                Some(taken) => at = taken,
                None => break Some(column),
            }
        };
        // … and then each row on the path back takes the column after it.
        let mut column = end;
        while let Some(c) = column {
            let before = tree.before[c];
            of[c] = before.map_or(Some(row), |b| of[b]);
            column = before;
        }
    }
    (of, work)
}

/// What rows and columns cost besides the distance between them; no pair costs less than its row and column together.
struct Prices {
    rows: Vec<f64>,
    columns: Vec<f64>,
}

impl Prices {
    /// Makes the next column of a tree cost nothing.
    fn shift(&mut self, reached: &[bool], of: &[Option<usize>], root: usize, step: f64) {
        self.rows[root] += step;
        for column in (0..reached.len()).filter(|column| reached[*column]) {
            self.columns[column] -= step;
            if let Some(row) = of[column] {
                self.rows[row] += step;
            }
        }
    }
}

/// The columns that are reached from one row.
struct Tree {
    /// What each column costs that is not reached yet.
    least: Vec<f64>,
    /// The column before it; `None` next to the root.
    before: Vec<Option<usize>>,
    reached: Vec<bool>,
}

impl Tree {
    fn over(columns: usize) -> Self {
        Self { least: vec![f64::INFINITY; columns], before: vec![None; columns], reached: vec![false; columns] }
    }

    /// Looks from a row, and returns the cheapest column that is not reached yet, with its cost.
    fn grow(
        &mut self,
        row: usize,
        from: Option<usize>,
        prices: &Prices,
        cost: impl Fn(usize, usize) -> f64,
    ) -> Option<(usize, f64)> {
        let mut best: Option<(usize, f64)> = None;
        for column in 0..self.least.len() {
            if self.reached[column] {
                continue;
            }
            let reduced = cost(row, column) - prices.rows[row] - prices.columns[column];
            if reduced < self.least[column] {
                (self.least[column], self.before[column]) = (reduced, from);
            }
            if best.is_none_or(|(_, least)| self.least[column] < least) {
                best = Some((column, self.least[column]));
            }
        }
        best
    }
}
