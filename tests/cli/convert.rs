//! `bestiary convert`: maps of other programs as native ones.

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use std::fs;
use std::path::Path;

const MAP: &str = r#"<map orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="16">
 <tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="2" columns="2"/>
 <layer id="1" name="walls" width="3" height="2">
  <properties><property name="walkable" type="bool" value="false"/></properties>
  <data encoding="csv">1,1,1,0,0,0</data>
 </layer>
 <layer id="2" name="ground" width="3" height="2">
  <properties><property name="ground" value="grass"/></properties>
  <data encoding="csv">0,0,0,2,2,2</data>
 </layer>
</map>"#;

/// Runs the program in a folder.
fn bestiary(dir: &Path, args: &[&str]) -> Assert {
    Command::cargo_bin("bestiary").expect("built").current_dir(dir).args(args).assert()
}

fn stderr(run: &Assert) -> String {
    String::from_utf8_lossy(&run.get_output().stderr).into_owned()
}

#[test]
fn a_map_of_tiled_runs_and_becomes_a_native_one() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    fs::write(dir.path().join("yard.tmx"), MAP).expect("a file");
    bestiary(dir.path(), &["run", "yard.tmx", "--headless", "--ticks", "2", "--population", "deer=1"]).success();
    let made = bestiary(dir.path(), &["convert", "yard.tmx", "yard.toml"]).success();
    assert!(stderr(&made).contains("wrote yard.toml"), "{}", stderr(&made));
    let text = fs::read_to_string(dir.path().join("yard.toml")).expect("it was written");
    assert!(text.contains("rows = '''\n###\n...\n'''"), "{text}");
    bestiary(dir.path(), &["path", "yard.toml", "--from", "0,1", "--to", "2,1"]).success();
    // Nothing is written over, unless that is wanted.
    let again = bestiary(dir.path(), &["convert", "yard.tmx", "yard.toml"]).failure();
    assert!(stderr(&again).contains("--force writes over it"), "{}", stderr(&again));
    bestiary(dir.path(), &["convert", "yard.tmx", "yard.toml", "--force"]).success();
}

#[test]
fn a_moving_ai_map_keeps_its_ground() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    fs::write(dir.path().join("a.map"), "type octile\nheight 2\nwidth 4\nmap\n.GS@\nTTWW\n").expect("a file");
    bestiary(dir.path(), &["convert", "a.map", "a.toml"]).success();
    for (goal, found) in [("2,0", true), ("3,1", false)] {
        let old = bestiary(dir.path(), &["path", "a.map", "--from", "0,0", "--to", goal]);
        let new = bestiary(dir.path(), &["path", "a.toml", "--from", "0,0", "--to", goal]);
        for run in [old, new] {
            assert_eq!(run.get_output().status.success(), found, "{goal}");
        }
    }
}

#[test]
fn a_broken_map_and_a_wrong_name_leave_nothing() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    fs::write(dir.path().join("yard.tmx"), MAP.replace("1,1,1,0,0,0", "1,1,1")).expect("a file");
    let run = bestiary(dir.path(), &["convert", "yard.tmx", "yard.toml"]).failure();
    assert!(stderr(&run).contains("layer 'walls': it has 3 cells; 3 x 2 are 6"), "{}", stderr(&run));
    let run = bestiary(dir.path(), &["convert", "yard.tmx", "yard.map"]).failure();
    assert!(stderr(&run).contains("a native map is a .toml file"), "{}", stderr(&run));
    assert!(!dir.path().join("yard.toml").exists());
}

#[test]
fn any_map_becomes_one_of_tiled_with_a_picture_of_its_tiles() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    for (from, to) in [("glade", "glade.tmx"), ("isle", "isle.tmj"), ("tower", "tower.tmx")] {
        bestiary(dir.path(), &["convert", from, to]).success();
        let picture = image::open(dir.path().join(to).with_extension("tiles.png")).expect("a picture").into_rgba8();
        assert!(picture.width().is_multiple_of(16) && picture.height().is_multiple_of(16) && picture.width() > 16);
        // It runs as the native map does.
        bestiary(dir.path(), &["run", to, "--headless", "--ticks", "2"]).success();
    }
    let again = bestiary(dir.path(), &["convert", "glade", "glade.tmx"]).failure();
    assert!(stderr(&again).contains("--force writes over it"), "{}", stderr(&again));
    let map = bestiary(dir.path(), &["convert", "yard.tmx", "yard.toml"]).failure();
    assert!(stderr(&map).contains("there is no such file"), "{}", stderr(&map));
}

#[test]
fn the_map_and_the_picture_of_its_tiles_are_both_written_or_neither() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let there = || {
        let names = fs::read_dir(dir.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
        names.sort_unstable();
        names
    };
    for suffix in ["tmx", "tmj"] {
        let (map, picture) = (format!("out.{suffix}"), "out.tiles.png");
        // A folder lies where the map is to go, then one where its picture is to go.
        for taken in [&*map, picture] {
            fs::create_dir(dir.path().join(taken)).expect("a folder");
            for options in [&["--force"][..], &[]] {
                let run = bestiary(dir.path(), &[&["convert", "glade", &map], options].concat()).failure();
                assert!(stderr(&run).starts_with(&format!("{taken}: error: ")), "{}", stderr(&run));
                assert_eq!(there(), [taken], "{options:?}");
            }
            fs::remove_dir(dir.path().join(taken)).expect("removed");
        }
        bestiary(dir.path(), &["convert", "glade", &map]).success();
        bestiary(dir.path(), &["convert", "glade", &map, "--force"]).success();
        assert_eq!(there(), [picture, &map]);
        [picture, &map].iter().for_each(|name| fs::remove_file(dir.path().join(name)).expect("removed"));
    }
}

#[test]
fn a_map_that_could_not_be_opened_again_is_not_written() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let boxes = "[prefab.t]\nboxes = [{ size = [0.5, 0.5], top = 2 }, { size = [0.6, 0.6], base = 3, top = 4 }]\n";
    let area = |i: u32| format!("[[area]]\nname = \"a\"\narea = [{i}, 0, {}, 20]\nroles = [\"r{i}\"]\n", i + 1);
    for (ground, rest, why) in [
        (
            "[6000, 6000]",
            String::new(),
            "6000 x 6000 cells on 1 storeys are too many: at most 16384 a side and 33554432",
        ),
        ("[20, 20]", (1..=17).map(area).collect(), "'roles' must be a list of at most 16 strings, got a list of 17"),
        (
            "[1500, 1500]",
            format!("{boxes}[[scatter]]\nprefab = \"t\"\ncount = 249000\n"),
            "it has more than 1200000 elements, stretches of text and values",
        ),
    ] {
        fs::write(dir.path().join("large.toml"), format!("format = 1\n[ground]\nsize = {ground}\n{rest}"))
            .expect("a file");
        for to in ["large.tmx", "large.tmj"] {
            let run = bestiary(dir.path(), &["convert", "large.toml", to]).failure();
            assert!(
                stderr(&run).starts_with(&format!("{to}: error: as a map of Tiled it could not")),
                "{}",
                stderr(&run)
            );
            assert!(stderr(&run).contains(why), "{}", stderr(&run));
            assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 1, "nothing is written");
        }
    }
}

#[test]
fn the_project_of_tiled_is_written_alone_too() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    bestiary(dir.path(), &["convert", "--tiled-project", "b.tiled-project"]).success();
    let text = fs::read_to_string(dir.path().join("b.tiled-project")).expect("it was written");
    let project: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let names: Vec<&str> =
        project["propertyTypes"].as_array().into_iter().flatten().filter_map(|t| t["name"].as_str()).collect();
    assert!(
        ["spawn", "door", "portal", "storey", "ground", "look"].iter().all(|name| names.contains(name)),
        "{names:?}"
    );
    for wrong in [&["convert"][..], &["convert", "glade"]] {
        assert_eq!(bestiary(dir.path(), wrong).get_output().status.code(), Some(2));
    }
}
