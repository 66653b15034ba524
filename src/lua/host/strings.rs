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

/// Stops the open call when a string would take long to read as a number.
pub(crate) fn check(string: &[u8]) {
    if number_bytes(string) > MAX_NUMBER_BYTES {
        budget::stop(Cause::LongNumber);
    }
}

/// How many bytes of a string a conversion to a number reads, which begins at its first one: space, a sign, digits with a point and an
/// exponent, hexadecimal ones after `0x`, or the word in the brackets of `nan(…)`, and space again. No more than a few times
/// [`MAX_NUMBER_BYTES`] are looked at.
fn number_bytes(s: &[u8]) -> usize {
    let space = |b: u8| matches!(b, b'\t'..=b'\r' | b' ');
    let digit = |b: u8| b.is_ascii_digit();
    let begin = signed(s, skip(s, 0, space));
    let is = |word: &[u8]| s.get(begin..begin + word.len()).is_some_and(|there| there.eq_ignore_ascii_case(word));
    let end = if is(b"nan(") {
        skip(s, begin + 4, |b| b.is_ascii_alphanumeric() || b == b'_')
    } else if is(b"0x") {
        exponent(s, decimals(s, begin + 2, |b| b.is_ascii_hexdigit()), b"pP")
    } else {
        exponent(s, decimals(s, begin, digit), b"eE")
    };
    if end == begin { end } else { skip(s, end, space) }
}

/// Where the bytes of a kind end that begin at a place, or a little after the most that matters.
fn skip(s: &[u8], from: usize, kind: impl Fn(u8) -> bool) -> usize {
    from + s.iter().skip(from).take(MAX_NUMBER_BYTES + 1).take_while(|b| kind(**b)).count()
}

fn signed(s: &[u8], at: usize) -> usize {
    at + usize::from(matches!(s.get(at), Some(b'+' | b'-')))
}

/// Skips digits, and a point between them.
fn decimals(s: &[u8], from: usize, digit: impl Fn(u8) -> bool) -> usize {
    let point = skip(s, from, &digit);
    if s.get(point) == Some(&b'.') { skip(s, point + 1, digit) } else { point }
}

fn exponent(s: &[u8], at: usize, letters: &[u8]) -> usize {
    let has_one = s.get(at).is_some_and(|b| letters.contains(b));
    if has_one { skip(s, signed(s, at + 1), |b| b.is_ascii_digit()) } else { at }
}
