//! Colours and characters from the environment.

use bestiary::testing::ui::{Colours, Dashboard, Mood, Role, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;

fn with(vars: &[(&str, &str)]) -> Theme {
    Theme::detect(|name| vars.iter().find(|(k, _)| *k == name).map(|(_, v)| (*v).to_owned()))
}

#[test]
fn the_environment_decides_colours_and_characters() {
    assert_eq!(with(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]).colours, Colours::None);
    assert_eq!(with(&[("NO_COLOR", ""), ("COLORTERM", "truecolor")]).colours, Colours::True);
    assert_eq!(with(&[("TERM", "xterm-256color")]).colours, Colours::Indexed);
    assert_eq!(with(&[("TERM", "linux")]).colours, Colours::Sixteen);
    assert!(with(&[("LANG", "C")]).ascii);
    assert!(with(&[("LANG", "sv_SE.UTF-8"), ("LC_ALL", "POSIX")]).ascii);
    assert!(!with(&[("LANG", "pl_PL.utf8")]).ascii);
    assert!(!with(&[]).ascii);
}

/// A colour in 24 bits; of the palette of 256, its cube and its greys.
fn channels(colour: Color) -> [u8; 3] {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    match colour {
        Color::Rgb(r, g, b) => [r, g, b],
        Color::Indexed(i @ 232..) => [8 + 10 * (i - 232); 3],
        Color::Indexed(i @ 16..) => [36, 6, 1].map(|unit| LEVELS[usize::from((i - 16) / unit % 6)]),
        other => panic!("{other:?}"),
    }
}

/// How well a colour can be seen on another, as the guidelines of the web define it (WCAG 2).
fn contrast(a: Color, b: Color) -> f64 {
    let linear = |c: u8| {
        let c = f64::from(c) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    let luminance = |colour| {
        let [r, g, b] = channels(colour).map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn every_character_outside_the_map_can_be_read_on_dark_and_on_light_backgrounds() {
    for (colours, light) in
        [(Colours::True, false), (Colours::True, true), (Colours::Indexed, false), (Colours::Indexed, true)]
    {
        let mut d = Dashboard::new(Theme { colours, light, ..Theme::default() });
        let mut s = super::fixture::glade();
        s.errors = vec![super::fixture::error_group("npc/deer.lua", 20, 812, "no such prey: 17")];
        d.select(s.focus.as_ref().map(|f| f.id));
        d.take(super::frame_of(s));
        for keys in ["", "?", "qy", "ql"] {
            super::press(&mut d, keys);
            let mut terminal = Terminal::new(TestBackend::new(150, 45)).expect("a test backend never fails");
            terminal.draw(|f| d.draw(f)).expect("nor does drawing on it");
            let buf = terminal.backend().buffer();
            for at in buf.area.positions().filter(|at| !d.map_area.contains(*at) && buf[*at].symbol() != " ") {
                let cell = &buf[at];
                let seen = contrast(cell.fg, cell.bg);
                assert!(seen >= 3.0, "{colours:?}, light: {light}, {keys}: {} at {at} has {seen:.1}", cell.symbol());
            }
        }
    }
}

#[test]
fn errors_stay_red_and_successes_green_in_the_palette_of_256() {
    for light in [false, true] {
        let theme = Theme { colours: Colours::Indexed, light, ..Theme::default() };
        for (role, channel) in [(Role::Error, 0), (Role::Good, 1)] {
            let Some(Color::Indexed(entry @ 16..=231)) = theme.style(role).fg else {
                panic!("{role:?}, light: {light}: a grey");
            };
            let levels = [36, 6, 1].map(|unit| (entry - 16) / unit % 6);
            let others = (0..3).filter(|i| *i != channel).map(|i| levels[i]);
            assert!(others.into_iter().all(|l| l < levels[channel]), "{role:?}, light: {light}: {levels:?}");
        }
    }
}

#[test]
fn words_can_be_read_and_closed_ground_differs_from_open_ground() {
    use bestiary::testing::world::Look::{Floor, Void, Wall};
    let moods = Mood::SHOWN.into_iter().chain([Mood::Other]).map(Role::Mood);
    let words = [Role::Text, Role::Bright, Role::Key, Role::Good, Role::Warn, Role::Error, Role::Player];
    for (colours, light) in
        [(Colours::True, false), (Colours::True, true), (Colours::Indexed, false), (Colours::Indexed, true)]
    {
        let theme = Theme { colours, light, ..Theme::default() };
        let paper = theme.paper().bg.expect("a background");
        let colour = |role| theme.style(role).fg.expect("a colour");
        for role in moods.clone().chain(words) {
            let seen = contrast(colour(role), paper);
            assert!(seen >= 4.5, "{colours:?}, light: {light}, {role:?}: {seen:.1}");
        }
        let floor = theme.tint(Role::Ground(Floor)).expect("a tint");
        for closed in [Void, Wall].map(Role::Ground) {
            assert!(contrast(colour(closed), floor) >= 3.0, "{colours:?}, light: {light}, {closed:?}");
            assert_ne!(theme.tint(closed), Some(floor), "{colours:?}, light: {light}, {closed:?}");
        }
    }
}

#[test]
fn grounds_differ_in_256_colours_too() {
    use bestiary::testing::world::Look::{Grass, Rock, Water};
    for light in [false, true] {
        let theme = Theme { colours: Colours::Indexed, light, ..Theme::default() };
        let tints = [Grass, Water, Rock].map(|look| theme.tint(Role::Ground(look)).expect("a tint"));
        assert!(tints[1..].iter().all(|t| *t != tints[0]) && tints[1] != tints[2], "light: {light}: {tints:?}");
    }
    assert!(with(&[("COLORFGBG", "0;15")]).light);
    assert!(!with(&[("COLORFGBG", "15;0")]).light);
}
