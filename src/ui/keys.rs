//! Keys → actions. What an action does is in `act`.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a person can ask for with one key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    Quit,
    Escape,
    Pause,
    Step,
    Faster,
    Slower,
    Panel {
        forward: bool,
    },
    Follow,
    Find,
    Next,
    Previous,
    Layers,
    PlayerMode,
    Strike,
    Pathfinding,
    LogLevel,
    Inspect,
    Centre,
    CentrePlayer,
    Command,
    Help,
    Why,
    Export,
    Lua,
    Freeze,
    Profile,
    /// One line or column in the panel that has the keys; `far` goes a page.
    Move {
        x: i32,
        y: i32,
        far: bool,
    },
    /// Levels; below 0 is nearer.
    Zoom(i32),
    Home,
    End,
}

/// One line of the help: keys and what they do.
pub struct Binding(pub &'static str, pub &'static str);

/// Everything the help shows, by theme.
pub const HELP: [(&str, &[Binding]); 4] = [
    (
        "time",
        &[
            Binding("space", "pause, go on"),
            Binding(".", "one step"),
            Binding("[ ]", "slower, faster"),
            Binding("z", "freeze the view only"),
        ],
    ),
    (
        "look",
        &[
            Binding("arrows HJKL", "pan (drag; shift: far)"),
            Binding("+ -", "zoom (wheel)"),
            Binding("g c", "centre: chosen, player"),
            Binding("f", "follow the chosen"),
            Binding("l", "layers of the map"),
            Binding("P", "what scripts cost"),
            Binding("tab", "next panel, hidden too"),
        ],
    ),
    (
        "creatures",
        &[
            Binding("enter click", "inspect; fold memory"),
            Binding("n p", "next, previous"),
            Binding("/", "find kind, state, number"),
            Binding("y", "why is it in this state?"),
            Binding("` >", "ask it in Lua"),
            Binding("e", "this moment as a spec"),
            Binding("esc", "let go"),
        ],
    ),
    (
        "do",
        &[
            Binding("w", "walk: arrows wasd; esc"),
            Binding("x", "the player strikes"),
            Binding("o", "pathfinding off, on"),
            Binding("m", "least level of the log"),
            Binding(":", "spawn, kill, goto, speed"),
            Binding("q", "quit"),
        ],
    ),
];

/// The action of a key outside of any mode.
pub fn action(key: &KeyEvent) -> Option<Action> {
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    let far = key.modifiers.contains(KeyModifiers::SHIFT);
    let go = |x, y| Some(Action::Move { x, y, far });
    if ctrl {
        return matches!(key.code, KeyCode::Char('c')).then_some(Action::Quit);
    }
    match key.code {
        KeyCode::Left => go(-1, 0),
        KeyCode::Right => go(1, 0),
        KeyCode::Up => go(0, -1),
        KeyCode::Down => go(0, 1),
        KeyCode::PageUp => Some(Action::Move { x: 0, y: -1, far: true }),
        KeyCode::PageDown => Some(Action::Move { x: 0, y: 1, far: true }),
        KeyCode::Home => Some(Action::Home),
        KeyCode::End => Some(Action::End),
        KeyCode::Tab => Some(Action::Panel { forward: true }),
        KeyCode::BackTab => Some(Action::Panel { forward: false }),
        KeyCode::Enter => Some(Action::Inspect),
        KeyCode::Esc => Some(Action::Escape),
        KeyCode::Char(c) => letter(c),
        _ => None,
    }
}

fn letter(c: char) -> Option<Action> {
    let go = |x, y| Action::Move { x, y, far: false };
    Some(match c {
        'q' => Action::Quit,
        ' ' => Action::Pause,
        '.' => Action::Step,
        '[' => Action::Slower,
        ']' => Action::Faster,
        'f' => Action::Follow,
        '/' => Action::Find,
        'n' => Action::Next,
        'p' => Action::Previous,
        'l' => Action::Layers,
        'w' => Action::PlayerMode,
        'x' => Action::Strike,
        'o' => Action::Pathfinding,
        'm' => Action::LogLevel,
        'g' => Action::Centre,
        'c' => Action::CentrePlayer,
        ':' => Action::Command,
        '?' => Action::Help,
        'y' => Action::Why,
        'e' => Action::Export,
        '`' | '>' => Action::Lua,
        'z' => Action::Freeze,
        'P' => Action::Profile,
        '+' | '=' => Action::Zoom(-1),
        '-' | '_' => Action::Zoom(1),
        'H' | 'h' => go(-1, 0),
        'J' | 'j' => go(0, 1),
        'K' | 'k' => go(0, -1),
        'L' => go(1, 0),
        _ => return None,
    })
}

/// The direction of a key while the player walks: arrows and wasd.
pub fn walk(code: KeyCode) -> Option<(f32, f32)> {
    match code {
        KeyCode::Left | KeyCode::Char('a' | 'A') => Some((-1.0, 0.0)),
        KeyCode::Right | KeyCode::Char('d' | 'D') => Some((1.0, 0.0)),
        KeyCode::Up | KeyCode::Char('w' | 'W') => Some((0.0, -1.0)),
        KeyCode::Down | KeyCode::Char('s' | 'S') => Some((0.0, 1.0)),
        _ => None,
    }
}
