//! Names that a map gives only once, whatever storey they are on, and those of storeys.

use super::Table;
use super::boxes::LONGEST_NAME;
use crate::geom::Storey;
use crate::world::World;
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

/// The storey that a table's key `storey` names; the ground where there is no such key.
pub(super) fn named(table: &Table, world: &World) -> Option<Storey> {
    if table.get("storey").is_none() {
        return Some(Storey::GROUND);
    }
    let name = table.text("storey", LONGEST_NAME)?;
    let found = world.storey(name);
    if found.is_none() {
        let hint = table.doc.did_you_mean(name, world.storeys().map(|storey| &*world.on(storey).floor.name));
        table.wrong("storey", format!("there is no storey '{}'", name.escape_debug()), hint);
    }
    found
}
