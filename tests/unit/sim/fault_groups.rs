//! Errors are grouped by place.

use bestiary::Diagnostic;
use bestiary::testing::sim::{FaultGroups, Level, Log, MAX_GROUPS};

fn fault(line: u32, message: &str) -> Diagnostic {
    Diagnostic::error("scripts/npc/wolf.lua", message).at(line, 0)
}

#[test]
fn a_place_has_one_line_in_the_log_whatever_it_says() {
    let (mut groups, mut log) = (FaultGroups::default(), Log::default());
    for n in 0..10_000 {
        groups.count(&fault(3, &format!("no such prey: {n}")), None, n / 100, &mut log);
        groups.count(&fault(9, "no"), None, n / 100, &mut log);
    }
    let lines: Vec<_> = log.lines().map(|l| (l.text.as_str(), l.repeats)).collect();
    let expected = ["scripts/npc/wolf.lua:3: error: no such prey: 0", "scripts/npc/wolf.lua:9: error: no"];
    assert_eq!(lines, expected.map(|t| (t, 9_999)));
    let worst = groups.worst(1);
    assert_eq!((worst[0].line, worst[0].count, worst[0].message.as_str()), (3, 10_000, "no such prey: 9999"));
}

#[test]
fn a_place_that_left_the_log_gets_a_new_line_now_and_then() {
    let (mut groups, mut log) = (FaultGroups::default(), Log::default());
    groups.count(&fault(3, "no"), None, 0, &mut log);
    for n in 0..1_000 {
        log.push(0, Level::Info, None, format!("chatter {n}"));
    }
    for step in 1..=1_000 {
        groups.count(&fault(3, "no"), None, step, &mut log);
    }
    let said: Vec<_> = log.lines().filter(|l| l.level == Level::Error).map(|l| l.text.as_str()).collect();
    assert_eq!(said, ["scripts/npc/wolf.lua:3: error: no (201 times so far)"], "and from then on that line counts");
}

#[test]
fn the_number_of_places_is_bounded() {
    let (mut groups, mut log) = (FaultGroups::default(), Log::default());
    for line in 0..5_000 {
        groups.count(&fault(line, "no"), None, u64::from(line), &mut log);
    }
    assert_eq!(groups.worst(usize::MAX).len(), MAX_GROUPS);
}
