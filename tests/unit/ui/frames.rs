//! Frames at fixed sizes, and what they must contain.

use super::*;
use bestiary::AgentId;
use bestiary::Diagnostic;
use bestiary::ScriptStatus;
use bestiary::Value;
use bestiary::Vec2;
use bestiary::{Areas, Place};
use bestiary::{GoalInfo, GroupMark};
use std::sync::Arc;

pub(super) fn selected(width: u16, height: u16, colours: Colours) -> Dashboard {
    let mut d = Dashboard::new(options(colours));
    let s = fixture::glade();
    d.select(s.focus.as_ref().map(|f| f.id));
    d.take(frame_of(s));
    draw(&mut d, width, height);
    d
}

#[test]
fn at_80_by_24_world_creature_and_log() {
    insta::assert_snapshot!(draw(&mut selected(80, 24, Colours::Sixteen), 80, 24));
}

#[test]
fn at_120_by_40_everything() {
    insta::assert_snapshot!(draw(&mut selected(120, 40, Colours::Sixteen), 120, 40));
}

#[test]
fn at_250_by_70_everything_with_room() {
    insta::assert_snapshot!(draw(&mut selected(250, 70, Colours::True), 250, 70));
}

#[test]
fn narrow_and_without_unicode() {
    let mut d = Dashboard::new(Theme { ascii: true, ..options(Colours::None) });
    let s = fixture::glade();
    d.select(s.focus.as_ref().map(|f| f.id));
    d.take(frame_of(s));
    let text = draw(&mut d, 60, 30);
    let chrome = text.replace(['→', '×', '…'], "");
    assert!(chrome.is_ascii(), "{chrome}");
    insta::assert_snapshot!(text);
}

#[test]
fn far_away_creatures_are_dots_and_the_player_stays_a_letter() {
    let mut d = started(100, 24);
    press(&mut d, "--");
    insta::assert_snapshot!(draw(&mut d, 100, 24));
}

#[test]
fn what_creatures_just_said_is_shown_beside_them() {
    let mut d = started(120, 40);
    let mut s = fixture::glade();
    s.log[1].step = s.step - 20;
    s.log.rotate_left(2);
    Arc::make_mut(&mut s.agents)[40].position = Vec2::new(50.0, 40.0);
    let frame = frame_of(s);
    d.take(frame);
    assert!(!draw(&mut d, 120, 40).contains("‹Fresh"), "too far away for words");
    press(&mut d, "+c");
    assert!(draw(&mut d, 120, 40).contains("‹Fresh apples!›"), "{}", draw(&mut d, 120, 40));
}

/// Which colours and attributes a screen uses.
fn paints(d: &mut Dashboard) -> (bool, bool) {
    let mut terminal = Terminal::new(TestBackend::new(120, 40)).expect("test backend");
    terminal.draw(|f| d.draw(f)).expect("draws");
    let cells = &terminal.backend().buffer().content;
    let colourful = |c: &ratatui::buffer::Cell| [c.fg, c.bg].iter().any(|x| *x != ratatui::style::Color::Reset);
    (cells.iter().any(colourful), cells.iter().any(|c| !c.modifier.is_empty()))
}

#[test]
fn no_color_means_none_and_marks_stay() {
    let mut d = selected(120, 40, Colours::None);
    assert_eq!(paints(&mut d), (false, true));
    assert!(draw(&mut d, 120, 40).contains("attack!"));
    assert_eq!(paints(&mut selected(120, 40, Colours::Sixteen)), (true, true));
}

#[test]
fn what_a_person_must_see_is_shown_in_words() {
    let mut d = selected(120, 40, Colours::None);
    let text = draw(&mut d, 120, 40);
    for said in [
        "v4 rejected, v3 live",
        "npc/wolf.lua",
        "NO_NEW_PATH",
        "deer 4, 27.3 m",
        "✗ 07:00",
        "reused 12 of 19",
        "MORE_WAYPOINTS 1 of 4",
    ] {
        assert!(text.contains(said), "{said} in\n{text}");
    }
}

#[test]
fn a_version_that_was_rolled_back_is_shown_with_its_line_and_errors_with_their_places() {
    let mut d = started(120, 40);
    let mut s = fixture::glade();
    let message = "scripts/npc/wolf.lua:31: error: attempt to index nil with 'x'".into();
    s.scripts[4].status = ScriptStatus::RolledBack { version: 4, message };
    s.scripts[1].errors = 812;
    s.errors = vec![fixture::error_group("npc/deer.lua", 20, 812, "no such prey: 17")];
    d.take(frame_of(s));
    let text = draw(&mut d, 120, 40);
    for said in ["2 failed", "v4 rolled back, v3 live", "wolf.lua:31: attempt to", "812× :20: no such prey: 17"] {
        assert!(text.contains(said), "{said} in\n{text}");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn warnings_about_a_live_version_are_shown_below_it() {
    let mut d = started(120, 40);
    let mut s = fixture::glade();
    s.scripts.iter_mut().for_each(|row| row.status = ScriptStatus::Live);
    let remark =
        Diagnostic::error("scripts/npc/deer.lua", "npc has no 'helth'").at(31, 12).hint("did you mean 'health'?");
    s.scripts[1].remarks = [remark].into();
    d.take(frame_of(s));
    let text = draw(&mut d, 120, 40);
    for said in ["1 warning ", "live  1 warning", "└ :31: npc has no 'helth'"] {
        assert!(text.contains(said), "{said} in\n{text}");
    }
}

#[test]
fn behaviours_without_any_life_come_last() {
    let mut d = started(120, 40);
    let mut s = fixture::glade();
    let none = s.roster[0].clone();
    s.roster.insert(0, bestiary::RosterRow { behaviour: "aurochs".into(), alive: 0, spawned: 0, died: 0, ..none });
    s.roster.iter_mut().skip(1).for_each(|row| row.spawned = row.alive);
    d.take(frame_of(s));

    let text = draw(&mut d, 120, 60);

    let at = |name: &str| text.lines().position(|line| line.contains(name)).expect(name);
    assert!(at("│   aurochs") > at("│   wolf"), "{text}");
}

#[test]
fn names_of_later_lives_timers_places_and_the_mod_are_shown_and_what_libraries_keep_is_not() {
    let mut d = Dashboard::new(options(Colours::Indexed));
    let mut s = fixture::glade();
    s.mods = "marsh".into();
    s.phases.step = 240.0;
    let (wolf, deer) = (AgentId::new(53, 1), AgentId::new(4, 27));
    Arc::make_mut(&mut s.agents)[53].id = wolf;
    let focus = s.focus.as_mut().expect("the wolf");
    focus.id = wolf;
    let group = |name: &str, members, leads| GroupMark { name: name.into(), members, leads };
    focus.groups = vec![group("pack", 6, false), group("watch", 2, true)];
    focus.board = vec![("den".into(), Value::Bool(true).into()), ("foe".into(), Value::Number(4.0).into())];
    focus.path.goal = GoalInfo::Agent { id: deer, seen: Some((format!("deer {deer}"), Vec2::new(80.0, 52.0))) };
    d.select(Some(wolf));
    d.take(Frame { pacing: Pacing { steps_per_s: 4.1, ..Pacing::default() }, ..frame_of(s) });
    let text = draw(&mut d, 150, 45);
    for said in [
        "wolf 53b",
        "deer 4ab",
        "mod marsh",
        "runs ×0.2",
        "hunger in 3.2 s",
        "groups pack of 6, watch of 2 (leads)",
        "board  den true, foe 4",
        "pen ╌",
        "◇ post",
    ] {
        assert!(text.contains(said), "{said} in\n{text}");
    }
    assert!(!text.contains("memory.tactics.state"));
    insta::assert_snapshot!(text);
    press(&mut d, "a");
    assert!(draw(&mut d, 150, 45).contains("memory.tactics.state \"seek\" → \"pursue\""));
    press(&mut d, "la<esc>");
    assert!(!draw(&mut d, 150, 45).contains("◇ post"), "the layer is off");
}

#[test]
fn accents_and_characters_without_width_in_names_leave_every_cell_in_its_column() {
    let mut d = selected(80, 24, Colours::None);
    let mut s = fixture::glade();
    let place = |name: &str, x| Place { name: name.into(), at: Vec2::new(x, 50.0) };
    let places = [place("cafe\u{301}", 66.0), place("zero\u{200b}width", 40.0)];
    Arc::make_mut(&mut s.world).areas = Areas::new([], places);
    d.take(frame_of(s));
    let text = draw(&mut d, 120, 40);
    assert!(text.contains("cafe\u{301}") && text.contains("zerowidth"), "{text}");
    let marks = |row: &str| row.chars().filter(|c| *c == '\u{301}').count();
    assert!(text.lines().all(|row| row.chars().count() - marks(row) <= 120), "{text}");
}

#[test]
fn marks_at_the_border_say_that_a_list_goes_on() {
    let mut d = selected(80, 20, Colours::None);
    assert!(!draw(&mut d, 80, 20).contains('▲'));
    press(&mut d, "<tab><tab><tab>");
    let (first, last) = (draw(&mut d, 80, 20), press(&mut d, "<end>"));
    assert!(first.contains('▼') && last.is_empty(), "{first}");
    let text = draw(&mut d, 80, 20);
    assert!(text.contains('▲') && !text.contains('▼'), "{text}");
}

#[test]
fn screenshots_come_as_text_and_as_svg_whose_frames_take_turns() {
    let mut d = Dashboard::for_screenshots();
    d.take(frame_of(fixture::glade()));
    let first = d.screenshot(120, 40);
    d.select(Some(AgentId::new(53, 0)));
    let second = d.screenshot(120, 40);
    let text = bestiary::testing::ui::plain(&second);
    assert!(text.lines().count() == 40 && text.contains("wolf 53"));
    let still = bestiary::testing::ui::svg(std::slice::from_ref(&second), 0.5, 0);
    assert!(still.starts_with("<svg ") && still.ends_with("</svg>\n") && !still.contains("class="));
    assert!(still.contains("#ff7a70") && !still.contains(" & "));
    let moving = bestiary::testing::ui::svg(&[first, second.clone(), second], 0.5, 1);
    // What only the later two show begins after a third of the time; the creatures do not take turns.
    assert!(
        moving.contains(".t1_3{visibility:visible;animation:t1_3 1.5s")
            && moving.contains("33.33%{visibility:visible}")
    );
    assert!(moving.contains("<text class=\"t1_3\"") && moving.len() < still.len() * 3 / 2);
}

#[test]
fn the_keys_of_storeys_show_each_with_what_is_below_dim_and_follow_the_creature() {
    let mut d = Dashboard::new(options(Colours::Sixteen));
    let mut s = fixture::glade();
    let mut world = (*s.world).clone();
    let mut attic = world.clone();
    attic.floor = bestiary::Floor { name: "attic".into(), height_m: 3.0 };
    attic.areas = Areas::default();
    world.add_storey(attic).map_err(drop).expect("there is space for it");
    s.world = Arc::new(world);
    let upstairs = s.agents[0].id;
    Arc::make_mut(&mut s.agents)[0].storey = bestiary::Storey(1);
    s.focus = None;
    d.take(frame_of(s));
    let below = draw(&mut d, 110, 30);
    assert!(below.contains("ground 1/2"), "{below}");
    press(&mut d, "{");
    assert_eq!(draw(&mut d, 110, 30), below, "there is nothing below the ground");
    press(&mut d, "}");
    let above = draw(&mut d, 110, 30);
    assert!(above.contains("attic 2/2") && !above.contains("ground 1/2"), "{above}");
    insta::assert_snapshot!(above);
    press(&mut d, "}");
    assert_eq!(draw(&mut d, 110, 30), above, "there is nothing above it");
    press(&mut d, "{");
    assert_eq!(draw(&mut d, 110, 30), below);
    // What shows a creature shows its storey.
    d.select(Some(upstairs));
    press(&mut d, "g");
    assert!(draw(&mut d, 110, 30).contains("attic 2/2"));
}

#[test]
fn a_round_path_is_drawn_as_it_is_walked_with_the_waypoints_of_scripts_on_it() {
    let mut s = fixture::glade();
    let focus = s.focus.as_mut().expect("one is selected");
    let centre = focus.position + Vec2::new(9.0, 0.0);
    let arc = |i: i32| centre + Vec2::from_angle(std::f32::consts::PI * (1.0 + f32::from(i as i16) / 12.0)) * 9.0;
    focus.path.line = (1..=12).map(arc).collect();
    focus.path.waypoints = vec![arc(6), arc(12)];
    (focus.path.next, focus.steering) = (1, Some(arc(6)));
    let mut d = Dashboard::new(options(Colours::Sixteen));
    d.select(s.focus.as_ref().map(|f| f.id));
    d.take(frame_of(s));
    draw(&mut d, 100, 30);
    press(&mut d, "f");
    insta::assert_snapshot!(draw(&mut d, 100, 30));
}
