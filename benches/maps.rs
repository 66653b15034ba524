//! Native maps of every odd shape: each is read, its answer is asserted, and the time is printed against the size. A shape whose
//! time grows faster than its size is marked: a file could then stop the program.
//!
//! `cargo bench --bench maps -- [PART OF A NAME]`

use bestiary::testing::world::format;
use std::fmt::Write as _;
use std::time::Instant;

/// Entries of the smallest map; the others have four and sixteen times as many.
const ENTRIES: usize = 8_000;
/// Time may grow this much faster than the size: memory and caches have a share.
const SLACK: f64 = 1.8;

/// What comes of a map: `Ok` with that many boxes, or a message that the first error contains.
type Answer = Result<usize, &'static str>;

/// A name, the text of a map with so many entries, and what comes of it.
type Shape = (&'static str, fn(usize) -> String, fn(usize) -> Answer);

const GROUND: &str = "[ground]\nsize = [50, 50]\n";
const BOX: &str = "{ size = [1, 1], top = 2, at = [5, 5] }";

fn top(keys: &str) -> String {
    format!("format = 1\n{keys}{GROUND}")
}

fn below(tables: &str) -> String {
    format!("format = 1\n{GROUND}{tables}")
}

fn rows(rows: &str, more: &str) -> String {
    format!("format = 1\n[ground]\nrows = '''\n{rows}'''\n{more}")
}

/// One entry after another, each made from its number.
fn each(n: usize, entry: impl Fn(&mut String, usize)) -> String {
    let mut out = String::new();
    (0..n).for_each(|i| entry(&mut out, i));
    out
}

macro_rules! lines {
    ($n:expr, $($line:tt)+) => {
        each($n, |out, i| { _ = write!(out, $($line)+, i = i); })
    };
}

const SHAPES: &[Shape] = &[
    ("unknown keys", |n| top(&lines!(n, "k{i} = 1\n")), |_| Err("no key 'k0'")),
    ("unknown long keys", |n| top(&lines!(n, "k{i:040} = 1\n")), |_| Err("no key 'k0000")),
    ("keys that are nearly known", |n| top(&lines!(n, "legnd{i} = 1\n")), |_| Err("no key 'legnd0'")),
    ("one long key", |n| top(&format!("{} = 1\n", "k".repeat(10 * n))), |_| Err("no key 'kkk")),
    ("a key of many parts", |n| top(&format!("a{} = 1\n", ".a".repeat(n))), |_| Err("recursion limit")),
    ("unknown tables", |n| below(&lines!(n, "[t{i}]\n")), |_| Err("no key 't0'")),
    ("tables in a table", |n| below(&lines!(n, "[a.b{i}]\n")), |_| Err("no key 'a'")),
    ("tables in lists", |n| below(&"[[a]]\n[a.b]\n".repeat(n)), |_| Err("no key 'a'")),
    ("a table on one line", |n| top(&format!("x = {{ {} }}\n", lines!(n, "k{i} = 1, "))), |_| Err("")),
    ("deep lists", |n| top(&format!("x = {}{}\n", "[".repeat(n), "]".repeat(n))), |_| Err("recursion")),
    ("deep lists, never closed", |n| top(&format!("x = {}\n", "[".repeat(n))), |_| Err("recursion")),
    ("deep tables", |n| top(&format!("x = {}1{}\n", "{a=".repeat(n), "}".repeat(n))), |_| Err("recursion")),
    ("a long list", |n| top(&format!("x = [{}]\n", "1,".repeat(n))), |_| Err("no key 'x'")),
    ("strings on a line", |n| top(&format!("x = [{}@]\n", "\"a\",".repeat(n))), |_| Err("")),
    ("a long string", |n| top(&format!("name = \"{}\"\n", "x".repeat(10 * n))), |_| Err("a long string")),
    ("escapes", |n| top(&format!("name = \"{}\"\n", "\\n".repeat(n))), |_| Err("'name' must be")),
    ("a string never closed", |n| top(&format!("name = \"{}\n", "x".repeat(10 * n))), |_| Err("never closed")),
    ("strings never closed", |n| top(&"name = \"x\n".repeat(n)), |_| Err("never closed")),
    ("quotes", |n| top(&format!("name = {}\n", "'".repeat(10 * n))), |_| Err("")),
    ("hashes", |n| top(&format!("x = [1 {}\n2]\n", "#".repeat(10 * n))), |_| Err("a comma is missing")),
    ("comments", |n| top(&format!("x = [1\n{}2]\n", "# hello\n".repeat(n))), |_| Err("a comma is missing")),
    ("a key given again", |n| top(&"name = \"x\"\n".repeat(n)), |_| Err("given twice")),
    ("a key given again at the end", |n| top(&(lines!(n, "k{i} = 1\n") + "k1 = 2\n")), |_| Err("given twice")),
    ("a table given again", |n| below(&(lines!(n, "[t{i}]\n") + "[[t1]]\n")), |_| Err("is one table")),
    ("no TOML", |n| top(&"x y z\n".repeat(n)), |_| Err("joined by =")),
    ("blank lines", |n| top(&format!("{}x = \n", "\n".repeat(10 * n))), |_| Err("")),
    ("a number of many digits", |n| top(&format!("resolution = {}\n", "1".repeat(n))), |_| Err("a huge number")),
    ("prefabs", |n| below(&lines!(n, "[prefab.p{i}]\nboxes = [{BOX}]\n")), |_| Ok(0)),
    ("prefabs of unknown kinds", |n| below(&lines!(n, "[prefab.p{i}]\nkind = \"k{i}\"\n")), |_| Ok(0)),
    ("objects of unknown kinds", |n| below(&lines!(n, "[[object]]\nkind = \"k{i}\"\nboxes = [{BOX}]\n")), Ok),
    (
        "objects of prefabs",
        |n| {
            let prefabs = lines!(n, "[prefab.p{i}]\nboxes = [{BOX}]\n");
            below(&(prefabs + &lines!(n, "[[object]]\nprefab = \"p{i}\"\nat = [5, 5]\n")))
        },
        Ok,
    ),
    (
        "objects of missing prefabs",
        |n| {
            let prefabs = lines!(n, "[prefab.p{i}]\nboxes = [{BOX}]\n");
            below(&(prefabs + &lines!(n, "[[object]]\nprefab = \"q{i}\"\nat = [5, 5]\n")))
        },
        |_| Err("there is no prefab 'q0'"),
    ),
    ("objects without boxes", |n| below(&"[[object]]\n".repeat(n)), |_| Ok(0)),
    ("boxes in one place", |n| below(&format!("[[object]]\nboxes = [{}]\n", format!("{BOX},").repeat(n))), Ok),
    (
        "boxes as large as the world",
        |n| below(&format!("[[object]]\nboxes = [{}]\n", "{ size = [99, 99], top = 2, turn = 33 },".repeat(n))),
        Ok,
    ),
    (
        "boxes overhead, and areas",
        |n| {
            let boxes = "{ size = [99, 99], base = 5, top = 9 },".repeat(n);
            let areas = "[[spawn]]\nbehaviour = \"wolf\"\narea = [0, 0, 50, 50]\ncount = 1\n".repeat(n.min(900));
            below(&format!("[[object]]\nboxes = [{boxes}]\n{areas}"))
        },
        Ok,
    ),
    ("places", |n| below(&format!("[[object]]\nboxes = [{BOX}]\nplaces = [{}]\n", "[5, 5],".repeat(n))), Ok),
    (
        "places that are none",
        |n| below(&format!("[[object]]\nboxes = [{BOX}]\nplaces = [{}]\n", "[5],".repeat(n))),
        |_| Err("a place is"),
    ),
    (
        "areas without room",
        |n| {
            let area = "[[spawn]]\nbehaviour = \"wolf\"\narea = [0, 0, 9000, 9000]\ncount = 1\n".repeat(n.min(900));
            format!("format = 1\n[ground]\nsize = [9000, 9000]\nfill = \"wall\"\n{area}")
        },
        |_| Ok(0),
    ),
    (
        "areas after many lines",
        |n| {
            let area = "[[spawn]]\nbehaviour = \"wolf\"\narea = [0, 0, 9, 9]\ncount = 1\n".repeat(900);
            below(&("\n".repeat(10 * n) + &area))
        },
        |_| Ok(0),
    ),
    (
        "a long row",
        |n| rows(&format!("{}\n", ".".repeat(10 * n)), ""),
        |n| if n < 1_600 { Ok(0) } else { Err("too large") },
    ),
    ("many rows", |n| rows(&".\n".repeat(n), ""), |n| if n <= 16_384 { Ok(0) } else { Err("too large") }),
    ("large ground", |n| rows(&format!("{}\n", ".".repeat(1_000)).repeat(n / 100), ""), |_| Ok(0)),
    (
        "letters of many kinds",
        |n| {
            let letter = |i: usize| char::from_u32(0x4e00 + i as u32).unwrap_or('.');
            let legend =
                each(180, |out, i| _ = writeln!(out, "\"{}\" = {{ name = \"a\", walkable = true }}", letter(i)));
            let row: String = (0..1_000).map(|i| letter(i % 180)).collect();
            rows(&format!("{row}\n").repeat(n / 100), &format!("[legend]\n{legend}"))
        },
        |_| Ok(0),
    ),
    (
        "unknown letters",
        |n| {
            let row: String = (0..1_000).filter_map(|i| char::from_u32(0x4e00 + i)).collect();
            rows(&format!("{row}\n").repeat(n / 100), "")
        },
        |_| Err("the legend has no letter"),
    ),
    (
        "rows of all lengths",
        |n| rows(&each(n / 10, |out, i| *out += &(".".repeat(i % 99 + 1) + "\n")), ""),
        |_| Err("row "),
    ),
];

fn main() {
    // `cargo bench` adds options of its own.
    let part = std::env::args().skip(1).find(|a| !a.starts_with('-')).unwrap_or_default();
    println!("{:32} {:>24} {:>24} {:>24}", "shape", "KB, ms", "KB, ms", "KB, ms");
    for (name, text, answer) in SHAPES.iter().filter(|(name, ..)| name.contains(&part)) {
        let mut measured = Vec::new();
        for n in [ENTRIES, 4 * ENTRIES, 16 * ENTRIES] {
            let text = text(n);
            let began = Instant::now();
            let found = format::parse("maps/test.toml", text.as_bytes());
            measured.push((text.len() as f64 / 1e3, began.elapsed().as_secs_f64() * 1e3));
            match (found, answer(n)) {
                (Ok(loaded), Ok(boxes)) => assert_eq!(loaded.world.volumes.len(), boxes, "{name}"),
                (Err(found), Err(message)) => assert!(found[0].message.contains(message), "{name}: {}", found[0]),
                (found, expected) => {
                    panic!("{name}, {n}: {expected:?} was expected, not {:?}", found.map(|l| l.warnings))
                }
            }
        }
        let [_, (kb, ms), (more_kb, more_ms)] = measured[..] else { continue };
        let faster = more_ms > 50.0 && more_ms / ms.max(1.0) > SLACK * (more_kb / kb);
        let cells: String = measured.iter().map(|(kb, ms)| format!(" {kb:12.0} {ms:11.1}")).collect();
        println!("{name:32}{cells}{}", if faster { "  grows faster than the size" } else { "" });
    }
}
