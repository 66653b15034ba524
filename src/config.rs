//! TOML → the parameter structs that each module owns.

use crate::agent::MotionParams;
use crate::diag::{Diagnostic, toml_fault};
use crate::lua::api::params::ScriptParams;
use crate::lua::source::mods::ModSet;
use crate::lua::source::reading::text_up_to;
use crate::nav::{LevelsSource, MOST_SHARED_CELLS, NavParams};
use crate::sim::{Setup, SimParams};
use crate::world::World;
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

/// A configuration file: one table a module, every key with a default.
#[derive(Clone, Debug, Default, PartialEq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// `[sim]`: the step, threads, respawning.
    pub sim: SimParams,
    /// `[nav]`: pathfinding.
    pub nav: NavParams,
    /// `[motion]`: steering and feelers.
    pub motion: MotionParams,
    /// `[script]`: budgets of scripts.
    pub script: ScriptParams,
}

/// No configuration is longer than this.
const MAX_KB: usize = 1 << 10;

impl Config {
    /// Reads a configuration file.
    ///
    /// # Errors
    /// What is wrong, with file, line and column: no such file, no TOML, an unknown key, a value out of range.
    pub fn load(path: &Path) -> Result<Self, Diagnostic> {
        let name = path.display().to_string();
        let wrong = |message: String| Diagnostic::error(&name, message);
        let text = text_up_to(path, MAX_KB).map_err(|e| wrong(format!("cannot read the configuration: {e}")))?;
        Self::parse(&name, &text)
    }

    /// Reads a configuration from `text`; `name` is what messages call it.
    ///
    /// # Errors
    /// As [`Config::load`].
    pub fn parse(name: &str, text: &str) -> Result<Self, Diagnostic> {
        let config: Self = toml::from_str(text).map_err(|e| toml_fault(name, text, &e))?;
        match config.out_of_range() {
            None => Ok(config),
            Some((key, expected)) => Err(Diagnostic::error(name, format!("{key}: {expected}")).at_key(text, key)),
        }
    }

    /// A world that begins with these parameters, and with the creatures of its map alone.
    pub(crate) fn setup(self, world: World, mods: ModSet, seed: u64) -> Setup {
        let (Self { sim, nav, motion, script }, population, levels) = (self, Vec::new(), LevelsSource::default());
        Setup { world: Arc::new(world), mods, seed, population, sim, nav, motion, script, levels }
    }

    /// The first value outside its range, and what was expected.
    fn out_of_range(&self) -> Option<(&'static str, String)> {
        let (s, n, m) = (&self.sim, &self.nav, &self.motion);
        let (float, count) = (out_of::<f32>, out_of::<u64>);
        let checks = [
            count("step_ms", s.step_ms.into(), 10, 1_000),
            count("threads", s.threads as u64, 1, 256),
            float("respawn_s", s.respawn_s, 0.0, 1e6),
            float("player_respawn_s", s.player_respawn_s, 0.0, 1e6),
            count("recorder_events", s.recorder_events as u64, 0, 4_096),
            count("recorder_mb", s.recorder_mb as u64, 1, 4_096),
            float("weight", n.weight, 1.0, 10.0),
            count("margin_nodes", n.margin_nodes.into(), 1, 4_096),
            count("max_window_nodes", n.max_window_nodes.into(), 16, 4_096),
            float("max_goal_distance_m", n.max_goal_distance_m, 4.0, 4_000.0),
            n.buffers_m.iter().find_map(|b| float("buffers_m", *b, -5.0, 5.0)),
            count("slice_expansions", n.slice_expansions.into(), 1, u32::MAX.into()),
            count("budget_expansions", n.budget_expansions.into(), 1, u32::MAX.into()),
            count("most_shared_cells", n.most_shared_cells.into(), 0, MOST_SHARED_CELLS.into()),
            count("cheap_list", n.cheap_list as u64, 1, 100_000),
            count("refresh_ticks", n.refresh_ticks.into(), 1, u32::MAX.into()),
            float("chase_min_s", n.chase_min_s, 0.0, 3_600.0),
            float("chase_max_s", n.chase_max_s, n.chase_min_s, 3_600.0),
            float("tolerance_m", n.tolerance_m, 0.1, 1_000.0),
            float("predict_max_s", n.predict_max_s, 0.0, 60.0),
            float("arrive_m", n.arrive_m, 0.05, 100.0),
            float("feeler_m", m.feeler_m, 0.0, 50.0),
            float("feeler_s", m.feeler_s, 0.0, 10.0),
            float("side_feeler", m.side_feeler, 0.0, 2.0),
            float("feeler_spread", m.feeler_spread, 0.0, 1.5),
            float("lean", m.lean, 0.0, 3.0),
            float("swerve", m.swerve, 0.0, 3.0),
            float("reached_m", m.reached_m, 0.05, 5.0),
            float("widest_m", m.widest_m, 0.1, 50.0),
        ];
        let script = self.script.ranges().into_iter().find_map(|(key, v, r)| count(key, v, *r.start(), *r.end()));
        script.or_else(|| checks.into_iter().flatten().next())
    }
}

/// The key and what was expected, if the value lies outside its range.
fn out_of<T: PartialOrd + Display + Copy>(key: &'static str, v: T, low: T, high: T) -> Option<(&'static str, String)> {
    (!(low..=high).contains(&v)).then(|| (key, format!("expected {low} to {high}, found {v}")))
}
