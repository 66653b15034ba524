//! The last minute of the moods.

use super::fixture;
use bestiary::testing::ui::{History, Mood, Moods, SAMPLES_KEPT};

#[test]
fn a_sample_a_second_of_the_worlds_own_time_and_a_minute_of_them() {
    let mut s = fixture::glade();
    let (mut history, mut moods) = (History::default(), Moods::default());
    for step in 0..3_000 {
        s.step = step;
        history.take(&s, &mut moods);
    }
    assert_eq!(history.samples.len(), SAMPLES_KEPT);
    assert_eq!((history.latest(Mood::Attack), history.latest(Mood::Fear)), (10, 12));
    assert_eq!(history.shares(Mood::Attack, 3), [0.75; 3]);
    s.step = 0;
    history.take(&s, &mut moods);
    assert_eq!(history.samples.len(), 1, "a restarted world starts a new history");
}
