//! What the dashboard remembers between two frames: the view, the selection, what is open. It knows no terminal.

use super::layout::Areas;
use super::log_view::LogView;
use super::mood::{History, Moods};
use super::panels::map::ground::GroundCache;
use super::place::Place;
use super::replay::Replay;
use super::talk::Talk;
use super::*;
use crate::geom::Storey;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// What keys mean at the moment.
#[derive(Clone, PartialEq, Default)]
pub(super) enum Mode {
    #[default]
    Normal,
    /// Arrows and wasd walk the player's character.
    Player,
    Layers,
    /// A command or words to find are typed.
    Prompt(Prompt),
    /// A panel covers everything.
    Over(&'static Panel),
}

/// A short message in the key line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Notice {
    pub text: String,
    pub wrong: bool,
    pub until: Duration,
}

/// Shown where a creature must be selected first.
pub(super) const NOTHING_SELECTED: &str = "no creature is selected: click one, or press n";

/// Without a new frame for this long while the world is not paused, the status line says that it is busy.
const BUSY_AFTER: Duration = Duration::from_millis(1_000);
/// How long a requested pause or speed is shown before a frame confirms it.
const CONFIRM_WITHIN: Duration = Duration::from_millis(600);
const NOTICE_FOR: Duration = Duration::from_secs(4);
/// The player's character stops when no key comes for this long.
pub(super) const WALK_FOR: Duration = Duration::from_millis(400);

/// The dashboard: takes frames and events, returns controls, draws itself. The caller passes the time, so tests control it.
#[derive(Default)]
pub struct Dashboard {
    pub(super) theme: Theme,
    pub(super) frame: Option<Frame>,
    /// The last snapshot with details of the selected creature.
    pub(super) seen: Option<Arc<Snapshot>>,
    pub(super) replay: Replay,
    pub(super) now: Duration,
    pub(super) fresh_at: Duration,
    /// The pacing that was requested last, until a frame confirms it.
    pub(super) requested: Option<(Duration, Pacing)>,
    /// Why the simulation ended; the last frame stays on the screen.
    pub failed: Option<String>,
    pub(super) frozen: bool,
    /// The storey that the map shows.
    pub(super) storey: Storey,
    /// `None` until the first frame is drawn.
    pub camera: Option<Camera>,
    pub(super) follow: bool,
    /// The selected creature; it may be dead.
    pub selected: Option<AgentId>,
    pub(super) pointed: Option<Vec2>,
    pub(super) drag: Option<(u16, u16)>,
    pub(super) query: Query,
    /// The panel that has the keys.
    pub(super) panel: &'static Panel,
    pub(super) mode: Mode,
    /// Layers that are not as they usually are.
    pub(super) switched: BTreeSet<Layer>,
    /// The panel in front of the main one.
    pub(super) over_main: Option<&'static Panel>,
    pub(super) log: LogView,
    /// The selected row, or the first one shown, of panels that were scrolled.
    pub(super) rows: Vec<(&'static Panel, usize)>,
    /// Paths of memory tables that are folded.
    pub(super) folded: BTreeSet<String>,
    pub(super) walking: Option<(Vec2, Duration)>,
    pub(super) notice: Option<Notice>,
    pub(super) past: Vec<String>,
    pub(super) talk: Talk,
    pub(super) areas: Areas,
    /// What is written where on the screen about a line of a script: a press opens it.
    pub(super) links: RefCell<Vec<(Rect, String)>>,
    /// To be opened in an editor.
    pub(super) to_edit: Option<Place>,
    /// Stories show what libraries keep in memory, too.
    pub(super) all_events: bool,
    /// Where the map was drawn last, without its border.
    pub map_area: Rect,
    pub(super) moods: Moods,
    pub(super) history: History,
    pub(super) ground: GroundCache,
    pub(super) outbox: Vec<Control>,
    /// Whether the person asked to quit.
    pub quit: bool,
}

impl Dashboard {
    /// Lets time pass: stops a walk for which no key came lately, removes old messages. True when the screen changes.
    pub fn pass(&mut self, now: Duration) -> bool {
        let was = (self.busy_for(), self.notice.is_some(), self.replay.share(self.now));
        self.now = self.now.max(now);
        if let Some((_, last)) = self.walking
            && self.now - last >= WALK_FOR
        {
            self.walk(None);
        }
        self.notice.take_if(|n| n.until <= now);
        was != (self.busy_for(), self.notice.is_some(), self.replay.share(self.now))
    }

    /// Takes the latest frame. True when something in it is new.
    pub fn take(&mut self, frame: Frame) -> bool {
        let old = self.frame.as_ref();
        let moved = old.is_none_or(|f| !Arc::ptr_eq(&f.snapshot, &frame.snapshot));
        if !moved && old.is_some_and(|f| f.pacing == frame.pacing && Arc::ptr_eq(&f.replies, &frame.replies)) {
            return false;
        }
        self.take_replies(&frame.replies);
        if moved || frame.pacing.paused {
            self.fresh_at = self.now;
        }
        if self.requested.is_some_and(|(_, p)| (p.paused, p.speed) == (frame.pacing.paused, frame.pacing.speed)) {
            self.requested = None;
        }
        if frame.snapshot.focus.as_ref().is_some_and(|f| Some(f.id) == self.selected) {
            self.seen = Some(frame.snapshot.clone());
        }
        if self.frozen {
            // The view is frozen; the status line still shows how the world runs.
            if let Some(f) = &mut self.frame {
                f.pacing = frame.pacing;
            }
            return true;
        }
        self.history.take(&frame.snapshot, &mut self.moods);
        self.replay.take(frame.snapshot.search.as_ref(), self.now);
        self.frame = Some(frame);
        self.keep_up();
        true
    }

    /// The line of a script that an editor should show, once.
    pub fn take_place(&mut self) -> Option<Place> {
        self.to_edit.take()
    }

    /// A press on this part of the screen opens the line of a script that a text names, if it names one.
    pub(super) fn link(&self, area: Rect, text: impl Into<String>) {
        self.links.borrow_mut().push((area, text.into()));
    }

    /// The events of a story that are shown: without what libraries keep in memory, unless all are wanted.
    pub(super) fn events<'a>(&self, story: &'a [EventText]) -> impl DoubleEndedIterator<Item = &'a EventText> {
        let all = self.all_events;
        story.iter().filter(move |e| all || !e.is_minor())
    }

    /// Opens the line of a script that a text names.
    pub(super) fn edit(&mut self, text: &str) {
        self.to_edit = self.snapshot().and_then(|s| Place::named_in(text, &s.scripts));
        if self.to_edit.is_none() {
            self.complain("no line of a script is named here");
        }
    }

    /// What the person requested since the last call.
    pub fn controls(&mut self) -> Vec<Control> {
        std::mem::take(&mut self.outbox)
    }

    /// When the followed creature died: the nearest of its behaviour takes its place.
    fn hand_over(&mut self) {
        let Some((s, (dead, false))) = self.snapshot().zip(self.focus()).filter(|_| self.follow) else { return };
        let heir = Query::new(&dead.behaviour).nearest(s, dead.position);
        let name = format!("{} {}", dead.behaviour, dead.id);
        match heir {
            Some(id) => {
                self.say(format!("{name} died: now {} {id}", dead.behaviour));
                self.select(Some(id));
                self.follow = true;
            }
            None => {
                self.follow = false;
                self.say(format!("{name} died: none of its kind is left"));
            }
        }
    }

    /// Moves the camera with a followed creature.
    fn keep_up(&mut self) {
        self.hand_over();
        let Some(s) = self.snapshot() else { return };
        let id = if self.mode == Mode::Player { s.player } else { self.selected.filter(|_| self.follow) };
        if let Some((p, storey)) = id.and_then(|id| find::get(s, id)).map(|a| (a.position, a.storey)) {
            self.storey = storey;
            self.with_camera(|camera, area, size| camera.follow(p, area, size));
        }
    }

    pub(super) fn snapshot(&self) -> Option<&Arc<Snapshot>> {
        self.frame.as_ref().map(|f| &f.snapshot)
    }

    /// Pause and speed as requested, until a frame confirms them; otherwise as they are.
    pub(super) fn pacing(&self) -> Pacing {
        let real = self.frame.as_ref().map_or_else(Pacing::default, |f| f.pacing);
        match self.requested {
            Some((at, requested)) if self.now - at < CONFIRM_WITHIN => {
                Pacing { steps_per_s: real.steps_per_s, ..requested }
            }
            _ => real,
        }
    }

    /// Whole seconds without a new frame, when the world should be running.
    pub(super) fn busy_for(&self) -> Option<u64> {
        let silent = self.now.saturating_sub(self.fresh_at);
        let expected = self.frame.as_ref().is_some_and(|f| !f.pacing.paused) && self.failed.is_none();
        (expected && silent >= BUSY_AFTER).then_some(silent.as_secs())
    }

    /// The selected creature in the newest snapshot that has its details, and whether it is alive.
    pub(super) fn focus(&self) -> Option<(&Focus, bool)> {
        let (id, s) = (self.selected?, self.snapshot()?);
        let newest_first = std::iter::once(s).chain(&self.seen);
        let focus = newest_first.flat_map(|s| &s.focus).find(|f| f.id == id)?;
        Some((focus, find::get(s, id).is_some()))
    }

    /// Selects a creature, or none, and requests its details.
    pub fn select(&mut self, id: Option<AgentId>) {
        if id != self.selected {
            self.selected = id;
            self.rows.retain(|(panel, _)| !panel.of_selected);
            self.follow &= id.is_some();
            self.outbox.push(Control::Focus(id));
        }
    }

    /// Whether the map shows a layer.
    pub(super) fn shows(&self, layer: Layer) -> bool {
        self.switched.contains(&layer) != layer.is_usual()
    }

    /// The selected row of a panel.
    pub(super) fn row(&self, panel: &Panel) -> usize {
        self.rows.iter().find(|(p, _)| *p == panel).map_or(0, |(_, row)| *row)
    }

    pub(super) fn set_row(&mut self, panel: &'static Panel, row: usize) {
        self.rows.retain(|(p, _)| *p != panel);
        self.rows.push((panel, row));
    }

    /// Moves the selected row of a panel.
    pub(super) fn move_row(&mut self, panel: &'static Panel, by: Move) {
        let to = self.row(panel) as i64 + i64::from(by.lines());
        self.set_row(panel, to.clamp(0, (panel.rows)(self).saturating_sub(1) as i64) as usize);
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), wrong: false, until: self.now + NOTICE_FOR });
    }

    pub(super) fn complain(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), wrong: true, until: self.now + NOTICE_FOR });
    }
}

/// Adds an item to a set, or removes it.
pub(super) fn toggle<T: Ord>(set: &mut BTreeSet<T>, item: T) {
    if !set.remove(&item) {
        set.insert(item);
    }
}
