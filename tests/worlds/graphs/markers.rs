//! The graph of markers: which are joined for which body, and what their lines cost.

use super::{GROUND, HEIGHT_M, check_legal, path};
use bestiary::testing::graph::{BodySize, GraphError, GraphKind, Mover};
use bestiary::testing::grid::CostLayer;
use bestiary::testing::world::format;
use bestiary::{Diagnostic, MoveClass, Vec2, World};
use std::path::Path;

/// Two halls with a doorway of 2 m, and a marker on each side of it.
const HALLS: &str = "
format = 1
[ground]
size = [20, 10]
[[object]]
kind = \"wall\"
at = [10, 5]
boxes = [{ size = [0.5, 4], at = [0, -3], top = 3 }, { size = [0.5, 4], at = [0, 3], top = 3 }]
";

fn world(markers: &str) -> World {
    format::parse("halls.toml", format!("{HALLS}{markers}").as_bytes()).expect("is a map").world
}

fn faults(markers: &str) -> Vec<Diagnostic> {
    format::parse("halls.toml", format!("{HALLS}{markers}").as_bytes()).err().unwrap_or_default()
}

fn marker(name: &str, x: f32, y: f32, more: &str) -> String {
    format!("[[marker]]\nname = \"{name}\"\nat = [{x}, {y}]\n{more}\n")
}

/// The path over the markers for a body.
fn found(world: &World, radius_m: f32, from: Vec2, to: Vec2) -> Option<(f32, Vec<Vec2>)> {
    let costs = CostLayer::of_world(world, MoveClass::WALK);
    let size = BodySize { radius_m, height_m: HEIGHT_M, moves: MoveClass::WALK };
    let mover = Mover::new(world, size, costs.as_ref());
    let mut graph = GraphKind::Markers.make(&mover, [GROUND(from), GROUND(to)]).expect("it has markers");
    let found = path(&mut *graph, mover, from, to);
    found.iter().for_each(|(_, path)| check_legal(&mover, path, "markers"));
    found
}

#[test]
fn markers_are_joined_where_the_body_passes_in_its_whole_width() {
    let world = world(&[marker("west", 5.0, 5.0, ""), marker("east", 15.0, 5.0, "")].concat());
    let (from, to) = (Vec2::new(3.0, 1.0), Vec2::new(17.0, 1.0));
    for (radius_m, passes) in [(0.1, true), (0.9, true), (1.0, true), (1.1, false)] {
        // The ends are nearer to the border than the widest.
        let (from, to) = (from.with_y(from.y.max(radius_m)), to.with_y(to.y.max(radius_m)));
        assert_eq!(found(&world, radius_m, from, to).is_some(), passes, "radius {radius_m}");
    }
    // What sees no marker is not reached.
    assert!(found(&world, 0.3, Vec2::new(9.2, 0.5), to).is_some());
    assert!(found(&world, 0.3, from, Vec2::new(25.0, 1.0)).is_none());
}

#[test]
fn markers_joined_by_hand_are_joined_to_no_others() {
    let by_hand = |to: &str| {
        let markers =
            [marker("west", 5.0, 5.0, to), marker("middle", 10.0, 5.0, ""), marker("east", 15.0, 5.0, "to = []")];
        // Beside the wall, where the marker in the doorway is out of sight.
        found(&world(&markers.concat()), 0.3, Vec2::new(9.0, 0.6), Vec2::new(11.0, 0.6))
    };
    assert!(by_hand("to = []").is_none());
    assert!(by_hand("to = [\"middle\"]").is_none());
    let (_, over) = by_hand("to = [\"east\"]").expect("joined");
    assert_eq!(over.len(), 4, "{over:?}");
}

#[test]
fn lines_through_an_area_with_a_penalty_cost_more() {
    let markers = [marker("west", 1.0, 9.0, ""), marker("north", 5.0, 1.0, ""), marker("east", 9.0, 9.0, "")].concat();
    let (from, to) = (Vec2::new(1.0, 9.5), Vec2::new(9.0, 9.5));
    let length = |markers: &str| {
        let (_, path) = found(&world(markers), 0.2, from, to).expect("joined");
        path.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f32>()
    };
    assert!(length(&markers) < 9.0);
    let wet = "[[area]]\nname = \"wet\"\narea = [4, 3, 6, 10]\ncost = 20\n";
    assert!(length(&(markers + wet)) > 17.0);
}

#[test]
fn bad_markers_get_one_clear_message_at_their_line() {
    for (markers, message) in [
        (marker("a", 5.0, 50.0, ""), "this marker lies outside the world"),
        ("[[marker]]\nname = \"a\"\nat = [nan, 5]\n".into(), "at"),
        (marker("a", 1.0, 1.0, "") + &marker("a", 2.0, 2.0, ""), "there are two markers 'a'"),
        (marker("hall", 1.0, 1.0, "to = [\"hal\"]"), "there is no marker 'hal'"),
        (marker("a", 1.0, 1.0, "joined = true"), "joined"),
        ("[[marker]]\nname = \"a\"\n".into(), "at"),
        ((0..513).map(|i| marker(&format!("m{i}"), 1.0, 1.0, "")).collect(), "512"),
    ] {
        let faults = faults(&markers);
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].message.contains(message) && faults[0].line > 0, "{faults:?}");
    }
}

#[test]
fn a_map_without_markers_has_no_such_graph() {
    let world = world("");
    let mover = Mover::new(&world, super::size(0.5), None);
    let made = GraphKind::Markers.make(&mover, [GROUND(Vec2::ONE), GROUND(Vec2::ONE)]);
    assert_eq!(made.err(), Some(GraphError::NoMarkers));
}

#[test]
fn the_indoor_scene_goes_round_the_wet_floor_and_into_the_store() {
    let world = format::load(Path::new("maps/markers.toml")).expect("a map").world;
    let (_, round) = found(&world, 0.4, Vec2::new(6.0, 6.0), Vec2::new(54.0, 20.0)).expect("a path");
    let at = |x: f32, y: f32| round.contains(&Vec2::new(x, y));
    assert!(!at(30.0, 20.0) && at(45.0, 5.0), "{round:?}");
    // Too wide for the doorways, which are 2 m and more.
    assert!(found(&world, 1.5, Vec2::new(6.0, 6.0), Vec2::new(54.0, 20.0)).is_none());
}
