//! Portals in maps: what is refused, marked links, a thousand storeys, and transits that something closes.

use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::testing::world::format;
use bestiary::{Command, Config, Crossing, PortalKind, Setup, Sim, Start, Storey, Vec2};
use std::fmt::Write;
use std::sync::Arc;

/// A ground of 20 m by 10 m and a storey above it, then more lines.
fn map(more: &str) -> String {
    format!(
        "format = 1\nname = \"m\"\n[ground]\nsize = [20, 10]\nstorey = \"low\"\n[[storey]]\nname = \"high\"\n[storey.ground]\nsize = [20, 10]\n{more}"
    )
}

const STAIRS: &str = "[[portal]]\nkind = \"stairs\"\nfrom = { storey = \"low\", area = [1, 1, 3, 3] }\n\
                      to = { storey = \"high\", area = [5, 1, 7, 3] }\n";

/// The lines and messages of what is wrong with a map.
fn faults(text: &str) -> Vec<(u32, String)> {
    let found = format::parse("m.toml", text.as_bytes()).expect_err("is refused");
    found.into_iter().map(|d| (d.line, d.message)).collect()
}

#[test]
fn a_portal_has_what_its_kind_says_where_the_map_says_nothing() {
    let world = format::parse("m.toml", map(STAIRS).as_bytes()).expect("loads").world;
    let portal = &world.portals().all()[0];
    assert_eq!((portal.kind, portal.both, portal.only.is_empty()), (PortalKind::Stairs, true, true));
    // 4 m along the floor and 3 m up.
    assert_eq!(portal.crossing, Crossing::Metres { metres: 5.0, paces: [0.5, 0.5] });
    assert_eq!((portal.time_s(0, 2.0), portal.cost_m(1, 2.0)), (5.0, 10.0));
    assert_eq!(world.storey("high"), Some(Storey(1)));
}

#[test]
fn what_is_wrong_with_storeys_and_portals_is_said_with_its_line() {
    let high = "[[storey]]\nname = \"high\"\n[storey.ground]\nsize = [4, 4]\n";
    let portal =
        |from: &str, to: &str, more: &str| format!("[[portal]]\nkind = \"stairs\"\nfrom = {from}\nto = {to}\n{more}");
    let (low, top) = ("{ storey = \"low\", area = [1, 1, 3, 3] }", "{ storey = \"high\", area = [5, 1, 7, 3] }");
    let wall = "[[storey.object]]\nkind = \"wall\"\nboxes = [{ size = [6, 6], at = [6, 2], top = 3 }]\n";
    for (more, line, part) in [
        (high.to_owned(), 11, "there are two storeys 'high'"),
        (high.replace("high", "low"), 11, "the ground is called 'low' already"),
        ("[[storey]]\nname = \"up\"\n".to_owned(), 10, "needs 'ground'"),
        (portal("{ storey = \"hihg\", area = [1, 1, 3, 3] }", top, ""), 12, "there is no storey 'hihg'"),
        (portal("{ storey = \"low\", area = [1, 1, 30, 3] }", top, ""), 12, "reaches outside the world"),
        (portal(low, "{ storey = \"high\", area = [5, 1, 5, 3] }", ""), 13, "x0 < x1"),
        (format!("{wall}{}", portal(low, top, "")), 16, "no cell of this area is open"),
        (portal(low, "{ area = [2, 2, 4, 4] }", ""), 13, "both ends of this portal are in one place"),
        (portal(low, top, "pace = 0"), 14, "'pace' must be a number from 0.05 to 1"),
        (portal(low, top, "seconds = inf"), 14, "'seconds' must be a number"),
        (portal(low, top, "seconds = 3\nmetres = 4"), 15, "'seconds' or 'metres', not both"),
        (portal(low, top, "only = [\"\"]"), 14, "'only' must be a list"),
        (portal(low, top, "width = 4"), 14, "has no key 'width'"),
        ("[[portal]]\nkind = \"lift\"\nfrom = { area = [1, 1, 3, 3] }\nto = { area = [5, 1, 7, 3] }\n".to_owned(), 10, "needs 'seconds'"),
        ("[[portal]]\nkind = \"chute\"\n".to_owned(), 11, "'kind' cannot be 'chute'"),
        ("[player]\nat = [1, 1]\nstorey = \"cellar\"\n".to_owned(), 12, "there is no storey 'cellar'"),
        ("[[storey.door]]\nname = \"d\"\nat = [2, 2]\nsize = [1, 1]\n[[door]]\nname = \"d\"\nat = [2, 2]\nsize = [1, 1]\n".to_owned(), 11, "there are two doors 'd'"),
    ] {
        let found = faults(&map(&more));
        assert!(found.iter().any(|(at, message)| *at == line && message.contains(part)), "{more}\n{found:?}");
    }
    let both_low = STAIRS.replace("storey = \"high\", area = [5, 1, 7, 3]", "storey = \"low\", area = [5, 5, 7, 7]");
    let found = faults(&map(&both_low.repeat(2_049)));
    assert!(found.iter().any(|(_, m)| m.contains("at most 4096 ends")), "{found:?}");
}

/// A world of one creature that goes to a place; `abilities` is Lua.
fn traveller(text: &str, abilities: &str, to: (f32, f32, &str)) -> Sim {
    traveller_of(format::parse("m.toml", text.as_bytes()).expect("loads").world, abilities, to)
}

fn traveller_of(world: bestiary::World, abilities: &str, (x, y, storey): (f32, f32, &str)) -> Sim {
    let source = format!(
        "local tactics = require \"lib.tactics\"\nreturn behaviour {{ name = \"porter\", start = \"go\",\n\
         body = {{ radius = 0.4, speed = 4, abilities = {abilities} }}, settings = {{ from = {{ default = \"\" }} }},\n\
         states = {{ go = {{ tick = function(npc)\n\
         npc.memory.how = tactics.go(npc, {x}, {y}, 1, \"{storey}\")\n\
         npc.memory.reachable = pathfinder.reachable(npc, {x}, {y}, \"{storey}\")\n\
         npc.memory.on = npc.storey\n\
         npc.memory.why = pathfinder.reason(npc) end }} }} }}"
    );
    let start = Start { map: "tower".into(), seed: 3, config: Config::default(), ..Start::default() };
    let setup = start.load().expect("loads").0;
    let mods = ModSet::from_files([
        ("npc/porter.lua", source.as_str()),
        ("lib/tactics.lua", include_str!("../../scripts/lib/tactics.lua")),
        ("lib/roaming.lua", include_str!("../../scripts/lib/roaming.lua")),
    ]);
    Sim::new(Setup { world: Arc::new(world), mods, ..setup }).expect("starts")
}

fn steps(sim: &mut Sim, n: usize) {
    for _ in 0..n {
        sim.step(&[], &NoClock);
    }
}

/// Where the only creature is, and on which storey.
fn place(sim: &Sim) -> (Vec2, Storey) {
    (sim.agents().bodies.position[0], sim.agents().bodies.storey[0])
}

fn remembered(sim: &Sim, key: &str) -> String {
    let memory = sim.memory(sim.agents().bodies.id(0)).expect("lives");
    memory.get(key).map(ToString::to_string).unwrap_or_default()
}

const SPAWN: &str = "[[spawn]]\nbehaviour = \"porter\"\narea = [16, 4, 19, 9]\ncount = 1\n";

#[test]
fn a_path_leads_over_stairs_and_back_and_nothing_leads_where_no_portal_does() {
    let mut sim = traveller(&map(&format!("{STAIRS}{SPAWN}")), "{}", (18.5, 8.5, "high"));
    let began = place(&sim);
    assert_eq!(began.1, Storey(0));
    steps(&mut sim, 300);
    assert!(place(&sim).0.distance(Vec2::new(18.5, 8.5)) < 1.5, "{:?}", place(&sim));
    assert_eq!((place(&sim).1, remembered(&sim, "on")), (Storey(1), "\"high\"".to_owned()));
    assert_eq!((remembered(&sim, "how"), remembered(&sim, "reachable")), ("\"arrived\"".to_owned(), "true".to_owned()));

    let mut sim = traveller(&map(SPAWN), "{}", (18.5, 8.5, "high"));
    steps(&mut sim, 60);
    assert_eq!(place(&sim).1, Storey(0));
    assert_eq!(
        (remembered(&sim, "how"), remembered(&sim, "reachable")),
        ("\"blocked\"".to_owned(), "false".to_owned())
    );
    assert_eq!(remembered(&sim, "why"), "\"different region\"");
}

/// A wall with a marked link over it: the long path round is for bodies that do not climb.
#[test]
fn only_bodies_with_the_ability_use_a_marked_link() {
    let wall = "[[object]]\nkind = \"wall\"\nboxes = [{ size = [1, 9], at = [10, 4.5], top = 3 }]\n";
    let link =
        "[[portal]]\nkind = \"climb\"\nmetres = 2\nfrom = { area = [11, 1, 12, 2] }\nto = { area = [8, 1, 9, 2] }\n";
    let text = map(&format!("{wall}{link}{SPAWN}")).replace("area = [16, 4, 19, 9]", "area = [17, 1, 18, 2]");
    let lowest = |abilities: &str| {
        let mut sim = traveller(&text, abilities, (2.5, 1.5, "low"));
        let mut lowest = 0.0_f32;
        for _ in 0..400 {
            steps(&mut sim, 1);
            lowest = lowest.max(place(&sim).0.y);
        }
        assert!(place(&sim).0.distance(Vec2::new(2.5, 1.5)) < 1.5, "{abilities}: {:?}", place(&sim));
        lowest
    };
    assert!(lowest("{}") > 8.0, "round the wall");
    assert!(lowest("{ \"climb\" }") < 3.0, "over it");
}

/// A jump leads down only.
#[test]
fn a_link_of_one_direction_leads_back_by_no_path() {
    let jump = "[[portal]]\nkind = \"jump\"\nfrom = { storey = \"high\", area = [5, 1, 7, 3] }\nto = { storey = \"low\", area = [1, 1, 3, 3] }\n";
    let up = traveller(&map(&format!("{jump}{SPAWN}")), "{ \"jump\" }", (18.5, 8.5, "high"));
    let mut sim = up;
    steps(&mut sim, 40);
    assert_eq!((place(&sim).1, remembered(&sim, "reachable")), (Storey(0), "false".to_owned()));
    let text = map(&format!("{jump}{}", SPAWN.replace("[[spawn]]", "[[storey.spawn]]")));
    // The table of a storey's spawn belongs to the storey, which is before the portal.
    let text = text.replace(jump, "") + jump;
    let mut sim = traveller(&text, "{ \"jump\" }", (18.5, 8.5, "low"));
    assert_eq!(place(&sim).1, Storey(1));
    steps(&mut sim, 300);
    assert_eq!((place(&sim).1, remembered(&sim, "how")), (Storey(0), "\"arrived\"".to_owned()));
}

/// What closes the exit of a portal while a body is in it: the body turns round, and never is in a wall.
#[test]
fn a_body_turns_round_where_the_exit_has_closed() {
    let slow = STAIRS.replace("kind = \"stairs\"", "kind = \"lift\"\nseconds = 4");
    let door = "[[storey.door]]\nname = \"hatch\"\nat = [6, 2]\nsize = [4, 4]\nopen = true\n";
    let mut sim = traveller(&map(&format!("{door}{slow}{SPAWN}")), "{}", (18.5, 8.5, "high"));
    for _ in 0..400 {
        steps(&mut sim, 1);
        if sim.agents().transits.get(0).is_some() {
            break;
        }
    }
    assert!(sim.agents().transits.get(0).is_some(), "it is in the lift: {:?}", place(&sim));
    steps(&mut sim, 10);
    sim.step(&[Command::SetDoor { door: "hatch".into(), open: false }], &NoClock);
    steps(&mut sim, 200);
    assert!(sim.agents().transits.is_empty());
    let (at, storey) = place(&sim);
    assert_eq!((storey, remembered(&sim, "reachable")), (Storey(0), "false".to_owned()), "{at}");
    // It opens again: the path leads there again.
    sim.step(&[Command::SetDoor { door: "hatch".into(), open: true }], &NoClock);
    steps(&mut sim, 400);
    assert_eq!(place(&sim).1, Storey(1));
}

/// A tower of so many storeys of 12 m by 12 m, each joined to the next by stairs.
fn high_tower(storeys: usize) -> String {
    let mut text = String::from("format = 1\n[ground]\nsize = [12, 12]\nstorey = \"s0\"\n");
    for i in 1..storeys {
        writeln!(text, "[[storey]]\nname = \"s{i}\"\n[storey.ground]\nsize = [12, 12]").expect("writes");
    }
    for i in 1..storeys {
        let (a, b) = if i % 2 == 0 { ("[1, 1, 2, 2]", "[3, 1, 4, 2]") } else { ("[9, 9, 10, 10]", "[7, 9, 8, 10]") };
        let below = i - 1;
        writeln!(
            text,
            "[[portal]]\nkind = \"stairs\"\nmetres = 2\nfrom = {{ storey = \"s{below}\", area = {a} }}\nto = {{ storey = \"s{i}\", area = {b} }}"
        )
        .expect("writes");
    }
    text + "[[spawn]]\nbehaviour = \"porter\"\narea = [4, 4, 8, 8]\ncount = 1\n"
}

#[test]
fn a_thousand_storeys_are_planned_through_with_bounded_work() {
    let world = format::parse("high.toml", high_tower(1_000).as_bytes()).expect("loads").world;
    assert_eq!((world.storey_count(), world.portals().all().len()), (1_000, 999));
    let mut sim = traveller_of(world, "{}", (6.5, 6.5, "s999"));
    steps(&mut sim, 400);
    assert_eq!(remembered(&sim, "reachable"), "true");
    let climbed = place(&sim).1.0;
    assert!(climbed >= 3, "it is on its way up: {climbed}");
    assert_eq!(sim.stats().codes[bestiary::testing::nav::Code::MapFailed as usize], 0);
    let load = sim.search_load();
    assert!(load.most <= 20_000, "{load:?}");
}

/// Two storeys of 200 m by 160 m with 2 000 stairs between them, and a wall across the ground with stairs on both sides.
fn many_stairs(wall: &str) -> String {
    let mut text = format!(
        "format = 1\nplanner = \"static\"\n[ground]\nsize = [200, 160]\nstorey = \"low\"\n{wall}\
         [[storey]]\nname = \"high\"\n[storey.ground]\nsize = [200, 160]\n"
    );
    for i in 0..2_000 {
        let (x, y) = (1 + i % 50 * 4, 1 + i / 50 * 4);
        let area = format!("[{x}, {y}, {}, {}]", x + 1, y + 1);
        writeln!(
            text,
            "[[portal]]\nkind = \"stairs\"\nfrom = {{ storey = \"low\", area = {area} }}\nto = {{ storey = \"high\", area = {area} }}"
        )
        .expect("writes");
    }
    text + "[[spawn]]\nbehaviour = \"porter\"\narea = [2, 2, 6, 6]\ncount = 1\n"
}

#[test]
fn a_storey_has_thousands_of_portals_and_paths_over_them_are_short() {
    let wall = "[[object]]\nkind = \"wall\"\nboxes = [{ size = [1, 160], at = [100, 80], top = 3 }]\n";
    for (wall, to) in [("", (30.5, 20.5, "high")), (wall, (120.5, 10.5, "low"))] {
        let world = format::parse("many.toml", many_stairs(wall).as_bytes()).expect("loads").world;
        assert_eq!(world.portals().on(Storey(0)).len(), 2_000);
        let mut sim = traveller_of(world, "{}", to);
        let began = place(&sim).0;
        let goal = Vec2::new(to.0, to.1);
        let most = (began.distance(goal) * 1.3 + 2.0 * 6.0 + 10.0) / 4.0 / 0.05;
        steps(&mut sim, most as usize);
        assert_eq!(remembered(&sim, "how"), "\"arrived\"", "{:?}", place(&sim));
        assert!(place(&sim).0.distance(goal) < 1.5);
        let load = sim.search_load();
        assert!(load.most <= 20_000, "{load:?}");
    }
}

/// Such a storey is measured again in pieces when a door changes.
#[test]
fn a_door_on_a_storey_with_thousands_of_portals_holds_nothing_up() {
    let wall = "[[object]]\nkind = \"wall\"\nboxes = [{ size = [1, 158], at = [100, 79], top = 3 }]\n\
                [[door]]\nname = \"gate\"\nat = [100, 159]\nsize = [1, 2]\nopen = false\n";
    let world = format::parse("many.toml", many_stairs(wall).as_bytes()).expect("loads").world;
    let mut sim = traveller_of(world, "{}", (120.5, 10.5, "low"));
    steps(&mut sim, 20);
    for open in [true, false, true] {
        sim.step(&[Command::SetDoor { door: "gate".into(), open }], &NoClock);
        steps(&mut sim, 10);
        assert_eq!(remembered(&sim, "reachable"), "true");
        assert!(sim.search_load().most <= 20_000, "{:?}", sim.search_load());
    }
    steps(&mut sim, 900);
    assert_eq!(remembered(&sim, "how"), "\"arrived\"", "{:?}", place(&sim));
}
