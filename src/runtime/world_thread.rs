//! A world on a thread of its own: drawing never slows a step, and a slow step never freezes the keys.

use super::changes::Live;
use super::map_file::MapFile;
use super::message::Message;
use super::midway::{Midway, take_at_once};
use super::pace::Pace;
use super::panics::message;
use super::reloader::Reloader;
use super::shown::Shown;
use super::{Control, Frame, Reply, ReplyText, WallClock};
use crate::body::AgentId;
use crate::diag::Diagnostic;
use crate::lua::host::program::Program;
use crate::sim::{Command, Completion, Saved, Setup, Sim, StepTimes};
use crate::spec::moment;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The least time between two snapshots, and between two drawings of them.
pub(crate) const FRAME: Duration = Duration::from_millis(33);
/// The longest time that the thread sleeps between two looks at its messages.
const LONGEST_SLEEP: Duration = Duration::from_millis(100);
/// The time between two looks at a thread that is to end.
const LOOK: Duration = Duration::from_millis(5);
/// Replies that a frame holds: more than a person can request between two frames.
const REPLIES: usize = 16;

/// How a world is to be run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Options {
    /// Watch the mods' folders and reload what is saved.
    pub watch: bool,
    /// Begin paused.
    pub paused: bool,
}

/// Why a world could not be returned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StopError {
    /// The world's thread panicked, with this message.
    #[error("{0}")]
    Panicked(String),
    /// The step that was running took longer than the caller waits. It goes on, and nothing comes of it.
    #[error("a step did not end in time")]
    Late,
}

/// A running world. Ends when dropped.
pub struct Runtime {
    send: Sender<Message>,
    latest: Arc<Mutex<Option<Frame>>>,
    thread: Option<JoinHandle<Sim>>,
    reloader: Option<Reloader>,
}

impl Runtime {
    /// Builds the world and sets it going.
    ///
    /// # Errors
    /// Everything [`Sim::new`] finds wrong, and folders that cannot be watched.
    pub fn start(setup: Setup, options: Options) -> Result<Self, Vec<Diagnostic>> {
        let script_params = setup.script.clone();
        let sim = Sim::new(setup)?;
        let (send, receive) = channel();
        let (send_live, newer) = channel();
        let reloader = if options.watch {
            Reloader::start(Live::of(&sim, 0), MapFile::of(&sim), script_params, send.clone(), newer)
                .map_err(|e| vec![Diagnostic::error("", e.to_string())])?
        } else {
            None
        };
        let latest = Arc::new(Mutex::new(None));
        let (pace, sent) = (Pace::new(sim.step_ms(), options.paused), Arc::clone(&sim.program));
        let world = WorldThread {
            sim,
            messages: receive,
            waiting: Vec::new(),
            send_live,
            sent,
            saves: 0,
            latest: Arc::clone(&latest),
            clock: WallClock::default(),
            pace,
            single: 0,
            focus: None,
            shown: Shown::default(),
            commands: Vec::new(),
            saved: Vec::new(),
            replies: Arc::default(),
            drawn: None,
            asked: false,
        };
        let thread = std::thread::Builder::new()
            .name("world".into())
            .spawn(move || world.run())
            .map_err(|e| vec![Diagnostic::error("", format!("cannot start the world's thread: {e}"))])?;
        Ok(Self { send, latest, thread: Some(thread), reloader })
    }

    /// The newest frame, once there is one. Never waits for the simulation.
    pub fn latest(&self) -> Option<Frame> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sends a request to the world. After its end nothing happens.
    pub fn send(&self, control: Control) {
        let _ = self.send.send(Message::Control(control));
    }

    /// Whether the world's thread has ended without being asked to.
    pub fn has_failed(&self) -> bool {
        self.has_ended()
    }

    fn has_ended(&self) -> bool {
        self.thread.as_ref().is_some_and(JoinHandle::is_finished)
    }

    /// Ends the run and returns the world as it is, after the step that is running.
    ///
    /// # Errors
    /// When the world's thread has panicked.
    pub fn stop(self) -> Result<Sim, StopError> {
        self.stop_within(Duration::MAX)
    }

    /// Ends the run and returns the world as it is, unless that takes longer than `patience`.
    ///
    /// # Errors
    /// When the world's thread has panicked, or does not end in time.
    pub fn stop_within(mut self, patience: Duration) -> Result<Sim, StopError> {
        self.send(Control::Quit);
        if patience < Duration::MAX {
            let began = Instant::now();
            while !self.has_ended() && began.elapsed() < patience {
                std::thread::sleep(LOOK);
            }
            // It may be compiling, and nothing is needed of it.
            self.reloader.take().into_iter().for_each(Reloader::abandon);
            if !self.has_ended() {
                self.thread = None; // dropping the runtime must not wait for it
                return Err(StopError::Late);
            }
        }
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(sim)) => Ok(sim),
            Some(Err(panic)) => Err(StopError::Panicked(message(panic.as_ref()))),
            None => Err(StopError::Late),
        }
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        self.send(Control::Quit);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct WorldThread {
    sim: Sim,
    messages: Receiver<Message>,
    /// Those that came in the middle of a step, and wait for its end.
    waiting: Vec<Message>,
    /// To the reloader. Without one, nothing receives it.
    send_live: Sender<Live>,
    /// The program that was sent last.
    sent: Arc<Program>,
    /// How many saves have been taken by now.
    saves: u64,
    latest: Arc<Mutex<Option<Frame>>>,
    clock: WallClock,
    pace: Pace,
    single: u32,
    focus: Option<AgentId>,
    shown: Shown,
    commands: Vec<Command>,
    /// What the next step begins with: what was saved while many creatures live.
    saved: Vec<Saved>,
    /// The last replies.
    replies: Arc<[Reply]>,
    /// When the last frame was made; `None` when something changed since that should be seen at once.
    drawn: Option<Instant>,
    /// Something was asked for that needs no step.
    asked: bool,
}

impl WorldThread {
    fn run(mut self) -> Sim {
        loop {
            if !self.read_messages() {
                return self.sim;
            }
            // The next step may take long.
            if std::mem::take(&mut self.asked) {
                self.publish();
            }
            let paused = self.rests();
            // While the world is paused, changes must still be shown: a reload, a spawn, a switch.
            if (!paused && self.pace.wait().is_zero())
                || (paused && !(self.commands.is_empty() && self.saved.is_empty()))
            {
                self.step();
            }
            self.pace.measure();
            if self.drawn.is_none_or(|d| d.elapsed() >= FRAME) {
                self.publish();
            }
        }
    }

    /// Time has stopped, and no single step is due.
    fn rests(&self) -> bool {
        self.pace.pacing.paused && self.single == 0
    }

    /// Takes in all messages; sleeps until the next beat when there are none. False: it is time to end.
    fn read_messages(&mut self) -> bool {
        let mut all = std::mem::take(&mut self.waiting);
        if all.is_empty() {
            let wait = if self.rests() { LONGEST_SLEEP } else { self.pace.wait().min(LONGEST_SLEEP) };
            match self.messages.recv_timeout(wait) {
                Err(RecvTimeoutError::Disconnected) => return false,
                first => all.extend(first.ok()),
            }
        }
        all.extend(self.messages.try_iter());
        all.into_iter().all(|message| self.take(message))
    }

    fn take(&mut self, message: Message) -> bool {
        self.drawn = None;
        let control = match message {
            Message::Control(control) => control,
            Message::Save(saved) if self.sim.is_many() => {
                self.saved.push(saved);
                return true;
            }
            Message::Save(Saved { files, program }) => {
                self.sim.prepare(&files, program, &self.commands);
                self.commands.push(Command::Reload { files });
                self.saves += 1;
                return true;
            }
        };
        self.asked |= !matches!(control, Control::Command(_) | Control::SingleStep);
        match control {
            Control::Quit => return false,
            Control::Command(c) => self.commands.push(c),
            Control::Ask(id, line) => {
                let answer = self.sim.ask(id, &line);
                self.commands.extend(answer.commands);
                self.reply(ReplyText::Evaluated { line, lines: answer.lines, failed: answer.failed });
            }
            Control::Complete(id, line) => {
                let Completion { from, words } = self.sim.complete(id, &line);
                self.reply(ReplyText::Completed { line, from, words });
            }
            Control::Export(id) => {
                let reply = match moment::export(&mut self.sim, id) {
                    Ok(path) => ReplyText::Exported(path.display().to_string()),
                    Err(e) => ReplyText::NotExported(e.to_string()),
                };
                self.reply(reply);
            }
            Control::SingleStep => {
                self.pace.pacing.paused = true;
                self.single += 1;
            }
            control if take_at_once(&control, &mut self.focus, &mut self.pace) => {}
            shown => self.shown.take(&shown, &mut self.sim),
        }
        true
    }

    fn reply(&mut self, text: ReplyText) {
        let seq = self.replies.last().map_or(1, |last| last.seq + 1);
        let old = &self.replies[self.replies.len().saturating_sub(REPLIES - 1)..];
        self.replies = old.iter().cloned().chain([Reply { seq, text }]).collect();
    }

    fn step(&mut self) {
        if !self.commands.is_empty() || self.single > 0 {
            self.drawn = None;
        }
        let was_waking = self.sim.is_waking();
        let reloads = self.commands.iter().any(|c| matches!(c, Command::Reload { .. }));
        let (times, saves) = self.step_and_look(reloads || was_waking);
        let reloaded = reloads || saves > 0;
        self.saves += saves;
        self.commands.clear();
        self.single = self.single.saturating_sub(1);
        let is_new = reloaded || !Arc::ptr_eq(&self.sim.program, &self.sent);
        if is_new || was_waking {
            self.drawn = None;
            self.sent = Arc::clone(&self.sim.program);
            let live = Live::of(&self.sim, self.saves);
            // A world that rests has time for checks.
            let is_waking = self.sim.is_waking() && !self.rests();
            let _ = self.send_live.send(if is_waking { live.unsettled() } else { live });
        }
        self.pace.stepped(times);
    }

    /// Makes a step, and looks at messages between its parts: where there are many creatures, each takes longer than a person waits for
    /// what is asked of the world as it is, and for what is saved. What needs the step to be over waits, and all that comes after it. Where
    /// creatures run a new version for the first time in the step, what is logged in it is shown at once. Returns how many saves went live
    /// in it too.
    fn step_and_look(&mut self, is_first_of_a_version: bool) -> (StepTimes, u64) {
        let Self { sim, commands, saved, clock, messages, waiting, focus, pace, latest, drawn, .. } = self;
        let (shown_lines, shows_news) = (sim.log().written(), is_first_of_a_version);
        let mut midway = Midway {
            messages,
            waiting,
            focus,
            pace,
            latest,
            drawn,
            shown_lines,
            shows_news,
            saved: std::mem::take(saved),
            saves: 0,
        };
        let times = sim.step_between(commands, clock, &mut midway);
        let Midway { saved, saves, .. } = midway;
        waiting.splice(0..0, saved.into_iter().map(Message::Save));
        (times, saves)
    }

    fn publish(&mut self) {
        let mut snapshot = self.sim.snapshot(self.focus, self.pace.phases);
        self.shown.fill(&mut snapshot, &self.sim, self.focus);
        let (pacing, replies) = (self.pace.pacing, Arc::clone(&self.replies));
        let frame = Frame { snapshot: Arc::new(snapshot), pacing, replies };
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(frame);
        self.drawn = Some(Instant::now());
    }
}
