//! Draws a map as text, with what is wrong with it: `cargo run --example map -- glade`.

use bestiary::MoveClass;
use bestiary::testing::grid::Regions;
use bestiary::testing::world::format;
use bestiary::{Cell, Vec2};
use bestiary::{Look, World};
use std::process::ExitCode;

/// A body of middling size, metres.
const BODY: (f32, f32) = (0.5, 1.0);

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_else(|| "glade".into());
    match format::load(name.as_ref()) {
        Err(problems) => {
            problems.iter().for_each(|p| eprintln!("{p}"));
            ExitCode::FAILURE
        }
        Ok(loaded) => {
            loaded.warnings.iter().for_each(|w| eprintln!("{w}"));
            let regions = Regions::build(&loaded.world, BODY.0, BODY.1, MoveClass::WALK);
            for y in 0..loaded.world.ground.height() as i32 {
                let row: String = (0..loaded.world.ground.width() as i32)
                    .map(|x| letter(&loaded.world, &regions, Cell::new(x, y)))
                    .collect();
                println!("{row}");
            }
            let largest = regions
                .largest()
                .map_or(0, |l| regions.count_in(bestiary::Aabb::new(Vec2::ZERO, loaded.world.size()), l));
            println!("the largest region has {largest} cells");
            ExitCode::SUCCESS
        }
    }
}

/// Volumes over spawns over ground; `!` where one can stand but not come to from the largest region.
fn letter(world: &World, regions: &Regions, cell: Cell) -> char {
    let centre = cell.centre(world.ground.resolution_m());
    let stands = |height: f32| !world.volumes_free(centre, 0.5 * world.ground.resolution_m(), height, MoveClass::WALK);
    let over = world.any_volume_in(bestiary::Aabb::around(centre, 0.01), |v| v.footprint.contains(centre));
    if world.player.is_some_and(|p| Cell::of(p, world.ground.resolution_m()) == cell) {
        return 'P';
    }
    if stands(BODY.1) {
        return '█';
    }
    if regions.of_cell(cell).is_some() && regions.of_cell(cell) != regions.largest() {
        return '!';
    }
    if over {
        return '░';
    }
    spawn_letter(world, centre).unwrap_or(match world.ground.kind(cell).map(|k| k.look) {
        Some(Look::Grass | Look::Floor) => ' ',
        Some(Look::Tree) => '♣',
        Some(Look::Water) => '≈',
        Some(Look::Sand) => '·',
        Some(Look::Swamp) => '%',
        Some(Look::Rock) => '^',
        Some(Look::Road) => '=',
        Some(Look::Wall) => '#',
        Some(Look::Void) | None => '@',
    })
}

/// The behaviour's first letter along the rim of its area.
fn spawn_letter(world: &World, p: Vec2) -> Option<char> {
    let rim = |s: &&bestiary::SpawnArea| {
        let inner = s.area.grown(-world.ground.resolution_m());
        s.area.contains(p) && !inner.contains(p)
    };
    world.spawns.iter().find(rim).and_then(|s| s.behaviour.chars().next())
}
