//! A map that is saved again while creatures live on it: what its entries say comes into the world, and nothing else is touched.

mod life;
mod random;
mod spawns;
mod tiled;

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

fn spawn(behaviour: &str, x: u32, count: u32, more: &str) -> String {
    format!("[[spawn]]\nbehaviour = \"{behaviour}\"\narea = [{x}, 2, {}, 9]\ncount = {count}\n{more}\n", x + 7)
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
