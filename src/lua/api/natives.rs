//! The native functions: one file an area.

mod board;
mod calculation;
mod chance;
mod changes;
mod costs;
mod crowd;
mod doors;
mod flock;
mod globals;
mod group;
mod influence;
mod movement;
mod noise;
mod pathfinder;
mod places;
mod reasons;
mod senses;
mod sleep;
mod talk;
mod time;

use crate::lua::api::declare::Function;

pub(crate) use flock::FIELDS as FLOCK_FIELDS;
pub(crate) use reasons::{RECORD_COST, lines as reason_lines};

/// All native functions, area by area.
pub fn all() -> impl Iterator<Item = &'static Function> {
    [
        movement::FUNCTIONS,
        senses::FUNCTIONS,
        flock::FUNCTIONS,
        noise::FUNCTIONS,
        talk::FUNCTIONS,
        board::FUNCTIONS,
        group::FUNCTIONS,
        time::FUNCTIONS,
        sleep::FUNCTIONS,
        crowd::FUNCTIONS,
        places::FUNCTIONS,
        places::OF_WORLD,
        doors::FUNCTIONS,
        doors::OF_WORLD,
        influence::FUNCTIONS,
        changes::FUNCTIONS,
        reasons::FUNCTIONS,
        chance::FUNCTIONS,
        chance::OF_MATH,
        calculation::OF_MATH,
        pathfinder::FUNCTIONS,
        costs::FUNCTIONS,
        globals::PRINTING,
        globals::FUNCTIONS,
    ]
    .into_iter()
    .flatten()
}

/// Those of an area.
pub(crate) fn of(area: &str) -> impl Iterator<Item = &'static Function> {
    all().filter(move |f| f.area == area)
}

/// The function of this name in an area.
pub(crate) fn find(area: &str, name: &str) -> Option<&'static Function> {
    all().find(|f| f.area == area && f.name == name)
}
