//! What a state is like: states have any names designers give them, yet the map shows at a glance who hunts and who flees.

use super::theme::{Ink, Theme};
use crate::agent::{Catalogue, Symbol};

/// The kinds of states that are told apart on the map, least alarming first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Tone {
    Calm,
    #[default]
    Other,
    Social,
    Duty,
    Fear,
    Hunt,
}

/// Words that betray a tone, looked for anywhere in a state's name.
const WORDS: [(Tone, &[&str]); 5] = [
    (Tone::Hunt, &["attack", "hunt", "chase", "fight", "kill", "pursue", "stalk", "charge", "strike"]),
    (Tone::Fear, &["flee", "hide", "escape", "panic", "scatter", "retreat", "afraid", "cower"]),
    (Tone::Calm, &["rest", "idle", "graze", "sleep", "eat", "wait", "stall", "drink", "sit", "roost"]),
    (Tone::Social, &["greet", "talk", "trade", "herd", "play", "court", "flock", "gather", "help"]),
    (Tone::Duty, &["patrol", "guard", "follow", "return", "walk", "go", "search", "seek", "travel", "work", "look"]),
];

impl Tone {
    pub fn of(state: &str) -> Self {
        let lower = state.to_lowercase();
        let hit = |words: &[&str]| words.iter().any(|w| lower.contains(w));
        WORDS.iter().find(|(_, words)| hit(words)).map_or(Self::Other, |(tone, _)| *tone)
    }

    pub fn ink(self) -> Ink {
        match self {
            Self::Calm => Ink::Calm,
            Self::Other => Ink::Other,
            Self::Social => Ink::Social,
            Self::Duty => Ink::Duty,
            Self::Fear => Ink::Fear,
            Self::Hunt => Ink::Hunt,
        }
    }

    /// Stands beside the letter on the map and before the state's name elsewhere; a blank for the calm.
    pub fn mark(self, theme: &Theme) -> char {
        match self {
            Self::Calm => ' ',
            Self::Other => '\'',
            Self::Social => '"',
            Self::Duty => theme.pick('›', '>'),
            Self::Fear => '~',
            Self::Hunt => '!',
        }
    }
}

/// Tones by symbol, worked out once a name: symbols are never reused.
#[derive(Clone, Debug, Default)]
pub struct Tones(Vec<Option<Tone>>);

impl Tones {
    pub fn of(&mut self, state: Symbol, catalogue: &Catalogue) -> Tone {
        let i = usize::from(state.0);
        if i >= self.0.len() {
            self.0.resize(i + 1, None);
        }
        *self.0[i].get_or_insert_with(|| Tone::of(catalogue.symbols.name(state)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_states_betray_what_they_are_like() {
        let tones = ["attack", "flee", "rest", "patrol", "greet", "Chase_Player", "zzz"].map(Tone::of);
        use Tone::*;
        assert_eq!(tones, [Hunt, Fear, Calm, Duty, Social, Hunt, Other]);
        assert!(Hunt > Fear && Fear > Calm);
    }
}
