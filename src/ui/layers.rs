//! The layers of the map that can be switched off.

/// One layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    Path,
    Feelers,
    Window,
    Marks,
    Objects,
    Speech,
    Moods,
}

impl Layer {
    /// Every layer with its key and its name.
    pub(super) const ALL: [(Self, char, &'static str); 7] = [
        (Self::Path, 'p', "path"),
        (Self::Feelers, 'f', "feelers"),
        (Self::Window, 'w', "window"),
        (Self::Marks, 'm', "marks"),
        (Self::Objects, 'o', "objects"),
        (Self::Speech, 't', "talk"),
        (Self::Moods, 's', "strip"),
    ];
}

/// Which layers the map does not show, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Layers(u8);

impl Layers {
    pub(super) fn shows(self, layer: Layer) -> bool {
        self.0 & 1 << layer as u8 == 0
    }

    pub(super) fn toggle(&mut self, layer: Layer) {
        self.0 ^= 1 << layer as u8;
    }
}
