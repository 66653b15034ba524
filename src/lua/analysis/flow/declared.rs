//! Calls of functions that are declared: Lua's library and the API.

use crate::lua::analysis::flow::calls::{Call, MOST_VALUES, filtered, is_query, outcome, shown_by};
use crate::lua::analysis::flow::run::Run;
use crate::lua::analysis::flow::value::{Fact, Life, Origin, Path, Proof, Root, Step, User, Value, Why};
use crate::lua::analysis::symbol_table::returned_by;
use crate::lua::analysis::types::Type;
use crate::lua::api::declare::{Function, ShapeName, Signature, Type as Declared};
use crate::lua::source::literal::read_number;
use crate::lua::source::tree::{ExprId, Kind};
use std::rc::Rc;

/// Whether there are strings that a pattern does not fit: some part of it must be there.
fn may_fail(pattern: &str) -> bool {
    let mut rest =
        pattern.trim_start_matches('^').trim_end_matches('$').chars().filter(|c| !"()".contains(*c)).peekable();
    while let Some(c) = rest.next() {
        match c {
            '%' => drop(rest.next()),
            '[' => while rest.next().is_some_and(|c| c != ']') {},
            _ => {}
        }
        if rest.next_if(|c| "*-?".contains(*c)).is_none() {
            return true;
        }
    }
    false
}

impl<'s> Run<'_, 's> {
    pub(super) fn library(&mut self, call: &Call<'s>, name: &str) -> Vec<Value<'s>> {
        let first = call.args.first().copied();
        let absent = self.not_found(call, name).and_then(|origin| self.fresh(origin));
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
        results[0].nil = absent.filter(|_| results[0].may_be_nil());
        // A condition on a part of a string looks at the string.
        let shown = first.filter(|_| name.starts_with("string.") || name == "tonumber").and_then(|e| self.heard(e));
        results[0].shows = Rc::new(shown.into_iter().collect());
        results
    }

    /// Why a function of Lua may find nothing. Of most strings and lists scripts know what is in them: of those that come from
    /// other creatures they do not.
    fn not_found(&self, call: &Call<'s>, name: &str) -> Option<Origin<'s>> {
        let (first, given) = (*call.args.first()?, call.given.first()?);
        let no_number = |t: &Type| matches!(t, Type::Literal(word, ..) if read_number(word).is_none());
        match name {
            "tonumber" if call.args.len() == 1 && given.set.iter().any(no_number) => {
                Some(Origin::asking(Why::Declared, self.place(first)))
            }
            "tonumber" if given.nil.is_some() => given.nil.clone(),
            "tonumber" => Some(Origin::asking(Why::Declared, [self.heard(first)?])),
            "string.find" | "string.match" => {
                let fails = self.tree.string(*call.args.get(1)?).is_some_and(may_fail);
                Some(Origin::asking(Why::Declared, [self.heard(first).filter(|_| fails)?]))
            }
            "table.find" => {
                let sought = *call.args.get(1)?;
                let life = call.given.get(1).map(|v| v.life);
                let place = self.place(sought).filter(|p| p.root != Root::Memory && life == Some(Life::Kept));
                Some(Origin::asking(Why::Declared, [place.or_else(|| self.heard(sought))?]))
            }
            "table.remove" if given.set == [Type::Ids] => {
                let list = self.place(first)?.then(Step::Length);
                Some(Origin::asking(Why::NoEntry, filtered(None).chain([list])))
            }
            _ => None,
        }
    }

    /// The place of a string that comes from another creature, when an expression is one or a part of it.
    fn heard(&self, e: ExprId) -> Option<Path<'s>> {
        let e = self.tree.bare(e);
        let part = match self.tree.kind(e) {
            Kind::Call { args, .. } => *args.first()?,
            Kind::Method { of, .. } => *of,
            _ => {
                let heard = |t: &Type| matches!(t, Type::Of(domain) if domain.is_from_others());
                return self.place(e).filter(|_| self.known(e).iter().all(heard));
            }
        };
        let parts = ["string.sub", "string.lower", "string.upper", "string.gsub"];
        let callees = self.flow.s.callees(self.at.0, e, 0);
        let cuts = matches!(&callees[..], [Type::Builtin(name)] if parts.contains(&name.as_str()));
        self.heard(part).filter(|_| cuts)
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
        let params = |s: &&Signature| s.params.len() >= call.args.len();
        let Some(signature) = f.signatures.iter().find(params) else { return Vec::new() };
        let first = signature.params.first().map(|p| p.ty);
        let id = first.filter(|ty| *ty == Declared::Id).and(call.args.first()).and_then(|a| self.place(*a));
        let mut results: Vec<Value> =
            (0..signature.returns.len()).map(|n| self.declared(call, signature, n, f)).collect();
        if let Some(path) = id {
            let yes = vec![Fact { path: path.clone(), found: true }];
            let (proof, shows) = (Rc::new(Proof { yes, no: Vec::new() }), Rc::new(vec![path.then(Step::Lives)]));
            for (_, result) in results.iter_mut().enumerate().filter(|(n, _)| *n == 0 || signature.nil_with_first(*n)) {
                (result.proof, result.shows) = (Some(proof.clone()), shows.clone());
            }
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
    fn declared(&self, call: &Call<'s>, signature: &Signature, n: usize, f: &Function) -> Value<'s> {
        let (first, ty) = (signature.params.first().map(|p| p.ty), signature.returns[n]);
        let mut value = Value::of(returned_by(signature, n).unwrap_or_default());
        let inner = if let Declared::Optional(inner) = ty { *inner } else { ty };
        if matches!(inner, Declared::Id | Declared::List(Declared::Id)) {
            value.life = Life::Found;
        }
        if !value.may_be_nil() {
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
            // Of names that are not of maps, it says nothing about places.
            Some(Declared::Word(domain)) if !domain.is_of_maps() => Origin::new(Why::Declared),
            Some(_) => Origin::new(Why::NoPlace),
            None => Origin::asking(Why::NoPlayer, [Path::of(Root::Calls(f.name))]),
        };
        Value { nil: self.fresh(origin), ..value }
    }
}
