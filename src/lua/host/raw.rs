//! The only `unsafe` code: the few things that need Luau's own interface.

#![allow(unsafe_code)]

mod fields;
mod interrupt;
mod upvalues;
mod walk;

pub use fields::refresh;
pub use interrupt::install_interrupt;
pub use upvalues::upvalues;
pub use walk::{RawKey, RawValue, Walker, is_plain};
