//! Turns what Lua raises into diagnostics that name file, line and stack.

use crate::diag::{Code, Diagnostic, StackFrame};
use crate::lua::analysis::rules::needs_colon;
use crate::lua::host::budget::Overrun;
use crate::lua::host::loader::LoadError;
use crate::lua::host::values::shortened;
use mlua::Error;

/// Chunk name of the host's own Lua: never shown.
pub(crate) const HOST_CHUNK: &str = "[host]";
/// Stack frames shown at most.
const MAX_FRAMES: usize = 12;

/// A diagnostic for an error; `file` is where to look when the error itself names no place.
pub fn diagnose(error: &Error, file: &str) -> Diagnostic {
    if let Some(o) = error.downcast_ref::<Overrun>() {
        // The overrun counts, not the error that the script made of it.
        let raised = o.raised.as_ref().map_or_else(|| Diagnostic::error(file, ""), |e| diagnose(e, file));
        let (file, line) = if o.file.is_empty() { (raised.file, raised.line) } else { (o.file.clone(), o.line) };
        let d = Diagnostic { trace: raised.trace, ..Diagnostic::error(file, o.cause.text()) };
        return d.at(line, 0).hint(o.cause.hint());
    }
    let (message, trace) = message_and_trace(error);
    let mut trace = frames(&trace);
    let (place, text) = strip_place(&message, &trace);
    let first = trace.first().map(|f| (f.file.clone(), f.line));
    trace.truncate(MAX_FRAMES);
    let (file, line) = place.or(first).unwrap_or((file.to_owned(), 0));
    let mut d = Diagnostic { trace, ..Diagnostic::error(file, without_addresses(&text)) }.at(line, 0);
    d.code = error.downcast_ref::<LoadError>().and_then(LoadError::code);
    d.hint = match d.code {
        Some(Code::ModuleCircle) => Some("put what both need into a third file below lib/".into()),
        _ => hint_for(&d.message).map(str::to_owned),
    };
    d
}

/// The innermost cause's message alone, with its place when it has one.
pub(crate) fn plain_message(error: &Error) -> String {
    without_addresses(&message_and_trace(error).0)
}

/// Whether the machine ran out of memory.
pub fn is_memory(error: &Error) -> bool {
    match error {
        Error::MemoryError(_) => true,
        Error::CallbackError { cause, .. } | Error::WithContext { cause, .. } => is_memory(cause),
        Error::RuntimeError(m) => m.contains("not enough memory"),
        _ => false,
    }
}

fn message_and_trace(error: &Error) -> (String, String) {
    match error {
        Error::CallbackError { traceback, cause } => {
            let (message, inner) = message_and_trace(cause);
            (message, if inner.is_empty() { traceback.clone() } else { inner })
        }
        // A method of a spec's handle that got something else as its first argument.
        Error::BadArgument { to: Some(called), name: Some(name), .. } if name == "self" => {
            let method = called.rsplit(['.', ':']).next().unwrap_or_default();
            (needs_colon(method), String::new())
        }
        Error::WithContext { cause, .. } | Error::BadArgument { cause, .. } => message_and_trace(cause),
        Error::FromLuaConversionError { from, to, .. } => (format!("a {to} is needed here, not {from}"), String::new()),
        Error::RuntimeError(text) => match text.rsplit_once("\nstack traceback:") {
            Some((message, trace)) => (message.to_owned(), trace.to_owned()),
            None => (text.clone(), String::new()),
        },
        Error::SyntaxError { message, .. } => (message.clone(), String::new()),
        Error::MemoryError(_) => ("out of memory: the script's machine has reached its limit".into(), String::new()),
        other => (other.to_string(), String::new()),
    }
}

/// The calls of a printed stack, innermost first, native and host frames left out.
fn frames(trace: &str) -> Vec<StackFrame> {
    let calls = trace.lines().filter_map(|l| split_place(l.trim())).filter(|(file, ..)| *file != HOST_CHUNK);
    let frame = |(file, line, rest): (&str, u32, &str)| {
        let function = rest.trim_matches(':').trim().trim_start_matches("in ").to_owned();
        StackFrame { file: file.to_owned(), line, function }
    };
    calls.map(frame).collect()
}

/// File, line and rest of a message that begins with `file.lua:LINE`.
fn split_place(text: &str) -> Option<(&str, u32, &str)> {
    let end = text
        .find(".lua:")
        .map(|i| i + ".lua".len())
        .or_else(|| text.starts_with(HOST_CHUNK).then_some(HOST_CHUNK.len()))?;
    if text[..end].contains(['\n', '"']) {
        return None;
    }
    let digits: &str = text.get(end + 1..)?;
    let stop = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let line = digits[..stop].parse().ok()?;
    Some((&text[..end], line, &digits[stop..]))
}

/// Takes the places off the front of a message; the innermost is the one that counts. A script may raise any string: a place
/// counts only when the call went through it, or when it lies in the file that raised the error.
fn strip_place(message: &str, frames: &[StackFrame]) -> (Option<(String, u32)>, String) {
    let is_true = |file, line| {
        let called = |f: &StackFrame| f.file == file && f.line == line;
        frames.first().is_none_or(|f| f.file == file) || frames.iter().any(called)
    };
    let (mut place, mut text) = (None, cut(message, MAX_RAISED));
    while let Some((file, line, rest)) = split_place(text) {
        // Errors passed through the host's own Lua, and through coroutines, carry several.
        if file != HOST_CHUNK {
            if !is_true(file, line) {
                break;
            }
            place = Some((file.to_owned(), line));
        }
        text = rest.strip_prefix(':').unwrap_or(rest).trim_start();
    }
    (place, shortened(text, MAX_MESSAGE))
}

/// The beginning of a message.
fn cut(message: &str, most: usize) -> &str {
    let end = (0..=most.min(message.len())).rev().find(|at| message.is_char_boundary(*at));
    &message[..end.unwrap_or(0)]
}

/// Messages are shown on a screen, and scripts may raise any string.
const MAX_MESSAGE: usize = 600;
/// Bytes of a message that are looked at: places come before it. Each place is looked for in the rest of it.
const MAX_RAISED: usize = 2_000;

/// Addresses differ from run to run: `table: 0x55…` becomes `table`.
fn without_addresses(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(": 0x") {
        let digits = &rest[at + 4..];
        let n = digits.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(digits.len());
        let keep = if n >= 6 { at } else { at + 4 };
        out.push_str(&rest[..keep]);
        rest = if n >= 6 { &digits[n..] } else { digits };
    }
    out + rest
}

fn hint_for(message: &str) -> Option<&'static str> {
    if message.contains("attempt to modify a readonly table") {
        Some("npc, the libraries and everything at the top of a file are read-only; what changes belongs in npc.memory")
    } else if message.contains("attempt to call a nil value") {
        Some("a function that is called on this line does not exist: check its spelling, and that it is declared above")
    } else if message.contains("attempt to index nil with") {
        Some("the value before the dot is nil: it was never set, or no creature was found")
    } else {
        None
    }
}
