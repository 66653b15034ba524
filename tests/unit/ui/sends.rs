//! Keys and mouse → the controls they send: before, keys, after.

use super::*;
use bestiary::AgentId;
use bestiary::Command;
use bestiary::Vec2;
use bestiary::testing::ui::{Place, editor_command_line};
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use std::sync::Arc;

fn walk(x: f32, y: f32) -> Control {
    Control::Command(Command::MovePlayer { direction: Vec2::new(x, y) })
}

#[test]
fn time_keys_pause_step_and_change_speed() {
    let mut d = started(120, 40);
    assert_eq!(press(&mut d, " "), [Control::Pause(true)]);
    assert_eq!(press(&mut d, " "), [Control::Pause(false)]);
    assert_eq!(press(&mut d, "."), [Control::Pause(true), Control::SingleStep]);
    assert_eq!(press(&mut d, "]]]"), [2.0, 4.0, 8.0].map(Control::Speed));
    assert_eq!(press(&mut d, "[[[[[[["), [4.0, 2.0, 1.0, 0.5, 0.25].map(Control::Speed));
}

#[test]
fn selecting_is_cyclic_and_can_be_narrowed_by_words() {
    let mut d = started(120, 40);
    let focus = |slot| vec![Control::Focus(Some(AgentId::new(slot, 0)))];
    assert_eq!(press(&mut d, "n"), focus(0));
    assert_eq!(press(&mut d, "p"), focus(64));
    assert_eq!(press(&mut d, "/wolf att<enter>"), focus(53));
    assert_eq!(press(&mut d, "n"), focus(54));
    assert_eq!(press(&mut d, "p"), focus(53));
    assert_eq!(press(&mut d, "/40<enter>"), focus(40));
    assert_eq!(press(&mut d, "/dragon<enter>"), []);
    assert!(draw(&mut d, 120, 40).contains("✗ no creature matches 'dragon'"));
    assert_eq!(press(&mut d, "<esc><esc><esc>"), [Control::Focus(None)]);
}

#[test]
fn the_player_walks_while_keys_come_and_then_stops() {
    let mut d = started(120, 40);
    assert_eq!(press(&mut d, "w"), []);
    assert_eq!(press(&mut d, "d"), [walk(1.0, 0.0)]);
    at_ms(&mut d, 300);
    assert_eq!(press(&mut d, "d<right>"), [], "the same direction is sent once");
    at_ms(&mut d, 650);
    assert_eq!(d.controls(), []);
    at_ms(&mut d, 701);
    assert_eq!(d.controls(), [walk(0.0, 0.0)]);
    assert_eq!(press(&mut d, "<up>x"), [walk(0.0, -1.0), Control::Command(Command::PlayerStrike)]);
    assert_eq!(press(&mut d, "<esc>"), [walk(0.0, 0.0)]);
    assert_eq!(press(&mut d, "<up>"), [], "arrows pan again");
}

#[test]
fn command_lines_send_or_explain() {
    let mut d = started(120, 40);
    let wolves = Command::Spawn { behaviour: "wolf".into(), count: 5, at: Some(Vec2::new(30.0, 20.0)) };
    assert_eq!(press(&mut d, ":spawn wolf 5 30,20<enter>"), [Control::Command(wolves)]);
    assert_eq!(press(&mut d, ":speed 4<enter>"), [Control::Speed(4.0)]);
    assert_eq!(press(&mut d, ":spawn wulf<enter>"), []);
    assert!(draw(&mut d, 120, 40).contains("✗ unknown behaviour 'wulf': did you mean 'wolf'?"));
    assert_eq!(press(&mut d, ":<up><up><enter>"), [], "the requested speed is already the speed");
    assert_eq!(press(&mut d, ":pathfinding off<enter>"), [Control::Command(Command::SetPathfinding(false))]);
    assert_eq!(press(&mut d, ":q<enter>"), [Control::Quit]);
    assert!(d.quit);
}

#[test]
fn while_a_command_is_typed_its_usage_is_shown() {
    let mut d = started(120, 40);
    press(&mut d, ":");
    assert!(draw(&mut d, 120, 40).contains("spawn  kill  speed  pause"));
    press(&mut d, "sp");
    assert!(draw(&mut d, 120, 40).contains(":sp   spawn  speed"));
    press(&mut d, "awn w");
    assert!(draw(&mut d, 120, 40).contains(":spawn w   spawn BEHAVIOUR [COUNT] [here | X,Y]"));
}

#[test]
fn pathfinding_strikes_and_quitting_have_keys() {
    let mut d = started(120, 40);
    assert_eq!(press(&mut d, "o"), [Control::Command(Command::SetPathfinding(false))]);
    d.key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert_eq!(d.controls(), [Control::Quit]);
}

fn mouse(d: &mut Dashboard, kind: MouseEventKind, x: u16, y: u16) {
    d.mouse(MouseEvent { kind, column: x, row: y, modifiers: KeyModifiers::NONE });
}

#[test]
fn a_click_selects_a_drag_pans_and_the_wheel_zooms() {
    let mut d = started(120, 40);
    let s = fixture::glade();
    let area = d.map_area;
    let camera = d.camera.expect("was drawn");
    let (deer, cell) = s
        .agents
        .iter()
        .find_map(|a| camera.view(area).to_cell(a.position).map(|c| (a.id, c)))
        .expect("a creature is visible");
    let (x, y) = (area.x + cell.0, area.y + cell.1);
    mouse(&mut d, MouseEventKind::Down(MouseButton::Left), x, y);
    assert_eq!(d.controls(), [Control::Focus(Some(deer))]);
    mouse(&mut d, MouseEventKind::Drag(MouseButton::Left), x + 5, y);
    assert_eq!(d.camera.expect("still").centre, camera.centre - Vec2::new(5.0 * camera.m_per_column(), 0.0));
    mouse(&mut d, MouseEventKind::ScrollUp, x, y);
    assert_eq!(d.camera.expect("still").m_per_column(), camera.m_per_column() / 2.0);
}

#[test]
fn the_log_filter_stays_over_new_frames_and_scrolling_stops_the_log() {
    let mut d = started(120, 40);
    press(&mut d, "mm");
    let text = draw(&mut d, 120, 40);
    assert!(!text.contains("Fresh apples") && text.contains("! 06:55") && text.contains("✗ 07:00"), "{text}");
    let mut later = fixture::glade();
    later.step += 1;
    d.take(frame_of(later));
    assert!(!draw(&mut d, 120, 40).contains("Fresh apples"));
    press(&mut d, "mm<tab><tab><tab><tab><up>");
    assert!(draw(&mut d, 120, 40).contains("1 newer"));
    press(&mut d, "<end>");
    assert!(!draw(&mut d, 120, 40).contains("newer"));
}

#[test]
fn memory_folds_with_enter() {
    let mut d = started(120, 40);
    d.select(Some(AgentId::new(53, 0)));
    d.take(frame_of(fixture::glade()));
    assert!(draw(&mut d, 120, 40).contains("▾ home"));
    press(&mut d, "<tab><enter>");
    assert!(draw(&mut d, 120, 40).contains("▸ home       { x 31.50 y 80 }"), "{}", draw(&mut d, 120, 40));
}

#[test]
fn a_hidden_panel_is_shown_when_it_gets_the_keys() {
    let mut d = started(80, 24);
    assert!(!draw(&mut d, 80, 24).contains("scripts"));
    press(&mut d, "<tab><tab><tab>");
    assert!(draw(&mut d, 80, 24).contains("scripts 5"));
}

#[test]
fn q_closes_what_lies_over_the_panels_and_then_quits() {
    let mut d = started(120, 40);
    d.select(Some(AgentId::new(53, 0)));
    d.take(frame_of(fixture::glade()));
    for opened in ["y", "P", "l", "?"] {
        let before = draw(&mut d, 120, 40);
        press(&mut d, opened);
        assert_ne!(draw(&mut d, 120, 40), before, "{opened} opens something");
        assert_eq!(press(&mut d, "q"), [], "{opened}");
        assert_eq!(draw(&mut d, 120, 40), before, "{opened}");
    }
    assert_eq!(press(&mut d, "q"), [Control::Quit]);
}

#[test]
fn a_command_can_be_typed_in_every_mode() {
    for opened in ["", "w", "l", "P"] {
        let mut d = started(120, 40);
        press(&mut d, opened);
        assert_eq!(press(&mut d, ":speed 4<enter>"), [Control::Speed(4.0)], "after {opened}");
    }
    let mut d = started(120, 40);
    d.select(Some(AgentId::new(53, 0)));
    d.take(frame_of(fixture::glade()));
    assert_eq!(press(&mut d, "y:speed 4<enter>"), [Control::Focus(Some(AgentId::new(53, 0))), Control::Speed(4.0)]);
}

#[test]
fn a_complaint_goes_with_the_next_success() {
    let mut d = started(120, 40);
    press(&mut d, ":spawn wulf<enter>");
    assert!(draw(&mut d, 120, 40).contains("unknown behaviour"));
    press(&mut d, ":kill 17<enter>");
    assert!(!draw(&mut d, 120, 40).contains("unknown behaviour"));
}

#[test]
fn the_key_line_begins_with_the_keys_of_the_panel_that_has_them() {
    let mut d = started(120, 40);
    let last = |d: &mut Dashboard| draw(d, 120, 40).lines().last().unwrap_or_default().to_owned();
    assert!(last(&mut d).starts_with(" ? help"), "{}", last(&mut d));
    press(&mut d, "<tab><tab><tab>");
    assert!(last(&mut d).starts_with(" arrows select  enter edit"), "{}", last(&mut d));
}

#[test]
fn a_press_on_a_line_that_names_a_place_opens_it() {
    let place = |file: &str, line| Some(Place { file: file.into(), line });
    let mut d = started(120, 40);
    let text = draw(&mut d, 120, 40);
    let press_at = |d: &mut Dashboard, words: &str| {
        let (y, line) = text.lines().enumerate().find(|(_, l)| l.contains(words)).expect("is shown");
        let x = line[..line.find(words).expect("found")].chars().count();
        mouse(d, MouseEventKind::Down(MouseButton::Left), x as u16, y as u16);
        d.take_place()
    };
    assert_eq!(press_at(&mut d, "expected 'then'"), place("scripts/npc/guard.lua", 31));
    assert_eq!(press_at(&mut d, "npc/deer.lua  "), place("scripts/npc/deer.lua", 1));
    assert_eq!(press_at(&mut d, "Fresh apples"), None);
    let mut d = started(120, 40);
    press(&mut d, "<tab><tab><tab><enter>");
    assert_eq!(d.take_place(), place("scripts/npc/guard.lua", 31), "the row that changed last, at its trouble");
}

#[test]
fn each_editor_gets_the_line_as_it_takes_it() {
    let place = Place { file: "scripts/npc/wolf.lua".into(), line: 31 };
    let line =
        |editor| editor_command_line(editor, &place).map(|(program, rest)| format!("{program}|{}", rest.join("|")));
    assert_eq!(line("nvim").as_deref(), Some("nvim|+31|scripts/npc/wolf.lua"));
    assert_eq!(line("/usr/bin/emacs -nw").as_deref(), Some("/usr/bin/emacs|-nw|+31|scripts/npc/wolf.lua"));
    assert_eq!(line("code --wait").as_deref(), Some("code|--wait|--goto|scripts/npc/wolf.lua:31"));
    assert_eq!(line("hx").as_deref(), Some("hx|scripts/npc/wolf.lua:31"));
    // Quotes, as in a shell.
    assert_eq!(line("'/my tools/ed' -x").as_deref(), Some("/my tools/ed|-x|+31|scripts/npc/wolf.lua"));
    assert_eq!(
        line(r#""/my tools/code" --profile 'a b'"#).as_deref(),
        Some("/my tools/code|--profile|a b|--goto|scripts/npc/wolf.lua:31")
    );
    assert_eq!(line("'vi"), None);
    assert_eq!(line(" "), None);
}

#[test]
fn after_the_death_of_a_followed_creature_the_nearest_of_its_kind_is_followed() {
    let mut d = started(120, 40);
    d.select(Some(AgentId::new(53, 0)));
    let mut s = fixture::glade();
    d.take(frame_of(s.clone()));
    press(&mut d, "f");
    let dead = s.agents.iter().position(|a| a.id == AgentId::new(53, 0)).expect("lives");
    let (behaviour, at) = (s.agents[dead].behaviour, s.agents[dead].position);
    Arc::make_mut(&mut s.agents).remove(dead);
    s.focus = None;
    s.step += 1;
    let heir = s
        .agents
        .iter()
        .filter(|a| a.behaviour == behaviour)
        .min_by(|a, b| a.position.distance(at).total_cmp(&b.position.distance(at)))
        .expect("another one");
    let heir = heir.id;
    d.take(frame_of(s));
    assert_eq!(d.controls(), [Control::Focus(Some(heir))]);
    assert!(draw(&mut d, 120, 40).contains(&format!("wolf 53 died: now wolf {heir}")));
}

#[test]
fn a_world_that_cannot_keep_up_says_how_fast_it_runs() {
    let mut d = started(120, 40);
    let mut s = fixture::glade();
    assert!(!draw(&mut d, 120, 40).contains("runs"));
    s.phases.step = 240.0;
    d.take(Frame { pacing: Pacing { steps_per_s: 4.1, ..Pacing::default() }, ..frame_of(s) });
    assert!(draw(&mut d, 120, 40).contains("runs ×0.2"));
}
