//! Loops that never end, and code that is never reached.

use crate::lua::analysis::rules::*;

pub const RULES: &[Rule] = &[endless, unreached];

fn endless(s: &Session, _: &BehaviourIndex, file: FileId, found: &mut Findings) {
    for at in &s.tree(file).endless {
        let hint = "a handler is called again and again: use if, and go on in the next tick";
        found.warning(s, file, *at, "this loop never ends".into(), Some(hint.into()));
    }
}

fn unreached(s: &Session, _: &BehaviourIndex, file: FileId, found: &mut Findings) {
    for at in &s.tree(file).dead {
        let message = "this is never reached: the code before it never ends";
        found.warning(s, file, *at, message.into(), None);
    }
}
