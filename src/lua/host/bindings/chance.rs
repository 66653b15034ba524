//! Chance: every creature draws from a generator of its own, so that nobody's draws shift another's.

use crate::geom::{Vec2, heading_vec};
use crate::grid::Regions;
use crate::lua::host::bindings::Binding;
use crate::lua::host::bindings::args;
use crate::lua::host::budget;
use crate::lua::host::call::Call;
use crate::rng::Rand;
use mlua::{Error, Lua, Result, Value};

pub const BINDINGS: &[Binding] = &[
    Binding {
        area: "npc",
        name: "random",
        make: |lua| {
            lua.create_function(|lua, (npc, a, b): (Value, Value, Value)| {
                Call::of(lua, "npc:random", &npc)?;
                draw(lua, "npc:random", &a, &b)
            })
        },
    },
    Binding {
        area: "math",
        name: "random",
        make: |lua| lua.create_function(|lua, (a, b): (Value, Value)| draw(lua, "math.random", &a, &b)),
    },
    Binding { area: "npc", name: "spot", make: |lua| lua.create_function(spot) },
    Binding { area: "npc", name: "away", make: |lua| lua.create_function(away) },
];

fn draw(lua: &Lua, what: &str, a: &Value, b: &Value) -> Result<f64> {
    let whole = |name: &str, v: &Value| -> Result<i64> {
        let n = args::number(what, name, v)?;
        // The wide number, not the narrow one that was checked: whole numbers stay exact.
        let n = v.as_f64().unwrap_or(n.into());
        if n.fract() == 0.0 {
            Ok(n as i64)
        } else {
            Err(Error::runtime(format!("{what}: {name} must be a whole number")))
        }
    };
    let (low, high) = match (a.is_nil(), b.is_nil()) {
        (true, _) => (0, 0),
        (false, true) => (1, whole("high", a)?),
        (false, false) => (whole("low", a)?, whole("high", b)?),
    };
    let mut call = Call::current(lua, what)?;
    let rand = generator(&mut call)?;
    if a.is_nil() {
        return Ok(rand.unit());
    }
    if high < low {
        return Err(Error::runtime(format!("{what}: the range {low}..{high} is empty")));
    }
    Ok(rand.between(low, high) as f64)
}

fn generator<'a>(call: &'a mut Call) -> Result<&'a mut Rand> {
    let local = call.turn.local;
    let instance = call.instances.get_mut(local).and_then(Option::as_mut);
    instance.map(|m| &mut m.rand).ok_or_else(|| Error::runtime("this creature has no script instance"))
}

/// Counts for looking at one place.
const PLACE_COST: u64 = 4;
/// How many places are tried before giving up.
const SPOT_TRIES: usize = 24;

fn spot(lua: &Lua, (npc, radius, x, y): (Value, Value, Value, Value)) -> Result<(Option<f64>, Option<f64>)> {
    let what = "npc:spot";
    let mut call = Call::of(lua, what, &npc)?;
    let radius = args::number(what, "radius", &radius)?.max(0.0);
    let centre = if x.is_nil() { here(&call)? } else { args::point(what, &x, &y)? };
    for _ in 0..SPOT_TRIES {
        let p = generator(&mut call)?.in_disc(centre, radius);
        if can_stand(&call, p)? {
            return Ok(pair(Some(p)));
        }
    }
    Ok(pair(None))
}

/// Directions that are tried for a way out, radians off the straight one; nearest to it first.
const TURNS: [f32; 9] = [0.0, 0.4, -0.4, 0.8, -0.8, 1.2, -1.2, 1.6, -1.6];
/// Shares of the distance that are tried.
const SHARES: [f32; 3] = [1.0, 0.75, 0.5];

fn away(lua: &Lua, (npc, x, y, distance): (Value, Value, Value, Value)) -> Result<(Option<f64>, Option<f64>)> {
    let what = "npc:away";
    let call = Call::of(lua, what, &npc)?;
    let from = args::point(what, &x, &y)?;
    let distance = args::number(what, "distance", &distance)?.max(0.0);
    let here = here(&call)?;
    let heading = crate::geom::heading_of(here - from);
    for share in SHARES {
        for turn in TURNS {
            let p = from + heading_vec(heading + turn) * distance * share;
            // Nearer to the danger than now is no way out.
            if p.distance(from) >= here.distance(from) * 0.9 && can_stand(&call, p)? {
                return Ok(pair(Some(p)));
            }
        }
    }
    Ok(pair(None))
}

fn here(call: &Call) -> Result<Vec2> {
    Ok(call.view()?.agents.bodies.position[call.me()])
}

fn pair(p: Option<Vec2>) -> (Option<f64>, Option<f64>) {
    (p.map(|p| p.x.into()), p.map(|p| p.y.into()))
}

/// Whether this body fits at `p` and a way leads there.
fn can_stand(call: &Call, p: Vec2) -> Result<bool> {
    budget::charge(PLACE_COST)?;
    let view = call.view()?;
    let (b, me) = (&view.agents.bodies, call.me());
    let size = view.world.size();
    let inside = p.x >= 0.0 && p.y >= 0.0 && p.x < size.x && p.y < size.y;
    Ok(inside
        && view.world.is_free(p, b.radius[me], b.height[me])
        && joined(view.regions.get(b.radius[me], b.height[me]), b.position[me], p))
}

/// Whether a way leads from one point to another; assumed where regions for this size of body were not prepared.
pub fn joined(regions: Option<&Regions>, from: Vec2, to: Vec2) -> bool {
    regions.is_none_or(|r| r.joined(from, to))
}
