//! Tests of the modules of `cli`.

mod determinism;
mod help;

use bestiary::testing::cli::quoted;

#[test]
fn words_are_quoted_where_a_shell_would_take_them_apart() {
    assert_eq!(quoted("scripts/spec/wolf_spec.lua"), "scripts/spec/wolf_spec.lua");
    assert_eq!(quoted("wolf sleeps"), "'wolf sleeps'");
    assert_eq!(quoted("it's $x"), r"'it'\''s $x'");
}
