//! The codes that the pathfinder returns, and the reasons of its failures.

use serde::{Deserialize, Serialize};

/// An enum whose values have a name and a line of documentation, each written once.
macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $word:literal, $doc:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum $name {
            $(#[doc = $doc] $variant,)*
        }

        impl $name {
            /// All of them, in their order.
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$variant),*];

            /// Its name in Lua, in reports and on the screen.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// What it means, for documentation and editors.
            pub fn doc(self) -> &'static str {
                match self { $(Self::$variant => $doc,)* }
            }
        }
    };
}

named! {
    /// What `tick` and `next_waypoint` return (Dahlberg & Viktorsson 2002, appendix 2, with `SEARCHING` and `NO_TARGET`
    /// added because searches here outlive a call).
    Code {
        Searching = "SEARCHING",
            "tick: a search was queued or is running; waypoints of an earlier path stay valid meanwhile";
        SearchOk = "SEARCH_OK",
            "tick: a path was found (returned once): fetch waypoints. Also returned while pathfinding is off";
        NoNewPath = "NO_NEW_PATH", "tick: continue on the earlier path";
        SearchFailed = "SEARCH_FAILED",
            "tick: this search found nothing (returned once); the next one uses a larger map or a smaller buffer";
        OutOfTime = "OUT_OF_TIME", "tick: the search spent its whole budget";
        MapFailed = "MAP_FAILED",
            "both: gave up; returned until a target is set, which may be the same one, or a door opens. Switch to another behaviour";
        MoreWaypoints = "MORE_WAYPOINTS", "next_waypoint: go there, then call it again";
        LastWaypoint = "LAST_WAYPOINT", "next_waypoint: the final one";
        TargetFailed = "TARGET_FAILED",
            "next_waypoint: there is no path; the agent's own position, or the target's if it moves or pathfinding is off";
        NoTarget = "NO_TARGET",
            "both: no target is set, or it is gone, or nothing is known of it, or the creature came into another zone";
    }
}

named! {
    /// Why a search found nothing.
    Reason {
        StartBlocked = "start blocked", "the agent's own cell is closed on its map";
        GoalBlocked = "goal blocked", "the goal lies in closed ground or inside a volume";
        DifferentRegion = "different region",
            "start and goal lie in parts of the world that nothing joins, for this size of body";
        MapEdge = "map edge", "the search reached the edge of its window";
        WalledIn = "walled in", "every cell that can be reached inside the window was searched";
        Budget = "budget", "the search spent its whole budget of expansions";
        MapTooLarge = "map too large", "the window would have been larger than allowed";
        TooManyTries = "too many tries", "four searches in a row from one place failed";
        LostSight = "lost sight", "the target was not seen again on the path to where it was last seen";
        NewZone = "new zone",
            "the creature came into another zone of the map, where its pathfinder is new: set the target again";
        NoGraph = "no graph", "the graph that the creature plans over could not be made; the log says why";
        OffGraph = "off the graph",
            "the graph that the creature plans over joins nothing to the start or the goal, or nothing of it one to the other";
        SwitchedOff = "pathfinding off", "pathfinding is switched off, so that no cost was searched for";
    }
}

impl Reason {
    /// The code of a search that failed for this reason.
    pub(super) fn code(self) -> Code {
        if self == Self::Budget { Code::OutOfTime } else { Code::SearchFailed }
    }
}
