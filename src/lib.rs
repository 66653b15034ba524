//! Bestiary: a scriptable modding runtime. A Rust host runs a living world; designers write the creatures in Lua, watch
//! them in a terminal, and change them while they live.
//!
//! # Embedding
//!
//! A [`Runtime`] runs a world on a thread of its own. [`Command`]s go in, [`Frame`]s with a [`Snapshot`] come out.
//!
//! ```no_run
//! let start = bestiary::Start { map: "glade".into(), seed: 7, ..Default::default() };
//! let world = start.start()?;
//! world.send(bestiary::Control::Speed(4.0));
//! if let Some(frame) = world.latest() {
//!     println!("{} creatures", frame.snapshot.agents.len());
//! }
//! # Ok::<(), bestiary::StartError>(())
//! ```
//!
//! # The rooms
//!
//! The modules lie in the order in which data flows, and each uses only those to its left; `tests/architecture` checks it and
//! `docs/architecture.md` describes it.
//!
//! `geom → rng, diag, file → body → world → grid → graph → search → path → influence → crowd → nav → agent → lua → sim → config → spec, experiment → runtime → ui → cli`
//!
//! * `geom` points, cells, headings, boxes; `rng` seeded generators; `diag` messages with file and line; `file` files read
//!   up to a limit, and written whole or not at all.
//! * `body` identities and positions; `world` what exists, and `world::format` the files it is read from.
//! * `grid` volumes become blocked cells; `graph` the open ones as nodes and edges; `search` algorithms over an abstract
//!   problem; `path` what happens to a found path; `influence` layers of threat and scent; `crowd` many bodies that avoid
//!   each other or go to one goal; `nav` one agent's pathfinder and its codes.
//! * `agent` creatures as data, their senses and motion; `lua` what scripts see, their analysis, their VMs.
//! * `sim` the step: commands, perception, scripts, searches, motion, events.
//! * `spec` Lua specs that run small worlds; `experiment` the source documents' tables beside this program's.
//! * `config` parameters from TOML; `runtime` threads and pacing; `ui` the dashboard; `cli` the commands.

mod agent;
mod body;
mod cli;
mod config;
mod crowd;
mod diag;
mod experiment;
mod file;
mod geom;
mod graph;
mod grid;
mod influence;
mod lua;
mod nav;
mod path;
mod rng;
mod runtime;
mod search;
mod sim;
mod spec;
mod ui;
mod watch;
mod world;

#[doc(hidden)]
pub mod testing;

pub use agent::{Catalogue, Handler, Key, MotionParams, Symbol, Value};
pub use body::AgentId;
#[doc(hidden)]
pub use cli::main;
pub use config::Config;
pub use crowd::CrowdParams;
pub use diag::{Diagnostic, Severity, StackFrame};
pub use geom::{Aabb, Cell, Obb, Storey, Vec2};
pub use lua::ScriptParams;
pub use nav::{LevelsSource, NavParams, Planner};
pub use runtime::{Control, Frame, Options, Pacing, Reply, ReplyText, Runtime, Start, StartError, StopError};
pub use sim::{
    AgentMark, CodeInfo, CodeOutcome, Command, CrowdCell, CrowdCounts, ErrorGroup, EventKind, EventText, Eyes, Focus,
    GoalInfo, GroundUse, GroupMark, KnownMark, Level, LogLine, MapFaults, MapVersion, PathInfo, PhaseTimes, Population,
    Probe, ProfileRow, RosterRow, ScriptRow, ScriptStatus, SearchLoad, Setup, ShownCrowd, ShownFlow, ShownGraph,
    ShownLayer, ShownSearch, ShownTile, Sim, SimParams, SleepInfo, Snapshot, SourceFile, WhyLine, WindowInfo,
    WorldCounts,
};
pub use world::{
    Area, AreaCost, Areas, Crossing, Door, Edit, EditError, Floor, GateCost, GateGround, Ground, GroundKind, Landing,
    LayerSource, LayerSpec, Look, MapRefusal, Marker, MoveClass, Movement, Object, PLAIN_COST, Passage, Place,
    PlannedEdit, Portal, PortalEnd, PortalKind, Portals, SharedList, SpawnArea, Terrain, Tiles, Traversability, Volume,
    World,
};
