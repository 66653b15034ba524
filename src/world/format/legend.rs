//! Which letter means which ground, what that is to bodies, and how large a world can be.

use super::{Span, Table};
use crate::world::{FULL_PACE, GroundKind, Look, MOST_MOVEMENTS, PLAIN_COST, Traversability};
use std::collections::BTreeMap;

/// What a metre of ground may cost, in metres of plain ground.
const LEAST_COST: f32 = 0.125;
const MOST_COST: f32 = 30.0;
/// The least share of its speed that ground leaves to a body.
const LEAST_PACE: f32 = 0.05;
/// The movement class that `walkable`, and a cost without a class, are about.
const WALK: &str = "walk";
/// Kinds of ground a map may have.
const MAX_KINDS: usize = 200;

/// The longest side of a world, in cells.
pub(crate) const MAX_SIDE_CELLS: u64 = 16_384;
/// The most cells of a world: 13 000 × 13 000, the size of the source's world (Dahlberg & Viktorsson 2002, ch. 4.3), and
/// some more. The ground takes half a byte for each, a grid to search about one.
pub(crate) const MAX_CELLS: u64 = 3 << 26;

fn kind(letter: char, name: &str, walkable: bool, opaque: bool, look: Look) -> GroundKind {
    GroundKind {
        name: name.into(),
        letter,
        walkable,
        opaque,
        cost: PLAIN_COST,
        traversability: Traversability::default(),
        look,
    }
}

/// Water: closed to those that do not swim.
fn water(letter: char) -> GroundKind {
    let mut water = kind(letter, "water", false, false, Look::Water);
    water.traversability.costs.insert("swim".into(), Some(PLAIN_COST));
    water
}

/// The legend of native maps; a map's own `[legend]` adds to it and overrides it.
pub(crate) fn native() -> Vec<GroundKind> {
    vec![
        kind('.', "grass", true, false, Look::Grass),
        kind(':', "sand", true, false, Look::Sand),
        kind('=', "road", true, false, Look::Road),
        kind('_', "floor", true, false, Look::Floor),
        kind('%', "swamp", true, false, Look::Swamp),
        water('~'),
        kind('^', "rock", false, true, Look::Rock),
        kind('T', "thicket", false, true, Look::Tree),
        kind('#', "wall", false, true, Look::Wall),
        kind('@', "void", false, true, Look::Void),
    ]
}

/// The letters of Moving AI maps (Sturtevant 2012).
pub(super) fn moving_ai() -> Vec<GroundKind> {
    vec![
        kind('.', "open", true, false, Look::Floor),
        kind('G', "grass", true, false, Look::Grass),
        kind('S', "swamp", true, false, Look::Swamp),
        kind('@', "void", false, true, Look::Void),
        kind('O', "void", false, true, Look::Void),
        kind('T', "tree", false, true, Look::Tree),
        water('W'),
    ]
}

/// The built-in legend with the map's own letters; `None` when not all of them are letters: rows would then be
/// complained of without reason.
pub(super) fn read(top: &Table) -> Option<Vec<GroundKind>> {
    let mut kinds = native();
    let mut sound = true;
    let own = top.named_tables("legend", "a [legend] entry");
    for (letter, place, table) in own {
        table.allow(&["name", "walkable", "opaque", "cost", "pace", "vegetation", "look"]);
        let mut chars = letter.chars();
        let (Some(c), None) = (chars.next(), chars.next()) else {
            top.doc.error(&place, format!("a legend's key is one letter, not '{}'", letter.escape_debug()), None);
            sound = false;
            continue;
        };
        if c.is_whitespace() || c.is_control() {
            top.doc.error(&place, "a blank cannot mean a kind of ground", None);
            continue;
        }
        let kind = entry(&table, c);
        match kinds.iter().position(|k| k.letter == c) {
            Some(old) => kinds[old] = kind,
            None if kinds.len() < MAX_KINDS => kinds.push(kind),
            None => top.doc.error(&place, format!("more than {MAX_KINDS} kinds of ground"), None),
        }
    }
    sound.then_some(kinds)
}

fn entry(table: &Table, letter: char) -> GroundKind {
    table.need("name", "\"mud\"");
    table.need("walkable", "true");
    let walkable = table.flag("walkable").unwrap_or(true);
    let pace = table.number("pace", LEAST_PACE, 1.0);
    let Costs { mut costs, named_at, place } = costs(table);
    let cost = costs.remove(WALK);
    if cost.is_some() && !walkable {
        let hint = "remove the cost, or let it be walkable";
        table.doc.error(&place, "closed ground has no cost", Some(hint.into()));
    } else if cost == Some(None) {
        let hint = "write walkable = false";
        table.doc.error(&place, "ground that is walkable cannot be closed to walk", Some(hint.into()));
    }
    let slow = pace.map_or(PLAIN_COST, |pace| eighths((1.0 / pace).min(MOST_COST)));
    GroundKind {
        name: table.text("name", 40).unwrap_or_default().into(),
        letter,
        walkable,
        // What cannot be walked on is mostly a wall; water and the like say otherwise.
        opaque: table.flag("opaque").unwrap_or(!walkable),
        // Slow ground costs the time that it takes.
        cost: cost.flatten().unwrap_or(slow),
        traversability: Traversability {
            pace: pace.map_or(FULL_PACE, |share| (share * f32::from(FULL_PACE)).round() as u8),
            vegetation: table.number("vegetation", 0.0, 1.0).unwrap_or(0.0),
            costs,
            named_at,
        },
        look: table.word("look").unwrap_or(if walkable { Look::Grass } else { Look::Wall }),
    }
}

/// `cost = 2.5` is 20.
fn eighths(metres: f32) -> u8 {
    (metres * f32::from(PLAIN_COST)).round() as u8
}

/// What `cost` says for each movement class: `cost = 2.5`, or `cost = { walk = 4, swim = 1, climb = inf }`.
pub(super) struct Costs {
    /// In eighths; `None`: closed to the class.
    pub(super) costs: BTreeMap<String, Option<u8>>,
    /// Where the classes are named: line and column.
    pub(super) named_at: BTreeMap<String, (u32, u32)>,
    /// Where the cost of `walk` is.
    pub(super) place: Span,
}

pub(super) fn costs(table: &Table) -> Costs {
    let (mut costs, mut named_at) = (BTreeMap::new(), BTreeMap::new());
    let mut read = |from: &Table, key: &str, class: &str| {
        let metres = from.number_or_inf(key, LEAST_COST, MOST_COST);
        costs.extend(metres.map(|m| (class.to_owned(), m.is_finite().then(|| eighths(m)))));
    };
    if table.get("cost").is_none_or(|v| v.get_ref().as_table().is_none()) {
        read(table, "cost", WALK);
        return Costs { costs, named_at, place: table.place("cost") };
    }
    let Some(own) = table.table("cost", "cost") else { return Costs { costs, named_at, place: table.place("cost") } };
    // Of more names than there can be classes, some are unknown, which is said of the first.
    let names: Vec<_> = own.table.iter().map(|(name, _)| name).take(MOST_MOVEMENTS + 1).collect();
    for name in names {
        let (class, at) = (name.get_ref().as_ref(), table.doc.line_column(name.span().start));
        read(&own, class, class);
        named_at.insert(class.to_owned(), at);
    }
    Costs { costs, named_at, place: own.place(WALK) }
}
