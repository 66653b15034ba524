//! What the callers of a function need to know of it.

use crate::lua::analysis::flow::decided::Decided;
use crate::lua::analysis::flow::env::Env;
use crate::lua::analysis::flow::value::{Fact, Life, Path, Root, User, Value};
use crate::lua::analysis::types::{FileId, Type};
use crate::lua::source::tree::{FunctionId, Place, Source, Tree};
use std::collections::{BTreeMap, BTreeSet};

/// More names of written fields, or needs, than these are not kept of one function.
const MOST: usize = 32;

/// A place that must hold a value whenever the function is called.
#[derive(Clone, Debug)]
pub(crate) struct Need<'a> {
    pub path: Path<'a>,
    /// Where it is used, and by what.
    pub file: FileId,
    pub at: Place,
    pub user: User,
}

/// What the callers of a function need to know of it; places begin with a parameter or with memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary<'a> {
    /// The values that it returns.
    pub results: Vec<Value<'a>>,
    /// It never returns.
    pub raises: bool,
    /// It may end the creature's life.
    pub despawns: bool,
    /// Hardly any path leads to the exits that were seen.
    rare: bool,
    /// What is true after each call, after one that returns a true value, and after one that returns false or nil.
    pub after: Facts<'a>,
    pub yes: Facts<'a>,
    pub no: Facts<'a>,
    pub needs: Vec<Need<'a>>,
    /// The names of the fields that it writes; `None`: any.
    pub writes: Option<BTreeSet<&'a str>>,
    /// Those of them that it writes although they were nil.
    pub sets: BTreeSet<&'a str>,
    /// What its conditions look at; `None`: anything.
    pub asks: Option<BTreeSet<Path<'a>>>,
}

/// What is known of values that are not nil; `None` before any path was seen.
pub(crate) type Facts<'a> = Option<BTreeMap<Path<'a>, bool>>;

/// As a list of facts.
pub(crate) fn listed<'a>(facts: &Facts<'a>) -> impl Iterator<Item = Fact<'a>> {
    facts.iter().flatten().map(|(path, found)| Fact { path: path.clone(), found: *found })
}

impl<'a> Summary<'a> {
    pub(crate) fn new() -> Self {
        let (writes, asks) = (Some(BTreeSet::new()), Some(BTreeSet::new()));
        Self { writes, asks, raises: true, ..Self::default() }
    }

    /// Fields of these names are written, or any.
    pub(crate) fn write(&mut self, names: Option<impl IntoIterator<Item = &'a str>>) {
        if let (Some(all), Some(names)) = (&mut self.writes, names) {
            all.extend(names);
            if all.len() <= MOST {
                return;
            }
        }
        self.writes = None;
        self.sets.clear();
    }

    /// Something must hold a value.
    pub(crate) fn need(&mut self, path: Path<'a>, file: FileId, at: Place, user: User) {
        if self.needs.len() < MOST && !self.needs.iter().any(|n| n.path == path) {
            self.needs.push(Need { path, file, at, user });
        }
    }

    /// One more exit of the function. `split` is what is known where the first value is true, and where it is not.
    pub(crate) fn exit(
        &mut self,
        tree: &Tree,
        f: FunctionId,
        values: Vec<Value<'a>>,
        env: &Env<'a>,
        split: [Option<&Env<'a>>; 2],
    ) {
        let shown: Vec<Path> = values.iter().flat_map(|v| v.shows.iter()).filter_map(|p| outer(tree, f, p)).collect();
        let places = self.results.len().max(values.len());
        let first = std::mem::replace(&mut self.raises, false);
        let nil = Value::of(vec![Type::Nil]);
        let decided = (self.rare == env.rare).then(Decided::default);
        self.results = (0..places)
            .map(|i| {
                let new = values.get(i).unwrap_or(&nil);
                if first { new.clone() } else { self.results.get(i).unwrap_or(&nil).join(new, decided.as_ref()) }
            })
            .collect();
        self.rare = env.rare && (first || self.rare);
        meet(&mut self.after, tree, f, Some(env));
        meet(&mut self.yes, tree, f, split[0]);
        meet(&mut self.no, tree, f, split[1]);
        match (&mut self.asks, env.asked()) {
            (Some(asks), Some(asked)) => asks.extend(asked.keys().filter_map(|p| outer(tree, f, p))),
            (asks, _) => *asks = None,
        }
        self.asks.iter_mut().for_each(|asks| asks.extend(shown.iter().cloned()));
        self.asks = self.asks.take().filter(|asks| asks.len() <= MOST);
    }
}

/// Keeps what is also true in another environment, if that can be reached.
fn meet<'a>(facts: &mut Facts<'a>, tree: &Tree, f: FunctionId, env: Option<&Env<'a>>) {
    let Some(env) = env else { return };
    let known =
        env.all().filter(|(_, v)| v.is_solid()).filter_map(|(p, v)| Some((outer(tree, f, p)?, v.life == Life::Found)));
    let new: BTreeMap<_, _> = known.collect();
    *facts = Some(match facts.take() {
        None => new,
        Some(old) => old.into_iter().filter_map(|(p, found)| new.get(&p).map(|also| (p, found && *also))).collect(),
    });
}

/// A place as callers know it: a parameter that is never assigned, or memory.
pub(crate) fn outer<'a>(tree: &Tree, f: FunctionId, path: &Path<'a>) -> Option<Path<'a>> {
    let root = match path.root {
        Root::Local(l) => match tree.locals[l].sources[..] {
            [Source::Parameter(of, i)] if of == f => Root::Parameter(i),
            _ => return None,
        },
        root => root,
    };
    Some(Path { root, steps: path.steps.clone() })
}
