//! The mood of a state: states have any names that designers give them, and the map still shows which creatures attack
//! and which flee.

use super::theme::Theme;
use crate::agent::{Catalogue, Symbol};

/// The kinds of states that the map distinguishes, least alarming first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Mood {
    Calm,
    #[default]
    Other,
    Social,
    Duty,
    Fear,
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
    /// Those that the legends show, with their names.
    pub const SHOWN: [(Self, &'static str); 5] = [
        (Self::Calm, "calm"),
        (Self::Attack, "attack"),
        (Self::Fear, "fear"),
        (Self::Duty, "duty"),
        (Self::Social, "social"),
    ];

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
    pub fn of(&mut self, state: Symbol, catalogue: &Catalogue) -> Mood {
        let i = usize::from(state.0);
        if i >= self.0.len() {
            self.0.resize(i + 1, None);
        }
        *self.0[i].get_or_insert_with(|| Mood::of(catalogue.symbols.name(state)))
    }
}
