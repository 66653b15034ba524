//! The strip under the map: how many creatures had which mood over the last minute; also the legend of the marks.
//!
//! ```text
//! ├──────────────────────────────────────────────────┤
//! │ calm ▂▃▅▇ 131   attack! ▁▂▁   7   fear~ ▁▅▃  49     │
//! ```

use crate::ui::*;

/// Columns of a label, its mark and a count.
const WORDS: usize = 16;
/// Columns of the shortest bars worth drawing.
const SHORTEST: usize = 10;

pub(super) fn draw(d: &Dashboard, s: &Snapshot, area: Rect, buf: &mut Buffer) {
    let t = &d.theme;
    ruler(d, area, buf);
    let width = usize::from(area.width.saturating_sub(2));
    let shown = (width / (WORDS + SHORTEST)).min(Mood::SHOWN.len());
    if shown == 0 {
        return;
    }
    let bars = (width / shown - WORDS).min(24);
    let mut line = Line::default();
    for mood in Mood::SHOWN.into_iter().take(shown) {
        let label: &str = mood.into();
        let bars = format!("{} {:>bars$}", mood.mark(t), spark(&d.history.shares(mood, bars), t));
        let blanks = WORDS.saturating_sub(label.len() + 8);
        let count = format!(" {:<5}{:blanks$}", d.history.latest(mood), "");
        line.extend([span(t, Role::Dim, label), span(t, Role::Mood(mood), bars), span(t, Role::Text, count)]);
    }
    let arrivals = format!("arrivals {:>5}", s.arrivals);
    let used = line.width();
    put(buf, area.x + 1, area.y + 1, &line, width as u16);
    if used + arrivals.len() + 2 <= width {
        let x = area.right() - 1 - arrivals.len() as u16;
        put(buf, x, area.y + 1, &span(t, Role::Dim, arrivals).into(), area.width);
    }
}

fn ruler(d: &Dashboard, area: Rect, buf: &mut Buffer) {
    let active = d.panel == &super::PANEL;
    let style = d.theme.style(if active { Role::Active } else { Role::Chrome });
    let (l, m, r) = d.theme.pick(("├", "─", "┤"), ("+", "-", "+"));
    let text = format!("{l}{}{r}", m.repeat(area.width.into()));
    put(buf, area.x.saturating_sub(1), area.y, &Line::styled(text, style), area.width + 2);
}

fn spark(shares: &[f32], theme: &Theme) -> String {
    let levels = theme.pick(['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'], ['_', '.', ':', '-', '=', '+', '*', '#']);
    shares.iter().map(|s| levels[((s * 7.0).round() as usize).min(7)]).collect()
}
