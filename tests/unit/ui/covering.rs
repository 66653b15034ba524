//! Frames of what is shown in front of the panels: the help, reasons, the Lua prompt, the profile, layers.

use super::*;
use crate::ui::frames::selected;
use bestiary::{Reply, ReplyText};

#[test]
fn the_help_covers_everything_until_any_key() {
    let mut d = started(80, 34);
    let before = draw(&mut d, 80, 34);
    press(&mut d, "?");
    insta::assert_snapshot!(draw(&mut d, 80, 34));
    assert!(press(&mut d, "q").is_empty(), "q only closes the help");
    assert_eq!(draw(&mut d, 80, 34), before);
}

/// Every key can be read in every window, with its whole line.
#[test]
fn in_a_small_window_the_help_scrolls_to_its_end() {
    for (w, h) in [(40, 10), (60, 20), (80, 24), (100, 20), (250, 70)] {
        let mut d = started(w, h);
        press(&mut d, "?");
        let mut seen = draw(&mut d, w, h);
        for _ in 0..80 {
            press(&mut d, "<down>");
            seen += &draw(&mut d, w, h);
        }
        for line in ["pause, continue", "find kind, state, number", "open, close nearest door", "close; quit"] {
            assert!(seen.contains(line) || w < 44, "{line} at {w} x {h}");
        }
        let last = draw(&mut d, w, h);
        assert!(last.contains(" q  "), "{last}");
        assert!(w < 60 || last.contains("◇ place"), "{last}");
        press(&mut d, "<esc>");
        assert!(!draw(&mut d, w, h).contains("c! attack"));
    }
}

/// All layers are named in every window, and whether each is on.
#[test]
fn layers_take_as_many_lines_as_they_need() {
    for (w, h) in [(40, 12), (80, 24), (300, 80)] {
        let mut d = started(w, h);
        press(&mut d, "l");
        let text = draw(&mut d, w, h);
        for layer in ["p path ●", "s strip ●", "h heights ○", "g gates ○", "x search ○", "esc back"] {
            assert!(text.contains(layer), "{layer} in\n{text}");
        }
    }
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
    // A number that is cut would be another number: columns without space are left out.
    for (w, whole, left_out) in
        [(120, "17 at step 8 100", "none"), (100, "1 204", " by"), (80, "12 034", "each"), (44, "12 034", "each")]
    {
        let text = draw(&mut d, w, 40);
        let panel: Vec<&str> = text.lines().skip(1).take(7).collect();
        assert!(panel.iter().any(|line| line.contains(whole)), "{whole} at {w} in\n{text}");
        assert!(!panel.iter().any(|line| line.contains(left_out)), "{left_out} at {w} in\n{text}");
    }
    press(&mut d, "<esc>");
    assert!(!draw(&mut d, 120, 40).contains("wolf.attack.tick"));
}
