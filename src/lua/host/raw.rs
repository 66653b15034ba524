//! The only `unsafe` code: the few things that need Luau's own interface.

#![allow(unsafe_code)]

mod ahead;
mod allocations;
mod bound;
mod copy;
mod fields;
mod frame;
mod given;
mod interrupt;
mod layout;
mod names;
mod native;
mod slots;
mod stay;
mod upvalues;
mod visit;

pub(crate) use ahead::{TURNS_AHEAD, ask_for};
pub(crate) use allocations::{collect_all, collect_some, count_allocations};
pub(crate) use bound::{Home, Native, Results, bind, raiser, value, values};
pub(crate) use copy::copied;
pub(crate) use fields::{make, refresh};
pub(crate) use frame::prove_depth;
pub(crate) use given::{Given, RawTable, Stack};
pub(crate) use interrupt::install_interrupt;
pub(crate) use layout::prove_layout;
pub(crate) use names::Names;
pub(crate) use native::wrap_natives;
pub(crate) use slots::{Mark, is_marked, mark, prove_slots, slots};
pub(crate) use stay::{Push, Stay, stay};
pub(crate) use upvalues::upvalues;
pub(crate) use visit::whole;
pub use visit::{RawKey, RawValue};
