//! The layers of the map that can be switched off.

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
}

impl Layer {
    /// Every layer with its key and its name.
    pub(super) const ALL: [(Self, char, &'static str); 8] = [
        (Self::Path, 'p', "path"),
        (Self::Feelers, 'f', "feelers"),
        (Self::Window, 'w', "window"),
        (Self::Marks, 'm', "marks"),
        (Self::Objects, 'o', "objects"),
        (Self::Areas, 'a', "areas"),
        (Self::Speech, 't', "talk"),
        (Self::Moods, 's', "strip"),
    ];
}
