//! Events as lines of text for designers; and the strings of events, each kept once: places, sayings, names of messages, keys of
//! memory.

use super::record::{Brief, Record, What};
use crate::agent::{Handler, Symbol, Symbols};
use crate::body::AgentId;
use crate::diag::counted;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// An event as people read it.
#[derive(Clone, Debug, PartialEq)]
pub struct EventText {
    /// When it happened.
    pub step: u64,
    /// What kind of event it is.
    pub kind: EventKind,
    /// `rest → attack`, `SEARCH_OK`, `hurt 5`.
    pub what: String,
    /// Place, author, numbers; may be empty.
    pub why: String,
}

/// What kind of event it is, as far as reasons go.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// It was born.
    Born,
    /// A change of state.
    State {
        /// The new state.
        to: String,
        /// The handler that returned it, if one did.
        handler: Option<Handler>,
        /// What is written on its line.
        line: String,
    },
    /// A result of its pathfinder.
    Path,
    /// Another goal.
    Goal,
    /// It saw, lost or looked for another creature.
    Sight,
    /// It was hurt.
    Hurt,
    /// It heard a shout.
    Heard,
    /// It got a message.
    Message,
    /// A write to its memory.
    Memory {
        /// It is about a table inside the memory, or about an entry of one: libraries keep their own state there.
        inner: bool,
    },
    /// What it did to others, and the rest.
    Action,
}

impl EventText {
    /// Whether it is about what libraries keep in memory: left out unless all events are wanted.
    pub fn is_minor(&self) -> bool {
        self.kind == EventKind::Memory { inner: true }
    }
}

/// `slots`: how many creatures there can have been at one time.
pub(super) fn describe(record: &Record, words: &Words, symbols: &Symbols, slots: usize) -> EventText {
    let name = |s: Symbol| symbols.name(s);
    let creature = |s: Symbol, id: AgentId| {
        if name(s).is_empty() { format!("creature {id}") } else { format!("{} {id}", name(s)) }
    };
    let text = |w: Word| words.text(w);
    let quoted = |w: Word| format!("“{}”", text(w));
    let (kind, what, why) = match record.what {
        What::Born => (EventKind::Born, "was born".to_owned(), String::new()),
        What::State { from, to, handler, place } => {
            let (place, line) = text(place).split_once('\n').unwrap_or((text(place), ""));
            let kind = EventKind::State { to: name(to).to_owned(), handler, line: line.to_owned() };
            (kind, format!("{} → {}", name(from), name(to)), place.to_owned())
        }
        What::Path { code, nodes, waypoints, reason } => {
            let found = || format!("{}, {}", counted(nodes as usize, "node"), counted(waypoints as usize, "waypoint"));
            (EventKind::Path, code.name().to_owned(), reason.map_or_else(found, |r| r.name().to_owned()))
        }
        What::Goal(at) => (EventKind::Goal, format!("goal {:.1}, {:.1}", at.x, at.y), String::new()),
        What::Chase { behaviour: s, id } => (EventKind::Goal, format!("goal {}", creature(s, id)), String::new()),
        What::Sight { seeing, behaviour: s, id } => (EventKind::Sight, seeing.of(&creature(s, id)), String::new()),
        What::Hurt(amount) => (EventKind::Hurt, format!("hurt {amount:.0}"), "by no creature".to_owned()),
        What::HurtBy { behaviour: s, id, amount } => {
            (EventKind::Hurt, format!("hurt {amount:.0}"), format!("by {}", creature(s, id)))
        }
        What::Killed { behaviour: s, id } => (EventKind::Action, format!("killed {}", creature(s, id)), String::new()),
        What::Said(w) => (EventKind::Action, quoted(w), String::new()),
        What::Door { name, open } => {
            let word = if open { "opens" } else { "closes" };
            (EventKind::Action, format!("{word} door {}", quoted(name)), String::new())
        }
        What::Changed(w) => (EventKind::Action, text(w).to_owned(), String::new()),
        What::Shouted(w) => (EventKind::Action, format!("shouted {}", quoted(w)), String::new()),
        What::Sent { name: w, to } => (EventKind::Action, format!("sent {}", quoted(w)), format!("to creature {to}")),
        What::Group { name, joins } => {
            let word = if joins { "joins" } else { "leaves" };
            (EventKind::Action, format!("{word} group {}", quoted(name)), String::new())
        }
        What::Posted { key, value } => {
            (EventKind::Action, format!("posted {} {}", text(key), brief(value, words, slots)), String::new())
        }
        What::Heard { what, behaviour: s, from } => {
            (EventKind::Heard, format!("heard {}", quoted(what)), format!("from {}", creature(s, from)))
        }
        What::Message { name: w, behaviour: s, from } => {
            (EventKind::Message, format!("message {}", quoted(w)), format!("from {}", creature(s, from)))
        }
        What::Fault { place, overrun } => {
            let what = if overrun { "ran too long" } else { "script error" };
            (EventKind::Action, what.to_owned(), text(place).to_owned())
        }
        What::Memory { key, old, new } => {
            // Several writes counted as one may end where they began.
            let from = if old == new { String::new() } else { format!("{} → ", brief(old, words, slots)) };
            let again = if old == new { " again" } else { "" };
            let what = format!("memory.{} {from}{}{again}", text(key), brief(new, words, slots));
            let inner = text(key).contains('.') || [old, new].contains(&Brief::Table);
            (EventKind::Memory { inner }, what, String::new())
        }
        What::Manual(w) => (EventKind::Action, text(w).to_owned(), "manual".to_owned()),
        What::Died => (EventKind::Action, "died".to_owned(), String::new()),
    };
    EventText { step: record.step.into(), kind, what, why: repeated(why, record.times) }
}

fn repeated(why: String, times: u16) -> String {
    match (times, why.is_empty()) {
        (1, _) => why,
        (n, true) => format!("{n} times"),
        (n, false) => format!("{why}, {n} times"),
    }
}

fn brief(value: Brief, words: &Words, slots: usize) -> String {
    match value {
        Brief::Nil => "nil".into(),
        Brief::Bool(b) => b.to_string(),
        Brief::Whole(n) => AgentId::recognised(n.into(), slots).map_or_else(|| n.to_string(), |id| id.to_string()),
        Brief::Number(n) => format!("{n:.2}"),
        Brief::String(w) => format!("\"{}\"", words.text(w)),
        Brief::Table => "{ … }".into(),
    }
}

/// A string that is kept elsewhere. One that is no longer kept is shown as `…`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word(pub(super) u32);

/// The most strings kept; when there are more, the older half is dropped.
pub const MOST: usize = 32_768;
/// Bytes of one string; the rest is cut.
pub const LONGEST: usize = 160;

/// The strings that events refer to.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// The number of the oldest string that is kept.
    first: u32,
    kept: Vec<Arc<str>>,
    numbers: BTreeMap<Arc<str>, u32>,
}

impl Words {
    /// The number of a string, new or old. What is longer than [`LONGEST`] is cut.
    pub fn intern(&mut self, text: &str) -> Word {
        if let Some(word) = self.find(text) {
            return word;
        }
        if self.kept.len() == MOST {
            self.forget();
        }
        let n = self.first.wrapping_add(self.kept.len() as u32);
        let text: Arc<str> = cut(text).into();
        self.kept.push(Arc::clone(&text));
        self.numbers.insert(text, n);
        Word(n)
    }

    /// The number of a string that is kept.
    pub fn find(&self, text: &str) -> Option<Word> {
        self.numbers.get(cut(text)).copied().map(Word)
    }

    /// Whether the string with a number is kept.
    pub fn has(&self, word: Word) -> bool {
        (word.0.wrapping_sub(self.first) as usize) < self.kept.len()
    }

    /// A string by its number.
    pub fn text(&self, word: Word) -> &str {
        self.kept.get(word.0.wrapping_sub(self.first) as usize).map_or("…", |t| t)
    }

    fn forget(&mut self) {
        for text in self.kept.drain(..MOST / 2) {
            self.numbers.remove(&text);
        }
        self.first = self.first.wrapping_add((MOST / 2) as u32);
    }
}

fn cut(text: &str) -> &str {
    if text.len() <= LONGEST {
        return text;
    }
    let end = (0..=LONGEST).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
    &text[..end]
}
