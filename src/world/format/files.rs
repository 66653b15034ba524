//! Finding map files: on disk, else inside the program.

use crate::diag::{Diagnostic, did_you_mean};
use include_dir::{Dir, File, include_dir};
use std::borrow::Cow;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

static INSIDE: Dir = include_dir!("$CARGO_MANIFEST_DIR/maps");

/// What the folder inside the program is called from outside.
const FOLDER: &str = "maps";
/// Larger files are not maps: the largest world's rows fit.
const MAX_FILE_BYTES: u64 = 128 << 20;

type Bytes = Cow<'static, [u8]>;

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReadError {
    #[error("there is no such file")]
    Missing,
    #[error("that is a folder, not a map file")]
    Folder,
    #[error("that is not a regular file")]
    NotAFile,
    #[error("the file is larger than {} MiB, too large for a map", MAX_FILE_BYTES >> 20)]
    TooLarge,
    #[error("it cannot be read: {0}")]
    Io(#[from] std::io::Error),
}

/// The maps inside the program with their contents, in order of name.
pub(super) fn embedded() -> Vec<(String, &'static [u8])> {
    let mut files = Vec::new();
    collect(&INSIDE, &mut files);
    let mut all: Vec<(String, &[u8])> = files
        .into_iter()
        .filter(|f| f.path().extension().is_some_and(|e| e == "toml" || e == "map"))
        .map(|f| (format!("{FOLDER}/{}", slashes(f.path())), f.contents()))
        .collect();
    all.sort_unstable();
    all
}

fn collect<'a>(dir: &'a Dir<'a>, files: &mut Vec<&'a File<'a>>) {
    files.extend(dir.files());
    dir.dirs().for_each(|d| collect(d, files));
}

fn slashes(path: &Path) -> String {
    path.components().map(|c| c.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// Finds a map by path or by bare name; answers what to call it, and its bytes.
pub(super) fn find(path: &Path) -> Result<(String, Bytes), Diagnostic> {
    let shown = path.display().to_string();
    let mut failed = match read(path) {
        Ok(bytes) => return Ok((shown, bytes)),
        Err(e) => e,
    };
    // A bare name may also be that of a folder that happens to lie here.
    if path.extension().is_none()
        && path.components().count() == 1
        && matches!(failed, ReadError::Missing | ReadError::Folder)
    {
        let in_folder = ["toml", "map"].map(|ending| Path::new(FOLDER).join(path).with_extension(ending));
        let inside =
            embedded().into_iter().map(|(name, _)| PathBuf::from(name)).filter(|n| n.file_stem() == path.file_stem());
        for named in in_folder.into_iter().chain(inside) {
            match read(&named) {
                Ok(bytes) => return Ok((slashes(&named), bytes)),
                Err(ReadError::Missing) => {}
                Err(e) => failed = e,
            }
        }
    }
    let mut problem = Diagnostic::error(shown, format!("this map cannot be opened: {failed}"));
    if matches!(failed, ReadError::Missing) {
        let inside = embedded();
        let stems: Vec<&str> = inside.iter().filter_map(|(n, _)| Path::new(n).file_stem()?.to_str()).collect();
        let asked = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
        problem.hint = did_you_mean(asked, stems);
    }
    Err(problem)
}

/// Reads one file: from disk, or, where the disk has none of that name, from inside the program.
pub(super) fn read(path: &Path) -> Result<Bytes, ReadError> {
    match read_disk(path) {
        Err(ReadError::Missing) => read_inside(path).map(Cow::Borrowed).ok_or(ReadError::Missing),
        other => other.map(Cow::Owned),
    }
}

fn read_disk(path: &Path) -> Result<Vec<u8>, ReadError> {
    let about = match std::fs::metadata(path) {
        Ok(about) => about,
        // An empty or impossible name is no file either.
        Err(e) if matches!(e.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => {
            return Err(ReadError::Missing);
        }
        Err(e) => return Err(e.into()),
    };
    if about.is_dir() {
        return Err(ReadError::Folder);
    }
    // Pipes and devices may never end.
    if !about.is_file() {
        return Err(ReadError::NotAFile);
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE_BYTES { Err(ReadError::TooLarge) } else { Ok(bytes) }
}

fn read_inside(path: &Path) -> Option<&'static [u8]> {
    let plain = without_dots(path);
    INSIDE.get_file(plain.strip_prefix(FOLDER).ok()?).map(File::contents)
}

/// `maps/../maps/./a.map` → `maps/a.map`: inside the program nobody else resolves the dots.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// Where a file that `file` refers to lies: beside it.
pub(super) fn beside(file: &str, name: &str) -> PathBuf {
    Path::new(file).parent().unwrap_or(Path::new("")).join(name)
}

/// Where the maps of a folder come from: the first paragraph of an `ATTRIBUTION.md` beside them, headings left out.
pub(super) fn attribution(file: &str) -> Option<String> {
    let bytes = read(&beside(file, "ATTRIBUTION.md")).ok()?;
    let text = std::str::from_utf8(&bytes).ok()?;
    let lines = text.lines().map(str::trim).skip_while(|l| l.is_empty() || l.starts_with('#'));
    let paragraph: Vec<&str> = lines.take_while(|l| !l.is_empty()).collect();
    (!paragraph.is_empty()).then(|| paragraph.join(" "))
}
