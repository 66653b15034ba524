//! The fields of `npc` that do not lie in its table: read from the world when a script asks for them.

use crate::lua::api::creature::Sight;
use crate::lua::api::declare::ShapeName;
use crate::lua::api::npc;
use crate::lua::host::budget;
use crate::lua::host::raw::{Given, Home, Native, Results, Stack};
use crate::lua::host::values::unknown;
use mlua::Result;
use std::ffi::{CStr, c_int};

/// Counts for reading one.
const READ_COST: u64 = 4;

/// What the creature whose turn it is looks up when a name is neither kept in its table nor a method.
pub(super) struct OwnFields;

pub(super) static FIELDS: OwnFields = OwnFields;

impl Native for OwnFields {
    /// The place of the field.
    type Output = usize;

    fn name(&self) -> &CStr {
        c"npc"
    }

    fn run(&self, home: &Home, given: Stack) -> Result<Self::Output> {
        budget::charge(READ_COST)?;
        let key = given.given(1);
        let field = match &key {
            Given::String(name) => {
                let field = home.names().own_field(name);
                field.or_else(|| npc::OF_TURN.iter().position(|f| f.key.to_bytes() == &**name))
            }
            _ => None,
        };
        field.ok_or_else(|| unknown("npc", &key.key_name(), ShapeName::Npc.names()))
    }

    fn push(&self, home: &Home, field: Self::Output, to: &mut Results) -> c_int {
        let host = home.get();
        match host.as_ref().and_then(|host| host.view.as_ref().zip(host.turn.as_ref())) {
            Some((view, turn)) => {
                let sight = Sight { view, slot: turn.slot, changed: turn.changed };
                home.names().read(&(npc::OF_TURN[field].read)(sight), to);
            }
            None => to.nil(),
        }
        1
    }
}
