//! A map of Tiled one layer of which is edited in place again and again while 500 creatures live on it.

use super::*;

/// Columns and rows of the map.
const SIDE: u32 = 64;
const CREATURES: u32 = 500;
/// A body may seem to dip into a wall by so much, metres: what rounding leaves.
const SKIN_M: f32 = 0.02;

/// The map with its layer of houses in version `n`: blocks of 3 x 3 tiles, on about a tenth of it, elsewhere each time.
fn town(n: u32) -> World {
    let is_house = |x: u32, y: u32| {
        let hash = (x / 3).wrapping_mul(73_856_093) ^ (y / 3).wrapping_mul(19_349_663) ^ n.wrapping_mul(83_492_791);
        hash.wrapping_mul(2_654_435_761) >> 24 < 26
    };
    let cells = (0..SIDE * SIDE).map(|i| if is_house(i % SIDE, i / SIDE) { "2" } else { "0" }).collect::<Vec<_>>();
    let floor = vec!["1"; (SIDE * SIDE) as usize].join(",");
    let layer = |name: &str, data: &str| {
        format!(
            "<layer name=\"{name}\" width=\"{SIDE}\" height=\"{SIDE}\"><data encoding=\"csv\">{data}</data></layer>"
        )
    };
    let text = format!(
        "<map orientation=\"orthogonal\" width=\"{SIDE}\" height=\"{SIDE}\" tilewidth=\"16\" tileheight=\"16\">
<tileset firstgid=\"1\" name=\"town\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"2\" columns=\"2\">
<tile id=\"1\"><properties><property name=\"walkable\" type=\"bool\" value=\"false\"/></properties></tile></tileset>
{}{}<objectgroup name=\"life\"><object id=\"1\" name=\"hare\" type=\"spawn\" x=\"16\" y=\"16\" width=\"{2}\" height=\"{2}\">
<properties><property name=\"count\" type=\"int\" value=\"{CREATURES}\"/></properties></object></objectgroup></map>",
        layer("floor", &floor),
        layer("houses", &cells.join(",")),
        (SIDE - 2) * 16,
    );
    format::parse("town.tmx", text.as_bytes()).unwrap_or_else(|faults| panic!("{faults:?}")).world
}

/// The world's hash after each of some versions of the map.
fn edited(threads: usize) -> Vec<String> {
    let usual = usual_setup(town(1), mods(), 5);
    let setup = Setup { sim: SimParams { threads, ..usual.sim.clone() }, ..usual };
    let mut sim = Sim::new(setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    steps(&mut sim, 20);
    let mut hashes = Vec::new();
    for n in 2..5 {
        let was_free = |sim: &Sim, slot: usize, world: &World| {
            world.is_free(sim.agents().bodies.position[slot], 0.4 - SKIN_M, 1.0, MoveClass::WALK)
        };
        let next = town(n);
        let caught = sim.agents().bodies.living().filter(|slot| !was_free(&sim, *slot, &next)).count();
        let said = |sim: &mut Sim| lines(sim, Level::Info).iter().filter(|line| line.contains("a wall is now")).count();
        let before = said(&mut sim);
        sim.step(&[Command::ReloadMap(MapVersion::new(next))], &NoClock);
        assert_eq!(sim.agents().bodies.living().count() as u32, CREATURES);
        let inside = sim.agents().bodies.living().filter(|slot| !was_free(&sim, *slot, sim.world())).count();
        assert_eq!(inside, 0, "creatures inside a wall in version {n}");
        // Those that a wall would have caught are moved, and the log says of some of them that they are.
        assert!(caught > 0 && said(&mut sim) > before, "{caught} were caught in version {n}");
        steps(&mut sim, 10);
        hashes.push(sim.hash());
    }
    hashes
}

#[test]
fn no_creature_is_inside_a_wall_and_the_same_edits_give_the_same_world() {
    assert_eq!(edited(1), edited(4));
}
