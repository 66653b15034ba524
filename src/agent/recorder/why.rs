//! "Why is it in this state?": from now back, each change of state with what led to it.

use super::describe::{EventKind, EventText};
use crate::agent::Handler;

/// Changes of state that are explained at most.
pub const LINKS: usize = 5;
/// Things named before one change, and after the last.
const CAUSES: usize = 4;
/// An event that is older than this did not cause a change, unless the change's handler was called for it. Two ticks of
/// 300 ms in steps of 50 ms.
const JUST_BEFORE_STEPS: u64 = 12;

/// One line of the explanation.
#[derive(Clone, Debug, PartialEq)]
pub struct WhyLine {
    /// When it happened.
    pub step: u64,
    /// 0: a change of state; 1: what belongs to it.
    pub depth: u8,
    /// What happened.
    pub text: String,
}

/// The chain of reasons in a creature's record (oldest first), newest last.
pub fn why(events: &[EventText]) -> Vec<WhyLine> {
    let mut turns: Vec<usize> =
        (0..events.len()).filter(|i| matches!(events[*i].kind, EventKind::State { .. } | EventKind::Born)).collect();
    let skip = turns.len().saturating_sub(LINKS);
    turns.drain(..skip);
    let mut lines = Vec::new();
    for (n, at) in turns.iter().enumerate() {
        let from = if n > 0 { turns[n - 1] + 1 } else { previous_turn(events, *at) };
        let until = turns.get(n + 1).copied().unwrap_or(events.len());
        link(events, from, *at, until, &mut lines);
    }
    let since = turns.last().map_or(0, |at| at + 1);
    let last_step = turns.last().map_or(0, |at| events[*at].step);
    let worth = |t: &&EventText| match t.kind {
        EventKind::Memory { inner } => !inner && t.step > last_step,
        _ => true,
    };
    let later: Vec<&EventText> = events[since..].iter().filter(worth).collect();
    let skip = later.len().saturating_sub(CAUSES);
    for t in &later[skip..] {
        lines.push(WhyLine { step: t.step, depth: 1, text: format!("since then: {}", sentence(t)) });
    }
    lines
}

/// Where the events begin that may have led to the change at `at`: after the change before it.
fn previous_turn(events: &[EventText], at: usize) -> usize {
    events[..at].iter().rposition(|t| matches!(t.kind, EventKind::State { .. } | EventKind::Born)).map_or(0, |i| i + 1)
}

/// One change of state: what happened, on which line, and what led to it.
fn link(events: &[EventText], from: usize, at: usize, until: usize, lines: &mut Vec<WhyLine>) {
    let turn = &events[at];
    let line = |depth, text| WhyLine { step: turn.step, depth, text };
    let EventKind::State { handler, line: written, .. } = &turn.kind else {
        lines.push(line(0, turn.what.clone()));
        return;
    };
    // Without a handler the place says what caused it.
    let by = handler.map_or(String::new(), |h| format!("by {} at ", h.name()));
    lines.push(line(0, format!("{}  {by}{}", turn.what, turn.why)));
    if !written.is_empty() {
        lines.push(line(1, format!("there: {written}")));
    }
    let causes = causes(events, from, at, until, *handler);
    if causes.is_empty() && *handler == Some(Handler::Tick) {
        lines.push(line(1, "nothing happened to it just before: it decided by what it saw".into()));
    }
    for cause in causes {
        lines.push(WhyLine { step: cause.step, depth: 1, text: format!("because: {}", sentence(cause)) });
    }
}

/// What led to a change: what its handler was called for, what happened just before, and what the same turn wrote down.
fn causes(events: &[EventText], from: usize, at: usize, until: usize, handler: Option<Handler>) -> Vec<&EventText> {
    let turn = &events[at];
    let called_for = match handler {
        Some(Handler::Hurt) => Some(EventKind::Hurt),
        Some(Handler::Heard) => Some(EventKind::Heard),
        Some(Handler::Message) => Some(EventKind::Message),
        Some(Handler::OnPath) => Some(EventKind::Path),
        _ => None,
    };
    let trigger = called_for.and_then(|kind| (0..at).rev().find(|i| events[*i].kind == kind));
    // What was lost from sight counts until the state ends.
    let recent = |t: &EventText| t.kind == EventKind::Sight || t.step + JUST_BEFORE_STEPS >= turn.step;
    let near = |i: &usize| recent(&events[*i]) && explains(&events[*i].kind);
    let mut found: Vec<usize> = (from..at).filter(near).filter(|i| Some(*i) != trigger).collect();
    // A turn's writes are noticed when it ends: after the change.
    let written = |i: &usize| matches!(events[*i].kind, EventKind::Memory { .. }) && events[*i].step == turn.step;
    found.extend((at + 1..until).filter(written));
    let inner = |i: &usize| events[*i].kind == EventKind::Memory { inner: true };
    if !found.iter().all(inner) {
        found.retain(|i| !inner(i));
    }
    let rest = CAUSES - usize::from(trigger.is_some());
    let skip = found.len().saturating_sub(rest);
    found.drain(..skip);
    found.extend(trigger);
    found.sort_unstable();
    found.into_iter().map(|i| &events[i]).collect()
}

/// What a creature itself said and did explains nothing.
fn explains(kind: &EventKind) -> bool {
    !matches!(kind, EventKind::Action | EventKind::Born | EventKind::State { .. })
}

fn sentence(t: &EventText) -> String {
    match (t.why.is_empty(), &t.kind) {
        (true, _) => t.what.clone(),
        (false, EventKind::Path) => format!("{}: {}", t.what, t.why),
        (false, EventKind::Memory { .. } | EventKind::Goal) => format!("{} ({})", t.what, t.why),
        (false, _) => format!("{} {}", t.what, t.why),
    }
}
