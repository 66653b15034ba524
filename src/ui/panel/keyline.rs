//! The line below all: what keys do now, or what was just said, or what is being typed.
//!
//! ```text
//! space pause  . step  [ ] speed  tab panel  f follow  / find  w walk  : command  ? help  q quit
//! :spawn wolf 5 here█
//! ```

use crate::ui::console::COMMANDS;
use crate::ui::dashboard::{Dashboard, Mode};
use crate::ui::prompt::{Prompt, Purpose};
use crate::ui::text::{fit, put, span, width};
use crate::ui::theme::{Ink, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

const NORMAL: [(&str, &str); 16] = [
    ("?", "help"),
    ("space", "pause"),
    (".", "step"),
    ("[ ]", "speed"),
    ("n", "next"),
    ("f", "follow"),
    ("y", "why"),
    ("`", "Lua"),
    ("/", "find"),
    ("+ -", "zoom"),
    ("w", "walk"),
    ("o", "pathfinding"),
    ("l", "layers"),
    (":", "command"),
    ("e", "export"),
    ("tab", "panel"),
];
const PLAYER: [(&str, &str); 4] = [("arrows wasd", "walk"), ("x", "strike"), ("space", "pause"), ("esc", "leave")];
const WHY: [(&str, &str); 6] =
    [("esc y", "back"), ("arrows", "scroll"), ("space", "pause"), (".", "step"), ("n p", "next"), ("e", "export")];
const LUA: [(&str, &str); 5] =
    [("enter", "evaluate"), ("tab", "complete"), ("up", "earlier lines"), ("ctrl-l", "clear"), ("esc", "back")];
const HELP: [(&str, &str); 1] = [("any key", "back")];

pub fn draw(d: &Dashboard, area: Rect, buf: &mut Buffer) {
    let t = &d.theme;
    let room = usize::from(area.width.saturating_sub(2));
    let line = match (&d.mode, &d.failed, &d.notice) {
        (Mode::Prompt(prompt), _, _) => typed(prompt, room, t),
        (Mode::Layers, _, _) => layers(d),
        (_, Some(why), _) => {
            let first = why.lines().next().unwrap_or("");
            said(&format!("the simulation stopped: {first}  (q leaves)"), true, room, t)
        }
        (_, _, Some(notice)) => said(&notice.text, notice.wrong, room, t),
        (Mode::Player, ..) => hints(&PLAYER, room, t),
        (Mode::Help, ..) => hints(&HELP, room, t),
        (Mode::Lua(_), ..) => hints(&LUA, room, t),
        (Mode::Why, ..) => hints(&WHY, room, t),
        (Mode::Normal, ..) => hints(&NORMAL, room, t),
    };
    put(buf, area.x + 1, area.y, &line, room as u16);
}

fn hints(keys: &[(&str, &str)], room: usize, t: &Theme) -> Line<'static> {
    let mut line = Line::default();
    for (key, what) in keys {
        let text = format!(" {what}   ");
        // The last one needs no air behind it.
        if line.width() + width(key) + width(text.trim_end()) > room {
            break;
        }
        line.spans.push(span(t, Ink::Key, *key));
        line.spans.push(span(t, Ink::Dim, text));
    }
    line
}

fn said(text: &str, wrong: bool, room: usize, t: &Theme) -> Line<'static> {
    let (ink, sign) = if wrong { (Ink::Error, t.pick("✗ ", "x ")) } else { (Ink::Good, t.pick("✓ ", "+ ")) };
    Line::from(vec![span(t, ink, sign), span(t, ink, fit(text, room.saturating_sub(2), t))])
}

/// A line being typed, with its cursor.
pub fn typed(prompt: &Prompt, room: usize, t: &Theme) -> Line<'static> {
    let sign = match prompt.purpose {
        Purpose::Command => ":",
        Purpose::Find => "/",
        Purpose::Lua => "> ",
    };
    let (before, under, after) = prompt.parts();
    // Of a long line the end near the cursor stays in sight.
    let mut head: String = before;
    while width(&head) + 3 > room && !head.is_empty() {
        head.remove(0);
    }
    let mut line = Line::from(vec![
        span(t, Ink::Key, sign),
        span(t, Ink::Bright, head),
        Span::styled(under.to_string(), t.chosen(Ink::Text)),
        span(t, Ink::Bright, after),
    ]);
    if prompt.purpose == Purpose::Command {
        let left = room.saturating_sub(line.width() + 2);
        line.spans.push(span(t, Ink::Dim, format!("  {}", fit(&usages(&prompt.text()), left, t))));
    }
    line
}

/// How the commands that begin like this are written.
fn usages(typed: &str) -> String {
    let word = typed.split_whitespace().next().unwrap_or("");
    let begun = COMMANDS.iter().filter(|(name, _)| name.starts_with(word));
    match begun.clone().count() {
        0 => String::new(),
        1 => begun.map(|(_, usage)| *usage).collect(),
        _ => begun.map(|(name, _)| *name).collect::<Vec<_>>().join("  "),
    }
}

fn layers(d: &Dashboard) -> Line<'static> {
    let (t, l) = (&d.theme, d.layers);
    let all = [
        ("p", "path", l.path),
        ("f", "feelers", l.feelers),
        ("w", "window", l.window),
        ("m", "marks", l.marks),
        ("o", "objects", l.objects),
        ("t", "talk", l.speech),
        ("s", "strip", l.strip),
    ];
    let mut line = Line::from(span(t, Ink::Bright, "layers  "));
    for (key, name, on) in all {
        let sign = if on { t.pick("●", "*") } else { t.pick("○", "-") };
        line.spans.push(span(t, Ink::Key, key));
        line.spans.push(span(t, if on { Ink::Text } else { Ink::Dim }, format!(" {name} {sign}   ")));
    }
    line.spans.push(span(t, Ink::Dim, "esc back"));
    line
}
