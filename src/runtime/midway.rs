//! What the world's thread does between the parts of a step: it takes what can be done there, and shows what is new.

use super::message::Message;
use super::pace::Pace;
use super::{Control, Frame, Pacing};
use crate::body::AgentId;
use crate::sim::{Between, Saved, Sim, Snapshot};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// What the world's thread does between the parts of a step.
pub(super) struct Midway<'a> {
    pub messages: &'a Receiver<Message>,
    /// What needs the step to be over.
    pub waiting: &'a mut Vec<Message>,
    pub focus: &'a mut Option<AgentId>,
    pub pace: &'a mut Pace,
    pub latest: &'a Mutex<Option<Frame>>,
    pub drawn: &'a mut Option<Instant>,
    /// Lines of the log that are shown by now, or were not new.
    pub shown_lines: u64,
    /// Whether what is logged is shown at once.
    pub shows_news: bool,
    /// Came before all that waits.
    pub saved: Vec<Saved>,
    /// How many went live in this step.
    pub saves: u64,
}

impl Between for Midway<'_> {
    fn look(&mut self, sim: &Sim) {
        let mut is_asked = false;
        for message in self.messages.try_iter() {
            match message {
                Message::Save(saved) if self.waiting.is_empty() && sim.is_many() => self.saved.push(saved),
                Message::Control(control)
                    if self.waiting.is_empty() && take_at_once(&control, self.focus, self.pace) =>
                {
                    is_asked = true;
                }
                message => self.waiting.push(message),
            }
        }
        let has_news = self.shows_news && sim.log().written() > self.shown_lines;
        if is_asked || has_news {
            self.shown_lines = sim.log().written();
            show_midway(self.latest, sim, *self.focus, self.pace.pacing);
            *self.drawn = None;
        }
    }

    fn saved(&mut self) -> Vec<Saved> {
        self.saves += self.saved.len() as u64;
        self.shows_news |= !self.saved.is_empty();
        std::mem::take(&mut self.saved)
    }
}

/// Takes what concerns nothing but how the world is watched, and how fast it runs: what can be done in the middle of a step. False where it is
/// something else.
pub(super) fn take_at_once(control: &Control, focus: &mut Option<AgentId>, pace: &mut Pace) -> bool {
    match control {
        Control::Focus(id) => *focus = *id,
        Control::Pause(paused) => pace.pause(*paused),
        Control::Speed(speed) => pace.set_speed(*speed),
        _ => return false,
    }
    true
}

/// Shows the world after the last step once more, with what was asked for since and what was logged: in the middle of the next one. What only
/// a whole world shows of another creature that is selected comes with the next frame.
fn show_midway(latest: &Mutex<Option<Frame>>, sim: &Sim, focus: Option<AgentId>, pacing: Pacing) {
    let of_latest = || latest.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(frame) = of_latest().clone() else { return };
    let is_other = frame.snapshot.focus.as_ref().map(|shown| shown.id) != focus;
    let mut snapshot = Snapshot { focus: focus.and_then(|id| sim.focus(id)), ..(*frame.snapshot).clone() };
    if is_other {
        (snapshot.flow, snapshot.graph, snapshot.search) = (None, None, None);
    }
    sim.add_news(&mut snapshot);
    *of_latest() = Some(Frame { snapshot: Arc::new(snapshot), pacing, ..frame });
}
