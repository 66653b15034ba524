//! A moment of a running world as a spec file: the surroundings as text, the creatures as they are, and an expectation
//! to fill in.

mod drawing;
mod lua;

use super::little::LittleWorld;
use crate::agent::Value;
use crate::body::AgentId;
use crate::config::Config;
use crate::lua::host::spec_host::{Act, SpecWorld, WorldPlan};
use crate::lua::source::mods::ModSet;
use crate::sim::Sim;
use drawing::{Drawing, Figure};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// A creature's way of being that a spec can give back to it.
#[derive(Clone, Debug)]
struct Begun {
    state: String,
    memory: Value,
    health: f32,
    heading: f32,
}

/// Writes a creature's moment into the `spec` folder of the mod its behaviour comes from, or below the working directory
/// when that mod lies inside the program. Never writes over a file. Answers the path.
///
/// # Errors
/// What makes it impossible, in words.
pub fn export(sim: &mut Sim, id: AgentId) -> Result<PathBuf, String> {
    let slot = sim.agents().bodies.find(id).ok_or("it is dead")?;
    if sim.player() == Some(id) {
        return Err("the player's character has no behaviour to test".into());
    }
    let behaviour = sim.catalogue().symbols.name(sim.agents().behaviour[slot]).to_owned();
    let (mods, home) = mods_of(sim, &behaviour)?;
    let text = text(sim, id, &behaviour, &mods)?;
    let dir = home.map_or_else(|| PathBuf::from("spec"), |home| home.join("spec"));
    write(&dir, &format!("moment_{behaviour}_{}", sim.step_count()), &text)
}

/// The mods that a spec of this behaviour runs on, and the folder of the one it comes from.
fn mods_of(sim: &Sim, behaviour: &str) -> Result<(ModSet, Option<PathBuf>), String> {
    let all = sim.mods();
    let (own, _) = all.file(&format!("npc/{behaviour}.lua")).ok_or("its file is gone")?;
    let keep = |name: &str| name == own.manifest.name || all.mods.first().is_some_and(|m| m.manifest.name == name);
    let mods = all.mods.iter().filter(|m| keep(&m.manifest.name)).cloned().collect();
    Ok((ModSet { mods }, own.dir.clone()))
}

/// The spec, as `bestiary test` passes it.
fn text(sim: &mut Sim, id: AgentId, behaviour: &str, mods: &ModSet) -> Result<String, String> {
    let drawing = Drawing::around(sim, id, mods)?;
    let chosen = drawing.figures.iter().position(|f| f.id == id).ok_or("there is no room for it in a drawing")?;
    let begun: Vec<Option<Begun>> = drawing.figures.iter().map(|f| begun(sim, f)).collect();
    let outcome = rehearse(sim.seed(), &drawing, &begun, chosen, mods)?;
    let seconds = sim.step_count() as f64 * f64::from(sim.step_ms()) / 1_000.0;
    let mut out = format!(
        "-- {behaviour} {id} as it was in step {} ({seconds:.1} s) of {}, seed {}.\n\
         -- Written by the dashboard; yours to change. Numbers in memory that are creatures, places (x and y) or times\n\
         -- (until, _time, _at) are put in terms of this little world, which begins at 0, 0 and at second 0.\n",
        sim.step_count(),
        sim.world().name,
        sim.seed()
    );
    if drawing.left_out > 0 {
        out.push_str(&format!("-- Not in the drawing, though near: {} creatures.\n", drawing.left_out));
    }
    let state = begun[chosen].as_ref().map_or("", |b| b.state.as_str());
    out.push_str(&format!("describe(\"{behaviour}\", function()\n  it(\"goes on from {state}\", function()\n"));
    out.push_str(&drawing.world_call(sim.seed(), outcome.errors));
    let me = &drawing.figures[chosen];
    out.push_str(&format!("    local me = {}\n", me.call()));
    for (i, (figure, begun)) in drawing.figures.iter().zip(&begun).enumerate() {
        if let Some(begun) = begun {
            let who = if i == chosen { "me".to_owned() } else { figure.call() };
            out.push_str(&lua::begin(&drawing, &who, begun));
        }
    }
    out.push_str("    w:run(1)\n\n    -- Let it live on, w:run(60) or w:run_until(function() return … end, 200), and say what you expect of it:\n");
    out.push_str(&match outcome.state {
        Some(state) => format!("    expect(me.state).to_be(\"{state}\")\n"),
        None => "    expect(me.alive).to_be(false)\n".to_owned(),
    });
    out.push_str("  end)\nend)\n");
    Ok(out)
}

fn begun(sim: &Sim, figure: &Figure) -> Option<Begun> {
    if figure.is_player {
        return None;
    }
    let (a, slot) = (sim.agents(), figure.id.slot());
    let state = sim.catalogue().symbols.name(a.state[slot]).to_owned();
    let memory = sim.memory(figure.id).unwrap_or_default();
    Some(Begun { state, memory, health: a.health[slot], heading: a.bodies.heading[slot] })
}

/// How the spec will go: the expectation must hold as it stands.
struct Outcome {
    /// `None` when it does not live through the first step.
    state: Option<String>,
    errors: bool,
}

fn rehearse(
    seed: u64,
    drawing: &Drawing,
    begun: &[Option<Begun>],
    chosen: usize,
    mods: &ModSet,
) -> Result<Outcome, String> {
    let mut config = Config::default();
    config.script.vms = 1;
    let plan = WorldPlan { seed, ..drawing.plan() };
    let mut world = LittleWorld::build(mods, &config, &plan, None)?;
    let who = |f: &Figure| world.at_letter(f.letter).get(f.nth - 1).copied();
    let ids: Vec<AgentId> = drawing.figures.iter().map(who).collect::<Option<_>>().ok_or("a creature found no room")?;
    let names = lua::Translation::new(drawing, &ids);
    for (id, begun) in ids.iter().zip(begun) {
        if let Some(b) = begun {
            let memory = Some(names.value(&b.memory)).filter(|m| *m != Value::Table(Vec::new()));
            let (state, health, heading) = (Some(b.state.clone()), Some(b.health), Some(b.heading));
            world.act(Act::Begin { id: *id, state, memory, health, heading })?;
        }
    }
    world.step();
    let state = world.creature(ids[chosen]).map(|c| c.state);
    Ok(Outcome { state, errors: !world.errors().is_empty() })
}

/// Writes a new file; a number is added to a name that is taken.
fn write(dir: &Path, stem: &str, text: &str) -> Result<PathBuf, String> {
    let failed = |path: &Path, e: std::io::Error| format!("{}: {e}", path.display());
    std::fs::create_dir_all(dir).map_err(|e| failed(dir, e))?;
    for n in 1..1_000 {
        let more = if n == 1 { String::new() } else { format!("_{n}") };
        let path = dir.join(format!("{stem}{more}_spec.lua"));
        match std::fs::File::options().write(true).create_new(true).open(&path) {
            Ok(mut file) => {
                file.write_all(text.as_bytes()).map_err(|e| failed(&path, e))?;
                return Ok(path);
            }
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(e) => return Err(failed(&path, e)),
        }
    }
    Err(format!("{} has a thousand of these already", dir.display()))
}
