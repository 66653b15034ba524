//! Why a moment cannot be exported.

use crate::lua::host::spec_host::{ActError, PlanError};
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("it is dead")]
    Dead,
    #[error("the player's character has no behaviour to test")]
    Player,
    /// The file of its behaviour was deleted.
    #[error("the file of its behaviour was deleted")]
    Deleted,
    #[error("cells of {0} m cannot be drawn in a spec")]
    CellSize(f32),
    /// A creature has no free cell near its place in the drawing, or no letter.
    #[error("there is no room for it in a drawing")]
    NoRoom,
    /// The world of the spec cannot be built.
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error(transparent)]
    Act(#[from] ActError),
    #[error("{}: {cause}", .path.display())]
    Write { path: PathBuf, cause: std::io::Error },
    #[error("{} has a thousand of these already", .0.display())]
    TooMany(PathBuf),
}
