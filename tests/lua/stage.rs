//! A small world for tests of scripts: one machine, creatures on open ground, turns one by one.
#![allow(dead_code)]

use bestiary::AgentId;
use bestiary::LayerSpec;
use bestiary::LevelsSource;
use bestiary::NavParams;
use bestiary::ScriptParams;
use bestiary::Value;
use bestiary::Vec2;
use bestiary::World;
use bestiary::testing::agent::{Agents, BoardOwner, Event, NeighbourIndex, NewAgent, Outgoing, StepView};
use bestiary::testing::crowd::{CrowdParams, GateMap};
use bestiary::testing::grid::RegionSet;
use bestiary::testing::influence::Influence;
use bestiary::testing::lua::{Fault, ModSet, Program, ScriptInstance, ScriptOutput, Vm};
use bestiary::testing::nav::{Preparation, PreparedLevels, Service};
use bestiary::testing::rng::{Purpose, Rand};
use bestiary::testing::sim::bare_world;
use std::sync::Arc;

pub(crate) struct Stage {
    pub params: ScriptParams,
    pub vm: Vm,
    pub program: Arc<Program>,
    pub view: StepView,
    pub out: ScriptOutput,
}

/// A behaviour of one state whose `tick` is `body`.
pub(crate) fn ticking(name: &str, body: &str) -> String {
    format!(
        "return behaviour {{ name = \"{name}\", start = \"s\", states = {{ s = {{ tick = function(npc)\n{body}\nend }} }} }}"
    )
}

pub(crate) fn open_ground(width: usize, height: usize) -> World {
    bare_world(width, height, |_, _| false)
}

impl Stage {
    /// Loads the files; panics with the diagnostics when they do not load.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        Self::with(files, ScriptParams { vms: 1, ..ScriptParams::default() })
    }

    pub(crate) fn with(files: &[(&str, &str)], params: ScriptParams) -> Self {
        let threat = LayerSpec { reach_m: 40.0, ..LayerSpec::named("threat") };
        Self::of(&ModSet::from_files(files.iter().copied()), params, vec![threat])
    }

    /// In a world of its own.
    pub(crate) fn within(files: &[(&str, &str)], params: ScriptParams, world: World) -> Self {
        Self::on(&ModSet::from_files(files.iter().copied()), params, Vec::new(), world)
    }

    /// With the files of mods, in a world with these layers of influence.
    pub(crate) fn of(mods: &ModSet, params: ScriptParams, layers: Vec<LayerSpec>) -> Self {
        Self::on(mods, params, layers, open_ground(40, 30))
    }

    fn on(mods: &ModSet, params: ScriptParams, layers: Vec<LayerSpec>, world: World) -> Self {
        let loaded = Program::load(mods, &params, None);
        let program = Arc::new(loaded.unwrap_or_else(|faults| panic!("{}", said(&faults))));
        let vm = Vm::new(&params, 0, &program).unwrap_or_else(|faults| panic!("{}", said(&faults)));
        let (size, world) = (world.ground.size(), Arc::new(world));
        let (mut regions, mut levels) = (RegionSet::default(), PreparedLevels::default());
        for s in &program.catalogue.species {
            regions.prepare(&world, s.body.radius, s.body.height, s.moves);
            let preparation = Preparation {
                world: &world,
                storey: bestiary::Storey::GROUND,
                params: &NavParams::default(),
                radius_m: s.body.radius,
                height_m: s.body.height,
                moves: s.moves,
                threads: 1,
                levels: &LevelsSource::default(),
                graph: None,
                estimates: true,
            };
            Service::default().prepare(&mut regions, &mut levels, &preparation);
        }
        let view = StepView {
            abilities: Arc::default(),
            portals: Arc::default(),
            world,
            agents: Arc::new(Agents::default()),
            near: Arc::new(NeighbourIndex::default()),
            boards: Arc::default(),
            groups: Arc::default(),
            influence: Arc::new(Influence::new(layers, size, 0.05)),
            gates: Arc::new(GateMap::new(&CrowdParams::default(), 1.0)),
            avoided: Arc::default(),
            catalogue: program.catalogue.clone(),
            regions: Arc::new(regions),
            levels: Arc::new(levels),
            nav: Arc::new(NavParams::default()),
            recorder: Arc::default(),
            step: 0,
            step_s: 0.05,
            player: None,
            pathfinding_on: true,
            spawned: 0,
            omniscient: false,
            sight: None,
        };
        Self { params, vm, program, view, out: ScriptOutput::default() }
    }

    pub(crate) fn spawn(&mut self, behaviour: &str, x: f32, y: f32) -> AgentId {
        let species = self.program.catalogue.named(behaviour).expect("a behaviour of that name");
        let agents = Arc::make_mut(&mut self.view.agents);
        let new = NewAgent {
            species,
            at: Vec2::new(x, y),
            storey: bestiary::Storey::GROUND,
            heading: 0.0,
            step: self.view.step,
            spawn: u32::MAX,
        };
        let id = agents.spawn(new).expect("a free slot");
        let instance = ScriptInstance::new(Rand::new(7, Purpose::Script, id.number()));
        self.vm.adopt(id.slot(), id, species, instance);
        id
    }

    pub(crate) fn event(&mut self, id: AgentId, event: Event) {
        self.vm.instance_mut(id.slot()).expect("an instance").inbox.push(event);
    }

    /// One turn for each of `ids`; their output is applied to the agents.
    pub(crate) fn turn(&mut self, ids: &[AgentId]) -> &ScriptOutput {
        self.out.clear();
        let near = Arc::make_mut(&mut self.view.near);
        near.rebuild(self.view.world.size(), &self.view.agents.bodies, None);
        let due: Vec<usize> = ids.iter().map(|id| id.slot()).collect();
        self.vm.run(&self.view, &due, &mut self.out);
        let step = self.view.step;
        let agents = Arc::get_mut(&mut self.view.agents).expect("the machine gave the view back");
        for t in &self.out.turns {
            agents.intent[t.slot] = t.intent;
            if agents.state[t.slot] != t.state {
                agents.state[t.slot] = t.state;
                agents.state_since[t.slot] = step;
            }
            agents.ticks[t.slot] += 1;
            if let Some(tactic) = t.tactic {
                agents.tactic[t.slot] = tactic;
            }
        }
        for (slot, sent) in &self.out.outgoing {
            let id = self.view.agents.bodies.id(*slot);
            match sent {
                Outgoing::Post { group, key, value } => {
                    let faction = BoardOwner::Faction(self.view.agents.faction[*slot]);
                    let group = group.as_ref().and_then(|name| self.view.groups.joined_by(name, id));
                    let owner = group.map_or(faction, |group| BoardOwner::Group(group.id()));
                    Arc::make_mut(&mut self.view.boards).post((owner, key.clone()), value.clone());
                }
                Outgoing::Join { group } => Arc::make_mut(&mut self.view.groups).join(group, id),
                Outgoing::Leave { group } => {
                    Arc::make_mut(&mut self.view.groups).leave(group, id);
                }
                _ => {}
            }
        }
        self.view.step += 6;
        &self.out
    }

    pub(crate) fn died(&mut self, id: AgentId) -> &ScriptOutput {
        self.out.clear();
        self.vm.died(&self.view, id.slot(), &mut self.out);
        &self.out
    }

    pub(crate) fn reload(&mut self, files: &[(&str, &str)]) {
        self.reload_mods(&ModSet::from_files(files.iter().copied()));
    }

    pub(crate) fn reload_mods(&mut self, mods: &ModSet) {
        let program = Program::load(mods, &self.params, Some(&self.program));
        let program = Arc::new(program.unwrap_or_else(|faults| panic!("{}", said(&faults))));
        self.vm.load(&program).unwrap_or_else(|faults| panic!("{}", said(&faults)));
        self.vm.activate();
        self.view.catalogue = program.catalogue.clone();
        self.program = program;
    }

    pub(crate) fn memory(&self, id: AgentId, key: &str) -> Value {
        self.vm.memory(id.slot()).get(key).cloned().unwrap_or_default()
    }

    pub(crate) fn state(&self, id: AgentId) -> &str {
        self.view.catalogue.symbols.name(self.view.agents.state[id.slot()])
    }

    /// Printed lines of the last turn.
    pub(crate) fn prints(&self) -> Vec<&str> {
        self.out.prints.iter().map(|(_, line)| line.as_str()).collect()
    }

    /// Runs `body` as the tick of a single creature and returns what it printed; panics when it failed.
    pub(crate) fn printed(body: &str) -> Vec<String> {
        let mut stage = Self::new(&[("npc/probe.lua", &ticking("probe", body))]);
        let id = stage.spawn("probe", 10.5, 10.5);
        let out = stage.turn(&[id]);
        assert!(out.faults.is_empty(), "{}", out.faults[0].diagnostic);
        out.prints.iter().map(|(_, line)| line.clone()).collect()
    }

    /// Runs `body` the same way and returns the error it raised.
    pub(crate) fn fault(body: &str) -> Fault {
        let mut stage = Self::new(&[("npc/probe.lua", &ticking("probe", body))]);
        let id = stage.spawn("probe", 10.5, 10.5);
        stage.turn(&[id]).faults.first().cloned().expect("an error")
    }
}

pub(crate) fn load_with(files: &[(&str, &str)], params: &ScriptParams) -> Result<Program, Vec<bestiary::Diagnostic>> {
    Program::load(&ModSet::from_files(files.iter().copied()), params, None)
}

/// The diagnostics of files that must not load.
pub(crate) fn refused(files: &[(&str, &str)]) -> String {
    match load_with(files, &ScriptParams::default()) {
        Ok(_) => panic!("this must not load"),
        Err(faults) => said(&faults),
    }
}

pub(crate) fn said(faults: &[bestiary::Diagnostic]) -> String {
    faults.iter().map(std::string::ToString::to_string).collect::<Vec<_>>().join("\n")
}
