//! Layers over the map, as the keys after `l` switch them.

use super::frames::selected;
use super::*;
use bestiary::{
    CrowdCell, ShownCrowd, ShownFlow, ShownGraph, ShownLayer, ShownSearch, ShownTile, Snapshot, Storey, Terrain, Tiles,
    Vec2,
};
use std::sync::Arc;
use std::time::Duration;

#[test]
fn sight_is_a_layer_that_a_key_switches_on() {
    let mut d = selected(100, 36, Colours::None);
    let before = draw(&mut d, 100, 36);
    press(&mut d, "lv<esc>");
    let sight = draw(&mut d, 100, 36);
    press(&mut d, "lv<esc>");
    assert_eq!(draw(&mut d, 100, 36), before, "it is off again");
    let mut none = started(100, 36);
    press(&mut none, "lv<esc>");
    assert!(draw(&mut none, 100, 36).contains("sight: select a creature"));
    insta::assert_snapshot!(sight);
}

#[test]
fn heights_with_water_and_costs_are_layers_that_keys_switch_on() {
    let mut d = selected(80, 24, Colours::None);
    let mut s = fixture::glade();
    let world = std::sync::Arc::make_mut(&mut s.world);
    // A valley from left to right, with a river in it.
    let (columns, rows) = Tiles::count(world.size());
    let heights = Tiles::new(columns, (0..columns * rows).map(|i| 0.7 * (i / columns).abs_diff(rows / 2) as f32));
    let terrain = Terrain { heights: Some(heights), water_level_m: Some(0.65), ..Terrain::default() };
    world.ground = std::sync::Arc::new((*world.ground).clone().with_terrain(terrain));
    d.take(frame_of(s));
    let before = draw(&mut d, 80, 24);
    press(&mut d, "lh<esc>");
    let heights = draw(&mut d, 80, 24);
    press(&mut d, "lc<esc>");
    let costs = draw(&mut d, 80, 24);
    press(&mut d, "lch<esc>");
    assert_eq!(draw(&mut d, 80, 24), before, "both are off again");
    insta::assert_snapshot!(format!("{heights}\n{costs}"));
}

#[test]
fn influence_is_a_layer_that_the_world_sends_while_it_is_on() {
    let mut d = selected(80, 24, Colours::None);
    let mut s = fixture::glade();
    let threat: Vec<u8> = (0..256).map(|i| if i % 16 > 4 && i / 16 > 2 { (i % 16) as u8 } else { 0 }).collect();
    let tile = ShownTile { place: (0, 0), tenths: threat.into_boxed_slice() };
    s.influence = vec![
        ShownLayer { name: "scent".into(), cell_m: 4.0, tiles: Vec::new() },
        ShownLayer { name: "threat".into(), cell_m: 4.0, tiles: vec![tile] },
    ];
    d.take(frame_of(s));
    let before = draw(&mut d, 80, 24);
    assert!(press(&mut d, "li<esc>").contains(&Control::Influence(true)));
    let shown = draw(&mut d, 80, 24);
    assert_eq!(press(&mut d, "li<esc>"), [Control::Influence(false)]);
    assert_eq!(draw(&mut d, 80, 24), before, "it is off again");
    insta::assert_snapshot!(shown);
}

/// A layer of 2 m cells whose tenths grow to the right and downwards.
fn slope(name: &str, steep: usize) -> ShownLayer {
    let tenths = |i: usize| (i % 16 * i / 16 / steep).min(255) as u8;
    let tile = |x, y| ShownTile { place: (x, y), tenths: (0..256).map(tenths).collect() };
    ShownLayer { name: name.into(), cell_m: 2.0, tiles: vec![tile(1, 0), tile(1, 1)] }
}

/// A crowd that grows to the right, and a flow round the middle of the glade.
fn crowd_and_flow() -> (ShownCrowd, ShownFlow) {
    let cell = |(x, y): (i32, i32)| CrowdCell { place: (y, x), on_10_m2: (x - 4) as u8 };
    let cells = (8..14).flat_map(|y| (5..40).map(move |x| (x, y))).map(cell).collect();
    let eighths = (0..120 * 64).map(|node| {
        let (to, turn) = (Vec2::new(60.0 - (node % 120) as f32, 32.0 - (node / 120) as f32), std::f32::consts::TAU);
        (to != Vec2::ZERO).then(|| (to.y.atan2(to.x) / turn * 8.0).round().rem_euclid(8.0) as u8)
    });
    (ShownCrowd { cell_m: 2.0, cells }, ShownFlow { cell_m: 1.0, width: 120, eighths: eighths.collect() })
}

#[test]
fn layers_of_the_crowd_are_sent_by_the_world_while_they_are_on() {
    type Switch = fn(bool) -> Control;
    type Put = fn(&mut Snapshot, (ShownCrowd, ShownFlow));
    let ((crowd, flow), mut far_and_near) = (crowd_and_flow(), Vec::new());
    let kinds: [(char, Switch, Put); 4] = [
        ('d', Control::Crowd, |s, (crowd, _)| s.crowd = Some(crowd)),
        ('l', Control::TimeLost, |s, _| s.time_lost = Some(slope("time lost", 2))),
        ('g', Control::Potentials, |s, _| s.potentials = Some(slope("potentials", 3))),
        ('r', Control::Flow, |s, (_, flow)| s.flow = Some(flow)),
    ];
    for (key, switch, put) in kinds {
        let mut d = selected(80, 24, Colours::None);
        let before = draw(&mut d, 80, 24);
        assert!(press(&mut d, &format!("l{key}<esc>")).contains(&switch(true)), "{key}");
        let mut s = fixture::glade();
        put(&mut s, (crowd.clone(), flow.clone()));
        d.take(frame_of(s));
        far_and_near.push(draw(&mut d, 80, 24));
        press(&mut d, "++");
        far_and_near.push(draw(&mut d, 80, 24));
        press(&mut d, "--");
        d.take(frame_of(fixture::glade()));
        assert_eq!(press(&mut d, &format!("l{key}<esc>")), [switch(false)]);
        assert_eq!(draw(&mut d, 80, 24), before, "{key} is off again");
    }
    insta::assert_snapshot!(far_and_near.join("\n"));
}

#[test]
fn the_graph_of_the_selected_creature_is_a_layer_that_the_world_sends_while_it_is_on() {
    let mut d = selected(100, 24, Colours::None);
    let before = draw(&mut d, 100, 24);
    assert!(press(&mut d, "le<esc>").contains(&Control::Graph(true)));
    let none = draw(&mut d, 100, 24);
    assert!(none.contains("graph: this creature has none"), "{none}");
    // A square with its diagonals in the midst of the glade.
    let [a, b, c, e] = [(40.0, 20.0), (80.0, 20.0), (80.0, 50.0), (40.0, 50.0)].map(Vec2::from);
    let lines = vec![(a, b), (b, c), (c, e), (e, a), (a, c), (b, e)];
    let graph = |storey| Some(Arc::new(ShownGraph::new("mesh", storey, lines.clone())));
    let with = |graph| Snapshot { graph, ..fixture::glade() };
    d.take(frame_of(with(graph(Storey::GROUND))));
    let shown = draw(&mut d, 100, 24);
    d.take(frame_of(with(graph(Storey(1)))));
    let above = draw(&mut d, 100, 24);
    assert!(above.contains("graph: mesh of 6 lines") && above != shown, "that of another storey is not drawn: {above}");
    d.take(frame_of(fixture::glade()));
    assert_eq!(press(&mut d, "le<esc>"), [Control::Graph(false)]);
    assert_eq!(draw(&mut d, 100, 24), before, "it is off again");
    insta::assert_snapshot!(shown);
}

#[test]
fn the_last_search_of_the_selected_creature_is_replayed_node_by_node() {
    let mut d = selected(100, 24, Colours::None);
    let before = draw(&mut d, 100, 24);
    assert!(press(&mut d, "lx<esc>").contains(&Control::Search(true)));
    let none = draw(&mut d, 100, 24);
    assert!(none.contains("search: none of this creature"), "{none}");
    // A field of nodes in the midst of the glade, row by row.
    let places: Vec<Vec2> =
        (0..400).map(|i| Vec2::new(40.0 + (i % 20) as f32 * 2.0, 20.0 + (i / 20) as f32 * 1.5)).collect();
    let search = |storey| Some(Arc::new(ShownSearch::new(storey, places.clone())));
    let with = |search| Snapshot { search, ..fixture::glade() };
    let ground = with(search(Storey::GROUND));
    d.take(frame_of(ground.clone()));
    let empty = draw(&mut d, 100, 24);
    assert!(empty.contains("search: 0 of 400 nodes"), "{empty}");
    assert!(d.pass(Duration::from_millis(900)), "the screen changes though the world does not");
    let half = draw(&mut d, 100, 24);
    d.take(frame_of(ground.clone()));
    assert_eq!(draw(&mut d, 100, 24), half, "the same search goes on");
    d.pass(Duration::from_secs(3));
    let whole = draw(&mut d, 100, 24);
    assert!(whole.contains("search: 400 nodes"), "{whole}");
    d.take(frame_of(with(search(Storey::GROUND))));
    assert!(draw(&mut d, 100, 24).contains("search: 0 of 400 nodes"), "another search begins");
    d.take(frame_of(with(Some(Arc::new(ShownSearch::new(Storey::GROUND, vec![Vec2::new(20.0, 40.0)]))))));
    d.pass(Duration::from_secs(6));
    let one = draw(&mut d, 100, 24);
    assert!(one.contains("search: 1 node ") && one.contains('+'), "few places are characters: {one}");
    d.take(frame_of(with(Some(Arc::new(ShownSearch::new(Storey::GROUND, Vec::new()))))));
    assert!(draw(&mut d, 100, 24).contains("search: the goal is in sight"));
    d.take(frame_of(with(search(Storey(1)))));
    d.pass(Duration::from_secs(9));
    let above = draw(&mut d, 100, 24);
    assert!(above != whole, "that of another storey is not drawn: {above}");
    d.take(frame_of(fixture::glade()));
    assert_eq!(press(&mut d, "lx<esc>"), [Control::Search(false)]);
    assert_eq!(draw(&mut d, 100, 24), before, "it is off again");
    insta::assert_snapshot!([half, whole].join("\n"));
}

#[test]
fn what_a_world_cannot_show_of_the_crowd_is_said() {
    let mut d = selected(100, 24, Colours::None);
    press(&mut d, "lg");
    assert!(draw(&mut d, 100, 24).contains("gates: this world has none"));
    press(&mut d, "gr");
    assert!(draw(&mut d, 100, 24).contains("flow: none for the selected creature"));
}

/// Two places beside each other, and one farther away.
#[test]
fn a_name_that_would_lie_on_another_place_is_left_out_and_its_mark_stays() {
    let mut d = selected(120, 40, Colours::None);
    let mut s = fixture::glade();
    let world = Arc::make_mut(&mut s.world);
    let place = |name: &str, x| bestiary::Place { name: name.into(), at: Vec2::new(x, 30.0) };
    let all = vec![place("first", 40.0), place("second", 44.0), place("third", 60.0)];
    world.areas = bestiary::Areas::new([], all);
    d.take(frame_of(s));

    let text = draw(&mut d, 120, 40);

    let line = text.lines().find(|line| line.contains("◇ second")).unwrap_or_else(|| panic!("{text}"));
    assert!(line.matches('◇').count() == 3 && !line.contains("fi") && line.contains("◇ third"), "{text}");
}
