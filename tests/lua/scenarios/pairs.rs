//! Files that need each other are saved together, or one after the other.

use super::*;

/// The module as it was, with another name for its step.
fn renamed() -> String {
    "return { stride = 2 }".into()
}

/// A counter that needs that name.
fn strides(extra: &str) -> String {
    counter(extra).replace("rules.step", "rules.stride")
}

/// A hermit that needs that name too.
fn striding_hermit() -> String {
    format!("local rules = require \"lib.rules\"\n{}", hermit("npc.memory.tag = 1 + rules.stride"))
}

scenarios! {
    a_module_changes_for_those_that_require_it: [
        save(RULES, "return { step = 2 }"), Wait(PROBATION), Is(RULES, "v2 live"), Is(COUNTER, "v1 live"), Counts,
    ];
    a_module_that_does_not_load_is_rejected: [
        save(RULES, "return {"), Is(RULES, "v2 rejected, v1 live"), Counts,
    ];
    a_module_that_returns_nothing_is_rejected: [
        save(RULES, "local rules = {}"), Is(RULES, "v2 rejected, v1 live"), Counts,
    ];
    a_module_that_breaks_its_user_is_undone: [
        save(RULES, renamed()), Wait(SECOND),
        Is(RULES, "v2 rolled back, v1 live: scripts/npc/counter.lua"), Is(COUNTER, "v1 live"), Counts,
    ];
    both_saved_together_run: [
        together([(RULES, renamed()), (COUNTER, strides(""))]), Wait(PROBATION),
        Is(RULES, "v2 live"), Is(COUNTER, "v2 live"), Counts,
    ];
    the_module_first_and_its_user_seconds_later_run: [
        save(RULES, renamed()), Wait(2 * SECOND), Is(RULES, "v2 rolled back"),
        save(COUNTER, strides("")), Wait(PROBATION),
        Logs("lib/rules.lua was rolled back and is tried again with this save"),
        Is(RULES, "v3 live"), Is(COUNTER, "v2 live"), Counts,
    ];
    the_user_first_and_its_module_seconds_later_run: [
        save(COUNTER, strides("")), Wait(2 * SECOND), Is(COUNTER, "v2 rolled back"),
        save(RULES, renamed()), Wait(PROBATION), Is(RULES, "v2 live"), Is(COUNTER, "v3 live"), Counts,
    ];
    a_module_and_two_users_saved_one_after_the_other_run: [
        save(HERMIT, striding_hermit()), Wait(2 * SECOND), Is(HERMIT, "v2 rolled back"),
        save(COUNTER, strides("")), Wait(2 * SECOND), Is(COUNTER, "v2 rolled back"),
        save(RULES, renamed()), Wait(PROBATION),
        Is(RULES, "v2 live"), Is(COUNTER, "v3 live"), Is(HERMIT, "v3 live"), Counts,
        Remembers("hermit", "tag", Value::Number(3.0)),
    ];
    a_user_of_a_module_that_is_not_there_yet_waits_for_it: [
        save(HERMIT, format!("local far = require \"lib.far\"\n{}", hermit("npc.memory.tag = far.tag"))),
        Is(HERMIT, "v2 rejected, v1 live"),
        save("lib/far.lua", "return { tag = 'far' }"), Wait(SECOND),
        Is(HERMIT, "v3 live"), Is("lib/far.lua", "v1 live"), Remembers("hermit", "tag", string("far")),
    ];
    a_module_that_is_bad_itself_does_not_keep_its_user_back: [
        save(RULES, "return { step = {} }"), Wait(2 * SECOND), Is(RULES, "v2 rolled back"),
        save(COUNTER, counter("npc.memory.tag = 'two'")), Wait(PROBATION),
        Logs("npc/counter.lua is tried alone, without what was rolled back before"),
        Is(COUNTER, "v3 live"), Is(RULES, "v3 rolled back, v1 live"), Remembers("counter", "tag", string("two")), Counts,
    ];
    a_file_that_has_nothing_to_do_with_it_is_saved_alone: [
        save(COUNTER, counter("error('no')")), Wait(SECOND), Is(COUNTER, "v2 rolled back"),
        save(HERMIT, hermit("npc.memory.tag = 'two'")), Wait(PROBATION),
        Is(HERMIT, "v2 live"), Is(COUNTER, "v2 rolled back, v1 live"), Silent("tried again"), Counts,
    ];
    a_repair_brings_back_what_was_undone_with_it: [
        together([(COUNTER, counter("error('no')")), (HERMIT, hermit("npc.memory.tag = 'two'"))]), Wait(SECOND),
        Is(COUNTER, "v2 rolled back"), Is(HERMIT, "v2 rolled back"), Counts,
        save(COUNTER, counter("npc.memory.tag = 'two'")), Wait(PROBATION),
        Is(COUNTER, "v3 live"), Is(HERMIT, "v3 live"), Remembers("hermit", "tag", string("two")), Counts,
    ];
    two_halves_that_do_not_load_alone_run_when_both_are_there: [
        save(COUNTER, format!("local n = require \"lib.near\"\n{}", counter(""))), Is(COUNTER, "v2 rejected"),
        save(HERMIT, format!("local f = require \"lib.far\"\n{}", hermit(""))), Is(HERMIT, "v2 rejected"),
        together([("lib/near.lua", "return {}".into()), ("lib/far.lua", "return {}".into())]), Wait(PROBATION),
        Is(COUNTER, "v3 live"), Is(HERMIT, "v3 live"), Counts,
    ];
}
