//! Saves that follow each other: which of them is to blame, and which version runs then.

use super::*;

/// A half of a second.
const HALF: u64 = SECOND / 2;

scenarios! {
    half_a_second_after_a_good_version_only_the_bad_one_is_undone: [
        save(COUNTER, counter("npc.memory.tag = 'two'")), Wait(HALF),
        save(COUNTER, counter("error('no')")), Wait(SECOND),
        Is(COUNTER, "v3 rolled back, v2 live"), Remembers("counter", "tag", string("two")), Counts,
    ];
    a_version_that_not_all_have_run_yet_is_undone_with_the_bad_one_after_it: [
        save(COUNTER, counter("npc.memory.tag = 'two'")), Wait(2),
        save(COUNTER, counter("error('no')")), Wait(SECOND),
        Is(COUNTER, "v3 rolled back, v1 live"), Remembers("counter", "tag", Value::Nil), Counts,
    ];
    a_version_that_raised_an_error_is_undone_with_the_bad_one_after_it: [
        save(COUNTER, counter("if npc.memory.tag ~= 'once' then npc.memory.tag = 'once' error('once') end")), Wait(2),
        save(COUNTER, counter("error('no')")), Wait(SECOND),
        Is(COUNTER, "v3 rolled back, v1 live"), Counts,
    ];
    after_a_good_module_a_user_that_misuses_it_is_undone_alone: [
        save(RULES, "return { step = 1, half = function(n) return n / 2 end }"), Wait(HALF),
        save(COUNTER, counter("rules.half('much')")), Wait(SECOND),
        Is(COUNTER, "v2 rolled back, v1 live: scripts/lib/rules.lua:1"), Is(RULES, "v2 live"), Counts,
    ];
    after_a_good_user_a_module_that_breaks_it_is_undone_alone: [
        save(COUNTER, counter("npc.memory.tag = 'two'")), Wait(HALF),
        save(RULES, "return {}"), Wait(SECOND),
        Is(RULES, "v2 rolled back, v1 live: scripts/npc/counter.lua"), Is(COUNTER, "v2 live"), Counts,
    ];
    two_files_saved_at_once_are_judged_apart: [
        save(COUNTER, counter("npc.memory.tag = 'two'")),
        save(HERMIT, hermit("error('no')")), Wait(PROBATION),
        Is(HERMIT, "v2 rolled back, v1 live"), Is(COUNTER, "v2 live"), Remembers("counter", "tag", string("two")), Counts,
    ];
    one_error_every_two_seconds_stays_and_is_reported: [
        save(HERMIT, hermit("if npc.time > (npc.memory.next or 0) then npc.memory.next = npc.time + 2 error('now and then') end")),
        Wait(PROBATION), Is(HERMIT, "v2 live"),
        Logs("npc/hermit.lua v2 stays: "), Logs("and more than 2 undo a version: scripts/npc/hermit.lua:2"),
    ];
    an_error_after_the_probation_stays: [
        save(COUNTER, counter("if npc.time > 8 then error('late') end")), Wait(3 * PROBATION),
        Is(COUNTER, "v2 live"), Silent("rolled back"), Logs("late"),
    ];
    a_good_version_after_a_bad_one_runs_while_that_is_on_probation: [
        save(COUNTER, counter("error('no')")),
        save(COUNTER, counter("npc.memory.tag = 'three'")), Wait(PROBATION),
        Is(COUNTER, "v3 live"), Remembers("counter", "tag", string("three")), Counts,
    ];
    of_versions_saved_every_second_only_the_bad_last_one_is_undone: [
        save(COUNTER, counter("npc.memory.tag = 2")), Wait(SECOND),
        save(COUNTER, counter("npc.memory.tag = 3")), Wait(SECOND),
        save(COUNTER, counter("npc.memory.tag = 4")), Wait(SECOND),
        save(COUNTER, counter("npc.memory.tag = 5 error('no')")), Wait(SECOND),
        Is(COUNTER, "v5 rolled back, v4 live"), Remembers("counter", "tag", Value::Number(4.0)), Counts,
    ];
}
