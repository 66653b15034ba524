//! The parameters of handlers: in another order than they are called with, or more than there are.

use crate::agent::Handler;
use crate::lua::analysis::rules::*;
use crate::lua::api::declare::Param;
use std::collections::BTreeSet;

pub(super) fn check(c: &Checker) {
    let mut looked_at = BTreeSet::new();
    let states = c.index.behaviours.iter().flat_map(|b| b.states.values());
    for (handler, _, function) in states.flat_map(|s| &s.handlers).filter(|h| h.1 == c.file) {
        let f = &c.tree.functions[*function];
        // An error in it says what comes of it.
        let lines = f.at.line..=f.last.line;
        let found = c.found.borrow().iter().any(|d| d.file == c.s.files[c.file].label && lines.contains(&d.line));
        if found || !looked_at.insert(*function) {
            continue;
        }
        let declared = c.index.parameter_list(c.file, *function);
        let hint = || format!("it is called with ({})", names(declared));
        for (i, local) in f.parameters.iter().enumerate() {
            let Local { name, at, .. } = &c.tree.locals[*local];
            if c.out_of_place(*local).is_some() {
                let message = format!("the parameters of {} are in another order", handler.name());
                return c.warning(*at, message, hint());
            }
            if let Some(first) = c.tree.mentions[*local].first().filter(|_| i >= declared.len()) {
                let message = format!("'{name}' is always nil: {} has no parameter {}", handler.name(), i + 1);
                c.warning(c.tree.at(*first), message, hint());
            }
        }
    }
}

fn names(params: &[Param]) -> String {
    params.iter().map(|p| p.name).collect::<Vec<_>>().join(", ")
}

impl Checker<'_> {
    /// What a handler is called with, for a parameter of it that has the name of another one.
    pub(super) fn out_of_place(&self, local: LocalId) -> Option<String> {
        let Local { name, sources, .. } = &self.tree.locals[local];
        let Some(Source::Parameter(function, i)) = sources.first() else { return None };
        let declared = self.index.parameter_list(self.file, *function);
        let place = declared.iter().position(|p| p.name == *name)?;
        (place != *i).then(|| format!("the handler is called with ({})", names(declared)))
    }

    /// The handler whose value an expression is: `tick = stroll()`.
    pub(super) fn is_handler_value(&self, e: ExprId) -> Option<&str> {
        let entries = self.tree.entries(self.tree.user(e)?)?;
        let name = entries.iter().find(|entry| self.tree.bare(entry.value) == e)?.name()?;
        Handler::named(name).map(|_| name)
    }

    /// What a handler is called with, for a parameter of it that has a name of its own.
    pub(super) fn called_with(&self, e: ExprId) -> Option<String> {
        let Kind::Local(l) = *self.tree.bare_kind(e) else { return None };
        let Local { name, sources, .. } = &self.tree.locals[l];
        let [Source::Parameter(function, i)] = sources[..] else { return None };
        if !self.index.handles(self.file, function) {
            return None;
        }
        if self.tree.parameter_names(function).first() == Some(&"self") {
            return Some("a function that is written with a colon takes self first: write a dot".into());
        }
        let declared = self.index.parameter_list(self.file, function);
        let own = declared.get(i).is_none_or(|p| p.name != name);
        own.then(|| format!("the handler is called with ({})", names(declared)))
    }
}
