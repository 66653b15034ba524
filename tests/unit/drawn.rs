//! Worlds and grids drawn as text.

use bestiary::testing::grid::BitGrid;
use bestiary::testing::world::{Ground, GroundKind, Look, Object, PLAIN_COST, Traversability, Volume, World};

/// A world of grass, with a wall for each `#`; all volumes belong to one object.
pub(crate) fn world<S: AsRef<str>>(rows: &[S], resolution_m: f32, volumes: Vec<Volume>) -> World {
    let kind = |name: &str, letter, walkable, look| GroundKind {
        name: name.into(),
        letter,
        walkable,
        opaque: !walkable,
        cost: PLAIN_COST,
        traversability: Traversability::default(),
        look,
    };
    let kinds = vec![kind("grass", '.', true, Look::Grass), kind("wall", '#', false, Look::Wall)];
    let cells = rows.iter().flat_map(|row| row.as_ref().chars()).map(|c| u8::from(c == '#')).collect();
    let ground = Ground::new(rows[0].as_ref().chars().count(), rows.len(), resolution_m, kinds, cells);
    let object = Object { name: "box".into(), kind: "box".into(), volumes: 0..volumes.len() as u32 };
    World::new("drawn", ground, vec![object], volumes)
}

/// A grid with the cells closed that are drawn `#`.
pub(crate) fn grid(rows: &[&str]) -> BitGrid {
    let width = rows.iter().map(|r| r.chars().count()).max().unwrap_or(0);
    let mut grid = BitGrid::new(width as u32, rows.len() as u32);
    for (y, row) in rows.iter().enumerate() {
        for (x, _) in row.chars().enumerate().filter(|(_, c)| *c == '#') {
            grid.close(x as i32, y as i32);
        }
    }
    grid
}

/// The picture that [`grid`] reads: `#` closed, `.` open.
pub(crate) fn picture(grid: &BitGrid) -> String {
    let row = |y| (0..grid.width() as i32).map(move |x| if grid.open(x, y) { '.' } else { '#' });
    (0..grid.height() as i32).flat_map(|y| row(y).chain(['\n'])).collect()
}
