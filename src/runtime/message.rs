//! What the world's thread is sent.

use super::Control;
use crate::sim::Saved;

/// A message to the world's thread.
pub(super) enum Message {
    Control(Control),
    /// Files that were saved, and the program compiled from the mods with them.
    Save(Saved),
}
