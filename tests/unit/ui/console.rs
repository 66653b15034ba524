//! What a line of the console means, and what is said about a mistake in it.

use bestiary::AgentId;
use bestiary::Vec2;
use bestiary::testing::ui::console::{ConsoleCommand, Place, parse};

#[test]
fn commands_are_read() {
    let spawn = |count, at| Ok(ConsoleCommand::Spawn { behaviour: "wolf".into(), count, at });
    assert_eq!(parse("spawn wolf"), spawn(1, Place::Anywhere));
    assert_eq!(parse("spawn wolf 5 here"), spawn(5, Place::Here));
    assert_eq!(parse("  spawn wolf 31.5,80 2 "), spawn(2, Place::At(Vec2::new(31.5, 80.0))));
    assert_eq!(parse("speed ×4"), Ok(ConsoleCommand::Speed(4.0)));
    assert_eq!(parse("kill 17"), Ok(ConsoleCommand::Kill(AgentId::from_number(17.0))));
    assert_eq!(parse("find wolf att"), Ok(ConsoleCommand::Find("wolf att".into())));
}

#[test]
fn mistakes_are_reported_with_what_to_type() {
    let said = |line: &str| parse(line).expect_err("wrong").to_string();
    assert_eq!(said("spwan wolf"), "unknown command 'spwan': did you mean 'spawn'?");
    assert!(said("foo").starts_with("unknown command 'foo': spawn kill speed "));
    assert_eq!(said("spawn"), "usage: spawn BEHAVIOUR [COUNT] [here | X,Y]");
    assert_eq!(said("spawn wolf many"), "'many' is not a count; usage: spawn BEHAVIOUR [COUNT] [here | X,Y]");
    assert_eq!(said("spawn wolf 99999999"), "a count is between 1 and 10000");
    assert_eq!(said("goto NaN,3"), "'NaN,3' is not a point in metres like 31.5,80");
    assert_eq!(said("speed inf"), "a speed is between 0.25 and 16");
    assert_eq!(said("kill -1"), "'-1' is not a creature's number");
    assert_eq!(said(""), "type a command, or esc to leave");
}
