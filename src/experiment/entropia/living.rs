//! The parts of the page `entropia.md` that the source gives no figure for: weights, reused maps, feelers, ticks.

use super::life::Life;
use super::weights::{WEIGHTS, Weighted, means};
use super::{Class, Table, percent, say, short, theirs};
use crate::sim::share;

/// Lengths and effort by weight.
pub(super) fn weights(classes: &[Class], weighted: &[Weighted]) -> String {
    let mut table = Table::new(1, "windows|weight|searches|expanded|longer than the shortest|µs a search".split('|'));
    for (class, all) in classes.iter().zip(weighted) {
        let nodes = format!("{} nodes", short(class.nodes()));
        for (weight, tally) in WEIGHTS.iter().zip(all) {
            let [expanded, excess, us] = means(tally);
            table.line(&[&nodes, weight, &tally.queries()], [short(expanded), percent(excess), short(us)]);
        }
    }
    say("weights", &[&table.markdown()])
}

/// What the lives in both worlds show, with paths and with feelers alone.
pub(super) fn lives(lives: &[Life], feelers: &[Life]) -> String {
    let mut reuse = Table::new(1, "world|goals|searches|theirs|ours".split('|'));
    let mut ticks = Table::of_both("µs");
    let mut steered = Table::new(
        1,
        "world|arrivals with paths|with feelers alone|ratio|metres with paths|with feelers alone".split('|'),
    );
    for (life, alone) in lives.iter().zip(feelers) {
        let kinds = [("moving targets", &life.counts.moving), ("fixed goals", &life.counts.fixed)];
        for ((goals, of), [from, to]) in kinds.into_iter().zip(theirs::REUSED) {
            let range = format!("{:.0} to {:.0} %", 100.0 * from, 100.0 * to);
            let ours = share(of.reused, of.searches).map_or_else(|| "no search".to_owned(), percent);
            reuse.line(&[&life.world, &goals, &of.searches, &range], [ours]);
        }
        let whole = life.times.abstraction_ns + life.times.search_ns;
        let mean = whole as f64 / life.calls.max(1) as f64 / 1e3;
        ticks.beside(format!("mean of a call, {}", life.world), theirs::TICK_US[0], mean);
        ticks.beside(
            format!("all searches of the worst step, {}", life.world),
            theirs::TICK_US[1],
            life.worst_ns as f64 / 1e3,
        );
        let metres = [life.arrived_m, alone.arrived_m].map(|m| format!("{m:.0}"));
        let ratio = share(alone.arrivals, life.arrivals).map_or_else(String::new, short);
        let [paths_m, feelers_m] = metres;
        steered.line(&[&life.world, &life.arrivals, &alone.arrivals], [ratio, paths_m, feelers_m]);
    }
    say("reuse", &[&reuse.markdown()]) + &say("feelers", &[&steered.markdown()]) + &say("ticks", &[&ticks.markdown()])
}
