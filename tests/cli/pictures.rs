//! `bestiary path --svg` and `--png`, and `bestiary run --svg` and `--gif`, end to end.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

/// Runs `bestiary path` with arguments; stderr.
fn path(line: &str, out: &[(&str, &Path)], code: i32) -> String {
    let mut command = Command::cargo_bin("bestiary").expect("built");
    command.arg("path").args(line.split_whitespace());
    for (option, file) in out {
        command.arg(option).arg(file);
    }
    let output = command.assert().code(code).get_output().clone();
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn both_pictures_of_a_path_over_a_graph_show_it_with_a_legend() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let [svg, png] = ["path.svg", "path.png"].map(|name| dir.path().join(name));
    let line = "maps/markers.toml --graph grid --radius 0.4 --from 6.25,6 --to 54,20.5";
    path(line, &[("--svg", &svg), ("--png", &png)], 0);
    let text = fs::read_to_string(&svg).expect("written");
    roxmltree::Document::parse(&text).expect("well-formed");
    for what in [
        "volumes",
        "the graph",
        "nodes that were searched",
        "path as it was found",
        "path pulled straight",
        "path made round",
    ] {
        assert_eq!(text.matches(what).count(), 1, "{what}");
    }
    let picture = image::open(&png).expect("a PNG").into_rgba8();
    assert_eq!(picture.width(), 1000);
    // The pulled path is there, below the map its sample in the legend, and above that the one of the round path.
    let count = |colour: [u8; 3], y: u32| (0..1000).filter(|x| picture.get_pixel(*x, y).0[..3] == colour).count();
    let (blue, green) = ([0x00, 0x72, 0xb2], [0x00, 0x9e, 0x73]);
    let rows: Vec<u32> = (0..picture.height()).filter(|y| count(blue, *y) > 0).collect();
    assert!(rows.len() > 100 && count(blue, picture.height() - 12) >= 38, "{rows:?}");
    assert!(count(green, picture.height() - 36) >= 38);
    assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 2);
}

#[test]
fn a_name_that_ends_as_another_kind_of_picture_is_refused() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let [jpg, none] = ["path.jpg", "path"].map(|name| dir.path().join(name));
    let line = "maps/isle.toml --from 26,66 --to 132,57";
    let said = path(line, &[("--png", &jpg)], 2);
    assert!(said.contains("the picture is written as .png, and the name ends in .jpg"), "{said}");
    let said = path(line, &[("--png", &none)], 0);
    assert!(said.contains("wrote ") && none.is_file(), "{said}");
    assert!(!jpg.exists());
}

#[test]
fn a_picture_replaces_pictures_alone() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let [svg, notes, map] = ["path.svg", "notes", "map.png"].map(|name| dir.path().join(name));
    let line = "maps/isle.toml --from 26,66 --to 132,57";
    path(line, &[("--svg", &svg)], 0);
    path(line, &[("--svg", &svg)], 0);
    fs::write(&notes, "what a person wrote").expect("writes");
    let said = path(line, &[("--svg", &notes)], 1);
    assert!(said.contains("notes: error: there is a file of this name that is something else"), "{said}");
    image::RgbImage::from_pixel(9, 9, image::Rgb([255; 3])).save(&map).expect("a picture");
    let before = fs::read(&map).expect("reads");
    let said = path(&format!("{} --from 1,1 --to 7,7", map.display()), &[("--png", &map)], 1);
    assert!(said.contains("map.png: error: this is the map; it is not replaced"), "{said}");
    assert_eq!(
        (fs::read(&map).expect("reads"), &*fs::read(&notes).expect("reads")),
        (before, &b"what a person wrote"[..])
    );
}

#[test]
fn a_path_over_cells_has_no_graph_in_its_picture() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let svg = dir.path().join("path.svg");
    path("maps/isle.toml --from 26,66 --to 132,57", &[("--svg", &svg)], 0);
    let text = fs::read_to_string(&svg).expect("written");
    assert!(text.contains("path pulled straight") && text.contains("ground that costs more"), "{text:.200}");
    assert_eq!(text.matches("cells that were searched").count(), 1);
    assert!(!text.contains("the graph"));
}

#[test]
fn each_storey_of_a_path_has_its_picture_under_its_title() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let svg = dir.path().join("tower.svg");
    path("maps/tower.toml --from 22,21 --to 36,6@gallery", &[("--svg", &svg)], 0);
    let text = fs::read_to_string(&svg).expect("written");
    roxmltree::Document::parse(&text).expect("well-formed");
    assert!(text.matches("path pulled straight").count() > 1 && text.contains("gallery"));
}

#[test]
fn a_file_that_cannot_be_written_and_a_replay_are_refused() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let line = "maps/markers.toml --from 6,6 --to 54,20";
    let message = path(line, &[("--png", dir.path())], 1);
    assert!(message.contains("folder"), "{message}");
    let message = path(line, &[("--svg", &dir.path().join("no/such/path.svg"))], 1);
    assert!(message.contains("path.svg"), "{message}");
    let message = path(line, &[("--svg", &dir.path().join("path.svg")), ("--changes", Path::new("doors.txt"))], 2);
    assert!(message.contains("--changes"), "{message}");
    assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 0);
}

/// Runs `bestiary run --headless` in a folder; stderr.
fn run(dir: &Path, line: &str, code: i32) -> String {
    let mut command = Command::cargo_bin("bestiary").expect("built");
    command.current_dir(dir).args(["run", "--headless"]).args(line.split_whitespace());
    let output = command.assert().code(code).get_output().clone();
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn a_frame_of_a_run_shows_the_world_and_its_creatures_with_a_legend() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    run(dir.path(), "tower --ticks 30 --svg tower.svg --at 20", 0);
    let text = fs::read_to_string(dir.path().join("tower.svg")).expect("written");
    roxmltree::Document::parse(&text).expect("well-formed");
    for what in ["gallery", "an end of a portal", "the rest of a creature", "of the faction"] {
        assert!(text.contains(what), "{what}");
    }
    run(dir.path(), "glade --ticks 5 --svg glade.svg", 0);
    let text = fs::read_to_string(dir.path().join("glade.svg")).expect("written");
    for what in ["grass", "water", "boxes", "w wolf, of the faction predator", "d deer, of the faction prey"] {
        assert_eq!(text.matches(&format!(">{what}<")).count(), 1, "{what}");
    }
}

#[test]
fn an_animation_has_a_frame_for_every_second_step_and_plays_as_fast_as_the_world() {
    use image::AnimationDecoder;
    let dir = tempfile::tempdir().expect("a scratch folder");
    run(dir.path(), "glade --ticks 60 --gif a.gif --gif-from 10 --gif-steps 20", 0);
    let file = fs::File::open(dir.path().join("a.gif")).expect("written");
    assert!(file.metadata().expect("a file").len() < 1_000_000);
    let decoder = image::codecs::gif::GifDecoder::new(std::io::BufReader::new(file)).expect("a GIF");
    let frames = decoder.into_frames().collect_frames().expect("whole");
    assert_eq!(frames.len(), 11);
    assert!(frames.iter().all(|frame| frame.delay().numer_denom_ms() == (100, 1)));
    // Creatures move, and what is left out of a frame is as it was before.
    let changed = |a: &image::Frame, b: &image::Frame| {
        a.buffer().pixels().zip(b.buffer().pixels()).filter(|(a, b)| a != b).count()
    };
    let share = changed(&frames[0], &frames[10]) as f64 / frames[0].buffer().pixels().len() as f64;
    assert!(share > 0.0 && share < 0.1, "{share}");
}

#[test]
fn pictures_of_a_run_that_cannot_be_made_are_wrong_usage_or_named() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    for (line, code, message) in [
        ("glade --ticks 5 --svg a.svg --at 6", 2, "--at 6 is after the end of the run, which has 5 steps"),
        ("glade --ticks 5 --gif a.gif --gif-from 6", 2, "--gif-from 6 is after the end"),
        ("glade --ticks 5 --at 3", 2, "--svg"),
        ("glade --ticks 5 --gif-steps 3", 2, "--gif"),
        ("glade --ticks 5 --gif no/such/a.gif", 1, "a.gif"),
    ] {
        let said = run(dir.path(), line, code);
        assert!(said.contains(message), "{line}: {said}");
    }
    assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 0);
}
