//! Worlds drawn as text, for tests.

use super::{Ground, GroundKind, Look, Object, Volume, World};

/// A world of grass, with a wall for each `#`; all volumes belong to one object.
pub(crate) fn drawn<S: AsRef<str>>(rows: &[S], resolution_m: f32, volumes: Vec<Volume>) -> World {
    let kind = |name: &str, letter, walkable, look| GroundKind {
        name: name.into(),
        letter,
        walkable,
        opaque: !walkable,
        look,
    };
    let kinds = vec![kind("grass", '.', true, Look::Grass), kind("wall", '#', false, Look::Wall)];
    let cells = rows.iter().flat_map(|row| row.as_ref().chars()).map(|c| u8::from(c == '#')).collect();
    let ground = Ground::new(rows[0].as_ref().chars().count(), rows.len(), resolution_m, kinds, cells);
    let object = Object { name: "box".into(), kind: "box".into(), volumes: 0..volumes.len() as u32 };
    World::new("drawn", ground, vec![object], volumes)
}
