//! A map that is saved again while creatures live on it: what its entries say comes into the world, and nothing else is touched.

use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::testing::sim::{regions, usual_setup};
use bestiary::testing::world::format;
use bestiary::{
    Aabb, Cell, Command, Config, Edit, Level, MapVersion, MoveClass, Obb, Setup, Sim, SimParams, Start, Storey, Value,
    Vec2, World,
};
use proptest::prelude::*;

/// A creature that stays where it is, with two settings, and one that has none.
const NEWT: &str = "return behaviour {
  name = 'newt', body = { radius = 0.4, speed = 2 }, start = 'rest',
  settings = { sight = { default = 5, min = 0, max = 99 }, calm = { default = true } },
  states = { rest = { tick = function(npc)
    npc.memory.sight = npc.settings.sight
    npc.memory.calm = npc.settings.calm
    npc.memory.turns = (npc.memory.turns or 0) + 1
  end } } }";
const TOAD: &str = "return behaviour {
  name = 'toad', body = { radius = 0.4, speed = 2 }, start = 'rest',
  states = { rest = { tick = function(npc) npc.memory.turns = (npc.memory.turns or 0) + 1 end } } }";
/// One that goes to and fro.
const HARE: &str = "return behaviour {
  name = 'hare', body = { radius = 0.4, speed = 4 }, start = 'go',
  states = { go = { tick = function(npc)
    if npc.tick % 8 == 0 then
      local x, y = npc:spot(12)
      if x then pathfinder.set_position_target(npc, x, y) end
    end
    pathfinder.tick(npc)
    local code, x, y = pathfinder.next_waypoint(npc)
    if x then npc:steer(x, y) end
  end } } }";

const TOP: &str = "format = 1\n[ground]\nsize = [40, 30]\n";
const NEWTS: &str = "[[spawn]]\nbehaviour = \"newt\"\narea = [2, 2, 9, 9]\ncount = 3\n";

fn read(text: &str) -> World {
    format::parse("stage.toml", text.as_bytes()).unwrap_or_else(|faults| panic!("{faults:?}\n{text}")).world
}

fn version(text: &str) -> Command {
    Command::ReloadMap(MapVersion::new(read(text)))
}

fn mods() -> ModSet {
    ModSet::from_files([("npc/newt.lua", NEWT), ("npc/toad.lua", TOAD), ("npc/hare.lua", HARE)])
}

fn living(text: &str) -> Sim {
    on_threads(text, 1)
}

fn on_threads(text: &str, threads: usize) -> Sim {
    let usual = usual_setup(read(text), mods(), 5);
    let setup = Setup { sim: SimParams { threads, ..usual.sim.clone() }, ..usual };
    let mut sim = Sim::new(setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    steps(&mut sim, 20);
    sim
}

fn steps(sim: &mut Sim, n: u32) {
    (0..n).for_each(|_| _ = sim.step(&[], &NoClock));
}

fn reload(sim: &mut Sim, text: &str) {
    sim.step(&[version(text)], &NoClock);
}

/// Takes a map and then another; the world after that.
fn after(before: &str, then: &str) -> Sim {
    let mut sim = living(&format!("{TOP}{before}"));
    reload(&mut sim, &format!("{TOP}{then}"));
    let said = errors(&mut sim);
    assert_eq!(said, [""; 0]);
    sim
}

fn lines(sim: &mut Sim, level: Level) -> Vec<String> {
    let log = sim.snapshot(None, Default::default()).log;
    log.into_iter().filter(|line| line.level == level).map(|line| line.text).collect()
}

fn errors(sim: &mut Sim) -> Vec<String> {
    lines(sim, Level::Error)
}

fn count(sim: &Sim, behaviour: &str) -> usize {
    let agents = sim.agents();
    let is_one = |slot: &usize| sim.catalogue().symbols.name(agents.behaviour[*slot]) == behaviour;
    agents.bodies.living().filter(is_one).count()
}

fn is_free(sim: &Sim, x: f32, y: f32) -> bool {
    sim.world().is_free(Vec2::new(x, y), 0.3, 1.0, MoveClass::WALK)
}

/// What bodies find on a storey: the kinds of its cells, its boxes, and its doors.
fn found(world: &World, storey: Storey) -> (Vec<String>, Vec<String>, Vec<String>) {
    let plane = world.on(storey);
    let kinds = plane.ground.cells().map(|kind| plane.ground.kinds()[usize::from(kind)].name.clone()).collect();
    let mut boxes = Vec::new();
    plane.volumes_in(Aabb::new(Vec2::splat(-99.0), Vec2::splat(999.0)), |v| {
        if v.is_there() {
            boxes.push(format!("{:?} {} {}", v.footprint, v.base_m, v.top_m));
        }
    });
    boxes.sort();
    (kinds, boxes, plane.doors.iter().map(|d| format!("{} {} {:?}", d.name, d.open, d.opened_by)).collect())
}

/// The world is that of a map which was read just now.
fn check_same(sim: &Sim, text: &str) {
    let fresh = living(text);
    for storey in fresh.world().storeys() {
        assert_eq!(found(sim.world(), storey), found(fresh.world(), storey), "{storey:?} of {text}");
        assert_eq!(sim.world().on(storey).areas, fresh.world().on(storey).areas);
        assert_eq!(regions(sim, storey, 0.4, 1.8), regions(&fresh, storey, 0.4, 1.8), "{storey:?} of {text}");
        let [ours, theirs] = [sim, &fresh].map(|sim| sim.world().on(storey).ground.clone());
        for (y, x) in (0..30).flat_map(|y| (0..40).map(move |x| (y, x))) {
            let cell = Cell::new(x, y);
            assert_eq!(ours.passage(MoveClass::WALK, cell), theirs.passage(MoveClass::WALK, cell), "{x},{y} of {text}");
        }
    }
    let (ours, theirs) = (sim.world(), fresh.world());
    assert_eq!((&ours.markers, &ours.player, &ours.changed_by), (&theirs.markers, &theirs.player, &theirs.changed_by));
    assert_eq!(format!("{:?}", ours.portals().all()), format!("{:?}", theirs.portals().all()));
    assert_eq!((&ours.spawns, &ours.layers, &ours.name), (&theirs.spawns, &theirs.layers, &theirs.name));
}

/// What the map's entries can be: each key of the format with two texts of it.
const ENTRIES: [(&str, &str, &str); 18] = [
    ("name", "name = \"a\"", "name = \"b\""),
    ("attribution", "", "attribution = \"by a friend\""),
    ("changes", "", "[changes]\nby = [\"guards\"]"),
    ("ground", "", "fill = \"sand\"\nwater_level = 1\n[ground.heights]\nnoise = 60\nlow = 0\nhigh = 4"),
    (
        "legend",
        "fill = \"grass\"",
        "fill = \"marsh\"\n[legend]\n\"m\" = { name = \"marsh\", walkable = true, cost = 3, look = \"swamp\" }",
    ),
    (
        "object",
        "[[object]]\nkind = \"wall\"\nat = [20, 15]\nboxes = [{ size = [2, 8], top = 2 }]",
        "[[object]]\nkind = \"wall\"\nat = [22, 15]\nboxes = [{ size = [2, 8], top = 2 }]",
    ),
    (
        "prefab",
        "[prefab.hut]\nboxes = [{ size = [2, 2], top = 2 }]\n[[object]]\nprefab = \"hut\"\nat = [20, 20]",
        "[prefab.hut]\nboxes = [{ size = [4, 2], top = 2 }]\n[[object]]\nprefab = \"hut\"\nat = [20, 20]",
    ),
    (
        "scatter",
        "",
        "[[scatter]]\nprefab = \"tree\"\narea = [12, 12, 38, 28]\ncount = 9\nseed = 3\n[prefab.tree]\nboxes = [{ size = [1, 1], top = 2 }]",
    ),
    (
        "door",
        "[[door]]\nname = \"gate\"\nat = [20, 10]\nsize = [3, 0.3]",
        "[[door]]\nname = \"gate\"\nat = [20, 12]\nsize = [3, 0.3]\nopen = true",
    ),
    ("player", "[player]\nat = [30, 20]", "[player]\nat = [31, 21]"),
    (
        "place",
        "[[place]]\nname = \"well\"\nat = [30, 20]",
        "[[place]]\nname = \"well\"\nat = [31, 20]\n[[place]]\nname = \"mill\"\nat = [5, 20]",
    ),
    (
        "area",
        "[[area]]\nname = \"wood\"\narea = [20, 20, 25, 25]\nroles = [\"shelter\"]",
        "[[area]]\nname = \"wood\"\narea = [20, 20, 26, 25]\ncost = 4\n[[area]]\nname = \"east\"\narea = [30, 0, 40, 30]\nroles = [\"zone\"]",
    ),
    (
        "marker",
        "[[marker]]\nname = \"a\"\nat = [12, 12]",
        "[[marker]]\nname = \"a\"\nat = [13, 12]\n[[marker]]\nname = \"b\"\nat = [20, 12]",
    ),
    (
        "influence",
        "[[influence]]\nname = \"fear\"",
        "[[influence]]\nname = \"fear\"\nhalf_life = 3\n[[influence]]\nname = \"joy\"",
    ),
    (
        "storey",
        "[[storey]]\nname = \"attic\"\n[storey.ground]\nsize = [10, 10]",
        "[[storey]]\nname = \"attic\"\nfloor = 5\n[storey.ground]\nsize = [10, 10]\n[[storey.object]]\nkind = \"wall\"\nat = [5, 5]\nboxes = [{ size = [1, 1], top = 2 }]",
    ),
    (
        "portal",
        "[[storey]]\nname = \"attic\"\n[storey.ground]\nsize = [30, 30]\n[[portal]]\nkind = \"stairs\"\nfrom = { storey = \"ground\", area = [20, 20, 22, 22] }\nto = { storey = \"attic\", area = [25, 20, 27, 22] }",
        "[[storey]]\nname = \"attic\"\n[storey.ground]\nsize = [30, 30]\n[[portal]]\nkind = \"ladder\"\nfrom = { storey = \"ground\", area = [10, 20, 12, 22] }\nto = { storey = \"attic\", area = [25, 20, 27, 22] }",
    ),
    ("spawn", NEWTS, "[[spawn]]\nbehaviour = \"toad\"\narea = [12, 12, 19, 19]\ncount = 2\n"),
    (
        "settings",
        "[[spawn]]\nbehaviour = \"newt\"\narea = [2, 2, 9, 9]\ncount = 3\n",
        "[[spawn]]\nbehaviour = \"newt\"\narea = [2, 2, 9, 9]\ncount = 3\nsettings = { sight = 30 }\n",
    ),
];

#[test]
fn an_entry_of_each_kind_comes_into_the_living_world_and_goes_again() {
    for (key, one, other) in ENTRIES {
        // Keys without a table belong to the top of the map, those of the ground to its table.
        let whole = |entry: &str| match key {
            "name" | "attribution" => TOP.replacen("[ground]", &format!("{entry}\n[ground]"), 1),
            _ => format!("{TOP}{entry}\n"),
        };
        let (one, other) = (whole(one), whole(other));
        assert_ne!(one, other);
        let mut sim = living(&one);
        for text in [&other, &one, &other] {
            reload(&mut sim, text);
            assert_eq!(errors(&mut sim), [""; 0], "{key}");
            check_same(&sim, text);
            steps(&mut sim, 10);
        }
        let row = sim.snapshot(None, Default::default()).scripts.iter().find(|row| row.path == "stage.toml").cloned();
        assert_eq!(row.map(|row| row.version), Some(4), "{key}");
    }
}

#[test]
fn creatures_keep_their_lives_and_their_memory() {
    let mut sim = living(&format!("{TOP}{NEWTS}"));
    let ids: Vec<_> = sim.agents().bodies.living().map(|slot| sim.agents().bodies.id(slot)).collect();
    let turns = |sim: &Sim, id| match sim.memory(id).expect("it lives").get("turns") {
        Some(Value::Number(n)) => *n,
        _ => 0.0,
    };
    let before: Vec<f64> = ids.iter().map(|id| turns(&sim, *id)).collect();

    reload(
        &mut sim,
        &format!("{TOP}{NEWTS}[[object]]\nkind = \"wall\"\nat = [20, 15]\nboxes = [{{ size = [2, 8], top = 2 }}]\n"),
    );
    steps(&mut sim, 20);

    assert!(!is_free(&sim, 20.0, 15.0));
    assert_eq!(count(&sim, "newt"), 3);
    for (id, before) in ids.iter().zip(before) {
        assert!(turns(&sim, *id) > before);
    }
}

const GATE: &str = "[[door]]\nname = \"gate\"\nat = [20, 10]\nsize = [3, 0.3]\n[[object]]\nname = \"cart\"\nkind = \"box\"\nat = [30, 20]\nboxes = [{ size = [2, 2], top = 2 }]\n[[object]]\nname = \"tub\"\nkind = \"box\"\nat = [30, 25]\nboxes = [{ size = [2, 2], top = 2 }]\n";

/// A world in which the gate was opened, the cart moved, the tub taken away, a crate placed and a pond dug.
fn lived_in() -> Sim {
    let mut sim = living(&format!("{TOP}{GATE}"));
    let crate_ = Obb::new(Vec2::new(10.0, 20.0), Vec2::ONE, 0.0);
    let pond = Edit::Ground { corners: [Cell::new(3, 20), Cell::new(5, 22)], kind: "water".into() };
    sim.step(
        &[
            Command::SetDoor { door: "gate".into(), open: true },
            Command::Edit(Edit::Move { name: "cart".into(), to: Vec2::new(35.0, 20.0) }),
            Command::Edit(Edit::Remove { name: "tub".into() }),
            Command::Edit(Edit::Place { name: "crate".into(), footprint: crate_, base_m: 0.0, top_m: 2.0 }),
            Command::Edit(pond),
        ],
        &NoClock,
    );
    steps(&mut sim, 5);
    assert!(is_lived_in(&sim));
    sim
}

fn is_lived_in(sim: &Sim) -> bool {
    let free = [(20.0, 10.0), (30.0, 20.0), (30.0, 25.0)].map(|(x, y)| is_free(sim, x, y));
    let closed = [(35.0, 20.0), (10.0, 20.0), (4.0, 21.0)].map(|(x, y)| is_free(sim, x, y));
    free == [true; 3] && closed == [false; 3]
}

#[test]
fn what_became_of_the_world_stays_where_the_map_says_what_it_said() {
    let mut sim = lived_in();
    for more in [
        "[[place]]\nname = \"well\"\nat = [5, 5]\n",
        "[[object]]\nkind = \"wall\"\nat = [20, 25]\nboxes = [{ size = [2, 2], top = 2 }]\n",
        "",
    ] {
        // Entries come before the old ones, too: they are found by what they say, not by where.
        reload(&mut sim, &format!("{TOP}{more}{GATE}"));
        assert_eq!(errors(&mut sim), [""; 0]);
        assert!(is_lived_in(&sim), "{more}");
        steps(&mut sim, 5);
    }
    // What was placed can be moved and taken away as before.
    sim.step(&[Command::Edit(Edit::Remove { name: "crate".into() })], &NoClock);
    sim.step(&[Command::Edit(Edit::Move { name: "cart".into(), to: Vec2::new(30.0, 20.0) })], &NoClock);
    assert!(is_free(&sim, 10.0, 20.0) && is_free(&sim, 35.0, 20.0) && !is_free(&sim, 30.0, 20.0));
}

#[test]
fn an_entry_that_changed_is_as_the_map_says() {
    let mut sim = lived_in();
    let text = GATE
        .replace("at = [20, 10]", "at = [20, 11]")
        .replace("at = [30, 20]", "at = [31, 20]")
        .replace("at = [30, 25]", "at = [30, 26]");
    reload(&mut sim, &format!("{}{text}", TOP.replace("size = [40, 30]", "size = [40, 30]\nfill = \"sand\"")));
    assert_eq!(errors(&mut sim), [""; 0]);
    // The gate is closed where it is now, cart and tub are where they are now, and the pond is sand; the crate is nothing of the map's.
    let closed = [(20.0, 11.0), (31.0, 20.0), (30.0, 26.0), (10.0, 20.0)].map(|(x, y)| is_free(&sim, x, y));
    let free = [(20.0, 9.5), (35.0, 20.0), (4.0, 21.0)].map(|(x, y)| is_free(&sim, x, y));
    assert_eq!((closed, free), ([false; 4], [true; 3]));
}

#[test]
fn a_creature_where_a_wall_is_now_is_at_the_nearest_free_place() {
    let mut sim = living(&format!("{TOP}{NEWTS}"));
    let before: Vec<Vec2> = sim.agents().bodies.living().map(|slot| sim.agents().bodies.position[slot]).collect();
    reload(
        &mut sim,
        &format!(
            "{TOP}{NEWTS}[[object]]\nkind = \"rock\"\nat = [5.5, 5.5]\nboxes = [{{ size = [11, 11], top = 2 }}]\n"
        ),
    );
    let bodies = &sim.agents().bodies;
    for (slot, before) in bodies.living().zip(before) {
        let at = bodies.position[slot];
        assert!(sim.world().is_free(at, 0.4, 1.8, MoveClass::WALK), "{at}");
        // The rock ends at 11: nothing nearer than that and a cell is free.
        let out = (11.0 - before.x).min(11.0 - before.y);
        assert!(at.distance(before) < out + 2.0, "from {before} to {at}");
    }
    assert_eq!(lines(&mut sim, Level::Info).iter().filter(|line| line.contains("a wall is now")).count(), 3);
}

#[test]
fn where_nothing_is_free_creatures_stay_and_that_is_said() {
    let mut sim = living(&format!("{TOP}{NEWTS}"));
    reload(&mut sim, &format!("{}{NEWTS}", TOP.replace("size = [40, 30]", "size = [40, 30]\nfill = \"wall\"")));
    assert_eq!(count(&sim, "newt"), 3);
    assert!(lines(&mut sim, Level::Warn).iter().any(|line| line.contains("3 creatures are inside a wall")));
    reload(&mut sim, &format!("{TOP}{NEWTS}"));
    steps(&mut sim, 20);
    assert_eq!(count(&sim, "newt"), 3);
}

fn spawn(behaviour: &str, x: u32, count: u32, more: &str) -> String {
    format!("[[spawn]]\nbehaviour = \"{behaviour}\"\narea = [{x}, 2, {}, 9]\ncount = {count}\n{more}\n", x + 7)
}

fn kill_all(sim: &mut Sim, behaviour: &str) {
    let agents = sim.agents();
    let is_one = |slot: &usize| sim.catalogue().symbols.name(agents.behaviour[*slot]) == behaviour;
    let kills: Vec<Command> =
        agents.bodies.living().filter(is_one).map(|slot| Command::Kill { id: agents.bodies.id(slot) }).collect();
    sim.step(&kills, &NoClock);
}

#[test]
fn a_changed_spawn_affects_future_lives_and_a_removed_one_has_none() {
    let (newts, toads) = (spawn("newt", 2, 3, "respawn = 1"), spawn("toad", 12, 2, "respawn = 1"));
    // A new one has its lives at once, those of before stay.
    let mut sim = after(&newts, &format!("{toads}{newts}"));
    assert_eq!((count(&sim, "newt"), count(&sim, "toad")), (3, 2));
    // The numbers of areas changed: the dead come again where they belong.
    kill_all(&mut sim, "newt");
    steps(&mut sim, 30);
    assert_eq!((count(&sim, "newt"), count(&sim, "toad")), (3, 2));
    // Elsewhere: only for those that come to life later.
    let place =
        |sim: &Sim| sim.agents().bodies.living().map(|slot| sim.agents().bodies.position[slot].x).fold(0.0, f32::max);
    let moved = toads.replace("area = [12, 2, 19, 9]", "area = [30, 2, 37, 9]");
    reload(&mut sim, &format!("{TOP}{moved}{newts}"));
    assert!(place(&sim) < 20.0 && count(&sim, "toad") == 2);
    kill_all(&mut sim, "toad");
    steps(&mut sim, 30);
    assert!(place(&sim) > 29.0 && count(&sim, "toad") == 2);
    // Removed: those that live go on, none comes after them.
    reload(&mut sim, &format!("{TOP}{newts}"));
    assert_eq!(count(&sim, "toad"), 2);
    kill_all(&mut sim, "toad");
    kill_all(&mut sim, "newt");
    steps(&mut sim, 30);
    assert_eq!((count(&sim, "newt"), count(&sim, "toad")), (3, 0));
    assert_eq!(errors(&mut sim), [""; 0]);
}

#[test]
fn more_of_a_spawn_come_at_once_and_fewer_are_left_as_they_die() {
    let of = |count| format!("{TOP}{}", spawn("newt", 2, count, "respawn = 1"));
    let mut sim = living(&of(3));
    reload(&mut sim, &of(5));
    assert_eq!(count(&sim, "newt"), 5);
    reload(&mut sim, &of(2));
    assert_eq!(count(&sim, "newt"), 5);
    kill_all(&mut sim, "newt");
    steps(&mut sim, 30);
    assert_eq!(count(&sim, "newt"), 2);
    // What was not replaced yet counts.
    reload(&mut sim, &of(1));
    reload(&mut sim, &of(3));
    assert_eq!(count(&sim, "newt"), 3);
}

#[test]
fn changed_settings_reach_the_creatures_of_that_spawn() {
    let of = |settings: &str| {
        format!("{}{}", spawn("newt", 2, 2, settings), spawn("newt", 12, 1, "settings = { sight = 7 }"))
    };
    let mut sim = after(&of("settings = { sight = 30 }"), &of("settings = { sight = 40, calm = false }"));
    steps(&mut sim, 20);
    let seen = |sim: &Sim| {
        let bodies = &sim.agents().bodies;
        let one = |slot: usize| {
            let memory = sim.memory(bodies.id(slot)).expect("it lives");
            format!("{:?} {:?}", memory.get("sight"), memory.get("calm"))
        };
        let mut all: Vec<String> = bodies.living().map(one).collect();
        all.sort();
        all
    };
    let [new, old] = ["Some(Number(40.0)) Some(Bool(false))", "Some(Number(7.0)) Some(Bool(true))"];
    assert_eq!(seen(&sim), [new, new, old]);
    // One that the behaviour does not declare keeps all of the map out.
    reload(&mut sim, &format!("{TOP}{}", of("settings = { height = 3 }")));
    let said = errors(&mut sim);
    assert!(
        said[0].contains("stage.toml v3 rejected, v2 live: stage.toml:8: error") && said[0].contains("height"),
        "{said:?}"
    );
    steps(&mut sim, 20);
    assert_eq!(seen(&sim), [new, new, old]);
}

#[test]
fn what_cannot_change_while_creatures_live_is_refused_with_a_message() {
    let before = format!("{TOP}{NEWTS}");
    let attic = "[[storey]]\nname = \"attic\"\n[storey.ground]\nsize = [10, 10]\n";
    for (text, words) in [
        (before.replace("[40, 30]", "[41, 30]"), "was [40, 30] m wide and high, and is [41, 30] m now"),
        (before.replace("[ground]", "resolution = 0.5\n[ground]"), "'resolution' was 1 m a cell, and is 0.5 now"),
        (format!("{before}{attic}"), "its storeys were 'ground', and are 'ground', 'attic' now"),
        (before.replace("[ground]", "planner = \"window\"\n[ground]"), "'planner' is another now"),
        (before.replace("[ground]", "nav = { graph = \"mesh\" }\n[ground]"), "'nav' is another now"),
        (before.replace("[ground]", "crowd = { gates = \"grid\" }\n[ground]"), "'crowd' is another now"),
        (format!("{before}{}", spawn("newtt", 20, 1, "")), "no behaviour 'newtt'"),
    ] {
        let Ok(loaded) = format::parse("stage.toml", text.as_bytes()) else { panic!("{text} is a map") };
        let mut sim = living(&before);
        let mut other = living(&before);
        let world = found(sim.world(), Storey::GROUND);
        sim.step(&[Command::ReloadMap(MapVersion::new(loaded.world))], &NoClock);
        other.step(&[], &NoClock);
        let said = errors(&mut sim);
        assert!(said.len() == 1 && said[0].contains("v2 rejected, v1 live") && said[0].contains(words), "{said:?}");
        assert_eq!((found(sim.world(), Storey::GROUND), sim.hash()), (world, other.hash()), "{words}");
    }
}

#[test]
fn creatures_in_portals_that_go_are_let_out_and_plan_again() {
    let tower = include_str!("../../maps/tower.toml");
    let parts: Vec<&str> = tower.split("[[portal]]").collect();
    assert!(parts.len() > 3);
    // The first portal goes, then it is the only one, then all are as before.
    let without = format!("{}[[portal]]{}", parts[0], parts[2..].join("[[portal]]"));
    let alone = format!("{}[[portal]]{}", parts[0], parts[1]);
    let run = |threads| {
        let mut config = Config::default();
        config.sim.threads = threads;
        let start = Start { map: "tower".into(), seed: 5, config, ..Start::default() };
        let mut sim = Sim::new(start.load().expect("loads").0).expect("starts");
        let (mut let_out, mut hashes) = (0, Vec::new());
        for text in [&without, &alone, tower, &alone, tower] {
            let passing = |sim: &Sim| sim.agents().transits.iter().count();
            for _ in 0..400 {
                sim.step(&[], &NoClock);
                if passing(&sim) > 1 {
                    break;
                }
            }
            let before = passing(&sim);
            let world = format::parse("maps/tower.toml", text.as_bytes()).expect("a map").world;
            sim.step(&[Command::ReloadMap(MapVersion::new(world))], &NoClock);
            assert_eq!(errors(&mut sim), [""; 0]);
            let_out += before.saturating_sub(passing(&sim));
            let bodies = &sim.agents().bodies;
            for slot in bodies.living().filter(|slot| sim.agents().transits.get(*slot).is_none()) {
                let (at, plane) = (bodies.position[slot], sim.world().on(bodies.storey[slot]));
                let inner_m = bodies.radius[slot] - 0.05;
                assert!(plane.is_free(at, inner_m, bodies.height[slot], bodies.moves[slot]), "{at}");
            }
            steps(&mut sim, 60);
            hashes.push(sim.hash());
        }
        (hashes, let_out)
    };
    let one = run(1);
    assert!(one.1 > 0, "{one:?}");
    assert_eq!(run(4), one);
}

/// A map of rocks, doors, ponds, areas and creatures, drawn from small numbers so that entries are often equal in two maps.
fn maps() -> impl Strategy<Value = String> {
    let at = || (2..38_u32, 2..28_u32);
    let objects = prop::collection::vec((0..4_u32, at(), 1..4_u32), 0..5);
    let doors = prop::collection::btree_map(0..3_u32, (at(), any::<bool>()), 0..3);
    let ponds = prop::collection::vec((at(), 0..3_usize), 0..5);
    let areas = prop::collection::btree_map(0..3_u32, (at(), 1..4_u32), 0..3);
    let spawns = prop::collection::vec((0..3_usize, 1..4_u32), 0..3);
    (objects, doors, ponds, areas, spawns).prop_map(|(objects, doors, ponds, areas, spawns)| {
        let mut rows = vec![vec!['.'; 40]; 30];
        for ((x, y), kind) in ponds {
            for (dy, dx) in (0..4).flat_map(|dy| (0..4).map(move |dx| (dy, dx))) {
                if let Some(cell) = rows.get_mut(y as usize + dy).and_then(|row| row.get_mut(x as usize + dx)) {
                    *cell = ['~', '#', ':'][kind];
                }
            }
        }
        let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        let mut text = format!("format = 1\n[ground]\nrows = '''\n{}\n'''\n", rows.join("\n"));
        for (name, (x, y), size) in objects {
            text += &format!("[[object]]\nname = \"o{name}\"\nkind = \"rock\"\nat = [{x}, {y}]\nboxes = [{{ size = [{size}, 1.5], top = 2 }}]\n");
        }
        for (name, ((x, y), open)) in doors {
            text += &format!("[[door]]\nname = \"d{name}\"\nat = [{x}, {y}]\nsize = [3, 0.5]\nopen = {open}\n");
        }
        for (name, ((x, y), cost)) in areas {
            text += &format!("[[area]]\nname = \"a{name}\"\narea = [{x}, {y}, {}, {}]\ncost = {cost}\n", x + 2, y + 2);
        }
        for (i, count) in spawns {
            text += &spawn(["newt", "toad", "hare"][i], 2, count, "");
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn a_world_that_took_a_map_is_the_world_of_that_map(texts in prop::collection::vec(maps(), 2..4)) {
        let mut sim = living(&texts[0]);
        for text in &texts[1..] {
            reload(&mut sim, text);
            prop_assert_eq!(errors(&mut sim), [""; 0]);
            check_same(&sim, text);
            let bodies = &sim.agents().bodies;
            for slot in bodies.living() {
                let at = bodies.position[slot];
                prop_assert!(sim.world().is_free(at, 0.37, 1.8, bodies.moves[slot]), "{} in {}", at, text);
            }
            steps(&mut sim, 7);
        }
    }

    #[test]
    fn a_map_that_says_the_same_leaves_the_world_as_it_was_made(
        text in maps(),
        changes in prop::collection::vec((0..5_u32, 0..4_u32, 12..38_i32, 2..28_i32), 1..12),
    ) {
        let mut sim = living(&text);
        for (kind, name, x, y) in changes {
            let at = Vec2::new(x as f32, y as f32);
            let edit = match kind {
                0 => Edit::Place { name: format!("o{name}"), footprint: Obb::new(at, Vec2::ONE, 0.3), base_m: 0.0, top_m: 2.0 },
                1 => Edit::Move { name: format!("o{name}"), to: at },
                2 => Edit::Remove { name: format!("o{name}") },
                _ => Edit::Ground { corners: [Cell::new(x, y), Cell::new(x + 1, y)], kind: ["grass", "wall"][name as usize % 2].into() },
            };
            let door = Command::SetDoor { door: format!("d{name}"), open: x % 2 == 0 };
            sim.step(&[if kind == 4 { door } else { Command::Edit(edit) }], &NoClock);
        }
        steps(&mut sim, 5);
        let before = (found(sim.world(), Storey::GROUND), regions(&sim, Storey::GROUND, 0.4, 1.8));
        reload(&mut sim, &format!("# saved again\n{text}"));
        prop_assert_eq!(errors(&mut sim), [""; 0]);
        prop_assert_eq!(before, (found(sim.world(), Storey::GROUND), regions(&sim, Storey::GROUND, 0.4, 1.8)));
    }

    #[test]
    fn the_same_maps_give_the_same_world_on_any_number_of_threads(
        texts in prop::collection::vec(maps(), 3),
        graph in prop_oneof![Just(""), Just("nav = { graph = \"mesh\" }\n"), Just("nav = { graph = \"hex\" }\n")],
    ) {
        let texts: Vec<String> =
            texts.iter().map(|text| text.replacen("[ground]", &format!("{graph}[ground]"), 1)).collect();
        let run = |threads| {
            let mut sim = on_threads(&texts[0], threads);
            let hash = |text: &String| {
                reload(&mut sim, text);
                steps(&mut sim, 15);
                sim.hash()
            };
            texts[1..].iter().map(hash).collect::<Vec<String>>()
        };
        let one = run(1);
        prop_assert_eq!([run(2), run(8)], [one.clone(), one]);
    }
}
