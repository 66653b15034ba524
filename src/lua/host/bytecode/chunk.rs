//! Luau's serialised form, read into functions and written again. Only what checkpoints move is taken apart.

use super::BytecodeError;

/// The versions of the format, and of its types, that the linked compiler writes.
const VERSION: u8 = 9;
const TYPES_VERSION: u8 = 3;

/// A compiled file.
pub(super) struct Chunk<'a> {
    /// Versions, strings and names of types.
    head: &'a [u8],
    pub functions: Vec<Function<'a>>,
    /// Number of the main function.
    main: usize,
}

/// A compiled function.
pub(super) struct Function<'a> {
    /// Sizes of its frame, and flags. Types, which only native code would use, are left out.
    head: &'a [u8],
    pub code: Vec<u32>,
    /// From its constants up to the line that it begins in, and its name.
    middle: &'a [u8],
    /// The line of each word; empty when lines are unknown.
    pub lines: Vec<i32>,
    /// The instructions at which the scope of each local variable begins and ends, one pair after the other.
    pub pcs: Vec<usize>,
    /// Name and register of each local variable.
    locals: Vec<(usize, u8)>,
    /// Names of upvalues; `None` when nothing has a name.
    upvalues: Option<Vec<usize>>,
}

impl<'a> Chunk<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self, BytecodeError> {
        let mut r = Reader { bytes, at: 0 };
        if (r.byte()?, r.byte()?) != (VERSION, TYPES_VERSION) {
            return Err(BytecodeError::Unknown);
        }
        for _ in 0..r.number()? {
            let length = r.number()?;
            r.take(length)?;
        }
        while r.byte()? != 0 {
            r.number()?;
        }
        let head = &bytes[..r.at];
        let functions = (0..r.number()?).map(|_| Function::read(&mut r)).collect::<Result<_, _>>()?;
        let main = r.number()?;
        if r.at == bytes.len() { Ok(Self { head, functions, main }) } else { Err(BytecodeError::Unknown) }
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let mut out = self.head.to_vec();
        number(&mut out, self.functions.len());
        self.functions.iter().for_each(|f| f.write(&mut out));
        number(&mut out, self.main);
        out
    }
}

impl<'a> Function<'a> {
    fn read(r: &mut Reader<'a>) -> Result<Self, BytecodeError> {
        let head = r.take(5)?;
        let types = r.number()?;
        r.take(types)?;
        let words = r.number()?;
        let code: Vec<u32> =
            r.take(words.saturating_mul(4))?.as_chunks().0.iter().map(|b| u32::from_le_bytes(*b)).collect();
        let start = r.at;
        for _ in 0..r.number()? {
            r.skip_constant()?;
        }
        for _ in 0..r.number()? {
            r.number()?; // functions within
        }
        r.number()?; // line
        r.number()?; // name
        let middle = &r.bytes[start..r.at];
        let lines = if r.byte()? == 0 { Vec::new() } else { r.lines(words)? };
        let (mut pcs, mut locals, mut upvalues) = (Vec::new(), Vec::new(), None);
        if r.byte()? != 0 {
            for _ in 0..r.number()? {
                let name = r.number()?;
                pcs.extend([r.number()?, r.number()?]);
                locals.push((name, r.byte()?));
            }
            upvalues = Some((0..r.number()?).map(|_| r.number()).collect::<Result<_, _>>()?);
        }
        Ok(Self { head, code, middle, lines, pcs, locals, upvalues })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.head);
        number(out, 0);
        number(out, self.code.len());
        out.extend(self.code.iter().flat_map(|word| word.to_le_bytes()));
        out.extend(self.middle);
        out.push(u8::from(!self.lines.is_empty()));
        if !self.lines.is_empty() {
            // An absolute line for each word, as the difference to the one before, and no distances from it.
            out.push(0);
            out.extend(self.lines.iter().map(|_| 0));
            let before = std::iter::once(&0).chain(&self.lines);
            out.extend(self.lines.iter().zip(before).flat_map(|(line, before)| (line - before).to_le_bytes()));
        }
        out.push(u8::from(self.upvalues.is_some()));
        if let Some(upvalues) = &self.upvalues {
            number(out, self.locals.len());
            for ((name, register), pcs) in self.locals.iter().zip(self.pcs.as_chunks::<2>().0) {
                [*name, pcs[0], pcs[1]].iter().for_each(|n| number(out, *n));
                out.push(*register);
            }
            number(out, upvalues.len());
            upvalues.iter().for_each(|name| number(out, *name));
        }
    }
}

/// Reads from the front.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], BytecodeError> {
        let end = self.at.checked_add(length).ok_or(BytecodeError::Unknown)?;
        let taken = self.bytes.get(self.at..end).ok_or(BytecodeError::Unknown)?;
        self.at = end;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, BytecodeError> {
        Ok(self.take(1)?[0])
    }

    /// Seven bits in each byte, the lowest first.
    fn number(&mut self) -> Result<usize, BytecodeError> {
        let mut n = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            n |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(n);
            }
        }
        Err(BytecodeError::Unknown)
    }

    fn skip_constant(&mut self) -> Result<(), BytecodeError> {
        match self.byte()? {
            0 => {}
            1 => drop(self.take(1)?),
            2 => drop(self.take(8)?),
            3 | 6 => drop(self.number()?),
            4 => drop(self.take(4)?),
            5 => {
                for _ in 0..self.number()? {
                    self.number()?;
                }
            }
            7 => drop(self.take(16)?),
            8 => {
                for _ in 0..self.number()? {
                    self.number()?;
                    self.take(4)?;
                }
            }
            9 => {
                self.take(1)?;
                self.number()?;
            }
            _ => return Err(BytecodeError::Unknown),
        }
        Ok(())
    }

    /// The line of each word: distances from lines that are given at regular intervals.
    fn lines(&mut self, words: usize) -> Result<Vec<i32>, BytecodeError> {
        let interval = u32::from(self.byte()?);
        let mut distance = 0u8;
        let mut lines: Vec<i32> =
            self.take(words)?.iter().map(|by| (distance = distance.wrapping_add(*by), i32::from(distance)).1).collect();
        let mut base = 0i32;
        for lines in lines.chunks_mut(1usize.checked_shl(interval).ok_or(BytecodeError::Unknown)?) {
            let by = self.take(4)?.first_chunk().copied().unwrap_or_default();
            base = base.wrapping_add(i32::from_le_bytes(by));
            lines.iter_mut().for_each(|line| *line += base);
        }
        Ok(lines)
    }
}

fn number(out: &mut Vec<u8>, mut n: usize) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}
