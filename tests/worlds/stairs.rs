//! Traffic on stairs: bodies in both directions pass beside each other or take turns, keep their distance, and all arrive.

use bestiary::testing::diag::NoClock;
use bestiary::testing::lua::ModSet;
use bestiary::testing::world::format;
use bestiary::{Config, Setup, Sim, Start};
use proptest::prelude::*;
use std::fmt::Write;
use std::sync::Arc;

/// A walker that goes to the place that its map names, and stays there.
const WALKER: &str = "local tactics = require \"lib.tactics\"\n\
    return behaviour { name = \"walker\", start = \"go\",\n\
    body = { radius = RADIUS, speed = SPEED, headway_s = HEADWAY },\n\
    settings = { x = { default = 0, min = 0, max = 99 }, y = { default = 0, min = 0, max = 99 }, on = { default = \"low\" } },\n\
    states = { go = { tick = function(npc)\n\
    local s = npc.settings\n\
    if tactics.go(npc, s.x, s.y, 1, s.on) == \"arrived\" then npc:despawn() end end } } }";

/// One kind of walker: its radius, its speed and its headway.
#[derive(Clone, Copy, Debug)]
struct Kind {
    radius: f32,
    speed: f32,
    headway: f32,
}

/// Stairs between two storeys of 40 m by 16 m, as wide as so many metres and as long, and the walkers of each direction and kind.
#[derive(Clone, Debug)]
struct Traffic {
    width: f32,
    metres: f32,
    stairs: usize,
    kinds: [Kind; 2],
    /// By storey and kind.
    walkers: [[usize; 2]; 2],
    seed: u64,
}

impl Traffic {
    fn map(&self) -> String {
        let mut text = String::from(
            "format = 1\nname = \"m\"\nplanner = \"static\"\n[ground]\nsize = [40, 16]\nstorey = \"low\"\n\
             [[storey]]\nname = \"high\"\n[storey.ground]\nsize = [40, 16]\n",
        );
        for (behaviour, count) in self.walkers[1].iter().enumerate() {
            spawn(&mut text, "storey.spawn", behaviour, *count, ([30, 2, 39, 14], "x = 3, y = 8, on = \"low\""));
        }
        for (behaviour, count) in self.walkers[0].iter().enumerate() {
            spawn(&mut text, "spawn", behaviour, *count, ([1, 2, 10, 14], "x = 37, y = 8, on = \"high\""));
        }
        for i in 0..self.stairs {
            let (low, high) = (2.0 + 6.0 * i as f32, 2.0 + 6.0 * i as f32 + self.width);
            let metres = self.metres;
            let _ = write!(
                text,
                "[[portal]]\nkind = \"stairs\"\nmetres = {metres}\n\
                 from = {{ storey = \"low\", area = [16, {low}, 17, {high}] }}\n\
                 to = {{ storey = \"high\", area = [23, {low}, 24, {high}] }}\n"
            );
        }
        text
    }

    fn sim(&self, threads: usize) -> Sim {
        let world = format::parse("m.toml", self.map().as_bytes()).expect("loads").world;
        let mut config = Config::default();
        config.sim.threads = threads;
        let start = Start { map: "tower".into(), seed: self.seed, config, ..Start::default() };
        let setup = start.load().expect("loads").0;
        let sources = self.kinds.map(|kind| {
            let source = WALKER.replace("RADIUS", &kind.radius.to_string());
            source.replace("SPEED", &kind.speed.to_string()).replace("HEADWAY", &kind.headway.to_string())
        });
        let mods = ModSet::from_files([
            ("npc/walker.lua", sources[0].as_str()),
            ("npc/other.lua", &sources[1].replace("\"walker\"", "\"other\"")),
            ("lib/tactics.lua", include_str!("../../scripts/lib/tactics.lua")),
            ("lib/roaming.lua", include_str!("../../scripts/lib/roaming.lua")),
        ]);
        Sim::new(Setup { world: Arc::new(world), mods, ..setup }).expect("starts")
    }
}

fn spawn(text: &mut String, table: &str, behaviour: usize, count: usize, (area, settings): ([u32; 4], &str)) {
    if count > 0 {
        let name = ["walker", "other"][behaviour];
        let _ = write!(
            text,
            "[[{table}]]\nbehaviour = \"{name}\"\narea = {area:?}\ncount = {count}\nsettings = {{ {settings} }}\n"
        );
    }
}

/// The two bodies that are in one place of one portal, if there are such.
fn touching(sim: &Sim) -> Option<(usize, usize)> {
    let (transits, bodies) = (&sim.agents().transits, &sim.agents().bodies);
    let all: Vec<_> = transits.iter().collect();
    for (i, (one, a)) in all.iter().enumerate() {
        for (other, b) in all[i + 1..].iter().filter(|(_, b)| a.at.portal == b.at.portal) {
            // 2 mm for rounding.
            let size = bodies.radius[*one] + bodies.radius[*other] - 2e-3;
            let b_along = if a.at == b.at { b.along_m() } else { b.length_m - b.along_m() };
            if (a.across_m - b.across_m).abs() < size && (a.along_m() - b_along).abs() < size {
                return Some((*one, *other));
            }
        }
    }
    None
}

fn step(sim: &mut Sim) {
    sim.step(&[], &NoClock);
}

/// Runs until all are at their place, for so many steps at most: how many are not.
fn run(sim: &mut Sim, steps: usize) -> usize {
    for _ in 0..steps {
        step(sim);
        if let Some((one, other)) = touching(sim) {
            panic!("{one} and {other}: {:?}", sim.agents().transits);
        }
        if sim.agents().bodies.living().next().is_none() {
            break;
        }
    }
    sim.agents().bodies.living().count()
}

fn kinds() -> impl Strategy<Value = Kind> {
    (0.2_f32..0.55, 1.0_f32..5.0, prop_oneof![Just(0.0_f32), Just(0.5)]).prop_map(|(radius, speed, headway)| Kind {
        radius,
        speed,
        headway,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]
    #[test]
    fn whatever_the_traffic_all_arrive_and_none_touches_another_on_the_stairs(
        (width, metres, stairs) in (1.0_f32..4.0, 1.0_f32..12.0, 1_usize..3),
        kinds in [kinds(), kinds()],
        walkers in [[0_usize..12, 0_usize..6], [0_usize..12, 0_usize..6]],
        seed in 0_u64..100,
    ) {
        let traffic = Traffic { width, metres, stairs, kinds, walkers, seed };
        let mut sim = traffic.sim(1);
        let all = traffic.walkers.iter().flatten().sum::<usize>();
        prop_assert_eq!(sim.agents().bodies.living().count(), all);
        // One after the other, all of them would take less than this.
        let slowest = kinds.iter().map(|k| metres / (k.speed * 0.5) + 60.0 / k.speed).fold(0.0, f32::max);
        let left = run(&mut sim, ((slowest * (all + 2) as f32) / 0.05) as usize);
        prop_assert_eq!(left, 0, "{:?}", sim.agents().transits);
    }
}

const PORTER: Kind = Kind { radius: 0.4, speed: 2.0, headway: 0.0 };

/// Stairs of so much width and 8 m, and walkers from both sides.
fn both_directions(width: f32, walkers: [usize; 2]) -> Traffic {
    let walkers = walkers.map(|count| [count, 0]);
    Traffic { width, metres: 8.0, stairs: 1, kinds: [PORTER, PORTER], walkers, seed: 7 }
}

/// The ends at which those that are on the stairs entered, each once.
fn directions(sim: &Sim) -> Vec<u8> {
    let mut ends: Vec<u8> = sim.agents().transits.iter().map(|(_, t)| t.at.end).collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// How often the direction on the stairs changed until all had arrived, and whether they were ever walked in both at once.
fn changes(mut sim: Sim) -> (usize, bool) {
    let (mut last, mut changes, mut both) = (None, 0, false);
    for _ in 0..8_000 {
        step(&mut sim);
        assert_eq!(touching(&sim), None);
        let now = directions(&sim);
        both |= now.len() == 2;
        if let [end] = now[..] {
            changes += usize::from(last.is_some_and(|last| last != end));
            last = Some(end);
        }
    }
    assert_eq!(sim.agents().bodies.living().count(), 0, "all arrived");
    (changes, both)
}

#[test]
fn stairs_of_one_width_take_turns_and_wider_ones_are_walked_in_both_directions_at_once() {
    let (turns, both) = changes(both_directions(1.0, [10, 10]).sim(1));
    // Neither one at a time, nor all of one side first.
    assert!(!both && (1..15).contains(&turns), "{turns}");
    let (_, both) = changes(both_directions(2.0, [10, 10]).sim(1));
    assert!(both);
}

/// One body comes down where a stream of others goes up: it waits no longer than a turn and one passage.
#[test]
fn one_body_against_a_stream_does_not_wait_for_its_end() {
    let mut sim = both_directions(1.0, [40, 1]).sim(1);
    let up = |sim: &Sim| sim.agents().bodies.storey.iter().filter(|storey| storey.0 == 1).count();
    let down = sim.agents().bodies.living().find(|slot| sim.agents().bodies.storey[*slot].0 == 1).expect("one");
    let arrived = (0..8_000).find(|_| {
        step(&mut sim);
        sim.agents().bodies.storey[down].0 == 0
    });
    assert!(arrived.is_some());
    assert!(up(&sim) < 30, "most of the stream is yet to come: {}", up(&sim));
    assert_eq!(run(&mut sim, 8_000), 0);
}

#[test]
fn a_stair_holds_as_many_abreast_as_its_width_does() {
    for (width, abreast) in [(1.0, 1), (1.6, 2), (2.0, 2), (2.5, 3)] {
        let mut sim = both_directions(width, [24, 0]).sim(1);
        let mut most = 0;
        for _ in 0..2_000 {
            step(&mut sim);
            // Bodies that begin within one body of each other are abreast.
            let along: Vec<f32> = sim.agents().transits.iter().map(|(_, t)| t.along_m()).collect();
            let near = |at: &f32| along.iter().filter(|other| **other >= *at && **other < at + 0.8).count();
            most = most.max(along.iter().map(near).max().unwrap_or(0));
        }
        assert_eq!(most, abreast, "{width} m");
        assert_eq!(sim.agents().bodies.living().count(), 0);
    }
}

#[test]
fn traffic_on_stairs_is_alike_on_any_number_of_threads() {
    let run = |threads| {
        let kinds = [PORTER, Kind { radius: 0.25, speed: 3.0, headway: 0.5 }];
        let traffic = Traffic { stairs: 2, kinds, walkers: [[8, 8], [8, 8]], ..both_directions(1.8, [0, 0]) };
        let mut sim = traffic.sim(threads);
        let mut hashes = Vec::new();
        for i in 1..=600 {
            step(&mut sim);
            if i % 60 == 0 {
                hashes.push((sim.hash(), sim.agents().transits.iter().count()));
            }
        }
        hashes
    };
    let one = run(1);
    assert!(one.iter().any(|(_, passing)| *passing > 1), "{one:?}");
    assert_eq!(one, run(2));
    assert_eq!(one, run(8));
}
