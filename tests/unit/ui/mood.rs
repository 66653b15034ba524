//! The mood of a state.

use bestiary::testing::ui::Mood;

#[test]
fn a_mood_that_is_not_declared_is_guessed_from_the_words_of_the_state_s_name() {
    let moods = ["attack", "flee", "rest", "patrol", "greet", "Chase_Player", "threaten", "zzz"].map(Mood::guess);
    use Mood::*;
    assert_eq!(moods, [Attack, Fear, Calm, Duty, Social, Attack, Other, Other]);
    assert!(Attack > Fear && Fear > Calm);
}
