//! What native functions return, pushed as Lua values.

use crate::lua::api::creature::Seen;
use crate::lua::api::native::{GroundThere, Returned};
use crate::lua::api::natives::FLOCK_FIELDS;
use crate::lua::host::raw::{Home, Results};
use std::ffi::c_int;

/// Pushes what a call returns, and says how many values that are. `me` is the slot of the creature that called.
pub(super) fn push(home: &Home, me: usize, returned: Returned, to: &mut Results) -> c_int {
    match returned {
        Returned::Nil | Returned::Place(None) | Returned::Nearest(None) => to.nil(),
        Returned::Boolean(b) => to.boolean(b),
        Returned::Number(n) => to.number(n),
        Returned::Word(word) => home.names().word(word, to),
        Returned::Creature(known) => match home.get().as_ref().and_then(|host| host.view.as_ref()) {
            Some(view) => home.names().seen(Seen { view, me, known: &known }, to),
            None => to.nil(),
        },
        Returned::Whereabouts(known) => match home.get().as_ref().and_then(|host| host.view.as_ref()) {
            Some(view) => {
                let (seen, at) = (Seen { view, me, known: &known }, known.body.position);
                numbers(to, [at.x, at.y, seen.distance()]);
                to.boolean(known.in_sight);
                home.names().read(&seen.storey(), to);
                number(to, known.body.radius_m);
                return 6;
            }
            None => to.nil(),
        },
        Returned::Numbers(ids) => to.list(ids.into_iter(), Results::number),
        Returned::Strings(lines) => to.list(lines.iter(), |to, line| to.string(line.as_bytes())),
        Returned::Data(data) => to.data(&data),
        Returned::Place(Some(p)) => {
            numbers(to, [p.x, p.y]);
            return 2;
        }
        Returned::PlaceOn(p, storey) => {
            numbers(to, [p.x, p.y]);
            to.string(storey.as_bytes());
            return 3;
        }
        Returned::Waypoint(code, p) => {
            home.names().word(code.name(), to);
            numbers(to, [p.x, p.y]);
            return 3;
        }
        Returned::Flock(flock) => {
            to.table(FLOCK_FIELDS.len());
            for (key, read, _) in &FLOCK_FIELDS {
                number(to, read(&flock));
                to.field(key);
            }
        }
        Returned::Moving { at, heading, speed_m_s } => {
            numbers(to, [at.x, at.y, heading, speed_m_s]);
            return 4;
        }
        Returned::Spot { at, amount } => {
            numbers(to, [at.x, at.y, amount]);
            return 3;
        }
        Returned::Ground(GroundThere { kind: None, .. }) => to.nil(),
        Returned::Ground(GroundThere { kind: Some(kind), elevation_m, depth_m, cost }) => {
            to.string(kind.as_bytes());
            numbers(to, [elevation_m, depth_m]);
            optional(to, cost);
            return 4;
        }
        Returned::Cost(cost) => {
            let (cost, exact) = cost.parts();
            optional(to, cost);
            to.boolean(exact);
            return 2;
        }
        Returned::Nearest(Some((id, cost, exact))) => {
            to.number(id.number() as f64);
            number(to, cost);
            to.boolean(exact);
            return 3;
        }
        Returned::Door { open, at } => {
            to.boolean(open);
            numbers(to, [at.x, at.y]);
            return 3;
        }
    }
    1
}

fn number(to: &mut Results, n: f32) {
    to.number(n.into());
}

fn numbers<const N: usize>(to: &mut Results, numbers: [f32; N]) {
    numbers.into_iter().for_each(|n| number(to, n));
}

fn optional(to: &mut Results, n: Option<f32>) {
    match n {
        Some(n) => number(to, n),
        None => to.nil(),
    }
}
