//! The layers of the map that can be switched off and on.

use super::Control;

/// One layer: first those that are shown until a person switches them off.
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
    Density,
    TimeLost,
    Potentials,
    Flow,
    Graph,
    Search,
}

impl Layer {
    /// Every layer with its key and its name.
    pub(super) const ALL: [(Self, char, &'static str); 18] = [
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
        (Self::Density, 'd', "density"),
        (Self::TimeLost, 'l', "time lost"),
        (Self::Potentials, 'g', "gates"),
        (Self::Flow, 'r', "flow"),
        (Self::Graph, 'e', "graph"),
        (Self::Search, 'x', "search"),
    ];

    /// What the world sends only while it is shown.
    pub(super) fn sent(self, shown: bool) -> Option<Control> {
        match self {
            Self::Influence => Some(Control::Influence(shown)),
            Self::Density => Some(Control::Crowd(shown)),
            Self::TimeLost => Some(Control::TimeLost(shown)),
            Self::Potentials => Some(Control::Potentials(shown)),
            Self::Flow => Some(Control::Flow(shown)),
            Self::Graph => Some(Control::Graph(shown)),
            Self::Search => Some(Control::Search(shown)),
            _ => None,
        }
    }

    /// Whether the map shows it until a person switches it off.
    pub(super) fn is_usual(self) -> bool {
        self < Self::Heights
    }
}
