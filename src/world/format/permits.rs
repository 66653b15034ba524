//! What creatures may change in a native map.

use super::Table;
use super::boxes::LONGEST_NAME;

/// Factions that may change a map.
const MOST_FACTIONS: usize = 16;

/// Reads `[changes]`: the factions whose creatures may place, move and take away boxes and change ground, none for all of them.
/// `None`: no creature may.
pub(super) fn read(top: &Table) -> Option<Vec<Box<str>>> {
    top.get("changes")?;
    let table = top.table("changes", "[changes]")?;
    table.allow(&["by"]);
    match table.get("by") {
        None => Some(Vec::new()),
        Some(_) => table.texts("by", LONGEST_NAME, MOST_FACTIONS).map(|all| all.into_iter().map(Into::into).collect()),
    }
}
