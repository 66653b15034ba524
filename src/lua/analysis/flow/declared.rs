//! Calls of functions that are declared: Lua's library and the API.

use crate::lua::analysis::flow::calls::{Call, MOST_VALUES, filtered, is_query, outcome, shown_by};
use crate::lua::analysis::flow::run::Run;
use crate::lua::analysis::flow::value::{Fact, Life, Origin, Path, Proof, Root, Step, User, Value, Why};
use crate::lua::analysis::symbol_table::union_of;
use crate::lua::analysis::types::Type;
use crate::lua::api::declare::{Function, ShapeName, Type as Declared};
use crate::lua::source::literal::read_number;
use std::rc::Rc;

impl<'s> Run<'_, 's> {
    pub(super) fn library(&mut self, call: &Call<'s>, name: &str) -> Vec<Value<'s>> {
        let first = call.args.first().copied();
        match name {
            "pcall" | "xpcall" if !call.given.first().is_some_and(|v| v.set.iter().all(|t| t.function().is_some())) => {
                return self.anything(&vec![Type::Any]);
            }
            "rawset" | "table.clear" | "table.insert" | "table.remove" | "table.sort" => {
                if let (Some(path), Some(env)) = (first.and_then(|a| self.place(a)), &mut self.env) {
                    env.forget(|p| {
                        p.root == path.root && p.steps.len() > path.steps.len() && p.steps.starts_with(&path.steps)
                    });
                    env.ask(path.then(Step::Length), self.now + 1);
                }
            }
            _ if name.starts_with("coroutine.") => return self.anything(&vec![Type::Any]),
            _ => {}
        }
        let needs = |i: usize| match name {
            "table.pack" => false,
            "math.log" | "math.noise" => i == 0,
            _ if i == 0 => ["math.", "string.", "table.", "ipairs", "pairs"].iter().any(|n| name.starts_with(n)),
            _ => name.starts_with("math."),
        };
        for (i, arg) in call.args.iter().enumerate().filter(|(i, _)| needs(*i)) {
            self.need(*arg, &call.given[i], User::Argument);
        }
        let nth = |n| Value::of(self.flow.s.result(&Type::Builtin(name.to_owned()), n, 0));
        let mut results: Vec<Value> = (0..MOST_VALUES).map(nth).collect();
        // Of most strings scripts know what is in them.
        let no_number = |t: &Type| matches!(t, Type::Literal(word, ..) if read_number(word).is_none());
        if let ("tonumber", [given]) = (name, &call.given[..])
            && given.set.iter().any(no_number)
        {
            let given = first.and_then(|a| self.place(a));
            results[0].nil = self.fresh(Origin::asking(Why::Declared, given));
        }
        results
    }

    pub(super) fn native(&mut self, call: &Call<'s>, f: &'static Function) -> Vec<Value<'s>> {
        if matches!(f.name, "require" | "behaviour" | "extend") && f.area.is_empty() {
            let set = self.flow.s.types(self.at.0, call.e);
            return vec![Value::of(set)];
        }
        self.summary.despawns |= (f.area, f.name) == ("npc", "despawn");
        for (i, arg) in call.args.iter().enumerate() {
            if f.param(call.args.len(), i).is_some_and(|p| !p.optional && p.ty != Declared::Any) {
                self.need(*arg, &call.given[i], User::Argument);
            }
        }
        let params = |s: &&crate::lua::api::declare::Signature| s.params.len() >= call.args.len();
        let Some(signature) = f.signatures.iter().find(params) else { return Vec::new() };
        let first = signature.params.first().map(|p| p.ty);
        let id = first.filter(|ty| *ty == Declared::Id).and(call.args.first()).and_then(|a| self.place(*a));
        let mut results: Vec<Value> = signature.returns.iter().map(|ty| self.declared(call, first, *ty, f)).collect();
        if let (Some(path), Some(result)) = (id, results.first_mut()) {
            result.proof = Some(Rc::new(Proof { yes: vec![Fact { path: path.clone(), found: true }], no: Vec::new() }));
            result.shows = Rc::new(vec![path.then(Step::Lives)]);
        } else if let Some(result) = results.first_mut() {
            let query = is_query(f).then(|| shown_by(f.name, self.faction(call)));
            result.shows = Rc::new(query.unwrap_or_else(|| vec![Path::of(Root::Calls(f.name))]));
        }
        if results.is_empty() {
            results.push(Value::of(vec![Type::Nil]));
        }
        results
    }

    /// The faction that a query looks for, when that is written in it.
    fn faction(&self, call: &Call<'s>) -> Option<&'s str> {
        let tree = self.tree;
        let entries = tree.entries(tree.bare(*call.args.first()?))?;
        let given = |name: &str| entries.iter().find(|e| e.name() == Some(name)).map(|e| tree.string(e.value));
        match (given("faction"), given("behaviour")) {
            (Some(faction), _) => faction,
            (None, Some(behaviour)) => self.flow.index.faction(behaviour?),
            _ => None,
        }
    }

    /// A value that a function of the API returns.
    fn declared(&self, call: &Call<'s>, first: Option<Declared>, ty: Declared, f: &Function) -> Value<'s> {
        let mut value = Value::of(union_of(ty));
        let inner = if let Declared::Optional(inner) = ty { *inner } else { ty };
        if matches!(inner, Declared::Id | Declared::List(Declared::Id)) {
            value.life = Life::Found;
        }
        if inner == ty {
            value.checked = !value.set.contains(&Type::Any);
            return value;
        }
        let origin = match first {
            Some(Declared::Id) => {
                let lives = call.args.first().and_then(|a| self.place(*a)).map(|p| p.then(Step::Lives));
                let gone = Origin::asking(Why::Gone, lives);
                match call.given.first().map_or(Life::Unknown, |v| v.life) {
                    Life::Found => return Value { likely: true, ..value },
                    Life::Unknown => return value,
                    Life::Parameter(i) => Origin { when: Some(i), ..gone },
                    Life::Kept => gone,
                }
            }
            Some(Declared::Shape(ShapeName::Filter)) => Origin::asking(Why::NoMatch, filtered(self.faction(call))),
            Some(Declared::Shape(_)) => Origin::asking(Why::Declared, [outcome()]),
            Some(_) => Origin::new(Why::NoPlace),
            None => Origin::asking(Why::NoPlayer, [Path::of(Root::Calls(f.name))]),
        };
        Value { nil: self.fresh(origin), ..value }
    }
}
