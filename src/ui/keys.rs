//! Keys → actions, in one table with what the help and the key line say. What an action does is in `perform`.

use super::dashboard::Dashboard;
use super::hint::{Hint, Section};
use super::panel::{Move, Panel, Reach};
use super::panels::PANELS;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a person can do with one key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Action {
    Quit,
    Escape,
    Pause,
    Step,
    Faster,
    Slower,
    NextPanel {
        forward: bool,
    },
    /// Opens or closes a panel.
    Toggle(&'static Panel),
    Follow,
    Find,
    Next,
    Previous,
    Layers,
    PlayerMode,
    Strike,
    Pathfinding,
    LogLevel,
    Enter,
    Centre,
    CentrePlayer,
    Command,
    Export,
    Freeze,
    Move(Move),
    /// Levels; below 0 is nearer.
    Zoom(i32),
}

/// One line of the help and the actions of its keys.
pub(super) struct Binding(Hint, &'static [(KeyCode, Action)]);

const fn hint(section: Section, keys: &'static str, help: &'static str) -> Hint {
    Hint { section, keys, help, short: None }
}

const fn ranked(section: Section, keys: &'static str, help: &'static str, rank: u8, short: &'static str) -> Hint {
    Hint { section, keys, help, short: Some((rank, short)) }
}

const fn step(x: i32, y: i32) -> Action {
    Action::Move(Move { x, y, reach: Reach::Step })
}

const fn far(y: i32, reach: Reach) -> Action {
    Action::Move(Move { x: 0, y, reach })
}

/// Every key outside of any mode, except those that open panels: their panels declare them.
static BINDINGS: [Binding; 21] = {
    use Action::*;
    use KeyCode::{Char, Enter as Return};
    use Section::*;
    [
        Binding(ranked(Time, "space", "pause, continue", 1, "pause"), &[(Char(' '), Pause)]),
        Binding(ranked(Time, ".", "one step", 2, "step"), &[(Char('.'), Step)]),
        Binding(ranked(Time, "[ ]", "slower, faster", 3, "speed"), &[(Char('['), Slower), (Char(']'), Faster)]),
        Binding(hint(Time, "z", "freeze only the view"), &[(Char('z'), Freeze)]),
        Binding(
            hint(View, "arrows HJKL", "pan (drag; shift: far)"),
            &[
                (KeyCode::Left, step(-1, 0)),
                (KeyCode::Right, step(1, 0)),
                (KeyCode::Up, step(0, -1)),
                (KeyCode::Down, step(0, 1)),
                (KeyCode::PageUp, far(-1, Reach::Page)),
                (KeyCode::PageDown, far(1, Reach::Page)),
                (KeyCode::Home, far(-1, Reach::End)),
                (KeyCode::End, far(1, Reach::End)),
                (Char('H'), step(-1, 0)),
                (Char('h'), step(-1, 0)),
                (Char('J'), step(0, 1)),
                (Char('j'), step(0, 1)),
                (Char('K'), step(0, -1)),
                (Char('k'), step(0, -1)),
                (Char('L'), step(1, 0)),
            ],
        ),
        Binding(
            ranked(View, "+ -", "zoom (wheel)", 9, "zoom"),
            &[(Char('+'), Zoom(-1)), (Char('='), Zoom(-1)), (Char('-'), Zoom(1)), (Char('_'), Zoom(1))],
        ),
        Binding(hint(View, "g c", "go to selected, player"), &[(Char('g'), Centre), (Char('c'), CentrePlayer)]),
        Binding(ranked(View, "f", "follow the selected one", 5, "follow"), &[(Char('f'), Follow)]),
        Binding(ranked(View, "l", "layers of the map", 12, "layers"), &[(Char('l'), Layers)]),
        Binding(
            ranked(View, "tab", "next panel, hidden too", 15, "panel"),
            &[(KeyCode::Tab, NextPanel { forward: true }), (KeyCode::BackTab, NextPanel { forward: false })],
        ),
        Binding(hint(Creatures, "enter click", "select; fold memory"), &[(Return, Enter)]),
        Binding(ranked(Creatures, "n p", "next, previous", 4, "next"), &[(Char('n'), Next), (Char('p'), Previous)]),
        Binding(ranked(Creatures, "/", "find kind, state, number", 8, "find"), &[(Char('/'), Find)]),
        Binding(ranked(Creatures, "e", "this moment as a spec", 14, "export"), &[(Char('e'), Export)]),
        Binding(hint(Creatures, "esc", "back, deselect"), &[(KeyCode::Esc, Escape)]),
        Binding(ranked(Actions, "w", "walk: arrows wasd; esc", 10, "walk"), &[(Char('w'), PlayerMode)]),
        Binding(hint(Actions, "x", "the player strikes"), &[(Char('x'), Strike)]),
        Binding(ranked(Actions, "o", "pathfinding off, on", 11, "pathfinding"), &[(Char('o'), Pathfinding)]),
        Binding(hint(Actions, "m", "lowest level of the log"), &[(Char('m'), LogLevel)]),
        Binding(ranked(Actions, ":", "spawn, kill, goto, speed", 13, "command"), &[(Char(':'), Command)]),
        Binding(hint(Actions, "q", "quit"), &[(Char('q'), Quit)]),
    ]
};

impl Dashboard {
    /// Every line of the help.
    pub(super) fn hints() -> impl Iterator<Item = &'static Hint> {
        let of_panels = PANELS.into_iter().filter_map(|p| p.opened_by.as_ref().map(|(_, hint)| hint));
        BINDINGS.iter().map(|b| &b.0).chain(of_panels)
    }
}

/// The action of a key outside of any mode.
pub(super) fn action(key: &KeyEvent) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return is_interrupt(key).then_some(Action::Quit);
    }
    let opens = |c| PANELS.into_iter().find(|p| p.opened_by.is_some_and(|(keys, _)| keys.contains(&c)));
    if let KeyCode::Char(c) = key.code
        && let Some(panel) = opens(c)
    {
        return Some(Action::Toggle(panel));
    }
    let all = BINDINGS.iter().flat_map(|b| b.1);
    let action = all.clone().find(|(code, _)| *code == key.code).map(|(_, action)| *action)?;
    let shifted = key.modifiers.contains(KeyModifiers::SHIFT) && !matches!(key.code, KeyCode::Char(_));
    Some(match action {
        Action::Move(m) if shifted && m.reach == Reach::Step => Action::Move(Move { reach: Reach::Page, ..m }),
        other => other,
    })
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
