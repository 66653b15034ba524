//! What a line of the console means, and what is said about a mistake in it.

use super::*;
use bestiary::Vec2;
use bestiary::{AgentId, Cell, Command, Edit, Obb};

#[test]
fn what_cannot_be_done_is_said_and_not_sent() {
    let mut d = started(120, 40);
    for (line, said) in [
        ("kill 99999", "no living creature has the number 99999"),
        ("focus 99999", "no living creature has the number 99999"),
        ("spawn wolf 2 9999,9999", "not done: 9999.0, 9999.0 is outside the map"),
        ("spawn wolf -5,-5", "not done: -5.0, -5.0 is outside the map"),
    ] {
        d.execute(line).expect("a command");
        assert_eq!(d.controls(), [], "{line}");
        assert!(draw(&mut d, 120, 40).contains(said), "{line}");
    }
}

#[test]
fn commands_are_read() {
    let mut d = started(120, 40);
    let mut sent = |line: &str| {
        d.execute(line).expect("a command");
        d.controls()
    };
    let spawn = |count, at| [Control::Command(Command::Spawn { behaviour: "wolf".into(), count, at })];
    assert_eq!(sent("spawn wolf"), spawn(1, None));
    assert_eq!(sent("  spawn wolf 31.5,40 2 "), spawn(2, Some(Vec2::new(31.5, 40.0))));
    assert_eq!(sent("speed ×4"), [Control::Speed(4.0)]);
    assert_eq!(
        sent("kill 17"),
        [Control::Command(Command::Kill { id: AgentId::from_number(17.0).expect("a number") })]
    );
    assert_eq!(sent("find wolf att"), [Control::Focus(Some(AgentId::new(53, 0)))]);
    let edits = |edit: Edit| [Control::Command(Command::Edit(edit))];
    let kind: String = "grass".into();
    assert_eq!(
        sent("ground grass 3,4 5.5,6"),
        edits(Edit::Ground { corners: [Cell::new(3, 4), Cell::new(5, 6)], kind: kind.clone() })
    );
    assert_eq!(sent("ground grass 3,4"), edits(Edit::Ground { corners: [Cell::new(3, 4); 2], kind }));
    let footprint = Obb::new(Vec2::new(31.5, 20.0), Vec2::splat(0.5), 0.0);
    let place = Edit::Place { name: "old crate".into(), footprint, base_m: 0.0, top_m: 1.0 };
    assert_eq!(sent("place old crate 31.5,20"), edits(place));
    let here = sent("spawn wolf 5 here");
    assert_eq!(here, spawn(5, Some(d.camera.expect("drawn").centre)));
}

#[test]
fn mistakes_are_reported_with_what_to_type() {
    let mut d = started(120, 40);
    let mut said = |line: &str| d.execute(line).expect_err("wrong").to_string();
    assert_eq!(said("spwan wolf"), "unknown command 'spwan': did you mean 'spawn'?");
    assert!(said("foo").starts_with("unknown command 'foo': spawn kill speed "));
    assert_eq!(said("spawn"), "usage: spawn BEHAVIOUR [COUNT] [here | X,Y]");
    assert_eq!(said("spawn wolf many"), "'many' is not a count; usage: spawn BEHAVIOUR [COUNT] [here | X,Y]");
    assert_eq!(said("spawn wolf 99999999"), "a count is between 1 and 10000");
    assert_eq!(said("goto NaN,3"), "'NaN,3' is not a point in metres like 31.5,80");
    assert_eq!(said("speed inf"), "a speed is between 0.25 and 16");
    assert_eq!(said("kill -1"), "'-1' is not a creature's number, such as 17 or 14b");
    assert_eq!(said("place 3,4"), "usage: place NAME here | X,Y");
    assert_eq!(said("move crate 3"), "'3' is not a point in metres like 31.5,80");
    assert_eq!(said("remove"), "usage: remove NAME");
    assert_eq!(said(""), "type a command, or esc to leave");
}
