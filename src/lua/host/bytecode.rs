//! Checkpoints in compiled code, so that what runs without a call or a loop pays too.
//!
//! Luau interrupts at calls, returns and backward jumps only. Code that does much between them would cost one count.
//! A checkpoint is a backward jump to the next instruction: Luau interrupts there, and nothing else happens.

mod chunk;
mod opcode;

use chunk::{Chunk, Function};
use opcode::{Jump, Op};

pub(crate) use opcode::Reads;

/// Work between two interrupts that cost a count; a plain instruction does 1.
const MOST_WORK: u32 = 16;
/// In the unused operand of a checkpoint: it looks at the values that the next instruction reads.
const LOOKS: u8 = 1;
/// The same: it costs nothing but what these values cost.
const FREE: u8 = 2;

/// What an instruction does at which Luau interrupts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doing {
    /// Something that one count pays.
    Little,
    /// It passes all values from this register to the top of the stack.
    Passing { from: u32 },
    /// What the next instruction costs depends on the values that it [reads](Reads).
    Looking { free: bool },
}

/// What an instruction does.
#[inline]
pub(crate) fn doing(word: u32) -> Doing {
    match Op::of(word) {
        Op::CALL | Op::RETURN if word >> 16 & 0xff == 0 => Doing::Passing { from: word >> 8 & 0xff },
        Op::JUMP_BACK if word >> 8 & u32::from(LOOKS) != 0 => Doing::Looking { free: word >> 8 & u32::from(FREE) != 0 },
        _ => Doing::Little,
    }
}

/// What an instruction reads, of which these are the first two words.
pub(crate) fn reads(word: u32, second: u32) -> Reads {
    Op::of(word).reads(word, second)
}

/// Why compiled code is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BytecodeError {
    /// The compiler writes another format than this program reads: another version of Luau was linked.
    #[error("this version of Luau writes bytecode that is not known")]
    Unknown,
    /// A jump would have to go further than an instruction can say.
    #[error("a function is too long: split it")]
    TooLong,
}

/// The same code with checkpoints.
///
/// # Errors
/// See `BytecodeError`.
pub fn with_checkpoints(bytecode: &[u8]) -> Result<Vec<u8>, BytecodeError> {
    let mut chunk = Chunk::read(bytecode)?;
    for function in &mut chunk.functions {
        insert(function)?;
    }
    Ok(chunk.write())
}

/// An instruction word that is a checkpoint.
fn checkpoint(mark: u8) -> u32 {
    u32::from(Op::JUMP_BACK.0) | u32::from(mark) << 8
}

/// Adds the checkpoints of one function, and moves what its jumps and names refer to.
fn insert(function: &mut Function) -> Result<(), BytecodeError> {
    let code = &function.code;
    let marks = places(code)?;
    if marks.iter().all(Option::is_none) {
        return Ok(());
    }
    // Where each word begins from now on, its checkpoint included: what jumps forward to it passes the checkpoint. A jump
    // back has paid already.
    let mut begins = Vec::with_capacity(code.len() + 1);
    let mut next = 0;
    for mark in &marks {
        begins.push(next);
        next += 1 + usize::from(mark.is_some());
    }
    begins.push(next);
    let own = |at: usize| begins[at] + usize::from(marks[at].is_some());
    let landing = |from: usize, to: usize| match marks.get(to) {
        Some(Some(0)) if to <= from => own(to),
        _ => begins[to],
    };
    let (mut words, mut lines) = (Vec::with_capacity(next), Vec::with_capacity(next));
    let mut at = 0;
    while at < code.len() {
        let op = Op::of(code[at]);
        if let Some(mark) = marks[at] {
            words.push(checkpoint(mark));
            lines.extend(function.lines.get(at));
        }
        let word = match op.target(code[at], at) {
            Some((target, jump)) => {
                let distance = landing(at, target) as i64 - own(at) as i64;
                jump.set(code[at], distance).ok_or(BytecodeError::TooLong)?
            }
            None => code[at],
        };
        words.push(word);
        words.extend(code.get(at + 1..at + op.length()).unwrap_or_default());
        lines.extend(function.lines.get(at..at + op.length()).unwrap_or_default());
        at += op.length();
    }
    for pc in &mut function.pcs {
        *pc = begins.get(*pc).copied().unwrap_or(next);
    }
    (function.code, function.lines) = (words, lines);
    Ok(())
}

/// Whether an instruction may call a metamethod.
fn calls_metamethods(code: &[u32]) -> bool {
    let mut at = 0;
    while at < code.len() {
        let op = Op::of(code[at]);
        if op.may_call_metamethod() {
            return true;
        }
        at += op.length();
    }
    false
}

/// Before which words checkpoints go, and their marks.
fn places(code: &[u32]) -> Result<Vec<Option<u8>>, BytecodeError> {
    let mut marks = vec![None; code.len()];
    // The most work with which a jump arrives.
    let mut arriving = vec![0; code.len() + 1];
    let (mut work, mut at, mut closed_until) = (0, 0, 0);
    let mut first = calls_metamethods(code);
    while at < code.len() {
        let (word, op) = (code[at], Op::of(code[at]));
        let own = op.work(word);
        work = arriving[at].max(work);
        if at >= closed_until && !op.belongs_to_the_one_before() {
            // A loop is paid for before it begins, so that what came before it is not paid again in each turn.
            let pays = work + own > MOST_WORK || op.begins_loop();
            // The first checkpoint is there for the depth of metamethods that call metamethods.
            let looks = op.reads(word, 0) != Reads::Nothing || first && own > 0;
            first &= own == 0;
            if pays || looks {
                marks[at] = Some(if looks { LOOKS } else { 0 } | if pays { 0 } else { FREE });
            }
            if pays {
                work = 0;
            }
        }
        work += if op.begins_loop() { 0 } else { own };
        if let Some((target, jump)) = op.target(word, at) {
            if target > code.len() {
                return Err(BytecodeError::Unknown);
            }
            if target > at {
                arriving[target] = work.max(arriving[target]);
            }
            if jump == Jump::Shortcut {
                closed_until = target;
            }
        }
        if op.interrupts() {
            work = 0;
        }
        if op.keeps_next_together(word) {
            closed_until = closed_until.max(at + op.length() + 1);
        }
        at += op.length();
    }
    Ok(marks)
}
