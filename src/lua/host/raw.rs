//! The only `unsafe` code: the few things that need Luau's own interface.

#![allow(unsafe_code)]

mod fields;
mod interrupt;
mod upvalues;
mod walk;

pub(crate) use fields::refresh;
pub(crate) use interrupt::install_interrupt;
pub(crate) use upvalues::upvalues;
pub use walk::is_plain;
pub(crate) use walk::{RawKey, RawValue, Walker};
