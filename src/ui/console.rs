//! The commands of the `:` line and their arguments.

use crate::body::AgentId;
use crate::diag::did_you_mean;
use crate::geom::Vec2;
use crate::runtime::SPEEDS;

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub enum ConsoleCommand {
    Spawn {
        behaviour: String,
        count: u32,
        at: Place,
    },
    /// `None`: the selected creature.
    Kill(Option<AgentId>),
    Speed(f32),
    Pause(bool),
    Step,
    Seed,
    Focus(AgentId),
    Goto(Vec2),
    Find(String),
    Pathfinding(bool),
    /// A line of Lua for the selected creature; an empty one opens the prompt.
    Lua(String),
    Help,
    Quit,
}

/// Where new creatures appear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    Anywhere,
    /// At the last click, else in the middle of the view.
    Here,
    At(Vec2),
}

/// Name and usage of every command.
pub(crate) const COMMANDS: [(&str, &str); 13] = [
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

/// Creatures that one command can spawn at most.
const MOST_SPAWNED: u32 = 10_000;

/// Why a line is no command. The messages are for the person who typed it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConsoleError {
    #[error("type a command, or esc to leave")]
    Empty,
    /// The hint names a similar command, or all of them.
    #[error("unknown command '{name}': {hint}")]
    UnknownCommand { name: String, hint: String },
    /// The arguments do not fit the command.
    #[error("usage: {usage}")]
    Usage { usage: &'static str },
    #[error("'{word}' is not a count; usage: {usage}")]
    NotACount { word: String, usage: &'static str },
    #[error("a count is between 1 and {MOST_SPAWNED}")]
    CountOutOfRange,
    #[error("'{0}' is not a creature's number")]
    NotANumber(String),
    #[error("a speed is between {} and {}", SPEEDS.start(), SPEEDS.end())]
    SpeedOutOfRange,
    #[error("'{0}' is not a point in metres like 31.5,80")]
    NotAPoint(String),
}

/// Reads a command line.
///
/// # Errors
/// What is wrong, and how the command is written.
pub fn parse(line: &str) -> Result<ConsoleCommand, ConsoleError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((name, arguments)) = words.split_first() else { return Err(ConsoleError::Empty) };
    Ok(match (*name, arguments) {
        ("spawn" | "s", [behaviour, rest @ ..]) => spawn(behaviour, rest)?,
        ("kill", []) => ConsoleCommand::Kill(None),
        ("kill", [n]) => ConsoleCommand::Kill(Some(identity(n)?)),
        ("speed", [n]) => ConsoleCommand::Speed(speed(n)?),
        ("pause", []) => ConsoleCommand::Pause(true),
        ("resume" | "run", []) => ConsoleCommand::Pause(false),
        ("step", []) => ConsoleCommand::Step,
        ("seed", []) => ConsoleCommand::Seed,
        ("focus", [n]) => ConsoleCommand::Focus(identity(n)?),
        ("goto", [p]) => ConsoleCommand::Goto(point(p)?),
        ("find", words) => ConsoleCommand::Find(words.join(" ")),
        ("pathfinding", ["on"]) => ConsoleCommand::Pathfinding(true),
        ("pathfinding", ["off"]) => ConsoleCommand::Pathfinding(false),
        ("lua", _) => ConsoleCommand::Lua(line.trim_start()["lua".len()..].trim().to_owned()),
        ("help", []) => ConsoleCommand::Help,
        ("quit" | "q", []) => ConsoleCommand::Quit,
        (name, _) => {
            return Err(usage(name).map_or_else(|| unknown(name), |usage| ConsoleError::Usage { usage }));
        }
    })
}

fn usage(name: &str) -> Option<&'static str> {
    let name = if name == "s" { "spawn" } else { name };
    COMMANDS.iter().find(|(n, _)| *n == name).map(|(_, usage)| *usage)
}

fn unknown(name: &str) -> ConsoleError {
    let hint = did_you_mean(name, COMMANDS.iter().map(|(n, _)| *n));
    ConsoleError::UnknownCommand { name: name.into(), hint: hint.unwrap_or_else(|| COMMANDS.map(|(n, _)| n).join(" ")) }
}

fn spawn(behaviour: &str, rest: &[&str]) -> Result<ConsoleCommand, ConsoleError> {
    let (mut count, mut at) = (1, Place::Anywhere);
    for word in rest {
        if *word == "here" {
            at = Place::Here;
        } else if word.contains(',') {
            at = Place::At(point(word)?);
        } else {
            let not_a_count =
                |_| ConsoleError::NotACount { word: (*word).into(), usage: usage("spawn").unwrap_or_default() };
            count = word.parse().map_err(not_a_count)?;
            if !(1..=MOST_SPAWNED).contains(&count) {
                return Err(ConsoleError::CountOutOfRange);
            }
        }
    }
    Ok(ConsoleCommand::Spawn { behaviour: behaviour.into(), count, at })
}

fn identity(word: &str) -> Result<AgentId, ConsoleError> {
    let number = word.parse().ok().and_then(AgentId::from_number);
    number.ok_or_else(|| ConsoleError::NotANumber(word.into()))
}

fn speed(word: &str) -> Result<f32, ConsoleError> {
    let number = word.trim_start_matches(['x', '×']).parse().ok();
    number.filter(|n| SPEEDS.contains(n)).ok_or(ConsoleError::SpeedOutOfRange)
}

fn point(word: &str) -> Result<Vec2, ConsoleError> {
    let parts = word.split_once(',').and_then(|(x, y)| Some(Vec2::new(x.parse().ok()?, y.parse().ok()?)));
    parts.filter(|p| p.is_finite()).ok_or_else(|| ConsoleError::NotAPoint(word.into()))
}
