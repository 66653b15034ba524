//! What each function of Luau's library may cost a script: charged when it is called, from the sizes of its arguments.
//!
//! Every function that a script can reach is declared here or in the API (`lua::api`); a test visits the environment and
//! fails on one that is not. `benches/natives.rs` drives each to its worst and compares the time for a count with that of an
//! empty loop's.

/// A size that the work of a call grows with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    One,
    Three,
    /// Number of arguments.
    Args,
    /// Bytes of all arguments that are strings.
    ArgBytes,
    /// Bytes of the string or buffer that is this argument (from 1).
    Bytes(u8),
    /// Entries that the first argument can hold without growing.
    Slots,
    /// The number that is this argument; strings that read as numbers count as such.
    Number(u8),
    /// From the number of one argument to that of another.
    Span(u8, u8),
    /// Entries that are moved when there are so many arguments.
    Moved(u8),
    /// Entries of the first argument from the index in this argument (from 1 without it) to the first that is missing.
    Run(u8),
    /// Bytes of what `table.concat` joins.
    Joined,
    /// Steps of a pattern that looks for a balanced pair or a repeated capture from every place of the first argument.
    Scans,
    /// Comparisons of a sort without a function, long strings counted by their bytes.
    Compared,
    /// Number of results.
    Results,
    /// Bytes of all results that are strings.
    ResultBytes,
}

/// So many counts: `size` × `times` / `per`.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    pub size: Size,
    pub times: Size,
    pub per: u32,
}

/// A function of the library that is wrapped: it is charged before and after it works.
#[derive(Clone, Copy, Debug)]
pub struct Native {
    /// As scripts write it.
    pub name: &'static str,
    /// Counts of a call, besides the one that the interpreter takes.
    pub base: u32,
    /// Charged before it works, from its arguments.
    pub before: &'static [Term],
    /// Charged afterwards, from its results.
    pub after: &'static [Term],
    /// A product that may not exceed a limit, and what it is called in the message.
    pub limit: Option<(Size, Size, u32)>,
    /// It matches patterns: this argument is the pattern for the string before it.
    pub pattern: Option<u8>,
}

const fn per(size: Size, per: u32) -> Term {
    Term { size, times: Size::One, per }
}

const fn product(size: Size, times: Size, per: u32) -> Term {
    Term { size, times, per }
}

const fn native(name: &'static str, base: u32, before: &'static [Term], after: &'static [Term]) -> Native {
    Native { name, base, before, after, limit: None, pattern: None }
}

/// A function of numbers: with numbers the interpreter's shortcut calls it directly; strings must be read first.
const fn number(name: &'static str) -> Native {
    const READING: &[Term] = &[per(ArgBytes, 2)];
    native(name, 1, READING, &[])
}

impl Native {
    const fn at_most(self, size: Size, times: Size, limit: u32) -> Self {
        Self { limit: Some((size, times, limit)), ..self }
    }

    const fn matching(self, pattern: u8) -> Self {
        Self { pattern: Some(pattern), ..self }
    }
}

use Size::{
    ArgBytes, Args, Bytes, Compared, Joined, Moved, Number, One, ResultBytes, Results, Run, Scans, Slots, Span, Three,
};

/// The longest result, as [`strings::MAX_BYTES`](super::strings::MAX_BYTES).
const LONGEST: u32 = super::strings::MAX_BYTES as u32;
/// The longest pattern of an iterator, whose steps cannot be priced by it.
const LONGEST_ITERATED: u32 = 64;
/// Entries that one call may make room for.
const MOST_ENTRIES: u32 = 65_536;

/// The functions that are wrapped.
pub const WRAPPED: &[Native] = &[
    native("string.byte", 2, &[], &[per(Results, 2)]),
    native("string.char", 2, &[per(Args, 1)], &[]),
    native("string.find", 8, &[per(Bytes(1), 6), product(Bytes(1), Bytes(2), 256)], &[per(ResultBytes, 16)])
        .matching(2),
    native("string.format", 8, &[per(Args, 1), per(ArgBytes, 8)], &[per(ResultBytes, 8)])
        .at_most(ArgBytes, One, LONGEST),
    native("string.gmatch", 16, &[per(ArgBytes, 16), per(Scans, 4)], &[]).at_most(Bytes(2), One, LONGEST_ITERATED),
    native("string.gsub", 8, &[per(Bytes(1), 4), per(Bytes(3), 8)], &[per(ResultBytes, 2)]).matching(2),
    native("string.len", 1, &[], &[]),
    native("string.lower", 4, &[per(Bytes(1), 4)], &[]),
    native("string.match", 8, &[per(Bytes(1), 8)], &[per(ResultBytes, 8)]).matching(2),
    native("string.pack", 4, &[per(Args, 1), per(ArgBytes, 16)], &[per(ResultBytes, 8)])
        .at_most(ArgBytes, One, LONGEST),
    native("string.packsize", 4, &[per(Bytes(1), 1)], &[]),
    native("string.rep", 4, &[product(Bytes(1), Number(2), 8), per(Number(2), 4)], &[]).at_most(
        Bytes(1),
        Number(2),
        LONGEST,
    ),
    native("string.reverse", 4, &[per(Bytes(1), 4)], &[]),
    native("string.split", 8, &[per(Bytes(1), 1), product(Bytes(1), Bytes(2), 64)], &[]),
    native("string.sub", 6, &[], &[per(ResultBytes, 6)]),
    native("string.unpack", 4, &[per(Bytes(1), 4)], &[per(Results, 1), per(ResultBytes, 8)]),
    native("string.upper", 4, &[per(Bytes(1), 4)], &[]),
    native("table.clear", 2, &[per(Slots, 8)], &[]),
    native("table.clone", 4, &[per(Slots, 2)], &[]),
    native("table.concat", 4, &[product(Run(3), Three, 1)], &[per(ResultBytes, 8)]).at_most(Joined, One, LONGEST),
    native("table.create", 4, &[per(Number(1), 4)], &[]).at_most(Number(1), One, MOST_ENTRIES),
    native("table.find", 2, &[per(Run(3), 1)], &[]),
    native("table.freeze", 2, &[], &[]),
    native("table.insert", 4, &[per(Moved(3), 2)], &[]),
    native("table.isfrozen", 1, &[], &[]),
    native("table.move", 4, &[per(Span(2, 3), 1)], &[]),
    native("table.pack", 4, &[per(Args, 1)], &[]),
    native("table.remove", 4, &[per(Moved(2), 2)], &[]),
    native("table.sort", 4, &[per(Compared, 1)], &[]),
    native("table.unpack", 2, &[], &[per(Results, 1)]),
    native("utf8.char", 4, &[per(Args, 4)], &[]),
    native("utf8.codepoint", 4, &[], &[per(Results, 1)]),
    native("utf8.codes", 4, &[], &[]),
    native("utf8.len", 4, &[per(Bytes(1), 1)], &[]),
    native("utf8.offset", 4, &[per(Bytes(1), 1)], &[]),
    native("buffer.copy", 4, &[per(Bytes(3), 64)], &[]),
    native("buffer.create", 8, &[per(Number(1), 64)], &[]).at_most(Number(1), One, LONGEST),
    native("buffer.fill", 4, &[per(Bytes(1), 64)], &[]),
    native("buffer.fromstring", 8, &[per(Bytes(1), 16)], &[]),
    native("buffer.readstring", 4, &[], &[per(ResultBytes, 8)]),
    native("buffer.tostring", 4, &[], &[per(ResultBytes, 8)]),
    native("buffer.writestring", 4, &[per(Bytes(3), 16)], &[]),
    native("bit32.band", 1, &[per(Args, 1), per(ArgBytes, 2)], &[]),
    native("bit32.bor", 1, &[per(Args, 1), per(ArgBytes, 2)], &[]),
    native("bit32.btest", 1, &[per(Args, 1), per(ArgBytes, 2)], &[]),
    native("bit32.bxor", 1, &[per(Args, 1), per(ArgBytes, 2)], &[]),
    native("math.max", 1, &[per(Args, 1), per(ArgBytes, 2)], &[]),
    native("math.min", 1, &[per(Args, 1), per(ArgBytes, 2)], &[]),
    number("math.abs"),
    number("math.acos"),
    number("math.asin"),
    number("math.atan"),
    number("math.atan2"),
    number("math.ceil"),
    number("math.clamp"),
    number("math.cos"),
    number("math.cosh"),
    number("math.deg"),
    number("math.exp"),
    number("math.floor"),
    number("math.fmod"),
    number("math.frexp"),
    number("math.isfinite"),
    number("math.isinf"),
    number("math.isnan"),
    number("math.ldexp"),
    number("math.lerp"),
    number("math.log"),
    number("math.log10"),
    number("math.map"),
    number("math.modf"),
    number("math.noise"),
    number("math.pow"),
    number("math.rad"),
    number("math.round"),
    number("math.sign"),
    number("math.sin"),
    number("math.sinh"),
    number("math.sqrt"),
    number("math.tan"),
    number("math.tanh"),
    number("bit32.arshift"),
    number("bit32.bnot"),
    number("bit32.byteswap"),
    number("bit32.countlz"),
    number("bit32.countrz"),
    number("bit32.extract"),
    number("bit32.lrotate"),
    number("bit32.lshift"),
    number("bit32.replace"),
    number("bit32.rrotate"),
    number("bit32.rshift"),
    number("buffer.len"),
    number("buffer.readbits"),
    number("buffer.readf32"),
    number("buffer.readf64"),
    number("buffer.readi16"),
    number("buffer.readi32"),
    number("buffer.readi8"),
    number("buffer.readu16"),
    number("buffer.readu32"),
    number("buffer.readu8"),
    number("buffer.writebits"),
    number("buffer.writef32"),
    number("buffer.writef64"),
    number("buffer.writei16"),
    number("buffer.writei32"),
    number("buffer.writei8"),
    number("buffer.writeu16"),
    number("buffer.writeu32"),
    number("buffer.writeu8"),
    native("assert", 1, &[per(ArgBytes, 4)], &[]),
    native("rawset", 2, &[], &[]),
    native("select", 1, &[per(Args, 1)], &[per(Results, 1)]),
    native("tostring", 12, &[], &[]),
    native("tonumber", 4, &[per(ArgBytes, 2)], &[]),
    native("coroutine.create", 16, &[], &[]),
    native("coroutine.wrap", 16, &[], &[]),
    native("coroutine.close", 4, &[], &[]),
];

/// Functions that the host's own Lua replaces; they charge there for what grows.
pub const REPLACED: &[&str] = &["coroutine.resume", "next", "pairs", "pcall", "setmetatable", "unpack", "xpcall"];

/// Functions that need no charge beside the interpreter's: they do the same little work whatever they are given. Each with a
/// call of it.
pub const UNWRAPPED: &[(&str, &str)] = &[
    ("coroutine.isyieldable", "coroutine.isyieldable()"),
    ("coroutine.running", "coroutine.running()"),
    ("coroutine.status", "coroutine.status(coroutine.create(print))"),
    ("coroutine.yield", "pcall(coroutine.yield)"),
    ("error", "pcall(error)"),
    ("getmetatable", "getmetatable(s)"),
    ("ipairs", "ipairs(t)"),
    ("rawequal", "rawequal(s, w)"),
    ("rawget", "rawget(t, 1)"),
    ("rawlen", "rawlen(t)"),
    ("type", "type(s)"),
    ("typeof", "typeof(s)"),
];
