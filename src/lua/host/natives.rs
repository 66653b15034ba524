//! What each function of Luau's library may cost a script: charged when it is called, from the sizes of its arguments.
//!
//! Every function that a script can reach is declared here or in the API (`lua::api`), or needs no charge; a test visits the
//! environment and fails on one that is unknown. `benches/natives.rs` drives each to its worst and compares the time for a
//! count with that of an empty loop's.

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
    /// Entries of the first argument from the index in this argument (from 1 without it) to the first that is missing, or to the index
    /// in another one.
    Run(u8, Option<u8>),
    /// Bytes of what `table.concat` joins.
    Joined,
    /// Bytes of all arguments that are strings, and those that the format in the first asks for by a number.
    Packed,
    /// Bytes after the index in the second argument that continue a character of UTF-8.
    Continued,
    /// Steps of a pattern that looks for a balanced pair or a repeated capture from every place of the first argument.
    Scans,
    /// Comparisons of a sort without a function, long strings counted by their bytes.
    Compared,
    /// Number of results.
    Results,
    /// Bytes of all results that are strings.
    ResultBytes,
}

impl Size {
    /// Whether it is found by going over a table: then that is paid for first.
    pub fn goes_over(self) -> bool {
        self == Self::Joined
    }
}

/// So many counts: `size` × `times` / `per`.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    pub size: Size,
    pub times: Size,
    pub per: u32,
}

/// Functions of one library that are wrapped, all at the same cost: they are charged before and after they work.
#[derive(Clone, Copy, Debug)]
pub struct Native {
    /// Empty for global functions.
    pub library: &'static str,
    /// Separated by blanks.
    pub names: &'static str,
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
    /// Its first result is a function, which this declares.
    pub returns: Option<&'static Self>,
}

const fn per(size: Size, per: u32) -> Term {
    Term { size, times: Size::One, per }
}

const fn product(size: Size, times: Size, per: u32) -> Term {
    Term { size, times, per }
}

const fn native(
    library: &'static str,
    names: &'static str,
    base: u32,
    before: &'static [Term],
    after: &'static [Term],
) -> Native {
    Native { library, names, base, before, after, limit: None, pattern: None, returns: None }
}

/// Functions of numbers: with numbers the interpreter's shortcut calls them directly; strings must be read first.
const fn numbers(library: &'static str, names: &'static str) -> Native {
    const READING: &[Term] = &[per(ArgBytes, 2)];
    native(library, names, 3, READING, &[])
}

impl Native {
    const fn at_most(self, size: Size, times: Size, limit: u32) -> Self {
        Self { limit: Some((size, times, limit)), ..self }
    }

    const fn matching(self, pattern: u8) -> Self {
        Self { pattern: Some(pattern), ..self }
    }

    const fn returning(self, function: &'static Self) -> Self {
        Self { returns: Some(function), ..self }
    }
}

use Size::{
    ArgBytes, Args, Bytes, Compared, Continued, Joined, Moved, Number, One, Packed, ResultBytes, Results, Run, Scans,
    Slots, Span, Three,
};

/// The longest result, as [`strings::MAX_BYTES`](super::strings::MAX_BYTES).
const LONGEST: u32 = super::strings::MAX_BYTES as u32;
/// The longest pattern of an iterator, whose steps cannot be priced by it.
const LONGEST_ITERATED: u32 = 64;
/// Entries that one call may make room for.
const MOST_ENTRIES: u32 = 65_536;

/// What `utf8.codes` returns.
const NEXT_CODE: &Native = &native("utf8", "codes", 1, &[per(Continued, 8)], &[]);

/// The functions that are wrapped.
pub const WRAPPED: &[Native] = &[
    native("string", "byte", 2, &[], &[per(Results, 2)]),
    native("string", "char", 2, &[per(Args, 1)], &[]),
    native("string", "find", 8, &[per(Bytes(1), 6), product(Bytes(1), Bytes(2), 256)], &[per(ResultBytes, 16)])
        .matching(2),
    native("string", "format", 8, &[per(Args, 1), per(ArgBytes, 8)], &[per(ResultBytes, 8)])
        .at_most(ArgBytes, One, LONGEST),
    native("string", "gmatch", 16, &[per(ArgBytes, 16), per(Scans, 4)], &[]).at_most(Bytes(2), One, LONGEST_ITERATED),
    native("string", "gsub", 8, &[per(Bytes(1), 4), per(Bytes(3), 8)], &[per(ResultBytes, 2)]).matching(2),
    native("string", "len", 3, &[], &[]),
    native("string", "lower reverse upper", 4, &[per(Bytes(1), 4)], &[]),
    native("string", "match", 8, &[per(Bytes(1), 8)], &[per(ResultBytes, 8)]).matching(2),
    native("string", "pack", 4, &[per(Args, 1), per(ArgBytes, 16)], &[per(ResultBytes, 8)])
        .at_most(Packed, One, LONGEST),
    native("string", "packsize", 4, &[per(Bytes(1), 1)], &[]),
    native("string", "rep", 4, &[product(Bytes(1), Number(2), 8), per(Number(2), 4)], &[]).at_most(
        Bytes(1),
        Number(2),
        LONGEST,
    ),
    native("string", "split", 8, &[per(Bytes(1), 1), product(Bytes(1), Bytes(2), 64)], &[]),
    native("string", "sub", 6, &[], &[per(ResultBytes, 6)]),
    native("string", "unpack", 4, &[per(Bytes(1), 4)], &[per(Results, 1), per(ResultBytes, 8)]),
    native("table", "clear", 2, &[per(Slots, 8)], &[]),
    native("table", "clone", 4, &[per(Slots, 2)], &[]),
    native("table", "concat", 4, &[product(Run(3, Some(4)), Three, 1)], &[per(ResultBytes, 8)])
        .at_most(Joined, One, LONGEST),
    native("table", "create", 4, &[per(Number(1), 4)], &[]).at_most(Number(1), One, MOST_ENTRIES),
    native("table", "find", 2, &[per(Run(3, None), 1)], &[]),
    native("table", "freeze", 2, &[], &[]),
    native("table", "insert", 4, &[per(Moved(3), 2)], &[]),
    native("table", "isfrozen", 3, &[], &[]),
    native("table", "move", 4, &[per(Span(2, 3), 1)], &[]).at_most(Span(2, 3), One, MOST_ENTRIES),
    native("table", "pack", 4, &[per(Args, 1)], &[]),
    native("table", "remove", 4, &[per(Moved(2), 2)], &[]),
    native("table", "sort", 4, &[per(Compared, 1)], &[]),
    native("table", "unpack", 2, &[], &[per(Results, 1)]),
    native("utf8", "char", 4, &[per(Args, 4)], &[]),
    native("utf8", "codepoint", 4, &[], &[per(Results, 1)]),
    native("utf8", "codes", 4, &[], &[]).returning(NEXT_CODE),
    native("utf8", "len offset", 4, &[per(Bytes(1), 1)], &[]),
    native("buffer", "copy", 4, &[per(Bytes(3), 64)], &[]),
    native("buffer", "create", 8, &[per(Number(1), 64)], &[]).at_most(Number(1), One, LONGEST),
    native("buffer", "fill", 4, &[per(Bytes(1), 64)], &[]),
    native("buffer", "fromstring", 8, &[per(Bytes(1), 16)], &[]),
    native("buffer", "readstring tostring", 4, &[], &[per(ResultBytes, 8)]),
    native("buffer", "writestring", 4, &[per(Bytes(3), 16)], &[]),
    native("bit32", "band bor btest bxor", 3, &[per(Args, 1), per(ArgBytes, 2)], &[]),
    native("math", "max min", 3, &[per(Args, 1), per(ArgBytes, 2)], &[]),
    numbers(
        "math",
        "abs acos asin atan atan2 ceil clamp cos cosh deg exp floor fmod frexp isfinite isinf isnan ldexp \
         lerp log log10 map modf noise pow rad round sign sin sinh sqrt tan tanh",
    ),
    numbers("bit32", "arshift bnot byteswap countlz countrz extract lrotate lshift replace rrotate rshift"),
    numbers(
        "buffer",
        "len readbits readf32 readf64 readi16 readi32 readi8 readu16 readu32 readu8 writebits writef32 \
         writef64 writei16 writei32 writei8 writeu16 writeu32 writeu8",
    ),
    native("", "assert", 3, &[per(ArgBytes, 4)], &[]),
    native("", "rawset", 3, &[], &[]),
    // As metamethods they are called without an interrupt.
    native("", "getmetatable rawequal rawget rawlen type typeof", 3, &[], &[]),
    native("coroutine", "isyieldable running status", 3, &[], &[]),
    native("", "select", 3, &[per(Args, 1)], &[per(Results, 1)]),
    native("", "tostring", 12, &[], &[]),
    native("", "tonumber", 4, &[per(ArgBytes, 2)], &[]),
    native("coroutine", "create", 48, &[], &[]),
    native("coroutine", "close", 4, &[], &[]),
];
