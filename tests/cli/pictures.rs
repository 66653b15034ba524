//! `bestiary path --svg` and `--png`, end to end.

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
    for what in ["volumes", "the graph", "nodes that were searched", "path as it was found", "path pulled straight"] {
        assert_eq!(text.matches(what).count(), 1, "{what}");
    }
    let picture = image::open(&png).expect("a PNG").into_rgba8();
    assert_eq!(picture.width(), 1000);
    // The pulled path is there, and below the map its sample in the legend.
    let blue = |y: u32| (0..1000).filter(|x| picture.get_pixel(*x, y).0 == [0x00, 0x72, 0xb2, 0xff]).count();
    let rows: Vec<u32> = (0..picture.height()).filter(|y| blue(*y) > 0).collect();
    assert!(rows.len() > 100 && blue(picture.height() - 12) >= 38, "{rows:?}");
    assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 2);
}

#[test]
fn a_path_over_cells_has_no_graph_in_its_picture() {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let svg = dir.path().join("path.svg");
    path("maps/isle.toml --from 26,66 --to 132,57", &[("--svg", &svg)], 0);
    let text = fs::read_to_string(&svg).expect("written");
    assert!(text.contains("path pulled straight") && text.contains("ground that costs more"), "{text:.200}");
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
