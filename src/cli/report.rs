//! The report of a headless run, as text or as JSON.

use super::profile::{self, ProfileReport};
use crate::nav::Code;
use crate::runtime::HeadlessRun;
use crate::sim::{Sim, share};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The results of a run. Field names are the contract of `--report json`.
#[derive(Serialize)]
pub(super) struct RunReport {
    map: String,
    seed: u64,
    ticks: u64,
    hash: String,
    agents: AgentsReport,
    /// Strategic state → creatures in it at the end.
    states: BTreeMap<String, u64>,
    /// Strategic state → times entered.
    entered: BTreeMap<String, u64>,
    arrivals: u64,
    /// Straight distance from start to goal, summed over all arrivals, metres.
    arrived_m: f64,
    path: PathReport,
    script: ScriptReport,
    time_ms: TimeReport,
}

#[derive(Serialize)]
struct AgentsReport {
    alive: u64,
    spawned: u64,
    died: u64,
    by_behaviour: BTreeMap<String, u64>,
}

#[derive(Serialize)]
struct PathReport {
    searches: u64,
    codes: BTreeMap<&'static str, u64>,
    /// Of the searches towards moving targets, the share that reused their map.
    map_reuse: Option<f64>,
    map_reuse_fixed: Option<f64>,
    map_nodes_mean: MapNodes,
    expanded: u64,
    /// Requests to the static planner with a goal in sight, and those that used the path of an identical request.
    in_sight: u64,
    shared: u64,
    /// Requests to the static planner that were known to fail without a search.
    cached_failures: u64,
}

#[derive(Serialize)]
struct MapNodes {
    moving: Option<f64>,
    fixed: Option<f64>,
}

#[derive(Serialize)]
struct ScriptReport {
    calls: u64,
    errors: u64,
    overruns: u64,
    reloads: u64,
    rollbacks: u64,
    profile: Vec<ProfileReport>,
}

#[derive(Serialize)]
struct TimeReport {
    step: StepPercentiles,
    script: f64,
    search: f64,
    abstraction: f64,
    motion: f64,
}

#[derive(Serialize)]
struct StepPercentiles {
    p50: f64,
    p99: f64,
    max: f64,
}

impl RunReport {
    pub(super) fn new(map: &str, sim: &mut Sim, run: &HeadlessRun) -> Self {
        let (hash, profile) = (sim.hash(), profile::rows(sim));
        let (roster, stats, counts) = (sim.roster(), sim.stats(), sim.search_counts());
        let windows = counts.both().maps > 0;
        let lives = |pick: fn(&(u32, u32)) -> u32| stats.lives.values().map(|l| u64::from(pick(l))).sum();
        let mean_ms = |ns: u64| ns as f64 / 1e6 / run.steps.max(1) as f64;
        let quantile = |q| run.step_ns.value_at_quantile(q) as f64 / 1e6;
        Self {
            map: map.to_owned(),
            seed: sim.seed(),
            ticks: run.steps,
            hash,
            agents: AgentsReport {
                alive: roster.iter().map(|r| u64::from(r.alive)).sum(),
                spawned: lives(|l| l.0),
                died: lives(|l| l.1),
                by_behaviour: roster.iter().map(|r| (r.behaviour.clone(), u64::from(r.alive))).collect(),
            },
            states: sim.population_by_state(),
            entered: stats.entered.clone(),
            arrivals: stats.arrivals,
            arrived_m: stats.arrived_m,
            path: PathReport {
                searches: counts.both().searches,
                codes: Code::ALL.iter().map(|c| (c.name(), stats.codes[*c as usize])).collect(),
                map_reuse: share(counts.moving.reused, counts.moving.searches).filter(|_| windows),
                map_reuse_fixed: share(counts.fixed.reused, counts.fixed.searches).filter(|_| windows),
                map_nodes_mean: MapNodes {
                    moving: share(counts.moving.nodes, counts.moving.maps),
                    fixed: share(counts.fixed.nodes, counts.fixed.maps),
                },
                expanded: counts.expanded,
                in_sight: counts.in_sight,
                shared: counts.shared,
                cached_failures: counts.cached_failures,
            },
            script: ScriptReport {
                calls: stats.script_calls,
                errors: stats.script_errors,
                overruns: stats.script_overruns,
                reloads: stats.reloads,
                rollbacks: stats.rollbacks,
                profile,
            },
            time_ms: TimeReport {
                step: StepPercentiles { p50: quantile(0.50), p99: quantile(0.99), max: run.step_ns.max() as f64 / 1e6 },
                script: mean_ms(run.total.script_ns),
                search: mean_ms(run.total.search_ns),
                abstraction: mean_ms(run.total.abstraction_ns),
                motion: mean_ms(run.total.motion_ns),
            },
        }
    }

    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        let list = |m: &BTreeMap<String, u64>| m.iter().map(|(k, n)| format!("{k} {n}")).collect::<Vec<_>>().join(", ");
        let codes: Vec<String> = Code::ALL
            .iter()
            .filter_map(|c| self.path.codes.get(c.name()).map(|n| format!("{} {n}", c.name())))
            .collect();
        let percent = |s: Option<f64>| s.map_or("–".into(), |s| format!("{:.0} %", s * 100.0));
        let nodes = |n: Option<f64>| n.map_or("–".into(), |n| format!("{n:.0}"));
        let t = &self.time_ms;
        let _ = writeln!(out, "{} · seed {} · {} ticks · hash {}", self.map, self.seed, self.ticks, self.hash);
        let a = &self.agents;
        let _ = writeln!(out, "creatures  {} alive, {} spawned, {} died", a.alive, a.spawned, a.died);
        let _ = writeln!(out, "           {}", list(&a.by_behaviour));
        let _ = writeln!(out, "states     {}", list(&self.states));
        let _ = writeln!(out, "entered    {}", list(&self.entered));
        let _ = writeln!(out, "arrivals   {}, {:.0} m in straight lines", self.arrivals, self.arrived_m);
        let p = &self.path;
        let _ = writeln!(out, "searches   {}, {} nodes expanded", p.searches, p.expanded);
        if p.in_sight + p.shared + p.cached_failures > 0 {
            let (seen, shared, failed) = (p.in_sight, p.shared, p.cached_failures);
            let _ = writeln!(out, "           not searched: {seen} in sight, {shared} shared, {failed} known to fail");
        }
        let (reuse, fixed) = (percent(p.map_reuse), percent(p.map_reuse_fixed));
        let (moving_nodes, fixed_nodes) = (nodes(p.map_nodes_mean.moving), nodes(p.map_nodes_mean.fixed));
        let _ = writeln!(out, "maps       moving targets: {reuse} reused, {moving_nodes} nodes");
        let _ = writeln!(out, "           fixed goals:    {fixed} reused, {fixed_nodes} nodes");
        let _ = writeln!(out, "codes      {}", codes.join(", "));
        let s = &self.script;
        let _ = writeln!(out, "scripts    {} calls, {} errors, {} overruns", s.calls, s.errors, s.overruns);
        out.push_str(&profile::text(&s.profile));
        let (p50, p99, max) = (t.step.p50, t.step.p99, t.step.max);
        let _ = writeln!(out, "step       {p50:.2} ms median, {p99:.2} ms p99, {max:.2} ms worst");
        let _ = writeln!(
            out,
            "           mean: script {:.3}, search {:.3}, abstraction {:.3}, motion {:.3} ms",
            t.script, t.search, t.abstraction, t.motion
        );
        out
    }
}
