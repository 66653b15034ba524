//! Where the levels of clusters of a large world come from.

use crate::grid::Field;
use crate::search::{Levels, Shape};
use std::fmt;
use std::sync::Arc;

/// Where the levels of a large world come from: they are prepared, unless the host keeps them somewhere.
#[derive(Clone)]
pub struct LevelsSource(Arc<dyn Fn(&Field) -> Levels + Send + Sync>);

impl LevelsSource {
    /// `make` returns the levels of exactly the field it is given, in [`Shape::default`]; it is called once for each
    /// grid, when a world starts or a size of body is new.
    pub fn new(make: impl Fn(&Field) -> Levels + Send + Sync + 'static) -> Self {
        Self(Arc::new(make))
    }

    pub(super) fn levels(&self, field: &Field) -> Levels {
        (self.0)(field)
    }
}

impl Default for LevelsSource {
    /// Prepares them each time: a quarter of a minute or so for 13 000 × 13 000 cells.
    fn default() -> Self {
        Self::new(|field| Levels::new(field, Shape::default(), |_| ()))
    }
}

impl fmt::Debug for LevelsSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LevelsSource")
    }
}
