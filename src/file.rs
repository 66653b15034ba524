//! Files that the program writes: whole or not at all. Each is written beside its place and moved there once it is complete.
//! Files that people wrote: text only, never without an end. Pipes, devices and folders are refused before anything waits for
//! them.

use std::fs::{self, DirEntry, File, Metadata};
use std::io::{BufWriter, Error, ErrorKind, Read, Result, Write};
use std::path::{Path, PathBuf};

/// Refuses what is no regular file: opening a pipe, or reading a device, may wait for ever.
///
/// # Errors
/// No such file, a folder, a pipe, a device.
pub(crate) fn regular(path: &Path) -> Result<Metadata> {
    let meta = fs::metadata(path).map_err(in_words)?;
    if meta.is_dir() {
        return Err(Error::new(ErrorKind::IsADirectory, "this is a folder, not a file"));
    }
    if !meta.is_file() {
        return Err(Error::other("this is not a regular file"));
    }
    Ok(meta)
}

/// An error of the operating system as a person would say it, where that is shorter than what the system says.
pub(crate) fn in_words(error: Error) -> Error {
    let words = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder",
        ErrorKind::NotADirectory => "a part of its path is a file, not a folder",
        ErrorKind::PermissionDenied => "the system does not permit it",
        ErrorKind::StorageFull => "there is no space left on the disk",
        _ => return error,
    };
    Error::new(error.kind(), words)
}

/// Larger files are not read: no script comes near, whatever the configuration allows.
pub(crate) const MOST_KB: usize = 16 << 10;

/// Why a file was not read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    #[error("not UTF-8 text")]
    NotUtf8,
    #[error("larger than {0} KB")]
    TooLarge(usize),
    /// Nothing of such a file is shown.
    #[error("is a link that leads out of the mod's folder")]
    Outside,
    /// No such file, a folder, a pipe or a device (reading one may wait for ever).
    #[error(transparent)]
    Io(#[from] Error),
}

/// Looks into folders, at so many files and folders in all: a mistyped path may lead to a whole disk.
#[derive(Debug, Default)]
pub(crate) struct Folders {
    looked_at: usize,
}

/// There is more in the folders than is looked at; said once.
#[derive(Debug, thiserror::Error)]
#[error("there are more than {MOST_ENTRIES} files up to here; this folder is not looked into")]
pub(crate) struct TooMany;

/// Files and folders that [`Folders`] looks at.
const MOST_ENTRIES: usize = 20_000;

impl Folders {
    /// What lies in a folder; nothing where it cannot be read, and nothing once there was too much.
    ///
    /// # Errors
    /// With this folder there is too much.
    pub(crate) fn look_into(&mut self, folder: &Path) -> std::result::Result<Vec<DirEntry>, TooMany> {
        let Some(left) = (MOST_ENTRIES + 1).checked_sub(self.looked_at).filter(|left| *left > 0) else {
            return Ok(Vec::new());
        };
        let entries: Vec<DirEntry> = fs::read_dir(folder).into_iter().flatten().take(left).flatten().collect();
        self.looked_at += entries.len();
        if self.looked_at > MOST_ENTRIES { Err(TooMany) } else { Ok(entries) }
    }
}

/// The text of a script, a manifest or a spec.
///
/// # Errors
/// See [`ReadError`].
pub(crate) fn text(path: &Path) -> std::result::Result<String, ReadError> {
    text_up_to(path, MOST_KB)
}

/// The text of a file that lies in a folder of a mod.
///
/// # Errors
/// See [`ReadError`].
pub(crate) fn text_inside(path: &Path, folder: &Path) -> std::result::Result<String, ReadError> {
    if leaves(path, folder) { Err(ReadError::Outside) } else { text(path) }
}

/// The text of a file of at most so many KB, without the mark some editors put before it (U+FEFF).
///
/// # Errors
/// See [`ReadError`].
pub(crate) fn text_up_to(path: &Path, most_kb: usize) -> std::result::Result<String, ReadError> {
    let mut text = String::from_utf8(bytes(path, most_kb)?).map_err(|_| ReadError::NotUtf8)?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}

/// The bytes of a file that may not be UTF-8.
///
/// # Errors
/// See [`ReadError`].
pub(crate) fn bytes(path: &Path, most_kb: usize) -> std::result::Result<Vec<u8>, ReadError> {
    let meta = regular(path)?;
    // Some that say they are empty are not: what comes is counted too.
    let (most, mut bytes) = (most_kb as u64 * 1024, Vec::new());
    if meta.len() <= most {
        File::open(path).map_err(in_words)?.take(most + 1).read_to_end(&mut bytes)?;
    }
    if meta.len().max(bytes.len() as u64) > most { Err(ReadError::TooLarge(most_kb)) } else { Ok(bytes) }
}

/// Whether a path leads, over links, to a place outside a folder. Messages about such a file must not quote it.
pub(crate) fn leaves(path: &Path, folder: &Path) -> bool {
    match (path.canonicalize(), here_if_empty(folder).canonicalize()) {
        (Ok(path), Ok(folder)) => !path.starts_with(folder),
        _ => false,
    }
}

/// Whether a file is a link to a place outside the folder that the link lies in.
pub(crate) fn leaves_its_folder(path: &Path) -> bool {
    path.is_symlink() && path.parent().is_some_and(|folder| leaves(path, folder))
}

/// Whether a file can be written here: for commands that work for long before they write.
///
/// # Errors
/// What [`replace`] would say.
pub(crate) fn can_replace(path: &Path) -> Result<()> {
    Part::beside(path, 0)?.fill(|_| Ok(()))
}

/// The same for a file that replaces none but its own kind, whose content begins so: another one of this name is a person's work.
///
/// # Errors
/// There is such a file, or what [`replace`] would say.
pub(crate) fn can_replace_own(path: &Path, begins: &[u8]) -> Result<()> {
    if regular(path).is_ok() {
        let mut there = Vec::new();
        File::open(path).map_err(in_words)?.take(begins.len() as u64).read_to_end(&mut there)?;
        if !there.is_empty() && there != begins {
            let words = "there is a file of this name that is something else; it is not replaced";
            return Err(Error::new(ErrorKind::AlreadyExists, words));
        }
    }
    can_replace(path)
}

/// Whether two paths lead to one thing that is there.
pub(crate) fn are_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Whether files can be written to a folder, which may have to be made first.
///
/// # Errors
/// It is no folder, cannot be made, or cannot be written to.
pub(crate) fn can_fill(dir: &Path) -> Result<()> {
    let there = dir.ancestors().map(here_if_empty).find(|p| p.symlink_metadata().is_ok());
    let there = there.unwrap_or(Path::new("."));
    if !there.is_dir() {
        return Err(Error::other("this is no folder to write to"));
    }
    can_replace(&there.join("file"))
}

/// Writes a file, in the place of the one that is there.
///
/// # Errors
/// What is there is no regular file or read-only, or it cannot be written; then it is as it was.
pub(crate) fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let part = Part::beside(path, 0)?;
    part.fill(write)?;
    part.take_place()
}

/// Writes files into a folder, which is made if needed: all of them or none.
///
/// # Errors
/// As [`replace`], with the path. No file has been replaced unless moving itself failed.
pub(crate) fn replace_all<'a>(
    dir: &Path,
    files: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> std::result::Result<(), (PathBuf, Error)> {
    can_fill(dir).and_then(|()| fs::create_dir_all(dir)).map_err(|e| (dir.to_owned(), e))?;
    replace_parts(files.into_iter().map(|(name, text)| (dir.join(name), text.as_bytes())))
}

/// Writes files in the place of those that are there: all of them or none.
///
/// # Errors
/// As [`replace`], with the path. No file has been replaced unless moving itself failed.
pub(crate) fn replace_each(files: &[(&Path, &[u8])]) -> std::result::Result<(), (PathBuf, Error)> {
    replace_parts(files.iter().map(|(path, bytes)| (path.to_path_buf(), *bytes)))
}

fn replace_parts<'a>(files: impl Iterator<Item = (PathBuf, &'a [u8])>) -> std::result::Result<(), (PathBuf, Error)> {
    parts(files)?.into_iter().try_for_each(|part| part.take_place().map_err(|e| (part.path.clone(), e)))
}

/// Writes new files: all of them or none.
///
/// # Errors
/// As [`create`], with the path. None of them is there then.
pub(crate) fn create_each(files: &[(&Path, &[u8])]) -> std::result::Result<(), (PathBuf, Error)> {
    for (path, _) in files {
        is_new(path).map_err(|e| (path.to_path_buf(), e))?;
    }
    let parts = parts(files.iter().map(|(path, bytes)| (path.to_path_buf(), *bytes)))?;
    for (i, part) in parts.iter().enumerate() {
        if let Err(e) = part.take_new_place() {
            for made in &parts[..i] {
                let _ = fs::remove_file(&made.path);
            }
            return Err((part.path.clone(), e));
        }
    }
    Ok(())
}

/// Files that are written, each beside its place.
fn parts<'a>(files: impl Iterator<Item = (PathBuf, &'a [u8])>) -> std::result::Result<Vec<Part>, (PathBuf, Error)> {
    let written = |(i, (path, bytes)): (usize, (PathBuf, &[u8]))| {
        let part = Part::beside(&path, i).and_then(|part| {
            part.fill(|out| out.write_all(bytes))?;
            Ok(part)
        });
        part.map_err(|e| (path, e))
    };
    files.enumerate().map(written).collect()
}

/// Refuses a path at which there is something.
fn is_new(path: &Path) -> Result<()> {
    if path.symlink_metadata().is_ok() { Err(ErrorKind::AlreadyExists.into()) } else { Ok(()) }
}

/// Writes a new file; never over one that is there, not even one that another program made meanwhile.
///
/// # Errors
/// There is something at the path, or it cannot be written.
pub(crate) fn create(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    create_each(&[(path, content.as_ref())]).map_err(|(_, e)| e)
}

/// A file beside its place; removed when it was not moved there.
struct Part {
    /// As it was asked for.
    path: PathBuf,
    beside: PathBuf,
    place: PathBuf,
}

impl Part {
    /// Number `n` of this process. A link's file is replaced, not the link.
    fn beside(path: &Path, n: usize) -> Result<Self> {
        let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        match regular(&place) {
            Ok(meta) if meta.permissions().readonly() => return Err(in_words(ErrorKind::PermissionDenied.into())),
            Err(e) if e.kind() != ErrorKind::NotFound => return Err(e),
            _ => {}
        }
        let dir = here_if_empty(place.parent().unwrap_or(Path::new("")));
        let beside = dir.join(format!(".bestiary-{}-{n}.part", std::process::id()));
        Ok(Self { path: path.to_owned(), beside, place })
    }

    fn fill(&self, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
        // One that is there was left by a process of the same number that was ended.
        let _ = fs::remove_file(&self.beside);
        let mut out = BufWriter::new(File::create_new(&self.beside).map_err(in_words)?);
        write(&mut out).and_then(|()| out.flush()).map_err(in_words)
    }

    fn take_place(&self) -> Result<()> {
        if let Ok(there) = fs::metadata(&self.place) {
            fs::set_permissions(&self.beside, there.permissions())?;
        }
        fs::rename(&self.beside, &self.place)
    }

    /// Never over a file that is there.
    fn take_new_place(&self) -> Result<()> {
        match fs::hard_link(&self.beside, &self.path) {
            // Some file systems have no links.
            Err(e) if e.kind() != ErrorKind::AlreadyExists && is_new(&self.path).is_ok() => self.take_place(),
            linked => linked,
        }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // Mostly it has been moved; otherwise the first error is the one to report.
        let _ = fs::remove_file(&self.beside);
    }
}

/// The empty path is the working directory.
pub(crate) fn here_if_empty(dir: &Path) -> &Path {
    if dir.as_os_str().is_empty() { Path::new(".") } else { dir }
}
