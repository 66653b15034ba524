//! The `:` line: a few commands, their arguments and what is said when they are wrong.

use crate::body::AgentId;
use crate::diag::did_you_mean;
use crate::geom::Vec2;

/// What a command line asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    Spawn {
        behaviour: String,
        count: u32,
        at: Place,
    },
    /// `None`: the chosen creature.
    Kill(Option<AgentId>),
    Speed(f32),
    Pause(bool),
    Step,
    Seed,
    Focus(AgentId),
    Goto(Vec2),
    Find(String),
    Pathfinding(bool),
    /// A line of Lua for the chosen creature; empty opens the prompt.
    Lua(String),
    Help,
    Quit,
}

/// Where newcomers shall appear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    Anywhere,
    /// Where was clicked last, else the middle of the view.
    Here,
    At(Vec2),
}

/// Name and usage of every command.
pub const COMMANDS: [(&str, &str); 13] = [
    ("spawn", "spawn BEHAVIOUR [COUNT] [here | X,Y]"),
    ("kill", "kill [NUMBER]"),
    ("speed", "speed 0.25..16"),
    ("pause", "pause"),
    ("resume", "resume"),
    ("step", "step"),
    ("seed", "seed"),
    ("focus", "focus NUMBER"),
    ("goto", "goto X,Y"),
    ("find", "find WORDS"),
    ("pathfinding", "pathfinding on | off"),
    ("lua", "lua [LINE]"),
    ("quit", "quit"),
];

/// The most creatures one command may ask for.
const MOST_SPAWNED: u32 = 10_000;
const SPEEDS: std::ops::RangeInclusive<f32> = 0.25..=16.0;

/// Reads a command line.
///
/// # Errors
/// One sentence for the person: what is wrong and how the command is written.
pub fn parse(line: &str) -> Result<Order, String> {
    let mut words = line.split_whitespace();
    let Some(name) = words.next() else { return Err("type a command, or esc to leave".into()) };
    let rest: Vec<&str> = words.collect();
    let order = match (name, rest.as_slice()) {
        ("spawn" | "s", args) => spawn(args)?,
        ("kill", []) => Order::Kill(None),
        ("kill", [n]) => Order::Kill(Some(identity(n)?)),
        ("speed", [n]) => Order::Speed(speed(n)?),
        ("pause", []) => Order::Pause(true),
        ("resume" | "run", []) => Order::Pause(false),
        ("step", []) => Order::Step,
        ("seed", []) => Order::Seed,
        ("focus", [n]) => Order::Focus(identity(n)?),
        ("goto", [p]) => Order::Goto(point(p)?),
        ("find", words) => Order::Find(words.join(" ")),
        ("pathfinding", ["on"]) => Order::Pathfinding(true),
        ("pathfinding", ["off"]) => Order::Pathfinding(false),
        ("lua", _) => Order::Lua(line.trim_start()["lua".len()..].trim().to_owned()),
        ("help", []) => Order::Help,
        ("quit" | "q", []) => Order::Quit,
        _ => return Err(complaint(name)),
    };
    Ok(order)
}

fn complaint(name: &str) -> String {
    match COMMANDS.iter().find(|(n, _)| *n == name) {
        Some((_, usage)) => format!("usage: {usage}"),
        None => {
            let hint = did_you_mean(name, COMMANDS.iter().map(|(n, _)| *n));
            let hint = hint.unwrap_or_else(|| COMMANDS.map(|(n, _)| n).join(" "));
            format!("unknown command '{name}': {hint}")
        }
    }
}

fn spawn(args: &[&str]) -> Result<Order, String> {
    let Some((behaviour, rest)) = args.split_first() else { return Err(complaint("spawn")) };
    let (mut count, mut at) = (1, Place::Anywhere);
    for word in rest {
        if *word == "here" {
            at = Place::Here;
        } else if word.contains(',') {
            at = Place::At(point(word)?);
        } else {
            count = word.parse().map_err(|_| format!("'{word}' is no count; {}", complaint("spawn")))?;
            if !(1..=MOST_SPAWNED).contains(&count) {
                return Err(format!("a count lies between 1 and {MOST_SPAWNED}"));
            }
        }
    }
    Ok(Order::Spawn { behaviour: (*behaviour).into(), count, at })
}

fn identity(word: &str) -> Result<AgentId, String> {
    let number = word.parse().ok().and_then(AgentId::from_number);
    number.ok_or_else(|| format!("'{word}' is not a creature's number"))
}

fn speed(word: &str) -> Result<f32, String> {
    let number = word.trim_start_matches(['x', '×']).parse().ok();
    number.filter(|n| SPEEDS.contains(n)).ok_or_else(|| "a speed lies between 0.25 and 16".to_owned())
}

fn point(word: &str) -> Result<Vec2, String> {
    let parts = word.split_once(',').and_then(|(x, y)| Some(Vec2::new(x.parse().ok()?, y.parse().ok()?)));
    parts.filter(|p| p.is_finite()).ok_or_else(|| format!("'{word}' is not a point in metres like 31.5,80"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        let spawn = |count, at| Ok(Order::Spawn { behaviour: "wolf".into(), count, at });
        assert_eq!(parse("spawn wolf"), spawn(1, Place::Anywhere));
        assert_eq!(parse("spawn wolf 5 here"), spawn(5, Place::Here));
        assert_eq!(parse("  spawn wolf 31.5,80 2 "), spawn(2, Place::At(Vec2::new(31.5, 80.0))));
        assert_eq!(parse("speed ×4"), Ok(Order::Speed(4.0)));
        assert_eq!(parse("kill 17"), Ok(Order::Kill(AgentId::from_number(17.0))));
        assert_eq!(parse("find wolf att"), Ok(Order::Find("wolf att".into())));
    }

    #[test]
    fn mistakes_are_answered_with_what_to_type() {
        let said = |line: &str| parse(line).expect_err("wrong");
        assert_eq!(said("spwan wolf"), "unknown command 'spwan': did you mean 'spawn'?");
        assert!(said("foo").starts_with("unknown command 'foo': spawn kill speed "));
        assert_eq!(said("spawn"), "usage: spawn BEHAVIOUR [COUNT] [here | X,Y]");
        assert_eq!(said("spawn wolf many"), "'many' is no count; usage: spawn BEHAVIOUR [COUNT] [here | X,Y]");
        assert_eq!(said("spawn wolf 99999999"), "a count lies between 1 and 10000");
        assert_eq!(said("goto NaN,3"), "'NaN,3' is not a point in metres like 31.5,80");
        assert_eq!(said("speed inf"), "a speed lies between 0.25 and 16");
        assert_eq!(said("kill -1"), "'-1' is not a creature's number");
        assert_eq!(said(""), "type a command, or esc to leave");
    }
}
