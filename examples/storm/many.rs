//! Many of a kind: states, modules, keys that begin alike.

use crate::generate::{Files, Writer};

/// States beside those with handlers of their own.
pub(crate) fn states(w: &mut Writer) -> String {
    if !w.dice.once_in(8) {
        return String::new();
    }
    let count = w.dice.pick(&["10", "100", "250"]);
    let name = w.dice.pick(&["'k' .. i", "string.rep('k', 200) .. i", "'s' .. string.rep('s', i)"]);
    let state = w.dice.pick(&["{}", "{ tick = states.s.tick }", "states.other"]);
    format!("for i = 1, {count} do states[{name}] = {state} end\n")
}

/// Modules that require each other.
pub(crate) fn modules(w: &mut Writer) -> Files {
    if !w.dice.once_in(12) {
        return Files::new();
    }
    let count = w.dice.pick(&["5", "30", "90"]).parse().unwrap_or(5);
    let all = w.dice.once_in(2);
    let module = |i: usize| {
        let required = if all { i + 1..count } else { i + 1..count.min(i + 2) };
        let requires: String = required.map(|j| format!("require 'lib.m{j}'\n")).collect();
        (format!("lib/m{i}.lua"), format!("{requires}return {{ {i} }}\n"))
    };
    (0..count).map(module).collect()
}
