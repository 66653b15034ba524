//! The prompt for commands and for words to find, and what commands do.

use super::console::{self, ConsoleCommand, Place};
use super::dashboard::{Dashboard, Mode};
use super::find::{self, Query};
use super::panels::{help, lua};
use super::prompt::{Purpose, Typed};
use crate::sim::Command;
use crossterm::event::KeyEvent;

impl Dashboard {
    pub(super) fn prompt_key(&mut self, key: &KeyEvent) {
        let Mode::Prompt(prompt) = &mut self.mode else { return };
        let (typed, purpose) = (prompt.key(key, &self.past), prompt.purpose);
        let text = prompt.text();
        match (typed, purpose) {
            (Typed::Left, _) => {
                self.mode = Mode::Normal;
                if purpose == Purpose::Find {
                    self.query = Query::default();
                }
            }
            // Matching creatures are highlighted while the words are typed.
            (Typed::Edited, Purpose::Find) => self.query = Query::new(&text),
            (Typed::Edited, Purpose::Command) | (_, Purpose::Lua) => {}
            (Typed::Done, Purpose::Find) => {
                self.mode = Mode::Normal;
                self.find(&text);
            }
            (Typed::Done, Purpose::Command) => {
                self.mode = Mode::Normal;
                if self.past.last() != Some(&text) && !text.trim().is_empty() {
                    self.past.push(text.clone());
                }
                match console::parse(&text) {
                    Ok(command) => self.execute(command),
                    Err(e) => self.complain(e.to_string()),
                }
            }
        }
    }

    fn find(&mut self, words: &str) {
        self.query = Query::new(words);
        let count = self.snapshot().map_or(0, |s| self.query.count(s));
        if count > 0 {
            self.step_creature(true);
            self.say(format!("{count} found · n next · p previous · esc clears"));
        } else {
            self.complain(format!("no creature matches '{}'", self.query.text()));
        }
    }

    fn execute(&mut self, command: ConsoleCommand) {
        match command {
            ConsoleCommand::Spawn { behaviour, count, at } => self.spawn(behaviour, count, at),
            ConsoleCommand::Kill(id) => match id.or(self.selected) {
                Some(id) => self.command(Command::Kill { id }),
                None => self.complain("no creature is selected; usage: kill [NUMBER]"),
            },
            ConsoleCommand::Speed(speed) => self.set_speed(speed),
            ConsoleCommand::Pause(paused) => self.pause(paused),
            ConsoleCommand::Step => self.single_step(),
            ConsoleCommand::Seed => {
                let seed = self.snapshot().map_or(0, |s| s.seed);
                self.say(format!("seed {seed}"));
            }
            ConsoleCommand::Focus(id) => {
                if self.snapshot().is_some_and(|s| find::get(s, id).is_some()) {
                    self.show(id);
                } else {
                    self.complain(format!("no living creature has the number {id}"));
                }
            }
            ConsoleCommand::Goto(p) => self.with_camera(|camera, _, size| camera.look_at(p, size)),
            ConsoleCommand::Find(words) => self.find(&words),
            ConsoleCommand::Pathfinding(on) => self.switch_pathfinding(on),
            ConsoleCommand::Lua(line) => {
                self.toggle(&lua::PANEL);
                if !line.is_empty() && self.selected.is_some() {
                    self.evaluate(line);
                }
            }
            ConsoleCommand::Help => self.toggle(&help::PANEL),
            ConsoleCommand::Quit => self.leave(),
        }
    }

    fn spawn(&mut self, behaviour: String, count: u32, place: Place) {
        let Some(s) = self.snapshot() else { return };
        if s.catalogue.named(&behaviour).is_none() {
            let names = s.catalogue.species.iter().map(|x| x.name.as_str());
            let hint = crate::diag::did_you_mean(&behaviour, names).map_or(String::new(), |h| format!(": {h}"));
            self.complain(format!("unknown behaviour '{behaviour}'{hint}"));
            return;
        }
        let at = match place {
            Place::Anywhere => None,
            Place::At(p) => Some(p),
            Place::Here => self.pointed.or(self.camera.map(|c| c.centre)),
        };
        self.say(format!("spawn {count} {behaviour}"));
        self.command(Command::Spawn { behaviour, count, at });
    }
}
