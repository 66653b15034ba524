//! What the dashboard remembers between two frames: where it looks, who is chosen, what is open. No terminal in here.

use super::camera::Camera;
use super::find::{self, Query};
use super::history::History;
use super::layout::{Areas, Panel};
use super::log_view::LogView;
use super::lua::Talk;
use super::panel::ground::GroundCache;
use super::panel::map_agents::Crowd;
use super::prompt::Prompt;
use super::theme::Theme;
use super::tone::Tones;
use super::{UiOptions, layout};
use crate::body::AgentId;
use crate::geom::Vec2;
use crate::runtime::{Control, Frame, Pacing};
use crate::sim::{Focus, Snapshot};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// What keys mean at the moment.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Mode {
    #[default]
    Normal,
    /// Arrows and wasd walk the player's character.
    Player,
    Layers,
    Help,
    /// The chosen creature's reasons lie over everything.
    Why,
    Prompt(Prompt),
    /// A line of Lua is typed.
    Lua(Prompt),
}

/// Which overlays the map shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    pub path: bool,
    pub feelers: bool,
    pub window: bool,
    pub marks: bool,
    pub objects: bool,
    pub speech: bool,
    pub strip: bool,
}

impl Default for Layers {
    fn default() -> Self {
        Self { path: true, feelers: true, window: true, marks: true, objects: true, speech: true, strip: true }
    }
}

/// One short message over the key line.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    pub text: String,
    pub wrong: bool,
    pub until: Duration,
}

/// Without a new frame for this long while the world should be running, it is said that it is busy.
const BUSY_AFTER: Duration = Duration::from_millis(1_000);
/// How long an asked-for pause or speed is shown before the world has answered.
const ANSWER_WITHIN: Duration = Duration::from_millis(600);
const NOTICE_FOR: Duration = Duration::from_secs(4);
/// The player's character stops when no key came for this long.
pub const WALK_FOR: Duration = Duration::from_millis(400);

/// The dashboard: takes frames and events, gives controls, draws itself. Time is handed in, so tests hold the clock.
pub struct Dashboard {
    pub(super) theme: Theme,
    pub(super) frame: Option<Frame>,
    /// The last snapshot that carried the chosen creature.
    pub(super) seen: Option<Arc<Snapshot>>,
    pub(super) now: Duration,
    pub(super) fresh_at: Duration,
    pub(super) asked: Option<(Duration, Pacing)>,
    pub(super) failed: Option<String>,
    pub(super) frozen: bool,
    pub(super) camera: Option<Camera>,
    pub(super) follow: bool,
    pub(super) selected: Option<AgentId>,
    pub(super) pointed: Option<Vec2>,
    pub(super) drag: Option<(u16, u16)>,
    pub(super) query: Query,
    pub(super) panel: Panel,
    pub(super) mode: Mode,
    pub(super) layers: Layers,
    /// The costs of the scripts lie over the map.
    pub(super) profile: bool,
    pub(super) log: LogView,
    pub(super) roster_row: usize,
    pub(super) script_row: usize,
    pub(super) creature_row: usize,
    /// How far the record under the reasons is scrolled.
    pub(super) why_row: usize,
    /// Paths of memory tables that are folded.
    pub(super) folded: BTreeSet<String>,
    pub(super) walking: Option<(Vec2, Duration)>,
    pub(super) notice: Option<Notice>,
    pub(super) past: Vec<String>,
    pub(super) talk: Talk,
    pub(super) areas: Areas,
    pub(super) map_area: ratatui::layout::Rect,
    pub(super) tones: Tones,
    pub(super) history: History,
    pub(super) ground: GroundCache,
    pub(super) crowd: Crowd,
    pub(super) outbox: Vec<Control>,
    pub(super) quit: bool,
}

impl Dashboard {
    pub fn new(options: UiOptions) -> Self {
        Self {
            theme: Theme::new(options),
            frame: None,
            seen: None,
            now: Duration::ZERO,
            fresh_at: Duration::ZERO,
            asked: None,
            failed: None,
            frozen: false,
            camera: None,
            follow: false,
            selected: None,
            pointed: None,
            drag: None,
            query: Query::default(),
            panel: Panel::World,
            mode: Mode::Normal,
            layers: Layers::default(),
            profile: false,
            log: LogView::default(),
            roster_row: 0,
            script_row: 0,
            creature_row: 0,
            why_row: 0,
            folded: BTreeSet::new(),
            walking: None,
            notice: None,
            past: Vec::new(),
            talk: Talk::default(),
            areas: layout::Areas::default(),
            map_area: ratatui::layout::Rect::default(),
            tones: Tones::default(),
            history: History::default(),
            ground: GroundCache::default(),
            crowd: Crowd::default(),
            outbox: Vec::new(),
            quit: false,
        }
    }

    /// Lets time pass: stops a walk whose keys went silent, takes back old notices. True when that changed the screen.
    pub fn pass(&mut self, now: Duration) -> bool {
        let was = (self.busy_for(), self.notice.is_some());
        self.now = self.now.max(now);
        if let Some((_, last)) = self.walking
            && self.now - last >= WALK_FOR
        {
            self.walk(None);
        }
        self.notice.take_if(|n| n.until <= now);
        was != (self.busy_for(), self.notice.is_some())
    }

    /// Takes the latest frame. True when there is anything new in it.
    pub fn take(&mut self, frame: Frame) -> bool {
        let same =
            self.frame.as_ref().is_some_and(|f| Arc::ptr_eq(&f.snapshot, &frame.snapshot) && f.pacing == frame.pacing);
        if same && self.frame.as_ref().is_some_and(|f| Arc::ptr_eq(&f.replies, &frame.replies)) {
            return false;
        }
        self.hear(&frame.replies);
        let moved = self.frame.as_ref().is_none_or(|f| !Arc::ptr_eq(&f.snapshot, &frame.snapshot));
        if moved || frame.pacing.paused {
            self.fresh_at = self.now;
        }
        if self.asked.is_some_and(|(_, p)| (p.paused, p.speed) == (frame.pacing.paused, frame.pacing.speed)) {
            self.asked = None;
        }
        if self.frozen {
            // The view stands still, yet the line above keeps telling how the world goes on.
            if let Some(f) = &mut self.frame {
                f.pacing = frame.pacing;
            }
            return true;
        }
        self.history.take(&frame.snapshot, &mut self.tones);
        if frame.snapshot.focus.as_ref().is_some_and(|f| Some(f.id) == self.selected) {
            self.seen = Some(frame.snapshot.clone());
        }
        self.frame = Some(frame);
        self.keep_up();
        true
    }

    /// Says that the simulation ended: the last frame stays for reading.
    pub fn fail(&mut self, why: String) {
        self.failed = Some(why);
    }

    pub fn wants_to_quit(&self) -> bool {
        self.quit
    }

    /// What the person asked for since the last call.
    pub fn controls(&mut self) -> Vec<Control> {
        std::mem::take(&mut self.outbox)
    }

    /// Moves the camera after a followed creature.
    fn keep_up(&mut self) {
        let at = self.chosen_position().filter(|_| self.follow || self.mode == Mode::Player);
        if let (Some(p), Some(camera), Some(frame)) = (at, self.camera.as_mut(), self.frame.as_ref()) {
            camera.follow(p, self.map_area, frame.snapshot.world.size());
        }
    }

    fn chosen_position(&self) -> Option<Vec2> {
        let s = self.snapshot()?;
        let id = if self.mode == Mode::Player { s.player } else { self.selected };
        find::get(s, id?).map(|a| a.position)
    }

    pub(super) fn snapshot(&self) -> Option<&Arc<Snapshot>> {
        self.frame.as_ref().map(|f| &f.snapshot)
    }

    /// Pause and speed as asked for, until the world has answered; else as they are.
    pub(super) fn pacing(&self) -> Pacing {
        let real = self.frame.as_ref().map_or_else(Pacing::default, |f| f.pacing);
        match self.asked {
            Some((at, asked)) if self.now - at < ANSWER_WITHIN => Pacing { steps_per_s: real.steps_per_s, ..asked },
            _ => real,
        }
    }

    /// Whole seconds without a new frame, when the world should be running.
    pub(super) fn busy_for(&self) -> Option<u64> {
        let silent = self.now.saturating_sub(self.fresh_at);
        let expected = self.frame.as_ref().is_some_and(|f| !f.pacing.paused) && self.failed.is_none();
        (expected && silent >= BUSY_AFTER).then_some(silent.as_secs())
    }

    /// The chosen creature as the newest snapshot that carried it shows it, and whether it is alive.
    pub(super) fn focus(&self) -> Option<(&Focus, bool)> {
        let (id, s) = (self.selected?, self.snapshot()?);
        let of = |s: &'_ Arc<Snapshot>| s.focus.as_ref().is_some_and(|f| f.id == id);
        let source = if of(s) { s } else { self.seen.as_ref().filter(|s| of(s))? };
        let focus = source.focus.as_ref()?;
        Some((focus, focus.alive && find::get(s, id).is_some()))
    }

    pub(super) fn select(&mut self, id: Option<AgentId>) {
        if id != self.selected {
            self.selected = id;
            self.creature_row = 0;
            self.why_row = 0;
            self.follow &= id.is_some();
            self.outbox.push(Control::Focus(id));
        }
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), wrong: false, until: self.now + NOTICE_FOR });
    }

    pub(super) fn complain(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), wrong: true, until: self.now + NOTICE_FOR });
    }
}
