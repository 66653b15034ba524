//! Builds the snapshot that front ends draw. It changes nothing and draws no random number.

use super::{
    AgentMark, CodeInfo, Focus, GroupMark, KnownMark, PathInfo, PhaseTimes, Probe, ProfileRow, RosterRow, ShownLayer,
    ShownTile, Sim, Snapshot,
};
use crate::agent::feelers::Surroundings;
use crate::agent::{Avoids, BoardOwner, Drive, Group, Symbol, Value};
use crate::body::AgentId;
use crate::lua::host::profile::Cost;
use crate::lua::source::mods::BASE_MOD;
use crate::nav::{Code, Goal, PathView, SearchCounts, SearchLoad};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Log lines that a snapshot carries.
const LOG_LINES: usize = 200;
/// Places of errors that a snapshot carries.
const ERROR_GROUPS: usize = 50;
/// Less influence than this is not shown.
const FAINT: f32 = 0.01;

impl Sim {
    /// The world as it is now, with all details of `focus`.
    pub fn snapshot(&mut self, focus: Option<AgentId>, phases: PhaseTimes) -> Snapshot {
        let focus = focus.and_then(|id| self.focus(id));
        let added = self.mods.mods.iter().map(|m| m.manifest.name.as_str()).filter(|name| *name != BASE_MOD);
        let mut snapshot = Snapshot {
            world: Arc::clone(&self.now.world),
            catalogue: Arc::clone(&self.now.catalogue),
            mods: added.collect::<Vec<_>>().join(" "),
            seed: self.seed,
            step: self.now.step,
            step_ms: self.params.step_ms,
            pathfinding_on: self.now.pathfinding_on,
            agents: Arc::new(self.marks()),
            player: self.now.player,
            roster: self.roster(),
            focus,
            influence: Vec::new(),
            crowd: None,
            flow: None,
            graph: None,
            search: None,
            potentials: None,
            time_lost: None,
            scripts: Vec::new(),
            errors: Vec::new(),
            profile: self.profile(),
            log: Vec::new(),
            codes: Code::ALL.into_iter().map(CodeInfo::from).zip(self.stats.codes).collect(),
            phases,
            arrivals: self.stats.arrivals,
        };
        self.add_news(&mut snapshot);
        snapshot
    }

    /// Brings up to date what a snapshot has of scripts: their versions, their errors, and what was logged. That can be shown in the middle of
    /// a step too.
    pub(crate) fn add_news(&self, snapshot: &mut Snapshot) {
        let skip = self.log.lines().len().saturating_sub(LOG_LINES);
        snapshot.scripts = self.scripts.rows.values().map(|row| self.labelled(row)).collect();
        snapshot.errors = self.faults.worst(ERROR_GROUPS);
        snapshot.log = self.log.lines().skip(skip).cloned().collect();
    }

    /// All layers of influence as they are now.
    pub fn shown_influence(&self) -> Vec<ShownLayer> {
        let tenths = |amount: f32| if amount < FAINT { 0 } else { (amount * 10.0).clamp(1.0, 255.0) as u8 };
        let layers = self.now.influence.layers().map(|(_, layer)| ShownLayer {
            name: layer.spec.name.clone(),
            cell_m: layer.cell_m(),
            tiles: layer.each_tile(|place, amounts| ShownTile { place, tenths: amounts.map(tenths).into() }),
        });
        layers.collect()
    }

    fn labelled(&self, row: &super::ScriptRow) -> super::ScriptRow {
        let of_mod = self.mods.mods.iter().find(|m| m.manifest.name == row.mod_name);
        super::ScriptRow {
            label: match of_mod {
                Some(m) => format!("{}/{}", m.label, row.path),
                None if row.mod_name.is_empty() => row.path.clone(),
                None => String::new(),
            },
            ..row.clone()
        }
    }

    /// Counts since the world began.
    pub fn stats(&self) -> &super::Stats {
        &self.stats
    }

    /// What all searches so far counted.
    pub fn search_counts(&self) -> SearchCounts {
        let mut sum = SearchCounts::default();
        for shard in &self.shards.all {
            sum += shard.worker.counts;
        }
        sum
    }

    /// The ceiling of the work of searches in a step, in expansions.
    pub fn most_search_work(&self) -> u32 {
        self.now.nav.step_expansions
    }

    /// What searches cost in a step, and how long they waited.
    pub fn search_load(&self) -> SearchLoad {
        self.searches.load()
    }

    /// How many are alive in each strategic state, over all behaviours.
    pub fn population_by_state(&self) -> BTreeMap<String, u64> {
        let mut states = BTreeMap::new();
        for row in self.roster() {
            for (state, n) in row.states {
                *states.entry(state).or_default() += u64::from(n);
            }
        }
        states
    }

    /// One row a behaviour, in order of name, those whose file was deleted included as long as a creature of them lives; the
    /// player's character is not among them.
    pub fn roster(&self) -> Vec<RosterRow> {
        let (a, catalogue) = (&self.now.agents, &*self.now.catalogue);
        let names = catalogue.symbols.len();
        // By behaviour: of each state that a creature of it is in, how many are. Few of all names are states of one behaviour.
        let (mut counts, mut asleep) = (vec![Vec::<(Symbol, u32)>::new(); names], vec![0_u32; names]);
        for slot in a.bodies.living() {
            let (behaviour, state) = (usize::from(a.behaviour[slot].0), a.state[slot]);
            let states = &mut counts[behaviour];
            match states.iter_mut().find(|(of, _)| *of == state) {
                Some((_, count)) => *count += 1,
                None => states.push((state, 1)),
            }
            asleep[behaviour] += u32::from(a.sleep[slot].holds(self.now.step));
        }
        let name = |symbol: Symbol| catalogue.symbols.name(symbol);
        let all = counts.into_iter().zip(asleep).enumerate();
        let mut rows: Vec<RosterRow> = all
            .filter_map(|(behaviour, (states, asleep))| {
                let behaviour = name(Symbol(behaviour as u16));
                let is_shown = catalogue.named(behaviour).is_some() || !states.is_empty();
                if behaviour == super::PLAYER || !is_shown {
                    return None;
                }
                let mut states: Vec<_> = states.into_iter().map(|(state, n)| (name(state).to_owned(), n)).collect();
                states.sort();
                let (spawned, died) = self.stats.lives.get(behaviour).copied().unwrap_or_default();
                let alive = states.iter().map(|(_, n)| n).sum();
                Some(RosterRow { behaviour: behaviour.to_owned(), alive, spawned, died, asleep, states })
            })
            .collect();
        rows.sort_by(|a, b| a.behaviour.cmp(&b.behaviour));
        rows
    }

    /// A creature's memory, as plain data.
    pub fn memory(&self, id: AgentId) -> Option<Value> {
        let slot = self.now.agents.bodies.find(id)?;
        (self.now.player != Some(id)).then(|| self.shards.vm(slot).memory(slot))
    }

    /// A creature's timers: the name of each, and the step in which it is due.
    pub fn timers(&self, id: AgentId) -> Vec<(String, u64)> {
        self.now.agents.bodies.find(id).map_or_else(Vec::new, |slot| self.shards.vm(slot).timers(slot))
    }

    /// What a creature's pathfinder was asked for.
    pub fn goal(&self, id: AgentId) -> Goal {
        self.now.agents.bodies.find(id).map_or(Goal::None, |slot| self.path_view(slot).goal)
    }

    /// One row for each function that was called, the most expensive first. Instructions are counted, not timed: the same run
    /// has the same profile on any number of threads.
    pub fn profile(&mut self) -> Vec<ProfileRow> {
        let mut sums: BTreeMap<(Symbol, Option<Symbol>, &'static str), Cost> = BTreeMap::new();
        for vm in self.shards.vms() {
            vm.profile.each(self.now.step, |behaviour, state, function, cost| {
                sums.entry((behaviour, state, function)).or_default().add(&cost);
            });
        }
        let mut rows: Vec<ProfileRow> = sums
            .into_iter()
            .map(|((behaviour, state, function), cost)| {
                let Cost { calls, counts: instructions, recent, worst, worst_by, worst_step } = cost;
                ProfileRow { behaviour, state, function, calls, instructions, recent, worst, worst_by, worst_step }
            })
            .collect();
        rows.sort_by_key(|r| std::cmp::Reverse(r.instructions));
        rows
    }

    /// Bytes of Lua memory in use by the machine that uses most of it; its cap is `[script] memory_mb`.
    pub fn script_memory_bytes(&self) -> usize {
        self.shards.all.iter().map(|s| s.vm.used_memory()).max().unwrap_or(0)
    }

    /// Reloaded behaviours start a new profile.
    pub(super) fn forget_costs(&mut self, behaviours: &[Symbol]) {
        for vm in self.shards.vms() {
            behaviours.iter().for_each(|b| vm.profile.forget(*b));
        }
    }

    fn marks(&self) -> Vec<AgentMark> {
        let a = &self.now.agents;
        let marks = a.bodies.living().map(|slot| AgentMark {
            id: a.bodies.id(slot),
            position: a.bodies.position[slot],
            storey: a.bodies.storey[slot],
            heading: a.bodies.heading[slot],
            radius: a.bodies.radius[slot],
            behaviour: a.behaviour[slot],
            state: a.state[slot],
            asleep: a.sleep[slot].holds(self.now.step),
            health: (a.health[slot] / a.max_health[slot].max(f32::MIN_POSITIVE)).clamp(0.0, 1.0),
            glyph: self.species(slot).map_or('?', |s| s.body.glyph),
            is_player: self.now.player == Some(a.bodies.id(slot)),
        });
        marks.collect()
    }

    /// All details of a creature; `None` when it is dead. They can be read between parts of a step as well ([`Sim::step_with`]).
    pub fn focus(&self, id: AgentId) -> Option<Focus> {
        let slot = self.now.agents.bodies.find(id)?;
        let memory = self.memory(id).unwrap_or_default();
        let timers = self.timers(id);
        let named = |id| self.now.agents.bodies.find(id).map(|s| (self.name_of(s), self.now.agents.bodies.position[s]));
        let path = PathInfo::new(self.path_view(slot), self.now.world.ground.resolution_m(), named);
        let (story, why) = self.story(slot);
        let (a, symbols) = (&self.now.agents, &self.now.catalogue.symbols);
        let posted = self.now.boards.of(BoardOwner::Faction(a.faction[slot]));
        let board = posted.map(|(key, value)| (key.to_owned(), Arc::clone(value))).collect();
        let name = |s| symbols.name(s).to_owned();
        let steering = match a.intent[slot].drive {
            Drive::Steer { to, .. } => Some(to),
            _ => None,
        };
        Some(Focus {
            id,
            behaviour: name(a.behaviour[slot]),
            state: name(a.state[slot]),
            state_since: a.state_since[slot],
            sleep: self.sleep(slot),
            tactic: name(a.tactic[slot]),
            health: a.health[slot],
            max_health: a.max_health[slot],
            position: a.bodies.position[slot],
            heading: a.bodies.heading[slot],
            radius: a.bodies.radius[slot],
            moves: a.bodies.moves[slot],
            eyes: self.now.eyes(slot),
            known: self.known(slot),
            speed: a.bodies.velocity[slot].length(),
            steering,
            feelers: self.feelers(slot),
            path,
            memory,
            timers,
            groups: self.groups_of(id),
            board,
            story,
            why,
        })
    }

    fn groups_of(&self, id: AgentId) -> Vec<GroupMark> {
        let groups = &self.now.groups;
        let all = groups.of(id).iter().filter_map(|m| Some((&*m.name, groups.get(&m.name)?)));
        let mark = |(name, group): (&str, &Group)| GroupMark {
            name: name.to_owned(),
            members: group.size(),
            leads: group.leader() == Some(id),
        };
        all.map(mark).collect()
    }

    /// What a creature knows of others that live.
    fn known(&self, slot: usize) -> Vec<KnownMark> {
        let Some(instance) = self.shards.instance(slot) else { return Vec::new() };
        let all = instance.knowledge.all(&self.now);
        all.map(|k| KnownMark { id: k.id, position: k.body.position, in_sight: k.in_sight, heard: k.by_ear }).collect()
    }

    pub(super) fn path_view(&self, slot: usize) -> PathView {
        let instance = self.shards.instance(slot);
        instance.and_then(|m| m.pathfinder.as_deref()).map(|p| p.view(&self.now.nav)).unwrap_or_default()
    }

    fn feelers(&self, slot: usize) -> Vec<Probe> {
        let Drive::Steer { to, avoids: true, .. } = self.now.agents.intent[slot].drive else { return Vec::new() };
        let to = self.guides.get(slot).map_or(to, |guide| guide.to);
        if self.now.agents.intent[slot].avoids.without_paths(!self.now.pathfinding_on) != Avoids::Feelers {
            return Vec::new();
        }
        let (world, agents, near, params) = (&*self.now.world, &*self.now.agents, &*self.now.near, &self.motion_params);
        Surroundings { world, agents, near, params }.feel(slot, to).to_vec()
    }
}
