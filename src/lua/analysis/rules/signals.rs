//! Shouts and messages that nothing receives, and those that are waited for and never sent.

use crate::lua::analysis::rules::*;
use crate::lua::analysis::signals::Names;
use crate::lua::source::mods::BUILT_IN_LABEL;
use std::path::Path;

pub(super) fn check(c: &Checker) {
    // What reacts to the built-in mod may be in mods that are not loaded.
    let built_in = Path::new(&c.s.files[c.file].label).starts_with(BUILT_IN_LABEL);
    for signals in c.signals {
        let what = signals.domain.noun();
        let (sends, receives) = match signals.domain {
            Domain::Timer => ("sets", "reacts to"),
            Domain::BoardKey | Domain::GroupKey => ("posts", "reads"),
            Domain::Group => ("joins", "asks for"),
            _ => ("sends", "reacts to"),
        };
        let (sent, received) = (&signals.sent, &signals.received);
        if !built_in {
            missing(c, sent, received, |name| format!("no creature {receives} the {what} '{name}'"));
        }
        missing(c, received, sent, |name| format!("no creature {sends} the {what} '{name}'"));
    }
}

/// Names at one end that are not at the other.
fn missing(c: &Checker, here: &Names, there: &Names, message: impl Fn(&str) -> String) {
    if there.open {
        return;
    }
    for (name, places) in here.places.iter().filter(|(name, _)| !there.places.contains_key(*name)) {
        let mut own = places.iter().filter(|(file, _)| *file == c.file).peekable();
        if own.peek().is_none() {
            continue;
        }
        let hint = match there.places.is_empty() {
            true => Some("there are none".to_owned()),
            false => did_you_mean(name, there.places.keys().map(String::as_str)),
        };
        own.for_each(|(_, e)| c.warning(c.tree.at(*e), message(name), hint.clone()));
    }
}
