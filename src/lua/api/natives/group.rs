//! Groups: joining, members, and the board that they share.

use super::talk::send;
use crate::agent::{BoardOwner, Group, Outgoing};
use crate::lua::api::declare::Type::{Any, Boolean, Id, List, Number, Optional, Shape, Word};
use crate::lua::api::declare::{Function, ShapeName, Type};
use crate::lua::api::domain::Domain;
use crate::lua::api::functions::functions;
use crate::lua::api::measure::COUNT;
use crate::lua::api::native::{Args, NativeCall, NativeError, REFUSED_COST, Returned};

const NPC: Type = Shape(ShapeName::Npc);
const NAME: Type = Word(Domain::Group);
const KEY: Type = Word(Domain::GroupKey);
/// Counts for finding a group, and what a creature is in it …
const FIND_COST: u64 = 8;
/// … and for each member that is listed.
const COUNTS_PER_MEMBER: u64 = 2;
/// So many of the messages that a creature sent in its turn are looked through for a count.
const SENT_PER_COUNT: u64 = 8;

pub(super) const FUNCTIONS: &[Function] = functions! { "group":
    Acts join(group: NAME, npc: NPC), run join, cost FIND_COST,
        "the creature is a member of the group of this name from the next step on, its last one; the group begins with its first \
         member; nothing happens when the creature is in it already";
    Acts leave(group: NAME, npc: NPC) -> [Boolean], run leave, cost FIND_COST,
        "the creature is no longer a member from the next step on; false when it was none. Those that die leave";
    Pure members(group: NAME, limit: Optional(&COUNT)) -> [List(&Id)], run members, cost FIND_COST,
        "its members as they were when the step began, in the order in which they joined, at most limit; empty when there is no such \
         group";
    Pure leader(group: NAME) -> [Optional(&Id)], run
        |call, mut args| Ok(found(call, &mut args).and_then(Group::leader).into()), cost FIND_COST,
        "the member that joined first, of those that live and have not left; nil when there is none";
    Pure size(group: NAME) -> [Number], run
        |call, mut args| Ok(Returned::Number(found(call, &mut args).map_or(0, Group::size) as f64)), cost FIND_COST,
        "how many members it has";
    Pure place(group: NAME, id: Id) -> [Optional(&Number), Number, Number, Number], run place, cost FIND_COST,
        "x, y, heading (radians) and speed (metres a second) of another member, seen or not: members know where their group is; \
         nil when either is no member, or is on another storey";
    Pure board(group: NAME, key: KEY) -> [Any], run board, cost FIND_COST,
        "a copy of what is posted under a key for its members, as it was when the step began; nil when nothing is; any creature \
         may read it";
    Acts post(group: NAME, key: KEY, value: Any), run post, cost FIND_COST,
        "posts plain data under a key for the group to read from the next step on; nil removes it; of several posts in a step that of \
         the creature with the highest number stays. Only members post; what was posted goes with the last member";
};

/// The group given as the first argument, if there is one.
fn found<'a>(call: &NativeCall<'a>, args: &mut Args) -> Option<&'a Group> {
    call.view.groups.get(&args.take_string(0))
}

/// Whether the creature is in a group after what it asked for in this turn.
fn is_member(call: &NativeCall, group: &str) -> Result<bool, NativeError> {
    let me = call.me();
    let own = || call.out.outgoing.iter().rev().take_while(|(slot, _)| *slot == me);
    call.charge(own().count() as u64 / SENT_PER_COUNT)?;
    let asked = own().find_map(|(_, sent)| match sent {
        Outgoing::Join { group: name } if name == group => Some(true),
        Outgoing::Leave { group: name } if name == group => Some(false),
        _ => None,
    });
    Ok(asked.unwrap_or_else(|| call.view.groups.contains(group, call.view.agents.bodies.id(me))))
}

fn join(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let group = args.take_string(0);
    if is_member(call, &group)? {
        return Ok(Returned::Nil);
    }
    let id = call.view.agents.bodies.id(call.me());
    if let Err(full) = call.view.groups.fits(&group, id, call.params.group_limits()) {
        call.charge(REFUSED_COST)?;
        return Err(full.into());
    }
    send(call, Outgoing::Join { group })
}

fn leave(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let group = args.take_string(0);
    let was = is_member(call, &group)?;
    if was {
        send(call, Outgoing::Leave { group })?;
    }
    Ok(was.into())
}

fn members(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let limit = args.wide(1).map_or(usize::MAX, |n| n.max(0.0) as usize);
    let Some(group) = found(call, &mut args) else { return Ok(Returned::Numbers(Vec::new())) };
    call.charge(COUNTS_PER_MEMBER * limit.min(group.size()) as u64)?;
    Ok(Returned::Numbers(group.members().take(limit).map(|id| id.number() as f64).collect()))
}

fn place(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let (name, id) = (args.take_string(0), args.id(1));
    let (groups, bodies) = (&call.view.groups, &call.view.agents.bodies);
    let both = |id| groups.contains(&name, id) && groups.contains(&name, bodies.id(call.me()));
    let slot = id.filter(|id| both(*id)).and_then(|id| call.slot(id));
    let there = slot.filter(|slot| bodies.storey[*slot] == bodies.storey[call.me()]);
    Ok(there.map_or(Returned::Nil, |slot| Returned::Moving {
        at: bodies.position[slot],
        heading: bodies.heading[slot],
        speed_m_s: bodies.velocity[slot].length(),
    }))
}

fn board(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let key = args.take_string(1);
    let owner = found(call, &mut args).map(|group| BoardOwner::Group(group.id()));
    Ok(owner.and_then(|owner| call.view.boards.get(owner, &key).cloned()).into())
}

fn post(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let (group, key, value) = (args.take_string(0), args.take_string(1), args.take_data(2));
    if !is_member(call, &group)? {
        call.charge(REFUSED_COST)?;
        return Err(NativeError::NoMember(group));
    }
    let owner = call.view.groups.get(&group).map(|group| BoardOwner::Group(group.id()));
    if let Some(Err(full)) =
        owner.map(|owner| call.view.boards.fits(owner, &key, &value, call.params.group_board_limits()))
    {
        call.charge(REFUSED_COST)?;
        return Err(full.into());
    }
    send(call, Outgoing::Post { group: Some(group), key, value: value.into() })
}
