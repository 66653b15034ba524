//! What is known at one place of a function: the values of variables, of fields of these, and of entries of memory.

use crate::lua::analysis::flow::decided::{Decided, MOST_ASKED};
use crate::lua::analysis::flow::value::{Fact, Life, Origin, Path, Root, Step, Value, Why};
use crate::lua::source::tree::LocalId;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Of more fields than these nothing is known at one place. Variables are at most 200: that is Luau's own limit.
const MOST_FIELDS: usize = 64;

/// What is known at one place of a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Env<'a> {
    values: BTreeMap<Path<'a>, Value<'a>>,
    /// What conditions looked at, and when last; nothing when that may be anything.
    asked: Option<BTreeMap<Path<'a>, u32>>,
    /// Memory holds what is in `values` and nothing else: a life begins.
    pub fresh: bool,
    /// The code hardly ever comes here.
    pub rare: bool,
    /// What was compared with a word or a number, and is not equal to it.
    unequal: BTreeSet<Path<'a>>,
}

impl<'a> Env<'a> {
    pub(crate) fn new() -> Self {
        Self { asked: Some(BTreeMap::new()), ..Self::default() }
    }

    pub(crate) fn get(&self, path: &Path<'a>) -> Option<&Value<'a>> {
        self.values.get(path)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (&Path<'a>, &Value<'a>)> {
        self.values.iter()
    }

    pub(crate) fn asked(&self) -> Option<&BTreeMap<Path<'a>, u32>> {
        self.asked.as_ref()
    }

    /// A condition looks at a value.
    pub(crate) fn ask(&mut self, path: Path<'a>, now: u32) {
        if let Some(asked) = &mut self.asked {
            asked.insert(path, now);
            if asked.len() > MOST_ASKED {
                self.asked = None;
            }
        }
    }

    /// The places that conditions after this moment looked at.
    pub(crate) fn asked_since(&self, moment: u32) -> impl Iterator<Item = &Path<'a>> {
        let place = |p: &&Path| !matches!(p.root, Root::Calls(_));
        self.asked.iter().flatten().filter(move |(_, at)| **at > moment).map(|(p, _)| p).filter(place)
    }

    /// A place is not equal to a word or a number. Where it is compared with several, scripts know that it is one of them.
    pub(crate) fn differs(&mut self, path: Path<'a>) {
        self.rare |= !self.unequal.insert(path);
    }

    /// Only conditions after this moment show whether a value is nil.
    pub(crate) fn begin(&mut self, path: &Path<'a>, now: u32) {
        if let Some(origin) = self.values.get_mut(path).and_then(|v| v.nil.as_mut()) {
            origin.begin(now);
        }
    }

    /// Nothing is claimed of a value, although it may be nil.
    pub(crate) fn trust(&mut self, path: &Path<'a>) {
        self.values.get_mut(path).iter_mut().for_each(|v| v.nil = None);
    }

    /// Conditions may have looked at anything.
    pub(crate) fn ask_all(&mut self) {
        self.asked = None;
    }

    /// Whether no condition has shown that a value is not nil.
    pub(crate) fn unasked(&self, origin: &Origin<'a>) -> bool {
        match &self.asked {
            Some(asked) => !origin.asks.iter().any(|(path, since)| asked.get(path).is_some_and(|at| at > since)),
            None => origin.asks.is_empty(),
        }
    }

    /// A place gets a value.
    pub(crate) fn assign(&mut self, path: Path<'a>, value: Value<'a>) {
        self.forget(|p| p.begins_with(&path) || path.steps.is_empty() && keyed_by(p, path.root));
        // Another name of the same table.
        if let Some(Step::Field(_)) = path.steps.last() {
            let name = path.steps.last().copied();
            self.forget(|p| name.is_some_and(|n| p.steps.contains(&n)));
        }
        self.set(path, value);
    }

    /// A condition shows more of a value.
    pub(crate) fn narrow(&mut self, path: &Path<'a>, value: Value<'a>) {
        let same = value.same.clone();
        let holds = |p: &Path<'a>, v: &Value<'a>| {
            v.same.as_ref() == Some(path) || same.as_ref().is_some_and(|s| v.same.as_ref() == Some(s) || p == s)
        };
        for (p, other) in &mut self.values {
            if holds(p, other) {
                (other.set, other.nil, other.life) = (value.set.clone(), value.nil.clone(), value.life);
                other.checked = value.checked;
            }
        }
        if let Some(same) = &same
            && !self.values.contains_key(same)
        {
            self.set(same.clone(), Value { same: None, ..value.clone() });
        }
        self.set(path.clone(), value);
    }

    fn set(&mut self, path: Path<'a>, value: Value<'a>) {
        if !path.steps.is_empty()
            && !self.values.contains_key(&path)
            && self.values.keys().filter(|p| !p.steps.is_empty()).count() >= MOST_FIELDS
        {
            self.fresh = false;
            self.forget(|p| !p.steps.is_empty());
        }
        self.values.insert(path, value);
    }

    /// Nothing is known any more of some places.
    pub(crate) fn forget(&mut self, lost: impl Fn(&Path<'a>) -> bool) {
        let fresh = self.fresh;
        self.values.retain(|p, value| {
            let keep = fresh && p.root == Root::Memory;
            if keep && lost(p) {
                *value = Value::unknown();
            }
            keep || !lost(p)
        });
        self.unequal.retain(|p| !lost(p));
        for value in self.values.values_mut() {
            value.same = value.same.take().filter(|p| !lost(p));
            if let Some(proof) = value.proof.as_mut().filter(|p| p.yes.iter().chain(&p.no).any(|f| lost(&f.path))) {
                let proof = Rc::make_mut(proof);
                proof.yes.retain(|f| !lost(&f.path));
                proof.no.retain(|f| !lost(&f.path));
            }
        }
    }

    /// Other code may have written fields: those of these names, or any.
    pub(crate) fn written(&mut self, names: Option<&BTreeSet<&'a str>>) {
        let hit = |step: &Step| match (step, names) {
            (Step::Field(name), Some(names)) => names.contains(name),
            (_, names) => names.is_none_or(|n| !n.is_empty()),
        };
        self.fresh &= names.is_some();
        for name in names.into_iter().flatten().filter(|_| self.fresh) {
            self.values.entry(Path::of(Root::Memory).then(Step::Field(name))).or_insert_with(Value::unknown);
        }
        self.forget(|p| p.steps.iter().any(hit));
    }

    /// What follows from a value that is true here, and false in the other place.
    pub(crate) fn proves(&self, other: &Self) -> Vec<Fact<'a>> {
        let shown = |(path, v): (&Path<'a>, &Value<'a>)| {
            let (found, o) = (v.life == Life::Found, other.values.get(path));
            let new = o.is_none_or(|o| !o.is_solid() || found && o.life != Life::Found);
            (v.is_solid() && new).then(|| Fact { path: path.clone(), found })
        };
        self.values.iter().filter_map(shown).collect()
    }

    /// What stays true in a function that is called later: variables that are assigned nowhere else.
    /// Only what is called at once may find nil in them: else it may be called where there is a value.
    pub(crate) fn captured(&self, constant: impl Fn(LocalId) -> bool, at_once: bool) -> Self {
        let mut env = Self::new();
        let keeps = |p: &Path| matches!(p.root, Root::Local(l) if constant(l)) && p.steps.is_empty();
        env.values = self.values.iter().filter(|(p, _)| keeps(p)).map(|(p, v)| (p.clone(), v.clone())).collect();
        env.forget(|p| !keeps(p));
        env.values.values_mut().filter(|_| !at_once).for_each(|v| v.nil = None);
        env.values.retain(|_, v| at_once || !v.is_nil());
        env
    }

    /// What is true on either of two paths. A value that only one of them gives may be missing, unless a condition after
    /// this moment looks at something that decided it: what conditions looked at since `begin`, or what else the paths set.
    pub(crate) fn join(self, other: Self, begin: u32, now: u32) -> Self {
        let asked = match (self.asked, other.asked) {
            (Some(mut asked), Some(more)) => {
                more.into_iter().for_each(|(p, at)| {
                    asked.entry(p).and_modify(|t| *t = at.max(*t)).or_insert(at);
                });
                Some(asked).filter(|asked| asked.len() <= MOST_ASKED)
            }
            _ => None,
        };
        let differs = |(p, v): &(&Path<'a>, &Value<'a>)| {
            other.values.get(*p).is_none_or(|o| o.set != v.set || o.given != v.given)
        };
        let only = other.values.keys().filter(|p| !self.values.contains_key(*p));
        let since = asked.iter().flatten().filter(|(_, at)| **at > begin).map(|(p, _)| p);
        let set = self.values.iter().filter(differs).map(|(p, _)| p);
        let decides = || Decided::by(set.chain(only).chain(since).cloned(), now);
        let decided = (self.rare == other.rare).then(decides).flatten();
        let joined = |(p, v): (&Path<'a>, &Value<'a>)| {
            let mut value = v.join(other.values.get(p)?, decided.as_ref());
            // What memory holds may depend on what other turns did.
            value.nil = value.nil.filter(|o| p.root != Root::Memory || o.why != Why::NotGiven);
            Some((p.clone(), value))
        };
        let mut values: BTreeMap<_, _> = self.values.iter().filter_map(joined).collect();
        if self.fresh && other.fresh {
            let known = |(p, _): &(&Path<'a>, &Value<'a>)| p.root == Root::Memory;
            let open = self.values.iter().chain(&other.values).filter(known);
            for (p, _) in open {
                values.entry(p.clone()).or_insert_with(Value::unknown);
            }
        }
        let unequal = self.unequal.intersection(&other.unequal).cloned().collect();
        Self { values, asked, fresh: self.fresh && other.fresh, rare: self.rare && other.rare, unequal }
    }

    /// What differs from what was known before is unknown. Returns whether anything does.
    pub(crate) fn widen(&mut self, before: &Self) -> bool {
        let mut changed = self.values.len() != before.values.len();
        for (path, value) in &mut self.values {
            if before.values.get(path).is_none_or(|v| v.set != value.set || v.nil.is_some() != value.nil.is_some()) {
                changed = true;
                *value = Value::unknown();
            }
        }
        changed
    }

    /// Whether the same values are known in another place.
    pub(crate) fn agrees(&self, other: &Self) -> bool {
        let same = |(a, b): ((&Path<'a>, &Value<'a>), (&Path<'a>, &Value<'a>))| {
            a.0 == b.0 && a.1.set == b.1.set && a.1.life == b.1.life && a.1.nil.is_some() == b.1.nil.is_some()
        };
        self.values.len() == other.values.len() && self.values.iter().zip(&other.values).all(same)
    }
}

/// Whether a variable is a key on the path.
fn keyed_by(path: &Path, root: Root) -> bool {
    path.steps.iter().any(|s| matches!((s, root), (Step::Key(k), Root::Local(l)) if *k == l))
}
