//! `npc`: the board of its faction.

use super::talk::send;
use crate::agent::{BoardOwner, Outgoing};
use crate::lua::api::declare::Type::{Any, Word};
use crate::lua::api::declare::{Function, Type};
use crate::lua::api::domain::Domain;
use crate::lua::api::functions::functions;
use crate::lua::api::native::{Args, NativeCall, NativeError, REFUSED_COST, Returned};

const KEY: Type = Word(Domain::BoardKey);

pub(super) const FUNCTIONS: &[Function] = functions! { "npc":
    Pure board(key: KEY) -> [Any], run
        |call, mut args| Ok(call.view.boards.get(owner(call), &args.take_string(0)).cloned().into()), cost 10,
        "a copy of what is posted under a key for its faction, as it was when the step began; nil when nothing is";
    Acts post(key: KEY, value: Any), run post, cost 10,
        "posts plain data under a key for all of its faction to read from the next step on; nil removes it; of several \
         posts in a step that of the creature with the highest number stays";
};

fn owner(call: &NativeCall) -> BoardOwner {
    BoardOwner::Faction(call.view.agents.faction[call.me()])
}

fn post(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let (key, value) = (args.take_string(0), args.take_data(1));
    if let Err(full) = call.view.boards.fits(owner(call), &key, &value, call.params.board_limits()) {
        call.charge(REFUSED_COST)?;
        return Err(full.into());
    }
    send(call, Outgoing::Post { group: None, key, value: value.into() })
}
