//! The report of a headless run.

use crate::diag::{counted, printable};
use crate::nav::Code;
use crate::runtime::HeadlessRun;
use crate::sim::{CrowdCounts, GroundUse, PLAYER, ProfileRow, SearchLoad, Sim, WorldCounts, share};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Functions in the text report.
const MOST_ROWS: usize = 5;

/// The results of a run, and what is counted over them for both forms of the report.
pub(super) struct RunReport<'a> {
    map: &'a str,
    sim: &'a Sim,
    run: &'a HeadlessRun,
    hash: String,
    profile: Vec<ProfileRow>,
    /// Behaviour → creatures alive.
    by_behaviour: BTreeMap<String, u64>,
    /// Creatures alive, spawned and died.
    lives: [u64; 3],
    /// Of the searches towards moving targets and fixed goals, the shares that reused their map.
    map_reuse: [Option<f64>; 2],
    /// Mean nodes of a map, of both kinds.
    map_nodes: [Option<f64>; 2],
}

impl<'a> RunReport<'a> {
    pub(super) fn new(map: &'a str, sim: &'a mut Sim, run: &'a HeadlessRun) -> Self {
        let (hash, profile) = (sim.hash(), sim.profile());
        let sim = &*sim;
        let (counts, lives) = (sim.search_counts(), &sim.stats().lives);
        let by_behaviour: BTreeMap<_, _> =
            sim.roster().into_iter().map(|r| (r.behaviour, u64::from(r.alive))).collect();
        let alive = by_behaviour.values().sum();
        // As among those that are alive, the player's character is not counted.
        let lives = || lives.iter().filter(|(name, _)| *name != PLAYER).map(|(_, counts)| counts);
        let sum = |pick: fn(&(u32, u32)) -> u32| lives().map(|l| u64::from(pick(l))).sum();
        let both = [&counts.moving, &counts.fixed];
        let windows = counts.both().maps > 0;
        Self {
            map,
            sim,
            run,
            hash,
            profile,
            by_behaviour,
            lives: [alive, sum(|l| l.0), sum(|l| l.1)],
            map_reuse: both.map(|c| share(c.reused, c.searches).filter(|_| windows)),
            map_nodes: both.map(|c| share(c.nodes, c.maps)),
        }
    }

    /// Milliseconds of a step: the median, the 99th percentile, the worst.
    fn step_ms(&self) -> [f64; 3] {
        let ns = &self.run.step_ns;
        [ns.value_at_quantile(0.50), ns.value_at_quantile(0.99), ns.max()].map(|ns| ns as f64 / 1e6)
    }

    /// Mean milliseconds a step: script, the sight in it, search, abstraction, motion, influence.
    fn phases_ms(&self) -> [f64; 6] {
        let t = &self.run.total;
        let steps = self.run.steps.max(1) as f64;
        let phases = [t.script_ns, t.sight_ns, t.search_ns, t.abstraction_ns, t.motion_ns, t.influence_ns];
        phases.map(|ns| ns as f64 / 1e6 / steps)
    }

    /// The report for programs: its keys are the contract of `--report json`.
    pub(super) fn json(&self) -> Value {
        let (stats, counts) = (self.sim.stats(), self.sim.search_counts());
        let ([alive, spawned, died], world) = (self.lives, self.sim.world_counts());
        let load = self.sim.search_load();
        let codes: BTreeMap<_, _> = Code::ALL.iter().map(|c| (c.name(), stats.codes[*c as usize])).collect();
        let ([p50, p99, max], phases) = (self.step_ms(), self.phases_ms());
        let [script, sight, search, abstraction, motion, influence] = phases;
        json!({
            "map": self.map,
            "seed": self.sim.seed(),
            "ticks": self.run.steps,
            "hash": self.hash,
            "agents": { "alive": alive, "spawned": spawned, "died": died, "by_behaviour": self.by_behaviour },
            // Strategic state → creatures in it at the end, and times entered.
            "states": self.sim.population_by_state(),
            "entered": stats.entered,
            "arrivals": stats.arrivals,
            // Straight distance from start to goal, summed over all arrivals, metres.
            "arrived_m": stats.arrived_m,
            "path": {
                "searches": counts.both().searches,
                "codes": codes,
                "map_reuse": self.map_reuse[0],
                "map_reuse_fixed": self.map_reuse[1],
                "map_nodes_mean": { "moving": self.map_nodes[0], "fixed": self.map_nodes[1] },
                "expanded": counts.expanded,
                // What searches and the building of maps cost, in expansions of a search in a window: the ceiling of a step, the
                // most in a step, the mean; and the searches that it kept waiting.
                "work": {
                    "ceiling": self.sim.most_search_work(),
                    "most": load.most,
                    "mean": counts.work as f64 / self.run.steps.max(1) as f64,
                    "waiting": load.waiting,
                    "most_waiting": load.most_waiting,
                    "longest_wait_steps": load.longest_wait,
                },
                // Requests to the static planner with a goal in sight, and those that used the path of an identical request.
                // Pathfinders that were replaced because their creature came into another zone of the map.
                "crossings": stats.crossings,
                "in_sight": counts.in_sight,
                "shared": counts.shared,
                // Requests to the static planner whose path was read off the flow field of their goal.
                "off_fields": counts.off_fields,
                // Requests to the static planner that were known to fail without a search.
                "cached_failures": counts.cached_failures,
            },
            // Doors opened and closed, and the paths that were looked at, repaired and searched again because of it.
            "world": {
                "edits": world.edits,
                "plans_checked": world.plans_checked,
                "plans_repaired": world.plans_repaired,
                "plans_redone": world.plans_redone,
            },
            "crowd": self.crowd(),
            "script": {
                "calls": stats.script_calls,
                "errors": stats.script_errors,
                "overruns": stats.script_overruns,
                "reloads": stats.reloads,
                "rollbacks": stats.rollbacks,
                "profile": self.profile(),
            },
            "ground": self.ground(),
            "time_ms": {
                "step": { "p50": p50, "p99": p99, "max": max },
                "script": script,
                // A part of script, summed over threads.
                "sight": sight,
                "search": search,
                "abstraction": abstraction,
                "motion": motion,
                "influence": influence,
            },
        })
    }

    /// Every function that was called, the most expensive first. Instructions are what budgets count: calls and loop turns,
    /// and native work in proportion.
    fn profile(&self) -> Vec<Value> {
        let symbols = &self.sim.catalogue().symbols;
        let function = |r: &ProfileRow| {
            json!({
                "behaviour": symbols.name(r.behaviour),
                // `null` for `on_reload`, which belongs to no state.
                "state": r.state.map(|state| symbols.name(state)),
                "function": r.function,
                "calls": r.calls,
                "instructions": r.instructions,
                "share": self.share(r),
                "worst": { "instructions": r.worst, "creature": r.worst_by.map(|id| id.number()), "tick": r.worst_step },
            })
        };
        self.profile.iter().map(function).collect()
    }

    /// How the crowd fared: creatures that were ever stuck, the deepest overlap of two bodies as a share of the smaller radius, and the
    /// seconds that all lost together against walking freely.
    fn crowd(&self) -> Value {
        let CrowdCounts { stuck_over_10s, overlap_max_share, time_lost_s } =
            self.sim.crowd_counts().unwrap_or_default();
        json!({ "stuck_over_10s": stuck_over_10s, "overlap_max_share": overlap_max_share, "time_lost_s": time_lost_s })
    }

    /// Kind of ground → its share of the area that is open to walking, and of the metres walked; `null` where all ground is the
    /// same.
    fn ground(&self) -> Value {
        let uses = self.sim.ground_use();
        let one = |u: GroundUse| (u.kind, json!({ "area": u.area, "walked": u.walked, "metres": u.metres }));
        if uses.is_empty() { Value::Null } else { Value::Object(uses.into_iter().map(one).collect()) }
    }

    /// Of the instructions of all functions.
    fn share(&self, row: &ProfileRow) -> f64 {
        row.instructions as f64 / self.profile.iter().map(|r| r.instructions).sum::<u64>().max(1) as f64
    }

    pub(super) fn text(&self) -> String {
        let (sim, stats, counts) = (self.sim, self.sim.stats(), self.sim.search_counts());
        // Names of maps, behaviours and states are the mods'.
        let entry = |(name, n): (&String, &u64)| (*n > 0).then(|| format!("{} {n}", printable(name)));
        let list = |m: &BTreeMap<String, u64>| m.iter().filter_map(entry).collect::<Vec<_>>().join(", ");
        let codes = Code::ALL.iter().map(|c| format!("{} {}", c.name(), stats.codes[*c as usize]));
        let (map, seed, hash) = (printable(self.map), sim.seed(), &self.hash);
        let ticks = counted(self.run.steps as usize, "tick");
        let mut out = format!("{map} · seed {seed} · {ticks} · hash {hash}\n");
        let mut row = |head: &str, text: String| out += &format!("{head:<11}{text}\n");
        let [alive, spawned, died] = self.lives;
        row("creatures", format!("{alive} alive, {spawned} spawned, {died} died"));
        row("", list(&self.by_behaviour));
        row("states", list(&sim.population_by_state()));
        row("entered", list(&stats.entered));
        row("arrivals", format!("{}, {:.0} m in straight lines", stats.arrivals, stats.arrived_m));
        for (i, u) in sim.ground_use().iter().enumerate() {
            let (kind, percent, area) = (printable(&u.kind), u.walked * 100.0, u.area * 100.0);
            let walked = format!(
                "{kind:<12} {percent:4.1} % of the metres walked ({:.0} m), {area:4.1} % of the area",
                u.metres
            );
            row(if i == 0 { "ground" } else { "" }, walked);
        }
        row("searches", format!("{}, {} nodes expanded", counts.both().searches, counts.expanded));
        let SearchLoad { most, most_waiting, longest_wait, .. } = sim.search_load();
        let ceiling = sim.most_search_work();
        let mut work = format!("at most {most} of {ceiling} expansions' work in a step");
        if most_waiting > 0 {
            work += &format!("; up to {most_waiting} searches waited, the longest {longest_wait} steps");
        }
        row("", work);
        if stats.crossings > 0 {
            row("zones", format!("{} borders crossed", stats.crossings));
        }
        let (seen, shared, failed) = (counts.in_sight, counts.shared, counts.cached_failures);
        let fields = counts.off_fields;
        if seen + shared + failed + fields > 0 {
            let read = if fields > 0 { format!("{fields} off flow fields, ") } else { String::new() };
            row("", format!("not searched: {seen} in sight, {shared} shared, {read}{failed} known to fail"));
        }
        let [reuse, fixed] = self.map_reuse.map(|s| s.map_or("–".into(), |s| format!("{:.0} %", s * 100.0)));
        let [moving_nodes, fixed_nodes] = self.map_nodes.map(|n| n.map_or("–".into(), |n| format!("{n:.0}")));
        row("maps", format!("moving targets: {reuse} reused, {moving_nodes} nodes"));
        row("", format!("fixed goals:    {fixed} reused, {fixed_nodes} nodes"));
        row("codes", codes.collect::<Vec<_>>().join(", "));
        let WorldCounts { edits, plans_checked, plans_repaired, plans_redone } = sim.world_counts();
        if edits > 0 {
            let plans =
                format!("{plans_checked} paths looked at, {plans_repaired} repaired, {plans_redone} searched again");
            row("changes", format!("{edits} of doors, boxes and ground: {plans}"));
        }
        let CrowdCounts { stuck_over_10s, overlap_max_share, time_lost_s } = sim.crowd_counts().unwrap_or_default();
        let stuck = format!("{stuck_over_10s} stuck for longer than 10 s, {time_lost_s:.0} s lost by waiting");
        row("crowd", format!("{stuck}, bodies overlapped by {:.1} % of a radius at most", overlap_max_share * 100.0));
        let (calls, errors, overruns) = (stats.script_calls, stats.script_errors, stats.script_overruns);
        row("scripts", format!("{calls} calls, {errors} errors, {overruns} overruns"));
        for (i, r) in self.profile.iter().take(MOST_ROWS).enumerate() {
            let (place, percent) = (printable(&r.name(&sim.catalogue().symbols)), self.share(r) * 100.0);
            let (calls, worst) = (counted(r.calls as usize, "call"), r.worst);
            let mean = r.instructions as f64 / r.calls.max(1) as f64;
            let cost = format!("{percent:4.1} % of the instructions, {calls}, {mean:.0} each, worst {worst}");
            row(if i == 0 { "profile" } else { "" }, format!("{place:<26} {cost}"));
        }
        let ([p50, p99, max], phases) = (self.step_ms(), self.phases_ms());
        let [script, sight, search, abstraction, motion, influence] = phases;
        row("step", format!("{p50:.2} ms median, {p99:.2} ms p99, {max:.2} ms worst"));
        let thought = format!("script {script:.3} (sight {sight:.3})");
        let phases = format!("{thought}, search {search:.3}, abstraction {abstraction:.3}, motion {motion:.3}");
        row("", format!("mean: {phases}, influence {influence:.3} ms"));
        out
    }
}
