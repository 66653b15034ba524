//! Groups: creatures that scripts bring together under a name, in the order in which they joined.

use crate::body::AgentId;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A group from its first member to its last; one that begins later under the same name is another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId(u64);

/// How many there may be.
#[derive(Clone, Copy, Debug)]
pub struct GroupLimits {
    /// Groups in the world.
    pub groups: usize,
    /// Members of one group.
    pub members: usize,
    /// Groups that one creature is in.
    pub per_creature: usize,
}

/// Why a creature cannot join a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GroupsFull {
    /// The world has so many groups.
    #[error("there are {0} groups already")]
    Groups(usize),
    /// The group has so many members.
    #[error("the group has {0} members already")]
    Members(usize),
    /// The creature is in so many groups.
    #[error("a creature is in {0} groups at most")]
    PerCreature(usize),
}

/// A creature's place in one group.
#[derive(Clone, Debug, PartialEq)]
pub struct Membership {
    /// The group's name.
    pub name: Arc<str>,
    /// The creature's turn among all that ever joined a group: members are in this order.
    turn: u64,
}

/// The members of one group. There is at least one.
#[derive(Clone, Debug)]
pub struct Group {
    id: GroupId,
    members: BTreeMap<u64, AgentId>,
}

impl Group {
    /// Which group of this name it is.
    pub fn id(&self) -> GroupId {
        self.id
    }

    /// Its members, in the order in which they joined.
    pub fn members(&self) -> impl ExactSizeIterator<Item = AgentId> {
        self.members.values().copied()
    }

    /// Of those that live and did not leave, the one that joined first.
    pub fn leader(&self) -> Option<AgentId> {
        self.members.first_key_value().map(|first| *first.1)
    }

    /// How many members it has.
    pub fn size(&self) -> usize {
        self.members.len()
    }
}

/// The groups of a world; those without members are not kept. Joining and leaving take time in proportion to the logarithm
/// of all memberships.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    named: BTreeMap<Arc<str>, Group>,
    /// The groups of each creature that is in any, by its number, in the order in which it joined them.
    of: BTreeMap<u64, Vec<Membership>>,
    /// How many groups ever began …
    begun: u64,
    /// … and how often a creature joined one.
    joined: u64,
}

impl Groups {
    /// The group of this name, if it has members.
    pub fn get(&self, name: &str) -> Option<&Group> {
        self.named.get(name)
    }

    /// The groups that a creature is in, in the order in which it joined them.
    pub fn of(&self, id: AgentId) -> &[Membership] {
        self.of.get(&id.number()).map_or(&[], Vec::as_slice)
    }

    /// Whether a creature is in the group of this name.
    pub fn contains(&self, name: &str, id: AgentId) -> bool {
        self.of(id).iter().any(|m| &*m.name == name)
    }

    /// The group of this name, if the creature is in it.
    pub fn joined_by(&self, name: &str, id: AgentId) -> Option<&Group> {
        self.get(name).filter(|_| self.contains(name, id))
    }

    /// Whether a creature can join. One that is in the group already can.
    ///
    /// # Errors
    /// What there is too much of.
    pub fn fits(&self, name: &str, id: AgentId, most: GroupLimits) -> Result<(), GroupsFull> {
        if self.contains(name, id) {
            return Ok(());
        }
        if self.of(id).len() >= most.per_creature {
            return Err(GroupsFull::PerCreature(most.per_creature));
        }
        match self.get(name).map(Group::size) {
            None if self.named.len() >= most.groups => Err(GroupsFull::Groups(most.groups)),
            Some(size) if size >= most.members => Err(GroupsFull::Members(most.members)),
            _ => Ok(()),
        }
    }

    /// A creature joins the group of this name, as its last member; the group begins if there is none.
    pub fn join(&mut self, name: &str, id: AgentId) {
        if !self.contains(name, id) {
            let name = self.named.get_key_value(name).map_or_else(|| name.into(), |(name, _)| Arc::clone(name));
            self.joined += 1;
            self.enter(id, Membership { name, turn: self.joined });
        }
    }

    fn enter(&mut self, id: AgentId, membership: Membership) {
        let begun = &mut self.begun;
        let group = self.named.entry(Arc::clone(&membership.name)).or_insert_with(|| {
            *begun += 1;
            Group { id: GroupId(*begun), members: BTreeMap::new() }
        });
        group.members.insert(membership.turn, id);
        let own = self.of.entry(id.number()).or_default();
        let at = own.partition_point(|m| m.turn < membership.turn);
        own.insert(at, membership);
    }

    /// A creature leaves the group of this name. Returns the group if that was its last member.
    pub fn leave(&mut self, name: &str, id: AgentId) -> Option<GroupId> {
        let membership = self.of(id).iter().find(|m| &*m.name == name)?.clone();
        self.quit(id, &membership)
    }

    fn quit(&mut self, id: AgentId, membership: &Membership) -> Option<GroupId> {
        if let Some(own) = self.of.get_mut(&id.number()) {
            own.retain(|m| m != membership);
            if own.is_empty() {
                self.of.remove(&id.number());
            }
        }
        let group = self.named.get_mut(&membership.name)?;
        group.members.remove(&membership.turn);
        if group.members.is_empty() { self.named.remove(&membership.name).map(|group| group.id) } else { None }
    }

    /// A creature has the memberships that it had earlier, and no others, each in its old place; groups that are full meanwhile
    /// are left out. Returns the groups that have no member then.
    pub fn restore(&mut self, id: AgentId, before: &[Membership], most: GroupLimits) -> Vec<GroupId> {
        let now = self.of(id).to_vec();
        let named = |all: &[Membership], name: &str| all.iter().any(|m| &*m.name == name);
        let (again, gone): (Vec<_>, Vec<_>) =
            now.iter().filter(|m| !before.contains(m)).partition(|m| named(before, &m.name));
        let ended = gone.into_iter().filter_map(|m| self.quit(id, m)).collect();
        // Those of groups that it is in at another place come last: until then it counts there twice.
        let (there, elsewhere): (Vec<_>, Vec<_>) =
            before.iter().filter(|m| !now.contains(m)).partition(|m| named(&now, &m.name));
        for membership in elsewhere.into_iter().chain(there) {
            if self.fits(&membership.name, id, most).is_ok() {
                self.enter(id, membership.clone());
            }
        }
        // Only now, so that no group ends and begins again.
        for membership in again {
            self.quit(id, membership);
        }
        ended
    }

    /// A creature leaves all its groups. Returns those of which it was the last member.
    pub fn forget(&mut self, id: AgentId) -> Vec<GroupId> {
        let own = self.of.remove(&id.number()).unwrap_or_default();
        own.iter().filter_map(|m| self.quit(id, m)).collect()
    }
}

/// For the world hash: a world that never had a group adds nothing.
impl Hash for Groups {
    fn hash<H: Hasher>(&self, h: &mut H) {
        if self.joined > 0 {
            (b"groups", self.begun, self.joined).hash(h);
        }
        for (name, group) in &self.named {
            (name, group.id).hash(h);
            group.members.iter().for_each(|(turn, id)| (turn, id.number()).hash(h));
        }
    }
}
