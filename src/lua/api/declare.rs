//! The forms in which the Lua API is declared: types, parameters, functions, fields.

use crate::lua::api::domain::Domain;
use crate::lua::api::native::Run;
use std::fmt::{Display, Formatter};

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Type {
    Any,
    Number,
    /// A whole number.
    Integer,
    Boolean,
    String,
    /// Any table of plain data.
    Table,
    /// A creature's number.
    Id,
    /// A string, one of a set.
    Word(Domain),
    Shape(ShapeName),
    /// It, or nil.
    Optional(&'static Type),
    List(&'static Type),
    /// From keys to values.
    Map(&'static Type, &'static Type),
    Union(&'static [Type]),
    Function(&'static Signature),
    /// Any number of them, or none.
    Many(&'static Type),
}

impl Type {
    /// In a script writer's words, with an article: what a value must be.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Any | Self::Many(_) | Self::Union(_) => "a value",
            Self::Number | Self::Integer | Self::Id => "a number",
            Self::Boolean => "true or false",
            Self::String | Self::Word(_) => "a string",
            Self::Shape(ShapeName::Npc) => "the creature whose turn it is",
            Self::Shape(ShapeName::Filter) => "a filter table: { faction = \"prey\", within = 25 }",
            Self::Table | Self::Shape(_) | Self::List(_) | Self::Map(..) => "a table",
            Self::Function(_) => "a function",
            Self::Optional(inner) => inner.noun(),
        }
    }

    pub fn is_number(self) -> bool {
        matches!(self, Self::Number | Self::Integer | Self::Id)
    }
}

/// The tables that have a name in editor types, and those that are global.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
pub enum ShapeName {
    Filter,
    Creature,
    Npc,
    Body,
    State,
    Behaviour,
    FollowHow,
    Tactics,
    WorldPlan,
    Begin,
    ForceOptions,
    SpecCreature,
    SpecWorld,
    Expectation,
    /// A table among the globals, as is the next.
    #[strum(serialize = "pathfinder")]
    Pathfinder,
    #[strum(serialize = "world")]
    World,
}

impl ShapeName {
    pub const ALL: &[Self] = <Self as strum::VariantArray>::VARIANTS;

    /// As editors show it.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A parameter of a function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    pub name: &'static str,
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

/// A parameter that must be given.
pub(crate) const fn need(name: &'static str, ty: Type) -> Param {
    Param { name, ty, optional: false }
}

/// A parameter that may be left out.
pub(crate) const fn may(name: &'static str, ty: Type) -> Param {
    Param { name, ty, optional: true }
}

/// One way to call a function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Signature {
    pub params: &'static [Param],
    /// The type of any number of further values.
    pub variadic: Option<Type>,
    pub returns: &'static [Type],
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

/// Counts of the instruction budget that a call of a native function costs, unless its declaration says otherwise.
pub(crate) const CALL_COST: u64 = 4;

/// A function, with all its signatures.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The table or shape it is a member of (`npc`, `pathfinder`, `math`); empty for globals and for members of shapes.
    pub area: &'static str,
    pub name: &'static str,
    pub signatures: &'static [Signature],
    pub effect: Effect,
    /// Counts that a call costs, taken off the budget before anything else is done.
    pub charge: u64,
    pub doc: &'static str,
    /// What a native function does; `None` where the host or a module of Lua does it.
    pub run: Option<Run>,
}

impl Function {
    pub const fn new(
        area: &'static str,
        name: &'static str,
        signatures: &'static [Signature],
        effect: Effect,
        doc: &'static str,
    ) -> Self {
        Self { area, name, signatures, effect, charge: CALL_COST, doc, run: None }
    }

    /// With what it does.
    pub const fn run(self, run: Run) -> Self {
        Self { run: Some(run), ..self }
    }

    /// With another cost.
    pub const fn charge(self, counts: u64) -> Self {
        Self { charge: counts, ..self }
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

/// A method of `npc` that does something.
pub(crate) const fn acts(
    name: &'static str,
    signatures: &'static [Signature],
    run: Run,
    doc: &'static str,
) -> Function {
    Function::new("npc", name, signatures, Effect::Acts, doc).run(run)
}

/// A method of `npc` that only returns something.
pub(crate) const fn pure(
    name: &'static str,
    signatures: &'static [Signature],
    run: Run,
    doc: &'static str,
) -> Function {
    Function::new("npc", name, signatures, Effect::Pure, doc).run(run)
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
    pub name: &'static str,
    pub ty: Type,
    /// It may be nil or left out.
    pub optional: bool,
    pub doc: &'static str,
}

/// A field that is always there.
pub const fn field(name: &'static str, ty: Type, doc: &'static str) -> Field {
    Field { name, ty, optional: false, doc }
}

/// A field that may be left out.
pub(crate) const fn option(name: &'static str, ty: Type, doc: &'static str) -> Field {
    Field { name, ty, optional: true, doc }
}
