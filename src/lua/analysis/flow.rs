//! What values may be at each place of a function, in the order in which statements run.
//!
//! Abstract interpretation over the resolved tree: conditions narrow what is known, branches join it, assignments and calls
//! end it. Functions are looked at twice: callees first, which gives each a [`Summary`], then callers first, which gives the
//! findings. What is not followed is unknown, and nothing is claimed of it: the third of nested loops, what still changes in
//! a loop after two passes, variables that are assigned in another function, nesting of more than [`MAX_DEPTH`] levels.

mod assign;
mod calls;
mod condition;
mod decided;
mod declared;
mod env;
mod eval;
mod join;
mod loops;
mod places;
mod run;
mod summary;
mod value;

pub(crate) use calls::is_query;
pub(crate) use value::{NilUse, User, Why};

use crate::agent::Handler;
use crate::lua::analysis::behaviour_index::BehaviourIndex;
use crate::lua::analysis::flow::env::Env;
use crate::lua::analysis::flow::run::Run;
use crate::lua::analysis::flow::summary::Summary;
use crate::lua::analysis::flow::value::{Life, Origin, Path, Root, Value};
use crate::lua::analysis::infer::Session;
use crate::lua::analysis::types::{FileId, Type, TypeUnion};
use crate::lua::source::tree::*;
use std::collections::{BTreeMap, BTreeSet};

/// Nested deeper than this, nothing is claimed.
const MAX_DEPTH: usize = 100;

/// A function of a file.
type FunctionRef = (FileId, FunctionId);

/// What is found out about all files.
#[derive(Default)]
pub(crate) struct Findings {
    /// What each expression may be, where it was looked at.
    pub types: Vec<Vec<Option<TypeUnion>>>,
    pub nils: BTreeMap<(FileId, ExprId), NilUse>,
    /// Parameters that need a value and get none in a call.
    pub missing: BTreeMap<(FileId, ExprId), (NilUse, usize)>,
    /// Entries of memory that are needed in the first turn of a life: name, place, operator.
    pub fresh: BTreeMap<(FileId, Place), (String, User)>,
    /// Functions that may end the creature's life.
    pub despawning: BTreeSet<(FileId, FunctionId)>,
}

/// The work on all files.
struct Flow<'s> {
    s: &'s Session<'s>,
    index: &'s BehaviourIndex,
    summaries: BTreeMap<FunctionRef, Summary<'s>>,
    /// What is known where a function is written.
    captured: BTreeMap<FunctionRef, Env<'s>>,
    /// What calls pass for parameters.
    lives: BTreeMap<(FileId, LocalId), Life>,
    found: Findings,
}

/// Looks at all functions.
pub(crate) fn findings(s: &Session, index: &BehaviourIndex) -> Findings {
    let types = s.files.iter().map(|f| vec![None; f.tree.exprs.len()]).collect();
    let mut flow = Flow {
        s,
        index,
        summaries: BTreeMap::new(),
        captured: BTreeMap::new(),
        lives: BTreeMap::new(),
        found: Findings { types, ..Findings::default() },
    };
    let order = callees_first(s);
    for at in &order {
        let run = Run::of(&mut flow, *at, run::Mode::Summary);
        let summary = run.function().0;
        flow.summaries.insert(*at, summary);
    }
    for at in order.iter().rev() {
        Run::of(&mut flow, *at, run::Mode::Report).function();
    }
    flow.first_turns();
    flow.found.despawning = flow.summaries.iter().filter(|(_, s)| s.despawns).map(|(at, _)| *at).collect();
    flow.found
}

impl<'s> Flow<'s> {
    /// What is known where a function begins.
    fn entry(&self, (file, function): FunctionRef) -> Env<'s> {
        let mut env = self.captured.get(&(file, function)).cloned().unwrap_or_else(Env::new);
        let handler = self.index.handles(file, function);
        for (i, local) in self.s.tree(file).functions[function].parameters.iter().enumerate() {
            if self.s.tree(file).shared.contains(local) {
                continue;
            }
            let mut value = Value::of(self.s.variable(file, *local));
            if handler && i > 0 {
                value.life = Life::Kept;
                value.nil = (value.may_be_nil() && !value.is_nil()).then(|| Origin::new(Why::Event));
            } else {
                value.life = self.lives.get(&(file, *local)).copied().unwrap_or(Life::Parameter(i));
            }
            env.assign(Path::of(Root::Local(*local)), value);
        }
        env
    }

    /// The first turn of each behaviour's creatures: memory is empty.
    fn first_turns(&mut self) {
        let index = self.index;
        for behaviour in index.behaviours.iter().filter(|b| b.whole) {
            let Some(state) = behaviour.start.as_ref().and_then(|start| behaviour.states.get(start)) else { continue };
            let mut memory = Env::new();
            memory.fresh = true;
            // What only other states write is nil at first wherever this one uses it.
            let writes = |h: &(Handler, FileId, FunctionId)| {
                let summary = self.summaries.get(&(h.1, h.2)).filter(|s| s.writes.is_some());
                summary.map(|s| s.sets.clone())
            };
            let own: Option<Vec<BTreeSet<&str>>> = state.handlers.iter().map(writes).collect();
            let own = own.map(|all| all.into_iter().flatten().collect::<BTreeSet<&str>>());
            for handler in [Handler::Enter, Handler::Tick] {
                let Some((_, file, function)) = state.handlers.iter().find(|h| h.0 == handler) else { continue };
                let mut run = Run::of(self, (*file, *function), run::Mode::FirstTurn);
                run.remember(&memory);
                run.own = own.clone();
                match run.function().1 {
                    // It may have changed to another state.
                    Some(after) if after.fresh && self.s.tree(*file).functions[*function].returns.is_empty() => {
                        memory = after;
                    }
                    _ => break,
                }
            }
        }
    }
}

/// All functions: those that are called or written in another before it, circles apart.
fn callees_first(s: &Session) -> Vec<FunctionRef> {
    let mut done = BTreeSet::new();
    let mut order = Vec::new();
    for root in (0..s.files.len()).map(|file| (file, 0)) {
        let mut open = vec![(root, false)];
        while let Some((at, finished)) = open.pop() {
            if finished {
                order.push(at);
            } else if done.insert(at) {
                open.push((at, true));
                open.extend(callees(s, at).into_iter().filter(|f| !done.contains(f)).map(|f| (f, false)));
            }
        }
    }
    order
}

/// The functions that a function calls, and those that are written in it.
fn callees(s: &Session, (file, function): FunctionRef) -> BTreeSet<FunctionRef> {
    let tree = s.tree(file);
    let mut found = BTreeSet::new();
    for e in &tree.bodies[function] {
        match tree.kind(*e) {
            Kind::Function(f) => drop(found.insert((file, *f))),
            Kind::Call { .. } | Kind::Method { .. } => {
                let called = s.functions(file, *e, s.callees(file, *e, 0));
                found.extend(called.iter().filter_map(Type::function));
                found.extend(tree.required(*e).and_then(|name| s.module(name)).map(|module| (module, 0)));
            }
            _ => {}
        }
    }
    found
}
