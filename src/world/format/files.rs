//! Finding map files: on disk, else inside the program.

use crate::diag::{Diagnostic, did_you_mean};
use crate::file::{in_words, leaves, regular};
use include_dir::{Dir, File, include_dir};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Error, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

static INSIDE: Dir = include_dir!("$CARGO_MANIFEST_DIR/maps");

/// What the folder inside the program is called from outside.
const FOLDER: &str = "maps";
/// Larger files are not read in one piece: no handwritten map comes near. Moving AI maps are read row by row.
const MAX_FILE_BYTES: u64 = 128 << 20;
/// Bytes read from the disk at a time.
const BUFFER_BYTES: usize = 1 << 18;

/// Why a map's file could not be opened and read.
#[derive(Debug, thiserror::Error)]
pub(super) enum OpenError {
    #[error("there is no such file")]
    Missing,
    #[error("{0}")]
    Folder(Error),
    #[error("the file is larger than {} MiB, too large for a map", MAX_FILE_BYTES >> 20)]
    TooLarge,
    #[error("it lies outside the map's folder")]
    Outside,
    #[error("{0}")]
    Io(#[from] Error),
}

/// A file that was opened, but not yet read.
pub(super) enum Source<'a> {
    Disk(fs::File),
    Memory(&'a [u8]),
}

impl<'a> Source<'a> {
    /// All of it.
    pub(super) fn bytes(self) -> Result<Cow<'a, [u8]>, OpenError> {
        let file = match self {
            Self::Memory(bytes) if bytes.len() as u64 > MAX_FILE_BYTES => return Err(OpenError::TooLarge),
            Self::Memory(bytes) => return Ok(Cow::Borrowed(bytes)),
            Self::Disk(file) => file,
        };
        let mut bytes = Vec::new();
        file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_FILE_BYTES { Err(OpenError::TooLarge) } else { Ok(Cow::Owned(bytes)) }
    }

    /// To be read piece by piece.
    pub(super) fn reader(self) -> Box<dyn BufRead + 'a> {
        match self {
            Self::Disk(file) => Box::new(BufReader::with_capacity(BUFFER_BYTES, file)),
            Self::Memory(bytes) => Box::new(bytes),
        }
    }
}

/// The maps inside the program with their contents, in order of name.
pub(super) fn embedded(suffixes: &[&str]) -> Vec<(String, &'static [u8])> {
    let mut files = Vec::new();
    collect(&INSIDE, &mut files);
    let mut all: Vec<(String, &[u8])> = files
        .into_iter()
        .filter(|f| f.path().extension().and_then(|e| e.to_str()).is_some_and(|e| suffixes.contains(&e)))
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

/// Finds a map by path or by bare name; returns its display name and the file.
pub(super) fn find(path: &Path, suffixes: &[&str]) -> Result<(String, Source<'static>), Diagnostic> {
    let shown = path.display().to_string();
    let mut failed = match open(path) {
        Ok(source) => return Ok((shown, source)),
        Err(e) => e,
    };
    // A bare name may also be that of a folder that happens to lie here.
    if path.extension().is_none()
        && path.components().count() == 1
        && matches!(failed, OpenError::Missing | OpenError::Folder(_))
    {
        let in_folder = suffixes.iter().map(|suffix| Path::new(FOLDER).join(path).with_extension(suffix));
        let inside = embedded(suffixes)
            .into_iter()
            .map(|(name, _)| PathBuf::from(name))
            .filter(|n| n.file_stem() == path.file_stem());
        for named in in_folder.chain(inside) {
            match open(&named) {
                Ok(source) => return Ok((slashes(&named), source)),
                Err(OpenError::Missing) => {}
                Err(e) => failed = e,
            }
        }
    }
    let mut problem = unopened(&shown, &failed);
    if matches!(failed, OpenError::Missing) {
        let inside = embedded(suffixes);
        let stems: Vec<&str> = inside.iter().filter_map(|(n, _)| Path::new(n).file_stem()?.to_str()).collect();
        let asked = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
        problem.hint = did_you_mean(asked, stems);
    }
    Err(problem)
}

/// The error for a map file that cannot be opened or read.
pub(super) fn unopened(file: &str, why: &OpenError) -> Diagnostic {
    Diagnostic::error(file, format!("this map cannot be opened: {why}"))
}

/// Opens one file: on disk, or, where the disk has none of that name, inside the program.
pub(super) fn open(path: &Path) -> Result<Source<'static>, OpenError> {
    match open_disk(path) {
        Err(OpenError::Missing) => read_inside(path).map(Source::Memory).ok_or(OpenError::Missing),
        other => other,
    }
}

thread_local! {
    /// The files on disk that were read or missing, while they are noted.
    static NOTED: RefCell<Option<BTreeSet<PathBuf>>> = const { RefCell::new(None) };
}

/// Does something, and returns the files on disk that were opened meanwhile, or were not there.
pub(super) fn noting<T>(read: impl FnOnce() -> T) -> (T, Vec<PathBuf>) {
    NOTED.set(Some(BTreeSet::new()));
    let done = read();
    (done, NOTED.take().into_iter().flatten().collect())
}

fn open_disk(path: &Path) -> Result<Source<'static>, OpenError> {
    NOTED.with_borrow_mut(|noted| noted.as_mut().map(|noted| noted.insert(path.to_owned())));
    regular(path).map_err(|e| match e.kind() {
        // An empty or impossible name is no file either.
        ErrorKind::NotFound | ErrorKind::NotADirectory => OpenError::Missing,
        ErrorKind::IsADirectory => OpenError::Folder(e),
        _ => OpenError::Io(e),
    })?;
    Ok(Source::Disk(fs::File::open(path).map_err(in_words)?))
}

fn read_inside(path: &Path) -> Option<&'static [u8]> {
    let plain = without_dots(path);
    INSIDE.get_file(plain.strip_prefix(FOLDER).ok()?).map(File::contents)
}

/// `maps/../maps/./a.map` → `maps/a.map`: inside the program nothing else resolves the dots.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// Where a file that `file` refers to lies: beside it.
pub(super) fn beside(file: &str, name: &str) -> PathBuf {
    folder_of(file).join(name)
}

fn folder_of(file: &str) -> &Path {
    Path::new(file).parent().unwrap_or(Path::new(""))
}

/// Opens a file that the map `file` refers to. A map comes from a stranger: it leads to no file elsewhere, which a message might
/// quote.
pub(super) fn open_beside(file: &str, path: &Path) -> Result<Source<'static>, OpenError> {
    if !without_dots(path).starts_with(without_dots(folder_of(file))) || leaves(path, folder_of(file)) {
        return Err(OpenError::Outside);
    }
    open(path)
}

/// Where the maps of a folder come from: the first paragraph of an `ATTRIBUTION.md` beside them, headings left out.
pub(super) fn attribution(file: &str) -> Option<String> {
    let bytes = open_beside(file, &beside(file, "ATTRIBUTION.md")).ok()?.bytes().ok()?;
    let text = std::str::from_utf8(&bytes).ok()?;
    let lines = text.lines().map(str::trim).skip_while(|l| l.is_empty() || l.starts_with('#'));
    let paragraph: Vec<&str> = lines.take_while(|l| !l.is_empty()).collect();
    (!paragraph.is_empty()).then(|| paragraph.join(" "))
}
