//! The cost of calls, by function.

use bestiary::AgentId;
use bestiary::Symbol;
use bestiary::testing::agent::Handler;
use bestiary::testing::lua::{Cost, Profile};

const WOLF: Symbol = Symbol(1);
const REST: Option<Symbol> = Some(Symbol(2));

fn only(profile: &mut Profile, step: u64) -> Cost {
    let mut found = Vec::new();
    profile.each(step, |_, _, name, cost| found.push((name, cost)));
    let [("tick", cost)] = found[..] else { panic!("{found:?}") };
    cost
}

#[test]
fn calls_are_counted_the_worst_is_known_and_the_past_fades() {
    let mut profile = Profile::default();
    let tick = (WOLF, REST, Handler::Tick);
    let by = |n| AgentId::new(n, 0);
    for (step, counts) in [(1, 10), (2, 300), (41, 20), (79, 300)] {
        profile.count(tick, counts, by(step as usize), step);
    }
    let cost = only(&mut profile, 79);
    assert_eq!((cost.calls, cost.counts, cost.recent), (4, 630, 630));
    assert_eq!((cost.worst, cost.worst_by, cost.worst_step), (300, Some(by(2)), 2), "the first of two alike");
    assert_eq!(only(&mut profile, 80).recent, 320, "calls before step 40 no longer count");
    assert_eq!(only(&mut profile, 200).recent, 0);
    profile.forget(WOLF);
    profile.each(200, |_, _, name, _| panic!("{name} was forgotten"));
}

#[test]
fn what_the_host_does_because_of_a_call_is_part_of_that_call() {
    let mut profile = Profile::default();
    let tick = (WOLF, REST, Handler::Tick);
    profile.count(tick, 100, AgentId::new(1, 0), 1);
    profile.count(tick, 90, AgentId::new(2, 0), 2);

    profile.add(tick, 30, 2);

    let cost = only(&mut profile, 2);
    assert_eq!((cost.calls, cost.counts), (2, 220));
    assert_eq!((cost.worst, cost.worst_by, cost.worst_step), (120, Some(AgentId::new(2, 0)), 2));
}

#[test]
fn machines_add_up_in_any_order() {
    let cost = |worst, slot, step| Cost {
        calls: 1,
        counts: worst,
        recent: 0,
        worst,
        worst_by: Some(AgentId::new(slot, 0)),
        worst_step: step,
    };
    let all = [cost(5, 1, 9), cost(7, 2, 8), cost(7, 3, 4), cost(7, 4, 4)];
    let sum = |order: [usize; 4]| {
        order.iter().fold(Cost::default(), |mut sum, i| {
            sum.add(&all[*i]);
            sum
        })
    };
    let once = sum([0, 1, 2, 3]);
    assert_eq!((once.calls, once.counts, once.worst_by), (4, 26, Some(AgentId::new(3, 0))));
    assert_eq!(once, sum([3, 2, 1, 0]));
}
