//! The tactical machine in `lib/tactics.lua`, status by status.

use crate::stage::{Stage, ticking};
use bestiary::Value;
use bestiary::Vec2;
use bestiary::testing::agent::Drive;
use bestiary::testing::lua::ModSet;
use bestiary::{AgentId, ScriptParams};
use std::sync::Arc;

/// A stage with the built-in tactics, a probe whose tick stores the status of `call`, and another creature that does nothing.
fn stage(call: &str) -> (Stage, AgentId, AgentId) {
    let mods = ModSet::embedded();
    let lib = |path| mods.file(path).map(|(_, text)| text).expect("there");
    let probe =
        format!("local tactics = require 'lib.tactics'\n{}", ticking("probe", &format!("npc.memory.status = {call}")));
    let other = "return behaviour { name = \"other\", start = \"s\", states = { s = {} } }";
    let mut stage = Stage::new(&[
        ("npc/probe.lua", &probe),
        ("npc/other.lua", other),
        ("lib/tactics.lua", lib("lib/tactics.lua")),
        ("lib/roaming.lua", lib("lib/roaming.lua")),
    ]);
    let me = stage.spawn("probe", 5.0, 5.0);
    let other = stage.spawn("other", 25.0, 5.0);
    (stage, me, other)
}

/// One turn, after any search has run as in the simulation: returns the status.
fn turn(stage: &mut Stage, me: AgentId) -> String {
    let out = stage.turn(&[me]);
    assert!(out.faults.is_empty(), "{}", out.faults[0].diagnostic);
    let known = stage.vm.instance(me.slot()).and_then(|m| m.target(&stage.view));
    if let Some(p) = stage.vm.instance_mut(me.slot()).and_then(|m| m.pathfinder.as_mut()) {
        let (service, mut worker) = Default::default();
        let mut search = bestiary::testing::nav::SearchContext {
            service: &service,
            worker: &mut worker,
            clock: &bestiary::testing::diag::NoClock,
        };
        let ctx = stage.view.nav_context(me.slot(), known);
        while p.wants_slice() && bestiary::testing::nav::run_slice(p, &ctx, &mut search).is_none() {}
    }
    match stage.memory(me, "status") {
        Value::String(t) => String::from_utf8(t).expect("a word"),
        other => panic!("{other}"),
    }
}

fn tactic(stage: &Stage, me: AgentId) -> &str {
    stage.view.catalogue.symbols.name(stage.view.agents.tactic[me.slot()])
}

fn place(stage: &mut Stage, id: AgentId, at: Vec2) {
    Arc::make_mut(&mut stage.view.agents).bodies.position[id.slot()] = at;
}

fn goes_to(stage: &Stage, me: AgentId) -> Option<Vec2> {
    match stage.view.agents.intent[me.slot()].drive {
        Drive::Steer { to, .. } => Some(to),
        _ => None,
    }
}

#[test]
fn going_somewhere_searches_then_seeks_then_arrives() {
    let (mut stage, me, _) = stage("tactics.go(npc, 15, 5)");
    let seen: Vec<String> = (0..3).map(|_| turn(&mut stage, me)).collect();
    assert!(seen.contains(&"moving".to_owned()), "{seen:?}");
    assert_eq!(tactic(&stage, me), "seek");
    assert_eq!(goes_to(&stage, me), Some(Vec2::new(15.0, 5.0)));
    place(&mut stage, me, Vec2::new(14.8, 5.0));
    assert_eq!(turn(&mut stage, me), "arrived");
    assert_eq!(tactic(&stage, me), "idle");
    assert_eq!(stage.view.agents.intent[me.slot()].drive, Drive::Stop);
}

#[test]
fn with_pathfinding_switched_off_it_steers_straight() {
    let (mut stage, me, _) = stage("tactics.go(npc, 15, 5)");
    stage.view.pathfinding_on = false;
    assert_eq!(turn(&mut stage, me), "moving");
    assert_eq!(turn(&mut stage, me), "moving");
    assert_eq!(goes_to(&stage, me), Some(Vec2::new(15.0, 5.0)));
}

#[test]
fn following_ends_in_pursuit_then_in_arrival_and_notices_loss() {
    let (mut stage, me, other) = stage("tactics.follow(npc, 1, { charge = true })");
    for _ in 0..3 {
        turn(&mut stage, me);
    }
    place(&mut stage, me, Vec2::new(22.0, 5.0));
    assert_eq!(turn(&mut stage, me), "moving");
    assert_eq!(tactic(&stage, me), "pursue");
    assert!(matches!(stage.view.agents.intent[me.slot()].drive, Drive::Steer { avoids: false, .. }));
    place(&mut stage, me, Vec2::new(23.8, 5.0));
    assert_eq!(turn(&mut stage, me), "arrived");
    Arc::make_mut(&mut stage.view.agents).remove(other);
    assert_eq!(turn(&mut stage, me), "lost");
    assert_eq!(tactic(&stage, me), "idle");
}

#[test]
fn fleeing_goes_to_the_far_side_and_stops_when_far_enough() {
    let (mut stage, me, other) = stage("tactics.flee_from(npc, 1, 15)");
    place(&mut stage, me, Vec2::new(22.0, 15.0));
    place(&mut stage, other, Vec2::new(25.0, 15.0));
    for _ in 0..3 {
        assert_eq!(turn(&mut stage, me), "moving");
    }
    let to = goes_to(&stage, me).expect("on the way");
    assert!(to.distance(Vec2::new(25.0, 15.0)) > 10.0, "{to}");
    place(&mut stage, me, Vec2::new(9.0, 15.0));
    assert_eq!(turn(&mut stage, me), "arrived");
}

#[test]
fn wandering_stays_near_home_and_rests() {
    let (mut stage, me, _) = stage("tactics.wander(npc, 4)");
    let (mut rests, mut walks) = (0, 0);
    for _ in 0..60 {
        rests += usize::from(turn(&mut stage, me) == "arrived");
        if let Some(to) = goes_to(&stage, me) {
            assert!(to.distance(Vec2::new(5.0, 5.0)) <= 4.01, "{to}");
            place(&mut stage, me, to);
            walks += 1;
        }
    }
    assert!(rests > 0 && walks > 0, "{rests} rests, {walks} walks");
}

#[test]
fn a_thousand_turns_of_the_built_in_creatures_raise_no_error() {
    let mods = ModSet::embedded();
    let layers = mods.influence().cloned().collect();
    let mut stage = Stage::of(&mods, ScriptParams { vms: 1, ..ScriptParams::default() }, layers);
    let names: Vec<String> = stage.program.catalogue.species.iter().map(|s| s.name.clone()).collect();
    let all: Vec<AgentId> = (0..20)
        .map(|i| stage.spawn(&names[i % names.len()], 3.0 + (i * 7 % 34) as f32, 3.0 + (i * 5 % 24) as f32))
        .collect();
    let mut transitions = 0;
    for _ in 0..50 {
        let out = stage.turn(&all);
        assert!(out.faults.is_empty(), "{}", out.faults[0].diagnostic);
        transitions += out.transitions.len();
    }
    assert!(transitions > 0, "wolves among deer");
}
