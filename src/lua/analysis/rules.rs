//! The rules, one file for each kind of mistake.

mod absent;
mod answers;
mod arguments;
mod calls;
mod cast;
mod compare;
mod filters;
mod members;
mod memory;
mod options;
mod recall;
mod requires;
mod states;
mod tables;
mod truth;
mod unset;
mod wanted;
mod writes;

use crate::diag::Diagnostic;
use crate::lua::analysis::infer::Session;
use crate::lua::analysis::types::FileId;
use crate::lua::source::tree::Kind;
use crate::lua::source::tree::Place;

pub use cast::Cast;

/// Gathers what the rules find.
#[derive(Default)]
pub struct Found {
    pub all: Vec<Diagnostic>,
}

impl Found {
    fn add(&mut self, d: Diagnostic, at: Place, hint: Option<String>) {
        let mut d = d.at(at.line, at.column);
        d.hint = hint;
        if !self.all.contains(&d) {
            self.all.push(d);
        }
    }

    pub fn error(&mut self, s: &Session, file: FileId, at: Place, message: String, hint: Option<String>) {
        self.add(Diagnostic::error(&s.files[file].label, message), at, hint);
    }

    pub fn warning(&mut self, s: &Session, file: FileId, at: Place, message: String, hint: Option<String>) {
        self.add(Diagnostic::warning(&s.files[file].label, message), at, hint);
    }
}

/// A file below `lib/` that ends without an answer.
fn module(s: &Session, file: FileId, found: &mut Found) {
    let tree = s.tree(file);
    if s.files[file].path.starts_with("lib/") && tree.functions[0].returns.is_empty() {
        let table = tree.locals.iter().find(|l| {
            l.function == 0
                && tree
                    .writes
                    .iter()
                    .any(|w| matches!(&tree.exprs[w.target].kind, Kind::Field { of, .. } if tree.shown(*of) == l.name))
        });
        let name = table.map_or("m", |l| l.name.as_str());
        let message = "a module must return something, usually a table".to_owned();
        found.error(s, file, tree.last, message, Some(format!("write as the last line: return {name}")));
    }
}

/// Applies all rules to one file.
pub fn apply(s: &Session, cast: &Cast, file: FileId, found: &mut Found) {
    members::check(s, cast, file, found);
    calls::check(s, file, found);
    compare::check(s, file, found);
    requires::check(s, file, found);
    module(s, file, found);
    tables::check(s, file, found);
    truth::check(s, file, found);
    memory::check(s, file, found);
    writes::check(s, cast, file, found);
    states::check(s, cast, file, found);
    recall::check(s, file, found);
    answers::check(s, file, found);
    absent::check(s, cast, file, found);
    unset::check(s, cast, file, found);
    for at in &s.tree(file).endless {
        let hint = "a handler is called again and again: use if, and go on in the next tick".to_owned();
        found.warning(s, file, *at, "this loop never ends".into(), Some(hint));
    }
    for (at, why) in &s.tree(file).dead {
        found.warning(s, file, *at, format!("this is never reached: {why}"), None);
    }
}
