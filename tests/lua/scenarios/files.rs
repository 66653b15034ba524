//! Files come and go, and two mods have files of one path.

use super::*;

scenarios! {
    a_deleted_behaviour_keeps_its_creatures_in_the_roster: [
        delete(HERMIT), Is(HERMIT, "gone"), Alive("hermit", 1),
        Logs("npc/hermit.lua was deleted; its creature stands still until it returns"), Wait(PROBATION),
        Alive("hermit", 1), Alive("counter", 3), Counts,
    ];
    a_behaviour_that_returns_finds_its_creatures_with_their_memory: [
        delete(HERMIT), Wait(SECOND), Remembers("hermit", "tag", string("one")),
        save(HERMIT, hermit("npc.memory.again = npc.memory.tag")), Wait(SECOND),
        Is(HERMIT, "v1 live"), Alive("hermit", 1), Remembers("hermit", "again", string("one")),
    ];
    a_module_that_is_needed_cannot_be_deleted: [
        delete(RULES), Is(RULES, "v2 rejected, v1 live"), Counts,
    ];
    a_module_that_is_no_longer_needed_can: [
        together([(COUNTER, counter("").replace("require \"lib.rules\"", "{ step = 1 }"))]), Wait(PROBATION),
        delete(RULES), Is(RULES, "gone"), Logs("lib/rules.lua was deleted"), Counts,
    ];
    a_new_behaviour_that_fails_as_it_is_read_is_rejected: [
        save("npc/toad.lua", "return behaviour { name = \"toad\" }"), Is("npc/toad.lua", "v1 rejected, v0 live"), Counts,
    ];
    a_file_that_is_renamed_takes_its_users_along: [
        Save(vec![
            ("base", RULES, None),
            ("base", "lib/laws.lua", Some("return { step = 1 }".into())),
            ("base", COUNTER, Some(counter("").replace("lib.rules", "lib.laws"))),
        ]),
        Wait(PROBATION), Is(RULES, "gone"), Is("lib/laws.lua", "v1 live"), Is(COUNTER, "v2 live"), Counts,
    ];
    files_of_one_path_are_shown_with_their_mods: [
        Save(vec![("wet", HERMIT, Some(hermit("npc.memory.tag = 'wet'")))]), Wait(PROBATION),
        Logs("npc/hermit.lua of mod 'wet' v1 live"), Remembers("hermit", "tag", string("wet")),
        Save(vec![("wet", HERMIT, Some(hermit("error('no')")))]), Wait(SECOND),
        Logs("npc/hermit.lua of mod 'wet' v2 rolled back, v1 live"),
        Save(vec![("wet", HERMIT, Some("return {".into()))]),
        Logs("npc/hermit.lua of mod 'wet' v3 rejected, v1 live"),
    ];
    a_file_that_another_mod_replaces_changes_nothing_and_says_so: [
        Save(vec![("wet", HERMIT, Some(hermit("npc.memory.tag = 'wet'")))]), Wait(PROBATION),
        save(HERMIT, hermit("npc.memory.tag = 'dry'")), Wait(SECOND),
        Logs("npc/hermit.lua of mod 'base' v2 changes nothing: mod 'wet' replaces it"),
        Remembers("hermit", "tag", string("wet")),
    ];
    without_the_replacement_the_replaced_file_runs_again: [
        Save(vec![("wet", HERMIT, Some(hermit("npc.memory.tag = 'wet'")))]), Wait(PROBATION),
        Save(vec![("wet", HERMIT, None)]), Wait(SECOND), Remembers("hermit", "tag", string("one")), Alive("hermit", 1),
    ];
    a_save_without_a_change_does_nothing: [
        save(COUNTER, counter("")), Wait(SECOND), Is(COUNTER, "v1 live"), Silent("v2"), Counts,
    ];
}
