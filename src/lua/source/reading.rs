//! Reading files that people wrote: text only, never without an end.

use crate::file::regular;
use std::fs::File;
use std::io::{Error, Read, Result};
use std::path::Path;

/// Larger files are not read: no script comes near, whatever the configuration allows.
pub(crate) const MOST_KB: usize = 16 << 10;

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
/// No such file, a folder, a pipe or a device (reading one may wait for ever), a file that is larger, one that is not UTF-8.
pub(crate) fn text_up_to(path: &Path, most_kb: usize) -> Result<String> {
    let mut text = String::from_utf8(bytes(path, most_kb)?).map_err(|_| Error::other("not UTF-8 text"))?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}

/// The bytes of a file that may not be UTF-8.
///
/// # Errors
/// See [`text_up_to`].
pub(crate) fn bytes(path: &Path, most_kb: usize) -> Result<Vec<u8>> {
    let meta = regular(path)?;
    // Some that say they are empty are not: what comes is counted too.
    let (most, mut bytes) = (most_kb as u64 * 1024, Vec::new());
    if meta.len() <= most {
        File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    }
    if meta.len().max(bytes.len() as u64) > most {
        return Err(Error::other(format!("larger than {most_kb} KB")));
    }
    Ok(bytes)
}
