//! What actions do: to the view at once, to the world as controls.

use super::camera::Camera;
use super::dashboard::{Dashboard, Mode};
use super::find::{self, Query};
use super::keys::{self, Action};
use super::layout::Panel;
use super::log_view::level_name;
use super::panel::memory;
use super::prompt::{Prompt, Purpose};
use crate::body::AgentId;
use crate::geom::Vec2;
use crate::runtime::{Control, Pacing};
use crate::sim::Command;
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind};

/// Speeds of `[` and `]`, all exact in binary.
const SPEEDS: [f32; 7] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];
/// What a shifted arrow moves by: columns and rows.
const PAGE: (i32, i32) = (24, 10);
const STEP: (i32, i32) = (4, 2);

impl Dashboard {
    /// Takes a key.
    pub fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            if keys::walk(key.code).is_some() && self.mode == Mode::Player {
                self.walk(None);
            }
            return;
        }
        let leave = keys::action(&key) == Some(Action::Quit) && key.code == KeyCode::Char('c');
        match &self.mode {
            Mode::Prompt(_) => self.type_key(&key),
            Mode::Lua(_) => self.lua_key(&key),
            _ if leave => self.act(Action::Quit),
            Mode::Layers => self.layer_key(&key),
            Mode::Help => self.mode = Mode::Normal,
            Mode::Why => self.why_key(&key),
            Mode::Player => self.player_key(&key),
            Mode::Normal => match (keys::action(&key), key.code) {
                (Some(action), _) => self.act(action),
                // A key pressed in vain is answered; those of the terminal itself are not ours to speak of.
                (None, KeyCode::Char(c)) => self.complain(format!("'{c}' does nothing here; ? shows the keys")),
                (None, _) => {}
            },
        }
    }

    /// Carries an action out.
    pub(super) fn act(&mut self, action: Action) {
        match action {
            Action::Quit => {
                self.quit = true;
                self.outbox.push(Control::Quit);
            }
            Action::Escape => self.let_go(),
            Action::Pause => self.pause(!self.pacing().paused),
            Action::Step => {
                self.pause(true);
                self.outbox.push(Control::SingleStep);
            }
            Action::Faster => self.change_speed(1),
            Action::Slower => self.change_speed(-1),
            Action::Panel { forward } => {
                self.panel = self.panel.next(if forward { 1 } else { Panel::ALL.len() - 1 });
            }
            Action::Follow => self.toggle_follow(),
            Action::Find => self.mode = Mode::Prompt(Prompt::new(Purpose::Find)),
            Action::Command => self.mode = Mode::Prompt(Prompt::new(Purpose::Command)),
            Action::Next => self.step_creature(true),
            Action::Previous => self.step_creature(false),
            Action::Layers => self.mode = Mode::Layers,
            Action::Help => self.mode = Mode::Help,
            Action::Why => self.ask_why(),
            Action::Export => self.export(),
            Action::Lua => self.open_lua(),
            Action::PlayerMode => self.enter_player_mode(),
            Action::Strike => self.outbox.push(Control::Command(Command::PlayerStrike)),
            Action::Pathfinding => {
                let on = !self.snapshot().is_none_or(|s| s.pathfinding_on);
                self.switch_pathfinding(on);
            }
            Action::LogLevel => {
                self.log.next_level();
                self.say(format!("log: {}", level_name(self.log.least)));
            }
            Action::Inspect => self.inspect(),
            Action::Centre => self.centre_on(self.selected),
            Action::CentrePlayer => self.centre_on(self.snapshot().and_then(|s| s.player)),
            Action::Profile => self.profile = !self.profile,
            Action::Freeze => self.frozen = !self.frozen,
            Action::Zoom(by) => self.with_camera(|camera, _, _| camera.zoom(by)),
            Action::Move { x, y, far } => self.move_in_panel(x, y, if far { PAGE } else { STEP }),
            Action::Home => self.move_in_panel(0, -1, (0, i32::MAX / 2)),
            Action::End => self.move_in_panel(0, 1, (0, i32::MAX / 2)),
        }
    }

    fn let_go(&mut self) {
        if self.notice.take().is_some_and(|n| n.wrong) {
            return;
        }
        if std::mem::take(&mut self.profile) {
            return;
        }
        if self.panel != Panel::World {
            self.panel = Panel::World;
        } else if !self.query.text().is_empty() {
            self.query = Query::default();
        } else {
            self.select(None);
        }
    }

    fn ask(&mut self, pacing: Pacing) {
        self.asked = Some((self.now, pacing));
    }

    pub(super) fn pause(&mut self, paused: bool) {
        let now = self.pacing();
        if now.paused != paused {
            self.ask(Pacing { paused, ..now });
            self.outbox.push(Control::Pause(paused));
        }
    }

    fn change_speed(&mut self, by: i32) {
        let speed = self.pacing().speed;
        let nearest = (0..SPEEDS.len() as i32)
            .min_by(|a, b| {
                let gap = |i: i32| (SPEEDS[i as usize].log2() - speed.max(0.01).log2()).abs();
                gap(*a).total_cmp(&gap(*b))
            })
            .unwrap_or(2);
        self.set_speed(SPEEDS[(nearest + by).clamp(0, SPEEDS.len() as i32 - 1) as usize]);
    }

    pub(super) fn set_speed(&mut self, speed: f32) {
        let now = self.pacing();
        if now.speed != speed {
            self.ask(Pacing { speed, ..now });
            self.outbox.push(Control::Speed(speed));
        }
    }

    pub(super) fn switch_pathfinding(&mut self, on: bool) {
        self.outbox.push(Control::Command(Command::SetPathfinding(on)));
        self.say(if on { "pathfinding on" } else { "pathfinding off: feelers alone" });
    }

    fn toggle_follow(&mut self) {
        if self.selected.is_none() {
            self.complain("nobody is chosen: click a creature, or press n");
            return;
        }
        self.follow = !self.follow;
        if self.follow {
            self.centre_on(self.selected);
        }
    }

    pub(super) fn step_creature(&mut self, forward: bool) {
        let found = self.snapshot().and_then(|s| self.query.step(s, self.selected, forward));
        match found {
            Some(id) => self.choose(id),
            None if self.query.text().is_empty() => self.complain("there are no creatures"),
            None => self.complain(format!("no creature matches '{}'", self.query.text())),
        }
    }

    /// Chooses somebody and, when they are out of sight, looks at them.
    pub(super) fn choose(&mut self, id: AgentId) {
        self.select(Some(id));
        if self.chosen_is_hidden() {
            self.centre_on(Some(id));
        }
    }

    /// The chosen creature lives, yet not where the map looks.
    pub(super) fn chosen_is_hidden(&self) -> bool {
        let found = self.selected.zip(self.snapshot()).and_then(|(id, s)| find::get(s, id));
        found.zip(self.camera).is_some_and(|(a, c)| c.view(self.map_area).to_cell(a.position).is_none())
    }

    fn centre_on(&mut self, id: Option<AgentId>) {
        let at = id.and_then(|id| self.snapshot().and_then(|s| find::get(s, id)).map(|a| a.position));
        let last_seen = self.focus().map(|(f, _)| f.position).filter(|_| id.is_some() && id == self.selected);
        match at.or(last_seen) {
            Some(p) => self.with_camera(|camera, _, size| camera.look_at(p, size)),
            None => self.with_camera(|camera, _, size| camera.look_at(size / 2.0, size)),
        }
    }

    pub(super) fn with_camera(&mut self, change: impl FnOnce(&mut Camera, ratatui::layout::Rect, Vec2)) {
        let Some(size) = self.snapshot().map(|s| s.world.size()) else { return };
        let area = self.map_area;
        if let Some(camera) = &mut self.camera {
            change(camera, area, size);
        }
    }

    fn move_in_panel(&mut self, x: i32, y: i32, by: (i32, i32)) {
        let list = |row: &mut usize, len: usize, by: i32| {
            let to = *row as i64 + i64::from(by);
            *row = to.clamp(0, len.saturating_sub(1) as i64) as usize;
        };
        let line = if by == STEP { y } else { y.saturating_mul(by.1) };
        let Some(s) = self.snapshot().cloned() else { return };
        match self.panel {
            Panel::World => {
                self.follow = false;
                let size = s.world.size();
                if let Some(camera) = &mut self.camera {
                    camera.pan(x * by.0, y.saturating_mul(by.1).clamp(-100_000, 100_000), size);
                }
            }
            Panel::Creatures => list(&mut self.roster_row, s.roster.len(), line),
            Panel::Scripts => list(&mut self.script_row, s.scripts.len(), line),
            Panel::Log => self.log.scroll(line, &s.log),
            Panel::Creature => {
                let len = self.focus().map_or(0, |(f, _)| memory::rows(&f.memory, &self.folded).len());
                list(&mut self.creature_row, len, line);
            }
        }
    }

    /// Enter: what is nearest to the middle of the map, the next of the chosen behaviour, fold or unfold memory.
    fn inspect(&mut self) {
        let Some(s) = self.snapshot().cloned() else { return };
        match self.panel {
            Panel::Creatures => {
                if let Some(row) = s.roster.get(self.roster_row) {
                    let found = Query::new(&row.behaviour).step(&s, self.selected, true);
                    if let Some(id) = found {
                        self.choose(id);
                    }
                }
            }
            Panel::Creature => {
                let path = self.focus().and_then(|(f, _)| {
                    let rows = memory::rows(&f.memory, &self.folded);
                    rows.get(self.creature_row).filter(|r| r.folds).map(|r| r.path.clone())
                });
                if let Some(path) = path
                    && !self.folded.remove(&path)
                {
                    self.folded.insert(path);
                }
            }
            _ => {
                let Some(centre) = self.camera.map(|c| c.centre) else { return };
                match find::nearest(&s, centre, f32::INFINITY) {
                    Some(id) => self.choose(id),
                    None => self.complain("there are no creatures"),
                }
            }
        }
    }

    fn enter_player_mode(&mut self) {
        let Some(player) = self.snapshot().and_then(|s| s.player) else {
            self.complain("this world has no player");
            return;
        };
        self.mode = Mode::Player;
        self.panel = Panel::World;
        self.centre_on(Some(player));
    }

    fn player_key(&mut self, key: &KeyEvent) {
        if let Some((x, y)) = keys::walk(key.code) {
            self.walk(Some(Vec2::new(x, y)));
            return;
        }
        match keys::action(key) {
            Some(Action::Escape) => {
                self.walk(None);
                self.mode = Mode::Normal;
            }
            Some(action) => self.act(action),
            None => {}
        }
    }

    /// Sends the player's character on its way, or stops it. The same way twice is only sent once.
    pub(super) fn walk(&mut self, direction: Option<Vec2>) {
        let was = self.walking.map(|(d, _)| d);
        if was != direction {
            let direction = direction.unwrap_or(Vec2::ZERO);
            self.outbox.push(Control::Command(Command::MovePlayer { direction }));
        }
        self.walking = direction.map(|d| (d, self.now));
    }

    fn layer_key(&mut self, key: &KeyEvent) {
        let layers = &mut self.layers;
        match key.code {
            KeyCode::Char('p') => layers.path ^= true,
            KeyCode::Char('f') => layers.feelers ^= true,
            KeyCode::Char('w') => layers.window ^= true,
            KeyCode::Char('m') => layers.marks ^= true,
            KeyCode::Char('o') => layers.objects ^= true,
            KeyCode::Char('t') => layers.speech ^= true,
            KeyCode::Char('s') => layers.strip ^= true,
            _ => self.mode = Mode::Normal,
        }
    }
}
