//! Maps of other programs. Each becomes a native one, see [`draft::Draft`].

mod classes;
mod draft;
mod findings;
mod index;
mod keys;
mod kinds;
mod ldtk;
mod letters;
mod picture;
mod shapes;
mod tiled;

use crate::diag::Diagnostic;
use crate::world::World;
pub(super) use classes::CLASSES;
use draft::Draft;
use findings::Findings;
pub(super) use keys::{Choice, GROUND_CLASS, Key, OF_GROUND, OF_MAP, OF_STOREY, STOREY_CLASS, Values};
pub(super) use kinds::of_world;
pub(crate) use letters::TooManyCells;
pub(crate) use picture::is_palette;
use std::borrow::Cow;

/// The programs whose maps are read. To add one: the file that makes a draft of its maps; here its variant and call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    /// The editor Tiled: XML, or JSON.
    Tiled,
    /// The editor LDtk.
    Ldtk,
    /// Whatever draws pictures: a cell a pixel.
    Picture,
}

impl Program {
    /// The native map that a file becomes, and what was found.
    pub(super) fn draft(self, file: &str, bytes: Cow<[u8]>) -> (Option<Draft>, Vec<Diagnostic>) {
        let findings = Findings::new(file);
        let draft = match self {
            Self::Tiled => tiled::draft(file, bytes, &findings),
            Self::Ldtk => ldtk::draft(file, &bytes, &findings),
            Self::Picture => picture::draft(file, &bytes, &findings),
        };
        (draft.filter(|_| !findings.failed()), findings.into_all())
    }

    /// Reads a map.
    pub(super) fn read(self, file: &str, bytes: Cow<[u8]>) -> (Option<World>, Vec<Diagnostic>) {
        let (draft, mut found) = self.draft(file, bytes);
        let Some(draft) = draft else { return (None, found) };
        let (world, more) = draft.read(file);
        found.extend(more);
        (world, found)
    }
}
