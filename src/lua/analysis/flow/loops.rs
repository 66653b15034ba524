//! Loops: passes over the body until what is known at its head no longer changes.

use crate::lua::analysis::flow::calls::filtered;
use crate::lua::analysis::flow::env::Env;
use crate::lua::analysis::flow::run::{Exits, Run};
use crate::lua::analysis::flow::value::{Life, Origin, Step, User, Value, Why};
use crate::lua::analysis::types::Type;
use crate::lua::source::tree::*;

/// In loops nested deeper than this nothing is followed from pass to pass.
const LOOPS: usize = 2;
/// Passes over a loop before what still changes is unknown.
const PASSES: usize = 2;

/// Whether a loop has steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Steps {
    Sure,
    Perhaps,
    /// Nothing here says so; scripts may know it.
    Hidden,
}

impl<'s> Run<'_, 's> {
    /// What `continue` skipped to.
    pub(super) fn resume(&mut self) {
        let skipped = self.loops.last_mut().and_then(|l| l.continues.take());
        let env = self.env.take();
        self.env = self.merge(env, skipped, self.now);
    }

    /// Runs through a loop until what is known at its head no longer changes. A pass returns what is known where the loop
    /// ends by its condition.
    pub(super) fn repeat(&mut self, mut pass: impl FnMut(&mut Self) -> Option<Env<'s>>) {
        let Some(entry) = self.env.take() else { return };
        let mut head = entry.clone();
        let begin = self.now;
        if self.loops.len() >= LOOPS {
            head.forget(|_| true);
            head.ask_all();
        }
        let mut one = |run: &mut Self, head: &Env<'s>| {
            run.env = Some(head.clone());
            run.loops.push(Exits::default());
            run.branches += 1;
            let done = pass(run);
            run.resume();
            run.branches -= 1;
            (done, run.env.take(), run.loops.pop().and_then(|l| l.breaks))
        };
        self.rehearsal += 1;
        for n in 0..PASSES {
            if self.loops.len() >= LOOPS {
                break;
            }
            let (_, back, _) = one(self, &head);
            let Some(next) = self.merge(Some(entry.clone()), back, begin) else { break };
            let settled = next.agrees(&head);
            let before = std::mem::replace(&mut head, next);
            if settled || n + 1 == PASSES && !head.widen(&before) {
                break;
            }
        }
        self.rehearsal -= 1;
        let (done, _, breaks) = one(self, &head);
        self.env = self.merge(done, breaks, begin);
    }

    pub(super) fn each(&mut self, names: &'s [LocalId], over: &'s [ExprId], numeric: bool, body: &'s [Stmt]) {
        let begin = self.now;
        let values: Vec<Value> = over.iter().map(|e| self.eval(*e)).collect();
        if numeric {
            for (e, value) in over.iter().zip(&values) {
                self.need(*e, value, User::Operator(Op::Arithmetic));
            }
        }
        let list = over.first().and_then(|e| self.looped(*e));
        let steps = match &list {
            Some((_, steps)) => *steps,
            None if numeric => self.counted(over),
            None => Steps::Hidden,
        };
        let mut entry = self.env.clone();
        self.repeat(|run| {
            for (i, name) in names.iter().enumerate() {
                let value = match (&list, i) {
                    (Some((item, _)), 1) => item.clone(),
                    _ => Value::of(run.flow.s.variable(run.at.0, *name)).solid(),
                };
                let path = run.variable(*name);
                run.assign(path, value);
            }
            run.maybe(body);
            run.resume();
            run.end(names);
            run.env.clone()
        });
        // It may not run at all.
        if steps != Steps::Sure {
            let after = self.env.take();
            entry.iter_mut().for_each(|env| env.rare |= steps == Steps::Hidden);
            self.env = self.merge(after, entry, begin);
        }
    }

    /// Whether a loop from one number to another has steps.
    fn counted(&self, over: &[ExprId]) -> Steps {
        let [from, to, ..] = over else { return Steps::Hidden };
        let bound = |e: &ExprId| self.flow.s.constant(self.at.0, *e);
        match (bound(from), bound(to), self.tree.bare_kind(*to)) {
            (Some(from), Some(to), _) if over.len() > 2 || from <= to => Steps::Sure,
            (.., Kind::Unary(Op::Length, list)) => self.entries(*list),
            _ => Steps::Hidden,
        }
    }

    /// Whether a list has entries.
    fn entries(&self, list: ExprId) -> Steps {
        let asks = self.place(list).map(|p| p.then(Step::Length)).into_iter().chain(filtered(None));
        if self.env.as_ref().is_some_and(|env| !env.unasked(&Origin::asking(Why::NoEntry, asks))) {
            return Steps::Sure;
        }
        let filled = |t: &Type| match t {
            Type::Table(file, e) => match self.flow.s.tree(*file).kind(*e) {
                // What fills it may be a loop, or another function.
                Kind::Table(entries) if entries.is_empty() => {
                    let never = self.flow.s.items_of(&vec![t.clone()], 0) == [Type::Nil];
                    if never { Steps::Perhaps } else { Steps::Hidden }
                }
                _ => Steps::Sure,
            },
            Type::Ids => Steps::Perhaps,
            _ => Steps::Hidden,
        };
        self.known(list).iter().map(filled).max().unwrap_or(Steps::Hidden)
    }

    /// What a loop over an expression finds in each step, and whether there is at least one step.
    fn looped(&self, e: ExprId) -> Option<(Value<'s>, Steps)> {
        let Kind::Call { callee, args } = self.tree.kind(e) else { return None };
        let over = ["pairs", "ipairs"].iter().any(|name| self.tree.is_global(*callee, name));
        let list = *args.first().filter(|_| over)?;
        let life = self.place(list).and_then(|p| self.env_value(&p)).map(|v| v.life);
        let found = life.unwrap_or(if self.known(list) == [Type::Ids] { Life::Found } else { Life::Unknown });
        let item = Value { life: found, ..Value::of(self.flow.s.items_of(&self.known(list), 0)).solid() };
        Some((item, self.entries(list)))
    }
}
