//! Panics, as messages.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Work ended in a panic, which says this.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Panicked(pub String);

/// Does work after which its thread goes on even when it panics.
///
/// # Errors
/// When it panics.
pub fn survive<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| Panicked(message(panic.as_ref())))
}

/// What a panic says.
pub(super) fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown panic".into())
}
