//! The fields of `world`.

use crate::lua::api::declare::Field;
use crate::lua::api::declare::Type::Number;
use crate::lua::api::declare::Type::String;
use crate::lua::api::declare::field;

/// Read from the world of the running step.
pub const FIELDS: &[Field] =
    &[field("width", Number, "metres"), field("height", Number, "metres"), field("name", String, "the map's name")];
