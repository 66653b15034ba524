//! The Lua prompt over the lower part of the screen. A line is evaluated as the selected creature by the simulation's
//! thread; the result comes back with a later frame.
//!
//! ```text
//! ╭ Lua as wolf 17 ──────────────────────────────────────────╮
//! │ > npc.memory.prey                                        │
//! │ 204                                                      │
//! │ > npc:look(204).state                                    │
//! │ "flee"                                                   │
//! │ > npc.me█                                                │   the line being typed
//! │ memory                                                   │   words that complete it
//! ╰──────────────────────────────────────────────────────────╯
//! ```

use crate::runtime::{Reply, ReplyText};
use crate::ui::prompt::Typed;
use crate::ui::talk::Entry;
use crate::ui::*;

pub(crate) static PANEL: Panel = Panel {
    name: "Lua",
    slot: Slot::OverAll,
    draw,
    opened_by: (&['`', '>'], ranked(Section::Creatures, "` >", "evaluate Lua as this one", 7, "Lua")),
    may_open,
    hints: &[("enter", "evaluate"), ("tab", "complete"), ("up", "earlier lines"), ("ctrl-l", "clear"), ("esc", "back")],
    typed: Some(typed),
    ..Panel::DEFAULT
};

/// Rows at least: a border, two lines of results, the prompt and the words.
const LEAST_ROWS: u16 = 6;
/// Shown until the first line is evaluated.
const INTRODUCTION: [&str; 3] = [
    "npc.health, npc:nearest { faction = \"prey\", within = 20 }, npc:why(): reading changes nothing.",
    "memory.KEY = VALUE, force(\"state\"), move(x, y), spawn(\"behaviour\", count, x, y) are sent as commands.",
    "tab completes, the up arrow brings back earlier lines.",
];

fn may_open(d: &mut Dashboard) -> bool {
    if d.selected.is_none() {
        d.complain(NOTHING_SELECTED);
        return false;
    }
    d.talk.words.clear();
    d.talk.prompt = Prompt::new(Purpose::Lua);
    true
}

fn typed(d: &mut Dashboard, key: &KeyEvent, _: Option<Move>) {
    if key.code == KeyCode::Tab {
        let line = d.talk.prompt.text();
        if let Some(id) = d.selected {
            d.outbox.push(Control::Complete(id, line));
        }
        return;
    }
    if key.code == KeyCode::Char('l') && key.modifiers.contains(KeyModifiers::CONTROL) {
        d.talk.entries.clear();
        return;
    }
    let typed = d.talk.prompt.key(key, &d.talk.past);
    let line = d.talk.prompt.text();
    match typed {
        Typed::Edited => d.talk.words.clear(),
        Typed::Left => d.mode = Mode::Normal,
        Typed::Done if line.trim().is_empty() => {}
        Typed::Done => {
            d.talk.prompt = Prompt::new(Purpose::Lua);
            d.evaluate(line);
        }
    }
}

impl Dashboard {
    /// Sends a line to be evaluated as the selected creature.
    pub(in crate::ui) fn evaluate(&mut self, line: String) {
        self.talk.words.clear();
        self.talk.remember(&line);
        match self.selected {
            Some(id) => self.outbox.push(Control::Ask(id, line)),
            None => self.complain(NOTHING_SELECTED),
        }
    }

    /// Takes the replies of the simulation's thread that came since the last frame.
    pub(in crate::ui) fn take_replies(&mut self, replies: &[Reply]) {
        for reply in replies {
            if reply.seq <= self.talk.last_reply {
                continue;
            }
            self.talk.last_reply = reply.seq;
            match &reply.text {
                ReplyText::Evaluated { line, lines, failed } => {
                    self.talk.add(Entry { line: line.clone(), output: lines.clone(), failed: *failed });
                }
                ReplyText::Completed { line, from, words } => self.talk.complete(line, *from, words),
                ReplyText::Exported(file) => self.say(format!("exported to {file}")),
                ReplyText::NotExported(reason) => self.complain(format!("nothing was exported: {reason}")),
            }
        }
    }
}

fn draw(d: &mut Dashboard, screen: Rect, buf: &mut Buffer) {
    let t = &d.theme;
    let height = (screen.height / 2).clamp(LEAST_ROWS, 18).min(screen.height);
    let area = Rect { y: screen.bottom() - height, height, ..screen };
    let name = d.focus().map_or_else(|| "no creature".to_owned(), |(f, _)| format!("{} {}", f.behaviour, f.id));
    let title = format!(" Lua as {} ", fit(&name, usize::from(area.width).saturating_sub(14), t));
    let inner = covering(t, area, &title, "", buf);
    let columns = usize::from(inner.width);
    let space = usize::from(inner.height).saturating_sub(2);
    let lines = entries(d, columns, t);
    let skip = lines.len().saturating_sub(space);
    put_lines(buf, inner, &lines[skip..]);
    let at = inner.y + (lines.len() - skip) as u16;
    put(buf, inner.x, at, &d.talk.prompt.line(columns, t), inner.width);
    let words = fit(&d.talk.words.join("  "), columns, t);
    put(buf, inner.x, at + 1, &span(t, Role::Dim, words).into(), inner.width);
}

fn entries(d: &Dashboard, columns: usize, t: &Theme) -> Vec<Line<'static>> {
    let styled = |text: &str, role| wrap(text, columns).into_iter().map(move |l| Line::from(span(t, role, l)));
    if d.talk.entries.is_empty() {
        return INTRODUCTION.iter().flat_map(|text| styled(text, Role::Dim)).collect();
    }
    let mut lines = Vec::new();
    for entry in &d.talk.entries {
        lines.extend(styled(&format!("> {}", entry.line), Role::Dim));
        let role = if entry.failed { Role::Error } else { Role::Bright };
        lines.extend(entry.output.iter().flat_map(|text| styled(text, role)));
    }
    lines
}
