//! Maps that `bestiary check` looks at: with their mod, and those of other programs.

use super::*;

#[test]
fn a_map_s_settings_must_fit_what_its_behaviours_declare() {
    let sentry = "return behaviour { name = \"sentry\", start = \"s\",\n\
                  settings = { sight = { default = 25, min = 5, max = 60 } },\n\
                  states = { s = { tick = function(npc) npc:face(npc.settings.sight, 0) end } } }";
    let map = "format = 1\n[ground]\nsize = [20, 20]\n[[spawn]]\nbehaviour = \"sentry\"\narea = [1, 1, 9, 9]\ncount = 1\n\
               settings = { sight = 90 }\n";
    let home = mod_of(&[("npc/sentry.lua", sentry), ("yard.toml", map)]);
    let path = |name: &str| home.path().join(name).display().to_string();
    let out = check(&[&path("yard.toml"), "--mod", &path("")]);
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(said.contains("yard.toml:8: error: the setting 'sight' is 90; it must lie between 5 and 60"), "{said}");
}

#[test]
fn names_of_areas_and_places_are_compared_with_the_maps_of_the_mod() {
    let map = "format = 1\n[ground]\nsize = [20, 20]\n[[place]]\nname = \"fireplace\"\nat = [3, 3]\n\
               [[area]]\nname = \"orchard\"\narea = [1, 1, 9, 9]\nroles = [\"shelter\"]\n";
    let asks = |name: &str, body: &str| (format!("npc/{name}.lua"), loiter(name, body));
    let files = [
        asks("a", "if npc:inside('orchad') then npc:stop() end"),
        asks("b", "local x, y = world.place('fire_place') if x then npc:steer(x, y) end"),
        asks("c", "local function at(where) return npc:inside(where) end if at('shelterr') then npc:stop() end"),
        asks("d", "npc:stop() end, entered = function(npc, area) if area == 'orchrd' then npc:stop() end"),
        // Those are, and another map may have the last.
        asks("e", "if npc:inside('orchard') or npc:inside('shelter') or npc:inside('harbour') then npc:stop() end"),
        asks("f", "local x, y = world.place('orchard') if x then npc:steer(x, y) end"),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let alone = mod_of(&files);
    assert_eq!(shown(alone.path()), [""; 0], "no map is known");
    let home = mod_of(&[&files[..], &[("maps/farm.toml", map)]].concat());
    let none = |kind: &str, name: &str, near: &str| {
        format!("warning: no map of the mod has the {kind} '{name}' => did you mean '{near}'?")
    };
    let expected = [
        format!("/npc/a.lua:1: {}", none("area", "orchad", "orchard")),
        format!("/npc/b.lua:1: {}", none("place", "fire_place", "fireplace")),
        format!("/npc/c.lua:1: {}", none("area", "shelterr", "shelter")),
        format!("/npc/d.lua:1: {}", none("area", "orchrd", "orchard")),
    ];
    assert_eq!(shown(home.path()), expected);
}

#[test]
fn maps_in_the_folder_of_a_mod_are_checked_with_it() {
    let map =
        "format = 1\n[ground]\nsize = [20, 20]\n[[spawn]]\nbehaviour = \"henn\"\narea = [1, 1, 9, 9]\ncount = 1\n";
    let files = [("npc/hen.lua", &*loiter("hen", "npc:stop()")), ("farm.toml", map), ("notes.toml", "to_do = []\n")];
    let expected = ["/farm.toml:5: error: no behaviour 'henn' => did you mean 'hen'?"];
    assert_eq!(shown(mod_of(&files).path()), expected);
}

#[test]
fn a_world_with_too_many_layers_of_influence_is_refused_in_the_same_words_when_it_runs() {
    let map = "tests/check/maps/influence_too_many.toml";
    let mut command = Command::new(env!("CARGO_BIN_EXE_bestiary"));
    let out = command.current_dir(ROOT).args(["run", map, "--headless", "--ticks", "1"]).output().expect("runs");
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(said.contains("17 layers of influence, those of mods and map together"), "{said}");
    assert_eq!(out.status.code(), Some(1));
}

/// A picture of one black pixel and one white one.
fn picture() -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = image::codecs::png::PngEncoder::new(&mut bytes);
    let pixels = [0, 0, 0, 255, 255, 255];
    image::ImageEncoder::write_image(encoder, &pixels, 2, 1, image::ExtendedColorType::Rgb8).expect("memory");
    bytes
}

#[test]
fn the_palette_of_a_picture_is_no_map_of_its_own() {
    let dir = tempfile::tempdir().expect("a folder");
    let palette = dir.path().join("level.palette.toml");
    fs::write(dir.path().join("level.png"), picture()).expect("written");
    fs::write(&palette, "\"#000000\" = \"wall\"\n\"#ffffff\" = \"grass\"\n").expect("written");
    assert_eq!(findings(dir.path()), (Vec::new(), Some(0)));
    let (found, code) = findings(&palette);
    assert_eq!((found[0]["message"].as_str(), code), (Some("this is the palette of a picture"), Some(1)));
    for (text, fault) in [
        (&b"\"#+1+1+1\" = \"wall\""[..], "'#+1+1+1' is no colour: write \"#rrggbb\""),
        (b"\"#000000\" = { name = \"wall\", wakable = false }", "'#000000' has no 'wakable'"),
        (b"\"#000000\" = \"w\xff\"", "this is not UTF-8"),
    ] {
        fs::write(&palette, text).expect("written");
        let (found, code) = findings(dir.path());
        let said = found[0]["message"].as_str().expect("a message");
        assert!(said.contains("level.palette.toml: ") && said.contains(fault) && code == Some(1), "{said}");
    }
}

#[test]
fn behaviours_and_factions_that_nothing_has_are_found_in_maps_of_all_programs() {
    let dir = tempfile::tempdir().expect("a folder");
    let tiled = r#"<map orientation="orthogonal" width="6" height="4" tilewidth="16" tileheight="16">
<objectgroup name="o">
<object id="1" name="wolff" class="spawn" x="5" y="5" width="20" height="20"/>
</objectgroup></map>"#;
    let entity = r#"{"__identifier": "spawn", "iid": "e", "px": [0, 0], "width": 32, "height": 32,
        "fieldInstances": [{"__identifier": "name", "__value": "wolff"}]}"#;
    let ldtk = format!(
        r#"{{"defs": {{"layers": []}}, "levels": [{{"identifier": "L", "worldX": 0, "worldY": 0, "pxWid": 64, "pxHei": 32,
        "layerInstances": [{{"__identifier": "E", "__type": "Entities", "__cWid": 4, "__cHei": 2, "__gridSize": 16,
        "layerDefUid": 1, "entityInstances": [{entity}]}}]}}]}}"#
    );
    let native = "format = 1\n[ground]\nsize = [20, 20]\n[changes]\nby = [\"predatr\"]\n";
    for (name, text, line, said, hint, code) in [
        ("w.tmx", tiled, 3, "no behaviour 'wolff'", "did you mean 'wolf'?", 1),
        ("w.ldtk", &ldtk, 0, "no behaviour 'wolff'", "did you mean 'wolf'?", 1),
        ("w.toml", native, 0, "no creature has the faction 'predatr'", "did you mean 'predator'?", 0),
    ] {
        let path = dir.path().join(name);
        fs::write(&path, text).expect("written");
        let (found, is) = findings(&path);
        assert_eq!(found.len(), 1, "{name}: {found:?}");
        let of = |key: &str| found[0][key].as_str().unwrap_or_default();
        assert_eq!(
            (of("message"), of("suggestion"), found[0]["line"].as_u64(), is),
            (said, hint, Some(line), Some(code))
        );
    }
}
