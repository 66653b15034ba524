//! Events as handlers get them.

use crate::agent::{Event, Handler, Message};
use crate::body::AgentId;
use crate::lua::host::raw::Results;
use crate::nav::FoundCost;

/// Pushes what the handler of an event is called with, besides the creature.
pub(super) fn push_arguments(event: &Event, to: &mut Results) {
    let number = |to: &mut Results, id: AgentId| to.number(id.number() as f64);
    match event {
        Event::Path(code) => to.string(code.name().as_bytes()),
        Event::Stuck(by) => to.string(<&str>::from(*by).as_bytes()),
        Event::Hurt { by, amount } => {
            match by {
                Some(by) => number(to, *by),
                None => to.nil(),
            }
            to.number((*amount).into());
        }
        Event::Heard { what, from } => {
            to.string(what.as_bytes());
            number(to, *from);
        }
        Event::Message(message) => {
            let Message { from, name, data } = &**message;
            number(to, *from);
            to.string(name.as_bytes());
            to.data(data);
        }
        Event::Cost(FoundCost { to: place, cost, exact, reason }) => {
            to.number(place.x.into());
            to.number(place.y.into());
            match cost {
                Some(cost) => to.number((*cost).into()),
                None => to.nil(),
            }
            to.boolean(*exact);
            match reason {
                Some(reason) => to.string(reason.name().as_bytes()),
                None => to.nil(),
            }
        }
        Event::Died | Event::Force(_) => {}
    }
}

/// The handler an event goes to.
pub(super) fn handler_of(e: &Event) -> Handler {
    match e {
        Event::Path(_) => Handler::OnPath,
        Event::Cost(_) => Handler::OnCost,
        Event::Stuck(_) => Handler::OnStuck,
        Event::Hurt { .. } => Handler::Hurt,
        Event::Died => Handler::Died,
        Event::Heard { .. } => Handler::Heard,
        Event::Message(_) => Handler::Message,
        Event::Force(_) => Handler::Enter,
    }
}
