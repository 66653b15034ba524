//! What a creature knows of others, beside what it saw by a plain account of all that it asked.

use super::view::view_of;
use bestiary::testing::agent::{Knowledge, MOST_KNOWN, SIGHT_STEPS, StepView};
use bestiary::{AgentId, Vec2};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

fn put(view: &mut StepView, slot: usize, at: (u16, u16)) {
    Arc::make_mut(&mut view.agents).bodies.position[slot] = place(at);
}

fn place((x, y): (u16, u16)) -> Vec2 {
    Vec2::new(f32::from(x % 1000) / 10.0, f32::from(y % 600) / 10.0)
}

/// A creature moves, time passes, a look at a creature, or a noise of it.
type Act = (u8, u8, (u16, u16));

proptest! {
    #[test]
    fn what_is_seen_is_true_or_a_moment_old(
        places in proptest::collection::vec((any::<u16>(), any::<u16>()), 13),
        acts in proptest::collection::vec(any::<Act>(), 1..120),
    ) {
        let mut view = view_of(&places);
        let (mut knowledge, target) = (Knowledge::default(), AgentId::new(1, 0));
        let targets = [Some(target), None];
        // When and where each was asked for while the line to it was open.
        let mut past: BTreeMap<usize, Vec<(u64, Vec2)>> = BTreeMap::new();
        let mut target_known = false;
        for (act, which, to) in acts {
            let slot = 1 + usize::from(which) % 12;
            let truth = view.agents.bodies.position[slot];
            match act % 4 {
                0 => put(&mut view, slot, to),
                1 => view.step += u64::from(which % 4),
                2 => {
                    if view.sees(0, slot).0 {
                        past.entry(slot).or_default().push((view.step, truth));
                    }
                    let (known, _) = knowledge.look(&view, 0, slot, &targets);
                    if let Some(known) = known {
                        let seen = past.get(&slot).is_some_and(|p| p.contains(&(known.step, known.body.position)));
                        prop_assert!(seen || known.by_ear, "it was not seen there then");
                        prop_assert!(!known.in_sight || known.step + SIGHT_STEPS >= view.step, "older than is said");
                        target_known |= slot == 1;
                    } else {
                        prop_assert!(past.get(&slot).is_none_or(|_| knowledge.len() == MOST_KNOWN), "it was forgotten");
                    }
                }
                _ => {
                    knowledge.notice(&view, 0, slot, &targets);
                    target_known |= slot == 1;
                }
            }
            prop_assert!(knowledge.len() <= MOST_KNOWN);
            prop_assert!(!target_known || knowledge.recall(&view, target).is_some(), "the target was forgotten");
        }
    }

    #[test]
    fn a_question_is_at_most_so_many_steps_older_than_the_truth(
        places in proptest::collection::vec((any::<u16>(), any::<u16>()), 2),
        moves in proptest::collection::vec((any::<u16>(), any::<u16>()), 1..30),
    ) {
        let mut view = view_of(&places);
        let mut knowledge = Knowledge::default();
        let mut open: Vec<bool> = Vec::new();
        for to in moves {
            put(&mut view, 1, to);
            open.push(view.sees(0, 1).0);
            let (seen, _) = knowledge.sees(&view, 0, 1, &[None, None]);
            let recent = &open[open.len().saturating_sub(SIGHT_STEPS as usize + 1)..];
            prop_assert!(recent.contains(&seen), "seen {seen}, the line was {recent:?}");
            view.step += 1;
        }
    }
}

#[test]
fn a_line_is_tested_again_after_five_steps_and_what_was_seen_last_stays() {
    let mut view = view_of(&[(100, 300), (200, 300)]);
    let mut knowledge = Knowledge::default();
    let id = AgentId::new(1, 0);
    assert!(knowledge.sees(&view, 0, 1, &[None, None]).0);
    put(&mut view, 1, (900, 310)); // beyond the wall
    view.step = SIGHT_STEPS;
    assert_eq!(knowledge.sees(&view, 0, 1, &[None, None]), (true, 0), "the last test still counts");
    view.step += 1;
    assert!(!knowledge.sees(&view, 0, 1, &[None, None]).0);
    let known = knowledge.recall(&view, id).expect("it was seen");
    assert_eq!((known.body.position, known.step, known.in_sight), (place((200, 300)), 0, false));
}

#[test]
fn the_size_that_is_known_is_the_one_that_was_seen() {
    let mut view = view_of(&[(100, 100), (200, 100)]);
    let mut knowledge = Knowledge::default();
    let id = AgentId::new(1, 0);
    let mut look = |view: &StepView| knowledge.look(view, 0, 1, &[None, None]).0.expect("it is in sight").body;
    let before = look(&view);
    // Its file is saved with another body.
    let agents = Arc::make_mut(&mut view.agents);
    (agents.bodies.radius[1], agents.bodies.speed[1]) = (0.9, 3.25);
    agents.note_build(1);
    assert_eq!(look(&view), before, "the last look still counts");
    view.step += SIGHT_STEPS + 1;
    assert_eq!(look(&view), view.agents.bodies.body(1));
    assert_ne!(look(&view), before);
    assert_eq!(knowledge.recall(&view, id).expect("it was seen").body.radius_m, 0.9);
}

#[test]
fn a_noise_says_nothing_of_health_and_state() {
    let mut view = view_of(&[(100, 300), (900, 310)]);
    let agents = Arc::make_mut(&mut view.agents);
    agents.health[1] = agents.max_health[1] / 2.0;
    let mut knowledge = Knowledge::default();
    knowledge.notice(&view, 0, 1, &[None, None]);
    let known = knowledge.recall(&view, AgentId::new(1, 0)).expect("it was heard");
    assert_eq!((known.by_ear, known.health), (true, view.agents.max_health[1]));
}

#[test]
fn with_omniscience_all_is_known_and_nothing_kept() {
    let mut view = view_of(&[(100, 300), (900, 310)]);
    view.omniscient = true;
    let mut knowledge = Knowledge::default();
    let (known, _) = knowledge.look(&view, 0, 1, &[None, None]);
    assert_eq!(known.map(|k| k.body.position), Some(place((900, 310))));
    assert!(!knowledge.sees(&view, 0, 1, &[None, None]).0, "lines of sight are what they are");
    assert!(knowledge.is_empty());
}

#[test]
fn a_field_of_view_ends_at_half_its_width_on_each_side() {
    let mut view = view_of(&[(200, 300), (300, 300)]);
    Arc::make_mut(&mut view.agents).view_rad[0] = 2.0;
    for (heading, seen) in [(0.0, true), (0.99, true), (1.01, false), (-0.99, true), (-1.01, false), (3.0, false)] {
        Arc::make_mut(&mut view.agents).bodies.heading[0] = heading;
        assert_eq!(view.sees(0, 1).0, seen, "heading {heading}");
    }
}
