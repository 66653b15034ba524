//! The mood of a state.

use bestiary::testing::ui::Mood;

#[test]
fn the_mood_follows_from_the_name_of_the_state() {
    let moods = ["attack", "flee", "rest", "patrol", "greet", "Chase_Player", "zzz"].map(Mood::of);
    use Mood::*;
    assert_eq!(moods, [Attack, Fear, Calm, Duty, Social, Attack, Other]);
    assert!(Attack > Fear && Fear > Calm);
}
