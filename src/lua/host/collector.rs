//! When garbage is collected: between the calls of creatures, by what was allocated, so that a run repeats exactly.
//!
//! Bytes are those of values, not those of the pages that Luau takes for them. Luau uses free places before it takes a page, so
//! memory stays below the most that ever lived or was garbage at once. By pages, every cycle began with all free places
//! used up, and what lives on lay in more pages after each.

use crate::lua::host::raw::{self, Stay};
use mlua::Lua;

/// A cycle begins when memory has grown by this share of what the last one left, percent …
const GROWTH_PERCENT: usize = 25;
/// … and by this many bytes at least.
const MIN_GROWTH: usize = 256 * 1024;
/// In a cycle, work is done each time that so many bytes were added.
const SLICE: usize = 32 * 1024;
/// Kilobytes of work for each kilobyte added. Garbage that waits lies between what lives on and keeps pages of it in use, so
/// cycles follow each other closely; marking stays below 3 % of a step.
const PACE: usize = 8;

/// The pace of one machine's collector.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Collector {
    /// Bytes in use when the last cycle ended.
    base: usize,
    /// In a cycle: bytes in use after its last slice.
    at: Option<usize>,
}

impl Collector {
    /// Called between two creatures' calls: collects as much as the memory added since the last time demands; everything
    /// when pages of more than `limit` bytes are in use.
    pub(crate) fn run(&mut self, lua: &Lua, stay: Stay, limit: usize) {
        if lua.used_memory() > limit {
            return self.all(lua);
        }
        let used = stay.bytes_in_use();
        let slice = match self.at {
            Some(at) => used.saturating_sub(at),
            None if used > self.base + (self.base / 100 * GROWTH_PERCENT).max(MIN_GROWTH) => SLICE,
            None => 0,
        };
        if slice >= SLICE {
            let (ended, used) = raw::collect_some(lua, slice / 1024 * PACE);
            self.at = (!ended).then_some(used);
            if ended {
                self.base = used;
            }
        }
    }

    /// Collects all garbage.
    pub(crate) fn all(&mut self, lua: &Lua) {
        *self = Self { base: raw::collect_all(lua), at: None };
    }
}
