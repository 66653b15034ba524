//! The maps that come with the program are fit to live in.

use bestiary::MoveClass;
use bestiary::World;
use bestiary::testing::grid::Regions;
use bestiary::testing::world::format;
use bestiary::{Aabb, Cell, Vec2};
use std::path::Path;

/// A middling creature: radius and height in metres.
const BODY: (f32, f32) = (0.5, 1.0);

fn load(name: &str) -> World {
    let loaded = format::load(Path::new(name)).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
    assert_eq!(loaded.warnings, [], "{name}");
    loaded.world
}

#[test]
fn every_map_inside_the_program_loads_without_a_warning() {
    let names = format::embedded();
    let maps = "bg512/AR0411SR.map border.toml circle.toml crossing.toml depot.toml doors.toml doorway.toml glade.toml isle.toml \
                markers.toml plain.toml shore.toml stadium.toml street.toml tower.toml";
    assert_eq!(names, maps.split(' ').map(|name| format!("maps/{name}")).collect::<Vec<_>>());
    for name in names {
        load(&name);
    }
}

#[test]
fn a_bare_name_is_enough_and_so_is_a_path_from_anywhere() {
    assert_eq!(load("glade").name, "glade");
    assert_eq!(load("maps/depot.toml").name, "depot");
    assert_eq!(load("AR0411SR").file, "maps/bg512/AR0411SR.map");
    let real = load("maps/bg512/AR0411SR.map");
    assert_eq!((real.ground.width(), real.ground.height()), (512, 512));
    assert!(real.attribution.is_some_and(|a| a.contains("Sturtevant") && a.contains("2012")));
}

#[test]
fn every_spawn_area_has_room_for_all_in_the_largest_region() {
    for name in ["glade", "depot"] {
        let world = load(name);
        let regions = Regions::build(&world, BODY.0, BODY.1, MoveClass::WALK);
        let main = regions.largest().expect("open ground");
        for s in &world.spawns {
            let cells = regions.count_in(s.area, main);
            assert!(cells >= 4 * s.count, "{name}, line {}: {cells} cells for {} {}", s.line, s.count, s.behaviour);
        }
        let player = world.player.expect("a start");
        assert_eq!(regions.of_point(player), Some(main), "{name}");
    }
}

#[test]
fn glade_has_the_five_behaviours_in_lively_numbers() {
    let world = load("glade");
    assert_eq!(world.size(), Vec2::new(160.0, 120.0));
    let count = |b: &str| world.spawns.iter().filter(|s| s.behaviour == b).map(|s| s.count).sum::<u32>();
    assert!((6..=8).contains(&count("wolf")) && (24..=30).contains(&count("deer")));
    assert!((2..=3).contains(&count("merchant")) && (5..=6).contains(&count("scavenger")));
    assert_eq!(count("guard"), 4);
}

#[test]
fn no_creature_gets_into_glades_walled_garden() {
    let world = load("glade");
    let regions = Regions::build(&world, BODY.0, BODY.1, MoveClass::WALK);
    let inside = regions.of_point(Vec2::new(145.0, 102.0)).expect("there is ground inside");
    assert_ne!(Some(inside), regions.largest());
    assert!(regions.count_in(everywhere(&world), inside) > 60);
}

#[test]
fn glades_ruin_opens_to_ever_smaller_buffers() {
    let world = load("glade");
    let (outside, court, heart) = (Vec2::new(108.5, 100.5), Vec2::new(113.5, 95.5), Vec2::new(118.5, 100.5));
    // A buffer on every volume is the same as a body that much wider.
    let joined = |buffer: f32, a: Vec2, b: Vec2| Regions::build(&world, buffer, BODY.1, MoveClass::WALK).joined(a, b);
    let passes = |buffer| (joined(buffer, outside, court), joined(buffer, court, heart));
    assert_eq!(passes(1.01), (false, false), "1 m closes both breaches");
    assert_eq!(passes(0.7), (true, false), "less opens the outer one");
    assert_eq!(passes(0.5), (true, true), "and the creature itself fits through both");
}

#[test]
fn the_pond_is_water_and_trees_are_walked_under() {
    let world = load("glade");
    let pond = Cell::new(50, 30);
    assert!(!world.ground.walkable(pond) && !world.ground.opaque(pond));
    let canopy = world.volumes.iter().find(|v| v.base_m >= 2.5).expect("a canopy");
    assert!(!canopy.matters_to(BODY.1, MoveClass::WALK) && canopy.matters_to(3.0, MoveClass::WALK));
}

#[test]
fn depots_pockets_face_the_yard_that_its_roamers_come_from() {
    let world = load("depot");
    let yard = Aabb::new(Vec2::ZERO, Vec2::new(15.0, 80.0));
    assert!(
        world
            .spawns
            .iter()
            .filter(|s| s.behaviour == "scavenger")
            .all(|s| yard.contains(s.area.min) && yard.contains(s.area.max))
    );
    // Straight lines from west to east end inside something, nearly all of them.
    let blocked = |y: f32| world.probe(Vec2::new(14.5, y), Vec2::new(98.5, y), BODY.1, MoveClass::WALK).is_some();
    let lines = (0..80).filter(|y| blocked(*y as f32 + 0.5)).count();
    assert!(lines >= 76, "{lines} of 80");
    // And yet the far side is connected with the yard.
    let regions = Regions::build(&world, BODY.0, BODY.1, MoveClass::WALK);
    assert!(regions.joined(Vec2::new(8.0, 40.0), Vec2::new(97.5, 40.5)));
    let main = regions.largest().expect("open ground");
    let open = |x: usize, y: usize| regions.of_cell(Cell::new(x as i32, y as i32)).is_some();
    let all = (0..world.ground.height()).flat_map(|y| (0..world.ground.width()).filter(move |x| open(*x, y))).count();
    let connected = regions.count_in(everywhere(&world), main) as usize;
    assert!(connected * 100 >= all * 99, "next to nothing is sealed off");
}

fn everywhere(world: &World) -> Aabb {
    Aabb::new(Vec2::ZERO, world.size())
}

#[test]
fn the_example_in_the_description_of_the_format_is_a_good_map() {
    let page = std::fs::read_to_string("docs/maps.md").expect("the page");
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let loaded = format::parse("yard.toml", example.as_bytes()).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(loaded.warnings, []);
    assert_eq!((loaded.world.objects.len(), loaded.world.volumes.len(), loaded.world.spawns.len()), (1, 2, 1));
}

#[test]
fn a_box_turns_about_its_pivot_and_then_with_its_object() {
    let text = |rest: &str| format!("format = 1\n[ground]\nsize = [40, 40]\n[[object]]\nkind = \"gate\"\n{rest}\n");
    let world = |rest: &str| format::parse("g.toml", text(rest).as_bytes()).unwrap_or_else(|e| panic!("{e:?}")).world;
    let near = |a: Vec2, b: Vec2| assert!(a.distance(b) < 1e-4, "{a} is {b}");
    // A leaf 3 m long whose hinge is at (10, 10).
    let leaf = "size = [3, 0.2], at = [1.5, 0], pivot = [-1.5, 0], top = 1.2";
    let shut = world(&format!("at = [10, 10]\nboxes = [{{ {leaf} }}]")).volumes[0].footprint;
    near(shut.centre, Vec2::new(11.5, 10.0));
    // Opened by a quarter, clockwise: it points down the map from the hinge.
    let open = world(&format!("at = [10, 10]\nboxes = [{{ {leaf}, turn = 90 }}]")).volumes[0].footprint;
    near(open.centre, Vec2::new(10.0, 11.5));
    near(open.axis, Vec2::new(0.0, 1.0));
    // The object's own quarter comes on top: it points left.
    let both = world(&format!("at = [10, 10]\nturn = 90\nboxes = [{{ {leaf}, turn = 90 }}]")).volumes[0].footprint;
    near(both.centre, Vec2::new(8.5, 10.0));
}

#[test]
fn a_prefab_is_wherever_its_places_say() {
    let text = "format = 1\n[ground]\nsize = [40, 40]\n[prefab.tree]\nboxes = [{ size = [1, 1], top = 5 }, { size = [4, 4], base = 3, \
                top = 6 }]\n[[object]]\nprefab = \"tree\"\nplaces = [[5, 6], [7, 8, 45]]\n[[object]]\nname = \"oak\"\nprefab = \
                \"tree\"\nat = [20, 20]\n";
    let w = format::parse("g.toml", text.as_bytes()).unwrap_or_else(|e| panic!("{e:?}")).world;
    let found: Vec<_> = w.objects.iter().map(|o| (o.name.as_str(), o.kind.as_str(), o.volumes.clone())).collect();
    assert_eq!(found, [("tree", "tree", 0..2), ("tree", "tree", 2..4), ("oak", "tree", 4..6)]);
    assert_eq!(w.volumes[3].footprint.centre, Vec2::new(7.0, 8.0));
    assert_eq!((w.volumes[3].object, w.volumes[3].base_m), (1, 3.0));
}

/// A cell is road where its middle lies within half the width of the line, and nowhere else.
#[test]
fn a_road_covers_the_cells_along_its_line() {
    let line = [[3.0, 20.0], [14.5, 4.25], [40.0, 30.0], [40.0, 9.0], [12.0, 9.0]];
    let text = "format = 1\nresolution = 0.5\n[ground]\nsize = [50, 32]\n[[ground.road]]\nwidth = 3\n\
                points = [[3, 20], [14.5, 4.25], [40, 30], [40, 9], [12, 9]]";
    let ground = format::parse("x.toml", text.as_bytes()).expect("a good map").world.ground;
    let away = |at: Vec2| {
        let of_piece = |ends: &[[f32; 2]]| {
            let (from, to) = (Vec2::from(ends[0]), Vec2::from(ends[1]));
            let share = ((at - from).dot(to - from) / (to - from).length_squared()).clamp(0.0, 1.0);
            at.distance(from.lerp(to, share))
        };
        line.windows(2).map(of_piece).fold(f32::INFINITY, f32::min)
    };
    let mut roads = 0;
    for y in 0..ground.height() as i32 {
        for x in 0..ground.width() as i32 {
            let (cell, away) = (Cell::new(x, y), away(Cell::new(x, y).centre(0.5)));
            let is_road = ground.kind(cell).is_some_and(|kind| kind.name == "road");
            roads += u32::from(is_road);
            // On the edge itself sums decide.
            assert!((away - 1.5).abs() < 1e-4 || is_road == (away < 1.5), "{cell:?} is {away} m away");
        }
    }
    assert!(roads > 1_000, "{roads} cells");
}

#[test]
fn a_road_that_cannot_be_is_refused_by_name() {
    for (road, said) in [
        ("width = 3", "[[ground.road]] needs 'points'"),
        ("points = [[1, 1], [5, 5]]", "[[ground.road]] needs 'width'"),
        ("width = 3, points = [[1, 1]]", "a road has 2 to 64 points, not 1"),
        ("width = 3, points = [[1, 1], [50, 5]]", "point 2 of a road lies outside the ground of 40 × 20 m"),
        ("width = 3, points = [[nan, 1], [5, 5]]", "point"),
        ("width = 3, points = [[1, 1], [5]]", "'points' must be a list of places"),
        ("width = 1e9, points = [[1, 1], [5, 5]]", "'width' must be a number from 0.1 to 100"),
        ("width = 3, kind = 'raod', points = [[1, 1], [5, 5]]", "the legend has no ground called 'raod'"),
        ("width = 3, points = [[1, 1], [5, 5]], wide = 3", "wide"),
    ] {
        let text = format!("format = 1\n[ground]\nsize = [40, 20]\nroad = [{{ {road} }}]");
        let faults = format::parse("x.toml", text.as_bytes()).err().unwrap_or_else(|| panic!("{road} is refused"));
        let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(all.iter().any(|fault| fault.contains(said) && fault.contains("x.toml:4")), "{road}: {all:?}");
    }
}
