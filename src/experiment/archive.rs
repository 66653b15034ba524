//! Sets of Moving AI maps: `SET.tar.xz`, or a folder `SET` with the maps in it.

use super::Failure;
use crate::file::leaves;
use lzma_rust2::XzReader;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

/// Larger files are not maps of these sets.
const MAX_MAP_BYTES: u64 = 16 << 20;
/// More files in a set are not read: an archive can claim anything.
const MAX_MAPS: usize = 10_000;
/// Most bytes an archive may unpack to.
const MAX_SET_BYTES: u64 = 1 << 30;

/// A map as it lies in its set, unread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapFile {
    /// The file's name, without folders.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Reads all maps of a set from `dir`, in order of name: from the archive `SET.tar.xz` if there is one, else from the folder
/// `SET`. Files that do not end in `.map` are passed over.
///
/// # Errors
/// [`Failure::NoSet`], [`Failure::EmptySet`], [`Failure::Archive`], [`Failure::Io`].
pub fn load_set(dir: &Path, set: &str) -> Result<Vec<MapFile>, Failure> {
    let (archive, folder) = (dir.join(format!("{set}.tar.xz")), dir.join(set));
    let (mut maps, place) = if archive.is_file() {
        (unpack(&archive).map_err(|e| Failure::Archive(archive.clone(), e))?, archive)
    } else if folder.is_dir() {
        (read_folder(&folder)?, folder)
    } else {
        return Err(Failure::NoSet(set.into(), archive, folder));
    };
    if maps.is_empty() {
        return Err(Failure::EmptySet(place));
    }
    maps.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(maps)
}

fn unpack(file: &Path) -> std::io::Result<Vec<MapFile>> {
    let unpacked = XzReader::new(BufReader::new(File::open(file)?), true).take(MAX_SET_BYTES);
    let mut archive = tar::Archive::new(unpacked);
    let mut maps = Vec::new();
    for entry in archive.entries()? {
        let mut entry = entry?;
        let Some(name) = map_name(&entry.path()?).filter(|_| entry.header().entry_type().is_file()) else { continue };
        if entry.size() > MAX_MAP_BYTES || maps.len() == MAX_MAPS {
            return Err(std::io::Error::other(format!("{name}: too large for a set of maps")));
        }
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes)?;
        maps.push(MapFile { name, bytes });
    }
    // What follows the last entry holds the checksum: a damaged end is damage too.
    std::io::copy(&mut archive.into_inner(), &mut std::io::sink())?;
    Ok(maps)
}

fn read_folder(folder: &Path) -> Result<Vec<MapFile>, Failure> {
    let mut maps = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(Failure::io(folder))? {
        let path = entry.map_err(Failure::io(folder))?.path();
        let Some(name) = map_name(&path).filter(|_| path.is_file() && maps.len() < MAX_MAPS) else { continue };
        if leaves(&path, folder) {
            return Err(Failure::Io(path, std::io::Error::other("is a link that leads out of its folder")));
        }
        let mut bytes = Vec::new();
        File::open(&path).and_then(|f| f.take(MAX_MAP_BYTES).read_to_end(&mut bytes)).map_err(Failure::io(&path))?;
        maps.push(MapFile { name, bytes });
    }
    Ok(maps)
}

/// The name of a map's file; `None` for any other file.
fn map_name(path: &Path) -> Option<String> {
    path.file_name().map(|n| n.to_string_lossy().into_owned()).filter(|name| name.ends_with(".map"))
}
