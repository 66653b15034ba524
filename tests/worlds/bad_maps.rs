//! Bad maps get one clear message at the right place; never a panic, never half a world.

use bestiary::testing::world::format;
use bestiary::{Diagnostic, Severity};
use proptest::prelude::*;
use std::path::Path;

/// A small map in which nothing is wrong, line by line.
const GOOD: &str = "\
format = 1
name = \"yard\"
resolution = 1.0
planner = \"window\"
[ground]
rows = '''
..........
...~~.....
..........
....,.....
'''
[legend]
\",\" = { name = \"mud\", walkable = true, look = \"swamp\" }
[prefab.tree]
boxes = [{ size = [0.8, 0.8], top = 5 }]
[[object]]
prefab = \"tree\"
places = [[1.5, 1.5], [8.5, 2.5, 30]]
[[object]]
name = \"shed\"
kind = \"house\"
at = [7, 2]
turn = 10
boxes = [
  { size = [2, 0.3], at = [0, -1], turn = 5, pivot = [1, 0], base = 0, top = 2.5 },
]
[[spawn]]
behaviour = \"wolf\"
area = [0, 0, 6, 4]
count = 2
respawn = 20
[player]
at = [5, 3]
";

fn problems(text: &str) -> Vec<Diagnostic> {
    match format::parse("maps/test.toml", text.as_bytes()) {
        Ok(loaded) => loaded.warnings,
        Err(found) => found,
    }
}

/// The good map with one piece of it replaced.
fn spoilt(old: &str, new: &str) -> String {
    assert_eq!(GOOD.matches(old).count(), 1, "{old:?} occurs once");
    GOOD.replace(old, new)
}

#[test]
fn the_good_map_is_good_with_any_line_ends_and_with_a_byte_order_mark() {
    for text in [GOOD.to_string(), GOOD.replace('\n', "\r\n"), format!("\u{feff}{GOOD}")] {
        let loaded = format::parse("maps/test.toml", text.as_bytes()).expect("good");
        assert_eq!(loaded.warnings, []);
        let w = loaded.world;
        assert_eq!((w.ground.width(), w.ground.height()), (10, 4));
        assert_eq!((w.objects.len(), w.volumes.len(), w.spawns.len()), (3, 3, 1));
        assert_eq!((w.spawns[0].line, w.spawns[0].respawn_s), (27, Some(20.0)));
    }
}

/// What to replace, by what, and then: line, column, and part of the message or the hint.
const BAD: &[(&str, &str, u32, u32, &str)] = &[
    ("format = 1", "format = 2", 1, 10, "map format 2 is not known"),
    ("format = 1\n", "", 1, 1, "needs 'format'"),
    ("format = 1", "fromat = 1", 1, 1, "did you mean 'format'?"),
    ("resolution = 1.0", "resolution = nan", 3, 14, "'resolution' must be a number from 0.1 to 16, got nan"),
    ("resolution = 1.0", "resolution = 0", 3, 14, "must be a number from 0.1"),
    ("resolution = 1.0", "resoluton = 1.0", 3, 1, "did you mean 'resolution'?"),
    ("planner = \"window\"", "planner = \"windw\"", 4, 11, "did you mean 'window'?"),
    ("planner = \"window\"", "crowd = { gates = \"grph\" }", 4, 19, "did you mean 'graph'?"),
    ("planner = \"window\"", "crowd = { gate = \"grid\" }", 4, 11, "did you mean 'gates'?"),
    ("planner = \"window\"", "crowd = 3", 4, 9, "'crowd' must be a table"),
    ("name = \"yard\"", "name = \"yard", 2, 8, "this text is never closed"),
    ("name = \"yard\"", "name = 7", 2, 8, "'name' must be a string of 1 to 80 characters on one line, got 7"),
    ("...~~.....", "...~~....", 8, 10, "row 2 has 9 letters, the others have 10"),
    ("...~~.....", "...~~......", 8, 11, "row 2 has 11 letters, the others have 10"),
    ("...~~.....", "...~~.?...", 8, 7, "row 2: the legend has no letter '?'"),
    ("[ground]\nrows", "[ground]\nrow", 6, 1, "did you mean 'rows'?"),
    ("\",\" =", "\",,\" =", 13, 1, "a legend's key is one letter"),
    ("look = \"swamp\"", "look = \"swmp\"", 13, 47, "did you mean 'swamp'?"),
    ("walkable = true, ", "", 13, 7, "needs 'walkable'"),
    ("prefab = \"tree\"", "prefab = \"tre\"", 17, 10, "did you mean 'tree'?"),
    ("[8.5, 2.5, 30]", "[8.5, 99, 30]", 18, 23, "outside the world"),
    ("[8.5, 2.5, 30]", "[8.5, nan]", 18, 23, "a place is [x, y] or [x, y, degrees], got [8.5, nan]"),
    ("turn = 10", "turn = inf", 23, 8, "'turn' must be a number"),
    ("size = [2, 0.3]", "size = [2, -0.3]", 25, 12, "a box is 0.01 to 10000 m wide and deep, got [2, -0.3]"),
    ("size = [2, 0.3]", "size = [0, 0.3]", 25, 12, "a box is 0.01"),
    ("size = [2, 0.3]", "size = [2, 1e12]", 25, 12, "'size' must be two numbers"),
    ("size = [2, 0.3]", "size = [2, nan]", 25, 12, "'size' must be two numbers of metres, [x, y], got [2, nan]"),
    ("size = [2, 0.3]", "size = [2]", 25, 12, "'size' must be two numbers"),
    ("size = [2, 0.3], ", "", 25, 3, "a box needs 'size'"),
    ("base = 0, top = 2.5", "base = 3, top = 2.5", 25, 78, "the top of a box must lie above its base"),
    ("behaviour = \"wolf\"\n", "", 27, 1, "a [[spawn]] needs 'behaviour'"),
    ("behaviour = \"wolf\"", "behavior = \"wolf\"\nbehaviour = \"wolf\"", 28, 1, "did you mean 'behaviour'?"),
    ("area = [0, 0, 6, 4]", "area = [0, 0, 6, 40]", 29, 8, "reaches outside the world, which is 10 × 4 m"),
    ("area = [0, 0, 6, 4]", "area = [6, 0, 0, 4]", 29, 8, "x0 < x1"),
    ("area = [0, 0, 6, 4]", "area = [0, 0, 6]", 29, 8, "four numbers"),
    ("count = 2", "count = -2", 30, 9, "'count' must be a whole number from 1 to 100000, got -2"),
    ("count = 2", "count = 1000000000000", 30, 9, "'count' must be a whole number"),
    ("respawn = 20", "respawn = -1", 31, 11, "'respawn' must be a number"),
    ("at = [5, 3]", "at = [5, 30]", 33, 6, "the player starts outside the world"),
    ("boxes = [\n", "box = [\n", 24, 1, "there is: name, kind, boxes"),
    ("[player]", "[playr]", 32, 2, "did you mean 'player'?"),
    ("[player]", "[[player]]", 32, 1, "'player' must be a table"),
];

#[test]
fn every_fault_gets_one_message_at_its_place() {
    for (old, new, line, column, wanted) in BAD {
        let found = problems(&spoilt(old, new));
        assert_eq!(found.len(), 1, "{new}: {found:#?}");
        assert_eq!(found[0].severity, Severity::Error, "{new}");
        let text = found[0].to_string();
        assert!(text.contains(wanted), "{new}: {text}");
        assert_eq!((found[0].line, found[0].column), (*line, *column), "{new}: {text}");
    }
}

#[test]
fn oddities_cause_warnings_and_stop_nothing() {
    for (old, new, line, wanted) in [
        ("kind = \"house\"", "kind = \"hose\"", 21, "did you mean 'house'?"),
        ("at = [5, 3]", "at = [3.5, 1.5]", 33, "the player has no room here"),
        ("places = [[1.5, 1.5], [8.5, 2.5, 30]]", "places = []", 18, "is nowhere"),
        ("boxes = [{ size = [0.8, 0.8], top = 5 }]", "boxes = []", 15, "without boxes"),
    ] {
        let loaded = format::parse("test.toml", spoilt(old, new).as_bytes()).expect("only a warning");
        assert_eq!(loaded.warnings.len(), 1, "{new}: {:#?}", loaded.warnings);
        assert_eq!(loaded.warnings[0].line, line, "{new}");
        assert!(loaded.warnings[0].to_string().contains(wanted), "{}", loaded.warnings[0]);
    }
}

#[test]
fn several_faults_are_reported_together_in_order() {
    let text = spoilt("count = 2", "count = 0").replace("turn = 10", "turn = \"a bit\"");
    let lines: Vec<u32> = problems(&text).iter().map(|d| d.line).collect();
    assert_eq!(lines, [23, 30]);
}

#[test]
fn a_world_of_absurd_size_is_refused_before_it_is_built() {
    let sized = |size: &str| format!("format = 1\n[ground]\nsize = {size}\n");
    for (size, wanted) in [
        ("[90000, 90000]", "too large"),
        ("[16000, 16000]", "too large"),
        ("[1e9, 1e9]", "two numbers of metres"),
        ("[0, 10]", "above 0"),
        ("[-5, 10]", "above 0"),
        ("[10, nan]", "two numbers of metres"),
    ] {
        let found = problems(&sized(size));
        assert_eq!((found.len(), found[0].line, found[0].column), (1, 3, 8), "{size}: {found:#?}");
        assert!(found[0].message.contains(wanted), "{size}: {}", found[0]);
    }
}

#[test]
fn terrain_that_would_take_too_long_is_refused() {
    let tiles = "format = 1\nresolution = 16\n[ground]\nsize = [100000, 100000]\n[ground.heights]\nnoise = 100\nlow = 0\nhigh = 9\n";
    let found = problems(tiles);
    assert_eq!((found.len(), found[0].line), (1, 5), "{found:#?}");
    assert!(found[0].message.contains("12500 × 12500 tiles of 8 m"), "{}", found[0]);
    let area = |i: usize| format!("[[area]]\nname = \"a{i}\"\narea = [0, 0, 10, 10]\ncost = 2\n");
    let world = |count| format!("format = 1\n[ground]\nsize = [10, 10]\n{}", (0..count).map(area).collect::<String>());
    assert_eq!(problems(&world(8)), []);
    let found = problems(&world(60));
    assert_eq!((found.len(), found[0].line), (1, 3 + 9 * 4), "{found:#?}");
    assert!(found[0].message.contains("cover the world more than 8 times"), "{}", found[0]);
}

#[test]
fn a_missing_ground_file_is_reported_where_it_is_named_and_a_bad_one_where_it_is_bad() {
    let dir = tempfile::tempdir().expect("scratch folder");
    let map = dir.path().join("m.toml");
    std::fs::write(&map, "format = 1\n[ground]\nfile = \"there.map\"\n").expect("written");
    let found = format::load(&map).expect_err("nothing there");
    assert_eq!((found.len(), found[0].line, found[0].column), (1, 3, 8));
    assert!(found[0].message.contains("there.map: there is no such file"), "{}", found[0]);

    std::fs::write(dir.path().join("there.map"), "type octile\nheight 2\nwidth 3\nmap\n..T\n.x.\n").expect("written");
    let found = format::load(&map).expect_err("a bad letter");
    assert_eq!((found.len(), found[0].line, found[0].column), (1, 6, 2));
    assert!(
        found[0].file.ends_with("there.map") && found[0].trace[0].to_string().ends_with("m.toml:3"),
        "{}",
        found[0]
    );

    std::fs::write(dir.path().join("there.map"), "type octile\nheight 2\nwidth 3\nmap\n..T\n...\n").expect("written");
    assert_eq!(format::load(&map).expect("good").world.ground.width(), 3);

    std::fs::write(&map, "format = 1\n[ground]\nfile = \".\"\n").expect("written");
    let found = format::load(&map).expect_err("a folder");
    assert!(found[0].message.contains("this is a folder"), "{}", found[0]);
}

#[test]
fn what_is_not_a_map_file_at_all_is_reported() {
    let dir = tempfile::tempdir().expect("scratch folder");
    for (path, wanted) in [
        (dir.path(), "this is a folder, not a file"),
        (Path::new("no/such/glade.toml"), "did you mean 'glade'?"),
        (Path::new("gladde"), "did you mean 'glade'?"),
        (Path::new("/dev/zero"), "this is not a regular file"),
        (Path::new(""), "there is no such file"),
    ] {
        let found = format::load(path).expect_err("no map");
        assert_eq!(found.len(), 1);
        assert!(found[0].to_string().contains(wanted), "{}", found[0]);
    }
    let found = format::parse("x.toml", b"format = 1\nname = \"\xFF\"\n").expect_err("not UTF-8");
    assert_eq!((found[0].line, found[0].column), (2, 9));
    assert!(
        format::parse("x.toml", b"").is_err()
            && format::parse("x.map", b"").is_err()
            && format::parse("", b"").is_err()
    );
}

#[test]
fn moving_ai_maps_are_read_leniently() {
    for text in [
        "type octile\nheight 2\nwidth 3\nmap\n.G@\nSTW\n",
        "type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n.G@\r\nSTW",
        "type octile \nwidth 3 \nheight 2\nmap\n.G@  \nSTW\n\n\n",
        "\u{feff}type octile\nheight 2\nwidth 3\nmap\n.G@\nSTW\n",
    ] {
        let w = format::parse("a.map", text.as_bytes()).unwrap_or_else(|e| panic!("{text:?}: {e:?}")).world;
        assert_eq!((w.ground.width(), w.ground.height(), w.name.as_str()), (3, 2, "a"));
        let cell = |x, y| bestiary::Cell::new(x, y);
        let walkable: Vec<bool> = (0..6).map(|i| w.ground.walkable(cell(i % 3, i / 3))).collect();
        assert_eq!(walkable, [true, true, false, true, false, false]);
        assert!(w.ground.opaque(cell(2, 0)) && w.ground.opaque(cell(1, 1)) && !w.ground.opaque(cell(2, 1)));
    }
}

#[test]
fn a_bad_moving_ai_map_gets_one_message_at_its_place() {
    for (text, line, column, wanted) in [
        (
            "type octile\nheight 1000000000\nwidth 1000000000\nmap\n...\n",
            2,
            1,
            "height must be a whole number from 1 to 16384",
        ),
        ("type octile\nheight 16384\nwidth 16384\nmap\n...\n", 4, 1, "too large"),
        (
            "type octile\nheight 13000\nwidth 13000\nmap\n...\n",
            5,
            4,
            "row 0 has 3 letters; the header says width 13000",
        ),
        ("type octile\nheight 8000\nwidth 8000\nmap\n...\n", 5, 4, "row 0 has 3 letters; the header says width 8000"),
        ("type octile\nheight -2\nwidth 3\nmap\n", 2, 1, "got -2"),
        ("type octile\nheight\nwidth 3\nmap\n", 2, 1, "got nothing"),
        ("type octile\nwidth 3\nmap\n...\n", 3, 1, "the header has no 'height' line"),
        ("type hex\nheight 2\nwidth 3\nmap\n", 1, 1, "map type 'hex' is not known"),
        ("type octile\nheigt 2\nwidth 3\nmap\n", 2, 1, "did you mean 'height'?"),
        ("type octile\nheight 2\nwidth 3\n", 1, 1, "no line 'map'"),
        ("type octile\nheight 2\nwidth 3\nmap\n...\n..\n", 6, 3, "row 1 has 2 letters"),
        ("type octile\nheight 2\nwidth 3\nmap\n...\n....\n", 6, 4, "row 1 has 4 letters"),
        ("type octile\nheight 2\nwidth 3\nmap\n...\n.#.\n", 6, 2, "'#' is no letter"),
        ("type octile\nheight 2\nwidth 3\nmap\n...\n", 6, 1, "the rows end after 1"),
        ("type octile\nheight 2\nwidth 3\nmap\n...\n...\n...\n", 7, 1, "there are more"),
    ] {
        let found = format::parse("a.map", text.as_bytes()).expect_err(text);
        assert_eq!(found.len(), 1, "{text}");
        assert!(found[0].to_string().contains(wanted), "{text}: {}", found[0]);
        assert_eq!((found[0].line, found[0].column), (line, column), "{text}: {}", found[0]);
    }
}

/// Bytes put in, taken out or overwritten at places all over a file.
fn mangled(good: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let edits = prop::collection::vec((any::<prop::sample::Index>(), 0..3_u8, any::<u8>(), 1..40_usize), 1..6);
    let words = prop::sample::select(vec![
        "nan",
        "-1e30",
        "[[",
        "'''",
        "\"\"\"",
        "\u{e9}",
        "99999999999",
        "{}",
        "[]",
        "\0",
        "\r",
    ]);
    (edits, words).prop_map(move |(edits, word)| {
        let mut bytes = good.as_bytes().to_vec();
        for (place, what, byte, len) in edits {
            let at = place.index(bytes.len() + 1);
            let end = (at + len).min(bytes.len());
            match what {
                0 => _ = bytes.drain(at..end),
                1 => _ = bytes.splice(at..end, word.bytes()),
                _ => bytes.insert(at, byte),
            }
        }
        bytes
    })
}

fn reported(file: &str, bytes: &[u8]) -> Result<(), TestCaseError> {
    if let Err(found) = format::parse(file, bytes) {
        prop_assert!(!found.is_empty() && found.iter().all(|d| d.severity == Severity::Error));
        prop_assert!(found.len() <= 101 && found.iter().all(|d| !d.message.is_empty() && d.message.len() < 1_000));
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_mangled_native_map_never_panics(bytes in mangled(GOOD)) {
        reported("a.toml", &bytes)?;
    }

    #[test]
    fn a_mangled_moving_ai_map_never_panics(bytes in mangled("type octile\nheight 3\nwidth 4\nmap\n....\n.TT.\n@SW.\n")) {
        reported("a.map", &bytes)?;
        reported("a", &bytes)?;
    }

    #[test]
    fn numbers_of_any_kind_never_panic(n in any::<f64>(), i in any::<i64>()) {
        for key in ["resolution = 1.0", "turn = 10", "count = 2", "respawn = 20"] {
            let name = key.split(' ').next().unwrap_or_default();
            reported("a.toml", spoilt(key, &format!("{name} = {n:?}")).as_bytes())?;
            reported("a.toml", spoilt(key, &format!("{name} = {i}")).as_bytes())?;
        }
        for key in ["at = [7, 2]", "at = [5, 3]", "size = [2, 0.3]", "pivot = [1, 0]"] {
            let name = key.split(' ').next().unwrap_or_default();
            reported("a.toml", spoilt(key, &format!("{name} = [{n:?}, {i}]")).as_bytes())?;
        }
        reported("a.toml", format!("format = 1\n[ground]\nsize = [{n:?}, 3]\n").as_bytes())?;
    }
}

#[test]
fn of_very_many_faults_the_first_hundred_are_reported() {
    let keys: String = (0..50_000).map(|i| format!("k{i} = 1\n")).collect();
    let boxes: String = (0..50_000).map(|i| format!("[[object]]\nprefab = \"q{i}\"\nat = [1, 1]\n")).collect();
    let kinds: String = (0..20_000).map(|i| format!("[[object]]\nkind = \"k{i}\"\n")).collect();
    let ground = "[ground]\nsize = [20, 20]\n";
    let found = problems(&format!("format = 1\n{keys}{ground}"));
    assert_eq!((found.len(), found[99].line), (101, 101));
    assert_eq!(found[100].message, "only the first 100 errors are listed");
    assert_eq!(problems(&format!("format = 1\n{ground}{boxes}")).len(), 101);
    let odd = problems(&format!("format = 1\n{ground}{kinds}"));
    assert!(odd.len() == 100 && odd.iter().all(|d| d.severity == Severity::Warning));
}

#[test]
fn areas_without_room_do_not_take_long_however_large_they_are() {
    let area = "[[spawn]]\nbehaviour = \"wolf\"\narea = [0, 0, 13000, 13000]\ncount = 1\n".repeat(900);
    assert_eq!(problems(&format!("format = 1\n[ground]\nsize = [13000, 13000]\nfill = \"wall\"\n{area}")), []);
}
