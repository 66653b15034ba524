//! Objects of a native map that are scattered by chance: many trees in one line of a file.

use super::boxes::LONGEST_NAME;
use super::objects::{Found, MAX_VOLUMES, Placement, Prefabs, named_prefab};
use super::{Table, spawns};
use crate::geom::{Aabb, Cell, Vec2};
use crate::rng::{Purpose, Rand};
use crate::world::{Ground, MoveClass};

/// Places that are drawn for one object, until one lies on dry ground that is open.
const TRIES: u32 = 8;

/// Reads `[[scatter]]`: so many objects made from a prefab, in an area or in the whole world. All of them follow from the seed.
pub(super) fn read<'a>(top: &Table<'a>, ground: &Ground, prefabs: &Prefabs<'a>, found: &mut Found) {
    let inside = Aabb::new(Vec2::ZERO, ground.size());
    for table in top.tables("scatter", "a [[scatter]]") {
        table.allow(&["prefab", "count", "seed", "area", "name"]);
        table.need("prefab", "\"tree\"");
        table.need("count", "400");
        let shape = named_prefab(&table, prefabs);
        let count = table.whole("count", 1..=MAX_VOLUMES as u32);
        let seed = if table.get("seed").is_some() { table.whole("seed", 0..=u32::MAX) } else { Some(0) };
        let area = if table.get("area").is_some() { spawns::area(&table, inside) } else { Some(inside) };
        let name = table.text("name", LONGEST_NAME);
        let (Some(shape), Some(count), Some(seed), Some(area)) = (shape, count, seed, area) else { continue };
        // Whatever finds no place counts, too: it was looked for.
        let Some(rest) = prefabs.scattered.get().checked_sub(count) else {
            table.wrong("count", format!("a map scatters at most {MAX_VOLUMES} objects"), None);
            return;
        };
        prefabs.scattered.set(rest);
        let mut rand = Rand::new(seed.into(), Purpose::Scattering, 0);
        for _ in 0..count {
            let turn = rand.unit() as f32 * std::f32::consts::TAU;
            let Some(at) = (0..TRIES).map(|_| draw(area, &mut rand)).find(|at| is_open(ground, *at)) else { continue };
            let placement = Placement { at, turn, span: table.place("prefab") };
            if !found.place(table.doc, name.unwrap_or(shape.name), shape, &placement) {
                return;
            }
        }
    }
}

/// A place of an area.
fn draw(area: Aabb, rand: &mut Rand) -> Vec2 {
    let (x, y) = (rand.unit() as f32, rand.unit() as f32);
    area.min + area.size() * Vec2::new(x, y)
}

/// Whether a place is dry and open to those that walk.
fn is_open(ground: &Ground, at: Vec2) -> bool {
    ground.terrain().depth_m(at) <= 0.0 && ground.open(MoveClass::WALK, Cell::of(at, ground.resolution_m()))
}
