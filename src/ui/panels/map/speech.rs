//! What creatures said in the last seconds, beside them.
//!
//! ```text
//!        ‹Fresh apples!›
//!       m"
//! ```

use super::agents::set;
use crate::ui::*;
use unicode_width::UnicodeWidthChar;

/// From this scale on there is space for words, metres a column.
const NEAR_M: f32 = 0.5;
/// How long words are shown, seconds of the world's time.
const STAY_S: f32 = 3.0;
const MOST: usize = 8;
const LONGEST: usize = 28;

pub(super) fn draw(s: &Snapshot, view: &View, theme: &Theme, buf: &mut Buffer) {
    if view.m > NEAR_M {
        return;
    }
    let stay = (STAY_S * 1_000.0 / s.step_ms.max(1) as f32) as u64;
    let recent = s.log.iter().rev().take_while(|l| l.step + stay >= s.step).filter(|l| l.level == Level::Info);
    for line in recent.take(MOST) {
        let Some(a) = line.speaker.as_ref().and_then(|(id, _)| find::get(s, *id)) else { continue };
        let Some((x, y)) = view.to_cell(a.position) else { continue };
        let text = fit(line.text.lines().next().unwrap_or(""), LONGEST, theme);
        bubble(&format!("{}{text}{}", theme.pick("‹", "\""), theme.pick("›", "\"")), (x + 1, y), view, theme, buf);
    }
}

/// Writes on the line above a creature; words at the right edge are cut there.
fn bubble(text: &str, at: (u16, u16), view: &View, theme: &Theme, buf: &mut Buffer) {
    let Some(y) = at.1.checked_sub(1) else { return };
    let mut x = at.0;
    for c in text.chars() {
        let width = c.width().unwrap_or(0) as u16;
        if width == 0 || x + width > view.area.width {
            continue;
        }
        set(buf, view, x, y, c, theme.style(Role::Text));
        for blank in 1..width {
            set(buf, view, x + blank, y, ' ', theme.style(Role::Text));
        }
        x += width;
    }
}
