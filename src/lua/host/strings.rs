//! How long a string may be, by whatever means it is made.
//!
//! Work on a string grows with its length, and much of it no wrapper sees: `s + 1`, `for i = s, 1`, `s < t`. So the length
//! itself is limited, and more so what can be read as a number. Luau reports every new string while it is made, before it
//! has content; one that `..` made is looked at before the script runs on, one that a native function made before that
//! function returns.

use crate::lua::host::budget::{self, Cause};
use std::cell::{Cell, RefCell};

/// The longest string, bytes. A function that builds its result in pieces may need half as much again for a shorter one.
pub(crate) const MAX_BYTES: usize = 16 * 1024;
/// How far a conversion to a number may read, bytes.
pub(crate) const MAX_NUMBER_BYTES: usize = 64;

thread_local! {
    /// New strings that were not looked at yet: where their content begins, and its length.
    static NEW: RefCell<Vec<(usize, usize)>> = const { RefCell::new(Vec::new()) };
    static ANY: Cell<bool> = const { Cell::new(false) };
}

/// Remembers a string of `length` bytes that is being made at this address.
pub(crate) fn made(address: usize, length: usize) {
    ANY.set(true);
    NEW.with_borrow_mut(|new| new.push((address, length)));
}

/// Forgets the strings that were not looked at.
#[inline]
pub(crate) fn forget() {
    if ANY.replace(false) {
        NEW.with_borrow_mut(Vec::clear);
    }
}

/// Whether strings wait to be looked at.
#[inline]
pub(crate) fn any_new() -> bool {
    ANY.get()
}

/// Looks at the strings made since the last time; `content` reads one by its address and length.
pub(crate) fn look<'a>(content: impl Fn(usize, usize) -> &'a [u8]) {
    ANY.set(false);
    NEW.with_borrow_mut(|new| new.drain(..).for_each(|(address, length)| check(content(address, length))));
}

/// One count is charged for so many bytes that are looked at one by one …
const BYTES_PER_COUNT: usize = 16;
/// … and for so many that are searched for a few characters.
const SEARCHED_PER_COUNT: usize = 256;

/// Stops the open call when a string, or a part of it, would take long to read as a number. The call pays for the look; one
/// that cannot pay has ended, so that nothing is looked at.
pub(crate) fn check(string: &[u8]) {
    if budget::charge((string.len() / SEARCHED_PER_COUNT) as u64).is_err() {
        return;
    }
    let mut looked_at = 0;
    if has_long_number(string, &mut looked_at) {
        budget::stop(Cause::LongNumber);
    }
    budget::charge((looked_at / BYTES_PER_COUNT) as u64).ok();
}

/// Whether part of the string makes a conversion to a number read more than [`MAX_NUMBER_BYTES`]: it skips space, takes a
/// sign, digits, an exponent, and skips space again; `nan(…)` takes any word in its brackets. Signs and exponents end a
/// run here, for a number has few of them.
fn has_long_number(s: &[u8], looked_at: &mut usize) -> bool {
    let digit = |b: u8| b.is_ascii_digit() || matches!(b, b'.' | b'\t'..=b'\r' | b' ');
    let digit_or_hexadecimal = |b: u8| digit(b) || b.is_ascii_hexdigit() || matches!(b, b'x' | b'X');
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let hexadecimal = s.contains(&b'x') || s.contains(&b'X');
    let numeric = if hexadecimal { has_run(s, digit_or_hexadecimal, looked_at) } else { has_run(s, digit, looked_at) };
    numeric && reads_long(s, looked_at)
        || s.contains(&b'(') && has_run(s, word, looked_at) && has_long_nan(s, looked_at)
}

/// Whether more than [`MAX_NUMBER_BYTES`] bytes of a kind follow each other. Looks backwards from where such a run would
/// end, so that most bytes of other strings are skipped (as Boyer & Moore 1977 search).
fn has_run(s: &[u8], kind: impl Fn(u8) -> bool, looked_at: &mut usize) -> bool {
    let mut from = 0;
    while let Some(window) = s.get(from..=from + MAX_NUMBER_BYTES) {
        let other = window.iter().rposition(|b| !kind(*b));
        *looked_at += window.len() - other.unwrap_or(0);
        match other {
            Some(other) => from += other + 1,
            None => return true,
        }
    }
    false
}

fn reads_long(s: &[u8], looked_at: &mut usize) -> bool {
    *looked_at += s.len();
    let (mut run, mut hexadecimal, mut last) = (0, false, b' ');
    s.iter().any(|b| {
        let prefix = last == b'0' && matches!(b, b'x' | b'X');
        hexadecimal |= prefix;
        let more = b.is_ascii_digit() || matches!(b, b'.' | b'\t'..=b'\r' | b' ');
        run = if more || prefix || hexadecimal && b.is_ascii_hexdigit() { run + 1 } else { 0 };
        hexadecimal &= run > 0;
        last = *b;
        run > MAX_NUMBER_BYTES
    })
}

fn has_long_nan(s: &[u8], looked_at: &mut usize) -> bool {
    *looked_at += s.len();
    let word = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'_';
    let long = |at: usize| s[at..].iter().take_while(word).nth(MAX_NUMBER_BYTES).is_some();
    s.windows(4).enumerate().any(|(at, w)| w.eq_ignore_ascii_case(b"nan(") && long(at + 4))
}
