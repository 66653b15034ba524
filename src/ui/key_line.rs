//! The lowest line: what keys do now, the last message, or what is being typed.
//!
//! ```text
//! ? help   space pause   . step   [ ] speed   n p next   f follow   / find   w walk   : command
//! :spawn wolf 5 here█
//! ```

use super::console::COMMANDS;
use super::{Dashboard, Layer, Line, Mode, Prompt, Purpose, Role, Theme, fit, flow, span, width};

const PLAYER: [(&str, &str); 4] = [("arrows wasd", "walk"), ("x", "strike"), ("space", "pause"), ("esc", "back")];

/// In `space` columns: one line, but where there are many layers.
pub(super) fn lines(d: &Dashboard, space: usize) -> Vec<Line<'static>> {
    let t = &d.theme;
    let line = match (&d.mode, &d.failed, &d.notice) {
        (Mode::Prompt(prompt), _, _) => typed(prompt, space, t),
        (Mode::Layers, _, _) => return layers(d, space),
        (_, Some(why), _) => {
            let first = why.lines().next().unwrap_or("");
            message(&format!("the simulation stopped: {first}  (q quits)"), true, space, t)
        }
        (_, _, Some(notice)) => message(&notice.text, notice.wrong, space, t),
        (Mode::Player, ..) => hints(&PLAYER, space, t),
        (Mode::Over(panel), ..) => hints(panel.hints, space, t),
        (Mode::Normal, ..) => {
            let mut all: Vec<_> =
                Dashboard::hints().filter_map(|h| h.short.map(|(rank, word)| (rank, h.keys, word))).collect();
            all.sort_by_key(|(rank, ..)| *rank);
            // First what the panel that has the keys does with them.
            let common = all.into_iter().map(|(_, keys, word)| (keys, word));
            hints(&d.panel.hints.iter().copied().chain(common).collect::<Vec<_>>(), space, t)
        }
    };
    vec![line]
}

fn hints(keys: &[(&str, &str)], space: usize, t: &Theme) -> Line<'static> {
    let mut line = Line::default();
    for (key, what) in keys {
        let text = format!(" {what}  ");
        // The last one needs no blanks after it.
        if line.width() + width(key) + width(text.trim_end()) > space {
            break;
        }
        line.extend([span(t, Role::Key, *key), span(t, Role::Dim, text)]);
    }
    line
}

fn message(text: &str, wrong: bool, space: usize, t: &Theme) -> Line<'static> {
    let (role, sign) = if wrong { (Role::Error, t.pick("✗ ", "x ")) } else { (Role::Good, t.pick("✓ ", "+ ")) };
    Line::from(vec![span(t, role, sign), span(t, role, fit(text, space.saturating_sub(2), t))])
}

/// A line being typed; a command with the usage of those that it can become.
fn typed(prompt: &Prompt, space: usize, t: &Theme) -> Line<'static> {
    let mut line = prompt.line(space, t);
    if prompt.purpose == Purpose::Command {
        let left = space.saturating_sub(line.width() + 2);
        line.spans.push(span(t, Role::Dim, format!("  {}", fit(&usages(&prompt.text()), left, t))));
    }
    line
}

/// The names of the commands that start like this; the usage where there is only one.
fn usages(typed: &str) -> String {
    let word = typed.split_whitespace().next().unwrap_or("");
    let matching: Vec<_> = COMMANDS.iter().filter(|(name, _)| name.starts_with(word)).collect();
    match matching.as_slice() {
        [(_, usage)] => (*usage).to_owned(),
        all => all.iter().map(|(name, _)| *name).collect::<Vec<_>>().join("  "),
    }
}

fn layers(d: &Dashboard, space: usize) -> Vec<Line<'static>> {
    let t = &d.theme;
    let entries = Layer::ALL.into_iter().map(|(layer, key, name)| {
        let (sign, role) =
            if d.shows(layer) { (t.pick("●", "*"), Role::Text) } else { (t.pick("○", "-"), Role::Dim) };
        vec![span(t, Role::Key, key.to_string()), span(t, role, format!(" {name} {sign}  "))]
    });
    let head = vec![span(t, Role::Bright, "layers  ")];
    let end = vec![span(t, Role::Key, "esc"), span(t, Role::Dim, " back")];
    flow(std::iter::once(head).chain(entries).chain([end]), space)
}
