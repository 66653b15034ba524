//! A moment of a running world as a spec file: a drawing of the surroundings, the creatures as they are, and an
//! expectation to fill in.

mod drawing;
mod error;
pub(crate) mod lua;

pub(crate) use error::ExportError;

use super::small_world::SmallWorld;
use crate::body::AgentId;
use crate::config::Config;
use crate::file;
use crate::lua::host::spec_host::{Act, Begin, SpecWorld};
use crate::lua::source::mods::{ModSet, behaviour_path};
use crate::sim::Sim;
use drawing::{Drawing, Figure};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Writes a creature's moment into the `spec` folder of the mod its behaviour comes from, or below the working directory
/// when that mod is inside the program. Never overwrites a file. Returns the path.
///
/// # Errors
/// What makes it impossible.
pub fn export(sim: &mut Sim, id: AgentId) -> Result<PathBuf, ExportError> {
    let slot = sim.agents().bodies.find(id).ok_or(ExportError::Dead)?;
    if sim.player() == Some(id) {
        return Err(ExportError::Player);
    }
    let behaviour = sim.catalogue().symbols.name(sim.agents().behaviour[slot]).to_owned();
    let (mods, home) = mods_of(sim, &behaviour)?;
    let source = source(sim, id, &behaviour, &mods)?;
    let dir = home.map_or_else(|| PathBuf::from("spec"), |home| home.join("spec"));
    write(&dir, &format!("moment_{behaviour}_{}", sim.step_count()), &source)
}

/// The mods that a spec of this behaviour runs on, and the folder of the one it comes from.
fn mods_of(sim: &Sim, behaviour: &str) -> Result<(ModSet, Option<PathBuf>), ExportError> {
    let all = sim.mods();
    let (own, _) = all.file(&behaviour_path(behaviour)).ok_or(ExportError::Deleted)?;
    let keep = |name: &str| name == own.manifest.name || all.mods.first().is_some_and(|m| m.manifest.name == name);
    let mods = all.mods.iter().filter(|m| keep(&m.manifest.name)).cloned().collect();
    Ok((ModSet { mods }, own.dir.clone()))
}

/// The source of a spec that passes.
fn source(sim: &mut Sim, id: AgentId, behaviour: &str, mods: &ModSet) -> Result<String, ExportError> {
    let drawing = Drawing::around(sim, id, mods)?;
    let me = drawing.figures.iter().find(|f| f.id == id).ok_or(ExportError::NoRoom)?;
    let (end, errors) = rehearse(&drawing, me, mods)?;
    let mut out = format!(
        "-- {behaviour} {id} as it was in step {} ({:.1} s) of {}, seed {}.\n\
         -- Written by the dashboard; yours to change. Numbers in memory that are creatures, places (x and y) or times\n\
         -- (until, _time, _at) are converted to this small world, which begins at 0, 0 and at second 0.\n",
        sim.step_count(),
        drawing.now_s,
        sim.world().name,
        drawing.seed
    );
    if drawing.left_out > 0 {
        out.push_str(&format!("-- Not in the drawing, though near: {} creatures.\n", drawing.left_out));
    }
    let state = me.begin.as_ref().and_then(|b| b.state.as_deref()).unwrap_or_default();
    out.push_str(&format!("describe(\"{behaviour}\", function()\n  it(\"goes on from {state}\", function()\n"));
    out.push_str(&drawing.world_call(errors));
    out.push_str(&format!("    local me = {}\n", me.call()));
    for figure in &drawing.figures {
        if let Some(begin) = &figure.begin {
            let name = if figure.id == id { "me".to_owned() } else { figure.call() };
            out.push_str(&lua::begin(&drawing, &name, begin));
        }
    }
    out.push_str("    w:run(1)\n\n    -- Continue with w:run(60) or w:run_until(function() return … end, 200), and state what you expect:\n");
    out.push_str(&match end {
        Some(state) => format!("    expect(me.state).to_be(\"{state}\")\n"),
        None => "    expect(me.alive).to_be(false)\n".to_owned(),
    });
    out.push_str("  end)\nend)\n");
    Ok(out)
}

/// How the spec will end, for the expectation must hold unchanged: the state of `me`, `None` when it does not live through
/// the first step; and whether scripts raised errors.
fn rehearse(drawing: &Drawing, me: &Figure, mods: &ModSet) -> Result<(Option<String>, bool), ExportError> {
    let mut config = Config::default();
    config.script.vms = 1;
    let mut world = SmallWorld::build(mods, &config, &drawing.plan(), None)?;
    let there = |f: &Figure| Some((f.id, *world.at_letter(f.letter).get(f.nth - 1)?));
    let ids: BTreeMap<AgentId, AgentId> =
        drawing.figures.iter().map(there).collect::<Option<_>>().ok_or(ExportError::NoRoom)?;
    for figure in &drawing.figures {
        if let Some(begin) = &figure.begin {
            let memory = begin.memory.as_ref().map(|m| lua::translated(drawing, &ids, m));
            world.act(Act::Begin(ids[&figure.id], Begin { memory, ..begin.clone() }))?;
        }
    }
    world.step();
    let view = world.view();
    let slot = view.agents.bodies.find(ids[&me.id]);
    let state = slot.map(|slot| view.catalogue.symbols.name(view.agents.state[slot]).to_owned());
    Ok((state, !world.errors().is_empty()))
}

/// Writes a new file; adds a number to a name that is taken.
fn write(dir: &Path, stem: &str, source: &str) -> Result<PathBuf, ExportError> {
    let failed = |path: &Path, cause| ExportError::Write { path: path.to_owned(), cause };
    std::fs::create_dir_all(dir).map_err(|e| failed(dir, e))?;
    for n in 1..1_000 {
        let more = if n == 1 { String::new() } else { format!("_{n}") };
        let path = dir.join(format!("{stem}{more}_spec.lua"));
        match file::create(&path, source) {
            Ok(()) => return Ok(path),
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(e) => return Err(failed(&path, e)),
        }
    }
    Err(ExportError::TooMany(dir.to_owned()))
}
