//! What the pathfinder answers, and why.

/// The answers of `tick` and `next_waypoint` (Dahlberg & Viktorsson 2002, appendix 2, with `SEARCHING` and `NO_TARGET`
/// added because searches here outlive a call).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Code {
    /// tick: a search was queued or is running; waypoints of an earlier path stay valid meanwhile.
    Searching,
    /// tick: a path was found (said once), or pathfinding is switched off.
    SearchOk,
    /// tick: carry on with the earlier path.
    NoNewPath,
    /// tick: this search found nothing (said once); the next try uses a larger map or a smaller buffer.
    SearchFailed,
    /// tick: the search spent its whole budget.
    OutOfTime,
    /// both: gave up; stays until a target is set or the world changes.
    MapFailed,
    /// next_waypoint: go there, then ask again.
    MoreWaypoints,
    /// next_waypoint: the final one.
    LastWaypoint,
    /// next_waypoint: an ad-hoc coordinate.
    TargetFailed,
    /// both: no target is set.
    NoTarget,
}

impl Code {
    pub const ALL: [Self; 10] = [
        Self::Searching,
        Self::SearchOk,
        Self::NoNewPath,
        Self::SearchFailed,
        Self::OutOfTime,
        Self::MapFailed,
        Self::MoreWaypoints,
        Self::LastWaypoint,
        Self::TargetFailed,
        Self::NoTarget,
    ];

    /// Its name in Lua, in reports and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Searching => "SEARCHING",
            Self::SearchOk => "SEARCH_OK",
            Self::NoNewPath => "NO_NEW_PATH",
            Self::SearchFailed => "SEARCH_FAILED",
            Self::OutOfTime => "OUT_OF_TIME",
            Self::MapFailed => "MAP_FAILED",
            Self::MoreWaypoints => "MORE_WAYPOINTS",
            Self::LastWaypoint => "LAST_WAYPOINT",
            Self::TargetFailed => "TARGET_FAILED",
            Self::NoTarget => "NO_TARGET",
        }
    }

    /// What it tells a script, for documentation and editors.
    pub fn doc(self) -> &'static str {
        match self {
            Self::Searching => {
                "tick: a search was queued or is running; waypoints of an earlier path stay valid meanwhile"
            }
            Self::SearchOk => "tick: a path was found (said once), or pathfinding is switched off",
            Self::NoNewPath => "tick: carry on with the earlier path",
            Self::SearchFailed => {
                "tick: this search found nothing (said once); the next try uses a larger map or a smaller buffer"
            }
            Self::OutOfTime => "tick: the search spent its whole budget",
            Self::MapFailed => {
                "both: gave up; stays until a target is set or the world changes. Choose another behaviour"
            }
            Self::MoreWaypoints => "next_waypoint: go there, then ask again",
            Self::LastWaypoint => "next_waypoint: the final one",
            Self::TargetFailed => "next_waypoint: an ad-hoc coordinate, for no path is there",
            Self::NoTarget => "both: no target is set",
        }
    }
}

/// Why a search found nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The agent's own cell is closed on its map.
    StartBlocked,
    /// The goal lies in closed ground or inside a volume.
    GoalBlocked,
    /// Start and goal lie in parts of the world that nothing joins, for this size of body.
    DifferentRegion,
    /// The search came to the edge of its window.
    MapEdge,
    /// Every cell that can be reached inside the window was searched.
    WalledIn,
    /// The search spent its whole budget of expansions.
    Budget,
    /// The window would have been larger than allowed.
    MapTooLarge,
    /// Searched four times in a row from one place.
    TooManyTries,
}

impl Reason {
    pub const ALL: [Self; 8] = [
        Self::StartBlocked,
        Self::GoalBlocked,
        Self::DifferentRegion,
        Self::MapEdge,
        Self::WalledIn,
        Self::Budget,
        Self::MapTooLarge,
        Self::TooManyTries,
    ];

    /// As scripts and people read it.
    pub fn text(self) -> &'static str {
        match self {
            Self::StartBlocked => "start blocked",
            Self::GoalBlocked => "goal blocked",
            Self::DifferentRegion => "different region",
            Self::MapEdge => "map edge",
            Self::WalledIn => "walled in",
            Self::Budget => "budget",
            Self::MapTooLarge => "map too large",
            Self::TooManyTries => "too many tries",
        }
    }
}
