//! Keys → actions, in one table with what the help and the key line say. What an action does is in `perform`.

use super::panels::PANELS;
use super::{Command, Dashboard, Hint, Mode, Move, Panel, Prompt, Purpose, Reach, Section};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key does.
#[derive(Clone, Copy)]
pub(super) enum Action {
    Do(fn(&mut Dashboard)),
    /// Also while a panel covers everything: it is about time and selection.
    Always(fn(&mut Dashboard)),
    Escape,
    /// Opens or closes a panel.
    Toggle(&'static Panel),
    Move(Move),
}

/// A line of the help for the keys of [`of_code`]. Panels declare the keys that open them, and their lines.
static HINTS: [Hint; 21] = {
    use Section::*;
    [
        Hint::ranked(Time, "space", "pause, continue", 1, "pause"),
        Hint::ranked(Time, ".", "one step", 2, "step"),
        Hint::ranked(Time, "[ ]", "slower, faster", 3, "speed"),
        Hint::new(Time, "z", "freeze only the view"),
        Hint::new(View, "arrows HJKL", "pan (drag; shift: far)"),
        Hint::ranked(View, "+ -", "zoom (wheel)", 9, "zoom"),
        Hint::new(View, "g c", "go to selected, player"),
        Hint::ranked(View, "f", "follow the selected one", 5, "follow"),
        Hint::ranked(View, "l", "layers of the map", 12, "layers"),
        Hint::ranked(View, "tab", "next panel, hidden too", 15, "panel"),
        Hint::new(Creatures, "enter click", "select; fold memory"),
        Hint::ranked(Creatures, "n p", "next, previous", 4, "next"),
        Hint::ranked(Creatures, "/", "find kind, state, number", 8, "find"),
        Hint::ranked(Creatures, "e", "this moment as a spec", 14, "export"),
        Hint::new(Creatures, "esc", "back, deselect"),
        Hint::ranked(Actions, "w", "walk: arrows wasd; esc", 10, "walk"),
        Hint::new(Actions, "x", "the player strikes"),
        Hint::ranked(Actions, "o", "pathfinding off, on", 11, "pathfinding"),
        Hint::new(Actions, "m", "lowest level of the log"),
        Hint::ranked(Actions, ":", "spawn, kill, goto, speed", 13, "command"),
        Hint::new(Actions, "q", "quit"),
    ]
};

/// The action of a key outside of any mode, but for those that open panels.
fn of_code(code: KeyCode) -> Option<Action> {
    use Action::{Always, Do, Escape};
    use Dashboard as D;
    use KeyCode::Char;
    let step = |x, y| Action::Move(Move { x, y, reach: Reach::Step });
    let far = |y, reach| Action::Move(Move { x: 0, y, reach });
    Some(match code {
        Char(' ') => Always(D::toggle_pause),
        Char('.') => Always(D::single_step),
        Char('[') => Always(|d| d.change_speed(-1)),
        Char(']') => Always(|d| d.change_speed(1)),
        Char('z') => Do(|d| d.frozen = !d.frozen),
        KeyCode::Left | Char('H' | 'h') => step(-1, 0),
        KeyCode::Right | Char('L') => step(1, 0),
        KeyCode::Up | Char('K' | 'k') => step(0, -1),
        KeyCode::Down | Char('J' | 'j') => step(0, 1),
        KeyCode::PageUp => far(-1, Reach::Page),
        KeyCode::PageDown => far(1, Reach::Page),
        KeyCode::Home => far(-1, Reach::End),
        KeyCode::End => far(1, Reach::End),
        Char('+' | '=') => Do(|d| d.with_camera(|camera, _, _| camera.zoom(-1))),
        Char('-' | '_') => Do(|d| d.with_camera(|camera, _, _| camera.zoom(1))),
        Char('g') => Do(D::centre_on_selected),
        Char('c') => Do(|d| d.centre_on(d.snapshot().and_then(|s| s.player))),
        Char('f') => Do(D::toggle_follow),
        Char('l') => Do(|d| d.mode = Mode::Layers),
        KeyCode::Tab => Do(|d| d.next_panel(true)),
        KeyCode::BackTab => Do(|d| d.next_panel(false)),
        KeyCode::Enter => Do(|d| (d.panel.enter)(d)),
        Char('n') => Always(|d| d.step_creature(true)),
        Char('p') => Always(|d| d.step_creature(false)),
        Char('/') => Do(|d| d.mode = Mode::Prompt(Prompt::new(Purpose::Find))),
        Char(':') => Do(|d| d.mode = Mode::Prompt(Prompt::new(Purpose::Command))),
        Char('e') => Always(D::export),
        KeyCode::Esc => Escape,
        Char('w') => Do(D::enter_player_mode),
        Char('x') => Do(|d| d.command(Command::PlayerStrike)),
        Char('o') => Do(|d| d.switch_pathfinding(!d.snapshot().is_none_or(|s| s.pathfinding_on))),
        Char('m') => Do(D::next_log_level),
        Char('q') => Always(D::leave),
        _ => return None,
    })
}

impl Dashboard {
    /// Every line of the help.
    pub(super) fn hints() -> impl Iterator<Item = &'static Hint> {
        HINTS.iter().chain(PANELS.into_iter().filter_map(|p| p.opened_by.as_ref().map(|(_, hint)| hint)))
    }
}

/// The action of a key outside of any mode.
pub(super) fn action(key: &KeyEvent) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return is_interrupt(key).then_some(Action::Always(Dashboard::leave));
    }
    let opens = |c| PANELS.into_iter().find(|p| p.opened_by.is_some_and(|(keys, _)| keys.contains(&c)));
    let shifted = key.modifiers.contains(KeyModifiers::SHIFT);
    match (key.code, of_code(key.code)) {
        (KeyCode::Char(c), of_key) => opens(c).map(Action::Toggle).or(of_key),
        (_, Some(Action::Move(m))) if shifted && m.reach == Reach::Step => {
            Some(Action::Move(Move { reach: Reach::Page, ..m }))
        }
        (_, of_key) => of_key,
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
