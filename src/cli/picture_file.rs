//! Files that pictures are written to, as options name them.

use crate::diag::{Diagnostic, shown};
use crate::file;
use clap::builder::{PathBufValueParser, TypedValueParser};
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// The endings of files of pictures.
const ENDINGS: [&str; 7] = ["svg", "png", "gif", "jpg", "jpeg", "bmp", "webp"];

/// A kind of picture that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Picture {
    Svg,
    Png,
    Gif,
}

impl Picture {
    fn ending(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Gif => "gif",
        }
    }

    /// What such a file begins with.
    fn begins(self) -> &'static [u8] {
        match self {
            Self::Svg => b"<svg",
            Self::Png => b"\x89PNG",
            Self::Gif => b"GIF8",
        }
    }

    /// The value of an option that names a file for it; a name that ends as another kind of picture is refused.
    pub(super) fn file(self) -> impl TypedValueParser<Value = PathBuf> {
        PathBufValueParser::new().try_map(move |path| {
            let (ending, other) = (self.ending(), path.extension().and_then(|e| e.to_str()).map(str::to_lowercase));
            match other.filter(|other| other != ending && ENDINGS.contains(&other.as_str())) {
                Some(other) => Err(format!("the picture is written as .{ending}, and the name ends in .{other}")),
                None => Ok(path),
            }
        })
    }
}

/// Whether pictures can be written: before work that takes long. What is there is replaced only where it is a picture of that kind, and never
/// where it is the map that is shown.
///
/// # Errors
/// The first file that cannot be written.
pub(super) fn precheck(files: &[(&Option<PathBuf>, Picture)], map: &Path) -> Result<(), Vec<Diagnostic>> {
    let files: Vec<(&PathBuf, Picture)> =
        files.iter().filter_map(|(path, kind)| Some((path.as_ref()?, *kind))).collect();
    let taken = |words: &str| Err(Error::new(ErrorKind::AlreadyExists, words));
    for (at, (path, kind)) in files.iter().enumerate() {
        let result = if files[..at].iter().any(|(other, _)| other == path) {
            taken("two pictures would have this name")
        } else if file::are_same(path, map) {
            taken("this is the map; it is not replaced")
        } else {
            file::can_replace_own(path, kind.begins())
        };
        result.map_err(|e| fault(path, &e))?;
    }
    Ok(())
}

/// A picture that cannot be drawn or written.
pub(super) fn fault(path: &Path, error: &Error) -> Vec<Diagnostic> {
    vec![Diagnostic::error(shown(path), error.to_string())]
}
