//! Every key, in front of everything. Where there are more lines than the screen has, the arrows scroll.
//!
//! ```text
//! ╭ keys ────────────────────────────────────────────────────╮
//! │ time                          creatures                  │
//! │   space   pause, continue       n p   next, previous     │
//! │                                                          │
//! │ c calm   c! attack   c~ fear   c› duty   @ you   ◇ place │
//! ╰──────────────────────────────────────────────────────────╯
//! ```

use crate::ui::layout::split_below;
use crate::ui::*;

pub(crate) static PANEL: Panel = Panel {
    name: "help",
    slot: Slot::OverAll,
    draw,
    opened_by: (&['?'], ranked(Section::Actions, "?", "this help", 0, "help")),
    hints: &[("arrows", "scroll"), ("any other key", "back")],
    typed: Some(typed),
    ..Panel::DEFAULT
};

/// Columns of the keys, with the blanks before them.
const KEYS: usize = 14;

fn typed(d: &mut Dashboard, key: &KeyEvent, by: Option<Move>) {
    match by {
        // What is below the last line is not known here: the next frame sets it right.
        Some(by) => d.set_row(&PANEL, d.row(&PANEL).saturating_add_signed(by.lines() as isize)),
        _ => d.mode = Mode::Normal,
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        d.leave();
    }
}

fn draw(d: &mut Dashboard, screen: Rect, buf: &mut Buffer) {
    let t = &d.theme;
    let sections = Section::ALL.map(|(s, title)| section(s, title, t));
    let longest = Dashboard::hints().map(|hint| width(hint.help)).max().unwrap_or(0);
    let each = (KEYS + longest) as u16;
    let two = screen.width >= each * 2 + 4;
    let columns: Vec<Vec<Line>> =
        if two { vec![sections[..2].concat(), sections[2..].concat()] } else { vec![sections.concat()] };
    let tallest = columns.iter().map(Vec::len).max().unwrap_or(0);
    let all = each * columns.len() as u16;
    let legend = legend(t, usize::from(all.min(screen.width.saturating_sub(4))));
    let area = centred(screen, all + 4, (tallest + legend.len()) as u16 + 2);
    let inner = covering(t, area, " keys ", "", buf);
    let [above, below] = split_below(inner, legend.len() as u16);
    let hidden = tallest.saturating_sub(above.height.into());
    let first = d.row(&PANEL).min(hidden);
    for (i, column) in columns.iter().enumerate() {
        let x = above.x + i as u16 * each;
        put_lines(buf, Rect { x, width: each.min(above.width), ..above }, &column[first.min(column.len())..]);
    }
    put_lines(buf, below, &legend);
    put_marks(t, buf, above, first > 0, first < hidden);
    d.set_row(&PANEL, first);
}

fn section(section: Section, title: &'static str, t: &Theme) -> Vec<Line<'static>> {
    let mut lines = vec![span(t, Role::Bright, title).into()];
    for hint in Dashboard::hints().filter(|h| h.section == section) {
        let keys = format!("{:<KEYS$}", format!("  {}", hint.keys));
        lines.push(Line::from(vec![span(t, Role::Key, keys), span(t, Role::Text, hint.help)]));
    }
    lines
}

fn legend(t: &Theme, columns: usize) -> Vec<Line<'static>> {
    let mood = |mood: Mood| {
        let letter = span(t, Role::Mood(mood), format!("c{}", mood.mark(t)).trim().to_owned());
        vec![letter, span(t, Role::Dim, format!(" {}   ", <&str>::from(mood)))]
    };
    let place = t.pick(super::map::areas::PLACE.0, super::map::areas::PLACE.1).to_string();
    let rest = [(Role::Player, "@".to_owned(), " you   "), (Role::Area, place, " place")];
    let rest = rest.into_iter().map(|(role, mark, name)| vec![span(t, role, mark), span(t, Role::Dim, name)]);
    flow(Mood::SHOWN.into_iter().map(mood).chain(rest), columns)
}
