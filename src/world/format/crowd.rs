//! How the creatures of a native map plan together.

use super::Table;
use crate::world::World;

/// Reads `[crowd]`.
pub(super) fn read(top: &Table, world: &mut World) {
    let Some(table) = top.table("crowd", "[crowd]") else { return };
    table.allow(&["gates", "gate_cost"]);
    (world.gates, world.gate_cost) = (table.word("gates"), table.word("gate_cost"));
}
