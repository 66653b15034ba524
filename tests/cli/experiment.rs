//! `bestiary experiment`, end to end: on tiny maps every row of the documents' tables comes out, twice the same.

use assert_cmd::Command;
use bestiary::Diagnostic;
use bestiary::testing::diag::NoClock;
use bestiary::testing::experiment::{
    Failure, Plan, Share, Watcher, compare as compare_all, crowd, entropia, graphs, load_set,
};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

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

const BAD_MAP: &str = "type octile\nheight 2\nwidth 2\nmap\n..\n.x\n";

const SHARE: [&str; 4] = ["--queries", "3", "--threads", "2"];

fn compare(dir: &Path, out: &str, more: &[&str]) -> String {
    let mut args = vec!["experiment", "compare", "--maps", "maps", "--out", out];
    args.extend(SHARE);
    args.extend(more);
    bestiary(dir, &args, 0).0
}

/// The rows of the digest of the thesis: set, algorithm, heuristic.
const DIGEST: [(&str, &str, &str); 15] = [
    ("bg512", "A*", "octile"),
    ("bg512", "A*", "octile × 1.75"),
    ("bg512", "HPA*", "Manhattan"),
    ("bg512", "JPS", "octile"),
    ("bg512", "JPS", "octile × 1.75"),
    ("bg512", "Fringe", "Manhattan"),
    ("mazes", "A*", "octile"),
    ("mazes", "HPA*", "octile × 1.75"),
    ("mazes", "JPS", "octile × 1.75"),
    ("mazes", "Fringe", "Manhattan"),
    ("rooms", "A*", "octile"),
    ("rooms", "HPA*", "Manhattan"),
    ("rooms", "JPS", "octile × 1.65"),
    ("rooms", "Fringe", "Manhattan"),
    ("bgmaps", "Fringe", "Manhattan"),
];

#[test]
fn the_comparison_has_every_row_of_the_thesis_with_theirs_ours_and_the_ratio() {
    let dir = sets();
    let shown = compare(dir.path(), "out", &[]);
    let out = dir.path().join("out");
    for file in shown.lines() {
        assert!(dir.path().join(file).is_file(), "{file}");
    }
    assert_eq!(shown.lines().count(), std::fs::read_dir(&out).unwrap().count(), "nothing is left over");
    let rows = csv(&out.join("compare.csv"));
    let find = |set: &str, algorithm: &str, heuristic: &str| {
        let same = |r: &&Row| (&*r["set"], &*r["algorithm"], &*r["heuristic"]) == (set, algorithm, heuristic);
        rows.iter().find(same).unwrap_or_else(|| panic!("{set} {algorithm} {heuristic}"))
    };
    for (set, algorithm, heuristic) in DIGEST {
        let row = find(set, algorithm, heuristic);
        for column in ["length", "time_ms", "deviation_ms", "expanded", "visited", "max_open"] {
            let [theirs, ours, ratio] = ["theirs", "ours", "ratio"].map(|w| number(row, &format!("{column}_{w}")));
            assert!(theirs > 0.0 && ours > 0.0, "{set} {algorithm} {column}");
            assert!((ratio - ours / theirs).abs() < 1e-9, "{set} {algorithm} {column}");
        }
    }
    assert_eq!(number(find("mazes", "A*", "octile"), "length_theirs"), 1453.32);
    // Tables 4.1–4.4, 4.6, 4.7, 4.8.
    assert_eq!(rows.iter().filter(|r| !r["table"].is_empty()).count(), 16 + 3 + 5 + 5);
    for set in ["bg512", "bgmaps", "mazes", "rooms"] {
        let shortest = number(find(set, "A*", "octile"), "length_ours");
        for exact in ["JPS", "JPS+", "JPS cell by cell", "bidirectional A*", "Fringe", "A* canonical with buckets"] {
            let length = number(find(set, exact, "octile"), "length_ours");
            assert!((length - shortest).abs() < 1e-9, "{set} {exact}: {length} {shortest}");
        }
        assert_eq!(number(find(set, "A*", "octile"), "queries"), 6.0);
    }
    let page = std::fs::read_to_string(out.join("compare.md")).unwrap();
    for words in [
        "| theirs |",
        "| ours |",
        "| ratio |",
        "Table 4.8",
        "table 4.9",
        "figure 4.2",
        "## Ranks",
        "1730",
        "0.3896",
        "share of the thesis's plan",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn the_curve_begins_at_one_and_is_drawn() {
    let dir = sets();
    compare(dir.path(), "out", &["--map-count", "1"]);
    let out = dir.path().join("out");
    let rows = csv(&out.join("compare-curve.csv"));
    let jps: Vec<&Row> = rows.iter().filter(|r| r["algorithm"] == "JPS").collect();
    assert_eq!((rows.len(), jps.len()), (36, 18));
    assert_eq!((number(jps[0], "factor"), number(jps[0], "length_ratio")), (1.0, 1.0));
    assert_eq!(number(jps[17], "factor"), 2.5);
    assert!(jps.iter().all(|r| (1.0..2.5).contains(&number(r, "length_ratio"))), "never shorter than the shortest");
    for plot in ["compare-curve-length.svg", "compare-curve-time.svg"] {
        let svg = std::fs::read_to_string(out.join(plot)).unwrap();
        assert_well_formed(&svg);
        assert!(svg.contains("JPS, theirs"));
    }
}

/// Everything but times, and what follows from them.
fn without_times(rows: Vec<Row>) -> Vec<Row> {
    let timed = |key: &str| ["time", "deviation", "within_frame", "per_ms", "us_a"].iter().any(|t| key.contains(t));
    rows.into_iter().map(|r| r.into_iter().filter(|(k, _)| !timed(k)).collect()).collect()
}

#[test]
fn two_runs_differ_in_times_only_whatever_the_threads() {
    let dir = sets();
    compare(dir.path(), "one", &[]);
    compare(dir.path(), "two", &["--seed", "1"]);
    compare(dir.path(), "other", &["--seed", "2"]);
    let args = ["experiment", "compare", "--maps", "maps", "--out", "alone", "--queries", "3", "--threads", "1"];
    bestiary(dir.path(), &args, 0);
    let read = |out: &str| without_times(csv(&dir.path().join(out).join("compare.csv")));
    assert_eq!(read("one"), read("two"));
    assert_eq!(read("one"), read("alone"));
    assert_ne!(read("one"), read("other"), "other queries");
}

#[test]
fn the_window_pathfinders_figures_come_out_and_are_the_same_twice() {
    let dir = tempfile::tempdir().unwrap();
    let run = |out: &str| {
        bestiary(dir.path(), &["experiment", "entropia", "--windows", "3", "--ticks", "120", "--out", out], 0);
        let csv = |name: &str| without_times(csv(&dir.path().join(out).join(name)));
        (csv("entropia-lists.csv"), ["17", "20", "21", "weights", "feelers"].map(|n| csv(&format!("entropia-{n}.csv"))))
    };
    let (lists, others) = run("one");
    assert_eq!((lists.clone(), others), run("two"));
    assert_eq!(lists.len(), 20 * 3);
    // All lists of one kind of search hand out the same order: the same nodes are expanded.
    for windows in lists.chunk_by(|a, b| a["list"] == b["list"]) {
        let yardstick = if windows[0]["list"].starts_with("whole-grid") { 51 } else { 0 };
        for (i, row) in windows.iter().enumerate() {
            assert_eq!(row["expanded"], lists[yardstick + i]["expanded"], "{}", row["list"]);
        }
    }
    let page = std::fs::read_to_string(dir.path().join("one/entropia.md")).unwrap();
    for words in [
        "Figure 15",
        "Figure 17",
        "Figure 20",
        "Figure 21",
        "| 650.0 |",
        "| 250.0 |",
        "share of abstraction, glade",
        "share of heights",
        "Weights of the heuristic",
        "Maps used again",
        "40 to 60 %",
        "Feelers against paths",
        "mean of a call, depot",
        "What these figures do not say",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert_well_formed(&std::fs::read_to_string(dir.path().join("one/entropia-15.svg")).unwrap());
}

#[test]
fn an_archive_is_read_in_order_of_name_and_passes_over_what_is_no_map() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let maps = load_set(&data, "tiny").unwrap();
    let names: Vec<&str> = maps.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["a.map", "b.map"]);
    assert_eq!(maps[0].bytes, b"type octile\nheight 1\nwidth 2\nmap\n..\n");
}

#[test]
fn the_real_archives_hold_the_thesis_s_maps() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/movingai/full");
    if !dir.is_dir() {
        // Not `eprintln!`: the output of tests is captured.
        let _ = writeln!(std::io::stderr(), "skipped: {} is not there", dir.display());
        return;
    }
    for (set, count) in [("bg512", 75), ("bgmaps", 120), ("mazes", 60), ("rooms", 40)] {
        let maps = load_set(&dir, set).unwrap();
        assert_eq!(maps.len(), count, "{set}");
        // One file of the public set ends in the middle of a row.
        let broken: Vec<&str> = maps
            .iter()
            .filter(|m| bestiary::testing::world::format::parse(&m.name, &m.bytes).is_err())
            .map(|m| m.name.as_str())
            .collect();
        assert_eq!(broken, if set == "rooms" { &["8room_009.map"][..] } else { &[] });
    }
}

#[test]
fn missing_empty_and_broken_sets_are_reported_and_nothing_is_written() {
    let whole = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tiny.tar.xz")).unwrap();
    let dir = sets();
    let maps = dir.path().join("maps");
    let shown = || {
        let err = bestiary(dir.path(), &["experiment", "compare", "--maps", "maps", "--out", "out"], 1).1;
        assert!(!dir.path().join("out").exists(), "nothing is written");
        err
    };
    let archive = maps.join("bg512.tar.xz");
    for (broken, why) in
        [(&whole[..whole.len() / 2], "cut off"), (&b"this is no archive"[..], "no archive"), (&b""[..], "empty")]
    {
        std::fs::write(&archive, broken).unwrap();
        let err = shown();
        assert!(err.contains("bg512.tar.xz: the archive cannot be read"), "{why}: {err}");
    }
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0x55;
    std::fs::write(&archive, damaged).unwrap();
    assert!(shown().contains("the archive cannot be read"));
    std::fs::remove_file(&archive).unwrap();
    std::fs::write(maps.join("rooms/b.map"), "type octile\nheight 1\nwidth 3\nmap\n.@.\n").unwrap();
    assert!(shown().contains("rooms/b.map: no query can be made"));
    for file in ["a.map", "b.map"] {
        std::fs::write(maps.join("rooms").join(file), BAD_MAP).unwrap();
    }
    let err = shown();
    assert!(err.contains("rooms/b.map:6:2: error: row 1: 'x' is no letter"), "{err}");
    for file in ["a.map", "b.map"] {
        std::fs::remove_file(maps.join("rooms").join(file)).unwrap();
    }
    assert!(shown().contains("rooms: there is no .map file in it"));
    std::fs::remove_dir_all(maps.join("mazes")).unwrap();
    let err = shown();
    assert!(err.contains("there are no maps of the set 'mazes'") && err.contains("mazes.tar.xz"), "{err}");
}

#[test]
fn a_map_that_cannot_be_read_is_left_out_and_named_on_the_page_too() {
    let dir = sets();
    std::fs::write(dir.path().join("maps/rooms/a.map"), BAD_MAP).unwrap();
    let args = ["experiment", "compare", "--maps", "maps", "--queries", "3"];
    let err = bestiary(dir.path(), &args, 0).1;
    let fault = "rooms/a.map:6:2: error: row 1: 'x' is no letter";
    assert!(err.contains(&format!("left out: {fault}")), "{err}");
    let page = std::fs::read_to_string(dir.path().join("out/compare.md")).unwrap();
    assert!(page.contains(fault) && page.contains("| rooms, 512 × 512 | 1 | 2 | 3 | 3 |"), "{page}");
}

#[test]
fn a_place_that_cannot_be_written_is_reported() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("out"), "a file").unwrap();
    let err = bestiary(dir.path(), &["experiment", "entropia", "--windows", "1", "--ticks", "1"], 1).1;
    assert!(err.starts_with("error: out: "), "{err}");
}

/// Wants to stop after so many questions.
struct Impatient(AtomicU32);

impl Watcher for Impatient {
    fn progress(&self, _done: usize, _of: usize, _what: &str) {}
    fn left_out(&self, _fault: &Diagnostic) {}
    fn go_on(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) > 1
    }
}

#[test]
fn an_interruption_ends_every_experiment_without_a_document() {
    let dir = sets();
    let share = Share {
        maps: Some(1),
        queries: 2,
        windows: 2,
        steps: 100,
        runs: 1,
        persons: 10,
        sides: &[60],
        layouts: 1,
        ..Share::default()
    };
    let plan = Plan { maps: dir.path().join("maps"), share, seed: 1, threads: 1 };
    for patience in [1, 5] {
        let watcher = || Impatient(AtomicU32::new(patience));
        assert!(matches!(compare_all(&plan, &NoClock, &watcher()), Err(Failure::Interrupted)));
        assert!(matches!(entropia(&plan, &NoClock, &watcher()), Err(Failure::Interrupted)));
        assert!(matches!(crowd(&plan, &NoClock, &watcher()), Err(Failure::Interrupted)));
        assert!(matches!(graphs(&plan, &NoClock, &watcher()), Err(Failure::Interrupted)));
    }
    // With patience, and a clock that does not move, there is all but the plot of speeds.
    let watcher = Impatient(AtomicU32::new(u32::MAX));
    assert_eq!(compare_all(&plan, &NoClock, &watcher).expect("documents").len(), 5);
    assert_eq!(entropia(&plan, &NoClock, &watcher).expect("documents").len(), 7);
    let documents = crowd(&plan, &NoClock, &watcher).expect("documents");
    let names: Vec<&str> = documents.iter().map(|d| d.name.as_str()).collect();
    assert_eq!(names, ["crowd.md", "crowd.csv", "crowd-time.svg"]);
    let cases = documents[1].text.lines().count();
    assert_eq!(cases, 1 + 2 * 10, "a head, and a row for each plan in both scenes");
    assert!(documents[0].text.contains("graph, cost 2 as meant") && !documents[0].text.contains("NaN"));
    let documents = graphs(&plan, &NoClock, &watcher).expect("documents");
    assert_eq!((&*documents[0].name, &*documents[1].name), ("graphs.md", "graphs.csv"));
    let (page, rows) = (&documents[0].text, &documents[1].text);
    assert!(documents[2..].iter().all(|d| page.contains(&d.name) && d.text.ends_with("</svg>\n")));
    assert!(
        page.contains("| both algorithms find paths of the same length | 3 of 3 |") && !page.contains("NaN"),
        "{page}"
    );
    let of = |graph: &str| rows.lines().filter(|row| row.split(',').nth(4) == Some(graph)).count();
    // Three densities, rooms and twelve changes of doors, each with both algorithms; a mesh with Polyanya, too.
    for graph in
        ["grid", "grid4", "hex", "quadtree", "framed-quadtree", "markers", "visibility", "visibility-full", "turned"]
    {
        assert_eq!(of(graph), 2 * (3 + 1 + 12), "{graph}");
    }
    assert_eq!(of("mesh"), 3 * (3 + 1 + 12));
    // What is exact finds the shortest path of all, but for round corners.
    let gaps = rows.lines().filter(|row| row.contains(",visibility,") || row.contains(",Polyanya,"));
    assert!(gaps.map(|row| row.split(',').nth(11).unwrap().parse::<f64>().unwrap()).all(|gap| gap < 0.005));
}

#[test]
fn wrong_usage_is_exit_code_2() {
    let dir = tempfile::tempdir().unwrap();
    for args in [
        &["experiment"][..],
        &["experiment", "teleport"],
        &["experiment", "compare", "--queries", "0"],
        &["experiment", "compare", "--full", "--queries", "9"],
        &["experiment", "all", "--threads", "0"],
    ] {
        bestiary(dir.path(), args, 2);
    }
    let help = bestiary(dir.path(), &["experiment", "--help"], 0).0;
    for word in ["compare", "entropia", "crowd", "graphs", "--full", "tar.xz", "Examples"] {
        assert!(help.contains(word), "{word}");
    }
}
