//! Numbers, cut strings and bars.

use bestiary::testing::ui::Theme;
use bestiary::testing::ui::text::{ago, bar, clock, fit, grouped, width, wrap};

#[test]
fn numbers_are_easy_to_read() {
    assert_eq!(grouped(8431), "8 431");
    assert_eq!(grouped(1_234_567), "1 234 567");
    assert_eq!(grouped(12), "12");
    assert_eq!(clock(421.55), "07:01.5");
    assert_eq!(clock(3_725.0), "1:02:05.0");
    assert_eq!([ago(3.21), ago(42.0), ago(240.0)], ["3.2 s", "42 s", "4 min"]);
}

#[test]
fn texts_are_cut_by_columns_not_by_characters() {
    let t = Theme::default();
    assert_eq!(fit("wolf.lua", 8, &t), "wolf.lua");
    assert_eq!(fit("wolf.lua", 6, &t), "wolf.…");
    assert_eq!(fit("狼狼狼狼", 5, &t), "狼狼…");
    assert_eq!(fit("a\tb", 5, &t), "a b");
    assert_eq!(fit("abc", 0, &t), "");
    assert_eq!(wrap("expected 'then', got 'the'", 12), ["expected", "'then', got", "'the'"]);
    assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
}

#[test]
fn a_bar_always_has_the_same_length() {
    let t = Theme::default();
    for share in [-1.0, 0.0, 0.01, 0.49, 0.5, 0.99, 1.0, 7.0, f32::NAN] {
        let (a, b) = bar(share, 15, &t);
        assert_eq!(width(&a) + width(&b), 15, "{share}");
    }
    assert_eq!(bar(0.5, 4, &t), ("██".into(), "░░".into()));
}
