//! Keys → actions, in one table with what the help and the key line say. What an action does is in `perform`.

use super::*;

/// What a key does.
#[derive(Clone, Copy)]
pub(super) enum Action {
    Do(fn(&mut Dashboard)),
    /// Also while a panel covers everything: it is about time and selection.
    Always(fn(&mut Dashboard)),
    Escape,
    /// What the panel that has the keys does with its selected row.
    Enter,
    /// Opens or closes a panel.
    Toggle(&'static Panel),
    Move(Move),
}

impl Action {
    pub(super) fn movement(self) -> Option<Move> {
        match self {
            Self::Move(by) => Some(by),
            _ => None,
        }
    }
}

/// Keys, what they do outside of any mode, and their line of the help: of keys that share a line the first has it. Panels
/// declare the keys that open them, and their lines.
static KEYS: [(&[KeyCode], Action, Option<Hint>); 37] = {
    use Action::{Always, Do, Escape};
    use Dashboard as D;
    use KeyCode::{BackTab, Char, Down, Esc, Home, Left, PageDown, PageUp, Right, Tab, Up};
    use Reach::{End, Page, Step};
    use Section::{Actions, Creatures, Time, View};
    const fn by(x: i32, y: i32, reach: Reach) -> Action {
        Action::Move(Move { x, y, reach })
    }
    [
        (&[Char(' ')], Always(D::toggle_pause), ranked(Time, "space", "pause, continue", 1, "pause")),
        (&[Char('.')], Always(D::single_step), ranked(Time, ".", "one step", 2, "step")),
        (&[Char('[')], Always(|d| d.change_speed(-1)), ranked(Time, "[ ]", "slower, faster", 3, "speed")),
        (&[Char(']')], Always(|d| d.change_speed(1)), None),
        (&[Char('z')], Do(|d| d.frozen = !d.frozen), hint(Time, "z", "freeze only the view")),
        (&[Left, Char('H'), Char('h')], by(-1, 0, Step), hint(View, "arrows HJKL", "pan (drag; shift: far)")),
        (&[Right, Char('L')], by(1, 0, Step), None),
        (&[Up, Char('K'), Char('k')], by(0, -1, Step), None),
        (&[Down, Char('J'), Char('j')], by(0, 1, Step), None),
        (&[PageUp], by(0, -1, Page), None),
        (&[PageDown], by(0, 1, Page), None),
        (&[Home], by(0, -1, End), None),
        (&[KeyCode::End], by(0, 1, End), None),
        (&[Char('+'), Char('=')], Do(|d| d.zoom(-1)), ranked(View, "+ -", "zoom (wheel)", 9, "zoom")),
        (&[Char('-'), Char('_')], Do(|d| d.zoom(1)), None),
        (&[Char('g')], Do(D::centre_on_selected), hint(View, "g c", "go to selected, player")),
        (&[Char('c')], Do(|d| d.centre_on(d.snapshot().and_then(|s| s.player))), None),
        (&[Char('{')], Do(|d| d.change_storey(-1)), hint(View, "{ }", "storey below, above")),
        (&[Char('}')], Do(|d| d.change_storey(1)), None),
        (&[Char('f')], Do(D::toggle_follow), ranked(View, "f", "follow the selected one", 5, "follow")),
        (&[Char('l')], Do(|d| d.mode = Mode::Layers), ranked(View, "l", "layers of the map", 12, "layers")),
        (&[Tab], Do(|d| d.next_panel(true)), ranked(View, "tab", "next panel, hidden too", 15, "panel")),
        (&[BackTab], Do(|d| d.next_panel(false)), None),
        (&[KeyCode::Enter], Action::Enter, hint(Creatures, "enter click", "select; fold; edit")),
        (&[Char('n')], Always(|d| d.step_creature(true)), ranked(Creatures, "n p", "next, previous", 4, "next")),
        (&[Char('p')], Always(|d| d.step_creature(false)), None),
        (&[Char('/')], Do(|d| d.ask(Purpose::Find)), ranked(Creatures, "/", "find kind, state, number", 8, "find")),
        (&[Char('a')], Always(|d| d.all_events = !d.all_events), hint(Creatures, "a", "all events in stories")),
        (&[Char('e')], Always(D::export), ranked(Creatures, "e", "this moment as a spec", 14, "export")),
        (&[Esc], Escape, hint(Creatures, "esc", "back, deselect")),
        (&[Char('w')], Do(D::enter_player_mode), ranked(Actions, "w", "walk: arrows wasd; esc", 10, "walk")),
        (&[Char('x')], Do(|d| d.command(Command::PlayerStrike)), hint(Actions, "x", "the player strikes")),
        (&[Char('o')], Do(D::toggle_pathfinding), ranked(Actions, "o", "pathfinding off, on", 11, "pathfinding")),
        (&[Char('d')], Do(D::turn_door), hint(Actions, "d", "open, close nearest door")),
        (&[Char('m')], Do(D::next_log_level), hint(Actions, "m", "lowest level of the log")),
        (
            &[Char(':')],
            Always(|d| d.ask(Purpose::Command)),
            ranked(Actions, ":", "spawn, kill, goto, speed", 13, "command"),
        ),
        (&[Char('q')], Always(D::close_or_leave), ranked(Actions, "q", "close; quit", 16, "quit")),
    ]
};

impl Dashboard {
    /// Every line of the help.
    pub(super) fn hints() -> impl Iterator<Item = &'static Hint> {
        let of_panels = PANELS.into_iter().map(|p| &p.opened_by.1);
        KEYS.iter().map(|(.., hint)| hint).chain(of_panels).flatten()
    }
}

/// The action of a key outside of any mode.
pub(super) fn action(key: &KeyEvent) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return is_interrupt(key).then_some(Action::Always(Dashboard::leave));
    }
    let of_key = KEYS.iter().find(|(codes, ..)| codes.contains(&key.code)).map(|(_, action, _)| *action);
    let shifted = key.modifiers.contains(KeyModifiers::SHIFT);
    match (key.code, of_key) {
        (KeyCode::Char(c), _) => PANELS.into_iter().find(|p| p.opened_by.0.contains(&c)).map(Action::Toggle).or(of_key),
        (_, Some(Action::Move(m))) if shifted && m.reach == Reach::Step => {
            Some(Action::Move(Move { reach: Reach::Page, ..m }))
        }
        _ => of_key,
    }
}

/// ctrl-c.
pub(super) fn is_interrupt(key: &KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c')
}

/// The direction of a key while the player walks: arrows and wasd.
pub(super) fn direction(code: KeyCode) -> Option<(f32, f32)> {
    match code {
        KeyCode::Left | KeyCode::Char('a' | 'A') => Some((-1.0, 0.0)),
        KeyCode::Right | KeyCode::Char('d' | 'D') => Some((1.0, 0.0)),
        KeyCode::Up | KeyCode::Char('w' | 'W') => Some((0.0, -1.0)),
        KeyCode::Down | KeyCode::Char('s' | 'S') => Some((0.0, 1.0)),
        _ => None,
    }
}
