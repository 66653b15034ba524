//! A behaviour that extends the one of a mod below: what it names is its own, the rest is the other's.

use crate::game::{Game, setup};
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::{Manifest, Mod, ModSet};
use bestiary::{Command, Sim, SourceFile};

/// Remembers what its mod, its settings and its states are.
const BASE: &str = "local heard = 'base'
return behaviour { name = 'wolf', body = { speed = 4, health = 30 }, start = 'rest',
  settings = { sight = { default = 25, min = 5, max = 60 } },
  states = {
    rest = {
      enter = function(npc) npc.memory.enter = heard end,
      tick = function(npc)
        local m = npc.memory
        m.tick = mod.name .. ' ' .. npc.settings.sight .. ' ' .. npc.max_health .. ' ' .. npc.top_speed
        if npc.age > 1 then return 'prowl' end
      end,
    },
    prowl = { tick = function(npc) npc.memory.prowl = 'base' end },
  } }";

const ABOVE: &str = "return extend {
  body = { health = 50 },
  settings = { sight = { default = 40 } },
  states = { prowl = { tick = function(npc) npc.memory.prowl = mod.name return 'howl' end }, howl = {} },
}";

const MAP: &str = "[[spawn]]\nbehaviour = \"wolf\"\narea = [1, 1, 5, 5]\ncount = 1\n";

fn manifest(name: &str) -> Manifest {
    Manifest::parse("mod.toml", &format!("name = \"{name}\"\nversion = \"1\"\napi = 2\n")).expect("is one")
}

/// Mods named `base`, `above`, `top`, `mod3` and so on, each with a wolf.
fn layered(wolves: &[&str]) -> ModSet {
    let name = |n: usize| ["base", "above", "top"].get(n).map_or_else(|| format!("mod{n}"), ToString::to_string);
    let mods = wolves.iter().enumerate().map(|(n, text)| {
        let one = ModSet::from_files([("npc/wolf.lua", *text)]).mods.remove(0);
        Mod { manifest: manifest(&name(n)), label: format!("mods/{}", name(n)), ..one }
    });
    ModSet { mods: mods.collect() }
}

fn game(wolves: &[&str]) -> Game {
    Game { sim: Sim::new(setup(MAP, layered(wolves))).expect("begins") }
}

#[test]
fn what_is_not_named_is_the_other_s() {
    let mut game = game(&[BASE, ABOVE]);
    game.steps(7);
    assert_eq!(game.remembered("enter"), ["\"base\""]);
    assert_eq!(game.remembered("tick"), ["\"base 40 50 4\""]);
    assert_eq!(game.steps(30).remembered("prowl"), ["\"above\""]);
    assert!(game.sim.mods().replacements()[0].ends_with("of mod 'above' extends that of 'base'"));
}

#[test]
fn mods_extend_one_another_in_their_order() {
    let top = "return extend { settings = { sight = { default = 55 } } }";
    assert_eq!(game(&[BASE, ABOVE, top]).steps(7).remembered("tick"), ["\"base 55 50 4\""]);
    // One that extends nothing ends the row.
    let whole = "return behaviour { name = 'wolf', start = 's', states = { s = {} } }";
    assert_eq!(game(&[BASE, whole, "return extend { body = { speed = 2 } }"]).steps(7).remembered("tick"), ["nil"]);
}

#[test]
fn a_hundred_mods_may_extend_one_another() {
    let faster = "return extend { body = { speed = 5 } }";
    let row = |n: usize| [vec![BASE], vec![faster; n - 1]].concat();
    assert_eq!(game(&row(100)).steps(7).remembered("tick"), ["\"base 25 30 5\""]);
    let faults = Sim::new(setup(MAP, layered(&row(101)))).err().expect("is refused");
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!(faults[0].message, "files require or extend one another more than 100 deep");
}

#[test]
fn a_reload_of_the_extended_file_reaches_the_creatures() {
    let mut game = game(&[BASE, ABOVE]);
    let text = Some(BASE.replace("'base'\nreturn", "'new'\nreturn").replace("npc.max_health", "heard"));
    let file = SourceFile { mod_name: "base".into(), path: "npc/wolf.lua".into(), text };
    game.steps(7).sim.step(&[Command::Reload { files: vec![file] }], &NoClock);
    assert_eq!(game.steps(7).remembered("tick"), ["\"base 40 new 4\""]);
}

#[test]
fn faults_are_reported_in_the_file_that_has_them() {
    for (wolves, said) in [
        (&["return extend { start = 'rest' }"][..], "mods/base/npc/wolf.lua:1: error: extend: no mod below has"),
        (
            &[BASE, "return extend {\n  body = { speed = 'fast' } }"],
            "mods/above/npc/wolf.lua:2:20: error: body.speed is string",
        ),
        (&["return 3", "return extend {}"], "extend: npc/wolf.lua@base returns number, not a behaviour"),
        (&["return behaviour { name = 'wolf' x", ABOVE], "mods/base/npc/wolf.lua:1:"),
    ] {
        let faults = Sim::new(setup(MAP, layered(wolves))).err().expect("is refused");
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(faults.iter().any(|f| f.contains(said)), "{said}: {faults:#?}");
    }
}
