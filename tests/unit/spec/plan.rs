//! Drawings of small worlds.

use bestiary::testing::spec::{WorldPlan, drawing_rows, read_plan};
use bestiary::{Cell, Vec2};
use std::collections::BTreeMap;

#[test]
fn a_drawing_loses_its_margin_and_its_blank_ends() {
    assert_eq!(drawing_rows("\n      ###\n      #w#\n    "), ["###", "#w#"]);
    assert_eq!(drawing_rows("\n \n"), Vec::<&str>::new());
}

#[test]
fn letters_become_ground_creatures_and_places() {
    let plan = WorldPlan {
        drawing: "####\n#wx#\n####".into(),
        cell_m: 2.0,
        creatures: BTreeMap::from([('w', "wolf".to_owned())]),
        ..WorldPlan::default()
    };
    let drawn = read_plan(&plan).expect("sound");
    assert_eq!(drawn.begin, [('w', Vec2::new(3.0, 3.0))]);
    assert_eq!(drawn.places[&'x'], [Vec2::new(5.0, 3.0)]);
    assert_eq!(drawn.world.size(), Vec2::new(8.0, 6.0));
    assert!(drawn.world.ground.walkable(Cell::new(1, 1)) && !drawn.world.ground.walkable(Cell::new(0, 0)));
}

#[test]
fn faults_of_a_drawing_have_messages() {
    let message = |drawing: &str| {
        let creatures = BTreeMap::from([('w', "wolf".to_owned())]);
        let plan = WorldPlan { drawing: drawing.into(), cell_m: 1.0, creatures, ..WorldPlan::default() };
        read_plan(&plan).err().map_or(String::new(), |e| e.to_string())
    };
    assert_eq!(message("###\n#w"), "row 2 of the drawing has 2 letters, but the first row has 3");
    assert_eq!(message("...\n. w"), "there is a blank in row 2 of the drawing; '.' is open ground");
    assert_eq!(message("..."), "there is no 'w' (wolf) in the drawing");
    assert_eq!(message(""), "the drawing is empty");
}
