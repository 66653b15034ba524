//! The mood of a state: states have any names that designers give them, and front ends still show which creatures attack and
//! which flee.

/// The kinds of states that front ends distinguish, least alarming first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Mood {
    /// Rests, eats, waits.
    Calm,
    /// None was declared, and no word of the state's name is known.
    #[default]
    Other,
    /// Is busy with others of its kind.
    Social,
    /// Goes or works somewhere.
    Duty,
    /// Flees or hides.
    Fear,
    /// Attacks or pursues.
    #[strum(serialize = "attack", serialize = "hunt")]
    Attack,
}

/// Words of a mood; the first mood that has one with which a word of a state's name begins applies.
const GUESSES: [(Mood, &[&str]); 5] = [
    (Mood::Attack, &["attack", "hunt", "chase", "fight", "kill", "pursue", "stalk", "charge", "strike"]),
    (Mood::Fear, &["flee", "hide", "escape", "panic", "scatter", "retreat", "afraid", "cower"]),
    (Mood::Calm, &["rest", "idle", "graze", "sleep", "eat", "wait", "stall", "drink", "sit", "roost"]),
    (Mood::Social, &["greet", "talk", "trade", "herd", "play", "court", "flock", "gather", "help"]),
    (Mood::Duty, &["patrol", "guard", "follow", "return", "walk", "go", "search", "seek", "travel", "work", "look"]),
];

/// What a state may declare; `hunt` is another word for `attack`.
pub(crate) const MOODS: [&str; 6] = ["calm", "social", "duty", "fear", "attack", "hunt"];

impl Mood {
    /// Those that the legends show.
    pub const SHOWN: [Self; 5] = [Self::Calm, Self::Attack, Self::Fear, Self::Duty, Self::Social];

    /// The mood of a state that declares none, by its name: `Chase_Player` attacks, `threaten` does not eat.
    pub fn guess(state: &str) -> Self {
        let lower = state.to_lowercase();
        let begins = |word: &&str| lower.split(|c: char| !c.is_alphanumeric()).any(|part| part.starts_with(word));
        GUESSES.iter().find(|(_, words)| words.iter().any(begins)).map_or(Self::Other, |(mood, _)| *mood)
    }
}
