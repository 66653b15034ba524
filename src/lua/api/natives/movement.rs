//! `npc`: moving and fighting.

use crate::lua::api::declare::Effect;
use crate::lua::api::declare::Function;
use crate::lua::api::declare::Signature;
use crate::lua::api::declare::Type::Boolean;
use crate::lua::api::declare::Type::Id;
use crate::lua::api::declare::Type::Number;
use crate::lua::api::declare::may;
use crate::lua::api::declare::need;
use crate::lua::api::declare::signature;

const TO: &[Signature] = &[signature(&[need("x", Number), need("y", Number), may("pace", Number)], &[])];

const fn acts(name: &'static str, signatures: &'static [Signature], doc: &'static str) -> Function {
    Function::new("npc", name, signatures, Effect::Acts, doc)
}

pub(super) const FUNCTIONS: &[Function] = &[
    acts("steer", TO, "go straight to a point at a share (0 to 1) of top speed; feelers steer around obstacles"),
    acts("charge", TO, "go straight to a point without feelers: for the last metres, and for attacks"),
    acts("stop", &[signature(&[], &[])], "stop moving"),
    acts("face", &[signature(&[need("x", Number), need("y", Number)], &[])], "stop, and turn towards a point"),
    acts(
        "attack",
        &[signature(&[may("target", Id)], &[Boolean])],
        "strike at a creature whenever it is within reach, until another call ends it; true when it is within reach now. \
         nil: stop striking",
    ),
    acts("hold", &[signature(&[], &[])], "stop striking"),
    Function::new(
        "npc",
        "in_reach",
        &[signature(&[need("target", Id)], &[Boolean])],
        Effect::Pure,
        "whether a strike would land now",
    ),
];
