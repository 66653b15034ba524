//! The storeys of a native map above the ground: each is written as the ground is, below a name of its own.

use super::boxes::LONGEST_NAME;
use super::shared::Shared;
use super::spawns::MAX_AREAS;
use super::{MAX_CELLS, Table};
use crate::world::{Floor, World};

/// Tables of `[[storey]]` that a map may have.
const MOST: usize = 10_000;
/// The height of a storey that does not say how high its floor is, metres.
const HEIGHT_M: f32 = 3.0;
/// Heights of floors, metres.
const FLOORS_M: (f32, f32) = (-10_000.0, 100_000.0);

/// Reads the name of the ground and `[[storey]]`, and puts the storeys on the ground.
pub(super) fn read<'a>(top: &Table<'a>, shared: &Shared<'a>, world: &mut World) {
    if let Some(ground) = top.table("ground", "[ground]")
        && let Some(name) = ground.text("storey", LONGEST_NAME)
    {
        world.floor.name = name.into();
    }
    let taken: Box<str> = world.floor.name.clone();
    let mut cells = (world.ground.width() * world.ground.height()) as u64;
    for (number, table) in (1..).zip(top.few_tables("storey", "a [[storey]]", MOST)) {
        table.allow(&["name", "floor", "ground", "object", "scatter", "door", "place", "area", "spawn"]);
        table.need("name", "\"gallery\"");
        let Some(name) = table.text("name", LONGEST_NAME) else { continue };
        if *name == *taken {
            table.wrong("name", format!("the ground is called '{}' already", name.escape_debug()), None);
        }
        shared.names.take(&table, "storeys", name);
        let given = table.get("floor").is_some();
        let Some(height_m) =
            table.number("floor", FLOORS_M.0, FLOORS_M.1).or((!given).then_some(number as f32 * HEIGHT_M))
        else {
            continue;
        };
        if table.table("ground", "[storey.ground]").is_some_and(|ground| ground.get("storey").is_some()) {
            table.wrong("ground", "a [[storey]] has its name in 'name'", None);
        }
        let Some(mut plane) = shared.plane(&table, name) else { continue };
        cells += (plane.ground.width() * plane.ground.height()) as u64;
        if cells > MAX_CELLS {
            table.wrong("ground", format!("all storeys together have at most {MAX_CELLS} cells"), None);
            return;
        }
        plane.floor = Floor { name: name.into(), height_m };
        let spawns = std::mem::take(&mut plane.spawns);
        let Ok(storey) = world.add_storey(plane) else { return };
        world.spawns.extend(spawns.into_iter().map(|spawn| crate::world::SpawnArea { storey, ..spawn }));
        if world.spawns.len() > MAX_AREAS {
            table.wrong("spawn", format!("a map has at most {MAX_AREAS} [[spawn]] areas"), None);
            return;
        }
    }
}
