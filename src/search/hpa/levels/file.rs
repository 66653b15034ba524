//! Prepared levels kept in a file: plain little-endian numbers after a header that says which field they belong to.
//!
//! Header: eight letters, then as 32 bits the version, the field's width and height and the four numbers of the
//! [`Shape`]; as 64 bits the fingerprint of the field, and that of what its cells cost (0 where that is the same everywhere).
//! Then for each level how many points each cluster has (16 bits), the points (column, row, sides: 16 bits each) and the
//! costs (16 bits on the lowest level where there are no costs, else 32). At the end a checksum of all that came before, 64 bits.

use super::super::{FAR, Level, Point, Slot, pairs};
use super::build::{Levels, Shape};
use crate::grid::{CostLayer, Field};
use crate::search::Landscape;
use std::io::{self, Read, Write};
use xxhash_rust::xxh3::Xxh3;

const MAGIC: &[u8; 8] = b"BESTLEVL";
const VERSION: u32 = 2;
/// Numbers read or written at a time.
const CHUNK: usize = 1 << 14;

/// Why prepared levels were not taken from a file.
#[derive(Debug, thiserror::Error)]
pub enum LevelsFileError {
    /// The disk failed, or there is no such file.
    #[error("it cannot be read or written: {0}")]
    Io(#[from] io::Error),
    /// The file begins as none of these does.
    #[error("it holds no prepared levels")]
    Foreign,
    /// Written by another version of the program.
    #[error("it has version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// It belongs to another map, to a map that has changed since, or to bodies of another size.
    #[error("it belongs to another map, or to this one as it was before a change")]
    OtherField,
    /// It ends too early, goes on too long, or does not say what was written.
    #[error("it is damaged")]
    Damaged,
}

impl LevelsFileError {
    fn of(e: io::Error) -> Self {
        if e.kind() == io::ErrorKind::UnexpectedEof { Self::Damaged } else { Self::Io(e) }
    }
}

impl Levels {
    /// Writes all levels of a landscape.
    ///
    /// # Errors
    /// What the target says.
    pub fn write<'a>(&self, on: impl Into<Landscape<'a>>, target: &mut dyn Write) -> io::Result<()> {
        let on = on.into();
        let mut out = Summing { inner: target, sum: Xxh3::new() };
        out.write_all(MAGIC)?;
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&identity(on, self.shape))?;
        for (number, level) in self.levels.iter().enumerate() {
            let all = || (0..level.clusters.count()).map(|c| level.view(c));
            put(&mut out, all().map(|v| (v.points.len() as u16).to_le_bytes()))?;
            put(&mut out, all().flat_map(|v| v.points).flat_map(|p| [p.x, p.y, p.sides]).map(u16::to_le_bytes))?;
            let costs = all().flat_map(|v| v.costs);
            if number == 0 && on.costs.is_none() {
                // The longest path in 32 × 32 cells costs less than the number for none.
                put(&mut out, costs.map(|c| u16::try_from(*c).unwrap_or(u16::MAX).to_le_bytes()))?;
            } else {
                put(&mut out, costs.map(|c| c.to_le_bytes()))?;
            }
        }
        let sum = out.sum.digest();
        out.inner.write_all(&sum.to_le_bytes())
    }

    /// Reads levels that were written for exactly this landscape and shape. Nothing is believed before it is checked, and no
    /// more memory taken than the file can fill.
    ///
    /// # Errors
    /// [`LevelsFileError`]; levels are whole or not there.
    pub fn read<'a>(
        on: impl Into<Landscape<'a>>,
        shape: Shape,
        source: &mut dyn Read,
    ) -> Result<Self, LevelsFileError> {
        let (on, shape) = (on.into(), shape.cut());
        let mut from = Summing { inner: source, sum: Xxh3::new() };
        let mut magic = [0; MAGIC.len()];
        match from.read_exact(&mut magic) {
            Err(e) if e.kind() != io::ErrorKind::UnexpectedEof => return Err(e.into()),
            read => read.ok().filter(|()| magic == *MAGIC).ok_or(LevelsFileError::Foreign)?,
        }
        let mut version = [0; 4];
        from.read_exact(&mut version).map_err(LevelsFileError::of)?;
        if version != VERSION.to_le_bytes() {
            return Err(LevelsFileError::Version(u32::from_le_bytes(version)));
        }
        let expected = identity(on, shape);
        let mut found = vec![0; expected.len()];
        from.read_exact(&mut found).map_err(LevelsFileError::of)?;
        if found != expected {
            return Err(LevelsFileError::OtherField);
        }
        let mut levels = shape.levels(on.field);
        for (number, level) in levels.iter_mut().enumerate() {
            read_level(&mut from, on.field, level, number == 0 && on.costs.is_none())?;
        }
        let sum = from.sum.digest();
        let mut end = [0; 8];
        from.inner.read_exact(&mut end).map_err(LevelsFileError::of)?;
        if u64::from_le_bytes(end) != sum || from.inner.read(&mut [0])? != 0 {
            return Err(LevelsFileError::Damaged);
        }
        Ok(Self { shape, levels })
    }
}

/// `is_short`: its costs have 16 bits.
fn read_level(from: &mut dyn Read, field: &Field, level: &mut Level, is_short: bool) -> Result<(), LevelsFileError> {
    let (mut points, mut costs) = (0_usize, 0_usize);
    let mut slots = Vec::new();
    each::<2>(from, level.clusters.count(), |n| {
        let len = u16::from_le_bytes(n);
        slots.push(Slot { points: points as u32, costs: costs as u32, len, room: len });
        points += usize::from(len);
        costs += pairs(usize::from(len));
        points.max(costs) <= u32::MAX as usize
    })?;
    level.slots = slots;
    let list = &mut level.points;
    each::<6>(from, points, |[a, b, c, d, e, f]| {
        let [x, y, sides] = [[a, b], [c, d], [e, f]].map(u16::from_le_bytes);
        list.push(Point { x, y, sides });
        (1..16).contains(&sides)
    })?;
    let list = &mut level.costs;
    if is_short {
        each::<2>(from, costs, |n| {
            let cost = u16::from_le_bytes(n);
            list.push(if cost == u16::MAX { FAR } else { u32::from(cost) });
            true
        })?;
    } else {
        each::<4>(from, costs, |n| {
            list.push(u32::from_le_bytes(n));
            true
        })?;
    }
    let sound = |cluster| {
        let (area, points) = (level.area(cluster), level.view(cluster).points);
        let inside = points.iter().all(|p| area.contains(p.cell()) && field.open(p.cell()));
        inside && points.is_sorted_by(|a, b| a.key() < b.key())
    };
    if (0..level.clusters.count()).all(sound) { Ok(()) } else { Err(LevelsFileError::Damaged) }
}

/// What the header says of the landscape and the shape.
fn identity(on: Landscape, Shape { cluster, factor, gates, top }: Shape) -> Vec<u8> {
    let numbers = [on.field.width(), on.field.height(), cluster, factor, gates, top].map(u32::to_le_bytes);
    let costs = on.costs.map_or(0, CostLayer::fingerprint);
    let prints = [on.field.fingerprint(), costs].map(u64::to_le_bytes);
    [numbers.as_flattened(), prints.as_flattened()].concat()
}

/// Reads `count` pieces of `N` bytes; `take` returns whether one makes sense.
fn each<const N: usize>(
    from: &mut dyn Read,
    count: usize,
    mut take: impl FnMut([u8; N]) -> bool,
) -> Result<(), LevelsFileError> {
    let mut bytes = vec![0; N * CHUNK.min(count)];
    let mut left = count;
    while left > 0 {
        let some = &mut bytes[..N * left.min(CHUNK)];
        from.read_exact(some).map_err(LevelsFileError::of)?;
        if !some.as_chunks::<N>().0.iter().all(|piece| take(*piece)) {
            return Err(LevelsFileError::Damaged);
        }
        left -= left.min(CHUNK);
    }
    Ok(())
}

fn put<const N: usize>(out: &mut dyn Write, pieces: impl Iterator<Item = [u8; N]>) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(N * CHUNK);
    for piece in pieces {
        bytes.extend_from_slice(&piece);
        if bytes.len() >= N * CHUNK {
            out.write_all(&bytes)?;
            bytes.clear();
        }
    }
    out.write_all(&bytes)
}

/// Adds up what is written or read through it.
struct Summing<'a, T: ?Sized> {
    inner: &'a mut T,
    sum: Xxh3,
}

impl Write for Summing<'_, dyn Write + '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl Read for Summing<'_, dyn Read + '_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.sum.update(&bytes[..read]);
        Ok(read)
    }
}
