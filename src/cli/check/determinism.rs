//! `check --determinism`: the same world on one thread, on two, and with every script reloaded halfway must agree.

use crate::agent::{Key, Value};
use crate::cli::{Progress, outcome};
use crate::diag::{Diagnostic, NoClock};
use crate::runtime::{DEFAULT_MAP, Start};
use crate::sim::{Command, Population, Sim};
use std::path::PathBuf;

/// Creatures of each behaviour beyond what the map spawns.
const POPULATION: u32 = 3;

/// What is run.
pub struct Plan<'a> {
    /// Empty: the default map.
    pub maps: &'a [PathBuf],
    /// Folders of mods, loaded on top of the built-in one in this order.
    pub mods: &'a [PathBuf],
    /// Behaviours of which a few creatures are added to what the map spawns.
    pub behaviours: &'a [String],
    /// Of all random numbers.
    pub seed: u64,
    /// Steps of 50 ms that are run and compared.
    pub ticks: u64,
}

/// Runs every map three times, side by side. Worlds that do not start, and the first difference, are errors.
pub(super) fn check(plan: &Plan) -> Vec<Diagnostic> {
    let default = [PathBuf::from(DEFAULT_MAP)];
    let maps = if plan.maps.is_empty() { &default[..] } else { plan.maps };
    let mut found = Vec::new();
    for map in maps {
        let map = map.to_string_lossy();
        match compare(plan, &map) {
            Ok(difference) => found.extend(difference.map(|message| Diagnostic::error(map, message))),
            Err(faults) => found.extend(faults),
        }
    }
    found
}

/// The first difference between the runs on a map.
fn compare(plan: &Plan, map: &str) -> Result<Option<String>, Vec<Diagnostic>> {
    let (mut one, mut two, mut reloaded) = (start(plan, map, 1)?, start(plan, map, 2)?, start(plan, map, 1)?);
    let everything = [Command::Reload { files: one.mods().sources().collect() }];
    let progress = Progress::new(true);
    let mut difference = None;
    for tick in 1..=plan.ticks {
        one.step(&[], &NoClock);
        two.step(&[], &NoClock);
        reloaded.step(if tick == plan.ticks / 2 { &everything[..] } else { &[] }, &NoClock);
        let pairs = [(&mut two, "on two threads"), (&mut reloaded, "after a reload of every script")];
        difference = pairs.into_iter().find_map(|(other, how)| {
            let found = first_difference(&mut one, other)?;
            Some(format!("tick {tick}: {found} (first: on one thread; second: {how})"))
        });
        if difference.is_some() {
            break;
        }
        progress.show_part(map, tick, plan.ticks);
    }
    drop(progress);
    if difference.is_none() {
        let errors = one.stats().script_errors;
        let raised = if errors == 0 { String::new() } else { format!("; handlers raised {errors} errors") };
        outcome::note(format!("{map}: {} ticks agree on one thread, on two, and after a reload{raised}", plan.ticks));
    }
    Ok(difference)
}

/// Starts one of the worlds that are compared.
///
/// # Errors
/// Everything wrong with the map, the mods and the scripts.
pub fn start(plan: &Plan, map: &str, threads: usize) -> Result<Sim, Vec<Diagnostic>> {
    let population = plan.behaviours.iter().map(|b| Population { behaviour: b.clone(), count: POPULATION }).collect();
    let (map, mods, seed) = (map.to_owned(), plan.mods.to_vec(), plan.seed);
    let start = Start { map, mods, seed, population, ..Start::default() };
    let (mut setup, _) = start.load().map_err(|e| e.0)?;
    setup.sim.threads = threads;
    // A probation calls creatures once more at once; without one, a reload causes no call of its own.
    setup.script.probation_ms = 0;
    Sim::new(setup)
}

/// The first creature that differs between two worlds that should be the same, and in what.
pub fn first_difference(a: &mut Sim, b: &mut Sim) -> Option<String> {
    if a.hash() == b.hash() {
        return None;
    }
    let slots = a.agents().bodies.len().max(b.agents().bodies.len());
    let first = (0..slots).find_map(|slot| difference_of(a, b, slot));
    Some(first.unwrap_or_else(|| "no creature differs, but the spawns or searches that are due do".into()))
}

fn difference_of(a: &Sim, b: &Sim, slot: usize) -> Option<String> {
    let alive = |s: &Sim| s.agents().bodies.alive.get(slot).copied().unwrap_or(false);
    let name = |s: &Sim| {
        let behaviour = s.catalogue().symbols.name(s.agents().behaviour[slot]);
        format!("{behaviour} {}", s.agents().bodies.id(slot))
    };
    match (alive(a), alive(b)) {
        (false, false) => return None,
        (true, false) => return Some(format!("{} lives in the first run only", name(a))),
        (false, true) => return Some(format!("{} lives in the second run only", name(b))),
        (true, true) => {}
    }
    if name(a) != name(b) {
        return Some(format!("{} in one run is {} in the other", name(a), name(b)));
    }
    let what = traits(a, slot).into_iter().zip(traits(b, slot)).find(|(x, y)| x != y);
    let what = what.map(|((what, x), (_, y))| format!("{what} is {x} and {y}")).or_else(|| {
        let memory = |s: &Sim| s.memory(s.agents().bodies.id(slot)).unwrap_or_default();
        memory_difference("memory", &memory(a), &memory(b))
    });
    what.map(|what| format!("{} differs: {what}", name(a)))
}

/// What is compared of a creature, in words.
fn traits(s: &Sim, slot: usize) -> Vec<(&'static str, String)> {
    let (a, symbols) = (s.agents(), &s.catalogue().symbols);
    vec![
        ("its state", symbols.name(a.state[slot]).to_owned()),
        ("its tactical state", symbols.name(a.tactic[slot]).to_owned()),
        ("its position", format!("{:?}", a.bodies.position[slot])),
        ("its velocity", format!("{:?}", a.bodies.velocity[slot])),
        ("its heading", format!("{:?}", a.bodies.heading[slot])),
        ("its health", format!("{:?}", a.health[slot])),
        ("what it wants", format!("{:?}", a.intent[slot])),
        ("the count of its ticks", a.ticks[slot].to_string()),
    ]
}

/// The first key under which two memories differ.
pub fn memory_difference(path: &str, a: &Value, b: &Value) -> Option<String> {
    let (Value::Table(x), Value::Table(y)) = (a, b) else {
        return (a != b).then(|| format!("{path} is {} and {}", shown(a), shown(b)));
    };
    for (key, value) in x {
        let other = y.iter().find(|(k, _)| k == key).map_or(&Value::Nil, |(_, v)| v);
        if let Some(found) = memory_difference(&format!("{path}.{}", key_name(key)), value, other) {
            return Some(found);
        }
    }
    let new = y.iter().find(|(k, _)| !x.iter().any(|(other, _)| other == k));
    new.map(|(key, value)| format!("{path}.{} is nil and {}", key_name(key), shown(value)))
}

fn key_name(key: &Key) -> String {
    match key {
        Key::Int(i) => i.to_string(),
        Key::String(t) => String::from_utf8_lossy(t).into_owned(),
    }
}

fn shown(v: &Value) -> String {
    match v {
        // In full: the difference may be small.
        Value::Number(n) => n.to_string(),
        Value::Table(_) => "a table".into(),
        other => other.to_string(),
    }
}
