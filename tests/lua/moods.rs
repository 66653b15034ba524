//! The mood of a state is declared, and guessed only where it is not.

use crate::stage::{Stage, refused};
use bestiary::testing::ui::Mood;

fn guard(mood: &str) -> String {
    format!(
        "return behaviour {{ name = 'guard', start = 'threaten', states = {{ threaten = {{ {mood} }}, rest = {{}} }} }}"
    )
}

#[test]
fn a_state_declares_its_mood() {
    let moods = |file: &str| {
        let stage = Stage::new(&[("npc/guard.lua", file)]);
        ["threaten", "rest"].map(|state| stage.program.catalogue.mood("guard", state))
    };
    assert_eq!(moods(&guard("mood = 'hunt'")), [Mood::Attack, Mood::Calm]);
    assert_eq!(moods(&guard("mood = 'fear'")), [Mood::Fear, Mood::Calm]);
    assert_eq!(moods(&guard("")), [Mood::Other, Mood::Calm]);
}

#[test]
fn a_mood_is_one_of_a_few_words() {
    for (mood, said) in [
        ("mood = 'atack'", "there is no mood 'atack'\n  did you mean 'attack'?"),
        ("mood = 'bored'", "there is no mood 'bored'\n  there is: calm, social, duty, fear, attack, hunt"),
        ("mood = 3", "mood is number, not a string\n  write: mood = \"attack\""),
        ("mod = 'fear'", "a state has no 'mod'\n  did you mean 'mood'?"),
    ] {
        let faults = refused(&[("npc/guard.lua", &guard(mood))]);
        assert!(faults.contains(said), "{mood}: {faults}");
    }
}
