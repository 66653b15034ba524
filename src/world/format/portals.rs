//! The portals of a native map: `[[portal]]`.

use super::boxes::{LONGEST_NAME, optional};
use super::spawns::SMALL_BODY_M;
use super::{Table, names, spawns};
use crate::geom::{Aabb, Cell, Vec2};
use crate::world::{Crossing, Landing, MoveClass, Portal, PortalEnd, PortalKind, Portals, World};

/// The keys of a portal.
pub(super) const KEYS: [&str; 10] =
    ["name", "kind", "from", "to", "metres", "seconds", "pace", "pace_back", "one_way", "only"];
/// Tables of `[[portal]]` that a map may have.
const MOST: usize = 20_000;
/// Ends of portals on one storey: what it costs to walk between those that are near each other is measured at the start.
const MOST_ENDS: usize = 4_096;
/// Cells of the rectangle of an end.
const MOST_CELLS: f32 = 1_024.0;
/// The length of a portal, metres, and how long it takes to pass, seconds.
const METRES: (f32, f32) = (0.0, 1_000.0);
const SECONDS: (f32, f32) = (0.0, 600.0);
/// The share of its speed that a body has.
const PACES: (f32, f32) = (0.05, 1.0);
/// Words of `only`.
const MOST_ONLY: usize = 16;

/// Reads `[[portal]]`; all storeys are there.
pub(super) fn read(top: &Table, world: &mut World) {
    let mut portals = Vec::new();
    for (number, table) in top.few_tables("portal", "a [[portal]]", MOST).iter().enumerate() {
        portals.extend(portal(table, world, number));
    }
    let all = Portals::new(portals.clone());
    for storey in world.storeys() {
        if let Some(Landing { portal, .. }) = all.on(storey).get(MOST_ENDS) {
            let (name, portal) = (&world.on(storey).floor.name, &portals[*portal as usize].name);
            let message =
                format!("at most {MOST_ENDS} ends of portals lie on one storey: '{name}' has more, with '{portal}'");
            top.wrong("portal", message, None);
        }
    }
    let words = all.words();
    if words > Portals::MOST_WORDS {
        let message = format!("all portals together name {words} abilities in 'only'; {} at most", Portals::MOST_WORDS);
        top.wrong("portal", message, None);
    }
    world.set_portals(portals);
}

fn portal(table: &Table, world: &World, number: usize) -> Option<Portal> {
    table.allow(&KEYS);
    table.need("kind", "\"stairs\"");
    for key in ["from", "to"] {
        table.need(key, "{ storey = \"ground\", area = [10, 10, 12, 14] }");
    }
    let kind: Option<PortalKind> = table.word("kind");
    let only = table.texts("only", LONGEST_NAME, MOST_ONLY);
    let is_open =
        |area: Aabb, plane: &World| is_open(area, plane, only.is_none() && kind.is_some_and(|k| k.needs().is_none()));
    let ends = [("from", "from"), ("to", "to")].map(|(key, what)| {
        let table = table.table(key, what)?;
        table.allow(&["storey", "area"]);
        table.need("area", "[10, 10, 12, 14]");
        let storey = names::named(&table, world)?;
        let plane = world.on(storey);
        let area = spawns::area(&table, Aabb::new(Vec2::ZERO, plane.size()))?;
        let cells = (area.size() / plane.ground.resolution_m()).ceil().element_product();
        if cells > MOST_CELLS {
            return table.fail("area", format!("an end of a portal covers at most {MOST_CELLS} cells"), None);
        }
        if !is_open(area, plane) {
            return table.fail("area", "no cell of this area is open: no body could come to the portal", None);
        }
        Some(PortalEnd { storey, area })
    });
    let [Some(from), Some(to)] = ends else { return None };
    if from.storey == to.storey && from.area.overlaps(to.area) {
        return table.fail("to", "both ends of this portal are in one place", None);
    }
    let (kind, crossing) = (kind?, crossing(table, kind?, (from, to), world)?);
    let one_way = optional(table, "one_way", kind == PortalKind::Jump, |k| table.flag(k))?;
    let name = optional(table, "name", None, |k| table.text(k, LONGEST_NAME).map(Some))?;
    let word: &'static str = kind.into();
    Some(Portal {
        name: name.map_or_else(|| format!("{word} {}", number + 1), Into::into),
        kind,
        ends: [from, to],
        crossing,
        both: !one_way,
        named_at: only.is_some().then(|| table.doc.line_column(table.place("only").start)),
        only: match only {
            Some(words) => words.into_iter().map(Into::into).collect(),
            None if table.get("only").is_some() => return None,
            None => kind.needs().into_iter().map(Into::into).collect(),
        },
    })
}

/// How long it takes to pass: `seconds`, or `metres`, `pace` and `pace_back`. Where neither is given, it is as long as the line from one end to
/// the other.
fn crossing(table: &Table, kind: PortalKind, (from, to): (PortalEnd, PortalEnd), world: &World) -> Option<Crossing> {
    let given = |key| table.get(key).is_some();
    if given("seconds") || kind == PortalKind::Lift {
        table.need("seconds", "8");
        for key in ["metres", "pace", "pace_back"].into_iter().filter(|key| given(key)) {
            table.wrong(key, format!("a portal has 'seconds' or '{key}', not both"), None);
        }
        return table.number("seconds", SECONDS.0, SECONDS.1).map(Crossing::Seconds);
    }
    if kind == PortalKind::Teleporter && !given("metres") {
        return Some(Crossing::Seconds(0.0));
    }
    let middle = |end: PortalEnd| (end.area.min + end.area.size() / 2.0).extend(world.on(end.storey).floor.height_m);
    let line = middle(from).distance(middle(to)).clamp(METRES.0, METRES.1);
    let metres = optional(table, "metres", line, |k| table.number(k, METRES.0, METRES.1))?;
    let pace = optional(table, "pace", kind.pace(), |k| table.number(k, PACES.0, PACES.1))?;
    let back = optional(table, "pace_back", pace, |k| table.number(k, PACES.0, PACES.1))?;
    Some(Crossing::Metres { metres, paces: [pace, back] })
}

/// Whether a small body fits into any cell of an area: one that walks, or of any movement class.
fn is_open(area: Aabb, plane: &World, walks: bool) -> bool {
    let res = plane.ground.resolution_m();
    let classes: &[MoveClass] =
        if walks { &[MoveClass::WALK] } else { &[MoveClass::WALK, MoveClass::SWIM, MoveClass::FLY] };
    let (low, high) = (Cell::of(area.min, res), Cell::of(area.max, res));
    let cells = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| Cell::new(x, y)));
    let (radius_m, height_m) = SMALL_BODY_M;
    cells
        .map(|cell| cell.centre(res))
        .filter(|at| area.contains(*at))
        .any(|at| classes.iter().any(|moves| plane.is_free(at, radius_m.min(res / 2.0), height_m, *moves)))
}
