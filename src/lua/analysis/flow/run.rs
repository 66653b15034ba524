//! One function, statement by statement.

use crate::lua::analysis::flow::env::Env;
use crate::lua::analysis::flow::summary::Summary;
use crate::lua::analysis::flow::value::{Origin, Path, Root, Step, User, Value, Why};
use crate::lua::analysis::flow::{Flow, FunctionRef, MAX_DEPTH};
use crate::lua::analysis::types::Type;
use crate::lua::source::tree::*;
use std::collections::BTreeSet;

/// What a run is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// What callers need to know.
    Summary,
    /// Types and findings.
    Report,
    /// Memory that is empty.
    FirstTurn,
}

/// What leaves a loop early.
#[derive(Default)]
pub(super) struct Exits<'s> {
    pub breaks: Option<Env<'s>>,
    pub continues: Option<Env<'s>>,
}

/// The run through one function.
pub(super) struct Run<'f, 's> {
    pub flow: &'f mut Flow<'s>,
    pub at: FunctionRef,
    pub tree: &'s Tree,
    pub mode: Mode,
    /// `None`: this place is never reached.
    pub env: Option<Env<'s>>,
    pub summary: Summary<'s>,
    /// Counts conditions.
    pub now: u32,
    pub depth: usize,
    /// Conditions around this place.
    pub branches: usize,
    /// Some condition before this place may have ended the function.
    left: bool,
    /// Passes that are not the last one over their loop.
    pub rehearsal: usize,
    /// A condition is evaluated.
    pub asking: bool,
    /// A value of `and` and `or` is wanted: its last operand is no condition.
    pub wanted: bool,
    pub loops: Vec<Exits<'s>>,
    /// In a first turn: the names that handlers of its state write; `None`: any.
    pub own: Option<BTreeSet<&'s str>>,
    /// What is known after all exits of the function.
    last: Option<Env<'s>>,
}

impl<'f, 's> Run<'f, 's> {
    pub(super) fn of(flow: &'f mut Flow<'s>, at: FunctionRef, mode: Mode) -> Self {
        let env = Some(flow.entry(at));
        let tree = flow.s.tree(at.0);
        Self {
            flow,
            at,
            tree,
            mode,
            env,
            summary: Summary::new(),
            now: 1,
            depth: 0,
            branches: 0,
            left: false,
            rehearsal: 0,
            asking: false,
            wanted: false,
            loops: Vec::new(),
            own: None,
            last: None,
        }
    }

    /// Begins with what is known of memory.
    pub(super) fn remember(&mut self, memory: &Env<'s>) {
        if let Some(env) = &mut self.env {
            env.fresh = memory.fresh;
            let known = memory.all().filter(|(p, _)| p.root == Root::Memory);
            known.for_each(|(p, v)| env.assign(p.clone(), v.clone()));
        }
    }

    /// Runs it; what callers need to know, and what is known at its end.
    pub(super) fn function(mut self) -> (Summary<'s>, Option<Env<'s>>) {
        let function = &self.tree.functions[self.at.1];
        self.block(&function.body);
        if self.env.is_some() {
            self.leave(Vec::new(), None, function.last.line);
        }
        (self.summary, self.last)
    }

    /// Whether each call of the function comes by here.
    pub(super) fn sure(&self) -> bool {
        self.branches == 0 && !self.left && self.rehearsal == 0
    }

    /// Whether an entry of memory is certainly nil in a first turn where this runs.
    pub(super) fn at_first(&self, name: &str) -> bool {
        self.mode == Mode::FirstTurn && (self.sure() || self.own.as_ref().is_some_and(|own| !own.contains(name)))
    }

    /// Whether nothing before this place gives an entry of memory a value, on whatever path.
    pub(super) fn unset(&self, entry: &Path<'s>) -> bool {
        matches!(entry.steps.first(), Some(Step::Field(name)) if !self.summary.sets.contains(name))
    }

    /// Gives up on what is known.
    pub(super) fn lose(&mut self) {
        if self.env.is_some() {
            let mut env = Env::new();
            env.ask_all();
            self.env = Some(env);
        }
        self.summary.despawns = true;
        self.summary.write(None::<[&str; 0]>);
    }

    pub(super) fn merge(&self, a: Option<Env<'s>>, b: Option<Env<'s>>, begin: u32) -> Option<Env<'s>> {
        match (a, b) {
            (Some(a), Some(b)) => Some(a.join(b, begin, self.now)),
            (a, b) => a.or(b),
        }
    }

    pub(super) fn block(&mut self, block: &'s [Stmt]) {
        if self.depth > MAX_DEPTH {
            return self.lose();
        }
        self.depth += 1;
        for stmt in block {
            if self.env.is_none() {
                break;
            }
            self.statement(stmt);
        }
        self.depth -= 1;
        let names = block.iter().filter_map(|s| if let Stmt::Local(names, _) = s { Some(names) } else { None });
        let gone: Vec<LocalId> = names.flatten().copied().collect();
        self.end(&gone);
    }

    /// Variables go out of scope.
    pub(super) fn end(&mut self, gone: &[LocalId]) {
        if let Some(env) = self.env.as_mut().filter(|_| !gone.is_empty()) {
            env.forget(|p| matches!(p.root, Root::Local(l) if gone.contains(&l)));
        }
    }

    /// A block that may be passed over.
    pub(super) fn maybe(&mut self, block: &'s [Stmt]) {
        self.branches += 1;
        self.block(block);
        self.branches -= 1;
    }

    fn statement(&mut self, stmt: &'s Stmt) {
        match stmt {
            Stmt::Call(e) => drop(self.results(*e)),
            Stmt::Local(names, values) => {
                let paths = names.iter().map(|l| self.variable(*l)).collect();
                self.store(paths, values);
            }
            Stmt::Assign(targets, values) => {
                let paths = targets.iter().map(|t| self.target(*t)).collect();
                self.store(paths, values);
            }
            Stmt::Change(target, value) => {
                let (old, new) = (self.eval(*target), self.eval(*value));
                self.need(*target, &old, User::Operator(Op::Arithmetic));
                self.need(*value, &new, User::Operator(Op::Arithmetic));
                let path = self.target(*target);
                self.now += 1;
                self.assign(path, Value::of(vec![Type::Any]).solid());
            }
            Stmt::Do(block) => self.block(block),
            Stmt::If(arms, otherwise) => self.branch(arms, otherwise),
            Stmt::While(condition, body) => self.repeat(|run| {
                let (_, yes, no) = run.split(*condition);
                run.env = yes;
                run.maybe(body);
                no
            }),
            Stmt::Repeat(body, condition) => self.repeat(|run| {
                run.maybe(body);
                run.resume();
                let (_, yes, no) = run.split(*condition);
                run.env = no;
                yes
            }),
            Stmt::For { names, over, numeric, body } => self.each(names, over, *numeric, body),
            Stmt::Return(values) => self.returned(values),
            Stmt::Break | Stmt::Continue => {
                self.left |= self.branches > 0;
                let env = self.env.take();
                if let Some(mut exits) = self.loops.pop() {
                    let place = if matches!(stmt, Stmt::Break) { &mut exits.breaks } else { &mut exits.continues };
                    let before = place.take();
                    *place = self.merge(before, env, self.now);
                    self.loops.push(exits);
                }
            }
        }
    }

    /// The code before this never comes here.
    pub(super) fn stop(&mut self) {
        self.left |= self.branches > 0;
        self.env = None;
    }

    fn returned(&mut self, values: &'s [ExprId]) {
        self.left |= self.branches > 0;
        let line = values.first().map_or(self.tree.functions[self.at.1].last.line, |e| self.tree.at(*e).line);
        match values {
            [only] if !self.is_call(*only) => {
                let (value, yes, no) = self.split(*only);
                self.env = self.merge(yes.clone(), no.clone(), self.now);
                self.leave(vec![value], Some([yes, no]), line);
            }
            _ => {
                let values = self.list(values);
                self.leave(values, None, line);
            }
        }
        self.env = None;
    }

    /// An exit of the function.
    fn leave(&mut self, mut values: Vec<Value<'s>>, split: Option<[Option<Env<'s>>; 2]>, line: u32) {
        let Some(env) = self.env.take() else { return };
        if values.is_empty() {
            values.push(Value::of(vec![Type::Nil]));
        }
        // Callers do not see what conditions in here have shown.
        values.iter_mut().for_each(|v| v.nil = v.nil.take().filter(|o| env.unasked(o)));
        for value in values.iter_mut().filter(|v| !env.rare && v.set == [Type::Nil] && v.nil.is_none()) {
            value.nil = Some(Origin::new(Why::Returned(line)));
        }
        let (tree, f) = (self.tree, self.at.1);
        let truth = values.first().and_then(|v| if v.is_nil() { Some(false) } else { v.truth() });
        let [yes, no] = match (&split, truth) {
            (Some([yes, no]), _) => [yes.as_ref(), no.as_ref()],
            (None, Some(false)) => [None, Some(&env)],
            (None, Some(true)) => [Some(&env), None],
            (None, None) => [Some(&env), Some(&env)],
        };
        self.summary.exit(tree, f, values, &env, [yes, no]);
        let before = self.last.take();
        self.last = self.merge(before, Some(env), self.now);
    }

    fn branch(&mut self, arms: &'s [(ExprId, Block)], otherwise: &'s [Stmt]) {
        let begin = self.now;
        let rare = self.env.as_ref().is_some_and(|env| env.rare);
        let (mut after, mut looked) = (None, BTreeSet::new());
        for (condition, body) in arms {
            let moment = self.now;
            let (_, yes, no) = self.split(*condition);
            self.env = yes;
            self.maybe(body);
            let done = self.env.take();
            after = self.merge(done, after, begin);
            self.env = no;
            let best = self.keeps_best(*condition, body);
            if let Some(env) = &mut self.env {
                // Where several conditions on one value have failed, scripts know that there is no other case.
                let new: Vec<_> = env.asked_since(moment).cloned().collect();
                env.rare |= new.iter().any(|p| looked.contains(p)) || best;
                looked.extend(new);
            }
        }
        if let Some(env) = self.env.as_mut().filter(|_| !otherwise.is_empty()) {
            env.rare = rare;
        }
        self.maybe(otherwise);
        let rest = self.env.take();
        self.env = self.merge(after, rest, begin);
    }

    /// Whether a block changes what its condition compares: `if d < least then least = d … end`. Where the condition fails,
    /// the block ran before.
    fn keeps_best(&self, condition: ExprId, block: &[Stmt]) -> bool {
        let targets = block.iter().flat_map(|s| if let Stmt::Assign(targets, _) = s { &targets[..] } else { &[] });
        let changed: Vec<&Kind> = targets.map(|t| self.tree.kind(*t)).collect();
        let mut open = vec![condition];
        while let Some(e) = open.pop() {
            match *self.tree.kind(e) {
                Kind::Single(inner) | Kind::Unary(Op::Not, inner) => open.push(inner),
                Kind::Binary(Op::And | Op::Or, l, r) => open.extend([l, r]),
                Kind::Binary(Op::Order, l, r) => {
                    let same = |e: ExprId, t: &Kind| matches!((self.tree.kind(e), t), (Kind::Local(a), Kind::Local(b)) if a == b);
                    if changed.iter().any(|t| same(l, t) || same(r, t)) {
                        return true;
                    }
                }
                _ => {}
            }
        }
        false
    }
}
