//! Colours and characters from the environment.

use bestiary::testing::ui::{Colours, Theme};

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
