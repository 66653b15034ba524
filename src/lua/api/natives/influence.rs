//! Layers of influence.

use crate::agent::Outgoing;
use crate::diag::did_you_mean;
use crate::influence::LayerId;
use crate::lua::api::declare::Function;
use crate::lua::api::declare::Type::{Number, Optional, Word};
use crate::lua::api::domain::Domain;
use crate::lua::api::functions::functions;
use crate::lua::api::measure::REACH;
use crate::lua::api::native::{Args, NativeCall, NativeError, REFUSED_COST, Returned};
use crate::lua::api::natives::talk::may_send;

/// Cells of a layer that are looked at, or added to, for a count.
const CELLS_PER_COUNT: u64 = 4;
/// `influence.strongest` looks no farther than this, metres.
const FARTHEST_M: f32 = 200.0;

pub(super) const FUNCTIONS: &[Function] = functions! { "influence":
    Acts add(layer: Word(Domain::Layer), x: Number, y: Number, amount: Number), run add, cost 12,
        "adds to a layer of influence at a point, and less round it as far as the layer reaches, after the scripts of this \
         step; an amount below 0 takes away";
    Pure at(layer: Word(Domain::Layer), x: Number, y: Number) -> [Number], run at, cost 12,
        "how much of a layer of influence there is at a point; 0 where there is none";
    Pure strongest(layer: Word(Domain::Layer), x: Number, y: Number, within: REACH)
        -> [Optional(&Number), Number, Number], run strongest, cost 12,
        "x, y and amount of the place with most of a layer of influence within so many metres, 200 at most; nil where there is none";
};

/// The layer given as the first argument.
fn layer(call: &NativeCall, args: &mut Args) -> Result<LayerId, NativeError> {
    let name = args.take_string(0);
    let influence = &call.view.influence;
    if let Some(layer) = influence.find(&name) {
        return Ok(layer);
    }
    call.charge(REFUSED_COST)?;
    let hint = did_you_mean(&name, influence.layers().map(|(_, layer)| layer.spec.name.as_str()));
    let message = Domain::Layer.no_such(&name);
    Err(NativeError::NoLayer(hint.map_or(message.clone(), |hint| format!("{message}; {hint}"))))
}

fn add(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let layer = layer(call, &mut args)?;
    may_send(call)?;
    let cells = call.view.influence_of(call.me()).get(layer).map_or(0, |l| l.stamp_cells() as u64);
    call.charge(cells / CELLS_PER_COUNT)?;
    let (at, amount) = (args.point(1), args.number(3));
    call.out.outgoing.push((call.me(), Outgoing::Influence { layer, at, amount }));
    Ok(Returned::Nil)
}

fn at(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let layer = layer(call, &mut args)?;
    Ok(call.view.influence_of(call.me()).get(layer).map(|l| l.at(args.point(1))).into())
}

fn strongest(call: &mut NativeCall, mut args: Args) -> Result<Returned, NativeError> {
    let layer = layer(call, &mut args)?;
    let within_m = args.number(3).clamp(0.0, FARTHEST_M);
    let Some(layer) = call.view.influence_of(call.me()).get(layer) else { return Ok(Returned::Nil) };
    call.charge(layer.cells_within(within_m) / CELLS_PER_COUNT)?;
    Ok(layer.strongest(args.point(1), within_m).map_or(Returned::Nil, |(at, amount)| Returned::Spot { at, amount }))
}
