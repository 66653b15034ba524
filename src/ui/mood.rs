//! The mood of a state: states have any names that designers give them, and the map still shows which creatures attack
//! and which flee.

use super::{Snapshot, Theme};
use crate::agent::{Catalogue, Symbol};
use std::collections::VecDeque;

/// The kinds of states that the map distinguishes, least alarming first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Mood {
    /// Rests, eats, waits.
    Calm,
    /// No word of the state's name is known.
    #[default]
    Other,
    /// Is busy with others of its kind.
    Social,
    /// Goes or works somewhere.
    Duty,
    /// Flees or hides.
    Fear,
    /// Attacks or pursues.
    Attack,
}

/// Words of a mood, looked for anywhere in a state's name; the first mood that has one applies.
const WORDS: [(Mood, &[&str]); 5] = [
    (Mood::Attack, &["attack", "hunt", "chase", "fight", "kill", "pursue", "stalk", "charge", "strike"]),
    (Mood::Fear, &["flee", "hide", "escape", "panic", "scatter", "retreat", "afraid", "cower"]),
    (Mood::Calm, &["rest", "idle", "graze", "sleep", "eat", "wait", "stall", "drink", "sit", "roost"]),
    (Mood::Social, &["greet", "talk", "trade", "herd", "play", "court", "flock", "gather", "help"]),
    (Mood::Duty, &["patrol", "guard", "follow", "return", "walk", "go", "search", "seek", "travel", "work", "look"]),
];

impl Mood {
    /// Those that the legends show.
    pub const SHOWN: [Self; 5] = [Self::Calm, Self::Attack, Self::Fear, Self::Duty, Self::Social];

    /// The mood of a state, by its name.
    pub fn of(state: &str) -> Self {
        let lower = state.to_lowercase();
        let hit = |words: &[&str]| words.iter().any(|w| lower.contains(w));
        WORDS.iter().find(|(_, words)| hit(words)).map_or(Self::Other, |(mood, _)| *mood)
    }

    /// Drawn beside the creature on the map and after the state's name elsewhere; a blank for the calm.
    pub fn mark(self, theme: &Theme) -> char {
        match self {
            Self::Calm => ' ',
            Self::Other => '\'',
            Self::Social => '"',
            Self::Duty => theme.pick('›', '>'),
            Self::Fear => '~',
            Self::Attack => '!',
        }
    }
}

/// Moods by symbol, computed once for each name: symbols are never reused.
#[derive(Clone, Debug, Default)]
pub struct Moods(Vec<Option<Mood>>);

impl Moods {
    /// The mood of a state, by its symbol.
    pub fn of(&mut self, state: Symbol, catalogue: &Catalogue) -> Mood {
        let i = usize::from(state.0);
        if i >= self.0.len() {
            self.0.resize(i + 1, None);
        }
        *self.0[i].get_or_insert_with(|| Mood::of(catalogue.symbols.name(state)))
    }
}

/// Samples kept; one every `EVERY_MS` of the world's own time.
pub const KEPT: usize = 60;
const EVERY_MS: u64 = 1_000;

/// How many living creatures had each mood, oldest first.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// One count for each [`Mood`], in their order.
    pub samples: VecDeque<[u32; 6]>,
    next_step: u64,
}

impl History {
    /// Counts the living of a snapshot when the next sample is due: one pass over the agents for each second of world time.
    pub fn take(&mut self, snapshot: &Snapshot, moods: &mut Moods) {
        let every = (EVERY_MS / u64::from(snapshot.step_ms.max(1))).max(1);
        if snapshot.step + every < self.next_step {
            *self = Self::default();
        }
        if snapshot.step < self.next_step {
            return;
        }
        self.next_step = snapshot.step + every;
        let mut counts = [0; 6];
        for a in snapshot.agents.iter().filter(|a| !a.is_player) {
            counts[moods.of(a.state, &snapshot.catalogue) as usize] += 1;
        }
        if self.samples.len() == KEPT {
            self.samples.pop_front();
        }
        self.samples.push_back(counts);
    }

    /// The newest counts of a mood, `columns` at most, as shares (0..=1), oldest first. Its largest count is three quarters
    /// high, so that a constant count does not look like a maximum.
    pub fn shares(&self, mood: Mood, columns: usize) -> Vec<f32> {
        let counts: Vec<u32> = self.samples.iter().map(|s| s[mood as usize]).collect();
        let most = counts.iter().copied().max().unwrap_or(0).max(1) as f32;
        counts.iter().skip(counts.len().saturating_sub(columns)).map(|c| *c as f32 / most * 0.75).collect()
    }

    /// The newest count of a mood; 0 before the first sample.
    pub fn latest(&self, mood: Mood) -> u32 {
        self.samples.back().map_or(0, |s| s[mood as usize])
    }
}
