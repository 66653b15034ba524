//! `npc`: bringing creatures into the world, and leaving it.

use crate::agent::Outgoing;
use crate::lua::api::declare::Function;
use crate::lua::api::declare::Type::{Number, Word};
use crate::lua::api::domain::Domain;
use crate::lua::api::functions::functions;
use crate::lua::api::native::{Args, NativeCall, NativeError, REFUSED_COST, Returned};

/// Counts for a creature that is to begin: the world looks for a free place.
const SPAWN_COST: u64 = 200;

pub(super) const FUNCTIONS: &[Function] = functions! { "npc":
    Acts spawn(behaviour: Word(Domain::Behaviour), x: Number, y: Number), run spawn, cost SPAWN_COST,
        "a creature begins within 2 metres of a point after this step, where its body fits, beside others if it can; nothing \
         happens where it does not fit, and while scripts have as many creatures in the world as they may";
    Acts despawn(), run
        |call, _| {
            call.out.outgoing.push((call.me(), Outgoing::Despawn));
            Ok(Returned::Nil)
        },
        "this creature leaves the world after this step, without died; its [[spawn]] counts that as a death";
};

fn spawn(call: &mut NativeCall, args: Args) -> Result<Returned, NativeError> {
    let at = args.point(1);
    let known = args.name(0).filter(|b| call.view.catalogue.find(*b).is_some_and(|s| !s.file.is_empty()));
    let behaviour = known.ok_or(NativeError::NoBehaviour)?;
    call.turn.spawns += 1;
    let most = call.params.spawns_per_turn;
    if call.turn.spawns > most {
        call.charge(REFUSED_COST)?;
        return Err(NativeError::TooManySpawned(most));
    }
    call.out.outgoing.push((call.me(), Outgoing::Spawn { behaviour, at }));
    Ok(Returned::Nil)
}
