//! Reading arguments with errors that name the function and the parameter.

use crate::agent::{Filter, PLAYER, StepView, Symbol};
use crate::diag::did_you_mean;
use crate::geom::Vec2;
use crate::lua::api::creature::filter_keys;
use crate::lua::host::values::{kind_name, unknown};
use mlua::{Error, Result, Value};

/// A finite number.
pub fn number(what: &str, name: &str, v: &Value) -> Result<f32> {
    let n = match v {
        Value::Number(n) => *n,
        Value::Integer(i) => *i as f64,
        other => return Err(Error::runtime(format!("{what}: {name} must be a number, not {}", kind_name(other)))),
    };
    if n.is_finite() && n.abs() < 1e9 {
        Ok(n as f32)
    } else {
        Err(Error::runtime(format!("{what}: {name} is {n}, which is no usable number")))
    }
}

pub fn optional_number(what: &str, name: &str, v: &Value) -> Result<Option<f32>> {
    if v.is_nil() { Ok(None) } else { number(what, name, v).map(Some) }
}

/// A point given as two numbers.
pub fn point(what: &str, x: &Value, y: &Value) -> Result<Vec2> {
    Ok(Vec2::new(number(what, "x", x)?, number(what, "y", y)?))
}

/// A share of top speed, brought into 0..=1; full when absent.
pub fn pace(what: &str, v: &Value) -> Result<f32> {
    Ok(optional_number(what, "pace", v)?.unwrap_or(1.0).clamp(0.0, 1.0))
}

/// Text of at most `max` bytes.
pub fn text(what: &str, name: &str, v: &Value, max: usize) -> Result<String> {
    let s = match v {
        Value::String(s) => s.to_string_lossy(),
        Value::Number(_) | Value::Integer(_) => crate::lua::host::values::key_name(v),
        other => return Err(Error::runtime(format!("{what}: {name} must be a string, not {}", kind_name(other)))),
    };
    if s.len() > max {
        return Err(Error::runtime(format!("{what}: {name} is {} bytes long; {max} are allowed", s.len())));
    }
    Ok(s)
}

/// Reads `{ faction = "prey", within = 25, visible = true }`; the second value is `limit`.
pub fn filter(what: &str, view: &StepView, v: &Value) -> Result<(Filter, usize)> {
    let Value::Table(t) = v else {
        let example = format!("{what} {{ faction = \"prey\", within = 25 }}");
        return Err(Error::runtime(format!("{what} needs a table that says whom to look for: {example}")));
    };
    let (mut f, mut limit, mut within) = (Filter::default(), usize::MAX, None);
    t.for_each(|k: Value, v: Value| {
        let key = crate::lua::host::values::key_name(&k);
        match key.as_str() {
            "faction" => f.faction = Some(faction(what, view, &v)?),
            "behaviour" => f.behaviour = Some(behaviour(what, view, &v)?),
            "state" => f.state = Some(state(what, view, &v)?),
            "within" => within = Some(number(what, "within", &v)?),
            "visible" => f.visible = truth(what, "visible", &v)?,
            "hurt" => f.hurt = truth(what, "hurt", &v)?,
            "limit" => limit = number(what, "limit", &v)?.max(0.0) as usize,
            other => {
                return Err(unknown(&format!("the filter of {what}"), other, filter_keys()));
            }
        }
        Ok(())
    })?;
    match within {
        Some(m) if m >= 0.0 => f.within = m,
        Some(m) => return Err(Error::runtime(format!("{what}: within is {m}; a distance cannot be negative"))),
        None => return Err(Error::runtime(format!("{what}: within (metres) is required"))),
    }
    Ok((f, limit))
}

fn truth(what: &str, name: &str, v: &Value) -> Result<bool> {
    match v {
        Value::Boolean(b) => Ok(*b),
        other => Err(Error::runtime(format!("{what}: {name} must be true or false, not {}", kind_name(other)))),
    }
}

// A wolf whose file was deleted leaves its hunters and its prey with nobody to find, not with a mistake.

fn faction(what: &str, view: &StepView, v: &Value) -> Result<Symbol> {
    let names = view.catalogue.species.iter().map(|s| s.body.faction.as_str());
    let once = view.catalogue.once_factions.iter().map(String::as_str);
    known(what, "faction", view, v, names.chain(once).chain([PLAYER]))
}

fn behaviour(what: &str, view: &StepView, v: &Value) -> Result<Symbol> {
    let names = view.catalogue.species.iter().map(|s| s.name.as_str());
    let once = view.catalogue.once_behaviours.iter().map(String::as_str);
    known(what, "behaviour", view, v, names.chain(once).chain([PLAYER]))
}

fn state(what: &str, view: &StepView, v: &Value) -> Result<Symbol> {
    let states = view.catalogue.species.iter().flat_map(|s| s.states.iter().map(|s| s.name.as_str()));
    known(what, "state", view, v, states)
}

fn known<'a>(
    what: &str,
    kind: &str,
    view: &StepView,
    v: &Value,
    names: impl Iterator<Item = &'a str> + Clone,
) -> Result<Symbol> {
    let Value::String(s) = v else {
        return Err(Error::runtime(format!("{what}: {kind} must be a string, not {}", kind_name(v))));
    };
    let s = s.to_string_lossy();
    if names.clone().any(|n| n == s) {
        // A name nobody ever used (no player in this world) has no symbol: it matches nobody.
        return Ok(view.catalogue.symbols.find(&s).unwrap_or(Symbol(u16::MAX)));
    }
    let mut all: Vec<&str> = names.collect();
    all.sort_unstable();
    all.dedup();
    let hint = did_you_mean(&s, all).map_or(String::new(), |h| format!("; {h}"));
    Err(Error::runtime(format!("{what}: no creature has the {kind} '{s}'{hint}")))
}
