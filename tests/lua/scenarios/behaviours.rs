//! One behaviour is edited: its text, its states, its body.

use super::*;

/// A hermit in two states; it is in `start` until its tick in there returns another.
fn states(start: &str, all: &[(&str, &str)]) -> String {
    let each = |(name, tick): &(&str, &str)| format!("{name} = {{ tick = function(npc) {tick} end }},\n");
    let all: String = all.iter().map(each).collect();
    format!("return behaviour {{ name = \"hermit\", start = \"{start}\", states = {{\n{all}}} }}")
}

fn sized(radius: &str) -> String {
    counter("").replace("start = \"s\"", &format!("body = {{ radius = {radius}, health = 40 }}, start = \"s\""))
}

/// A counter with an `on_reload`.
fn migrating(body: &str) -> String {
    counter("").replace("start = \"s\"", &format!("on_reload = function(npc) {body} end, start = \"s\""))
}

scenarios! {
    a_change_runs_and_memory_is_kept: [
        save(COUNTER, counter("npc.memory.tag = 'two'")),
        Wait(SECOND), Is(COUNTER, "v2 live"), Remembers("counter", "tag", string("two")), Counts,
        Logs("npc/counter.lua v2 live, 3 kept memory"),
    ];
    what_is_no_lua_is_rejected_and_the_repair_runs: [
        save(COUNTER, "return behaviour {"),
        Is(COUNTER, "v2 rejected, v1 live: scripts/npc/counter.lua:1"), Counts,
        save(COUNTER, counter("npc.memory.tag = 'three'")),
        Wait(SECOND), Is(COUNTER, "v3 live"), Remembers("counter", "tag", string("three")), Counts,
    ];
    an_error_at_the_top_of_a_file_is_rejected: [
        save(COUNTER, format!("error('top')\n{}", counter(""))),
        Is(COUNTER, "v2 rejected, v1 live: scripts/npc/counter.lua:1"), Counts,
    ];
    an_error_in_the_first_tick_is_undone_within_a_second_and_the_repair_runs: [
        save(COUNTER, counter("npc.memory.count = 'spoilt' local x = nil + 1")),
        Wait(SECOND - 1), Is(COUNTER, "v2 rolled back, v1 live: scripts/npc/counter.lua:3"), Counts,
        save(COUNTER, counter("")),
        Wait(PROBATION), Is(COUNTER, "v3 live"), Counts,
    ];
    a_loop_without_end_is_undone: [
        save(COUNTER, counter("while true do end")),
        Wait(SECOND), Is(COUNTER, "v2 rolled back, v1 live"), Logs("the script ran too long"), Counts,
    ];
    memory_that_cannot_be_kept_is_undone: [
        save(COUNTER, counter("npc.memory.bad = { print }")),
        Wait(SECOND), Is(COUNTER, "v2 rolled back, v1 live"), Remembers("counter", "bad", Value::Nil), Counts,
    ];
    a_migration_that_fails_is_undone_at_once: [
        save(COUNTER, migrating("npc.memory.count = nil error('no')")),
        Wait(6), Is(COUNTER, "v2 rolled back, v1 live"), Counts,
    ];
    a_migration_runs_once_for_each: [
        save(COUNTER, migrating("npc.memory.times = (npc.memory.times or 0) + 1")),
        Wait(PROBATION), Is(COUNTER, "v2 live"), Remembers("counter", "times", Value::Number(1.0)), Counts,
    ];
    the_same_text_is_tried_again_when_it_is_saved_again: [
        save(COUNTER, counter("error('no')")),
        Wait(SECOND), Is(COUNTER, "v2 rolled back, v1 live"),
        save(COUNTER, counter("error('no')")),
        Wait(SECOND), Is(COUNTER, "v3 rolled back, v1 live"), Counts,
    ];
    a_state_that_vanishes_names_where_its_creatures_go: [
        save(HERMIT, states("calm", &[("calm", "return 'away'"), ("away", "")])),
        Wait(PROBATION), Is(HERMIT, "v2 live"), Logs("hermit: the state 's' is gone; 1 creature in it: on to 'calm'"),
        save(HERMIT, states("calm", &[("calm", "npc.memory.calm = true")])),
        Wait(SECOND), Is(HERMIT, "v3 live"), Logs("hermit: the state 'away' is gone; 1 creature in it: on to 'calm'"),
        Remembers("hermit", "calm", Value::Bool(true)),
    ];
    a_state_without_creatures_vanishes_without_a_word: [
        save(HERMIT, states("s", &[("s", ""), ("other", "return 's'")])), Wait(PROBATION),
        save(HERMIT, states("s", &[("s", "")])), Wait(SECOND),
        Is(HERMIT, "v3 live"), Silent("is gone"),
    ];
    a_new_state_is_entered_by_the_living: [
        save(HERMIT, states("s", &[("s", "return 'away'"), ("away", "npc.memory.away = true")])),
        Wait(SECOND), Is(HERMIT, "v2 live"), Remembers("hermit", "away", Value::Bool(true)), Silent("is gone"),
    ];
    a_new_size_is_taken_where_it_fits: [
        save(COUNTER, sized("0.3")), Wait(SECOND), Is(COUNTER, "v2 live"), Silent("no room"), Counts,
    ];
}

#[test]
fn a_size_for_which_there_is_no_room_is_reported_and_the_old_one_kept() {
    play_in_corridors(vec![
        save(COUNTER, sized("1.5")),
        Wait(SECOND),
        Is(COUNTER, "v2 live"),
        Logs("counter: no room for the new size around 3 living creatures: the old size is kept"),
        Counts,
        save(COUNTER, sized("0.3")),
        Wait(SECOND),
        Is(COUNTER, "v3 live"),
    ]);
}
