//! Tables that scripts read and write, with their fields and functions.

use crate::lua::api::declare::{Field, Function, ShapeName, Signature, Type, field};
use crate::lua::api::domain::Domain;
use crate::lua::api::{behaviour, creature, modules, natives, npc, spec, world};
use crate::nav::Code;
use std::sync::LazyLock;

/// A table with a name.
#[derive(Clone, Debug)]
pub struct Shape {
    pub name: &'static str,
    pub doc: &'static str,
    pub form: Form,
    pub fields: Vec<Field>,
    pub functions: Vec<Function>,
}

/// How a table is used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// Scripts read it; its functions are called with a colon.
    Handle,
    /// Scripts write it. No other fields may be in it, except for entries of the types (key, value) given here.
    Plain(&'static [(Type, Type)]),
    /// Its functions are called with a dot.
    Functions,
    /// The same, under a global name; with the signatures of the table itself, which in specs `world` has.
    Global(&'static [Signature]),
}

/// The entries of a table whose names the mods decide.
const NAMED_BY_MODS: &[(Type, Type)] = &[(Type::String, Type::Any)];

impl ShapeName {
    /// Its declaration.
    pub fn shape(self) -> &'static Shape {
        static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| ShapeName::ALL.iter().map(|s| s.declare()).collect());
        &SHAPES[self as usize]
    }

    /// The names of its fields and functions together.
    pub fn names(self) -> Vec<&'static str> {
        let Shape { fields, functions, .. } = self.shape();
        fields.iter().map(|f| f.name).chain(functions.iter().map(|f| f.name)).collect()
    }

    /// Its field of this name.
    pub(crate) fn field(self, name: &str) -> Option<&'static Field> {
        self.shape().fields.iter().find(|f| f.name == name)
    }

    /// Its function of this name.
    pub(crate) fn function(self, name: &str) -> Option<&'static Function> {
        self.shape().functions.iter().find(|f| f.name == name)
    }

    fn of(self, doc: &'static str, form: Form, fields: &[Field], functions: &[Function]) -> Shape {
        Shape { name: self.name(), doc, form, fields: fields.to_vec(), functions: functions.to_vec() }
    }

    fn plain(self, doc: &'static str, fields: &[Field]) -> Shape {
        self.of(doc, Form::Plain(&[]), fields, &[])
    }

    /// Of the shipped modules.
    fn of_modules(self) -> Shape {
        let functions = |doc, all| self.of(doc, Form::Functions, &[], all);
        match self {
            Self::FollowHow => self.plain("how to follow a creature", modules::FOLLOW),
            Self::Tactics => functions(
                "the module lib.tactics, which moves a creature to where its states want it; call one of its functions in every tick",
                modules::TACTICS,
            ),
            Self::BehaviourTree => functions(
                "the module lib.behaviour_tree, a choice beside the state machine: trees of sequences and selectors",
                modules::BEHAVIOUR_TREE,
            ),
            Self::Utility => functions(
                "the module lib.utility, a choice beside fixed conditions: options with scores from 0 to 1",
                modules::UTILITY,
            ),
            Self::Formations => functions(
                "the module lib.formations: the members of a group keep their places about its leader",
                modules::FORMATIONS,
            ),
            Self::FormationHow => self.plain("how to keep a formation", modules::FORMATION),
            Self::Flocking => {
                functions("the module lib.flock: creatures that move with those near them", modules::FLOCKING)
            }
            // Of `FlockHow`.
            _ => self.plain("how to move with a flock", modules::FLOCK),
        }
    }

    fn declare(self) -> Shape {
        let of = |doc, form, fields: &[Field], functions: &[Function]| self.of(doc, form, fields, functions);
        let plain = |doc, fields: &[Field]| self.plain(doc, fields);
        match self {
            Self::Filter => plain(
                "which creatures to look for, in `npc:nearest`, `npc:all`, `npc:count`, `npc:seen_by`, `npc:listen` and `npc:flock`",
                &creature::FILTER.map(|f| f.0),
            ),
            Self::Creature => of(
                "what `npc:look` returns of another creature: as it was when it was last seen or heard",
                Form::Handle,
                &creature::SEEN.map(|s| s.field),
                &[],
            ),
            Self::Flock => of(
                "what `npc:flock` returns of several creatures taken together",
                Form::Handle,
                &natives::FLOCK_FIELDS.map(|f| f.2),
                &[],
            ),
            Self::Npc => of(
                "the creature whose turn it is; fields are read-only, and as they were when the step began",
                Form::Handle,
                &npc::fields(),
                &natives::of("npc").copied().collect::<Vec<_>>(),
            ),
            Self::Body => plain("the body of a kind of creature", &behaviour::body_fields()),
            Self::State => plain(
                "the handlers of a state; each may return the state to change to",
                &behaviour::HANDLERS
                    .iter()
                    .map(|f| Field { optional: true, ..f.field() })
                    .chain([behaviour::MOOD])
                    .collect::<Vec<_>>(),
            ),
            Self::Behaviour => plain("a kind of creature", behaviour::FIELDS),
            Self::Setting => plain("a setting of a behaviour, for maps to set", behaviour::SETTING_FIELDS),
            Self::Settings => of("the settings that behaviours declare", Form::Plain(NAMED_BY_MODS), &[], &[]),
            Self::ModSettings => of("what mod.toml has below [settings]", Form::Plain(NAMED_BY_MODS), &[], &[]),
            Self::FollowHow
            | Self::Tactics
            | Self::BehaviourTree
            | Self::Utility
            | Self::Formations
            | Self::FormationHow
            | Self::Flocking
            | Self::FlockHow => self.of_modules(),
            Self::WorldPlan => of(
                "a drawing, the behaviours that its letters stand for, and options",
                Form::Plain(&[(Type::Number, Type::Any), (Type::String, Type::Any)]),
                spec::PLAN,
                &[],
            ),
            Self::Begin => plain("how a creature begins; what is left out stays as it is", spec::BEGIN),
            Self::ForceOptions => plain("what goes with a forced code", spec::FORCE_OPTIONS),
            Self::SpecCreature => of(
                "a creature of a small world, as it is now",
                Form::Handle,
                spec::CREATURE_FIELDS,
                spec::CREATURE_METHODS,
            ),
            Self::SpecWorld => of("a small world that runs", Form::Handle, spec::WORLD_FIELDS, spec::WORLD_METHODS),
            Self::Expectation => of(
                "what a value is compared with",
                Form::Handle,
                &[&[spec::NEVER], &spec::EXPECTATIONS.iter().map(Function::field).collect::<Vec<_>>()[..]].concat(),
                &[],
            ),
            Self::Pathfinder => of(
                "the native pathfinder; the creature comes first",
                Form::Global(&[]),
                &Code::ALL.map(|c| field(c.name(), Type::Word(Domain::Code), c.doc())),
                &natives::of("pathfinder").copied().collect::<Vec<_>>(),
            ),
            Self::Mod => of("the mod that the file belongs to", Form::Global(&[]), world::MOD_FIELDS, &[]),
            Self::Group => of(
                "groups: creatures that scripts bring together under a name, in the order in which they joined",
                Form::Global(&[]),
                &[],
                &natives::of("group").copied().collect::<Vec<_>>(),
            ),
            Self::Influence => of(
                "layers of influence, such as threat and scent, which mods and maps declare",
                Form::Global(&[]),
                &[],
                &natives::of("influence").copied().collect::<Vec<_>>(),
            ),
            Self::World => of(
                "how large the world is, what it is called, where its places are and what its ground is like; in specs a function that makes a small world",
                Form::Global(spec::WORLD[0].signatures),
                &world::FIELDS.map(|f| f.0),
                &natives::of("world").copied().collect::<Vec<_>>(),
            ),
        }
    }
}
