//! Calls: what they return, need and change.

use crate::lua::analysis::flow::FunctionRef;
use crate::lua::analysis::flow::run::{Mode, Run};
use crate::lua::analysis::flow::summary::{Summary, listed};
use crate::lua::analysis::flow::value::{Fact, Life, NilUse, Origin, Path, Proof, Root, Step, User, Value, Why};
use crate::lua::analysis::infer::many;
use crate::lua::analysis::types::{Type, TypeUnion, union};
use crate::lua::api::declare::{Function, ShapeName, Type as Declared};
use crate::lua::api::natives;
use crate::lua::source::tree::*;
use std::rc::Rc;

/// More values of one call than these are not followed.
pub(super) const MOST_VALUES: usize = 4;

/// What a condition on a code or a status looks at: how a search went.
pub(super) fn outcome<'s>() -> Path<'s> {
    Path::of(Root::Calls("outcome"))
}

/// Whether a function is a query that takes a filter.
pub(crate) fn is_query(f: &Function) -> bool {
    f.signatures[0].params.first().is_some_and(|p| p.ty == Declared::Shape(ShapeName::Filter))
}

/// Any creatures, where it is not known which a query looks for.
const ANY_FACTION: &str = "";

/// What a condition on a query looks at: creatures of a faction, when it is known which.
pub(super) fn shown_by<'s>(query: &'static str, faction: Option<&'s str>) -> Vec<Path<'s>> {
    let any = Path::of(Root::Calls(query));
    vec![any.then(Step::Field(faction.unwrap_or(ANY_FACTION))), any]
}

/// The conditions on queries that show whether there is a match: those that look for the same faction, or may do so.
pub(super) fn filtered<'s>(faction: Option<&'s str>) -> impl Iterator<Item = Path<'s>> {
    natives::all().filter(|f| is_query(f)).flat_map(move |f| {
        let any = Path::of(Root::Calls(f.name));
        match faction {
            Some(faction) => [faction, ANY_FACTION].map(|which| any.then(Step::Field(which))).to_vec(),
            None => vec![any],
        }
    })
}

/// A call, with what it passes.
pub(super) struct Call<'s> {
    pub e: ExprId,
    /// Also what is before a colon, for a function of the mod.
    pub args: Vec<ExprId>,
    pub given: Vec<Value<'s>>,
    /// The last argument may give several values.
    pub open: bool,
}

impl<'s> Run<'_, 's> {
    /// The values of a call.
    pub(super) fn results(&mut self, e: ExprId) -> Vec<Value<'s>> {
        if self.env.is_none() {
            return vec![Value::unknown()];
        }
        let tree = self.tree;
        let asking = std::mem::replace(&mut self.asking, false);
        let (callees, own, args) = match tree.kind(e) {
            Kind::Call { callee, args } => {
                let value = self.eval(*callee);
                self.need(*callee, &value, User::Call);
                (value.set, None, args)
            }
            Kind::Method { of, name, args, .. } => {
                let value = self.eval(*of);
                self.need(*of, &value, User::Index);
                (self.member(&value, name).set, Some((*of, value)), args)
            }
            _ => return vec![self.eval(e)],
        };
        let callees = self.flow.s.functions(self.at.0, e, callees);
        let builtin = |name: &str| callees == [Type::Builtin(name.to_owned())];
        if let ([first, rest @ ..], true) = (&args[..], builtin("assert")) {
            let (value, yes, _) = self.split(*first);
            self.env = yes;
            rest.iter().for_each(|a| drop(self.eval(*a)));
            self.asking = asking;
            return vec![value.solid()];
        }
        let mut given: Vec<Value> = args.iter().map(|a| self.eval(*a)).collect();
        let open = args.last().is_some_and(|a| many(tree, *a));
        self.asking = asking;
        if builtin("error") {
            self.stop();
            return vec![Value::unknown()];
        }
        let mut args = args.clone();
        if let (Some((of, value)), false) = (own, matches!(callees[..], [Type::Native(_)])) {
            args.insert(0, of);
            given.insert(0, value);
        }
        let call = Call { e, args, given, open };
        self.passed_on(&call);
        let found = match &callees[..] {
            [Type::Native(f)] => self.native(&call, f),
            [Type::Builtin(name)] => self.library(&call, name),
            [Type::Function(file, f)] => self.helper(&call, (*file, *f)),
            [Type::Module(file)] => match self.flow.s.returns(*file, 0, 0, 0)[..] {
                [Type::Function(file, f)] => self.helper(&call, (file, f)),
                _ => self.anything(&callees),
            },
            _ => self.anything(&callees),
        };
        if let (true, Some(first)) = (self.asking, found.first()) {
            self.looked_at(first);
        }
        found
    }

    /// A call of what is not known.
    pub(super) fn anything(&mut self, callees: &TypeUnion) -> Vec<Value<'s>> {
        let harmless = !callees.is_empty() && callees.iter().all(|t| matches!(t, Type::Native(_) | Type::Builtin(_)));
        if !harmless {
            self.summary.despawns = true;
            self.summary.write(None::<[&str; 0]>);
            self.env.iter_mut().for_each(|env| env.written(None));
        }
        let s = self.flow.s;
        let nth = |n| Value::of(union(callees.iter().map(|ty| s.result(ty, n, 0))));
        (0..MOST_VALUES).map(nth).map(|v| if v.set.is_empty() { Value::unknown() } else { v }).collect()
    }

    /// Functions that are passed on may be called at once.
    pub(super) fn passed_on(&mut self, call: &Call<'s>) {
        for f in call.given.iter().flat_map(|v| &v.set).filter_map(Type::function) {
            if let Some(summary) = self.flow.summaries.get(&f) {
                let writes = summary.writes.clone();
                self.summary.sets.extend(&summary.sets);
                self.summary.despawns |= summary.despawns;
                self.summary.write(writes.clone());
                self.env.iter_mut().for_each(|env| env.written(writes.as_ref()));
            }
        }
    }

    /// A reason that no condition before has ruled out; what conditions look at from now on counts.
    pub(super) fn fresh(&self, mut origin: Origin<'s>) -> Option<Origin<'s>> {
        if !self.env.as_ref().is_some_and(|env| env.unasked(&origin)) {
            return None;
        }
        // A condition around this very call comes next.
        origin.begin(self.now + 2);
        Some(origin)
    }

    /// A place of a function that is called, as it is here.
    pub(super) fn here(&self, call: &Call<'s>, path: &Path<'s>) -> Option<Path<'s>> {
        let i = match path.root {
            Root::Parameter(i) => i,
            Root::Local(_) => return None,
            Root::Memory | Root::Calls(_) => return Some(path.clone()),
        };
        let from = self.place(*call.args.get(i)?)?;
        Some(Path { root: from.root, steps: from.steps.iter().chain(&path.steps).copied().collect() })
    }

    /// A call of a function of the mod.
    fn helper(&mut self, call: &Call<'s>, f: FunctionRef) -> Vec<Value<'s>> {
        let summary = match self.flow.summaries.get(&f) {
            Some(summary) => summary.clone(),
            // It calls itself.
            None => return self.anything(&vec![Type::Function(f.0, f.1)]),
        };
        self.needs(call, &summary);
        self.lives(call, f);
        self.summary.despawns |= summary.despawns;
        if summary.raises {
            self.stop();
            return vec![Value::unknown()];
        }
        let mut results = summary.results.iter().map(|v| self.result(call, &summary, v)).collect::<Vec<_>>();
        self.summary.write(summary.writes.clone());
        // Where any field may be written, no names are kept.
        self.summary.sets.extend(summary.sets.iter().filter(|_| self.summary.writes.is_some()));
        let facts = |facts| -> Vec<Fact<'s>> {
            listed(facts).filter_map(|f| Some(Fact { path: self.here(call, &f.path)?, ..f })).collect()
        };
        let (after, yes, no) = (facts(&summary.after), facts(&summary.yes), facts(&summary.no));
        let shows: Rc<Vec<Path>> = Rc::new(summary.asks.iter().flatten().filter_map(|p| self.here(call, p)).collect());
        if let Some(mut env) = self.env.take() {
            env.written(summary.writes.as_ref());
            self.learn(&mut env, &after);
            if summary.asks.is_none() {
                env.ask_all();
            }
            self.env = Some(env);
        }
        results.iter_mut().for_each(|value| value.shows = shows.clone());
        if let Some(first) = results.first_mut() {
            first.proof = Some(Rc::new(Proof { yes, no }));
        }
        results
    }

    /// What a function of the mod cannot do without.
    fn needs(&mut self, call: &Call<'s>, summary: &Summary<'s>) {
        for need in &summary.needs {
            // Of another file the line says nothing.
            let line = if need.file == self.at.0 { need.at.line } else { 0 };
            match (need.path.root, &need.path.steps[..]) {
                (Root::Parameter(i), []) => match call.args.get(i) {
                    Some(arg) => self.need(*arg, &call.given[i], User::Helper(line)),
                    None if !call.open && self.mode == Mode::Report && self.rehearsal == 0 => {
                        let found = NilUse { certain: true, why: None, user: User::Helper(line) };
                        self.flow.found.missing.insert((self.at.0, call.e), (found, i));
                    }
                    None => {}
                },
                (Root::Memory, [Step::Field(name), ..]) => {
                    let Some(env) = &self.env else { return };
                    let known = env.get(&need.path).cloned();
                    if self.at_first(name) && env.fresh && need.path.steps.len() == 1 && known.is_none() {
                        self.flow.found.fresh.insert((need.file, need.at), ((*name).to_owned(), need.user.clone()));
                    }
                    if self.mode == Mode::Summary && self.sure() && known.is_none() && self.unset(&need.path) {
                        self.summary.need(need.path.clone(), need.file, need.at, need.user.clone());
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether parameters get numbers of creatures that may be gone.
    fn lives(&mut self, call: &Call<'s>, (file, f): FunctionRef) {
        if self.mode != Mode::Report || self.rehearsal > 0 {
            return;
        }
        for (value, local) in call.given.iter().zip(&self.flow.s.tree(file).functions[f].parameters) {
            let life = if matches!(value.life, Life::Parameter(_)) { Life::Unknown } else { value.life };
            let known = self.flow.lives.entry((file, *local)).or_insert(life);
            *known = life.max(*known);
        }
    }

    /// A value that a function of the mod returns, as it is here.
    fn result(&self, call: &Call<'s>, summary: &Summary<'s>, value: &Value<'s>) -> Value<'s> {
        let of = |i: usize| call.given.get(i).map_or(Life::Unknown, |v| v.life);
        let life = if let Life::Parameter(i) = value.life { of(i) } else { value.life };
        let mut new = Value { life, same: None, proof: None, ..value.clone() };
        let Some(origin) = new.nil.take() else { return new };
        // It may look up what comes from outside: its callers may know that there is something.
        if matches!(origin.why, Why::Returned(_)) && new.set.contains(&Type::Any) {
            return new;
        }
        let when = match origin.when.map(of) {
            Some(Life::Found | Life::Unknown) => return new,
            Some(Life::Parameter(i)) => Some(i),
            Some(Life::Kept) | None => None,
        };
        let shows = summary.asks.iter().flatten().chain(origin.asks.keys());
        // This call says which branch the function takes.
        let selected = |a: &ExprId| matches!(self.tree.bare_kind(*a), Kind::Bool(_) | Kind::String(_));
        let selects = |p: &Path| matches!(p.root, Root::Parameter(i) if call.args.get(i).is_some_and(selected));
        if shows.clone().any(selects) {
            return new;
        }
        let asks: Vec<Path> = shows.filter_map(|p| self.here(call, p)).collect();
        new.nil = self.fresh(Origin { when, ..Origin::asking(origin.why, asks) });
        new
    }
}
