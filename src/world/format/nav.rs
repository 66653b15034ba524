//! Over what the creatures of a native map plan.

use super::Table;
use crate::world::{GraphKind, Planner, World};

/// Reads `[nav]`; the planner and the markers of the world are known.
pub(super) fn read(top: &Table, world: &mut World) {
    let Some(table) = top.table("nav", "[nav]") else { return };
    table.allow(&["graph"]);
    world.graph = table.word("graph");
    let Some(graph) = world.graph else { return };
    if world.planner == Some(Planner::Window) {
        let message = format!("planner = \"window\" does not go with the graph '{}'", graph.name());
        table.wrong("graph", message, Some("leave one of them out".into()));
    }
    if graph == GraphKind::Markers && world.markers.is_empty() {
        let hint = "set some: [[marker]] with name = \"hall\" and at = [20, 15]";
        table.wrong("graph", "this map has no [[marker]]: the graph 'markers' consists of them", Some(hint.into()));
    }
}
