//! `npc:why()`: what the recorder knows of how a creature came into its state.

use crate::lua::api::declare::Effect;
use crate::lua::api::declare::Function;
use crate::lua::api::declare::Type::List;
use crate::lua::api::declare::Type::String;
use crate::lua::api::declare::signature;

pub(super) const FUNCTIONS: &[Function] = &[Function::new(
    "npc",
    "why",
    &[signature(&[], &[List(&String)])],
    Effect::Pure,
    "how it came into its state, newest last: each change with its handler, file and line, and what led to it; made \
     for print, and empty when nothing is recorded",
)];
