//! Odd sizes and data: nothing may panic, nothing may be lost.

use super::*;
use bestiary::AgentId;
use bestiary::Value;
use bestiary::Vec2;
use bestiary::{GoalInfo, Level, LogLine};
use bestiary::{Ground, Look, World};
use proptest::prelude::*;
use std::sync::Arc;

#[test]
fn every_size_can_be_drawn() {
    let mut d = started(120, 40);
    d.select(Some(AgentId::new(53, 0)));
    for keys in ["", "?", "<esc>:spawn 狼", "<esc><tab>", "<tab><tab>", "<tab>"] {
        press(&mut d, keys);
        for (w, h) in (1..=60).step_by(3).flat_map(|w| (1..=40).step_by(2).map(move |h| (w, h))) {
            draw(&mut d, w, h);
        }
    }
    for (w, h) in (38..=60).flat_map(|w| (8..=24).map(move |h| (w, h))) {
        draw(&mut d, w, h);
    }
    let tiny = draw(&mut d, 38, 9);
    assert!(tiny.contains("38×9 is too small: 40×10"), "{tiny}");
    for h in 3..=9 {
        let tiny = draw(&mut d, 20, h);
        assert!(tiny.contains(&format!("20×{h} is too small: …")) && tiny.contains("40×10"), "{tiny}");
    }
}

#[test]
fn a_key_that_does_nothing_says_so() {
    let mut d = started(120, 40);
    press(&mut d, "v");
    let drawn = draw(&mut d, 120, 40);
    assert!(drawn.contains("'v' does nothing here; ? shows the keys"), "{drawn}");
}

#[test]
fn an_empty_world_is_still_a_dashboard() {
    let mut s = fixture::glade();
    let kinds = vec![fixture::kind("grass", '.', true, Look::Grass)];
    s.world = Arc::new(World::new("", Ground::new(1, 1, 1.0, kinds, vec![0]), vec![], vec![]));
    (s.agents, s.roster, s.scripts, s.log) = (Arc::default(), vec![], vec![], vec![]);
    (s.focus, s.player, s.step_ms) = (None, None, 0);
    let mut d = Dashboard::new(options(Colours::Sixteen));
    assert!(draw(&mut d, 80, 24).contains("waiting for the first step"));
    d.take(frame_of(s));
    assert!(draw(&mut d, 80, 24).contains("no selection"));
    for keys in ["n", "p", "f", "g", "c", "w", "<enter>", "<tab><enter><up><down>", "++++++", "----------", "<esc>"] {
        press(&mut d, keys);
        draw(&mut d, 120, 40);
    }
}

#[test]
fn a_dead_creature_stays_selected_as_it_was_last_seen() {
    let mut d = started(120, 40);
    let wolf = AgentId::new(53, 0);
    d.select(Some(wolf));
    d.take(frame_of(fixture::glade()));
    assert!(!draw(&mut d, 120, 40).contains("✝"));
    let mut gone = fixture::glade();
    Arc::make_mut(&mut gone.agents).retain(|a| a.id != wolf);
    gone.focus = None;
    d.take(frame_of(gone));
    let text = draw(&mut d, 120, 40);
    assert!(text.contains("wolf 53") && text.contains("✝ died") && text.contains("as last seen"), "{text}");
    press(&mut d, "fgcn");
    draw(&mut d, 120, 40);
}

#[test]
fn a_creature_that_was_selected_is_shown_before_its_details_come() {
    let mut d = started(120, 40);
    let deer = AgentId::new(1, 0);
    d.select(Some(deer));
    let text = draw(&mut d, 120, 40);
    assert!(text.contains("deer 1") && text.contains("100 %") && text.contains("the details follow"), "{text}");
}

#[test]
fn numbers_and_names_from_scripts_can_be_anything() {
    let mut s = fixture::glade();
    for (i, a) in Arc::make_mut(&mut s.agents).iter_mut().enumerate() {
        let odd = [f32::NAN, f32::INFINITY, -1e30, 1e30, 0.0][i % 5];
        (a.position.x, a.heading, a.radius, a.glyph) = (odd, odd, odd, ['狼', '\u{301}', '\n', '\u{7f}', 'é'][i % 5]);
    }
    s.roster[0].behaviour = "狼の群れがとても長い名前".into();
    s.roster[0].states[0].0 = "\u{1b}[31mred\n".into();
    s.scripts[0].path = "npc/ünïcödé/まとめ/very/long/path/indeed.lua".into();
    let text = "tab\there \u{1b}[2J ".repeat(40);
    s.log.push(LogLine {
        seq: 9,
        step: u64::MAX / 100,
        level: Level::Error,
        speaker: None,
        text,
        repeats: u32::MAX - 1,
    });
    if let Some(f) = &mut s.focus {
        (f.position, f.speed, f.health, f.max_health) = (Vec2::splat(f32::NAN), f32::INFINITY, f32::NAN, 0.0);
        f.path.goal = GoalInfo::Point(Vec2::splat(f32::NEG_INFINITY));
        f.path.next = usize::MAX;
        f.path.waypoints[0] = Vec2::splat(f32::NAN);
        f.memory = Value::String(vec![0xff, 0xfe]);
        f.state = "狼".repeat(50);
    }
    s.phases.step = f32::NAN;
    let mut d = Dashboard::new(options(Colours::True));
    d.select(s.focus.as_ref().map(|f| f.id));
    d.take(frame_of(s));
    for keys in ["", "n", "f", "g", "<enter>", "++++", "--------", "/é<enter>"] {
        press(&mut d, keys);
        for (w, h) in [(80, 24), (120, 40), (250, 70), (45, 22)] {
            let text = draw(&mut d, w, h);
            assert!(!text.contains('\u{1b}'), "no escape reaches the terminal");
        }
    }
}

#[test]
fn a_simulation_that_hangs_is_reported_and_keys_still_work() {
    let mut d = started(120, 40);
    assert!(!at_ms(&mut d, 900));
    assert!(at_ms(&mut d, 3_200));
    assert!(draw(&mut d, 120, 40).contains("simulation busy 3 s"));
    assert_eq!(press(&mut d, " "), [Control::Pause(true)]);
    d.failed = Some("the thread panicked".into());
    let text = draw(&mut d, 120, 40);
    assert!(text.contains("stopped: the thread panicked") && !text.contains("busy"), "{text}");
}

#[test]
fn a_frozen_view_does_not_change_while_the_world_runs() {
    let mut d = started(120, 40);
    press(&mut d, "z");
    let before = draw(&mut d, 120, 40);
    assert!(before.contains("view frozen"));
    let mut later = fixture::glade();
    later.step += 500;
    Arc::make_mut(&mut later.agents).iter_mut().for_each(|a| a.position += Vec2::splat(3.0));
    d.take(frame_of(later));
    assert_eq!(draw(&mut d, 120, 40), before);
    assert_eq!(press(&mut d, " "), [Control::Pause(true)], "freezing is not pausing");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// No sequence of keys on any screens panics, and the camera stays valid.
    #[test]
    fn any_keys_on_any_screens(keys in "[ -~é]{0,60}", sizes in prop::collection::vec((1u16..140, 1u16..60), 1..4)) {
        let mut d = started(120, 40);
        for (i, c) in keys.chars().enumerate() {
            let code = match c {
                '1' => KeyCode::Enter,
                '2' => KeyCode::Esc,
                '3' => KeyCode::Tab,
                '4' => KeyCode::Backspace,
                '5' => KeyCode::Up,
                '6' => KeyCode::PageDown,
                c => KeyCode::Char(c),
            };
            d.key(KeyEvent::new(code, KeyModifiers::NONE));
            let (w, h) = sizes[i % sizes.len()];
            draw(&mut d, w, h);
        }
        let camera = d.camera.expect("was drawn");
        prop_assert!(camera.centre.is_finite() && camera.m_per_column() > 0.0);
    }
}
