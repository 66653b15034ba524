//! Every key, in front of everything.
//!
//! ```text
//! ╭ keys ────────────────────────────────────────────────────╮
//! │ time                          creatures                  │
//! │   space   pause, continue       n p   next, previous     │
//! │                                                          │
//! │ c calm   c! attack   c~ fear   c› duty   @ you   ◇ place │
//! ╰──────────────────────────────────────────────────────────╯
//! ```

use crate::ui::*;

pub(crate) static PANEL: Panel = Panel {
    name: "help",
    slot: Slot::OverAll,
    draw,
    opened_by: (&['?'], ranked(Section::Actions, "?", "this help", 0, "help")),
    hints: &[("any key", "back")],
    typed: Some(|d, key| {
        d.mode = Mode::Normal;
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            d.leave();
        }
    }),
    ..Panel::DEFAULT
};

/// Columns of a section, and of its keys.
const COLUMN: u16 = 38;
const KEYS: usize = 12;

fn draw(d: &mut Dashboard, screen: Rect, buf: &mut Buffer) {
    let t = &d.theme;
    let sections = Section::ALL.map(|(s, title)| section(s, title, t));
    let two = screen.width >= COLUMN * 2 + 4;
    let columns: Vec<Vec<Line>> =
        if two { vec![sections[..2].concat(), sections[2..].concat()] } else { vec![sections.concat()] };
    let tallest = columns.iter().map(Vec::len).max().unwrap_or(0) as u16;
    let area = centred(screen, COLUMN * columns.len() as u16 + 4, tallest + 3);
    let inner = covering(t, area, " keys ", "", buf);
    let height = inner.height.saturating_sub(1);
    for (i, column) in columns.iter().enumerate() {
        let x = inner.x + i as u16 * COLUMN;
        put_lines(buf, Rect { x, width: COLUMN.min(inner.width), height, ..inner }, column);
    }
    put(buf, inner.x, inner.y + height, &legend(t), inner.width);
}

fn section(section: Section, title: &'static str, t: &Theme) -> Vec<Line<'static>> {
    let mut lines = vec![span(t, Role::Bright, title).into()];
    for hint in Dashboard::hints().filter(|h| h.section == section) {
        let keys = format!("  {:<KEYS$}", hint.keys);
        lines.push(Line::from(vec![span(t, Role::Key, keys), span(t, Role::Text, hint.help)]));
    }
    lines
}

fn legend(t: &Theme) -> Line<'static> {
    let entry = |mood: Mood| {
        let letter = span(t, Role::Mood(mood), format!("c{}", mood.mark(t)).trim().to_owned());
        [letter, span(t, Role::Dim, format!(" {}   ", <&str>::from(mood)))]
    };
    let place = t.pick(super::map::areas::PLACE.0, super::map::areas::PLACE.1).to_string();
    let rest = [(Role::Player, "@".to_owned(), " you   "), (Role::Area, place, " place")];
    let rest = rest.into_iter().flat_map(|(role, mark, name)| [span(t, role, mark), span(t, Role::Dim, name)]);
    Mood::SHOWN.into_iter().flat_map(entry).chain(rest).collect()
}
