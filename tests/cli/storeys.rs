//! `bestiary path` on maps with storeys, end to end: legal on each, and found exactly when portals join start and goal.

use assert_cmd::Command;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

/// Runs `bestiary path` on a map; stdout and stderr.
fn path(map: &Path, line: &str, code: i32) -> (String, String) {
    let mut command = Command::cargo_bin("bestiary").expect("built");
    let output = command.arg("path").arg(map).args(line.split_whitespace()).assert().code(code).get_output().clone();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (text(&output.stdout), text(&output.stderr))
}

fn tower() -> &'static Path {
    Path::new("maps/tower.toml")
}

/// The storeys of a path's legs, and the portals that they end in.
fn legs(report: &Value) -> Vec<(&str, Option<&str>)> {
    let all = report["legs"].as_array().expect("legs");
    all.iter().map(|leg| (leg["storey"].as_str().expect("a name"), leg["portal"].as_str())).collect()
}

#[test]
fn the_legs_name_storeys_and_portals() {
    let expected = [("yard", Some("tower stairs")), ("hall", Some("upper stairs")), ("gallery", None)];
    for graph in ["", "--graph mesh --radius 0.4", "--graph grid --radius 0.4", "--graph visibility --radius 0.4"] {
        let line = format!("--from 22,21 --to 36,6@gallery {graph} --report json");
        let report: Value = serde_json::from_str(&path(tower(), &line, 0).0).expect("JSON");
        assert_eq!((&report["found"], legs(&report)), (&true.into(), expected.to_vec()), "{report}");
        // Two stairs, each of 5 m and 4 m up at half the speed.
        let stairs = 5.0_f64.hypot(4.0);
        let legs = report["legs"].as_array().expect("legs");
        let walked: f64 = legs.iter().map(|leg| leg["length"].as_f64().expect("a length")).sum();
        let whole = |key: &str| report[key].as_f64().expect("a number");
        assert!((whole("length") - walked - 2.0 * stairs).abs() < 1e-3, "{report}");
        assert!((whole("cost") - walked - 4.0 * stairs).abs() < 1e-3, "{report}");
        assert!(graph.is_empty() || report["legal"] == json!(true), "{report}");
    }
    let shown = path(tower(), "--from 22,21 --to 36,6@gallery", 0).0;
    assert!(shown.contains("storey     yard, to tower stairs\nwaypoints  22,21 "), "{shown}");
    // Down again, and on one storey above the ground.
    let report: Value =
        serde_json::from_str(&path(tower(), "--from 30,8@hall --to 4,20 --report json", 0).0).expect("JSON");
    assert_eq!(legs(&report).first().map(|leg| leg.0), Some("hall"));
    let report: Value = serde_json::from_str(
        &path(tower(), "--from 3,8@hall --to 30,8@hall --graph mesh --radius 0.4 --report json", 0).0,
    )
    .expect("JSON");
    assert_eq!((legs(&report), &report["legal"]), (vec![("hall", None)], &true.into()), "over the bridge");
}

#[test]
fn what_is_wrong_with_a_storey_is_said() {
    let (_, err) = path(tower(), "--from 22,21 --to 36,6@galery", 1);
    assert!(err.contains("there is no storey 'galery'") && err.contains("did you mean 'gallery'?"), "{err}");
    let (_, err) = path(tower(), "--from 22,21@ --to 36,6 --graph mesh", 1);
    assert!(err.contains("there is no storey ''") && err.contains("yard, hall, gallery, roof"), "{err}");
    let (out, _) = path(tower(), "--from 22,21 --to 37,14@roof", 1);
    assert_eq!(out, "no path: different region\n", "the ladder is for what climbs");
    let (_, err) = path(tower(), "--from 1@hall --to 36,6", 2);
    assert!(err.contains("12,40@hall"), "{err}");
    let changes = tempfile::NamedTempFile::new().expect("a file");
    let line = format!("--from 22,21 --to 30,8@hall --changes {}", changes.path().display());
    assert!(path(tower(), &line, 2).1.contains("go without a storey"));
}

#[test]
fn the_picture_has_each_storey_under_its_name() {
    let dir = tempfile::tempdir().expect("scratch folder");
    let svg = dir.path().join("path.svg");
    let line = format!("--from 22,21 --to 36,6@gallery --graph mesh --radius 0.4 --svg {}", svg.display());
    path(tower(), &line, 0);
    let drawn = std::fs::read_to_string(svg).expect("written");
    for title in ["yard, to tower stairs", "hall, to upper stairs", "gallery<"] {
        assert!(drawn.contains(title), "{title}");
    }
    assert_eq!(drawn.matches(">the graph<").count(), 3, "one for each leg");
}

/// Cells of a storey.
const SIDE: usize = 8;

/// Storeys of cells that are open or closed, and stairs between two cells of two storeys, one direction or both.
#[derive(Clone, Debug)]
struct Tower {
    storeys: Vec<Vec<bool>>,
    stairs: Vec<[(usize, usize); 2]>,
    one_way: Vec<bool>,
}

impl Tower {
    fn map(&self) -> String {
        let rows = |open: &[bool]| {
            let row = |row: &[bool]| row.iter().map(|open| if *open { '.' } else { '#' }).collect::<String>() + "\n";
            open.chunks(SIDE).map(row).collect::<String>()
        };
        let mut text =
            format!("format = 1\nname = \"t\"\n[ground]\nstorey = \"s0\"\nrows = '''\n{}'''\n", rows(&self.storeys[0]));
        for (i, open) in self.storeys.iter().enumerate().skip(1) {
            let _ = write!(text, "[[storey]]\nname = \"s{i}\"\n[storey.ground]\nrows = '''\n{}'''\n", rows(open));
        }
        for (ends, one_way) in self.stairs().zip(&self.one_way) {
            let [from, to] = ends.map(|(storey, cell)| {
                let (x, y) = (cell % SIDE, cell / SIDE);
                format!("{{ storey = \"s{storey}\", area = [{x}, {y}, {}, {}] }}", x + 1, y + 1)
            });
            let _ = write!(text, "[[portal]]\nkind = \"stairs\"\nfrom = {from}\nto = {to}\n one_way = {one_way}\n");
        }
        text
    }

    /// Those of which both ends are open and do not touch: a map has no others.
    fn stairs(&self) -> impl Iterator<Item = [(usize, usize); 2]> + '_ {
        let is_open = |(storey, cell): &(usize, usize)| self.storeys[*storey][*cell];
        let touch = |[a, b]: &[(usize, usize); 2]| {
            let near = |a: usize, b: usize| a.abs_diff(b) <= 1;
            a.0 == b.0 && near(a.1 % SIDE, b.1 % SIDE) && near(a.1 / SIDE, b.1 / SIDE)
        };
        self.stairs.iter().filter(move |ends| ends.iter().all(is_open) && !touch(ends)).copied()
    }

    /// Everything that a body comes to from a cell, one cell at a time.
    fn reached(&self, from: (usize, usize)) -> BTreeSet<(usize, usize)> {
        let (mut open, mut known) = (vec![from], BTreeSet::from([from]));
        while let Some((storey, cell)) = open.pop() {
            let (x, y) = ((cell % SIDE) as i32, (cell / SIDE) as i32);
            let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().map(|(dx, dy)| (x + dx, y + dy));
            let inside = beside.filter(|(x, y)| (0..SIDE as i32).contains(x) && (0..SIDE as i32).contains(y));
            let mut next: Vec<_> = inside.map(|(x, y)| (storey, y as usize * SIDE + x as usize)).collect();
            for ([a, b], one_way) in self.stairs().zip(&self.one_way) {
                next.extend((a == (storey, cell)).then_some(b));
                next.extend((b == (storey, cell) && !one_way).then_some(a));
            }
            next.retain(|(storey, cell)| self.storeys[*storey][*cell]);
            open.extend(next.into_iter().filter(|place| known.insert(*place)));
        }
        known
    }
}

fn towers() -> impl Strategy<Value = (Tower, [(usize, usize); 2])> {
    (1_usize..4).prop_flat_map(|count| {
        let place = move || (0..count, 0..SIDE * SIDE);
        let storeys = prop::collection::vec(prop::collection::vec(prop::bool::weighted(0.7), SIDE * SIDE), count);
        let stairs = prop::collection::vec([place(), place()], 0..5);
        let one_way = prop::collection::vec(prop::bool::weighted(0.3), 5);
        let tower =
            (storeys, stairs, one_way).prop_map(|(storeys, stairs, one_way)| Tower { storeys, stairs, one_way });
        (tower, [place(), place()])
    })
}

#[test]
fn a_path_is_found_exactly_when_the_portals_join_start_and_goal() {
    let dir = tempfile::tempdir().expect("scratch folder");
    let file = dir.path().join("tower.toml");
    let test = |(mut tower, [from, to]): (Tower, [(usize, usize); 2])| {
        tower.storeys[from.0][from.1] = true;
        tower.storeys[to.0][to.1] = true;
        std::fs::write(&file, tower.map()).expect("written");
        let is_joined = tower.reached(from).contains(&to);
        for graph in ["", "grid", "mesh", "visibility"] {
            let place = |(storey, cell): (usize, usize)| match graph {
                "" => format!("{},{}@s{storey}", cell % SIDE, cell / SIDE),
                _ => format!("{}.5,{}.5@s{storey}", cell % SIDE, cell / SIDE),
            };
            let options = if graph.is_empty() { String::new() } else { format!("--graph {graph} --radius 0.4") };
            let line = format!("--from {} --to {} {options} --report json", place(from), place(to));
            let report: Value = serde_json::from_str(&path(&file, &line, i32::from(!is_joined)).0).expect("JSON");
            assert_eq!(report["found"], json!(is_joined), "{graph}: {report}");
            if is_joined {
                assert!(graph.is_empty() || report["legal"] == json!(true), "{graph}: {report}");
                let legs = legs(&report);
                assert_eq!(legs.first().map(|leg| leg.0.to_owned()), Some(format!("s{}", from.0)));
                assert_eq!(legs.last().map(|leg| leg.0.to_owned()), Some(format!("s{}", to.0)));
            }
        }
    };
    let mut runner =
        TestRunner::new(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() });
    runner
        .run(&towers(), |case| {
            test(case);
            Ok(())
        })
        .expect("holds");
}
