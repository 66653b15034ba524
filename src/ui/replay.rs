//! The replay of a search: how many of its nodes are shown by now.

use crate::diag::counted;
use crate::geom::{Storey, Vec2};
use crate::sim::ShownSearch;
use std::sync::Arc;
use std::time::Duration;

/// A search is replayed for so long, however many nodes it has; then all of them are shown.
const REPLAY_FOR: Duration = Duration::from_secs(2);
/// The parts of it that can be told apart: a replay is drawn so many times at most.
const PARTS: u32 = 50;
/// One in so many nodes is among the latest.
const LATEST: usize = 20;
/// So few places are drawn as characters: single dots would hardly be seen.
const FEW_PLACES: usize = 256;

/// The search that is replayed, and since when.
#[derive(Debug, Default)]
pub(super) struct Replay {
    search: Option<Arc<ShownSearch>>,
    since: Duration,
}

impl Replay {
    /// Takes the search of the newest snapshot; another one is replayed from its beginning.
    pub(super) fn take(&mut self, search: Option<&Arc<ShownSearch>>, now: Duration) {
        let is_same = match (&self.search, search) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        if !is_same {
            (self.search, self.since) = (search.cloned(), now);
        }
    }

    /// How far the replay is, in [`PARTS`].
    pub(super) fn share(&self, now: Duration) -> u32 {
        let gone = now.saturating_sub(self.since).as_secs_f32() / REPLAY_FOR.as_secs_f32();
        if self.search.is_some() { (gone.min(1.0) * PARTS as f32) as u32 } else { PARTS }
    }

    /// How many nodes are shown.
    fn count(&self, now: Duration) -> usize {
        let all = self.search.as_ref().map_or(0, |search| search.places.len());
        all * self.share(now) as usize / PARTS as usize
    }

    /// Whether the search has so few places that each is drawn as a character.
    pub(super) fn has_few(&self) -> bool {
        self.search.as_ref().is_none_or(|search| search.places.len() <= FEW_PLACES)
    }

    /// The places on a storey that are shown by now, and the latest of them.
    pub(super) fn shown(&self, storey: Storey, now: Duration) -> [&[Vec2]; 2] {
        let search = self.search.as_ref().filter(|search| search.storey == storey);
        let shown = search.map_or(&[][..], |search| &search.places[..self.count(now)]);
        let is_over = self.share(now) == PARTS;
        let latest = if is_over { 0 } else { shown.len().div_ceil(LATEST) };
        let (before, latest) = shown.split_at(shown.len() - latest);
        [before, latest]
    }

    /// What the title of the map says about it.
    pub(super) fn legend(&self, now: Duration) -> Option<String> {
        let search = self.search.as_ref()?;
        let (all, shown) = (search.places.len(), self.count(now));
        let nodes = match (all, search.cut) {
            (0, _) if search.reason.is_none() => return Some("search: the goal is in sight".into()),
            (_, true) => format!("the first {}", counted(all, "node")),
            _ => counted(all, "node"),
        };
        let so_far = if shown < all { format!("{shown} of ") } else { String::new() };
        let reason = search.reason.map(|reason| format!(", {reason}")).unwrap_or_default();
        Some(format!("search: {so_far}{nodes}{reason}"))
    }
}
