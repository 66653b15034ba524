//! A hamster, a wolf and an elephant before one wall with three gaps: each takes the nearest one that it fits through.

use crate::game::setup;
use bestiary::testing::agent::collide::SKIN_M;
use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::{Planner, Setup, Sim, Vec2};

/// A wall at x = 20 from top to bottom. Gaps of 0.7 m at y = 15.3, 1.6 m at y = 20.6 and 4.2 m at y = 26.4.
const WALL: &str = "[[object]]\nname = \"wall\"\nkind = \"wall\"\nboxes = [
  { at = [20, 7.475], size = [0.4, 14.95], top = 4 }, { at = [20, 17.725], size = [0.4, 4.15], top = 4 },
  { at = [20, 22.85], size = [0.4, 2.9], top = 4 }, { at = [20, 29.25], size = [0.4, 1.5], top = 4 }]\n";

/// Radius, metres, and the middle of the gap that is its.
const SIZES: [(&str, f32, f32); 3] = [("hamster", 0.2, 15.3), ("wolf", 0.6, 20.6), ("elephant", 1.85, 26.4)];

fn behaviour(name: &str, radius: f32) -> String {
    format!(
        "local tactics = require 'lib.tactics'
        return behaviour {{ name = '{name}', body = {{ radius = {radius}, speed = 5 }}, start = 's', states = {{ s = {{
          tick = function(npc) tactics.go(npc, 36, 15) end }} }} }}"
    )
}

fn three(planner: Planner) -> Sim {
    let spawn = |(name, ..): &(&str, f32, f32)| {
        format!("[[spawn]]\nbehaviour = \"{name}\"\narea = [2, 12, 8, 18]\ncount = 2\n")
    };
    let behaviours = SIZES.map(|(name, radius, _)| (format!("npc/{name}.lua"), behaviour(name, radius)));
    let library = [
        ("lib/tactics.lua", include_str!("../../scripts/lib/tactics.lua")),
        ("lib/roaming.lua", include_str!("../../scripts/lib/roaming.lua")),
    ];
    let files = behaviours.iter().map(|(path, text)| (path.as_str(), text.as_str())).chain(library);
    let usual = setup(&format!("{WALL}{}", SIZES.iter().map(spawn).collect::<String>()), ModSet::from_files(files));
    let mut nav = usual.nav.clone();
    nav.planner = planner;
    Sim::new(Setup { nav, ..usual }).unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[test]
fn each_size_takes_its_own_gap_and_never_overlaps_the_wall() {
    for planner in [Planner::Static, Planner::Window] {
        let mut sim = three(planner);
        let mut through: Vec<Option<f32>> = vec![None; 2 * SIZES.len()];
        for step in 0..400 {
            let before: Vec<Vec2> = sim.agents().bodies.position.clone();
            sim.step(&[], &NoClock);
            let b = &sim.agents().bodies;
            for slot in b.living() {
                let inner = b.radius[slot] - SKIN_M - 1e-4;
                let free = sim.world().is_free(b.position[slot], inner, b.height[slot], b.moves[slot]);
                assert!(free, "{planner:?}, step {step}: {} at {} overlaps the wall", b.id(slot), b.position[slot]);
                let from = before.get(slot).copied().unwrap_or(b.position[slot]);
                if from.x < 20.0 && b.position[slot].x >= 20.0 {
                    through[slot] = Some(b.position[slot].y);
                }
            }
        }
        let b = &sim.agents().bodies;
        assert_eq!(b.living().count(), 2 * SIZES.len());
        for slot in b.living() {
            let own = SIZES.iter().position(|(_, radius, _)| *radius == b.radius[slot]).expect("one of three");
            let y =
                through[slot].unwrap_or_else(|| panic!("{planner:?}: a {} is at {}", SIZES[own].0, b.position[slot]));
            // Windows keep away from volumes where they can, and so may lead through a wider gap.
            let gaps = if planner == Planner::Static { &SIZES[own..=own] } else { &SIZES[own..] };
            let passed = gaps.iter().any(|(.., gap)| (y - gap).abs() < 2.1);
            assert!(passed, "{planner:?}: a {} passed at {y}", SIZES[own].0);
        }
    }
}
