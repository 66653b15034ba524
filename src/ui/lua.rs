//! The Lua prompt: a line is typed, sent to the world's thread as the chosen creature's, and its answer comes back with a
//! later frame.

use super::dashboard::{Dashboard, Mode};
use super::prompt::{Prompt, Purpose, Typed};
use crate::runtime::{Control, Reply, ReplyText};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Entries of the talk that are kept.
const MOST_ENTRIES: usize = 100;

/// A line and what was answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub line: String,
    pub lines: Vec<String>,
    pub failed: bool,
}

/// What is remembered of the prompt between two openings.
#[derive(Clone, Debug, Default)]
pub struct Talk {
    /// Oldest first.
    pub entries: Vec<Entry>,
    /// Words that the line can go on with, as far as was asked.
    pub words: Vec<String>,
    past: Vec<String>,
    /// The newest reply that was taken in.
    heard: u64,
}

impl Dashboard {
    /// Opens the prompt for the chosen creature.
    pub(super) fn open_lua(&mut self) {
        if self.selected.is_none() {
            self.complain("nobody is chosen to be asked: click a creature, or press n");
            return;
        }
        self.talk.words.clear();
        self.mode = Mode::Lua(Prompt::new(Purpose::Lua));
    }

    pub(super) fn lua_key(&mut self, key: &KeyEvent) {
        let Mode::Lua(prompt) = &mut self.mode else { return };
        if key.code == KeyCode::Tab {
            let line = prompt.text();
            if let Some(id) = self.selected {
                self.outbox.push(Control::Complete { id, line });
            }
            return;
        }
        if key.code == KeyCode::Char('l') && key.modifiers.contains(KeyModifiers::CONTROL) {
            self.talk.entries.clear();
            return;
        }
        let typed = prompt.key(key, &self.talk.past);
        let line = prompt.text();
        match typed {
            Typed::Edited => self.talk.words.clear(),
            Typed::Left => self.mode = Mode::Normal,
            Typed::Done if line.trim().is_empty() => {}
            Typed::Done => {
                self.mode = Mode::Lua(Prompt::new(Purpose::Lua));
                self.ask_lua(line);
            }
        }
    }

    /// Sends a line to be evaluated as the chosen creature.
    pub(super) fn ask_lua(&mut self, line: String) {
        self.talk.words.clear();
        if self.talk.past.last() != Some(&line) {
            self.talk.past.push(line.clone());
        }
        match self.selected {
            Some(id) => self.outbox.push(Control::Ask { id, line }),
            None => self.complain("nobody is chosen to be asked: click a creature, or press n"),
        }
    }

    /// Asks for the chosen creature's moment as a spec.
    pub(super) fn export(&mut self) {
        match self.selected {
            Some(id) => self.outbox.push(Control::Export { id }),
            None => self.complain("nobody is chosen: click a creature, or press n"),
        }
    }

    /// Takes in what the world's thread answered since the last frame.
    pub(super) fn hear(&mut self, replies: &[Reply]) {
        for reply in replies {
            if reply.seq <= self.talk.heard {
                continue;
            }
            self.talk.heard = reply.seq;
            match &reply.text {
                ReplyText::Evaluated { line, lines, failed } => {
                    self.talk.entries.push(Entry { line: line.clone(), lines: lines.clone(), failed: *failed });
                    let spare = self.talk.entries.len().saturating_sub(MOST_ENTRIES);
                    self.talk.entries.drain(..spare);
                }
                ReplyText::Completed { line, from, words } => self.go_on(line, *from, words),
                ReplyText::Exported(Ok(path)) => self.say(format!("this moment is in {path}")),
                ReplyText::Exported(Err(why)) => self.complain(format!("no spec was written: {why}")),
            }
        }
    }

    /// Completes the line, unless another one was typed since: as far as all words agree.
    fn go_on(&mut self, line: &str, from: usize, words: &[String]) {
        let Mode::Lua(prompt) = &mut self.mode else { return };
        if prompt.text() != line {
            return;
        }
        let Some(first) = words.first() else { return };
        let shared = words.iter().fold(first.chars().count(), |n, w| {
            n.min(first.chars().zip(w.chars()).take_while(|(a, b)| a == b).count())
        });
        let head: String = line.chars().take(from).chain(first.chars().take(shared)).collect();
        if head.chars().count() > line.chars().count() {
            prompt.write(&head);
        }
        self.talk.words = if words.len() > 1 { words.to_vec() } else { Vec::new() };
    }
}
