//! Settings: declared by a behaviour, given by the map, kept true by reloads; and those of a mod's manifest.

use crate::game::{Game, setup};
use crate::stage::{Stage, refused};
use bestiary::testing::lua::{Manifest, ModSet};
use bestiary::{Sim, Value};

/// A creature that remembers a setting; its settings are declared from line 2 on.
fn sentry(declared: &str) -> String {
    format!(
        "return behaviour {{ name = \"sentry\", start = \"s\", settings = {{\n{declared} }},\n\
         states = {{ s = {{ tick = function(npc) npc.memory.sight = npc.settings.sight end }} }} }}"
    )
}

const SIGHT: &str = "sight = { default = 25, min = 5, max = 60 }";

/// Two sentries, of which the second gets settings on line 12.
fn sentries(settings: &str) -> String {
    format!(
        "[[spawn]]\nbehaviour = \"sentry\"\narea = [1, 1, 5, 5]\ncount = 1\n\
         [[spawn]]\nbehaviour = \"sentry\"\narea = [10, 10, 15, 15]\ncount = 1\nsettings = {{ {settings} }}\n"
    )
}

#[test]
fn a_spawn_gives_settings_and_the_others_are_the_defaults() {
    let mut game = Game::new(&sentries("sight = 40"), &[("npc/sentry.lua", &sentry(SIGHT))]);
    assert_eq!(game.steps(7).remembered("sight"), ["25", "40"]);
}

#[test]
fn what_a_spawn_gives_must_fit_what_is_declared() {
    for (given, said) in [
        ("sihgt = 3", "test.toml:12: error: a sentry has no setting 'sihgt'\n  did you mean 'sight'?"),
        ("sight = 3", "test.toml:12: error: the setting 'sight' is 3; it must lie between 5 and 60"),
        ("sight = \"far\"", "test.toml:12: error: the setting 'sight' must be a number, not a string"),
    ] {
        let faults = Game::refused(&sentries(given), &[("npc/sentry.lua", &sentry(SIGHT))]);
        assert_eq!(faults, [said], "{given}");
    }
    let declared = sentry("sight = { default = 25, min = 5, doc = 'how far it sees, metres' }");
    let faults = Game::refused(&sentries("sight = 3"), &[("npc/sentry.lua", &declared)]);
    assert!(faults[0].ends_with("\n  sight: how far it sees, metres; 25 when left out, 5 at least"), "{faults:?}");
}

#[test]
fn a_declaration_is_checked_at_load() {
    for (declared, line, said) in [
        ("sight = 25", 2, "setting 'sight' is number, not a table\n  write: sight = { default = 25 }"),
        ("sight = { min = 3 }", 2, "setting 'sight' has no default"),
        ("sight = { default = {} }", 2, "default is table, not a number, a string, true or false"),
        ("sight = { default = 3,\nmin = 5 }", 2, "default is 3; it must lie between 5 and 1000000000"),
        ("sight = { default = 3,\nmin = 5, max = 1 }", 3, "min is 5, above max, which is 1"),
        ("shy = { default = true,\nmin = 1 }", 3, "min is for numbers; the default is none"),
        ("sight = { defualt = 3 }", 2, "a setting has no 'defualt'\n  did you mean 'default'?"),
    ] {
        let faults = refused(&[("npc/sentry.lua", &sentry(declared))]);
        let place = format!("scripts/npc/sentry.lua:{line}:");
        assert!(faults.starts_with(&place) && faults.contains(said), "{declared}: {faults}");
    }
}

#[test]
fn a_reload_brings_new_defaults_and_clamps_what_left_its_range() {
    let mut game = Game::new(&sentries("sight = 40"), &[("npc/sentry.lua", &sentry(SIGHT))]);
    game.steps(7).save("npc/sentry.lua", &sentry("sight = { default = 20, min = 5, max = 30 }"));
    assert_eq!(game.steps(7).remembered("sight"), ["20", "30"]);
    let clamped = "test.toml:12: the setting 'sight' is 40; it must lie between 5 and 30; 30 is used";
    assert_eq!(game.warnings(), [clamped]);
    // What is known is not reported again; what fits again counts again.
    game.save("npc/sentry.lua", &sentry("sight = { default = 21, min = 5, max = 30 }"));
    assert_eq!((game.steps(7).remembered("sight"), game.warnings().len()), (vec!["21".into(), "30".into()], 1));
    game.save("npc/sentry.lua", &sentry(SIGHT));
    assert_eq!((game.steps(7).remembered("sight"), game.warnings().len()), (vec!["25".into(), "40".into()], 1));
    // Another type, and no such setting at all.
    game.save("npc/sentry.lua", &sentry("sight = { default = \"far\" }"));
    assert_eq!(game.steps(7).remembered("sight"), ["\"far\"", "\"far\""]);
    game.save("npc/sentry.lua", &sentry("sight = { default = 1 }").replace("sight", "hearing"));
    let warnings = game.steps(7).warnings();
    assert!(warnings[1].ends_with("must be a string, not a number; its default, \"far\", is used"), "{warnings:?}");
    assert!(warnings[2].ends_with("a sentry has no setting 'sight'; it is left out"), "{warnings:?}");
}

/// A creature's table is written again only where a save changes what lies in it: the settings, or the body.
#[test]
fn a_save_that_declares_the_same_brings_another_body() {
    let script = |radius: &str| {
        let body = format!("body = {{ radius = {radius} }}, start");
        sentry(SIGHT).replacen("start", &body, 1).replacen(
            "tick = function(npc)",
            "tick = function(npc) npc.memory.radius = npc.radius",
            1,
        )
    };
    let mut game = Game::new(&sentries("sight = 40"), &[("npc/sentry.lua", &script("0.50"))]);
    assert_eq!(game.steps(7).remembered("radius"), ["0.50", "0.50"]);
    for radius in ["0.25", "0.75", "0.75"] {
        game.save("npc/sentry.lua", &script(radius)).steps(7);
        assert_eq!(
            (game.remembered("radius"), game.remembered("sight")),
            (vec![radius.into(); 2], vec!["25".into(), "40".into()])
        );
    }
}

#[test]
fn each_file_reads_the_settings_of_its_own_mod() {
    let reading = "local s = mod.settings npc.memory.read = mod.name .. s.night .. s.pack.size .. s.packs[2]";
    let mut mods = ModSet::from_files([("npc/probe.lua", &*crate::stage::ticking("probe", reading))]);
    let manifest = "name = \"moor\"\nversion = \"2\"\napi = 2\n\
                    [settings]\nnight = 3\npacks = [1, 8]\n[settings.pack]\nsize = 5\n";
    mods.mods[0].manifest = Manifest::parse("mod.toml", manifest).expect("is one");
    let map = "[[spawn]]\nbehaviour = \"probe\"\narea = [1, 1, 5, 5]\ncount = 1\n";
    let mut game = Game { sim: Sim::new(setup(map, mods)).expect("begins") };
    assert_eq!(game.steps(7).remembered("read"), ["\"moor358\""]);
}

#[test]
fn a_mod_has_a_limited_number_of_settings() {
    let manifest = |inner: usize| {
        let keys: String = (0..inner).map(|i| format!("k{i} = 1\n")).collect();
        let text = format!(
            "name = \"moor\"\nversion = \"2\"\napi = 2\n[settings]\nnight = [{{ a = 1 }}]\n[settings.pack]\n{keys}"
        );
        Manifest::parse("mod.toml", &text)
    };
    assert!(manifest(253).is_ok());
    let said = manifest(254).expect_err("too many").to_string();
    assert!(said.starts_with("mod.toml:4:1: error: 257 settings, in all tables together; 256 are allowed"), "{said}");
}

#[test]
fn what_a_mod_does_not_set_is_an_error_with_a_suggestion() {
    for (body, said) in [
        ("local x = mod.setings", "mod has no 'setings'; did you mean 'settings'?"),
        ("local x = mod.settings.night", "mod.settings has no 'night'"),
        ("local x = npc.settings.sight", "npc.settings has no 'sight'"),
    ] {
        assert_eq!(Stage::fault(body).diagnostic.message, said);
    }
}

#[test]
fn the_table_of_settings_cannot_be_kept() {
    // It is the same for many creatures.
    let mut stage = Stage::new(&[("npc/sentry.lua", &sentry(SIGHT).replace("npc.settings.sight", "npc.settings"))]);
    let id = stage.spawn("sentry", 5.0, 5.0);
    stage.turn(&[id]);
    assert_eq!(stage.memory(id, "sight"), Value::Nil);
}
