//! Reading files that people wrote: text only, never without an end.

use std::io::{Error, Result};
use std::path::Path;

/// Larger files are not read: no script comes near, whatever the configuration allows.
const MOST_KB: usize = 16 << 10;

/// The text of a script, a manifest or a spec.
///
/// # Errors
/// See [`text_up_to`].
pub(crate) fn text(path: &Path) -> Result<String> {
    text_up_to(path, MOST_KB)
}

/// The text of a file of at most so many KB, without the mark some editors put before it (U+FEFF).
///
/// # Errors
/// No such file, a folder, a pipe or a device (reading one may wait for ever), a file that is larger, one that is no text.
pub(crate) fn text_up_to(path: &Path, most_kb: usize) -> Result<String> {
    let meta = std::fs::metadata(path)?;
    if meta.is_dir() {
        return Err(Error::other("this is a folder, not a file"));
    }
    if !meta.is_file() {
        return Err(Error::other("this is not a regular file"));
    }
    if meta.len() > most_kb as u64 * 1024 {
        return Err(Error::other(format!("larger than {most_kb} KB")));
    }
    let mut text = String::from_utf8(std::fs::read(path)?).map_err(|_| Error::other("not UTF-8 text"))?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}
