//! The arguments of a native function, read by their declared types.

use crate::agent::{Filter, Symbol, Value};
use crate::body::AgentId;
use crate::geom::Vec2;

/// An argument, read by its declared type.
#[derive(Clone, Debug, Default)]
pub enum Arg {
    #[default]
    Nil,
    /// Finite, and below 10⁹.
    Number(f64),
    Boolean(bool),
    String(String),
    /// A word of a fixed domain.
    Word(&'static str),
    Id(AgentId),
    /// With its `limit`.
    Filter(Filter, usize),
    /// A name that the mods decide.
    Name(Symbol),
    /// A copy of plain data.
    Data(Value),
}

/// More parameters than these, besides the creature, no function has.
pub const MAX_ARGS: usize = 4;

/// The arguments of a call, without the creature.
#[derive(Debug, Default)]
pub struct Args {
    pub values: [Arg; MAX_ARGS],
    /// Which of the function's signatures the call fits.
    pub signature: usize,
}

impl Args {
    /// A number, as bodies and places keep them; 0 when it was left out.
    pub fn number(&self, i: usize) -> f32 {
        self.wide(i).unwrap_or(0.0) as f32
    }

    /// A number that may be left out, as Lua keeps it.
    pub fn wide(&self, i: usize) -> Option<f64> {
        if let Arg::Number(n) = self.values[i] { Some(n) } else { None }
    }

    /// The point whose x and y are at `i` and after it, metres.
    pub fn point(&self, i: usize) -> Vec2 {
        Vec2::new(self.number(i), self.number(i + 1))
    }

    /// A creature's number, if one was given.
    pub fn id(&self, i: usize) -> Option<AgentId> {
        if let Arg::Id(id) = self.values[i] { Some(id) } else { None }
    }

    pub fn word(&self, i: usize) -> &'static str {
        if let Arg::Word(word) = self.values[i] { word } else { "" }
    }

    /// A name that the mods decide, if one was given.
    pub fn name(&self, i: usize) -> Option<Symbol> {
        if let Arg::Name(name) = self.values[i] { Some(name) } else { None }
    }

    /// A filter and its limit.
    pub fn filter(&self, i: usize) -> (Filter, usize) {
        if let Arg::Filter(filter, limit) = &self.values[i] { (*filter, *limit) } else { Default::default() }
    }

    /// A filter that may be left out.
    pub fn optional_filter(&self, i: usize) -> Option<Filter> {
        if let Arg::Filter(filter, _) = self.values[i] { Some(filter) } else { None }
    }

    /// Takes a string out; empty when none was given.
    pub fn take_string(&mut self, i: usize) -> String {
        if let Arg::String(s) = std::mem::take(&mut self.values[i]) { s } else { String::new() }
    }

    /// Takes plain data out; nil when none was given.
    pub fn take_data(&mut self, i: usize) -> Value {
        if let Arg::Data(data) = std::mem::take(&mut self.values[i]) { data } else { Value::Nil }
    }
}
