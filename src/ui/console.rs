//! The commands of the `:` line: how they are written and what they do.

use super::panels::{help, lua};
use super::{AgentId, Command, Dashboard, SPEEDS, Vec2, find};
use crate::agent::MOST_SPAWNED;
use crate::diag::did_you_mean;
use crate::geom::Cell;

/// Name and usage of every command.
pub(crate) const COMMANDS: [(&str, &str); 17] = [
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
    ("place", "place NAME here | X,Y"),
    ("move", "move NAME here | X,Y"),
    ("remove", "remove NAME"),
    ("ground", "ground KIND here | X,Y [X,Y]"),
    ("pathfinding", "pathfinding on | off"),
    ("lua", "lua [LINE]"),
    ("quit", "quit"),
];

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
    #[error("'{0}' is not a count; usage: {usage}", usage = usage("spawn").unwrap_or_default())]
    NotACount(String),
    #[error("a count is between 1 and {MOST_SPAWNED}")]
    CountOutOfRange,
    #[error("'{0}' is not a creature's number, such as 17 or 14b")]
    NotANumber(String),
    #[error("a speed is between {} and {}", SPEEDS.start(), SPEEDS.end())]
    SpeedOutOfRange,
    #[error("'{0}' is not a point in metres like 31.5,80")]
    NotAPoint(String),
}

impl Dashboard {
    /// Carries out a command line.
    ///
    /// # Errors
    /// What is wrong, and how the command is written.
    pub fn execute(&mut self, line: &str) -> Result<(), ConsoleError> {
        self.notice = None;
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((name, arguments)) = words.split_first() else { return Err(ConsoleError::Empty) };
        match (*name, arguments) {
            ("spawn" | "s", [behaviour, rest @ ..]) => self.spawn(behaviour, rest)?,
            ("kill", []) => match self.selected {
                Some(id) => self.command(Command::Kill { id }),
                None => self.complain("no creature is selected; usage: kill [NUMBER]"),
            },
            ("kill", [n]) => {
                if let Some(id) = self.living(n)? {
                    self.command(Command::Kill { id });
                }
            }
            ("speed", [n]) => self.set_speed(speed(n)?),
            ("pause", []) => self.pause(true),
            ("resume" | "run", []) => self.pause(false),
            ("step", []) => self.single_step(),
            ("seed", []) => self.say(format!("seed {}", self.snapshot().map_or(0, |s| s.seed))),
            ("focus", [n]) => {
                if let Some(id) = self.living(n)? {
                    self.show(id);
                }
            }
            ("goto", [p]) => {
                let p = point(p)?;
                self.with_camera(|camera, _, size| camera.look_at(p, size));
            }
            ("find", words) => self.find(&words.join(" ")),
            ("place" | "move" | "remove" | "ground", words) => self.change(name, words)?,
            ("pathfinding", [switch @ ("on" | "off")]) => self.switch_pathfinding(*switch == "on"),
            ("lua", _) => {
                self.toggle(&lua::PANEL);
                let line = line.trim_start()["lua".len()..].trim();
                if !line.is_empty() && self.selected.is_some() {
                    self.evaluate(line.to_owned());
                }
            }
            ("help", []) => self.toggle(&help::PANEL),
            ("quit" | "q", []) => self.leave(),
            (name, _) => {
                return Err(usage(name).map_or_else(|| unknown(name), |usage| ConsoleError::Usage { usage }));
            }
        }
        Ok(())
    }

    /// The living creature with a number; that there is none is said to the person.
    fn living(&mut self, number: &str) -> Result<Option<AgentId>, ConsoleError> {
        let id = identity(number)?;
        let lives = self.snapshot().is_some_and(|s| find::get(s, id).is_some());
        if !lives {
            self.complain(format!("no living creature has the number {id}"));
        }
        Ok(lives.then_some(id))
    }

    fn spawn(&mut self, behaviour: &str, rest: &[&str]) -> Result<(), ConsoleError> {
        let (mut count, mut at) = (1, None);
        for word in rest {
            if *word == "here" {
                at = self.here();
            } else if word.contains(',') {
                at = Some(point(word)?);
            } else {
                count = word.parse().map_err(|_| ConsoleError::NotACount((*word).into()))?;
                if !(1..=MOST_SPAWNED).contains(&count) {
                    return Err(ConsoleError::CountOutOfRange);
                }
            }
        }
        let Some(s) = self.snapshot() else { return Ok(()) };
        if let Some(at) = at.filter(|at| !s.world.ground.contains(Cell::of(*at, s.world.ground.resolution_m()))) {
            self.complain(format!("not done: {:.1}, {:.1} is outside the map", at.x, at.y));
        } else if s.catalogue.named(behaviour).is_some() {
            self.say(format!("spawn {count} {behaviour}"));
            self.command(Command::Spawn { behaviour: behaviour.into(), count, at });
        } else {
            let names = s.catalogue.species.iter().map(|x| x.name.as_str());
            let hint = did_you_mean(behaviour, names).map_or(String::new(), |h| format!(": {h}"));
            self.complain(format!("unknown behaviour '{behaviour}'{hint}"));
        }
        Ok(())
    }
}

pub(super) fn usage(name: &str) -> Option<&'static str> {
    let name = if name == "s" { "spawn" } else { name };
    COMMANDS.iter().find(|(n, _)| *n == name).map(|(_, usage)| *usage)
}

fn unknown(name: &str) -> ConsoleError {
    let hint = did_you_mean(name, COMMANDS.iter().map(|(n, _)| *n));
    ConsoleError::UnknownCommand { name: name.into(), hint: hint.unwrap_or_else(|| COMMANDS.map(|(n, _)| n).join(" ")) }
}

fn identity(word: &str) -> Result<AgentId, ConsoleError> {
    word.to_lowercase().parse().map_err(|_| ConsoleError::NotANumber(word.into()))
}

fn speed(word: &str) -> Result<f32, ConsoleError> {
    let number = word.trim_start_matches(['x', '×']).parse().ok();
    number.filter(|n| SPEEDS.contains(n)).ok_or(ConsoleError::SpeedOutOfRange)
}

pub(super) fn point(word: &str) -> Result<Vec2, ConsoleError> {
    let parts = word.split_once(',').and_then(|(x, y)| Some(Vec2::new(x.parse().ok()?, y.parse().ok()?)));
    parts.filter(|p| p.is_finite()).ok_or_else(|| ConsoleError::NotAPoint(word.into()))
}
