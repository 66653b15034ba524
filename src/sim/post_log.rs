//! What versions on probation post on boards. A version that is rolled back takes its posts with it.

use crate::agent::{BoardOwner, BoardPlace, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What was posted at one place since a version on probation first posted there.
struct Log {
    /// What stays there whatever becomes of the versions.
    base: Arc<Value>,
    /// The last post of each set of versions that a creature ran, in the order of time: an older one would never show again.
    posts: Vec<(Vec<u32>, Arc<Value>)>,
}

impl Log {
    /// Changes the sets of versions. Posts of the same set become one, and what no version could undo becomes the base.
    fn regroup(&mut self, change: impl Fn(&mut Vec<u32>)) {
        let mut all = std::mem::take(&mut self.posts);
        all.iter_mut().for_each(|(versions, _)| change(versions));
        for (versions, value) in all {
            self.add(versions, value);
        }
    }

    fn add(&mut self, versions: Vec<u32>, value: Arc<Value>) {
        if versions.is_empty() {
            (self.base, self.posts) = (value, Vec::new());
        } else {
            self.posts.retain(|post| post.0 != versions);
            self.posts.push((versions, value));
        }
    }
}

/// The posts that may have to be undone.
#[derive(Default)]
pub struct PostLog(BTreeMap<BoardPlace, Log>);

impl PostLog {
    /// Notes a post in place of `before`, by a creature that runs these versions on probation (in order; often none).
    pub fn note(&mut self, place: &BoardPlace, versions: Vec<u32>, before: Arc<Value>, value: &Arc<Value>) {
        if let Some(log) = self.0.get_mut(place) {
            log.add(versions, Arc::clone(value));
            if log.posts.is_empty() {
                self.0.remove(place);
            }
        } else if !versions.is_empty() {
            let log = Log { base: before, posts: vec![(versions, Arc::clone(value))] };
            self.0.insert(place.clone(), log);
        }
    }

    /// A version failed: returns the places that change, with what they have then.
    pub fn undo(&mut self, version: u32) -> Vec<(BoardPlace, Arc<Value>)> {
        let mut changed = Vec::new();
        for (place, log) in &mut self.0 {
            let is_on_top = log.posts.last().is_some_and(|post| post.0.contains(&version));
            log.posts.retain(|post| !post.0.contains(&version));
            let value = log.posts.last().map_or(&log.base, |post| &post.1);
            changed.extend(is_on_top.then(|| (place.clone(), Arc::clone(value))));
        }
        self.forget_settled();
        changed
    }

    /// A version is no longer on probation.
    pub fn keep(&mut self, version: u32) {
        self.0.values_mut().for_each(|log| log.regroup(|versions| versions.retain(|v| *v != version)));
        self.forget_settled();
    }

    /// A version goes on as part of a later one.
    pub fn join(&mut self, earlier: u32, later: u32) {
        let replace = |versions: &mut Vec<u32>| {
            if versions.contains(&earlier) {
                versions.retain(|v| *v != earlier && *v != later);
                versions.push(later);
                versions.sort_unstable();
            }
        };
        self.0.values_mut().for_each(|log| log.regroup(replace));
    }

    /// A board is gone: nothing is ever put back there.
    pub fn forget(&mut self, owner: BoardOwner) {
        let from = self.0.range((owner, String::new())..);
        let gone: Vec<_> = from.map(|(place, _)| place.clone()).take_while(|place| place.0 == owner).collect();
        gone.iter().for_each(|place| drop(self.0.remove(place)));
    }

    fn forget_settled(&mut self) {
        self.0.retain(|_, log| !log.posts.is_empty());
    }
}
