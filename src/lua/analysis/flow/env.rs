//! What is known at one place of a function: the values of variables, of fields of these, and of entries of memory.

use crate::lua::analysis::flow::decided::MOST_ASKED;
use crate::lua::analysis::flow::value::{Origin, Path, Root, Step, Value};
use crate::lua::source::tree::LocalId;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Of more fields than these nothing is known at one place. Variables are at most 200: that is Luau's own limit.
const MOST_FIELDS: usize = 64;

pub(super) type Values<'a> = BTreeMap<Path<'a>, Rc<Value<'a>>>;

/// What is known at one place of a function. Copies share what they have in common.
#[derive(Clone, Debug, Default)]
pub(crate) struct Env<'a> {
    pub(super) values: Rc<Values<'a>>,
    /// What conditions looked at, and when last; nothing when that may be anything.
    pub(super) asked: Option<Rc<BTreeMap<Path<'a>, u32>>>,
    /// Memory holds what is in `values` and nothing else: a life begins.
    pub fresh: bool,
    /// The code hardly ever comes here.
    pub rare: bool,
    /// What was compared with a word or a number, and is not equal to it.
    pub(super) unequal: Rc<BTreeSet<Path<'a>>>,
}

impl<'a> Env<'a> {
    pub(crate) fn new() -> Self {
        Self { asked: Some(Rc::default()), ..Self::default() }
    }

    pub(crate) fn get(&self, path: &Path<'a>) -> Option<&Value<'a>> {
        self.values.get(path).map(Rc::as_ref)
    }

    fn get_mut(&mut self, path: &Path<'a>) -> Option<&mut Value<'a>> {
        self.values.contains_key(path).then(|| Rc::make_mut(&mut self.values))?.get_mut(path).map(Rc::make_mut)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (&Path<'a>, &Value<'a>)> {
        self.values.iter().map(|(p, v)| (p, v.as_ref()))
    }

    pub(crate) fn asked(&self) -> Option<&BTreeMap<Path<'a>, u32>> {
        self.asked.as_deref()
    }

    /// A condition looks at a value.
    pub(crate) fn ask(&mut self, path: Path<'a>, now: u32) {
        if let Some(asked) = &mut self.asked {
            Rc::make_mut(asked).insert(path, now);
            if asked.len() > MOST_ASKED {
                self.asked = None;
            }
        }
    }

    /// The places that conditions after this moment looked at.
    pub(crate) fn asked_since(&self, moment: u32) -> impl Iterator<Item = &Path<'a>> {
        let place = |p: &&Path| !matches!(p.root, Root::Calls(_));
        self.asked().into_iter().flatten().filter(move |(_, at)| **at > moment).map(|(p, _)| p).filter(place)
    }

    /// A place is not equal to a word or a number. Where it is compared with several, scripts know that it is one of them.
    pub(crate) fn differs(&mut self, path: Path<'a>) {
        self.rare |= !Rc::make_mut(&mut self.unequal).insert(path);
    }

    /// Only conditions after this moment show whether a value is nil.
    pub(crate) fn begin(&mut self, path: &Path<'a>, now: u32) {
        if let Some(origin) = self.get_mut(path).and_then(|v| v.nil.as_mut()) {
            origin.begin(now);
        }
    }

    /// Nothing is claimed of a value, although it may be nil.
    pub(crate) fn trust(&mut self, path: &Path<'a>) {
        self.get_mut(path).into_iter().for_each(|v| v.nil = None);
    }

    /// Nothing more is claimed of values that are nil together with the one at a place.
    pub(crate) fn trust_with(&mut self, path: &Path<'a>) {
        let with = |v: &Value<'a>| v.nil.as_ref().is_some_and(|o| o.asks.contains_key(path));
        let all: Vec<Path> = self.all().filter(|(_, v)| with(v)).map(|(p, _)| p.clone()).collect();
        all.iter().for_each(|path| self.trust(path));
    }

    /// Conditions may have looked at anything.
    pub(crate) fn ask_all(&mut self) {
        self.asked = None;
    }

    /// Whether no condition has shown that a value is not nil.
    pub(crate) fn unasked(&self, origin: &Origin<'a>) -> bool {
        match &self.asked {
            Some(asked) => !origin
                .asks
                .iter()
                .any(|(path, since)| asked.get(path).is_some_and(|at| at > since && *at > origin.since)),
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
        if self.values.iter().any(|(p, other)| holds(p, other)) {
            for (_, other) in Rc::make_mut(&mut self.values).iter_mut().filter(|(p, other)| holds(p, other)) {
                let other = Rc::make_mut(other);
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
        Rc::make_mut(&mut self.values).insert(path, Rc::new(value));
    }

    /// Nothing is known any more of some places.
    pub(crate) fn forget(&mut self, lost: impl Fn(&Path<'a>) -> bool) {
        let facts = |v: &Value<'a>| v.proof.as_ref().is_some_and(|p| p.yes.iter().chain(&p.no).any(|f| lost(&f.path)));
        let stale = |v: &Value<'a>| v.same.as_ref().is_some_and(&lost) || facts(v);
        if self.values.iter().any(|(p, v)| lost(p) || stale(v)) {
            let (fresh, values) = (self.fresh, Rc::make_mut(&mut self.values));
            values.retain(|p, value| {
                let keep = fresh && p.root == Root::Memory;
                if keep && lost(p) {
                    *value = Value::unknown().into();
                }
                keep || !lost(p)
            });
            for value in values.values_mut().filter(|v| stale(v)).map(Rc::make_mut) {
                value.same = value.same.take().filter(|p| !lost(p));
                if let Some(proof) = value.proof.as_mut().map(Rc::make_mut) {
                    proof.yes.retain(|f| !lost(&f.path));
                    proof.no.retain(|f| !lost(&f.path));
                }
            }
        }
        if self.unequal.iter().any(&lost) {
            Rc::make_mut(&mut self.unequal).retain(|p| !lost(p));
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
            let entry = Path::of(Root::Memory).then(Step::Field(name));
            Rc::make_mut(&mut self.values).entry(entry).or_insert_with(|| Value::unknown().into());
        }
        self.forget(|p| p.steps.iter().any(hit));
    }

    /// What stays true in a function that is called later: variables that are assigned nowhere else.
    /// Only what is called at once may find nil in them: else it may be called where there is a value.
    pub(crate) fn captured(&self, constant: impl Fn(LocalId) -> bool, at_once: bool) -> Self {
        let mut env = Self::new();
        let keeps = |p: &Path| matches!(p.root, Root::Local(l) if constant(l)) && p.steps.is_empty();
        let kept = self.values.iter().filter(|(p, v)| keeps(p) && (at_once || !v.is_nil()));
        env.values = Rc::new(kept.map(|(p, v)| (p.clone(), v.clone())).collect());
        env.forget(|p| !keeps(p));
        if !at_once {
            Rc::make_mut(&mut env.values).values_mut().for_each(|v| Rc::make_mut(v).nil = None);
        }
        env
    }
}

/// Whether a variable is a key on the path.
fn keyed_by(path: &Path, root: Root) -> bool {
    path.steps.iter().any(|s| matches!((s, root), (Step::Key(k), Root::Local(l)) if *k == l))
}
