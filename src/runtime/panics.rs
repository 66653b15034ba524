//! Panics, as messages.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Does work after which its thread goes on even when it panics.
///
/// # Errors
///
/// What the panic says.
pub fn survive<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| message(panic.as_ref()))
}

/// What a panic says.
pub(super) fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown panic".into())
}
