//! `npc`: speaking; and `print`.

use crate::agent::Outgoing;
use crate::lua::api::declare::Type::{Any, Id, Number, String};
use crate::lua::api::declare::{Effect, Function, Signature, acts, may, need, signature};
use crate::lua::api::native::{NativeCall, NativeError, Returned};
use crate::lua::api::output::Noted;

/// Counts for a refusal: its message costs more than the call.
const REFUSED_COST: u64 = 100;
/// Counts for printing.
const PRINT_COST: u64 = 12;
/// How far a shout carries at most, metres.
const MAX_SHOUT_M: f32 = 200.0;

const VALUES: &[Signature] = &[Signature { params: &[], variadic: Some(Any), returns: &[] }];

const fn prints(name: &'static str, doc: &'static str) -> Function {
    Function::new("", name, VALUES, Effect::Acts, doc).charge(PRINT_COST)
}

pub(super) const FUNCTIONS: &[Function] = &[
    acts(
        "say",
        &[signature(&[need("line", String)], &[])],
        |call, mut args| send(call, Outgoing::Say { line: args.take_string(0) }),
        "show words beside the creature and in the log; other scripts do not receive them",
    ),
    acts(
        "shout",
        &[signature(&[need("what", String), need("radius", Number)], &[])],
        |call, mut args| {
            let radius_m = args.number(1).clamp(0.0, MAX_SHOUT_M);
            send(call, Outgoing::Shout { what: args.take_string(0), radius_m })
        },
        "every creature within radius metres gets heard(npc, what, from)",
    ),
    acts(
        "send",
        &[signature(&[need("to", Id), need("name", String), may("data", Any)], &[])],
        |call, mut args| {
            let Some(to) = args.id(0) else { return Ok(Returned::Nil) };
            send(call, Outgoing::Message { to, name: args.take_string(1), data: args.take_data(2) })
        },
        "one creature gets message(npc, from, name, data); data is copied and must be plain",
    ),
    prints("print", "write to the log with the creature's name; limited in rate"),
    prints("log", "the same as print"),
];

fn send(call: &mut NativeCall, message: Outgoing) -> Result<Returned, NativeError> {
    call.turn.sends += 1;
    let most = call.params.sends_per_turn;
    if call.turn.sends > most {
        call.charge(REFUSED_COST)?;
        return Err(NativeError::Misuse(format!("more than {most} messages in one turn")));
    }
    let (me, n) = (call.me(), call.out.outgoing.len());
    call.out.outgoing.push((me, message));
    call.out.note(me, Noted::Outgoing(n));
    Ok(Returned::Nil)
}
