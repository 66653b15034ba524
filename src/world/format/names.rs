//! Names that a map gives only once, whatever storey they are on.

use super::Table;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The names that are taken, each with what it names.
#[derive(Default)]
pub(super) struct Names<'a> {
    taken: RefCell<BTreeSet<(&'static str, &'a str)>>,
}

impl<'a> Names<'a> {
    /// Takes the name that a table gives one of `what`; reports one that is taken.
    pub(super) fn take(&self, table: &Table<'a>, what: &'static str, name: &'a str) {
        if !self.taken.borrow_mut().insert((what, name)) {
            table.wrong("name", format!("there are two {what} '{}'", name.escape_debug()), None);
        }
    }
}
