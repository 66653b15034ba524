//! Where creatures and the player begin.

use super::doc::real;
use super::{Table, describe, names};
use crate::geom::{Aabb, Vec2};
use crate::world::{GivenSetting, Literal, MoveClass, SpawnArea, World};
use toml::Spanned;
use toml::de::DeValue;

/// The keys of a spawn, and of the player's.
pub(super) const KEYS: [&str; 7] = ["behaviour", "area", "ring", "count", "population", "respawn", "settings"];
pub(super) const PLAYER_KEYS: [&str; 2] = ["at", "storey"];

/// Areas a map may have.
pub(super) const MAX_AREAS: usize = 1_000;
/// Creatures that one area may ask for.
const MAX_COUNT: u32 = 100_000;
/// The widest middle of a ring, as a share of the whole.
const MAX_RING: f32 = 0.99;
/// The longest time to a new life, seconds.
const MAX_RESPAWN_S: f32 = 86_400.0;
/// Settings that one area may give.
const MAX_SETTINGS: usize = 64;
/// Bytes of a string among them.
const LONGEST_SETTING: usize = 200;
/// Numbers among them are smaller, as everywhere in scripts.
const MAX_NUMBER: f64 = 1e9;
/// The smallest body that warnings assume, metres.
pub(super) const SMALL_BODY_M: (f32, f32) = (0.3, 0.5);

/// Reads `[[spawn]]` of one storey.
pub(super) fn read(top: &Table, world: &mut World) {
    let inside = Aabb::new(Vec2::ZERO, world.size());
    for table in top.tables("spawn", "a [[spawn]]") {
        if world.spawns.len() == MAX_AREAS {
            table.doc.error(&table.span, format!("a map has at most {MAX_AREAS} [[spawn]] areas"), None);
            break;
        }
        if let Some(spawn) = spawn(&table, inside) {
            world.spawns.push(spawn);
        }
    }
}

/// Reads `[player]`; all storeys are there.
pub(super) fn player(top: &Table, world: &mut World) {
    let Some(table) = top.table("player", "[player]") else { return };
    table.allow(&PLAYER_KEYS);
    table.need("at", "[80, 60]");
    let Some(storey) = names::named(&table, world) else { return };
    let plane = world.on(storey);
    let inside = Aabb::new(Vec2::ZERO, plane.size());
    let at = table.pair("at").filter(|at| {
        let fits = inside.contains(*at);
        if !fits {
            let hint = format!("at most at = [{}, {}]", inside.max.x, inside.max.y);
            table.wrong("at", format!("the player starts outside the world, {}", size(inside)), Some(hint));
        } else if !plane.is_free(*at, SMALL_BODY_M.0, SMALL_BODY_M.1, MoveClass::WALK) {
            table.doc.warning(&table.place("at"), "the player has no room here", || None);
        }
        fits
    });
    (world.player, world.player_storey) = (at, storey);
}

fn spawn(table: &Table, inside: Aabb) -> Option<SpawnArea> {
    table.allow(&KEYS);
    for (key, example) in [("behaviour", "\"wolf\""), ("area", "[10, 10, 40, 30]"), ("count", "6")] {
        table.need(key, example);
    }
    let respawn_s = table.number("respawn", 0.0, MAX_RESPAWN_S);
    let count = table.whole("count", 1..=MAX_COUNT);
    let ring = table.number("ring", 0.0, MAX_RING);
    let population = table.flag("population").unwrap_or(false);
    let behaviour = table.text("behaviour", 60);
    let area = area(table, inside);
    let settings = settings(table);
    Some(SpawnArea {
        behaviour: behaviour?.into(),
        area: area?,
        ring,
        storey: crate::geom::Storey::GROUND,
        count: count?,
        population,
        respawn_s,
        settings,
        line: table.doc.line(table.span.start),
    })
}

/// `settings = { sight = 30, greeting = "hello", shy = true }`, in order of name. Which there are is the behaviour's.
fn settings(table: &Table) -> Vec<GivenSetting> {
    let Some(given) = table.table("settings", "settings") else { return Vec::new() };
    if given.table.len() > MAX_SETTINGS {
        table.wrong("settings", format!("an area has at most {MAX_SETTINGS} settings"), None);
        return Vec::new();
    }
    let one = |(name, value): (&Spanned<_>, &Spanned<DeValue>)| {
        let name: &std::borrow::Cow<str> = name.get_ref();
        let value_of = literal(value.get_ref());
        if value_of.is_none() {
            let message = format!("a setting is a number, a string, true or false, not {}", describe(value.get_ref()));
            given.doc.error(&value.span(), message, None);
        }
        Some(GivenSetting { name: name.to_string(), value: value_of?, line: given.doc.line(value.span().start) })
    };
    given.table.iter().filter_map(one).collect()
}

fn literal(value: &DeValue) -> Option<Literal> {
    match value {
        DeValue::Boolean(b) => Some(Literal::Boolean(*b)),
        DeValue::String(s) if s.len() <= LONGEST_SETTING => Some(Literal::String(s.to_string())),
        other => real(other).filter(|n| n.abs() < MAX_NUMBER).map(Literal::Number),
    }
}

/// The rectangle of a key `area`, which lies in the world.
pub(super) fn area(table: &Table, inside: Aabb) -> Option<Aabb> {
    let [x0, y0, x1, y1] = table.rectangle("area")?;
    let (min, max) = (Vec2::new(x0, y0), Vec2::new(x1, y1));
    if x1 <= x0 || y1 <= y0 {
        let message = format!("an area is [x0, y0, x1, y1] with x0 < x1 and y0 < y1, got [{x0}, {y0}, {x1}, {y1}]");
        let (low, high) = (min.min(max), min.max(max));
        let hint = format!("the smaller ones come first: area = [{}, {}, {}, {}]", low.x, low.y, high.x, high.y);
        return table.fail("area", message, Some(hint));
    }
    if !inside.contains(min) || !inside.contains(max) {
        let (low, high) = (min.max(inside.min), max.min(inside.max));
        let hint = (low.x < high.x && low.y < high.y)
            .then(|| format!("what lies inside: area = [{}, {}, {}, {}]", low.x, low.y, high.x, high.y));
        let message = format!("this area reaches outside the world, {}", size(inside));
        return table.fail("area", message, hint);
    }
    Some(Aabb { min, max })
}

fn size(world: Aabb) -> String {
    format!("which is {} × {} m", world.max.x, world.max.y)
}
