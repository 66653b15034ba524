//! The highest line: the world, how it runs, what its time is spent on.
//!
//! ```text
//! bestiary  glade · seed 7   step 8 431  07:01.5  ▶ ×1  20.0 Hz  1.9 ms  script 0.6 search 0.4 map 0.5 move 0.4
//! ```
//!
//! Every part has a constant width; on a narrow screen parts are left out by rank.

use super::*;

/// One part of the line, with its rank: the lowest is left out first.
struct Part(u8, Vec<Span<'static>>);

pub(super) fn draw(d: &Dashboard, area: Rect, buf: &mut Buffer) {
    let Some(s) = d.snapshot() else { return };
    let flags = Line::from(flags(d, s));
    let space = usize::from(area.width).saturating_sub(2 + flags.width());
    let mut parts = parts(d, s);
    parts.retain(|p| !p.1.is_empty());
    let needed = |parts: &[Part]| parts.iter().flat_map(|p| &p.1).map(Span::width).sum::<usize>() + 2 * parts.len();
    while needed(&parts) > space + 2 {
        let Some(least) = parts.iter().map(|p| p.0).min() else { break };
        parts.retain(|p| p.0 != least);
    }
    let mut line = Line::default();
    for part in parts {
        line.spans.extend(part.1);
        line.spans.push(Span::raw("  "));
    }
    put(buf, area.x + 1, area.y, &line, area.width.saturating_sub(2));
    let x = area.right().saturating_sub(flags.width() as u16 + 1);
    put(buf, x, area.y, &flags, area.width);
}

fn parts(d: &Dashboard, s: &Snapshot) -> Vec<Part> {
    let t = &d.theme;
    let pacing = d.pacing();
    let name = fit(&s.world.name, 24, t);
    let (sign, role) = if pacing.paused { (t.pick("‖", "="), Role::Warn) } else { (t.pick("▶", ">"), Role::Good) };
    let label = |text: &str| span(t, Role::Dim, text);
    let p = &s.phases;
    let split = [("script", p.script), ("search", p.search), ("map", p.abstraction), ("move", p.motion)];
    let split =
        split.into_iter().flat_map(|(name, ms)| [label(name), span(t, Role::Text, format!(" {:>4}  ", ms_text(ms)))]);
    let mut split: Vec<Span> = split.collect();
    if let Some(last) = split.last_mut() {
        last.content = last.content.trim_end().to_owned().into();
    }
    let failed = s.codes.iter().find(|(c, _)| c.outcome == CodeOutcome::Failed);
    let failed = failed.map(|(c, n)| vec![label(c.name), span(t, Role::Text, format!(" {:<6}", grouped(*n)))]);
    let mods = if s.mods.is_empty() { vec![] } else { vec![label("mod "), span(t, Role::Text, fit(&s.mods, 24, t))] };
    vec![
        Part(2, vec![span(t, Role::Active, "bestiary")]),
        Part(6, vec![span(t, Role::Bright, name), label(&format!(" {} seed {}", t.pick("·", "."), s.seed))]),
        Part(8, storey(d, s)),
        Part(4, mods),
        Part(5, vec![label("step"), span(t, Role::Text, format!(" {:>9}", grouped(s.step)))]),
        Part(8, vec![span(t, Role::Text, clock(seconds_at(s, s.step)))]),
        Part(10, vec![span(t, role, format!("{sign} {:<5}", speed_text(pacing.speed, t)))]),
        Part(9, vec![span(t, Role::Text, format!("{:>5.1}", pacing.steps_per_s.min(9_999.0))), label(" Hz")]),
        Part(7, vec![span(t, step_role(p.step, s.step_ms), format!("{:>4}", ms_text(p.step))), label(" ms")]),
        Part(3, split),
        Part(1, failed.unwrap_or_default()),
    ]
}

/// The storey that the map shows, where there are several: `hall 2/4`.
fn storey(d: &Dashboard, s: &Snapshot) -> Vec<Span<'static>> {
    let (t, count) = (&d.theme, s.world.storey_count());
    if count == 1 {
        return Vec::new();
    }
    let name = fit(&s.world.on(d.storey).floor.name, 24, t);
    vec![span(t, Role::Bright, name), span(t, Role::Dim, format!(" {}/{count}", d.storey.0 + 1))]
}

/// A step that takes longer than its own length is too slow.
fn step_role(ms: f32, step_ms: u32) -> Role {
    match ms {
        x if x > step_ms as f32 => Role::Error,
        x if x > step_ms as f32 / 2.0 => Role::Warn,
        _ => Role::Text,
    }
}

fn ms_text(ms: f32) -> String {
    if ms < 99.95 { format!("{:.1}", ms.max(0.0)) } else { format!("{:.0}", ms.min(9_999.0)) }
}

fn speed_text(speed: f32, t: &Theme) -> String {
    let times = t.pick("×", "x");
    match speed {
        0.25 => format!("{times}{}", t.pick("¼", "1/4")),
        0.5 => format!("{times}{}", t.pick("½", "1/2")),
        x if x.fract() == 0.0 => format!("{times}{x:.0}"),
        x => format!("{times}{x:.1}"),
    }
}

/// The real speed of a world that does not keep up with the one that was asked for.
fn too_slow(pacing: Pacing, s: &Snapshot) -> Option<f32> {
    let real = pacing.steps_per_s * s.step_ms as f32 / 1_000.0;
    let takes_too_long = s.phases.step * pacing.speed > s.step_ms as f32 * 0.9;
    let slow = !pacing.paused && takes_too_long && real > 0.0 && real < pacing.speed * 0.9;
    slow.then_some((real * 10.0).round().max(1.0) / 10.0)
}

/// What a person must see, at the right edge.
fn flags(d: &Dashboard, s: &Snapshot) -> Vec<Span<'static>> {
    let t = &d.theme;
    let busy = d.busy_for().map(|seconds| span(t, Role::Error, format!("simulation busy {seconds} s")));
    let flags = [
        too_slow(d.pacing(), s).map(|real| span(t, Role::Warn, format!("runs {}", speed_text(real, t)))),
        (!s.pathfinding_on).then(|| span(t, Role::Warn, "feelers only")),
        d.pacing().paused.then(|| span(t, Role::Warn, "paused")),
        busy,
        d.failed.is_some().then(|| span(t, Role::Error, "stopped")),
    ];
    flags.into_iter().flatten().flat_map(|flag| [Span::raw("  "), flag]).collect()
}
