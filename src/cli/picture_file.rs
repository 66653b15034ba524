//! Files that pictures are written to, as options name them.

use clap::builder::{PathBufValueParser, TypedValueParser};
use std::path::PathBuf;

/// The endings of files of pictures.
const ENDINGS: [&str; 7] = ["svg", "png", "gif", "jpg", "jpeg", "bmp", "webp"];

/// A file for a picture that is written as `ending`; a name that ends as another kind of picture is refused.
pub(super) fn picture(ending: &'static str) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| {
        let other = path.extension().and_then(|e| e.to_str()).map(str::to_lowercase).unwrap_or_default();
        match other != ending && ENDINGS.contains(&other.as_str()) {
            true => Err(format!("the picture is written as .{ending}, and the name ends in .{other}")),
            false => Ok(path),
        }
    })
}
