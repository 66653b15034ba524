//! What places hold, and where a value is needed.

use crate::lua::analysis::flow::calls::{filtered, outcome};
use crate::lua::analysis::flow::env::Env;
use crate::lua::analysis::flow::run::{Mode, Run};
use crate::lua::analysis::flow::summary::outer;
use crate::lua::analysis::flow::value::{Life, NilUse, Origin, Path, Root, Step, User, Value, Why};
use crate::lua::analysis::types::{Type, TypeUnion, union};
use crate::lua::api::domain::Domain;
use crate::lua::source::tree::*;

/// Places deeper inside others than this are not followed.
const MOST_STEPS: usize = 4;

impl<'s> Run<'_, 's> {
    /// What a place holds; `usual` is what it may hold at any time.
    pub(super) fn read(&mut self, e: ExprId, usual: Value<'s>) -> Value<'s> {
        let Some(path) = self.place(e) else { return usual };
        if self.asking {
            // Conditions before this one may have shown it already.
            let shown = |env: &Env| env.get(&path).and_then(|v| v.nil.as_ref()).is_some_and(|o| !env.unasked(o));
            if let Some(env) = self.env.as_mut().filter(|env| shown(env)) {
                env.trust(&path);
            }
            self.ask(path.clone());
            let value = self.env_value(&path).unwrap_or_else(|| usual.clone());
            self.looked_at(&value);
            // What is known of the value itself is narrowed exactly.
            let now = self.now;
            self.env.iter_mut().for_each(|env| env.begin(&path, now));
        }
        let Some(env) = &self.env else { return usual };
        match env.get(&path) {
            Some(value) => value.clone(),
            None if env.fresh && path.root == Root::Memory && path.steps.len() == 1 => {
                Value { nil: Some(Origin::new(Why::Fresh)), ..Value::of(vec![Type::Nil]) }
            }
            None if path.root == Root::Memory => Value { life: Life::Kept, ..usual },
            None => usual,
        }
    }

    /// A condition looks at the result of a call.
    pub(super) fn looked_at(&mut self, value: &Value<'s>) {
        value.shows.iter().for_each(|path| self.ask(path.clone()));
        // A code, or a status, shows how a search went.
        if value.set.iter().any(|t| matches!(t, Type::Of(Domain::Code | Domain::Status))) {
            self.ask(outcome());
        }
    }

    pub(super) fn ask(&mut self, path: Path<'s>) {
        self.now += 1;
        let now = self.now;
        self.env.iter_mut().for_each(|env| env.ask(path.clone(), now));
    }

    /// The place that an expression reads.
    pub(super) fn place(&self, e: ExprId) -> Option<Path<'s>> {
        let path = match self.tree.kind(e) {
            Kind::Single(inner) => return self.place(*inner),
            Kind::Local(l) if !self.tree.shared.contains(l) => Path::of(Root::Local(*l)),
            Kind::Field { of, name, .. } if name == "memory" && self.known(*of) == [Type::Npc] => {
                Path::of(Root::Memory)
            }
            Kind::Field { of, name, .. } => self.table(*of)?.then(Step::Field(name)),
            Kind::Item { of, key } => {
                let step = match *self.tree.bare_kind(*key) {
                    Kind::Number(n) if n.fract() == 0.0 && n >= 0.0 => Step::Index(n as u64),
                    Kind::Local(l) if !self.tree.shared.contains(&l) => Step::Key(l),
                    _ => return None,
                };
                self.table(*of)?.then(step)
            }
            _ => return None,
        };
        (path.steps.len() <= MOST_STEPS).then_some(path)
    }

    /// The place of a table, by the name under which it was found first.
    pub(super) fn table(&self, e: ExprId) -> Option<Path<'s>> {
        let path = self.place(e)?;
        let first = self.env.as_ref().and_then(|env| env.get(&path)).and_then(|v| v.same.clone());
        Some(first.unwrap_or(path))
    }

    /// What was found out last about an expression.
    pub(super) fn known(&self, e: ExprId) -> TypeUnion {
        self.flow.found.types[self.at.0][e].clone().unwrap_or_else(|| self.flow.s.types(self.at.0, e))
    }

    /// What a table may hold under a name.
    pub(super) fn member(&self, table: &Value<'s>, name: &str) -> Value<'s> {
        let mut value = Value::of(self.flow.s.named(self.at.0, &table.set, name));
        let creature = table.set.iter().all(|t| matches!(t, Type::Creature | Type::Npc | Type::Nil));
        if creature && name == "id" {
            value.life = Life::Found;
        }
        value
    }

    pub(super) fn item(&mut self, of: ExprId, key: ExprId, table: &Value<'s>, key_value: &Value<'s>) -> Value<'s> {
        let mut value = Value::of(self.flow.s.items_of(&table.set, 0));
        value.life = table.life;
        let named: Vec<&str> = key_value
            .set
            .iter()
            .filter_map(|t| if let Type::Literal(n, ..) = t { Some(n.as_str()) } else { None })
            .collect();
        if !named.is_empty() && named.len() == key_value.set.len() {
            value = Value::of(union(named.iter().map(|name| self.member(table, name).set)));
        }
        let whole = matches!(table.set[..], [Type::Ids]) && matches!(self.tree.bare_kind(key), Kind::Number(_));
        if let (true, Some(list)) = (whole, self.place(of)) {
            let counts = filtered(None);
            value.nil = Some(Origin::asking(Why::NoEntry, counts.chain([list.then(Step::Length)])));
        }
        value
    }

    /// A value is used where nil raises an error.
    pub(super) fn need(&mut self, e: ExprId, value: &Value<'s>, user: User) {
        let Some(env) = &self.env else { return };
        let place = self.place(e);
        // What was given together with it may have been needed since it was read.
        let trusted = place.as_ref().and_then(|p| env.get(p)).is_some_and(|v| v.nil.is_none());
        let claims = |o: &&Origin| value.may_be_nil() && o.when.is_none() && !trusted && env.unasked(o);
        let claim = value.nil.as_ref().filter(claims);
        let found = NilUse { certain: value.is_nil(), why: claim.map(|o| o.why), user: user.clone() };
        let claimed = claim.is_some();
        match self.mode {
            Mode::Report if self.rehearsal == 0 && (found.certain || claimed) => {
                self.flow.found.nils.insert((self.at.0, e), found);
            }
            Mode::FirstTurn if claim.is_some_and(|o| o.why == Why::Fresh) => {
                let from = place.clone().map(|p| env.get(&p).and_then(|v| v.same.clone()).unwrap_or(p));
                if let Some(Step::Field(name)) = from
                    .and_then(|p| p.steps.last().copied())
                    .filter(|step| matches!(step, Step::Field(name) if self.at_first(name)))
                {
                    let at = self.tree.named_at(self.tree.bare(e));
                    self.flow.found.fresh.insert((self.at.0, at), (name.to_owned(), user));
                }
            }
            Mode::Summary if self.sure() && !value.checked => {
                let from = place.clone().map(|p| env.get(&p).and_then(|v| v.same.clone()).unwrap_or(p));
                let untouched = |p: &Path<'s>| p.root != Root::Memory || env.get(p).is_none() && self.unset(p);
                let from = from.and_then(|p| outer(self.tree, self.at.1, &p)).filter(untouched);
                if let Some(path) = from.filter(|p| matches!(p.root, Root::Memory) || p.steps.is_empty()) {
                    self.summary.need(path, self.at.0, self.tree.named_at(self.tree.bare(e)), user);
                }
            }
            _ => {}
        }
        // What comes after runs only if there was a value.
        if let (Some(path), Some(env)) = (place, &mut self.env) {
            if claimed {
                env.trust_with(&path);
            }
            env.narrow(&path, value.solid());
        }
    }

    pub(super) fn env_value(&self, path: &Path<'s>) -> Option<Value<'s>> {
        self.env.as_ref()?.get(path).cloned()
    }
}
