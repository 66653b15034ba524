//! The fields of `world`, and of `mod`.

use crate::agent::StepView;
use crate::lua::api::creature::Read;
use crate::lua::api::declare::Type::{Number, Shape, String};
use crate::lua::api::declare::{Field, ShapeName, field};

/// How a field is read from the world of the running step.
pub(crate) type ReadWorld = for<'a> fn(&'a StepView) -> Read<'a>;

/// The fields, and how they are read.
pub(crate) const FIELDS: [(Field, ReadWorld); 3] = [
    (field("width", Number, "metres"), |v| Read::Number(v.world.size().x.into())),
    (field("height", Number, "metres"), |v| Read::Number(v.world.size().y.into())),
    (field("name", String, "the map's name"), |v| Read::String(v.world.name.as_str())),
];

/// The fields of `mod`.
pub(crate) const MOD_FIELDS: &[Field] = &[
    field("name", String, "as mod.toml has it"),
    field("version", String, "as mod.toml has it"),
    field("settings", Shape(ShapeName::ModSettings), "what is below [settings] in mod.toml"),
];
