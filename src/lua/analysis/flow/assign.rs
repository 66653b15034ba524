//! Values are given to places.

use crate::lua::analysis::flow::run::Run;
use crate::lua::analysis::flow::value::{Path, Root, Step, User, Value};
use crate::lua::analysis::infer::many;
use crate::lua::analysis::types::Type;
use crate::lua::source::tree::*;
use std::rc::Rc;

impl<'s> Run<'_, 's> {
    /// Gives values to places.
    pub(super) fn store(&mut self, paths: Vec<Option<Path<'s>>>, values: &'s [ExprId]) {
        let known = |run: &Self, p: &Path<'s>| run.env.as_ref().and_then(|env| env.get(p)).map(|v| v.checked);
        let untouched: Vec<bool> = paths.iter().flatten().map(|p| known(self, p).is_none()).collect();
        let all = self.list(values);
        // `meals = meals + 1` needs a value before it gives one.
        for (path, untouched) in paths.iter().flatten().zip(untouched) {
            if let (Some(Step::Field(name)), false) = (path.steps.last(), untouched && known(self, path) == Some(true))
            {
                self.summary.sets.insert(name);
            }
        }
        let same: Vec<Option<Path>> = values.iter().map(|e| self.place(*e)).collect();
        self.now += 1;
        for (i, path) in paths.iter().enumerate() {
            let missing = || {
                if values.is_empty() || all.len() >= values.len() && !self.is_open(values) {
                    Value::of(vec![Type::Nil])
                } else {
                    Value::unknown()
                }
            };
            let mut value = all.get(i).cloned().unwrap_or_else(missing);
            value.same = same.get(i).cloned().flatten().filter(|p| path.as_ref() != Some(p));
            // What conditions have shown of another place is true of its copy.
            value.nil = value.nil.filter(|o| value.same.is_none() || self.env.as_ref().is_some_and(|e| e.unasked(o)));
            if let Some(origin) = &mut value.nil {
                origin.begin(self.now);
            }
            // The values of one call are nil together.
            if let Some(origin) = value.nil.as_mut().filter(|_| paths.len() > values.len()) {
                let others = paths.iter().flatten().filter(|p| path.as_ref() != Some(p));
                Rc::make_mut(&mut origin.asks).extend(others.map(|p| (p.clone(), self.now)));
            }
            self.assign(path.clone(), value);
        }
    }

    pub(super) fn is_open(&self, values: &[ExprId]) -> bool {
        values.last().is_some_and(|e| many(self.tree, *e))
    }

    pub(super) fn is_call(&self, e: ExprId) -> bool {
        many(self.tree, e)
    }

    /// The values of a list of expressions, all that the last one gives included.
    pub(super) fn list(&mut self, values: &[ExprId]) -> Vec<Value<'s>> {
        let Some((last, first)) = values.split_last() else { return Vec::new() };
        let mut all: Vec<Value> = first.iter().map(|e| self.eval(*e)).collect();
        if self.is_call(*last) {
            all.extend(self.results(*last));
        } else {
            all.push(self.eval(*last));
        }
        all
    }

    pub(super) fn variable(&self, l: LocalId) -> Option<Path<'s>> {
        (!self.tree.shared.contains(&l)).then(|| Path::of(Root::Local(l)))
    }

    /// The place that is written to; its parts are evaluated, and what else may change with it is forgotten.
    pub(super) fn target(&mut self, e: ExprId) -> Option<Path<'s>> {
        match self.tree.kind(e) {
            Kind::Field { of, name, .. } => {
                let value = self.eval(*of);
                self.need(*of, &value, User::Index);
                self.summary.write(Some([name.as_str()]));
                self.place(e)
            }
            Kind::Item { of, key } => {
                let (value, name) = (self.eval(*of), self.eval(*key));
                self.need(*of, &value, User::Index);
                self.need(*key, &name, User::Argument);
                self.keyed(&name);
                self.place(e)
            }
            _ => self.place(e),
        }
    }

    /// Something is written under a key that is not known.
    pub(super) fn keyed(&mut self, key: &Value<'s>) {
        let numbers = key.set.iter().all(|t| *t == Type::Number);
        if !numbers {
            self.summary.write(None::<[&str; 0]>);
        }
        if let Some(env) = &mut self.env {
            match numbers {
                true => env.forget(|p| p.steps.iter().any(|s| !matches!(s, Step::Field(_)))),
                false => env.written(None),
            }
        }
    }

    pub(super) fn assign(&mut self, path: Option<Path<'s>>, value: Value<'s>) {
        if let (Some(env), Some(path)) = (&mut self.env, path) {
            env.assign(path, Value { given: self.now, ..value });
        }
    }
}
