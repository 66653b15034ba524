//! Tables in which a name is given twice, and tables of options passed to functions of the mod's own: keys that are never
//! read, values of the wrong type.

use crate::diag::number_instead;
use crate::lua::analysis::rules::calls::OwnCall;
use crate::lua::analysis::rules::*;
use crate::lua::api::declare::Type as Declared;
use crate::lua::source::literal::read_number;
use std::collections::BTreeMap;

/// Only the last value of a name counts.
pub(super) fn check(c: &Checker) {
    for entries in (0..c.tree.exprs.len()).filter_map(|e| c.tree.entries(e)) {
        let mut first = BTreeMap::new();
        for (entry, name) in entries.iter().filter_map(|e| Some((e, e.name()?))) {
            if let Some(line) = first.insert(name, entry.at.line) {
                let message = format!("'{name}' is given twice in this table: only the last one counts");
                c.warning(entry.at, message, format!("line {line} gives it first: remove one, or rename it"));
            }
        }
    }
}

/// `{ pase = 0.4 }` passed for a parameter of which only fields are read.
pub(super) fn options(c: &Checker, call: &OwnCall) {
    let (theirs, shown) = (&call.theirs, &call.shown);
    for (arg, parameter) in call.args.iter().zip(&theirs.tree.functions[call.function].parameters) {
        let Some(entries) = c.tree.entries(*arg) else { continue };
        let Some(read) = c.s.files[theirs.file].uses.fields_read(theirs.tree, *parameter) else { continue };
        for (entry, name) in entries.iter().filter_map(|e| Some((e, e.name()?))) {
            if !read.contains(&name) {
                let near = nearest(name, read.iter().copied());
                // A whole record may be passed to what needs a part of it.
                let uses = [c.file, theirs.file].map(|f| &c.s.files[f].uses);
                if near.is_none() && uses.iter().any(|u| u.read.contains(name)) {
                    continue;
                }
                let hint =
                    near.map_or_else(|| format!("it reads: {}", read.join(", ")), |n| format!("did you mean '{n}'?"));
                c.warning(entry.at, format!("{shown} does not read '{name}'"), hint);
                continue;
            }
            let set = c.types(entry.value);
            if let Some(want) = wanted::of_field(theirs, *parameter, name).filter(|w| wanted::refuses(*w, &set)) {
                let number = c.tree.string(entry.value).and_then(read_number);
                let hint = match want {
                    Declared::Number => number_instead(name, number, 1),
                    Declared::String => format!("for example {name} = \"…\""),
                    _ => format!("write {name} = true"),
                };
                c.error(c.tree.at(entry.value), want.mismatch(shown, name, noun(&set)), hint);
            }
        }
    }
}
