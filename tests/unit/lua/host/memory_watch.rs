//! Which writes to a memory are noticed.

use bestiary::testing::lua::output::{Noted, ScriptOutput, Written};
use bestiary::testing::lua::{MOST_WATCHED, MemoryWatch, RawKey, RawValue};
use mlua::{Lua, Table, Value};

/// Shows a memory to the watch, entry by entry, as the check after a turn does.
fn show(memory: &Table, depth: usize, watch: &mut MemoryWatch) {
    for pair in memory.pairs::<Value, Value>() {
        let (key, value) = pair.expect("walks");
        let name = key.as_string().map(|s| s.as_bytes().to_vec());
        let key = match &name {
            Some(name) => RawKey::String(name),
            None => RawKey::Int(key.as_integer().expect("a whole number")),
        };
        let word = value.as_string().map(|s| s.as_bytes().to_vec());
        let raw = match &value {
            Value::Boolean(b) => RawValue::Bool(*b),
            Value::Integer(i) => RawValue::Number(*i as f64),
            Value::Number(n) => RawValue::Number(*n),
            Value::Table(_) => RawValue::Table,
            _ => RawValue::String(word.as_deref().expect("a string")),
        };
        watch.entry(depth, key, raw);
        if let Value::Table(inner) = &value {
            show(inner, depth + 1, watch);
        }
    }
}

/// `prey nil → 4` for every write that was noted.
fn written_lines(out: &ScriptOutput) -> Vec<String> {
    let shown = |w: &Written| match w {
        Written::Nil => "nil".to_owned(),
        Written::Bool(b) => b.to_string(),
        Written::Number(n) => n.to_string(),
        Written::String(stored) => out.stored(*stored).to_owned(),
        Written::Table => "{}".to_owned(),
    };
    let line = |what: &Noted| match what {
        Noted::Memory { key, old, new } => Some(format!("{} {} → {}", out.stored(*key), shown(old), shown(new))),
        _ => None,
    };
    out.notes.iter().filter_map(|n| line(&n.what)).collect()
}

/// Runs each piece of Lua on `memory`; returns the writes that were noticed after it.
fn noticed(steps: &[&str]) -> Vec<Vec<String>> {
    let lua = Lua::new();
    let memory = lua.create_table().expect("memory");
    lua.globals().set("memory", &memory).expect("sets");
    let mut watch = MemoryWatch::default();
    watch.adopt(3);
    let look = |watch: &mut MemoryWatch| {
        let mut out = ScriptOutput::default();
        watch.begin(3);
        show(&memory, 0, watch);
        watch.end(24, &mut out);
        let mut lines: Vec<String> = written_lines(&out);
        lines.sort();
        lines
    };
    steps
        .iter()
        .map(|step| {
            lua.load(*step).exec().expect("runs");
            look(&mut watch)
        })
        .collect()
}

#[test]
fn writes_are_noticed_with_what_was_there_before() {
    let lines = noticed(&[
        "memory.prey = 4 memory.word = 'go'",
        "",
        "memory.prey = 17 memory.word = 'stay' memory.calm = true",
        "memory.prey = nil",
        "memory.home = { x = 1, y = 2 }",
        "memory.home.x = 5",
        "memory.home.list = { 1, 2 }",
        "memory.home.list[2] = 3",
        "memory.home.list[2] = 3",
        "memory.home = nil memory[7] = 'seven'",
    ]);
    assert_eq!(
        lines,
        [
            vec!["prey nil → 4", "word nil → go"],
            vec![],
            vec!["calm nil → true", "prey 4 → 17", "word go → stay"],
            vec!["prey 17 → nil"],
            vec!["home nil → {}"],
            vec!["home.x 1 → 5"],
            vec!["home.list nil → {}"],
            vec!["home.list {} → {}"],
            vec![],
            vec!["[7] nil → seven", "home {} → nil"],
        ]
    );
}

#[test]
fn a_huge_memory_is_watched_in_part_only() {
    let lua = Lua::new();
    let memory = lua.create_table().expect("memory");
    for i in 0..500 {
        memory.raw_set(i, i).expect("sets");
    }
    let mut watch = MemoryWatch::default();
    watch.adopt(0);
    watch.begin(0);
    show(&memory, 0, &mut watch);
    let mut out = ScriptOutput::default();
    watch.end(0, &mut out);
    assert_eq!(written_lines(&out).len(), MOST_WATCHED);
}

/// The watches of two creatures, one of which is shown memories of so many shapes that what is known of shapes is forgotten.
#[test]
fn memories_of_any_shapes_are_watched_one_by_one() {
    let lua = Lua::new();
    let [one, other] = [(); 2].map(|()| lua.create_table().expect("memory"));
    let mut watch = MemoryWatch::default();
    let look = |watch: &mut MemoryWatch, local: usize, memory: &Table| {
        let mut out = ScriptOutput::default();
        watch.begin(local);
        show(memory, 0, watch);
        watch.end(local, &mut out);
        written_lines(&out)
    };
    watch.adopt(0);
    watch.adopt(1);
    for turn in 0..200 {
        // A shape that both have had, with other values.
        one.raw_set("turn", turn).expect("sets");
        other.raw_set("turn", -turn).expect("sets");
        let before = |sign: i32| if turn == 0 { "nil".to_owned() } else { (sign * (turn - 1)).to_string() };
        assert_eq!(look(&mut watch, 0, &one), [format!("turn {} → {turn}", before(1))]);
        assert_eq!(look(&mut watch, 1, &other), [format!("turn {} → {}", before(-1), -turn)]);
    }
    // A Gray code: each of these shapes is new, and has one entry more or less than the one before.
    let mut unreported = 0;
    for shape in 1..6_000_u32 {
        let (before, now) = ((shape - 1) ^ ((shape - 1) >> 1), shape ^ (shape >> 1));
        let bit = (before ^ now).trailing_zeros();
        one.raw_set(format!("key{bit}"), (now >> bit & 1 == 1).then_some(shape)).expect("sets");
        unreported += usize::from(look(&mut watch, 0, &one).len() != 1);
    }
    assert_eq!(unreported, 1, "shapes were too many once, and what was there then is forgotten");
    other.raw_set("turn", "said").expect("sets");
    look(&mut watch, 1, &other);
    other.raw_set("turn", "said again").expect("sets");
    assert_eq!(look(&mut watch, 1, &other), ["turn said → said again"]);
}
