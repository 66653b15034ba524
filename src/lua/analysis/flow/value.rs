//! Values, the places that hold them, and why they may be nil.

use crate::lua::analysis::flow::decided::Decided;
use crate::lua::analysis::types::{Type, TypeUnion, union};
use crate::lua::source::tree::{LocalId, Op};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Where a path begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Root {
    /// The memory of the creature whose turn it is.
    Memory,
    Local(LocalId),
    /// A parameter of a function that is called.
    Parameter(usize),
    /// All calls of a function of the API: only for `Env::asked`.
    Calls(&'static str),
}

/// A step from a table to one of its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step<'a> {
    Field(&'a str),
    Index(u64),
    /// Under the value of a variable.
    Key(LocalId),
    /// How many entries it has: only for `Env::asked`.
    Length,
    /// Whether it is the number of a living creature: only for `Env::asked`.
    Lives,
}

/// A place that holds a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Path<'a> {
    pub root: Root,
    pub steps: Vec<Step<'a>>,
}

impl<'a> Path<'a> {
    pub(crate) fn of(root: Root) -> Self {
        Self { root, steps: Vec::new() }
    }

    /// A place inside it.
    pub(crate) fn then(&self, step: Step<'a>) -> Self {
        let steps = self.steps.iter().copied().chain([step]).collect();
        Self { root: self.root, steps }
    }

    pub(super) fn begins_with(&self, other: &Self) -> bool {
        self.root == other.root && self.steps.starts_with(&other.steps)
    }
}

/// Whether a value is the number of a creature that is there in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Life {
    Found,
    Unknown,
    /// As what is passed for a parameter.
    Parameter(usize),
    /// It was kept from an earlier turn, or came with an event.
    Kept,
}

/// Why a value may be nil.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    Gone,
    NoMatch,
    NoPlace,
    NoPlayer,
    /// The function says so in its declaration.
    Declared,
    /// A parameter of a handler.
    Event,
    /// Nothing is found under this name or number.
    NoEntry,
    /// Not every path to here gives it a value.
    NotGiven,
    /// A function of the mod returns nothing on this line.
    Returned(u32),
    /// Memory of a creature that has just been spawned.
    Fresh,
}

/// The reason for which a value may be nil.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Origin<'a> {
    pub why: Why,
    /// Only if the number passed for this parameter may be that of a creature that is gone.
    pub when: Option<usize>,
    /// A condition on one of these shows whether it is nil, if it comes after this moment.
    pub asks: Rc<BTreeMap<Path<'a>, u32>>,
    /// And after this one.
    pub since: u32,
}

impl<'a> Origin<'a> {
    pub(crate) fn new(why: Why) -> Self {
        Self { why, when: None, asks: Rc::default(), since: 0 }
    }

    /// Only conditions after this moment count.
    pub(crate) fn begin(&mut self, now: u32) {
        self.since = now;
    }

    /// One that a condition on these shows at any time.
    pub(crate) fn asking(why: Why, asks: impl IntoIterator<Item = Path<'a>>) -> Self {
        Self { asks: Rc::new(asks.into_iter().map(|p| (p, 0)).collect()), ..Self::new(why) }
    }
}

/// A place holds a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fact<'a> {
    pub path: Path<'a>,
    /// That is the number of a creature that is there.
    pub found: bool,
}

/// What follows from a value that is true, and from one that is false or nil.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Proof<'a> {
    pub yes: Vec<Fact<'a>>,
    pub no: Vec<Fact<'a>>,
}

/// A value, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Value<'a> {
    pub set: TypeUnion,
    /// It was seen not to be nil.
    pub checked: bool,
    /// Set when it may be nil for a reason that scripts have to handle.
    pub nil: Option<Origin<'a>>,
    pub life: Life,
    /// Another place that holds the same.
    pub same: Option<Path<'a>>,
    pub proof: Option<Rc<Proof<'a>>>,
    /// A condition on it looks at these too: the call that gave it did.
    pub shows: Rc<Vec<Path<'a>>>,
    /// When its place got it.
    pub given: u32,
    /// It can be nil, but what came before speaks against it.
    pub likely: bool,
}

impl<'a> Value<'a> {
    pub(crate) fn of(set: TypeUnion) -> Self {
        let (shows, given, likely) = Default::default();
        Self { set, checked: false, nil: None, life: Life::Unknown, same: None, proof: None, shows, given, likely }
    }

    pub(crate) fn unknown() -> Self {
        Self::of(vec![Type::Any])
    }

    /// Whether it is certainly nil, or false where a condition failed.
    pub(crate) fn is_nil(&self) -> bool {
        self.set.contains(&Type::Nil) && self.set.iter().all(|t| matches!(t, Type::Nil | Type::Bool))
    }

    /// Whether a condition on it holds, when that is known.
    pub(crate) fn truth(&self) -> Option<bool> {
        let falsy = |t: &Type| matches!(t, Type::Nil | Type::Bool | Type::Any);
        (!self.set.is_empty() && !self.set.iter().any(falsy)).then_some(true)
    }

    pub(crate) fn may_be_nil(&self) -> bool {
        self.set.contains(&Type::Nil)
    }

    /// Whether it is certainly not nil.
    pub(crate) fn is_solid(&self) -> bool {
        !self.may_be_nil() && (self.checked || !self.set.contains(&Type::Any))
    }

    /// What it is where it is not nil.
    pub(crate) fn solid(&self) -> Self {
        let set = self.set.iter().filter(|t| **t != Type::Nil).cloned().collect();
        Self { set, nil: None, checked: true, ..self.clone() }
    }

    /// What it is where a condition on it holds or fails; `None`: that cannot be.
    pub(crate) fn tested(&self, holds: bool) -> Option<Self> {
        let value = if holds {
            self.solid()
        } else {
            let falsy = |t: &&Type| matches!(t, Type::Nil | Type::Bool);
            let set = match self.set.contains(&Type::Any) {
                true if self.checked => vec![Type::Bool],
                true => vec![Type::Nil, Type::Bool],
                false => self.set.iter().filter(falsy).cloned().collect(),
            };
            Self { set, checked: false, ..self.clone() }
        };
        (!value.set.is_empty()).then_some(value)
    }

    /// The same; nothing is claimed of it where scripts know that it is there.
    pub(super) fn trusted(&self, known: bool) -> Cow<'_, Self> {
        if known { Cow::Owned(Self { nil: None, ..self.clone() }) } else { Cow::Borrowed(self) }
    }

    /// Either of two values. One that is nil on one path alone is missing for a reason; conditions on `decided` show it.
    /// Of a path that is hardly ever taken there is nothing to show.
    pub(super) fn join(&self, other: &Self, decided: Option<&Decided<'a>>) -> Self {
        let set = union([self.set.clone(), other.set.clone()]);
        let missing = self.is_nil() != other.is_nil();
        let nil = match self.nil.clone().or_else(|| other.nil.clone()) {
            found if self.set == other.set => found,
            None if !missing => None,
            found => decided.and_then(|d| d.explains(found.unwrap_or_else(|| Origin::new(Why::NotGiven)))),
        };
        let life = |v: &Self| if v.is_nil() { Life::Found } else { v.life };
        Self {
            set,
            checked: self.checked && other.checked,
            nil,
            life: life(self).max(life(other)),
            same: self.same.clone().filter(|_| self.same == other.same),
            proof: self.proof.clone().filter(|_| self.proof == other.proof),
            shows: if self.shows.is_empty() { other.shows.clone() } else { self.shows.clone() },
            given: self.given.max(other.given),
            likely: self.likely && other.likely,
        }
    }

    /// Either of two values of one expression.
    pub(crate) fn or(&self, other: &Self) -> Self {
        self.join(other, Some(&Decided::default()))
    }
}

/// A value that is nil, or may be, where that raises an error.
#[derive(Clone, Debug)]
pub(crate) struct NilUse {
    /// It is nil whenever this runs.
    pub certain: bool,
    pub why: Option<Why>,
    /// What uses it.
    pub user: User,
}

/// What cannot do without a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum User {
    Index,
    Call,
    Operator(Op),
    /// A function of the API or of Lua.
    Argument,
    /// A function of the mod, which uses it on this line.
    Helper(u32),
}
