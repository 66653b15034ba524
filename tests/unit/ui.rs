//! Tests of the dashboard: frames at fixed sizes, keys and the controls they send, odd sizes and data, and its parts.

mod braille;
mod camera;
mod console;
mod covering;
mod fixture;
mod frames;
mod history;
mod layers;
mod layout;
mod memory;
mod mood;
mod options;
mod sends;
mod strange;
mod text;

use bestiary::Snapshot;
use bestiary::testing::ui::plain;
use bestiary::testing::ui::{Colours, Dashboard, Theme};
use bestiary::{Control, Frame, Pacing};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::sync::Arc;
use std::time::Duration;

fn frame_of(s: Snapshot) -> Frame {
    Frame { snapshot: Arc::new(s), pacing: Pacing { steps_per_s: 20.0, ..Pacing::default() }, replies: Arc::default() }
}

fn options(colours: Colours) -> Theme {
    Theme { colours, ..Theme::default() }
}

/// A dashboard with a frame of the glade, drawn once so that it knows its areas.
fn started(width: u16, height: u16) -> Dashboard {
    let mut d = Dashboard::new(options(Colours::None));
    d.take(frame_of(fixture::glade()));
    draw(&mut d, width, height);
    d.controls();
    d
}

fn draw(d: &mut Dashboard, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a test backend never fails");
    terminal.draw(|f| d.draw(f)).expect("nor does drawing on it");
    plain(terminal.backend().buffer())
}

/// Presses keys, written as `n`, `<esc>`, `<enter>`, `<up>` …
fn press(d: &mut Dashboard, keys: &str) -> Vec<Control> {
    let mut rest = keys;
    while let Some(c) = rest.chars().next() {
        let special = rest.strip_prefix('<').and_then(|r| r.split_once('>'));
        let code = match special {
            Some((name, after)) => {
                rest = after;
                match name {
                    "esc" => KeyCode::Esc,
                    "enter" => KeyCode::Enter,
                    "tab" => KeyCode::Tab,
                    "back" => KeyCode::Backspace,
                    "up" => KeyCode::Up,
                    "down" => KeyCode::Down,
                    "left" => KeyCode::Left,
                    "right" => KeyCode::Right,
                    "end" => KeyCode::End,
                    other => panic!("no key is called {other}"),
                }
            }
            None => {
                rest = &rest[c.len_utf8()..];
                KeyCode::Char(c)
            }
        };
        d.key(KeyEvent::new(code, KeyModifiers::NONE));
    }
    d.controls()
}

fn at_ms(d: &mut Dashboard, ms: u64) -> bool {
    d.pass(Duration::from_millis(ms))
}
