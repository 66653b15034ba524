//! What actions do: some change the view, some are sent to the simulation as controls.

use super::keys::Action;
use super::*;
use crate::diag::printable;

impl Dashboard {
    /// Carries out an action.
    pub(super) fn perform(&mut self, action: Action) {
        if !matches!(action, Action::Escape) {
            self.notice.take_if(|n| n.wrong);
        }
        match action {
            Action::Do(act) | Action::Always(act) => act(self),
            Action::Escape => self.escape(),
            Action::Enter => (self.panel.enter)(self),
            Action::Toggle(panel) => self.toggle(panel),
            Action::Move(by) => (self.panel.moved)(self, self.panel, by),
        }
    }

    /// Asks for a line.
    pub(super) fn ask(&mut self, purpose: Purpose) {
        self.mode = Mode::Prompt(Prompt::new(purpose));
    }

    /// Closes what lies over the panels; quits where there is nothing to close.
    pub(super) fn close_or_leave(&mut self) {
        match self.mode {
            Mode::Over(_) | Mode::Layers => self.mode = Mode::Normal,
            _ if self.over_main.take().is_some() => {}
            _ => self.leave(),
        }
    }

    pub(super) fn leave(&mut self) {
        self.quit = true;
        self.outbox.push(Control::Quit);
    }

    pub(super) fn command(&mut self, command: Command) {
        self.outbox.push(Control::Command(command));
    }

    /// Exports this moment of the selected creature.
    pub(super) fn export(&mut self) {
        match self.selected {
            Some(id) => self.outbox.push(Control::Export(id)),
            None => self.complain(NOTHING_SELECTED),
        }
    }

    pub(super) fn next_log_level(&mut self) {
        self.log.next_level();
        self.say(format!("log: {}", self.log.level_name()));
    }

    /// Opens a panel, or closes it when it is open.
    pub(super) fn toggle(&mut self, panel: &'static Panel) {
        match panel.slot {
            Slot::OverMain if self.over_main == Some(panel) => self.over_main = None,
            Slot::OverMain => self.over_main = Some(panel),
            Slot::OverAll if self.mode == Mode::Over(panel) => self.mode = Mode::Normal,
            Slot::OverAll if (panel.may_open)(self) => self.mode = Mode::Over(panel),
            Slot::OverAll => {}
            _ => self.panel = panel,
        }
    }

    /// Takes back one thing: an error message, a panel in front of the map, the panel that has the keys, the search
    /// words, the selection.
    fn escape(&mut self) {
        if self.notice.take().is_some_and(|n| n.wrong) || self.over_main.take().is_some() {
            return;
        }
        if self.panel != PANELS[0] {
            self.panel = PANELS[0];
        } else if !self.query.text().is_empty() {
            self.query = Query::default();
        } else {
            self.select(None);
        }
    }

    /// Sends a control that makes this the pacing, unless it is already.
    fn request(&mut self, wanted: Pacing, control: Control) {
        if self.pacing() != wanted {
            self.requested = Some((self.now, wanted));
            self.outbox.push(control);
        }
    }

    pub(super) fn toggle_pause(&mut self) {
        self.pause(!self.pacing().paused);
    }

    pub(super) fn single_step(&mut self) {
        self.pause(true);
        self.outbox.push(Control::SingleStep);
    }

    pub(super) fn pause(&mut self, paused: bool) {
        self.request(Pacing { paused, ..self.pacing() }, Control::Pause(paused));
    }

    /// Doubles or halves the speed, from the nearest power of two.
    pub(super) fn change_speed(&mut self, by: i32) {
        let (least, most) = (SPEEDS.start().log2(), SPEEDS.end().log2());
        let nearest = self.pacing().speed.max(0.01).log2().round().clamp(least, most);
        self.set_speed(2f32.powi(nearest as i32 + by).clamp(*SPEEDS.start(), *SPEEDS.end()));
    }

    pub(super) fn set_speed(&mut self, speed: f32) {
        self.request(Pacing { speed, ..self.pacing() }, Control::Speed(speed));
    }

    pub(super) fn switch_pathfinding(&mut self, on: bool) {
        self.command(Command::SetPathfinding(on));
        self.say(if on { "pathfinding on" } else { "pathfinding off: only feelers steer" });
    }

    pub(super) fn toggle_pathfinding(&mut self) {
        self.switch_pathfinding(!self.snapshot().is_none_or(|s| s.pathfinding_on));
    }

    pub(super) fn toggle_follow(&mut self) {
        if self.selected.is_none() {
            self.complain(NOTHING_SELECTED);
            return;
        }
        self.follow = !self.follow;
        if self.follow {
            self.centre_on_selected();
        }
    }

    pub(super) fn step_creature(&mut self, forward: bool) {
        let found = self.snapshot().and_then(|s| self.query.step(s, self.selected, forward));
        match found {
            Some(id) => self.show(id),
            None if self.query.text().is_empty() => self.complain("there are no creatures"),
            None => self.complain(format!("no creature matches '{}'", self.query.text())),
        }
    }

    /// Selects a creature and moves the view to it when it is outside.
    pub(super) fn show(&mut self, id: AgentId) {
        self.select(Some(id));
        if self.selected_is_outside() {
            self.centre_on(Some(id));
        }
    }

    /// The selected creature is alive, but outside the view.
    pub(super) fn selected_is_outside(&self) -> bool {
        let found = self.selected.zip(self.snapshot()).and_then(|(id, s)| find::get(s, id));
        found.zip(self.camera).is_some_and(|(a, c)| c.view(self.map_area).to_cell(a.position).is_none())
    }

    pub(super) fn centre_on_selected(&mut self) {
        self.centre_on(self.selected);
    }

    pub(super) fn centre_on(&mut self, id: Option<AgentId>) {
        id.into_iter().for_each(|id| self.show_storey_of(id));
        let at = id.and_then(|id| self.snapshot().and_then(|s| find::get(s, id)).map(|a| a.position));
        let last_seen = self.focus().map(|(f, _)| f.position).filter(|_| id.is_some() && id == self.selected);
        match at.or(last_seen) {
            Some(p) => self.with_camera(|camera, _, size| camera.look_at(p, size)),
            None => self.with_camera(|camera, _, size| camera.look_at(size / 2.0, size)),
        }
    }

    /// One level nearer (below 0) or farther.
    pub(super) fn zoom(&mut self, farther: i32) {
        self.with_camera(|camera, _, _| camera.zoom(farther));
    }

    pub(super) fn with_camera(&mut self, change: impl FnOnce(&mut Camera, Rect, Vec2)) {
        let Some(size) = self.snapshot().map(|s| s.world.on(self.storey).size()) else { return };
        let area = self.map_area;
        if let Some(camera) = &mut self.camera {
            change(camera, area, size);
        }
    }

    /// Selects the creature nearest to the middle of the map.
    pub(super) fn select_nearest(&mut self) {
        let Some((s, camera)) = self.snapshot().zip(self.camera) else { return };
        match find::nearest(s, self.storey, camera.centre, f32::INFINITY) {
            Some(id) => self.show(id),
            None => self.complain("there are no creatures"),
        }
    }

    /// Opens or closes the door nearest to the selected creature, or else to the middle of the map.
    pub(super) fn turn_door(&mut self) {
        let Some((s, camera)) = self.snapshot().zip(self.camera) else { return };
        let at = self.selected.and_then(|id| find::get(s, id)).map_or(camera.centre, |a| a.position);
        let away = |door: usize| s.world.leaf(door).map_or(f32::INFINITY, |leaf| leaf.distance(at));
        let nearest = (0..s.world.doors.len()).min_by(|a, b| away(*a).total_cmp(&away(*b)));
        let Some(door) = nearest.map(|door| &s.world.doors[door]) else {
            self.complain("this map has no doors");
            return;
        };
        let (name, open) = (door.name.to_string(), !door.open);
        self.say(format!("{} door '{}'", if open { "opens" } else { "closes" }, printable(&name)));
        self.command(Command::SetDoor { door: name, open });
    }

    pub(super) fn enter_player_mode(&mut self) {
        let Some(player) = self.snapshot().and_then(|s| s.player) else {
            self.complain("this world has no player");
            return;
        };
        self.mode = Mode::Player;
        self.panel = PANELS[0];
        self.centre_on(Some(player));
    }

    /// Moves the player's character in a direction, or stops it. The same direction is sent only once.
    pub(super) fn walk(&mut self, direction: Option<Vec2>) {
        let was = self.walking.map(|(d, _)| d);
        if was != direction {
            let direction = direction.unwrap_or(Vec2::ZERO);
            self.command(Command::MovePlayer { direction });
        }
        self.walking = direction.map(|d| (d, self.now));
    }
}
