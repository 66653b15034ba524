//! Which transitions are read from a behaviour, one example for each construct.

use bestiary::ScriptParams;
use bestiary::testing::lua::{ModSet, Program};

/// Loads a behaviour `x` with the states a, b, c, d; returns `from→to` and the handlers that could not be read.
fn read_of(head: &str, states: &str) -> (Vec<String>, Vec<String>) {
    let text = format!("{head}\nreturn behaviour {{ name = \"x\", start = \"a\", states = {{\n{states}\n}} }}");
    let mods = ModSet::from_files([("npc/x.lua", text.as_str())]);
    let program = Program::load(&mods, &ScriptParams::default(), None).unwrap_or_else(|f| panic!("{f:?}"));
    let transitions = program.transitions.values().next().expect("loaded");
    let pairs = transitions.lines().keys().map(|(from, to)| format!("{from}→{to}")).collect();
    (pairs, transitions.unread.iter().map(|u| format!("{}.{}", u.state, u.handler)).collect())
}

const REST: &str = "b = {}, c = {}, d = {},";

#[test]
fn literals_in_all_branches_are_read() {
    let tick = r#"a = { tick = function(npc)
      if npc.x > 1 then return "b" end
      return npc.y > 1 and "c" or (if npc.x > 0 then "d" else nil)
    end },"#;
    assert_eq!(read_of("", &format!("{tick}{REST}")), (vec!["a→b".into(), "a→c".into(), "a→d".into()], vec![]));
}

#[test]
fn a_states_own_name_and_what_leave_and_died_say_are_no_transitions() {
    let states =
        r#"a = { tick = function() return "a" end, leave = function() end, died = function() return "b" end },"#;
    assert_eq!(read_of("", &format!("{states}{REST}")), (vec![], vec![]));
}

#[test]
fn functions_of_the_file_are_followed_with_their_arguments() {
    let head = r#"
      local AWAY = "d"
      local function hunt(npc, prey) npc.memory.prey = prey; return "b" end
      local function go(npc, where) return where end
      local helpers = { out = function() return AWAY end }
      function helpers.over(npc) return helpers.out() end
      local function struck(npc, by) return by and hunt(npc, by) end"#;
    let states = r#"
      a = { tick = function(npc) return hunt(npc, 1) end, hurt = struck },
      b = { tick = function(npc) return go(npc, "c") end },
      c = { tick = function(npc) return helpers.over(npc) end },
      d = {},"#;
    assert_eq!(read_of(head, states), (vec!["a→b".into(), "b→c".into(), "c→d".into()], vec![]));
}

#[test]
fn a_variable_may_be_all_that_it_was_given() {
    let states = r#"a = { tick = function(npc)
      local to
      if npc.x > 1 then to = "b" elseif npc.x > 0 then to = "c" end
      return to
    end },"#;
    assert_eq!(read_of("", &format!("{states}{REST}")), (vec!["a→b".into(), "a→c".into()], vec![]));
}

#[test]
fn what_only_running_shows_is_reported_as_unread() {
    let head = "local function next_state(npc, from, order) return order end";
    let states = r#"
      a = { message = next_state, tick = function(npc) if npc.x > 1 then return "b" end return npc.memory.next end },
      b = { tick = function(npc) return "c" .. "" end },
      c = { tick = function(npc, again) again = again; return again end },
      d = { hurt = function(npc, by) return by and "a" end },"#;
    let unread = ["a.tick", "a.message", "b.tick", "c.tick"].map(String::from).to_vec();
    assert_eq!(read_of(head, states), (vec!["a→b".into(), "d→a".into()], unread));
}

#[test]
fn functions_without_end_and_tables_beside_the_behaviour_are_read() {
    let head = r#"
      local function ever(npc, n) if n > 3 then return "c" end return ever(npc, n + 1) or ever(npc, n + 2) end
      local function handing(npc, to) if npc.x > 1 then return to end return handing(npc, "b") end
      local calm = { tick = function(npc) local to = "d"; to = to or npc.x > 1 and to; return to end }"#;
    let states = r#"
      a = { tick = function(npc) return ever(npc, 1) end },
      b = calm, c = { tick = function(npc) return handing(npc, "a") end }, ["d"] = {},"#;
    let (pairs, unread) = read_of(head, states);
    assert_eq!(pairs, ["a→c", "b→d", "c→a", "c→b"]);
    assert!(unread.is_empty(), "a name that is passed on inside the function itself is followed too");
}

#[test]
fn a_helper_returns_the_name_that_this_call_passes() {
    let head = "local function go(npc, to) npc:stop() return to end";
    let states = r#"
      a = { tick = function(npc) return go(npc, "b") end, hurt = function(npc) return go(npc, npc.memory.to) end },
      b = { tick = function(npc) return go(npc, "c") end }, c = {}, d = {},"#;
    assert_eq!(read_of(head, states), (vec!["a→b".into(), "b→c".into()], vec!["a.hurt".into()]));
}

#[test]
fn calls_that_branch_at_each_level_are_followed_once() {
    let functions: Vec<String> =
        (1..40).map(|n| format!("local function f{n}(npc) return f{}(npc) or f{}(npc) end", n - 1, n - 1)).collect();
    let head = format!("local function f0(npc) return 'b' end\n{}", functions.join("\n"));
    let read = read_of(&head, &format!("a = {{ tick = function(npc) return f39(npc) end }},{REST}"));
    assert_eq!(read, (vec!["a→b".into()], vec![]));
}
