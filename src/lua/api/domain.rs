//! Sets of strings that have a meaning of their own: codes, states, factions and their like.

use crate::agent::{Avoids, MOODS};
use crate::crowd::HeldBy;
use crate::lua::api::forced::PathCall;
use crate::nav::{Code, Reason};
use crate::path::PathStyle;
use crate::world::GraphKind;
use std::borrow::Cow;
use strum::{VariantArray, VariantNames};

/// The tactical state of a creature that goes nowhere …
pub(crate) const IDLE: &str = "idle";
/// … and of one that looks for what it lost.
pub(crate) const SEARCH: &str = "search";
/// States of the tactical machine, as `pathfinder.report` takes them: the source's own four, and the search.
pub(crate) const TACTICS: [&str; 5] = [IDLE, "pathfind", "seek", "pursue", SEARCH];

/// A set of strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// What the pathfinder returns.
    Code,
    /// Why a search found nothing.
    Reason,
    /// What a script reports.
    Tactic,
    /// A tactic, or the empty string before the first report.
    LastTactic,
    /// The two calls to the pathfinder whose results a spec can force.
    PathCall,
    /// What the functions of `lib.tactics` return.
    Status,
    /// The shapes of formations.
    Formation,
    /// What `type(…)` returns.
    LuaType,
    /// The mood of a state.
    Mood,
    /// The graphs that paths can lead over.
    Graph,
    /// How paths are drawn.
    PathStyle,
    /// How a body avoids what it meets.
    Avoidance,
    /// What holds a body up.
    HeldBy,
    Faction,
    Behaviour,
    /// The states of all behaviours.
    State,
    /// What creatures shout.
    Shout,
    /// The names of messages.
    Message,
    /// The names of timers.
    Timer,
    /// The keys of boards.
    BoardKey,
    /// The names of groups.
    Group,
    /// The keys of the boards of groups.
    GroupKey,
    /// Areas of the map, by name or role.
    Area,
    /// The names of places of the map, and of its areas.
    Place,
    /// The names of the map's doors.
    Door,
    /// The names of layers of influence.
    Layer,
}

impl Domain {
    /// What messages call one of its strings.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Reason => "reason",
            Self::Tactic | Self::LastTactic => "tactical state",
            Self::PathCall => "call to the pathfinder",
            Self::Status => "status",
            Self::Formation => "formation",
            Self::LuaType => "type",
            Self::Mood => "mood",
            Self::Graph => "graph",
            Self::PathStyle => "path style",
            Self::Avoidance => "kind of avoidance",
            Self::HeldBy => "thing that holds a body up",
            Self::Faction => "faction",
            Self::Behaviour => "behaviour",
            Self::State => "state",
            Self::Shout => "shout",
            Self::Message => "message",
            Self::Timer => "timer",
            Self::BoardKey => "board key",
            Self::Group => "group",
            Self::GroupKey => "key of a group's board",
            Self::Area => "area",
            Self::Place => "place",
            Self::Door => "door",
            Self::Layer => "influence layer",
        }
    }

    /// What to say of a string that is none of its own.
    pub(crate) fn no_such(self, word: &str) -> String {
        format!("there is no {} '{word}'", self.noun())
    }

    /// What to say of one that no creature has.
    pub(crate) fn of_no_creature(self, word: &str) -> String {
        format!("no creature has the {} '{word}'", self.noun())
    }

    /// Those whose strings scripts invent: one that is received is sent by some script.
    pub(crate) const INVENTED: [Self; 6] =
        [Self::Shout, Self::Message, Self::Timer, Self::BoardKey, Self::Group, Self::GroupKey];

    /// Whether scripts invent its strings.
    pub(crate) fn is_invented(self) -> bool {
        Self::INVENTED.contains(&self)
    }

    /// Whether maps give its strings.
    pub(crate) fn is_of_maps(self) -> bool {
        matches!(self, Self::Area | Self::Place | Self::Door)
    }

    /// Whether its words come from other creatures: what they are is known to the scripts of these.
    pub(crate) fn is_from_others(self) -> bool {
        matches!(self, Self::Shout | Self::Message)
    }

    /// Whether the API takes any string for one of its own: scripts and maps make them up, or the world says which there are.
    pub(crate) fn is_open(self) -> bool {
        self.is_invented() || self.is_of_maps() || self == Self::Layer
    }

    /// All its strings; `None` when the mods decide which there are.
    pub fn words(self) -> Option<Cow<'static, [&'static str]>> {
        Some(match self {
            Self::Code => Code::ALL.map(Code::name).to_vec().into(),
            Self::Reason => Reason::ALL.map(Reason::name).to_vec().into(),
            Self::Tactic => TACTICS.as_slice().into(),
            Self::LastTactic => TACTICS.into_iter().chain([""]).collect::<Vec<_>>().into(),
            Self::PathCall => PathCall::ALL.map(PathCall::name).to_vec().into(),
            Self::Status => ["moving", "searching", "arrived", "blocked", "lost", "found"].as_slice().into(),
            Self::Formation => ["line", "column", "wedge", "ring"].as_slice().into(),
            Self::LuaType => ["nil", "boolean", "number", "string", "table", "function", "thread", "buffer", "vector"]
                .as_slice()
                .into(),
            Self::Mood => MOODS.as_slice().into(),
            Self::Graph => GraphKind::VARIANTS.into(),
            Self::PathStyle => PathStyle::VARIANTS.into(),
            Self::Avoidance => Avoids::VARIANTS.iter().map(|a| (*a).into()).collect::<Vec<_>>().into(),
            Self::HeldBy => HeldBy::VARIANTS.iter().map(|by| (*by).into()).collect::<Vec<_>>().into(),
            Self::Faction | Self::Behaviour | Self::State => return None,
            Self::Shout | Self::Message | Self::Timer | Self::BoardKey | Self::Group | Self::GroupKey => return None,
            Self::Area | Self::Place | Self::Door | Self::Layer => return None,
        })
    }

    /// Those that editors know by a name of their own, with that name and its documentation.
    pub const NAMED: [(Self, &'static str, &'static str); 11] = [
        (Self::Code, "Code", "what the pathfinder returns"),
        (Self::Reason, "Reason", "why a search found nothing"),
        (Self::Tactic, "Tactic", "a state of the tactical machine"),
        (Self::Mood, "Mood", "how a state is drawn; hunt is another word for attack"),
        (Self::Graph, "Graph", "a graph that paths lead over"),
        (Self::PathStyle, "PathStyle", "what paths look like"),
        (Self::Avoidance, "Avoidance", "how a body avoids what it meets"),
        (Self::HeldBy, "HeldBy", "what holds a body up; doorway: a body in a passage that it cannot get past"),
        (Self::Formation, "Formation", "the shape of a formation"),
        (Self::PathCall, "PathCall", "a call to the pathfinder"),
        (
            Self::Status,
            "Status",
            "the progress of a tactical call; blocked: no path leads there, so do something else; lost: the target is gone or out of \
             sight; found: it is in sight again",
        ),
    ];

    /// Its name in editor types; `None`: editors see a plain string.
    pub fn type_name(self) -> Option<&'static str> {
        Self::NAMED.iter().find(|n| n.0 == self).map(|n| n.1)
    }
}
