//! What tests of `agent` use beyond its public face.

pub use crate::agent::{BodySpec, Drive, Event, Message, Outgoing};
pub mod collide {
    pub use crate::agent::collide::{SKIN_M, slide};
}

pub use crate::agent::feelers::{Probe, respond, share_to_disc};
pub use crate::agent::recorder::describe::{EventKind, EventText, LONGEST, MOST, Word, Words};
pub use crate::agent::recorder::record::{Brief, Record, Seeing, What};
pub use crate::agent::recorder::why::{LINKS, why};
pub use crate::agent::recorder::{LONGEST_PACKED, Share};
pub use crate::agent::{
    Agents, BoardFull, BoardLimits, BoardOwner, BoardPlace, Boards, Filter, GroupLimits, Groups, GroupsFull, Handler,
    Knowledge, Known, MOST_KNOWN, Membership, MotionParams, NeighbourIndex, NewAgent, Recorder, SIGHT_STEPS, Species,
    StepView, Symbol, Symbols, Targets, Unpaid,
};

pub use crate::agent::{Transit, Transits};
