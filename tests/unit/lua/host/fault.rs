//! Places and stacks of errors.

use bestiary::testing::lua::{diagnose, is_memory};
use mlua::Error;
#[test]
fn places_move_from_the_message_to_the_diagnostic() {
    let trace =
        "\nstack traceback:\n\t[C]: in ?\n\t[host]:9: in function 'pcall'\n\tscripts/npc/a.lua:7: in function 'tick'";
    for (message, line, expected) in [
        ("scripts/npc/a.lua:3: no", 3, "no"),
        ("[host]:12: too long", 7, "too long"),
        ("scripts/npc/a.lua:3: scripts/npc/a.lua:4: no", 4, "no"),
        ("no place", 7, "no place"),
        ("table: 0x55aa66bb77cc", 7, "table"),
    ] {
        let d = diagnose(&Error::RuntimeError(format!("{message}{trace}")), "scripts/npc/b.lua");
        assert_eq!((d.file.as_str(), d.line, d.message.as_str()), ("scripts/npc/a.lua", line, expected));
        let [frame] = &d.trace[..] else { panic!("{:?}", d.trace) };
        assert_eq!(
            (frame.file.as_str(), frame.line, frame.function.as_str()),
            ("scripts/npc/a.lua", 7, "function 'tick'")
        );
        assert_eq!(frame.to_string(), "scripts/npc/a.lua:7 in function 'tick'");
    }
}

#[test]
fn an_error_without_any_place_is_put_on_the_file_that_ran() {
    let d = diagnose(&Error::RuntimeError("lost".into()), "scripts/npc/b.lua");
    assert_eq!((d.file.as_str(), d.line), ("scripts/npc/b.lua", 0));
    assert!(is_memory(&Error::MemoryError("not enough memory".into())));
}
