//! Colours and characters from the environment.

use bestiary::testing::ui::{Colours, Mood, Role, Theme};
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

/// Luminance of a colour in 24 bits, as the guidelines for contrast of the web define it (WCAG 2).
fn luminance(colour: Color) -> f64 {
    let Color::Rgb(r, g, b) = colour else { panic!("{colour:?}") };
    let linear = |c: u8| {
        let c = f64::from(c) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

#[test]
fn words_can_be_read_on_dark_and_on_light_backgrounds() {
    let moods = Mood::SHOWN.into_iter().chain([Mood::Other]).map(Role::Mood);
    let words = [Role::Text, Role::Bright, Role::Key, Role::Good, Role::Warn, Role::Error, Role::Player];
    for light in [false, true] {
        let theme = Theme { colours: Colours::True, light, ..Theme::default() };
        let paper = luminance(theme.paper().bg.expect("a background"));
        let contrast = |role| {
            let text = luminance(theme.style(role).fg.expect("a colour"));
            (text.max(paper) + 0.05) / (text.min(paper) + 0.05)
        };
        for role in moods.clone().chain(words) {
            assert!(contrast(role) >= 4.5, "light: {light}, {role:?}: {:.1}", contrast(role));
        }
        assert!(contrast(Role::Dim) >= 3.0, "light: {light}, labels: {:.1}", contrast(Role::Dim));
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
