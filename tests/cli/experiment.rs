//! `bestiary experiment`, end to end: on tiny maps every row of the documents' tables comes out, twice the same.

mod archives;
mod compare;
mod entropia;
mod faults;
mod interruption;

use assert_cmd::Command;
use std::collections::BTreeMap;
use std::path::Path;

/// Runs the command in a folder of its own; returns stdout and stderr.
fn bestiary(dir: &Path, args: &[&str], code: i32) -> (String, String) {
    let mut command = Command::cargo_bin("bestiary").expect("built");
    let output = command.current_dir(dir).args(args).assert().code(code).get_output().clone();
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(!err.contains("panicked"), "{err}");
    (out, err)
}

/// A map of rooms: walls every `room` cells, with doors that wander.
fn rooms(width: usize, height: usize, room: usize) -> String {
    let open = |x: usize, y: usize| {
        let wall = x % room == room - 1 || y % room == room - 1;
        !wall || (x + y * 2) % (room + 1) == 1
    };
    let row = |y| (0..width).map(|x| if open(x, y) { '.' } else { '@' }).collect::<String>() + "\n";
    format!("type octile\nheight {height}\nwidth {width}\nmap\n") + &(0..height).map(row).collect::<String>()
}

/// Four sets of two small maps each, as folders.
fn sets() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("scratch folder");
    for (i, set) in ["bg512", "bgmaps", "mazes", "rooms"].iter().enumerate() {
        let folder = dir.path().join("maps").join(set);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("a.map"), rooms(70 - i, 40, 5 + i)).unwrap();
        std::fs::write(folder.join("b.map"), rooms(33, 30 + i, 7)).unwrap();
        std::fs::write(folder.join("notes.txt"), "no map").unwrap();
    }
    dir
}

type Row = BTreeMap<String, String>;

fn csv(file: &Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(file).expect("there");
    let head = reader.headers().unwrap().clone();
    let row = |r: csv::StringRecord| head.iter().map(str::to_owned).zip(r.iter().map(str::to_owned)).collect();
    reader.records().map(|r| row(r.expect("as many fields as the head"))).collect()
}

fn number(row: &Row, key: &str) -> f64 {
    row[key].parse().unwrap_or_else(|_| panic!("{key}: {:?}", row[key]))
}

/// Every tag is closed in order, and nothing is outside one `svg`.
fn assert_well_formed(svg: &str) {
    let (mut open, mut rest) = (Vec::new(), svg.trim());
    assert!(rest.starts_with("<svg "));
    while let Some(at) = rest.find('<') {
        assert!(!open.is_empty() || rest.starts_with("<svg"), "text outside");
        let end = at + rest[at..].find('>').expect("a tag ends");
        let tag = &rest[at + 1..end];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().expect("a name"));
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.is_empty(), "{open:?} left open");
}

/// Everything but times, and what follows from them.
fn without_times(rows: Vec<Row>) -> Vec<Row> {
    let timed = |key: &str| ["time", "deviation", "within_frame", "per_ms", "us_a"].iter().any(|t| key.contains(t));
    rows.into_iter().map(|r| r.into_iter().filter(|(k, _)| !timed(k)).collect()).collect()
}
