//! The level: pictures, white where it is open, with a green dot at the start and a red one at the goal.

use super::Failure;
use crate::geom::Vec2;
use crate::world::World;
use crate::world::format;

/// A level, or a part of it alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub(super) name: &'static str,
    file: &'static str,
    picture: &'static [u8],
}

/// The whole level, then its parts.
pub(super) const ALL: [Level; 5] = [
    Level { name: "whole level", file: "level.png", picture: include_bytes!("level.png") },
    Level { name: "open rooms", file: "rooms.png", picture: include_bytes!("rooms.png") },
    Level { name: "labyrinth", file: "labyrinth.png", picture: include_bytes!("labyrinth.png") },
    Level { name: "round room", file: "forest.png", picture: include_bytes!("forest.png") },
    Level { name: "long corridor", file: "corridor.png", picture: include_bytes!("corridor.png") },
];

impl Level {
    /// The world of the picture, with its start and goal.
    pub(super) fn world(&self) -> Result<(World, [Vec2; 2]), Failure> {
        let world = format::parse(self.file, self.picture).map_err(Failure::Input)?.world;
        let end = |name: &str| world.areas.place(name).unwrap_or_default();
        let ends = [end("start"), end("goal")];
        Ok((world, ends))
    }
}
