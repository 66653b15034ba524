//! The forms in which the Lua API is declared: types, parameters, functions, fields.

mod shape_name;

pub use shape_name::ShapeName;

use crate::lua::api::domain::Domain;
use crate::lua::api::measure::Measure;
use crate::lua::api::native::Run;
use std::fmt::{Display, Formatter};

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Type {
    /// Any value.
    Any,
    /// A finite number.
    Number,
    /// A whole number.
    Integer,
    /// A number of a unit, between bounds.
    Measure(&'static Measure),
    /// `true` or `false`.
    Boolean,
    /// Any string.
    String,
    /// Any table of plain data.
    Table,
    /// A creature's number.
    Id,
    /// A string, one of a set.
    Word(Domain),
    /// A table with declared fields and functions.
    Shape(ShapeName),
    /// It, or nil.
    Optional(&'static Type),
    /// A table with values of one type at 1, 2, 3, …
    List(&'static Type),
    /// From keys to values.
    Map(&'static Type, &'static Type),
    /// One of several types.
    Union(&'static [Type]),
    /// A function that is called with these parameters.
    Function(&'static Signature),
    /// Any number of them, or none.
    Many(&'static Type),
}

impl Type {
    /// In a script writer's words, with an article: what a value must be.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Any | Self::Many(_) | Self::Union(_) => "a value",
            Self::Number | Self::Integer | Self::Measure(_) | Self::Id => "a number",
            Self::Boolean => "true or false",
            Self::String | Self::Word(_) => "a string",
            Self::Shape(ShapeName::Npc) => "the creature whose turn it is",
            Self::Shape(ShapeName::Filter) => "a filter table: { faction = \"prey\", within = 25 }",
            Self::List(_) => "a list",
            Self::Table | Self::Shape(_) | Self::Map(..) => "a table",
            Self::Function(_) => "a function",
            Self::Optional(inner) => inner.noun(),
        }
    }

    /// What to say of a value of another type that was given under a name; `what` takes it.
    pub(crate) fn mismatch(self, what: impl Display, name: &str, found: &str) -> String {
        format!("{what}: {name} must be {}, not {found}", self.noun())
    }

    /// What its numbers measure.
    pub(crate) fn measure(self) -> Option<&'static Measure> {
        match self {
            Self::Measure(m) => Some(m),
            Self::Optional(inner) => inner.measure(),
            _ => None,
        }
    }

    /// Whether its values are numbers, ids and optional ones included.
    pub fn is_number(self) -> bool {
        matches!(self, Self::Number | Self::Integer | Self::Measure(_) | Self::Id)
    }
}

/// A parameter of a function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// As documentation and messages name it.
    pub name: &'static str,
    /// What is accepted.
    pub ty: Type,
    /// It may be nil or left out.
    pub optional: bool,
}

impl Param {
    /// Whether it must be a number.
    pub fn is_number(&self) -> bool {
        !self.optional && self.ty.is_number()
    }
}

/// A parameter; one of an optional type may be left out.
pub(crate) const fn param(name: &'static str, ty: Type) -> Param {
    match ty {
        Type::Optional(inner) => Param { name, ty: *inner, optional: true },
        _ => Param { name, ty, optional: false },
    }
}

/// One way to call a function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Signature {
    pub params: &'static [Param],
    /// The type of any number of further values.
    pub variadic: Option<Type>,
    pub returns: &'static [Type],
}

impl Signature {
    /// Whether a value is nil where the first one is, which says whether there is anything. A truth may come all the same.
    pub(crate) fn nil_with_first(&self, n: usize) -> bool {
        let gives = |n: usize| self.returns.get(n).copied();
        n > 0 && matches!(gives(0), Some(Type::Optional(_))) && gives(n).is_some_and(|ty| ty != Type::Boolean)
    }
}

pub(crate) const fn signature(params: &'static [Param], returns: &'static [Type]) -> Signature {
    Signature { params, variadic: None, returns }
}

/// Whether a call does anything but return values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A call whose result is not used is a mistake. Drawing a random number to find the result does not count.
    Pure,
    Acts,
}

/// Counts of the instruction budget that a call of a native function costs; its declaration may add to them.
pub(crate) const CALL_COST: u64 = 8;

/// A function, with all its signatures.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The table or shape it is a member of (`npc`, `pathfinder`, `math`); empty for globals and for members of shapes.
    pub area: &'static str,
    /// Without its table.
    pub name: &'static str,
    /// How it can be called, the shortest first; all return equally many values.
    pub signatures: &'static [Signature],
    /// Whether a call does more than return values.
    pub effect: Effect,
    /// Counts that a call costs, taken off the budget before anything else is done.
    pub charge: u64,
    /// One line of documentation, without a capital and a full stop.
    pub doc: &'static str,
    /// What a native function does; `None` where the host or a module of Lua does it.
    pub run: Option<Run>,
}

impl Function {
    /// As a field that holds it.
    pub(super) const fn field(&self) -> Field {
        field(self.name, Type::Function(&self.signatures[0]), self.doc)
    }

    /// Its documentation, with the bounds of its parameters.
    pub(super) fn described(&self) -> String {
        let mut doc = self.doc.to_owned();
        let params = self.signatures.iter().max_by_key(|s| s.params.len()).map_or(&[][..], |s| s.params);
        for p in params {
            if let Some(bounds) = p.ty.measure().map(Measure::bounds).filter(|b| !b.is_empty()) {
                doc += &format!("; {}: {bounds}", p.name);
            }
        }
        doc
    }

    /// With what it does.
    pub const fn run(self, run: Run) -> Self {
        Self { run: Some(run), ..self }
    }

    /// What a call with so many arguments must give in a place.
    pub(crate) fn param(&self, args: usize, place: usize) -> Option<&'static Param> {
        self.signatures.iter().find(|s| s.params.len() >= args)?.params.get(place)
    }

    /// Whether a parameter takes plain data, which is copied.
    pub(crate) fn copies(&self, p: &Param) -> bool {
        self.run.is_some() && p.ty == Type::Any
    }

    /// How many of its parameters are the creature that it is called with: 1, or 0 where a colon passes it. `None` for a
    /// function that takes no creature.
    pub fn creature_params(&self) -> Option<usize> {
        match self.area {
            "npc" => Some(0),
            "pathfinder" => Some(1),
            _ => None,
        }
    }
}

/// Two with the same name are the same function.
impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        (self.area, self.name) == (other.area, other.name)
    }
}

/// As messages name it: `npc:steer`, `pathfinder.tick`, `print`.
impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self.area {
            "" => f.write_str(self.name),
            "npc" => write!(f, "npc:{}", self.name),
            area => write!(f, "{area}.{}", self.name),
        }
    }
}

/// A field of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// The key.
    pub name: &'static str,
    /// The type of its value.
    pub ty: Type,
    /// It may be nil or left out.
    pub optional: bool,
    /// One line of documentation, without a capital and a full stop.
    pub doc: &'static str,
}

impl Field {
    /// Its documentation, with its bounds.
    pub(super) fn described(&self) -> String {
        match self.ty.measure().map(Measure::bounds) {
            Some(bounds) if !bounds.is_empty() => format!("{}, {bounds}", self.doc),
            _ => self.doc.to_owned(),
        }
    }
}

/// A field that is always there.
pub const fn field(name: &'static str, ty: Type, doc: &'static str) -> Field {
    Field { name, ty, optional: false, doc }
}

/// A field that may be left out.
pub(crate) const fn option(name: &'static str, ty: Type, doc: &'static str) -> Field {
    Field { name, ty, optional: true, doc }
}
