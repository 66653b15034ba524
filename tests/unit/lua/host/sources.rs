//! The compiler words its refusals as explanations expect.

use bestiary::testing::lua::{WORDING_SAMPLES, compiler};
#[test]
fn the_compiler_uses_the_wording_that_explanations_depend_on() {
    let mut missing = Vec::new();
    for (wording, sample) in WORDING_SAMPLES {
        let message = match compiler().compile(sample) {
            Err(mlua::Error::SyntaxError { message, .. }) => message,
            other => format!("{:?}", other.map(|_| "it compiles")),
        };
        if !message.contains(wording) {
            missing.push(format!("{wording:?} for {sample:?}: {message}"));
        }
    }
    assert!(missing.is_empty(), "Luau's wording has changed:\n{}", missing.join("\n"));
}
