//! The small world of a spec: a simulation on a drawn map.

use super::coverage::Observer;
use super::plan;
use crate::agent::{StepView, Value};
use crate::body::AgentId;
use crate::config::Config;
use crate::diag::{NoClock, did_you_mean, joined};
use crate::geom::Vec2;
use crate::lua::analysis::coverage::Coverage;
use crate::lua::api::forced::{Forced, ForcedCode};
use crate::lua::host::spec_host::{Act, ActError, Begin, PlanError, SpecWorld, Unused, WorldPlan};
use crate::lua::source::mods::{Mod, ModSet, behaviour_path};
use crate::nav::Code;
use crate::sim::{Command, Level, Sim};
use std::collections::BTreeMap;

/// A new creature farther than this from its letter's centre is not the one that was drawn there, as a share of a cell.
const AT_LETTER: f32 = 0.5;

pub(super) struct SmallWorld {
    sim: Sim,
    /// Commands for the next step, and the word that asked for the last of them.
    waiting: Vec<Command>,
    last_word: Option<&'static str>,
    /// The forced code of a creature that no call has returned up to the last step in which it lived.
    unused: BTreeMap<AgentId, Option<ForcedCode>>,
    /// The creatures that began at each letter.
    begin: BTreeMap<char, Vec<AgentId>>,
    places: BTreeMap<char, Vec<Vec2>>,
    /// Files of the spec's own behaviours: as messages name them, and the spec's file.
    renamed: Vec<(String, String)>,
    /// Gets the coverage when the world ends.
    observer: Option<Observer>,
}

impl Drop for SmallWorld {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            let mut coverage = Coverage::default();
            self.sim.coverage(&mut coverage);
            observer.add(&coverage);
        }
    }
}

impl SmallWorld {
    /// # Errors
    /// What is wrong with the plan.
    pub(super) fn build(
        mods: &ModSet,
        config: &Config,
        plan: &WorldPlan,
        observer: Option<Observer>,
    ) -> Result<Self, PlanError> {
        let drawn = plan::read(plan)?;
        let (mods, renamed) = with_own(mods, plan);
        let mut setup = config.clone().setup(drawn.world, mods, plan.seed);
        setup.sim.feelers_only = plan.feelers_only;
        let sim = Sim::new(setup).map_err(|faults| PlanError::Faults(rename(&renamed, &joined(&faults))))?;
        let (mut begin, mut waiting) = (BTreeMap::new(), Vec::new());
        let near = AT_LETTER * plan.cell_m;
        for (slot, (letter, at)) in drawn.begin.iter().enumerate() {
            let bodies = &sim.agents().bodies;
            if slot >= bodies.len() || bodies.position[slot].distance(*at) > near {
                let behaviour = plan.creatures.get(letter).cloned().unwrap_or_default();
                return Err(PlanError::NoRoom { behaviour, letter: *letter, at: *at });
            }
            begin.entry(*letter).or_insert_with(Vec::new).push(bodies.id(slot));
        }
        if let (Some((letter, at)), Some(id)) = (drawn.player, sim.player()) {
            // The simulation only guarantees a place near by.
            waiting.push(Command::Place { id, at, storey: None });
            begin.insert(letter, vec![id]);
        }
        let mut world = Self {
            sim,
            waiting,
            last_word: None,
            unused: BTreeMap::new(),
            begin,
            places: drawn.places,
            renamed,
            observer,
        };
        if !world.waiting.is_empty() {
            world.step();
        }
        Ok(world)
    }

    /// Commands that let a creature begin as if it had lived up to here.
    fn begin(&mut self, id: AgentId, begin: Begin) -> Result<(), ActError> {
        let Begin { state, memory, health, heading } = begin;
        let a = self.sim.agents();
        let slot = a.bodies.find(id).ok_or(ActError::Dead)?;
        if let (Some(state), Some(species)) = (&state, self.sim.catalogue().find(a.behaviour[slot])) {
            let mut states = species.states.iter().map(|s| s.name.as_str());
            if !states.clone().any(|s| s == state) {
                let suggestion = did_you_mean(state, &mut states).map_or(String::new(), |h| format!("; {h}"));
                let (behaviour, state) = (species.name.clone(), state.clone());
                return Err(ActError::UnknownState { behaviour, state, suggestion });
            }
        }
        if let Some(health) = health.filter(|h| !(*h > 0.0 && *h <= a.max_health[slot])) {
            return Err(ActError::Health { health, most: a.max_health[slot] });
        }
        if memory.as_ref().is_some_and(|m| !matches!(m, Value::Table(_))) {
            return Err(ActError::Memory);
        }
        self.waiting.extend(memory.map(|value| Command::SetMemory { id, path: Vec::new(), value }));
        self.waiting.extend(state.map(|state| Command::ForceState { id, state, quietly: true }));
        self.waiting.push(Command::SetBody { id, health, heading });
        Ok(())
    }
}

/// The mods with the spec's own behaviours on top, as a mod named after the spec's file.
fn with_own(mods: &ModSet, plan: &WorldPlan) -> (ModSet, Vec<(String, String)>) {
    let (mut mods, mut renamed, mut files) = (mods.clone(), Vec::new(), BTreeMap::new());
    for (name, source) in &plan.behaviours {
        let path = behaviour_path(name);
        // Lines count as in the spec when the source is there literally.
        let text = match plan.spec.source.find(source.as_str()) {
            Some(at) => {
                renamed.push((format!("{}/{path}", plan.spec.label), plan.spec.label.clone()));
                "\n".repeat(plan.spec.source[..at].matches('\n').count()) + source
            }
            None => source.clone(),
        };
        files.insert(path, text);
    }
    if let Some(first) = mods.mods.first().filter(|_| !files.is_empty()) {
        let mut manifest = first.manifest.clone();
        manifest.name = "spec".into();
        mods.mods.push(Mod { manifest, label: plan.spec.label.clone(), dir: None, files });
    }
    (mods, renamed)
}

fn rename(renamed: &[(String, String)], message: &str) -> String {
    renamed.iter().fold(message.to_owned(), |message, (from, to)| message.replace(from, to))
}

impl SpecWorld for SmallWorld {
    fn step(&mut self) {
        let commands = std::mem::take(&mut self.waiting);
        self.sim.step(&commands, &NoClock);
        self.last_word = None;
        for (id, unused) in &mut self.unused {
            if self.sim.agents().bodies.find(*id).is_some() {
                *unused = self.sim.forced(*id).and_then(Forced::unused);
            }
        }
    }

    fn view(&self) -> StepView {
        self.sim.view()
    }

    fn memory(&self, id: AgentId) -> Value {
        self.sim.memory(id).unwrap_or_default()
    }

    fn at_letter(&self, letter: char) -> Vec<AgentId> {
        self.begin.get(&letter).cloned().unwrap_or_default()
    }

    fn places(&self, letter: char) -> Vec<Vec2> {
        self.places.get(&letter).cloned().unwrap_or_default()
    }

    fn act(&mut self, act: Act) -> Result<(), ActError> {
        let word = act.word();
        let command = match act {
            Act::Begin(id, begin) => {
                self.begin(id, begin)?;
                self.last_word = Some(word);
                return Ok(());
            }
            Act::Place(id, at) => {
                let bodies = &self.sim.agents().bodies;
                let fits = |slot: usize| {
                    self.sim.world().is_free(at, bodies.radius[slot], bodies.height[slot], bodies.moves[slot])
                };
                if !bodies.find(id).is_none_or(fits) {
                    return Err(ActError::NoRoom(at));
                }
                Command::Place { id, at, storey: None }
            }
            Act::Hurt(id, amount, by) => Command::Hurt { id, amount, by },
            Act::Kill(id) => Command::Kill { id },
            Act::Send { to, name, data } => Command::Message { to, name, data },
            Act::Force(id, _) if self.sim.player() == Some(id) => return Err(ActError::PlayerForced),
            Act::Force(id, code) => {
                self.unused.insert(id, None);
                Command::ForceCode { id, forced: code }
            }
            Act::Pathfinding(on) => Command::SetPathfinding(on),
            Act::Walk(_) if self.sim.player().is_none() => return Err(ActError::NoPlayer),
            Act::Walk(direction) => Command::MovePlayer { direction },
        };
        self.waiting.push(command);
        self.last_word = Some(word);
        Ok(())
    }

    fn unused(&self) -> Option<Unused> {
        let code = |(id, code): (&AgentId, &Option<ForcedCode>)| {
            let (code, slot) = ((*code)?, id.slot());
            let creature = format!("{} {id}", self.sim.catalogue().symbols.name(self.sim.agents().behaviour[slot]));
            Some(Unused::Code { creature, call: code.call.name(), code: code.code.name() })
        };
        self.last_word.map(Unused::Act).or_else(|| self.unused.iter().find_map(code))
    }

    fn forced(&mut self, id: AgentId) -> u32 {
        self.unused.remove(&id);
        let ordered = self.waiting.iter().map(|c| match c {
            Command::ForceCode { id: of, forced } if *of == id => forced.times,
            _ => 0,
        });
        ordered.fold(self.sim.forced(id).map_or(0, Forced::left), u32::saturating_add)
    }

    fn codes(&self, code: Code) -> u64 {
        self.sim.stats().codes[code as usize]
    }

    fn entered(&self, state: &str) -> u64 {
        self.sim.stats().entered.get(state).copied().unwrap_or(0)
    }

    fn arrivals(&self) -> u64 {
        self.sim.stats().arrivals
    }

    fn log(&self) -> Vec<String> {
        let line = |l: &crate::sim::LogLine| match &l.speaker {
            Some((_, name)) => format!("{name}: {}", l.text),
            None => l.text.clone(),
        };
        self.sim.log().lines().map(line).collect()
    }

    fn spoken(&self) -> Vec<String> {
        let said = |l: &crate::sim::LogLine| {
            let (_, name) = l.speaker.as_ref().filter(|_| l.level == Level::Info)?;
            Some(format!("{name}: {}", l.text))
        };
        self.sim.log().lines().filter_map(said).collect()
    }

    fn errors(&self) -> Vec<String> {
        let errors = self.sim.log().lines().filter(|l| l.level == Level::Error);
        errors.map(|l| rename(&self.renamed, &l.text)).collect()
    }

    fn draw(&self) -> String {
        plan::draw(&self.sim)
    }
}
