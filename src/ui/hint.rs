//! What the help and the key line say about keys.

/// The parts of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    Time,
    View,
    Creatures,
    Actions,
}

impl Section {
    /// Every section with its title.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Time, "time"), (Self::View, "view"), (Self::Creatures, "creatures"), (Self::Actions, "actions")];
}

/// One line of the help, and where the key line repeats it.
#[derive(Clone, Copy, Debug)]
pub struct Hint {
    pub section: Section,
    /// The keys as they are shown: `[ ]`.
    pub keys: &'static str,
    pub help: &'static str,
    /// A word for the key line and its rank there: the lowest rank comes first, and the last ones go when the line is
    /// full.
    pub short: Option<(u8, &'static str)>,
}
