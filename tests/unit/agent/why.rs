//! The chain of reasons for a state.

use bestiary::testing::agent::{EventKind, EventText, Handler, LINKS, why};

fn event(step: u64, kind: EventKind, what: &str, why: &str) -> EventText {
    EventText { step, kind, what: what.into(), why: why.into() }
}

fn state(step: u64, what: &str, handler: Handler, place: &str, line: &str) -> EventText {
    let to = what.rsplit(' ').next().unwrap_or("").to_owned();
    event(step, EventKind::State { to, handler: Some(handler), line: line.into() }, what, place)
}

fn lines(events: &[EventText]) -> Vec<String> {
    why(events).iter().map(|l| format!("{}{} {}", "  ".repeat(l.depth.into()), l.step, l.text)).collect()
}

#[test]
fn the_chain_names_line_and_reasons_of_every_change() {
    let record = [
        event(0, EventKind::Born, "was born", ""),
        event(3, EventKind::Path, "SEARCH_OK", "40 nodes, 2 waypoints"),
        state(60, "rest → attack", Handler::Tick, "npc/wolf.lua:21", "return \"attack\""),
        event(60, EventKind::Memory { inner: false }, "memory.prey nil → 4", ""),
        event(60, EventKind::Memory { inner: true }, "memory.tactics.state \"idle\" → \"seek\"", ""),
        event(90, EventKind::Action, "“grr”", ""),
        event(100, EventKind::Hurt, "hurt 5", "by deer 4"),
        event(101, EventKind::Path, "MAP_FAILED", "walled in"),
        state(102, "attack → flee", Handler::Hurt, "npc/wolf.lua:40", ""),
        event(125, EventKind::Memory { inner: true }, "memory.tactics.x 1 → 2", ""),
        event(130, EventKind::Path, "SEARCH_OK", "3 nodes, 1 waypoint"),
    ];
    assert_eq!(
        lines(&record),
        [
            "0 was born",
            "60 rest → attack  by tick at npc/wolf.lua:21",
            "  60 there: return \"attack\"",
            "  60 because: memory.prey nil → 4",
            "102 attack → flee  by hurt at npc/wolf.lua:40",
            "  100 because: hurt 5 by deer 4",
            "  101 because: MAP_FAILED: walled in",
            "  130 since then: SEARCH_OK: 3 nodes, 1 waypoint",
        ]
    );
}

#[test]
fn a_tick_without_a_reason_says_so_and_long_chains_are_cut_at_their_old_end() {
    let record: Vec<EventText> = (0..20).map(|i| state(i * 50, "a → b", Handler::Tick, "npc/a.lua:1", "")).collect();
    let all = lines(&record);
    assert_eq!(all.len(), LINKS * 2);
    assert_eq!(all[0], "750 a → b  by tick at npc/a.lua:1");
    assert_eq!(all[1], "  750 nothing happened to it just before: it decided by what it saw");
    assert_eq!(why(&[]), []);
}
