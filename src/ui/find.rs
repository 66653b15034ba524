//! Finding creatures: by words, by position, by number, one after the other.

use super::{AgentId, AgentMark, Snapshot, Vec2};
use crate::geom::Storey;

/// The word that finds those that sleep.
const ASLEEP: &str = "asleep";

/// Words to find creatures by; without words every creature matches.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Query(String);

impl Query {
    pub(crate) fn new(text: &str) -> Self {
        Self(text.trim().to_lowercase())
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Every word must be the creature's number, the start of its behaviour's or its state's name, or `asleep` when it sleeps.
    pub(crate) fn matches(&self, a: &AgentMark, s: &Snapshot) -> bool {
        let symbols = &s.catalogue.symbols;
        self.0.split_whitespace().all(|word| {
            let begins = |name: &str| name.to_lowercase().starts_with(word);
            begins(symbols.name(a.behaviour))
                || begins(symbols.name(a.state))
                || word.parse() == Ok(a.id)
                || (a.asleep && word == ASLEEP)
                || (a.is_player && "player".starts_with(word))
        })
    }

    /// The match nearest to a point.
    pub(crate) fn nearest(&self, s: &Snapshot, at: Vec2) -> Option<AgentId> {
        let found = s.agents.iter().filter(|a| self.matches(a, s));
        found.min_by(|a, b| a.position.distance(at).total_cmp(&b.position.distance(at))).map(|a| a.id)
    }

    pub(crate) fn count(&self, s: &Snapshot) -> usize {
        s.agents.iter().filter(|a| self.matches(a, s)).count()
    }

    /// The match after (or before) `from` in order of slot, cyclically; without `from` the first (or the last).
    pub(crate) fn step(&self, s: &Snapshot, from: Option<AgentId>, forward: bool) -> Option<AgentId> {
        let mut found = s.agents.iter().filter(|a| self.matches(a, s)).map(|a| a.id);
        if forward {
            found.clone().find(|id| from.is_none_or(|f| id.slot() > f.slot())).or_else(|| found.next())
        } else {
            found.clone().rfind(|id| from.is_none_or(|f| id.slot() < f.slot())).or_else(|| found.next_back())
        }
    }
}

/// The creature of a storey nearest to a point whose edge is at most `within_m` metres from it.
pub(super) fn nearest(s: &Snapshot, storey: Storey, at: Vec2, within_m: f32) -> Option<AgentId> {
    let gap = |a: &AgentMark| a.position.distance(at) - a.radius;
    let near = s.agents.iter().filter(|a| a.storey == storey && gap(a) <= within_m);
    near.min_by(|a, b| gap(a).total_cmp(&gap(b))).map(|a| a.id)
}

/// `wolf 17`.
pub(super) fn name_of(a: &AgentMark, s: &Snapshot) -> String {
    if a.is_player { "player".into() } else { format!("{} {}", s.catalogue.symbols.name(a.behaviour), a.id) }
}

/// A creature by identity, if it is alive: agents come in order of slot.
pub(super) fn get(s: &Snapshot, id: AgentId) -> Option<&AgentMark> {
    let at = s.agents.binary_search_by_key(&id.slot(), |a| a.id.slot()).ok()?;
    s.agents.get(at).filter(|a| a.id == id)
}
