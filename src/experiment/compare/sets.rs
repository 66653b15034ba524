//! The four map sets of the thesis.

/// Which set of maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
pub enum SetName {
    Bg512,
    Bgmaps,
    Mazes,
    Rooms,
}

/// One set, and what the thesis does with it.
pub struct MapSet {
    pub name: SetName,
    /// Name of its archive or folder.
    pub file: &'static str,
    pub title: &'static str,
    /// The factor of the overestimating octile heuristic there.
    pub factor: f32,
    /// Whether the curve of that factor (figure 4.2) is measured on it.
    pub curve: bool,
}

/// All of them, in the thesis's order.
pub const SETS: [MapSet; 4] = [
    MapSet { name: SetName::Bg512, file: "bg512", title: "Baldur's Gate II, 512 × 512", factor: 1.75, curve: true },
    MapSet {
        name: SetName::Bgmaps,
        file: "bgmaps",
        title: "Baldur's Gate II, original size",
        factor: 1.75,
        curve: false,
    },
    MapSet { name: SetName::Mazes, file: "mazes", title: "mazes, 512 × 512", factor: 1.75, curve: false },
    MapSet { name: SetName::Rooms, file: "rooms", title: "rooms, 512 × 512", factor: 1.65, curve: false },
];
