//! What is typed: lines for finding and for commands, and what commands do.

use super::console::{self, Order, Place};
use super::dashboard::{Dashboard, Mode};
use super::find::{self, Query};
use super::keys::Action;
use super::prompt::{Purpose, Typed};
use crate::runtime::Control;
use crate::sim::Command;
use crossterm::event::KeyEvent;

impl Dashboard {
    pub(super) fn type_key(&mut self, key: &KeyEvent) {
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
            // Finding shows what it finds while it is typed.
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
                    Ok(order) => self.obey(order),
                    Err(why) => self.complain(why),
                }
            }
        }
    }

    fn find(&mut self, words: &str) {
        self.query = Query::new(words);
        let count = self.snapshot().map_or(0, |s| self.query.count(s));
        if count > 0 {
            self.step_creature(true);
            self.say(format!("{count} found · n next · p previous · esc forgets"));
        } else {
            self.complain(format!("no creature matches '{}'", self.query.text()));
        }
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Spawn { behaviour, count, at } => self.spawn(behaviour, count, at),
            Order::Kill(who) => match who.or(self.selected) {
                Some(id) => self.outbox.push(Control::Command(Command::Kill { id })),
                None => self.complain("nobody is chosen; usage: kill [NUMBER]"),
            },
            Order::Speed(speed) => self.set_speed(speed),
            Order::Pause(paused) => self.pause(paused),
            Order::Step => self.act(Action::Step),
            Order::Seed => {
                let seed = self.snapshot().map_or(0, |s| s.seed);
                self.say(format!("seed {seed}"));
            }
            Order::Focus(id) => {
                if self.snapshot().is_some_and(|s| find::get(s, id).is_some()) {
                    self.choose(id);
                } else {
                    self.complain(format!("nobody alive has the number {id}"));
                }
            }
            Order::Goto(p) => self.with_camera(|camera, _, size| camera.look_at(p, size)),
            Order::Find(words) => self.find(&words),
            Order::Pathfinding(on) => self.switch_pathfinding(on),
            Order::Lua(line) => {
                self.open_lua();
                if !line.is_empty() && self.selected.is_some() {
                    self.ask_lua(line);
                }
            }
            Order::Help => self.mode = Mode::Help,
            Order::Quit => self.act(Action::Quit),
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
        self.outbox.push(Control::Command(Command::Spawn { behaviour, count, at }));
    }
}
