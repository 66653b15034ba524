//! One step: commands, perception, scripts, searches, motion, events.

use super::midway::Between;
use super::requests::Wish;
use super::shards::{Prepared, Shard, Shards};
use super::stats::StepTimes;
use super::{Command, Sim};
use crate::agent::{Drive, MotionScene, StepView, combat};
use crate::crowd::FlowGround;
use crate::diag::Clock;
use crate::geom::Vec2;
use crate::nav::Service;
use std::ops::Range;
use std::sync::Arc;

/// So many creatures have one ceiling of search work between them.
const SHARE: usize = 10_000;
/// So many searches of a shard at least are made by a thread before another may take it over.
const LEAST_SEARCHES: usize = 4;

impl Sim {
    /// Advances the world by one step. `clock` only measures.
    pub fn step(&mut self, commands: &[Command], clock: &dyn Clock) -> StepTimes {
        self.step_between(commands, clock, &mut |_: &Self| ())
    }

    /// The same, with something to do between the parts of the step that take long where there are many creatures.
    pub fn step_between(&mut self, commands: &[Command], clock: &dyn Clock, between: &mut dyn Between) -> StepTimes {
        let began = clock.nanos();
        self.expect_spawns();
        self.sum_up_deaths();
        self.changes.begin_step();
        self.make_waiting();
        let woken = self.wake_waiting();
        self.take_saved(between);
        for command in commands {
            self.apply(command);
        }
        self.prepared = Prepared::default();
        self.change_doors();
        self.settle_changes();
        self.review_paths();
        self.measure_portals();
        self.spawn_due();
        self.perceive();
        let fading = clock.nanos();
        self.advance_influence();
        self.advance_gates();
        let influence_ns = clock.nanos().saturating_sub(fading);
        self.label_bodies(true);
        self.share_time();
        let recalled = self.call_due(&woken);
        between.look(self);
        let mut times = StepTimes { influence_ns, ..self.think(&recalled, clock, between) };
        self.label_bodies(false);
        self.mark_paths();
        self.conclude_turns();
        self.wake_finished_searches();
        between.look(self);
        self.take_saved(between);
        let moving = clock.nanos();
        self.move_bodies();
        between.look(self);
        self.bodies_moved();
        self.pass_portals();
        self.watch_crowd();
        self.cross_borders();
        self.fight();
        self.settle_changes();
        times.motion_ns = clock.nanos().saturating_sub(moving);
        self.now.step += 1;
        times.step_ns = clock.nanos().saturating_sub(began);
        times
    }

    fn apply(&mut self, command: &Command) {
        if !matches!(command, Command::SetDoor { .. } | Command::Edit(_)) {
            self.settle_changes();
        }
        if let Command::Place { id, .. }
        | Command::SetMemory { id, .. }
        | Command::ForceState { id, .. }
        | Command::SetBody { id, .. } = command
            && let Some(slot) = self.now.agents.bodies.find(*id)
        {
            // Its script may decide otherwise now.
            self.end_sleep(slot);
        }
        match command {
            Command::Spawn { behaviour, count, at } => self.spawn_on_command(behaviour, *count, *at),
            Command::Kill { id } => {
                if let Some(slot) = self.now.agents.bodies.find(*id) {
                    self.die(slot, None);
                }
            }
            Command::Place { id, at, storey } => self.place(*id, *at, *storey),
            Command::Hurt { id, amount, by } => self.hurt(*id, *amount, *by),
            Command::Message { to, name, data } => self.send(*to, *to, name, data),
            Command::ForceCode { id, forced } => self.force_code(*id, *forced),
            Command::SetDoor { door, open } => {
                self.request_change(Wish::Door { name: door.clone(), open: *open }, None);
            }
            Command::Edit(edit) => self.request_change(Wish::Edit(edit.clone()), None),
            Command::SetMemory { id, path, value } => self.set_memory(*id, path, value),
            Command::ForceState { id, state, quietly } => self.force_state(*id, state, *quietly),
            Command::SetBody { id, health, heading } => self.set_body(*id, *health, *heading),
            Command::MovePlayer { direction } => self.walk_player(*direction),
            Command::PlayerStrike => self.player_strike(),
            Command::SetPathfinding(on) => self.switch_pathfinding(*on),
            Command::Reload { files } => self.reload(files),
            Command::ReloadMap(version) => self.reload_map(version),
            Command::Rejected { file, message } => self.note_rejected(file, message),
            Command::Note { level, text } => self.note(*level, text.clone()),
            Command::Remarked { file, remarks } => self.note_remarks(file, remarks),
        }
    }

    pub(super) fn perceive(&mut self) {
        let StepView { world, agents, near, .. } = &mut self.now;
        let pool = self.shards.pool_for(agents.bodies.len());
        Arc::make_mut(near).rebuild(world.size(), &agents.bodies, pool);
        self.changes.index_is_true = true;
    }

    /// While scripts run and sleepers look round, bodies have their factions as labels; before and after that they move and change.
    pub(super) fn label_bodies(&mut self, on: bool) {
        let StepView { agents, near, .. } = &mut self.now;
        let (near, pool) = (Arc::make_mut(near), self.shards.pool_for(agents.bodies.len()));
        match on {
            true => near.label(&agents.bodies, |slot| agents.faction[slot].0, pool),
            false => near.unlabel(),
        }
    }

    /// The ceiling of searches for as many creatures as there are: more creatures need more paths in a step, and content themselves with
    /// a straight line sooner.
    fn share_time(&mut self) {
        let shares = u32::try_from(self.now.agents.bodies.len() / SHARE).unwrap_or(u32::MAX).max(1);
        let (ceiling, straight) = self.search_share;
        let least = if self.is_many() { self.params.many_straight_share } else { 0.0 };
        let nav = Arc::make_mut(&mut self.now.nav);
        (nav.step_expansions, nav.straight_share) = (ceiling.saturating_mul(shares), straight.max(least));
    }

    /// Scripts, then searches, on all threads there are.
    fn think(&mut self, recalled: &[usize], clock: &dyn Clock, between: &mut dyn Between) -> StepTimes {
        self.now.spawned = self.spawner.by_scripts;
        let began = clock.nanos();
        self.call_scripts(recalled, between);
        let thought = clock.nanos();
        let view = self.view();
        let before = self.search_times();
        let service = &self.searches;
        let shards = self.shards.all.len();
        self.shards.run_for(view.agents.bodies.len(), |s| s.begin_searches(&view, shards));
        self.shards.run_busy(Shard::searches, |s| s.start_searches(&view, service, clock));
        self.share_searches(&view, clock);
        let after = self.search_times();
        StepTimes {
            script_ns: thought.saturating_sub(began),
            sight_ns: view.sight.as_ref().map_or(0, |meter| meter.take()),
            abstraction_ns: after.0 - before.0,
            search_ns: after.1 - before.1,
            ..StepTimes::default()
        }
    }

    /// The rounds that agents share: agents with a grant search, as many as fit under the ceiling; identical requests are
    /// searched once, and the result is handed to the others.
    fn share_searches(&mut self, view: &StepView, clock: &dyn Clock) {
        let limit = view.nav.step_expansions;
        let cell_m = |storey| view.world.on(storey).ground.resolution_m();
        let (regions, bodies) = (&*view.regions, &view.agents.bodies);
        let gates = view.gates.is_on().then_some(&*view.gates);
        let ground = FlowGround { regions, bodies, cell_m: &cell_m, gates, step: self.now.step };
        self.searches.advance_flows(&ground, &view.nav, self.shards.workers());
        self.searches.schedule(self.now.step, limit, self.shards.workers());
        let mut any = false;
        while self.searches.grant(self.shards.workers()) {
            self.run_granted(|shard, service, part| shard.step_searches(view, service, clock, part));
            any = true;
        }
        if any {
            self.finish_searches(view, clock);
        }
        self.bend_paths(view, clock);
        if any {
            self.give_quick_paths(view, clock);
        }
        self.searches.end_step(self.shards.workers());
    }

    /// Hands results to the other agents that requested the same.
    fn finish_searches(&mut self, view: &StepView, clock: &dyn Clock) {
        for shard in &mut self.shards.all {
            self.searches.collect(&mut shard.worker);
        }
        let service = &self.searches;
        self.shards.run_busy(Shard::has_claims, |s| s.finish_searches(view, service, clock));
    }

    /// Paths that lead through what their agents avoid are led round it, as many as fit under the ceiling.
    fn bend_paths(&mut self, view: &StepView, clock: &dyn Clock) {
        self.searches.schedule_near(self.shards.workers());
        while self.searches.grant_near(self.shards.workers()) {
            self.run_granted(|shard, service, part| shard.bend_paths(view, service, clock, part));
        }
    }

    /// Gives quick paths to agents that have none yet.
    fn give_quick_paths(&mut self, view: &StepView, clock: &dyn Clock) {
        if self.searches.grant_quick(self.shards.workers()) {
            self.run_granted(|shard, service, part| shard.quick_paths(view, service, clock, part));
        }
    }

    /// Does `work` for the agents with a grant, a part of them at a time.
    fn run_granted(&mut self, work: impl Fn(&mut Shard, &Service, Range<usize>) + Sync) {
        let service = &self.searches;
        // Each shard passes over those of the others. One search has nothing to share.
        let shards = self.shards.all.len();
        let amounts = (shards, LEAST_SEARCHES * shards);
        self.shards.run_in_parts(amounts, |_| service.grants.len(), |shard, part| work(shard, service, part));
    }

    /// (abstraction, search) nanoseconds so far, over all shards.
    fn search_times(&self) -> (u64, u64) {
        let counts = self.shards.all.iter().map(|s| &s.worker.counts);
        counts.fold((0, 0), |(a, s), c| (a + c.abstraction_ns, s + c.search_ns))
    }

    fn move_bodies(&mut self) {
        if !self.changes.index_is_true {
            self.perceive();
        }
        let kept_steps = if self.is_many() { self.crowd_params.kept_steps } else { 1 };
        let kept = (kept_steps, self.now.step);
        let pool = self.shards.pool_for(self.now.agents.bodies.len());
        self.motion.begin(&self.now.agents, &self.now.catalogue, kept, pool);
        self.guide_bodies();
        let StepView { world, catalogue, agents, near, step_s, pathfinding_on, .. } = &mut self.now;
        let (params, crowd) = (&self.motion_params, &self.crowd_params);
        let pool = self.shards.pool_for(agents.bodies.len());
        let (has_paths, step_s, guides) = (*pathfinding_on, *step_s, &self.guides);
        let scene = MotionScene { world, catalogue, near, params, crowd, has_paths, step_s, guides, pool };
        self.motion.step(Arc::make_mut(agents), &scene);
        self.motion.reached.iter().for_each(|slot| self.wake[*slot] = true);
        self.report_stuck();
        self.count_arrivals();
    }

    /// Leads bodies along their paths.
    fn guide_bodies(&mut self) {
        let Self { shards, now, guides, motion, .. } = self;
        let (agents, catalogue, decisions) = (&*now.agents, &*now.catalogue, &motion.decisions);
        let parts = shards.all.len();
        let mut exchange = |shards: &mut Shards| {
            for (part, shard) in shards.all.iter_mut().enumerate() {
                guides.exchange(part, parts, &mut shard.guides);
            }
        };
        exchange(shards);
        shards.run_for(agents.bodies.len(), |shard| shard.guide(agents, catalogue, decisions, now.step_s));
        exchange(shards);
    }

    fn count_arrivals(&mut self) {
        let view = self.view();
        self.shards.run_for(view.agents.bodies.len(), |shard| shard.find_arrivals(&view));
        let mut all_m = 0.0;
        for (slot, metres) in self.shards.all.iter().flat_map(|shard| &shard.arrived) {
            self.stats.arrivals += 1;
            all_m += f64::from(*metres);
            self.wake[*slot] = true;
        }
        self.stats.arrived_m += all_m;
    }

    fn fight(&mut self) {
        let StepView { catalogue, agents, step, step_s, .. } = &mut self.now;
        let mut combat = std::mem::take(&mut self.combat);
        let agents = Arc::make_mut(agents);
        let pool = self.shards.pool_for(agents.bodies.len());
        combat.strike(agents, catalogue, (*step, *step_s), pool);
        combat::regenerate(agents, catalogue, *step_s, pool);
        for strike in &combat.strikes {
            self.land(strike);
        }
        self.combat = combat;
    }

    fn walk_player(&mut self, direction: Vec2) {
        let Some(slot) = self.now.player.and_then(|id| self.now.agents.bodies.find(id)) else { return };
        let drive = match direction.try_normalize() {
            Some(direction) => Drive::Walk { direction, pace: 1.0 },
            None => Drive::Stop,
        };
        Arc::make_mut(&mut self.now.agents).intent[slot].drive = drive;
    }

    /// The player's character goes for the nearest creature within reach, until that is dead or gone.
    fn player_strike(&mut self) {
        let Some(slot) = self.now.player.and_then(|id| self.now.agents.bodies.find(id)) else { return };
        let (agents, catalogue) = (&self.now.agents, &*self.now.catalogue);
        let here = agents.bodies.position[slot];
        let nearest = agents
            .bodies
            .living()
            .filter(|other| *other != slot && combat::in_reach(agents, catalogue, slot, *other))
            .min_by(|a, b| {
                let d = |s: usize| agents.bodies.position[s].distance_squared(here);
                d(*a).total_cmp(&d(*b))
            });
        let target = nearest.map(|other| agents.bodies.id(other));
        Arc::make_mut(&mut self.now.agents).intent[slot].attack = target;
    }
}
