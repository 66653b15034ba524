//! Frames at fixed sizes, and what they must contain.

use super::*;
use bestiary::AgentId;
use bestiary::Diagnostic;
use bestiary::GoalInfo;
use bestiary::ScriptStatus;
use bestiary::Value;
use bestiary::Vec2;
use bestiary::{Areas, Place, Terrain, Tiles};
use bestiary::{CrowdCell, ShownCrowd, ShownFlow, ShownLayer, ShownTile};
use bestiary::{Reply, ReplyText};

fn selected(width: u16, height: u16, colours: Colours) -> Dashboard {
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
fn the_help_covers_everything_until_any_key() {
    let mut d = started(80, 34);
    let before = draw(&mut d, 80, 34);
    press(&mut d, "?");
    insta::assert_snapshot!(draw(&mut d, 80, 34));
    assert!(press(&mut d, "q").is_empty(), "q only closes the help");
    assert_eq!(draw(&mut d, 80, 34), before);
}

#[test]
fn the_reasons_of_the_selected_creature_cover_everything_until_they_are_closed() {
    let mut d = selected(100, 30, Colours::None);
    let before = draw(&mut d, 100, 30);
    press(&mut d, "y");
    insta::assert_snapshot!(draw(&mut d, 100, 30));
    press(&mut d, "<down>");
    assert!(!draw(&mut d, 100, 30).contains("newer"), "four events need no scrolling");
    press(&mut d, "y");
    assert_eq!(draw(&mut d, 100, 30), before);
    let mut unselected = started(100, 30);
    press(&mut unselected, "y");
    assert!(draw(&mut unselected, 100, 30).contains("no creature is selected"));
}

#[test]
fn the_lua_prompt_shows_lines_and_their_results() {
    let mut d = selected(100, 30, Colours::None);
    press(&mut d, "`");
    assert!(draw(&mut d, 100, 30).contains("reading changes nothing"));
    let asked = press(&mut d, "npc.memory.prey<enter>");
    let id = d.selected.expect("the wolf");
    assert_eq!(asked, [Control::Ask(id, "npc.memory.prey".into())]);
    let answer =
        |line: &str, shown: &str, failed| ReplyText::Evaluated { line: line.into(), lines: vec![shown.into()], failed };
    reply(&mut d, 1, answer("npc.memory.prey", "204", false));
    reply(&mut d, 1, answer("npc.memory.prey", "204", false));
    reply(&mut d, 2, answer("npc.helth", "npc has no 'helth'; did you mean 'health'?", true));
    assert_eq!(press(&mut d, "npc.he<tab>"), [Control::Complete(id, "npc.he".into())]);
    let words = ["heading", "health", "height"].map(str::to_owned).to_vec();
    reply(&mut d, 3, ReplyText::Completed { line: "npc.he".into(), from: 4, words });
    insta::assert_snapshot!(draw(&mut d, 100, 30));
    press(&mut d, "al<tab>");
    reply(&mut d, 4, ReplyText::Completed { line: "npc.heal".into(), from: 4, words: vec!["health".into()] });
    assert!(draw(&mut d, 100, 30).contains("> npc.health"));
    assert_eq!(press(&mut d, "<enter><up><up><enter>").len(), 2, "earlier lines come back");
    press(&mut d, "<esc>");
    assert!(!draw(&mut d, 100, 30).contains("Lua as wolf"));
}

fn reply(d: &mut Dashboard, seq: u64, text: ReplyText) {
    let s = fixture::glade();
    d.take(Frame { replies: [Reply { seq, text }].into(), ..frame_of(s) });
}

#[test]
fn an_export_says_where_it_went() {
    let mut d = selected(100, 30, Colours::None);
    let id = d.selected.expect("the wolf");
    d.controls();
    assert_eq!(press(&mut d, "e"), [Control::Export(id)]);
    reply(&mut d, 1, ReplyText::Exported("scripts/spec/moment_wolf_8431_spec.lua".into()));
    assert!(draw(&mut d, 100, 30).contains("exported to scripts/spec/moment_wolf_8431_spec.lua"));
    reply(&mut d, 2, ReplyText::NotExported("it is dead".into()));
    assert!(draw(&mut d, 100, 30).contains("nothing was exported: it is dead"));
}

#[test]
fn what_creatures_just_said_is_shown_beside_them() {
    let mut d = started(120, 40);
    let mut s = fixture::glade();
    s.log[1].step = s.step - 20;
    s.log.rotate_left(2);
    s.agents[40].position = Vec2::new(50.0, 40.0);
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
fn the_profile_covers_the_map_until_it_is_closed() {
    let mut d = started(120, 40);
    let mut s = fixture::glade();
    s.profile = fixture::profile(&s);
    d.take(frame_of(s));
    press(&mut d, "P");
    let text = draw(&mut d, 120, 40);
    for said in ["wolf.attack.tick", "75.0 %", "0.45 ms", "17 at step 8 100", "wolf.on_reload"] {
        assert!(text.contains(said), "{said} in\n{text}");
    }
    insta::assert_snapshot!(text);
    press(&mut d, "<esc>");
    assert!(!draw(&mut d, 120, 40).contains("wolf.attack.tick"));
}

#[test]
fn names_of_later_lives_timers_places_and_the_mod_are_shown_and_what_libraries_keep_is_not() {
    let mut d = Dashboard::new(options(Colours::Indexed));
    let mut s = fixture::glade();
    s.mods = "marsh".into();
    s.phases.step = 240.0;
    let (wolf, deer) = (AgentId::new(53, 1), AgentId::new(4, 27));
    s.agents[53].id = wolf;
    let focus = s.focus.as_mut().expect("the wolf");
    focus.id = wolf;
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
fn sight_is_a_layer_that_a_key_switches_on() {
    let mut d = selected(100, 36, Colours::None);
    let before = draw(&mut d, 100, 36);
    press(&mut d, "lv<esc>");
    let sight = draw(&mut d, 100, 36);
    press(&mut d, "lv<esc>");
    assert_eq!(draw(&mut d, 100, 36), before, "it is off again");
    let mut none = started(100, 36);
    press(&mut none, "lv<esc>");
    assert!(draw(&mut none, 100, 36).contains("sight: select a creature"));
    insta::assert_snapshot!(sight);
}

#[test]
fn heights_with_water_and_costs_are_layers_that_keys_switch_on() {
    let mut d = selected(80, 24, Colours::None);
    let mut s = fixture::glade();
    let world = std::sync::Arc::make_mut(&mut s.world);
    // A valley from left to right, with a river in it.
    let (columns, rows) = Tiles::count(world.size());
    let heights = Tiles::new(columns, (0..columns * rows).map(|i| 0.7 * (i / columns).abs_diff(rows / 2) as f32));
    let terrain = Terrain { heights: Some(heights), water_level_m: Some(0.65), ..Terrain::default() };
    world.ground = std::sync::Arc::new((*world.ground).clone().with_terrain(terrain));
    d.take(frame_of(s));
    let before = draw(&mut d, 80, 24);
    press(&mut d, "lh<esc>");
    let heights = draw(&mut d, 80, 24);
    press(&mut d, "lc<esc>");
    let costs = draw(&mut d, 80, 24);
    press(&mut d, "lch<esc>");
    assert_eq!(draw(&mut d, 80, 24), before, "both are off again");
    insta::assert_snapshot!(format!("{heights}\n{costs}"));
}

#[test]
fn influence_is_a_layer_that_the_world_sends_while_it_is_on() {
    let mut d = selected(80, 24, Colours::None);
    let mut s = fixture::glade();
    let threat: Vec<u8> = (0..256).map(|i| if i % 16 > 4 && i / 16 > 2 { (i % 16) as u8 } else { 0 }).collect();
    let tile = ShownTile { place: (0, 0), tenths: threat.into_boxed_slice() };
    s.influence = vec![
        ShownLayer { name: "scent".into(), cell_m: 4.0, tiles: Vec::new() },
        ShownLayer { name: "threat".into(), cell_m: 4.0, tiles: vec![tile] },
    ];
    d.take(frame_of(s));
    let before = draw(&mut d, 80, 24);
    assert!(press(&mut d, "li<esc>").contains(&Control::Influence(true)));
    let shown = draw(&mut d, 80, 24);
    assert_eq!(press(&mut d, "li<esc>"), [Control::Influence(false)]);
    assert_eq!(draw(&mut d, 80, 24), before, "it is off again");
    insta::assert_snapshot!(shown);
}

/// A layer of 2 m cells whose tenths grow to the right and downwards.
fn slope(name: &str, steep: usize) -> ShownLayer {
    let tenths = |i: usize| (i % 16 * i / 16 / steep).min(255) as u8;
    let tile = |x, y| ShownTile { place: (x, y), tenths: (0..256).map(tenths).collect() };
    ShownLayer { name: name.into(), cell_m: 2.0, tiles: vec![tile(1, 0), tile(1, 1)] }
}

/// A crowd that grows to the right, and a flow round the middle of the glade.
fn crowd_and_flow() -> (ShownCrowd, ShownFlow) {
    let cell = |(x, y): (i32, i32)| CrowdCell { place: (y, x), on_10_m2: (x - 4) as u8 };
    let cells = (8..14).flat_map(|y| (5..40).map(move |x| (x, y))).map(cell).collect();
    let eighths = (0..120 * 64).map(|node| {
        let (to, turn) = (Vec2::new(60.0 - (node % 120) as f32, 32.0 - (node / 120) as f32), std::f32::consts::TAU);
        (to != Vec2::ZERO).then(|| (to.y.atan2(to.x) / turn * 8.0).round().rem_euclid(8.0) as u8)
    });
    (ShownCrowd { cell_m: 2.0, cells }, ShownFlow { cell_m: 1.0, width: 120, eighths: eighths.collect() })
}

#[test]
fn layers_of_the_crowd_are_sent_by_the_world_while_they_are_on() {
    type Switch = fn(bool) -> Control;
    type Put = fn(&mut Snapshot, (ShownCrowd, ShownFlow));
    let ((crowd, flow), mut far_and_near) = (crowd_and_flow(), Vec::new());
    let kinds: [(char, Switch, Put); 4] = [
        ('d', Control::Crowd, |s, (crowd, _)| s.crowd = Some(crowd)),
        ('l', Control::TimeLost, |s, _| s.time_lost = Some(slope("time lost", 2))),
        ('g', Control::Potentials, |s, _| s.potentials = Some(slope("potentials", 3))),
        ('r', Control::Flow, |s, (_, flow)| s.flow = Some(flow)),
    ];
    for (key, switch, put) in kinds {
        let mut d = selected(80, 24, Colours::None);
        let before = draw(&mut d, 80, 24);
        assert!(press(&mut d, &format!("l{key}<esc>")).contains(&switch(true)), "{key}");
        let mut s = fixture::glade();
        put(&mut s, (crowd.clone(), flow.clone()));
        d.take(frame_of(s));
        far_and_near.push(draw(&mut d, 80, 24));
        press(&mut d, "++");
        far_and_near.push(draw(&mut d, 80, 24));
        press(&mut d, "--");
        d.take(frame_of(fixture::glade()));
        assert_eq!(press(&mut d, &format!("l{key}<esc>")), [switch(false)]);
        assert_eq!(draw(&mut d, 80, 24), before, "{key} is off again");
    }
    insta::assert_snapshot!(far_and_near.join("\n"));
}

#[test]
fn what_a_world_cannot_show_of_the_crowd_is_said() {
    let mut d = selected(100, 24, Colours::None);
    press(&mut d, "lg");
    assert!(draw(&mut d, 100, 24).contains("gates: this world has none"));
    press(&mut d, "gr");
    assert!(draw(&mut d, 100, 24).contains("flow: none for the selected creature"));
}

#[test]
fn accents_and_characters_without_width_in_names_leave_every_cell_in_its_column() {
    let mut d = selected(80, 24, Colours::None);
    let mut s = fixture::glade();
    let place = |name: &str, x| Place { name: name.into(), at: Vec2::new(x, 50.0) };
    let places = [place("cafe\u{301}", 66.0), place("zero\u{200b}width", 40.0)];
    std::sync::Arc::make_mut(&mut s.world).areas = Areas::new([], places);
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
