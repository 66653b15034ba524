//! Tables in which a name is given twice: only the last value counts.

use crate::lua::analysis::rules::*;
use std::collections::BTreeMap;

pub const RULES: &[Rule] = &[check];

fn check(s: &Session, _: &BehaviourIndex, file: FileId, found: &mut Findings) {
    for e in &s.tree(file).exprs {
        let Kind::Table(entries) = &e.kind else { continue };
        let mut first: BTreeMap<&str, u32> = BTreeMap::new();
        for entry in entries {
            let Key::Name(name) = &entry.key else { continue };
            if let Some(line) = first.insert(name, entry.at.line) {
                let message = format!("'{name}' is given twice in this table: only the last one counts");
                let hint = format!("line {line} gives it first: remove one, or rename it");
                found.warning(s, file, entry.at, message, Some(hint));
            }
        }
    }
}
