//! Two runs of one world, compared.

use bestiary::testing::cli::determinism::{Plan, first_difference, memory_difference, start};
use bestiary::testing::diag::NoClock;
use bestiary::testing::runtime::DEFAULT_MAP;
use bestiary::{Command, Sim};
use bestiary::{Key, Value};

fn sim() -> Sim {
    let plan = Plan { maps: &[], mods: &[], behaviours: &[], seed: 3, ticks: 1 };
    start(&plan, DEFAULT_MAP, 1).unwrap_or_else(|f| panic!("{f:?}"))
}

#[test]
fn equal_worlds_do_not_differ() {
    let (mut a, mut b) = (sim(), sim());
    (0..20).for_each(|_| {
        a.step(&[], &NoClock);
        b.step(&[], &NoClock);
    });
    assert_eq!(first_difference(&mut a, &mut b), None);
}

#[test]
fn the_creature_that_differs_is_named_with_what_differs() {
    let (mut a, mut b) = (sim(), sim());
    let slot = 7;
    let id = a.agents().bodies.id(slot);
    a.step(&[], &NoClock);
    b.step(&[Command::Hurt { id, amount: 1.0, by: None }], &NoClock);
    let said = first_difference(&mut a, &mut b).expect("one was hurt");
    let name = a.catalogue().symbols.name(a.agents().behaviour[slot]).to_owned();
    assert!(said.starts_with(&format!("{name} {} differs: ", id.number())), "{said}");
    b.step(&[Command::Kill { id }], &NoClock);
    a.step(&[], &NoClock);
    let said = first_difference(&mut a, &mut b).expect("one is dead");
    assert!(said.contains("lives in the first run only"), "{said}");
}

#[test]
fn memories_are_compared_key_by_key() {
    let key = |t: &str| Key::String(t.into());
    let with = |n: f64| Value::Table(vec![(key("tactics"), Value::Table(vec![(key("x"), Value::Number(n))]))]);
    let said = memory_difference("memory", &with(1.0), &with(2.0));
    assert_eq!(said.as_deref(), Some("memory.tactics.x is 1 and 2"));
    assert_eq!(memory_difference("memory", &with(1.0), &with(1.0)), None);
    let more = Value::Table(vec![(key("prey"), Value::Number(4.0))]);
    let said = memory_difference("memory", &Value::Table(vec![]), &more);
    assert_eq!(said.as_deref(), Some("memory.prey is nil and 4"));
}
