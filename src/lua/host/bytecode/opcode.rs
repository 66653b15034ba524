//! Luau's instructions, as far as checkpoints need to know them. Numbers and forms are those of `Luau/Bytecode.h` of the
//! version that the crate `luau0-src` has; `Chunk::read` refuses others.

/// An instruction's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Op(pub u8);

/// What a library function costs that the interpreter calls directly, by its number. Some take long for some numbers: those far from 0, and those
/// that are almost 0.
fn shortcut_work(function: u32) -> u32 {
    match function {
        13 => 48,                                                    // `math.fmod`
        3..=6 | 8 | 9 | 11 | 16 | 17 | 21 | 23 | 24 | 26 | 27 => 24, // angles, exponents, logarithms
        _ => 4,
    }
}

/// How an instruction encodes its jump target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Jump {
    /// By the upper 16 bits.
    Near,
    /// By the upper 24 bits.
    Far,
    /// By the upper 8 bits: forward.
    Skip,
    /// A library function that the interpreter calls directly; it goes on after the call that follows.
    Shortcut,
}

/// Registers whose values decide what an instruction costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    Nothing,
    /// Reads them as numbers, which strings of digits are converted to.
    Numbers([u32; 3]),
    /// Compares two values, which may be long strings with equal beginnings.
    Order(u32, u32),
    /// Joins the values from one register to another; numbers are converted to strings.
    Joined(u32, u32),
    /// Begins a loop over what it holds.
    Loop(u32),
    /// Copies all arguments that the function has beyond those with names.
    Arguments,
    /// Writes to a table under any key.
    Key {
        table: u32,
        key: u32,
    },
}

impl Jump {
    /// The same instruction with another distance, counted from its own place; `None` when it does not fit.
    pub(super) fn set(self, word: u32, distance: i64) -> Option<u32> {
        let beyond = distance - 1;
        match self {
            Self::Near => Some(word & 0xffff | u32::from(i16::try_from(beyond).ok()?.cast_unsigned()) << 16),
            Self::Far => {
                let fits = (-(1 << 23)..1 << 23).contains(&beyond);
                fits.then(|| word & 0xff | (i32::try_from(beyond).unwrap_or_default().cast_unsigned()) << 8)
            }
            Self::Skip => Some(word & 0xff_ffff | u32::from(u8::try_from(beyond).ok()?) << 24),
            // Nothing is inserted before its call.
            Self::Shortcut => Some(word),
        }
    }
}

impl Op {
    pub(super) const CALL: Self = Self(21);
    pub(super) const RETURN: Self = Self(22);
    pub(super) const JUMP_BACK: Self = Self(24);

    /// The instruction of a word.
    pub(super) fn of(word: u32) -> Self {
        Self(word as u8)
    }

    /// Its words.
    pub(super) fn length(self) -> usize {
        match self.0 {
            7 | 8 | 12 | 15 | 16 | 20 | 27..=32 | 53 | 55 | 58 | 60 | 66 | 74 | 75 | 77..=80 | 83..=88 | 90 => 2,
            _ => 1,
        }
    }

    /// Where it may jump to.
    pub(super) fn target(self, word: u32, at: usize) -> Option<(usize, Jump)> {
        let near = i64::from(word.cast_signed() >> 16);
        let (distance, jump) = match self.0 {
            23..=32 | 56..=59 | 61 | 76..=80 | 88 => (near + 1, Jump::Near),
            67 => (i64::from(word.cast_signed() >> 8) + 1, Jump::Far),
            3 if word >> 24 > 0 => (i64::from(word >> 24) + 1, Jump::Skip),
            60 | 68 | 73..=75 | 89 => (i64::from(word >> 24) + 2, Jump::Shortcut),
            _ => return None,
        };
        // One that goes before the first word is refused with those that go beyond the last.
        Some((usize::try_from(at as i64 + distance).unwrap_or(usize::MAX), jump))
    }

    /// What it costs as a multiple of a plain instruction, a look at what it [`reads`](Self::reads) included, but not what
    /// depends on the values there.
    pub(super) fn work(self, word: u32) -> u32 {
        match self.0 {
            0 | 1 | 65 | 69 | 70 => 0,
            45..=48 => 2,                                                   // `and`, `or`
            10 | 63 => 4,                                                   // writes an upvalue, takes from `...`
            7 | 8 | 12 | 15 | 16 | 20 => 3,                                 // by a name
            17 | 18 => 4,                                                   // by a small number
            13 | 14 => 8,                                                   // by any key
            49 => 4 * (1 + (word >> 24)).saturating_sub(word >> 16 & 0xff), // `..`
            68 | 73..=75 | 89 => shortcut_work(word >> 8 & 0xff),
            52 | 60 => 4,           // `#`, a test before a shortcut
            38 | 44 => 20,          // `^`
            19 | 53 | 54 | 64 => 8, // new tables and functions
            _ if self.reads(word, 0) != Reads::Nothing => 8,
            _ => 1,
        }
    }

    /// The values that decide what it costs.
    pub(super) fn reads(self, word: u32, second: u32) -> Reads {
        let (a, b, c) = (word >> 8 & 0xff, word >> 16 & 0xff, word >> 24);
        match self.0 {
            14 => Reads::Key { table: b, key: c },
            28 | 29 | 31 | 32 => Reads::Order(a, second & 0xff), // `<`, `<=`
            33..=38 | 81 => Reads::Numbers([b, c, c]),           // arithmetic
            39..=44 | 51 | 82 => Reads::Numbers([b; 3]),         // with a constant, or of one value
            71 | 72 => Reads::Numbers([c; 3]),
            49 => Reads::Joined(b, c),
            56 => Reads::Numbers([a, a + 1, a + 2]), // a loop's limit, step and beginning
            59 | 61 | 76 => Reads::Loop(a),
            63 if b == 0 => Reads::Arguments,
            _ => Reads::Nothing,
        }
    }

    /// Whether it may call a metamethod.
    pub(super) fn may_call_metamethod(self) -> bool {
        matches!(self.0, 13..=18 | 20 | 27..=44 | 49 | 51 | 52 | 58 | 59 | 61 | 71 | 72 | 76 | 81 | 82)
    }

    /// Whether Luau interrupts at it.
    pub(super) fn interrupts(self) -> bool {
        matches!(self.0, 21 | 22 | 24 | 57 | 58 | 67 | 87)
    }

    /// Whether it begins a loop over numbers, or over what a function or a table gives.
    pub(super) fn begins_loop(self) -> bool {
        matches!(self.0, 56 | 59 | 61 | 76)
    }

    /// Whether it is only valid directly after the one before.
    pub(super) fn belongs_to_the_one_before(self) -> bool {
        self.0 == 70
    }

    /// Whether the next one must follow directly: a method's call, or one that takes an open number of values.
    pub(super) fn keeps_next_together(self, word: u32) -> bool {
        match self.0 {
            20 | 85 => true,
            21 | 87 => word >> 24 == 0,
            63 => word >> 16 & 0xff == 0,
            _ => false,
        }
    }
}
