//! What creatures said in the last seconds, beside them.
//!
//! ```text
//!        ‹Fresh apples!›
//!       m"
//! ```

use super::words::write;
use crate::geom::Storey;
use crate::ui::*;

/// From this scale on there is space for words, metres a column.
const NEAR_M: f32 = 0.5;
/// How long words are shown, seconds of the world's time.
const STAY_S: f32 = 3.0;
const MOST: usize = 8;
const LONGEST: usize = 28;

pub(super) fn draw(s: &Snapshot, storey: Storey, view: &View, theme: &Theme, buf: &mut Buffer) {
    if view.m > NEAR_M {
        return;
    }
    let stay = (STAY_S * 1_000.0 / s.step_ms.max(1) as f32) as u64;
    let recent = s.log.iter().rev().take_while(|l| l.step + stay >= s.step).filter(|l| l.level == Level::Info);
    for line in recent.take(MOST) {
        let speaker = line.speaker.as_ref().and_then(|(id, _)| find::get(s, *id));
        let Some(a) = speaker.filter(|a| a.storey == storey) else { continue };
        let Some((x, y)) = view.to_cell(a.position) else { continue };
        let text = fit(line.text.lines().next().unwrap_or(""), LONGEST, theme);
        let said = format!("{}{text}{}", theme.pick("‹", "\""), theme.pick("›", "\""));
        // On the line above; the right edge cuts it.
        let at = Vec2::new(f32::from(x) + 1.0, f32::from(y) - 1.0);
        write(&said, at, theme.style(Role::Text), view, buf);
    }
}
