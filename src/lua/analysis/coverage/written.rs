//! Changes of state that a behaviour's text allows: what its handlers may return, read without running them.
//!
//! Followed are literals, `and`/`or`, `if` expressions, the file's own names and functions with their arguments. Whatever
//! comes from elsewhere (memory, other files, the API) is told as not read. No branch is thought impossible.

use crate::agent::{Handler, Species};
use crate::lua::analysis::coverage::collect::collect;
use crate::lua::analysis::coverage::facts::Facts;
use crate::lua::analysis::coverage::facts::name;
use crate::lua::analysis::coverage::follow::Answers;
use crate::lua::analysis::coverage::follow::Reader;
use crate::lua::analysis::coverage::follow::function_of;
use crate::lua::analysis::coverage::follow::text_of;
use crate::lua::source::lint;
use full_moon::ast::{Expression, Field, TableConstructor, Var};
use std::collections::BTreeMap;

/// What a behaviour's text says of its changes of state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Written {
    /// From and to, with the line that names the state. A state does not change into itself.
    pub transitions: BTreeMap<(String, String), u32>,
    /// Handlers whose answer could not be read, or not all of it.
    pub unread: Vec<Unread>,
}

/// A handler whose answer only running tells.
#[derive(Clone, Debug, PartialEq)]
pub struct Unread {
    pub state: String,
    pub handler: &'static str,
}

/// Reads a behaviour's file.
pub fn written(text: &str, species: &Species) -> Written {
    let facts = lint::on_deep_stack(|| full_moon::parse(text).ok().map(|ast| read(&collect(&ast), species)));
    facts.flatten().unwrap_or_default()
}

fn read(facts: &Facts, species: &Species) -> Written {
    let mut found = Written::default();
    let states = facts.behaviour.as_ref().and_then(|(f, t)| entry(facts, *f, t, "states"));
    for state in &species.states {
        let handlers = states.as_ref().and_then(|(f, t)| entry(facts, *f, t, &state.name));
        // Where leave and died would go is not asked.
        let asked = Handler::ALL.into_iter().filter(|h| !matches!(h, Handler::Leave | Handler::Died));
        for handler in asked.filter(|h| state.handlers.has(*h)) {
            let function = handlers.as_ref().and_then(|(f, t)| handler_function(facts, *f, t, handler.name()));
            let answers = function.map_or_else(Answers::unknown, |f| Reader::new(facts).returns(f, None));
            if answers.open {
                found.unread.push(Unread { state: state.name.clone(), handler: handler.name() });
            }
            for (to, line) in answers.names {
                if to != state.name && species.states.iter().any(|s| s.name == to) {
                    found.transitions.entry((state.name.clone(), to)).or_insert(line);
                }
            }
        }
    }
    found
}

/// The table that stands under a key, and the function in which it was written.
fn entry(facts: &Facts, function: usize, table: &TableConstructor, key: &str) -> Option<(usize, TableConstructor)> {
    let value = field(table, key)?;
    match value {
        Expression::TableConstructor(t) => Some((function, (**t).clone())),
        Expression::Var(Var::Name(token)) => match facts.meanings(function, &name(token))? {
            (owner, [only]) => match only.written() {
                Some(Expression::TableConstructor(t)) => Some((owner, (**t).clone())),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

fn field<'a>(table: &'a TableConstructor, wanted: &str) -> Option<&'a Expression> {
    table.fields().iter().find_map(|f| match f {
        Field::NameKey { key, value, .. } if name(key) == wanted => Some(&**value),
        Field::ExpressionKey { key, value, .. } if text_of(key).is_some_and(|(t, _)| t == wanted) => Some(&**value),
        _ => None,
    })
}

fn handler_function(facts: &Facts, function: usize, table: &TableConstructor, handler: &str) -> Option<usize> {
    function_of(facts, function, field(table, handler)?)
}

#[cfg(test)]
mod tests;
