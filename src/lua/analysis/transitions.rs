//! Which states a handler may return, and on which lines each is written and returned.
//!
//! Nothing is run and no branch is thought impossible. What comes from outside (memory, events, the API) is reported as
//! unread.

use crate::agent::Handler;
use crate::diag::{Diagnostic, did_you_mean};
use crate::lua::analysis::behaviour_index::Behaviour;
use crate::lua::analysis::evaluated::EvaluatedHandler;
use crate::lua::analysis::infer::Session;
use crate::lua::analysis::types::{FileId, Type};
use crate::lua::source::tree::{ExprId, FunctionId, Kind, Op};
use std::collections::{BTreeMap, BTreeSet};

/// A string that a function may return.
#[derive(Debug)]
pub struct ReturnedName {
    pub name: String,
    /// Where it is written.
    pub literal: (FileId, ExprId),
    /// The expression after `return`.
    pub value: ExprId,
    /// The part of it that gives the string: the literal itself, a call, a variable.
    pub part: ExprId,
}

/// The strings that a function may return first.
#[derive(Debug, Default)]
pub struct Returned {
    pub names: Vec<ReturnedName>,
    /// It may return strings that are not written in the files.
    pub open: bool,
}

/// The strings that a function may return.
pub fn returned(s: &Session, file: FileId, function: FunctionId) -> Returned {
    let tree = s.tree(file);
    let mut found = Returned::default();
    for value in tree.functions[function].returns.iter().filter_map(|values| values.first().copied()) {
        let mut parts = vec![value];
        while let Some(part) = parts.pop() {
            match &tree.exprs[part].kind {
                Kind::Single(inner) => parts.push(*inner),
                Kind::Choice(values) => parts.extend(values.iter().rev()),
                // What `a and b` gives when `a` is false or nil is no string.
                Kind::Binary(Op::And, _, right) => parts.push(*right),
                Kind::Binary(Op::Or, left, right) => parts.extend([*right, *left]),
                _ => {
                    for ty in s.types(file, part) {
                        match ty {
                            Type::Literal(name, home, e) => {
                                found.names.push(ReturnedName { name, literal: (home, e), value, part });
                            }
                            Type::Any | Type::String | Type::Of(_) => found.open = true,
                            _ => {}
                        }
                    }
                }
            }
        }
    }
    found
}

/// The changes of state that a behaviour may make.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transitions {
    pub possible: Vec<Possible>,
    /// Handlers of which not all that they return could be read.
    pub unread: Vec<Unread>,
}

/// One change that a handler may make; a state may also return its own name.
#[derive(Clone, Debug, PartialEq)]
pub struct Possible {
    pub from: String,
    pub handler: Handler,
    pub to: String,
    /// Line of the behaviour's file that writes the name; the line that returns it when the name is written in another file.
    pub written: u32,
    /// Line in the handler itself that writes or returns the name.
    pub returned: u32,
}

/// A handler that may return what only running it shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Unread {
    pub state: String,
    pub handler: &'static str,
}

impl Transitions {
    /// Each change between two different states, with the line that names the second.
    pub fn lines(&self) -> BTreeMap<(String, String), u32> {
        let mut lines = BTreeMap::new();
        for p in self.possible.iter().filter(|p| p.from != p.to) {
            lines.entry((p.from.clone(), p.to.clone())).or_insert(p.written);
        }
        lines
    }

    /// The line of a handler that gives the reason for a change.
    pub fn reason(&self, from: &str, handler: Handler, to: &str) -> Option<u32> {
        let same = |p: &&Possible| p.handler == handler && p.from == from && p.to == to;
        self.possible.iter().find(same).map(|p| p.returned)
    }
}

/// Whether the string that a handler returns names the next state.
pub fn changes_state(handler: Handler) -> bool {
    !matches!(handler, Handler::Leave | Handler::Died)
}

/// Reads the transitions of one behaviour from its handlers; adds a fault for each name that a handler writes after `return`
/// and that is no state.
pub fn read(
    s: &Session,
    behaviour: (FileId, Option<&Behaviour>),
    states: &BTreeSet<&str>,
    handlers: &[EvaluatedHandler],
    faults: &mut Vec<Diagnostic>,
) -> Transitions {
    let (home, written) = behaviour;
    let mut found = Transitions::default();
    for h in handlers.iter().filter(|h| changes_state(h.handler)) {
        let function = written
            .and_then(|b| b.handler(&h.state, h.handler))
            .filter(|(f, id)| s.files[*f].label == h.file && s.tree(*f).functions[*id].at.line == h.line);
        let Some((file, function)) = function.or_else(|| s.function_beginning(&h.file, h.line)) else {
            found.unread.push(Unread { state: h.state.clone(), handler: h.handler.name() });
            continue;
        };
        let tree = s.tree(file);
        let returned = returned(s, file, function);
        for r in returned.names {
            let (literal_file, literal) = r.literal;
            let literal = &s.tree(literal_file).exprs[literal];
            let in_handler = literal_file == file && literal.function == function;
            if states.contains(r.name.as_str()) && file == home {
                let part = tree.exprs[r.part].at.line;
                found.possible.push(Possible {
                    from: h.state.clone(),
                    handler: h.handler,
                    written: if literal_file == home { literal.at.line } else { part },
                    returned: if in_handler { literal.at.line } else { part },
                    to: r.name,
                });
            } else if r.literal == (home, r.part) {
                let d = unknown_state(&h.file, &r.name, states.iter().copied());
                faults.push(d.at(literal.at.line, literal.at.column));
            }
        }
        if returned.open {
            found.unread.push(Unread { state: h.state.clone(), handler: h.handler.name() });
        }
    }
    found
}

/// The fault of a handler that returns a name which is none of its behaviour's states.
pub fn unknown_state<'a>(file: &str, name: &str, states: impl Iterator<Item = &'a str>) -> Diagnostic {
    let mut d = Diagnostic::error(file, format!("there is no state '{name}' to change to"));
    d.hint = did_you_mean(name, states);
    d
}
