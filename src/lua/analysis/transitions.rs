//! Which states a handler may return, and on which lines each is written and returned.
//!
//! Nothing is run and no branch is thought impossible. What comes from outside (memory, events, the API) is reported as
//! unread.

use crate::agent::Handler;
use crate::diag::{Diagnostic, did_you_mean};
use crate::lua::analysis::behaviour_index::Behaviour;
use crate::lua::analysis::infer::Session;
use crate::lua::analysis::types::{FileId, Type};
use crate::lua::source::tree::{ExprId, FunctionId, Kind, LocalId, Op, Source, Tree};
use std::collections::{BTreeMap, BTreeSet};

/// A string that a function may return.
#[derive(Debug)]
pub(crate) struct ReturnedName {
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
pub(crate) struct Returned {
    pub names: Vec<ReturnedName>,
    /// It may return strings that are not written in the files.
    pub open: bool,
}

/// A part of what a function returns, until it is known which strings it may be.
#[derive(Clone, Copy)]
struct Part {
    file: FileId,
    e: ExprId,
    /// The expression after `return` in the function that was asked about, and the part of it.
    value: ExprId,
    part: Option<ExprId>,
}

/// The strings that a function may return. Each variable and function is looked into once; what such a function returns of
/// its own parameters is looked up in the call.
pub(crate) fn returned(s: &Session, file: FileId, function: FunctionId) -> Returned {
    let mut found = Returned::default();
    let (mut visited, mut variables) = (BTreeSet::from([(file, function)]), BTreeSet::new());
    let values = first_values(s.tree(file), function).rev();
    let mut open: Vec<Part> = values.map(|e| Part { file, e, value: e, part: None }).collect();
    while let Some(at) = open.pop() {
        let tree = s.tree(at.file);
        let inner = |e: ExprId| Part { e, ..at };
        match tree.kind(at.e) {
            Kind::Single(e) => open.push(inner(*e)),
            Kind::Choice(_, values) => open.extend(values.iter().rev().map(|e| inner(*e))),
            // What `a and b` gives when `a` is false or nil is no string.
            Kind::Binary(Op::And, _, right) => open.push(inner(*right)),
            Kind::Binary(Op::Or, left, right) => open.extend([inner(*right), inner(*left)]),
            kind => {
                let at = Part { part: at.part.or(Some(at.e)), ..at };
                if let Kind::Call { callee, args } = kind
                    && let [Type::Function(home, callee)] = s.types(at.file, *callee)[..]
                {
                    let theirs = s.tree(home);
                    for e in first_values(theirs, callee) {
                        match parameter(theirs, callee, e) {
                            Some(i) => open.extend(args.get(i).map(|e| Part { e: *e, ..at })),
                            None if visited.contains(&(home, callee)) => {}
                            None => open.push(Part { file: home, e, ..at }),
                        }
                    }
                    visited.insert((home, callee));
                    continue;
                }
                if let Kind::Local(l) = kind
                    && let Some(values) = assigned(tree, *l)
                {
                    let new = variables.insert((at.file, *l));
                    open.extend(values.into_iter().filter(|_| new).map(|e| Part { e, ..at }));
                    continue;
                }
                for ty in s.types(at.file, at.e) {
                    match ty {
                        Type::Literal(name, home, e) => {
                            let (value, part) = (at.value, at.part.unwrap_or(at.e));
                            found.names.push(ReturnedName { name, literal: (home, e), value, part });
                        }
                        Type::Any | Type::String | Type::Of(_) => found.open = true,
                        _ => {}
                    }
                }
            }
        }
    }
    found
}

fn first_values(tree: &Tree, function: FunctionId) -> impl DoubleEndedIterator<Item = ExprId> {
    tree.functions[function].returns.iter().filter_map(|values| values.first().copied())
}

/// The values of a variable, when each is an expression of its own.
fn assigned(tree: &Tree, local: LocalId) -> Option<Vec<ExprId>> {
    let own = |source: &Source| matches!(source, Source::Value(_, 0) | Source::Nil);
    tree.locals[local].sources.iter().all(own).then(|| tree.values(local).collect())
}

/// Which parameter of a function an expression is, when that is never assigned.
fn parameter(tree: &Tree, function: FunctionId, e: ExprId) -> Option<usize> {
    let Kind::Local(l) = *tree.bare_kind(e) else { return None };
    match tree.locals[l].sources[..] {
        [Source::Parameter(f, i)] if f == function => Some(i),
        _ => None,
    }
}

/// A function in a state of a behaviour that has run.
#[derive(Debug)]
pub(crate) struct EvaluatedHandler {
    pub state: String,
    pub handler: Handler,
    /// The file it is written in, as shown to people, and the line it begins on.
    pub file: String,
    pub line: u32,
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
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
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

/// Reads the transitions of one behaviour from its handlers; adds a fault for each name that a handler writes after `return`
/// and that is no state.
pub(crate) fn read(
    s: &Session,
    behaviour: (FileId, Option<&Behaviour>),
    states: &BTreeSet<&str>,
    handlers: &[EvaluatedHandler],
    faults: &mut Vec<Diagnostic>,
) -> Transitions {
    let (home, written) = behaviour;
    let mut found = Transitions::default();
    for h in handlers.iter().filter(|h| h.handler.changes_state()) {
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
                let part = tree.at(r.part).line;
                found.possible.push(Possible {
                    from: h.state.clone(),
                    handler: h.handler,
                    written: if literal_file == home { literal.at.line } else { part },
                    returned: if in_handler { literal.at.line } else { part },
                    to: r.name,
                });
            } else if r.literal == (home, r.part) {
                let (message, hint) = unknown_state(&r.name, states.iter().copied());
                let d = Diagnostic::error(&h.file, message).hint(hint);
                faults.push(d.at(literal.at.line, literal.at.column));
            }
        }
        if returned.open {
            found.unread.push(Unread { state: h.state.clone(), handler: h.handler.name() });
        }
    }
    found
}

/// What to say of a handler that returns a name which is none of its behaviour's states, and what may help.
pub(crate) fn unknown_state<'a>(name: &str, states: impl Iterator<Item = &'a str>) -> (String, Option<String>) {
    (format!("there is no state '{name}' to change to"), did_you_mean(name, states))
}

/// What to say of a handler `leave` that returns a name.
pub(crate) fn decided(name: &str) -> String {
    format!("leave returned '{name}', but the next state is already decided")
}
