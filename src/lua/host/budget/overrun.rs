//! Why a call was stopped, and where.

use std::ffi::CStr;

/// Why a call was stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Cause {
    /// It spent its counts.
    #[default]
    Counts,
    /// It made a string longer than [`strings::MAX_BYTES`](crate::lua::host::strings::MAX_BYTES).
    LongString,
    /// It made a long string that reads as a number: each use as a number would read all of it.
    LongNumber,
    /// Its machine holds more than it may, or it made a table or a stack larger than [`LARGEST_PART`](super::LARGEST_PART).
    Memory,
}

impl Cause {
    /// The message of a call stopped for this reason.
    pub(crate) fn message(self) -> &'static CStr {
        match self {
            Self::Counts => c"the script ran too long and was stopped",
            Self::LongString => c"the script made a string longer than 16 KB and was stopped",
            Self::LongNumber => {
                c"the script made a string of more than 64 characters that reads as a number and was stopped"
            }
            Self::Memory => c"the script used up its memory and was stopped",
        }
    }

    /// The same for messages of ours.
    pub(crate) fn text(self) -> &'static str {
        self.message().to_str().unwrap_or_default()
    }

    /// What to do about it.
    pub(crate) fn hint(self) -> &'static str {
        match self {
            Self::Counts => "is there a loop that never ends? spread long work over several ticks",
            Self::LongString => "keep parts in a table instead of joining them to one string",
            Self::LongNumber => {
                "keep numbers as numbers; where a string is to have so many digits, or so much space, put a word before them"
            }
            Self::Memory => "is there a table that grows for ever, or a function that calls itself for ever?",
        }
    }
}

/// A call that was stopped, and the place it had reached.
#[derive(Clone, Debug, Default, thiserror::Error)]
#[error("{}", cause.text())]
pub(crate) struct Overrun {
    pub cause: Cause,
    /// As shown to people; empty when not known.
    pub file: String,
    pub line: u32,
    /// What the script made of the error that stopped it; `None` when it caught it.
    pub raised: Option<mlua::Error>,
}
