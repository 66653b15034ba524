//! How events are packed: each in the bytes that it needs, and none loses anything.

use bestiary::testing::agent::{Brief, Handler, LONGEST_PACKED, Record, Recorder, Seeing, Symbol, Symbols, What, Word};
use bestiary::testing::nav::{Code, Reason};
use bestiary::{AgentId, testing::geom::Vec2};

fn words() -> [Word; 2] {
    let mut r = Recorder::new(1, 1);
    let first = r.word("prey");
    (0..40_000).for_each(|n| _ = r.word(&n.to_string()));
    [first, r.word("last")]
}

/// Values of memory of every kind, small and large.
fn values([few, many]: [Word; 2]) -> Vec<Brief> {
    let numbers = [i32::MIN, -1, 0, i32::MAX].map(Brief::Whole).into_iter().chain([f32::MIN, 0.25].map(Brief::Number));
    let others =
        [Brief::Nil, Brief::Bool(false), Brief::Bool(true), Brief::String(few), Brief::String(many), Brief::Table];
    others.into_iter().chain(numbers).collect()
}

/// Events of every kind, with the smallest and the largest that they hold.
fn events() -> Vec<What> {
    let words = words();
    let mut all = vec![What::Born, What::Died];
    for word in words {
        all.extend([What::Said(word), What::Changed(word), What::Shouted(word), What::Manual(word)]);
        for yes in [false, true] {
            all.push(What::Door { name: word, open: yes });
            all.push(What::Group { name: word, joins: yes });
            all.push(What::Fault { place: word, overrun: yes });
        }
        all.extend(values(words).into_iter().map(|value| What::Posted { key: word, value }));
        for handler in [None, Some(Handler::Enter), Some(Handler::OnStuck)] {
            all.push(What::State { from: Symbol(0), to: Symbol(u16::MAX), handler, place: word });
        }
        for old in values(words) {
            all.extend(values(words).into_iter().map(|new| What::Memory { key: word, old, new }));
        }
    }
    for (nodes, waypoints) in [(0, 0), (u32::MAX, u16::MAX)] {
        for code in Code::ALL {
            let reasons = Reason::ALL.map(Some).into_iter().chain([None]);
            all.extend(reasons.map(|reason| What::Path { code, nodes, waypoints, reason }));
        }
    }
    for n in [0.0, -1.5, f32::MAX] {
        all.extend([What::Goal(Vec2::new(n, -n)), What::Hurt(n)]);
    }
    for (slot, generation) in [(0, 0), (1 << 19, u32::MAX)] {
        let (id, behaviour, word) = (AgentId::new(slot, generation), Symbol(slot as u16), words[1]);
        all.extend([What::Chase { behaviour, id }, What::Killed { behaviour, id }, What::Sent { name: word, to: id }]);
        all.push(What::HurtBy { behaviour, id, amount: f32::MAX });
        all.push(What::Heard { what: word, behaviour, from: id });
        all.push(What::Message { name: word, behaviour, from: id });
        let seeing = [Seeing::Saw, Seeing::Lost, Seeing::Found, Seeing::ToLastSeen, Seeing::Searches, Seeing::GaveUp];
        all.extend(seeing.map(|seeing| What::Sight { seeing, behaviour, id }));
    }
    all
}

#[test]
fn every_event_is_kept_as_it_was_in_less_than_the_most_bytes() {
    for what in events() {
        for (step, times) in [(0, 1), (u32::MAX, u16::MAX)] {
            let record = Record { step, times, what };
            let mut bytes = [0; 64];
            let packed = postcard::to_slice(&record, &mut bytes).expect("it is packed");
            assert!(packed.len() < LONGEST_PACKED, "{record:?}: {} bytes", packed.len());
            assert_eq!(postcard::from_bytes::<Record>(packed), Ok(record));
        }
    }
}

#[test]
fn events_of_all_lengths_come_and_go_in_their_order() {
    let all: Vec<What> = events().into_iter().filter(|what| *what != What::Born).collect();
    for most in [1, 2, 7, 64] {
        let (mut r, mut kept) = (Recorder::new(most, 1), Recorder::new(all.len(), 64));
        r.begin(0, 0);
        kept.begin(0, 0);
        for (step, what) in (1..).zip(&all) {
            // An event between two keeps them apart, so that each is one of its own.
            for what in [*what, What::Born] {
                r.record(0, step, what);
                kept.record(0, step, what);
            }
        }
        let of = |r: &Recorder| r.describe(0, &Symbols::default());
        let (last, whole) = (of(&r), of(&kept));
        assert_eq!(last[..], whole[whole.len() - most..], "the last {most} of {}", whole.len());
    }
}
