//! `npc`: speaking.

use crate::agent::Outgoing;
use crate::lua::api::declare::Function;
use crate::lua::api::declare::Type::{Any, Id, Optional, String, Word};
use crate::lua::api::domain::Domain;
use crate::lua::api::functions::functions;
use crate::lua::api::measure::REACH;
use crate::lua::api::native::{NativeCall, NativeError, REFUSED_COST, Returned};
use crate::lua::api::natives::senses::expected;
use crate::lua::api::output::Noted;

/// Counts for each creature that is expected to hear a shout: it is put down for each, and each knows about where it came from.
const COUNTS_PER_HEARER: f32 = 16.0;
/// How far a shout carries at most, metres.
const MAX_SHOUT_M: f32 = 200.0;

pub(super) const FUNCTIONS: &[Function] = functions! { "npc":
    Acts say(line: String), run |call, mut args| send(call, Outgoing::Say { line: args.take_string(0) }),
        "show words beside the creature and in the log; other scripts do not receive them";
    Acts shout(what: Word(Domain::Shout), radius: REACH), run
        |call, mut args| {
            let radius_m = args.number(1).clamp(0.0, MAX_SHOUT_M);
            call.charge((expected(call.view, radius_m) * COUNTS_PER_HEARER) as u64)?;
            send(call, Outgoing::Shout { what: args.take_string(0), radius_m })
        },
        "every creature within radius metres gets heard(npc, what, from)";
    Acts send(to: Id, name: Word(Domain::Message), data: Optional(&Any)), run
        |call, mut args| {
            let Some(to) = args.id(0) else { return Ok(Returned::Nil) };
            send(call, Outgoing::Message { to, name: args.take_string(1), data: args.take_data(2) })
        },
        "one creature gets message(npc, from, name, data); data is copied and must be plain";
};

/// Counts something that is sent.
///
/// # Errors
/// When the creature has sent too much in this turn.
pub(super) fn may_send(call: &mut NativeCall) -> Result<(), NativeError> {
    call.turn.sends += 1;
    let most = call.params.sends_per_turn;
    if call.turn.sends > most {
        call.charge(REFUSED_COST)?;
        return Err(NativeError::TooManyMessages(most));
    }
    Ok(())
}

pub(super) fn send(call: &mut NativeCall, message: Outgoing) -> Result<Returned, NativeError> {
    may_send(call)?;
    let (me, n) = (call.me(), call.out.outgoing.len());
    call.out.outgoing.push((me, message));
    call.out.note(me, Noted::Outgoing(n));
    Ok(Returned::Nil)
}
