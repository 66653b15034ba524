//! The layers of the map that can be switched off and on.

/// One layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Layer {
    Path,
    Feelers,
    Window,
    Marks,
    Objects,
    Areas,
    Speech,
    Moods,
    Heights,
    Costs,
    Influence,
    Sight,
}

impl Layer {
    /// Every layer with its key and its name.
    pub(super) const ALL: [(Self, char, &'static str); 12] = [
        (Self::Path, 'p', "path"),
        (Self::Feelers, 'f', "feelers"),
        (Self::Window, 'w', "window"),
        (Self::Marks, 'm', "marks"),
        (Self::Objects, 'o', "objects"),
        (Self::Areas, 'a', "areas"),
        (Self::Speech, 't', "talk"),
        (Self::Moods, 's', "strip"),
        (Self::Heights, 'h', "heights"),
        (Self::Costs, 'c', "costs"),
        (Self::Influence, 'i', "influence"),
        (Self::Sight, 'v', "sight"),
    ];

    /// Whether the map shows it until a person switches it off.
    pub(super) fn is_usual(self) -> bool {
        !matches!(self, Self::Heights | Self::Costs | Self::Influence | Self::Sight)
    }
}
