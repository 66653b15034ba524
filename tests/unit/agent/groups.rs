//! Groups against lists of names and members that are written out.

use bestiary::AgentId;
use bestiary::testing::agent::{GroupLimits, Groups, GroupsFull, Membership};
use proptest::prelude::*;

const NAMES: [&str; 4] = ["pack", "herd", "watch", "band"];
const CREATURES: usize = 70;
const MOST: GroupLimits = GroupLimits { groups: 3, members: 64, per_creature: 2 };

#[derive(Clone, Debug)]
enum Change {
    Join(usize, usize),
    Leave(usize, usize),
    Die(usize),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let (name, creature) = (0..NAMES.len(), 0..CREATURES);
    let change = prop_oneof![
        8 => (name.clone(), creature.clone()).prop_map(|(name, creature)| Change::Join(name, creature)),
        3 => (name, creature.clone()).prop_map(|(name, creature)| Change::Leave(name, creature)),
        1 => creature.prop_map(Change::Die),
    ];
    prop::collection::vec(change, 0..400)
}

fn id(creature: usize) -> AgentId {
    AgentId::new(creature, creature as u32 % 3)
}

/// Joins where the limits allow it, written plainly.
fn join(all: &mut [Vec<AgentId>], name: usize, id: AgentId) -> Result<(), GroupsFull> {
    let (own, groups) = (all.iter().filter(|m| m.contains(&id)).count(), all.iter().filter(|m| !m.is_empty()).count());
    if all[name].contains(&id) {
        return Ok(());
    }
    if own >= MOST.per_creature {
        return Err(GroupsFull::PerCreature(MOST.per_creature));
    }
    if all[name].is_empty() && groups >= MOST.groups {
        return Err(GroupsFull::Groups(MOST.groups));
    }
    if all[name].len() >= MOST.members {
        return Err(GroupsFull::Members(MOST.members));
    }
    all[name].push(id);
    Ok(())
}

proptest! {
    #[test]
    fn groups_are_lists_in_the_order_of_joining(changes in changes()) {
        let (mut groups, mut plain) = (Groups::default(), vec![Vec::new(); NAMES.len()]);
        for change in changes {
            match change {
                Change::Join(name, creature) => {
                    let fits = groups.fits(NAMES[name], id(creature), MOST);
                    prop_assert_eq!(&fits, &join(&mut plain, name, id(creature)));
                    if fits.is_ok() {
                        groups.join(NAMES[name], id(creature));
                    }
                }
                Change::Leave(name, creature) => {
                    let before = plain[name].len();
                    plain[name].retain(|member| *member != id(creature));
                    let ended = groups.leave(NAMES[name], id(creature)).is_some();
                    prop_assert_eq!(ended, before > 0 && plain[name].is_empty());
                }
                Change::Die(creature) => {
                    let left = |all: &[Vec<AgentId>]| all.iter().filter(|m| !m.is_empty()).count();
                    let before = left(&plain);
                    plain.iter_mut().for_each(|members| members.retain(|member| *member != id(creature)));
                    prop_assert_eq!(groups.forget(id(creature)).len(), before - left(&plain));
                    prop_assert!(groups.of(id(creature)).is_empty());
                }
            }
            for (name, members) in NAMES.iter().zip(&plain) {
                let group = groups.get(name);
                prop_assert_eq!(&group.map_or_else(Vec::new, |g| g.members().collect()), members);
                prop_assert_eq!(group.and_then(|g| g.leader()), members.first().copied());
            }
        }
    }

    /// What a version on probation did to the groups of a creature is undone: it is in its old place among the others.
    #[test]
    fn restored_memberships_are_in_their_old_places(before in changes(), wild in changes()) {
        let mut groups = Groups::default();
        let make = |groups: &mut Groups, change: &Change, of: Option<usize>| match *change {
            Change::Join(name, creature)
                if of.is_none_or(|c| c == creature % 7)
                    && groups.fits(NAMES[name], id(creature % 7), MOST).is_ok() =>
            {
                groups.join(NAMES[name], id(creature % 7));
            }
            Change::Leave(name, creature) if of.is_none_or(|c| c == creature % 7) => {
                groups.leave(NAMES[name], id(creature % 7));
            }
            _ => {}
        };
        before.iter().for_each(|change| make(&mut groups, change, None));
        let members = |groups: &Groups| -> Vec<Vec<AgentId>> {
            NAMES.map(|n| groups.get(n).map_or_else(Vec::new, |g| g.members().collect())).into()
        };
        let (then, kept): (_, Vec<Membership>) = (members(&groups), groups.of(id(3)).to_vec());
        wild.iter().for_each(|change| make(&mut groups, change, Some(3)));
        groups.restore(id(3), &kept, MOST);
        prop_assert_eq!(members(&groups), then);
        prop_assert_eq!(groups.of(id(3)), kept);
    }
}
