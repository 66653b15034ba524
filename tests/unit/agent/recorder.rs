//! The rings of the recorder, and which events it counts as one.

use bestiary::testing::agent::{Brief, Handler, Recorder, Share, Symbol, Symbols, What, Word};

fn recorder(events: usize) -> Recorder {
    let mut r = Recorder::new(events, 64);
    r.begin(0, 0);
    r
}

fn lines(r: &Recorder) -> Vec<String> {
    r.describe(0, &Symbols::default()).iter().map(|t| format!("{} {} {}", t.step, t.what, t.why)).collect()
}

fn rise(key: Word, old: f64, new: f64) -> What {
    What::Memory { key, old: Brief::number(old), new: Brief::number(new) }
}

#[test]
fn the_oldest_events_go_when_a_ring_is_full() {
    let mut r = recorder(4);
    for step in 1..=6 {
        let said = r.word(&format!("line {step}"));
        r.record(0, step, What::Said(said));
    }
    assert_eq!(lines(&r), ["3 “line 3” ", "4 “line 4” ", "5 “line 5” ", "6 “line 6” "]);
    r.begin(0, 9);
    assert_eq!(lines(&r), ["9 was born "], "a new life starts with an empty record");
}

#[test]
fn a_counter_in_memory_is_one_line_that_counts() {
    let mut r = recorder(8);
    let wait = r.word("wait");
    let prey = r.word("prey");
    for n in 0..5 {
        r.record(0, 6 * u64::from(n as u32), rise(wait, n.into(), f64::from(n + 1)));
        r.record(0, 6, What::Memory { key: prey, old: Brief::Nil, new: Brief::number(1_048_593.0) });
    }
    assert_eq!(lines(&r), ["0 was born ", "24 memory.wait 0 → 5 5 times", "6 memory.prey nil → 1048593 5 times"]);
}

#[test]
fn writes_that_end_where_they_began_are_one_line() {
    let mut r = recorder(8);
    let tag = r.word("tag");
    for (old, new) in [(1.0, 2.0), (2.0, 1.0)] {
        r.record(0, 3, rise(tag, old, new));
    }
    assert_eq!(lines(&r)[1..], ["3 memory.tag 1 again 2 times"]);
}

#[test]
fn an_event_between_two_equal_ones_keeps_them_apart() {
    let mut r = recorder(8);
    let wait = r.word("wait");
    let write = |n: f64| rise(wait, n, n + 1.0);
    let place = r.word("npc/a.lua:3\nreturn \"b\"");
    r.record(0, 1, write(0.0));
    let (from, to) = (Symbol(0), Symbol(1));
    r.record(0, 1, What::State { from, to, handler: Some(Handler::Tick), place });
    r.record(0, 2, write(1.0));
    assert_eq!(lines(&r)[1..], ["1 memory.wait 0 → 1 ", "1  →  npc/a.lua:3", "2 memory.wait 1 → 2 "]);
}

#[test]
fn many_events_are_recorded_by_several_threads_as_by_one() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
    for creatures in [1, 7, 64, 100] {
        let begun = || {
            let mut r = Recorder::new(8, 64);
            (0..creatures).for_each(|slot| r.begin(slot, 0));
            r
        };
        let (mut one, mut several) = (begun(), begun());
        let key = one.word("wait");
        assert_eq!(key, several.word("wait"));
        // Every creature has its events in turn, and equal ones are counted; the last two are of no creature.
        let event = |n: usize| match n % 3 {
            0 => rise(key, n as f64, n as f64 + 1.0),
            1 => What::Hurt(n as f32),
            _ => What::Shouted(key),
        };
        let events: Vec<(usize, What)> = (0..1_000).map(|n| (n * 31 % (creatures + 2), event(n / 5))).collect();
        events.iter().for_each(|(slot, what)| one.record(*slot, 7, *what));
        // One list for each machine.
        several.record_all(7, events.chunks(450), Some(&pool));
        for slot in 0..creatures {
            let of = |r: &Recorder| format!("{:?}", r.describe(slot, &Symbols::default()));
            assert_eq!(of(&several), of(&one), "creature {slot} of {creatures}");
        }
    }
}

#[test]
fn a_crowd_shares_the_pool_and_nothing_is_kept_when_switched_off() {
    const POOL: usize = 1024 * 1024;
    let mut r = Recorder::new(256, 1);
    r.begin(0, 0);
    assert_eq!(r.share_each(), Share { events: 256, bytes: POOL });
    r.begin(999, 0);
    assert_eq!(r.share_each(), Share { events: 256, bytes: POOL / 1_000 });
    let said: Vec<Word> = (0..300).map(|n| r.word(&n.to_string())).collect();
    for slot in 0..1_000 {
        for word in &said {
            r.record(slot, 1, What::Said(*word));
        }
    }
    let kept = r.events(500);
    // A step, a count, a kind, a word and its length: five bytes or six.
    assert!((POOL / 1_000 / 6 - 1..=POOL / 1_000 / 5).contains(&kept), "{kept} events");
    assert_eq!(r.describe(500, &Symbols::default()).len(), kept);
    let mut off = Recorder::new(0, 64);
    off.begin(0, 0);
    assert_eq!(off.describe(0, &Symbols::default()).len(), 0);
}
