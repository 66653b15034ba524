//! Exit codes of the program, besides 0 for success.

/// The requested operation failed.
pub(super) const FAILED: u8 = 1;
/// Wrong usage.
pub(super) const USAGE: u8 = 2;
