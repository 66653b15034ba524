//! Layers of influence, as scripts write and read them.

use crate::game::{Game, setup};
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::testing::world::format;
use bestiary::{Setup, Sim, SimParams, Storey};
use std::sync::Arc;

/// A layer of the map's own.
const LAYER: &str = "[[influence]]\nname = \"fear\"\nhalf_life = 5\nreach = 10\n";

fn creature(tick: &str) -> String {
    format!(
        "return behaviour {{ name = 'walker', body = {{ faction = 'town', radius = 0.4 }}, start = 's', states = {{ s = {{
           enter = function(npc) npc.memory.turn = 0 end,
           tick = function(npc) local m = npc.memory m.turn += 1 {tick} end }} }} }}"
    )
}

fn spawn(x: u32) -> String {
    format!("[[spawn]]\nbehaviour = \"walker\"\narea = [{x}, 11, {}, 12]\ncount = 1\n", x + 1)
}

fn remembered(map: &str, tick: &str, steps: u64) -> Vec<String> {
    Game::new(map, &[("npc/walker.lua", &creature(tick))]).steps(steps).remembered("seen")
}

#[test]
fn what_one_adds_others_read_in_later_steps() {
    let tick = "if npc.id == 0 and m.turn == 1 then influence.add('fear', 20, 12, 3) end
                if m.turn == 3 then m.seen = influence.at('fear', 20, 12) > 2 end";
    assert_eq!(remembered(&format!("{LAYER}{}{}", spawn(1), spawn(30)), tick, 20), ["true", "true"]);
}

/// A faction (threat, scent), all creatures (congestion), a behaviour (a creature's own kind), or scripts alone.
#[test]
fn a_layer_has_one_of_four_sources() {
    let layer =
        |name: &str, source: &str| format!("[[influence]]\nname = \"{name}\"\nhalf_life = 0.2\nreach = 6\n{source}\n");
    let layers = [
        layer("town", "faction = \"town\""),
        layer("kind", "behaviour = \"walker\""),
        layer("crowd", "creatures = true"),
        layer("wolves", "faction = \"predator\""),
        layer("words", ""),
    ];
    let tick = "local seen = {}
                for _, name in ipairs { 'town', 'kind', 'crowd', 'wolves', 'words' } do
                  seen[#seen + 1] = string.format('%.0f', influence.at(name, npc.x, npc.y))
                end
                m.seen = table.concat(seen, ' ')";
    let map = format!("{}{}", layers.concat(), spawn(20));
    assert_eq!(remembered(&map, tick, 60), ["\"1 1 1 0 0\""]);
}

#[test]
fn a_name_that_no_layer_has_is_an_error_with_a_suggestion() {
    let tick = "local ok, why = pcall(influence.at, 'faer', 1, 1) m.seen = tostring(ok) .. ' ' .. tostring(why)";
    let seen = remembered(&format!("{LAYER}{}", spawn(1)), tick, 10);
    assert!(seen[0].contains("there is no influence layer 'faer'; did you mean 'fear'?"), "{seen:?}");
    let seen = remembered(&spawn(1), tick, 10);
    assert!(seen[0].contains("there is no influence layer 'faer'"), "without any layer: {seen:?}");
}

#[test]
fn what_is_no_number_is_refused_and_what_is_huge_is_cut() {
    let tick = "local refused = 0
                for _, n in ipairs { 0/0, 1/0, -1/0, 'x', {} } do
                  if not pcall(influence.add, 'fear', n, 1, 1) then refused += 1 end
                  if not pcall(influence.add, 'fear', 1, 1, n) then refused += 1 end
                  if not pcall(influence.strongest, 'fear', 1, 1, n) then refused += 1 end
                end
                influence.add('fear', 1, 1, 99999999) influence.add('fear', 1, 1, 99999999)
                influence.add('fear', -99999999, 99999999, 5)
                local most = influence.at('fear', 1, 1)
                m.seen = refused .. ' ' .. tostring(most <= 10000) .. ' ' .. tostring(influence.strongest('fear', 1, 1, 99999999) ~= nil)";
    assert_eq!(remembered(&format!("{LAYER}{}", spawn(1)), tick, 20), ["\"15 true true\""]);
}

#[test]
fn a_creature_adds_as_often_as_it_may_send() {
    let tick = "local n = 0 for _ = 1, 20 do if pcall(influence.add, 'fear', 1, 1, 1) then n += 1 end end m.seen = n";
    assert_eq!(remembered(&format!("{LAYER}{}", spawn(1)), tick, 10), ["16"]);
}

/// 300 creatures and fourteen layers that reach 40 m would add to more cells in a step than all layers together may get: each
/// creature adds less often and more, so that as much is there.
#[test]
fn where_many_creatures_write_to_many_layers_each_adds_less_often_and_more() {
    let amount = |layers: usize| {
        let layer = |i| format!("[[influence]]\nname = \"l{i}\"\nreach = 40\ncreatures = true\n");
        let herd = "[[spawn]]\nbehaviour = \"walker\"\narea = [2, 2, 38, 28]\ncount = 300\n";
        let map = format!("{}{herd}", (0..layers).map(layer).collect::<String>());
        let seen = remembered(&map, "m.seen = influence.at('l0', 20, 15)", 100);
        seen[0].parse::<f64>().expect("a number")
    };
    let (alone, among_many) = (amount(1), amount(14));
    assert!(alone > 20.0, "{alone}");
    assert!((among_many / alone - 1.0).abs() < 0.1, "{alone} and {among_many}");
}

#[test]
fn the_world_is_the_same_on_any_number_of_threads() {
    let tick = "influence.add('fear', npc.x + npc:random() * 30, npc.y, npc:random())
                local x, y = influence.strongest('fear', npc.x, npc.y, 30)
                if x then npc:steer(x, y) end";
    let source = creature(tick);
    let map = format!("{LAYER}spread = 0.2\n{}", (0..12).map(|i| spawn(2 + 3 * i)).collect::<String>());
    let hash = |threads| Game::on_threads(threads, &map, &[("npc/walker.lua", &source)]).steps(200).sim.hash();
    assert_eq!(hash(1), hash(2));
    assert_eq!(hash(1), hash(8));
}

#[test]
fn storeys_have_their_own() {
    let tick = "if npc.id == 0 then influence.add('fear', 20, 12, 1) end m.seen = influence.at('fear', 20, 12) > 0";
    let usual =
        setup(&format!("{LAYER}{}{}", spawn(1), spawn(8)), ModSet::from_files([("npc/walker.lua", &*creature(tick))]));
    let mut world = Arc::unwrap_or_clone(usual.world);
    let bare = format::parse("above.toml", b"format = 1\n[ground]\nsize = [40, 30]\n").expect("loads").world;
    let upper = world.add_storey(bare).expect("there is space for it");
    world.spawns[1].storey = upper;
    assert_ne!(upper, Storey::GROUND);
    let sim = SimParams { threads: 1, ..usual.sim.clone() };
    let mut sim =
        Sim::new(Setup { world: Arc::new(world), sim, ..usual }).unwrap_or_else(|faults| panic!("{faults:?}"));
    for _ in 0..30 {
        sim.step(&[], &NoClock);
    }
    let seen = |slot| sim.memory(sim.agents().bodies.id(slot)).and_then(|m| m.get("seen").map(ToString::to_string));
    assert_eq!([seen(0), seen(1)], [Some("true".into()), Some("false".into())]);
}

#[test]
fn bodies_avoid_layers_that_mods_declare() {
    let avoids = |what: &str| creature("").replace("radius = 0.4", &format!("radius = 0.4, avoids = {what}"));
    let refused = |what: &str| Game::refused(&spawn(1), &[("npc/walker.lua", &avoids(what))]).join(" ");
    assert!(refused("{ fear = 4 }").contains("there is no influence layer 'fear'"), "{}", refused("{ fear = 4 }"));
    assert!(refused("{ 4 }").contains("there is no influence layer '1'"), "{}", refused("{ 4 }"));
    assert!(refused("'fear'").contains("body.avoids"), "{}", refused("'fear'"));
}
