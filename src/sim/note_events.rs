//! What scripts noted in their turns, as events for the recorder. Each machine's are found by themselves, from strings that are kept
//! already; those with strings that are new wait until these are kept, one after the other.

use crate::agent::recorder::{Brief, Recorder, What, Word};
use crate::agent::{Agents, Outgoing, Value};
use crate::lua::api::output::{Note, Noted, ScriptOutput, Stored, Written, empty};
use crate::lua::host::vm::Vm;
use crate::lua::source::mods::ModSet;
use crate::nav::{Code, Goal};
use std::collections::BTreeMap;

/// The events of one machine's creatures in a step.
#[derive(Debug, Default)]
pub(super) struct NoteEvents {
    /// The creatures' slots, and what happened to them, in this order.
    pub list: Vec<(usize, What)>,
    /// Events of the list that wait for new strings, and the numbers of their notes.
    late: Vec<(usize, usize)>,
}

/// What notes are about, besides themselves.
#[derive(Clone, Copy)]
pub(super) struct Noting<'a> {
    pub agents: &'a Agents,
    pub vm: &'a Vm,
    pub output: &'a ScriptOutput,
    pub pathfinding_on: bool,
}

/// A string of an event.
#[derive(Clone, Copy)]
enum Text<'a> {
    /// To be shown as it is.
    Plain(&'a str),
    /// A file and a line: `npc/wolf.lua:21`.
    Place(&'a str),
}

/// A string is not kept yet.
struct New;

impl NoteEvents {
    /// Finds the events of all notes, as far as their strings are kept.
    pub(super) fn find(&mut self, on: Noting, recorder: &Recorder, places: &Places) {
        empty(&mut self.list);
        empty(&mut self.late);
        let mut kept = |text: Text| match text {
            Text::Plain(text) => recorder.kept_word(text).ok_or(New),
            Text::Place(place) => places.kept(place, recorder).ok_or(New),
        };
        for (number, note) in on.output.notes.iter().enumerate() {
            match on.event(note, &mut kept) {
                Ok(what) => self.list.extend(what.map(|what| (note.slot, what))),
                Err(New) => {
                    self.late.push((self.list.len(), number));
                    self.list.push((note.slot, What::Born));
                }
            }
        }
    }

    /// Keeps the strings that are new, and finds the events that wait for them.
    pub(super) fn find_late(&mut self, on: Noting, recorder: &mut Recorder, places: &mut Places, mods: &ModSet) {
        let mut keep = |text: Text| match text {
            Text::Plain(text) => Ok(recorder.word(text)),
            Text::Place(place) => Ok(places.keep(place, recorder, mods)),
        };
        for (at, number) in self.late.drain(..) {
            if let Ok(Some(what)) = on.event(&on.output.notes[number], &mut keep) {
                self.list[at].1 = what;
            }
        }
    }
}

impl Noting<'_> {
    /// The event of a note; `None` where nothing is recorded of it.
    fn event(&self, note: &Note, word: &mut impl FnMut(Text) -> Result<Word, New>) -> Result<Option<What>, New> {
        let Self { agents, output, .. } = *self;
        let mut plain = |text: &str| word(Text::Plain(text));
        Ok(Some(match &note.what {
            Noted::Transition(n, handler) => {
                let Some(t) = output.transitions.get(*n) else { return Ok(None) };
                What::State { from: t.from, to: t.to, handler: *handler, place: word(Text::Place(&t.place))? }
            }
            Noted::Code(code) => return Ok(self.code(note.slot, *code)),
            Noted::Goal(Goal::None) => return Ok(None),
            Noted::Goal(Goal::Point(at, _)) => What::Goal(*at),
            Noted::Goal(Goal::Agent(id)) => What::Chase { behaviour: agents.behaviour_of(*id), id: *id },
            Noted::Sight(seeing, id) => What::Sight { seeing: *seeing, behaviour: agents.behaviour_of(*id), id: *id },
            Noted::Outgoing(n) => match output.outgoing.get(*n).map(|(_, sent)| sent) {
                None | Some(Outgoing::Spawn { .. } | Outgoing::Influence { .. } | Outgoing::Despawn) => {
                    return Ok(None);
                }
                Some(Outgoing::Say { line }) => What::Said(plain(line)?),
                Some(Outgoing::Shout { what, .. }) => What::Shouted(plain(what)?),
                Some(Outgoing::Door { name, open }) => What::Door { name: plain(name)?, open: *open },
                Some(Outgoing::Edit(edit)) => What::Changed(plain(&edit.to_string())?),
                Some(Outgoing::Join { group }) => What::Group { name: plain(group)?, joins: true },
                Some(Outgoing::Leave { group }) => What::Group { name: plain(group)?, joins: false },
                Some(Outgoing::Post { key, value, .. }) => {
                    What::Posted { key: plain(key)?, value: brief(value, plain)? }
                }
                Some(Outgoing::Message { to, name, .. }) => What::Sent { name: plain(name)?, to: *to },
            },
            Noted::Fault(n) => {
                let Some(fault) = output.faults.get(*n) else { return Ok(None) };
                let place = format!("{}: {}", short(&fault.diagnostic.place()), fault.diagnostic.message);
                What::Fault { place: plain(&place)?, overrun: fault.overrun }
            }
            Noted::Memory { key, old, new } => {
                let string = |stored: &Stored| output.stored(*stored);
                let mut brief = |w: &Written| {
                    Ok(match w {
                        Written::Nil => Brief::Nil,
                        Written::Bool(b) => Brief::Bool(*b),
                        Written::Number(n) => Brief::number(*n),
                        Written::String(stored) => Brief::String(plain(string(stored))?),
                        Written::Table => Brief::Table,
                    })
                };
                let (old, new) = (brief(old)?, brief(new)?);
                What::Memory { key: plain(string(key))?, old, new }
            }
        }))
    }

    /// A result of the pathfinder. Those after which nothing changes for the creature are not recorded.
    fn code(&self, slot: usize, code: Code) -> Option<What> {
        let instance = self.vm.instance(slot);
        let path = instance.and_then(|m| m.pathfinder.as_deref());
        let reason = match code {
            Code::SearchOk if self.pathfinding_on => None,
            Code::SearchFailed | Code::MapFailed | Code::OutOfTime | Code::TargetFailed => {
                instance.and_then(|i| i.reason())
            }
            Code::NoTarget => None,
            _ => return None,
        };
        let (nodes, waypoints) = path.map_or((0, 0), |p| p.last_result());
        Some(What::Path { code, nodes, waypoints: waypoints.try_into().unwrap_or(u16::MAX), reason })
    }
}

fn brief(value: &Value, mut word: impl FnMut(&str) -> Result<Word, New>) -> Result<Brief, New> {
    Ok(match value {
        Value::Nil => Brief::Nil,
        Value::Bool(b) => Brief::Bool(*b),
        Value::Number(n) => Brief::number(*n),
        Value::String(bytes) => Brief::String(word(&String::from_utf8_lossy(bytes))?),
        Value::Table(_) => Brief::Table,
    })
}

/// `npc/wolf.lua:31` of `scripts/npc/wolf.lua:31`.
fn short(place: &str) -> &str {
    ["npc/", "lib/"].iter().filter_map(|dir| place.find(dir)).min().map_or(place, |at| &place[at..])
}

/// The strings of places that are kept: what is written there is read once.
#[derive(Debug, Default)]
pub(super) struct Places(BTreeMap<String, Word>);

impl Places {
    /// Files have changed.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    fn kept(&self, place: &str, recorder: &Recorder) -> Option<Word> {
        self.0.get(place).copied().filter(|word| recorder.keeps(*word))
    }

    /// `npc/wolf.lua:21` and, on a second line, what is written there.
    fn keep(&mut self, place: &str, recorder: &mut Recorder, mods: &ModSet) -> Word {
        if let Some(word) = self.kept(place, recorder) {
            return word;
        }
        let written = place.rsplit_once(':').and_then(|(path, line)| {
            let (_, text) = mods.file(path)?;
            text.lines().nth(line.parse::<usize>().ok()?.checked_sub(1)?)
        });
        let word = recorder.word(&written.map_or_else(|| place.to_owned(), |l| format!("{place}\n{}", l.trim())));
        self.0.insert(place.to_owned(), word);
        word
    }
}
