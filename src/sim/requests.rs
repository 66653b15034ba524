//! Changes of the world that are asked for, as data.

use crate::body::AgentId;
use crate::diag::printable;
use crate::geom::Storey;
use crate::world::Edit;
use std::collections::VecDeque;
use std::fmt;
use std::hash::{Hash, Hasher};

/// What is asked for.
#[derive(Clone, Debug)]
pub(super) enum Wish {
    /// A door opens or closes.
    Door { name: String, open: bool },
    /// Boxes or ground change.
    Edit(Edit),
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Door { name, open } => {
                write!(f, "door '{}' {}", printable(name), if *open { "opens" } else { "closes" })
            }
            Self::Edit(edit) => edit.fmt(f),
        }
    }
}

/// A wish, and whose it is.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) wish: Wish,
    pub(super) storey: Storey,
    /// The creature that asked and its name; `None` for a command.
    pub(super) by: Option<(AgentId, String)>,
}

/// Changes that wait for a step that has time for them.
#[derive(Default)]
pub(super) struct Requests {
    pub(super) waiting: VecDeque<Request>,
    /// Changes that scripts asked for in this step.
    pub(super) by_scripts: u32,
}

impl Hash for Requests {
    fn hash<H: Hasher>(&self, h: &mut H) {
        // Rarely any: what is written out says all of it.
        self.waiting.iter().for_each(|request| format!("{request:?}").hash(h));
    }
}

impl Requests {
    pub(super) fn begin_step(&mut self) {
        self.by_scripts = 0;
    }
}
