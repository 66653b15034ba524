//! Reads the table that a spec gives to `world`.

use crate::lua::api::declare::ShapeName;
use crate::lua::host::bindings::args;
use crate::lua::host::spec_host::contract::WorldPlan;
use crate::lua::host::spec_host::handles;
use crate::lua::host::values::{entries, key_name, key_names, kind_name, number, unknown};
use crate::world::{GivenSetting, Literal, MOST_AREAS, MOST_ROLES};
use mlua::{Error, Result, Table, Value};
use std::collections::BTreeMap;

/// Allowed sides of a cell, metres.
pub(crate) const CELL_M: std::ops::RangeInclusive<f32> = 0.5..=8.0;

/// Reads the table; `seed` is for a world that names none.
///
/// # Errors
/// When an entry is unknown or has a value that it cannot have.
pub fn read(v: &Value, seed: u64) -> Result<WorldPlan> {
    let Value::Table(t) = v else {
        return Err(Error::runtime(format!("world needs a table with a drawing in it, not {}", kind_name(v))));
    };
    let mut plan = WorldPlan { cell_m: 1.0, seed, ..WorldPlan::default() };
    let mut drawn = false;
    t.for_each(|k: Value, v: Value| {
        match key_name(&k).as_str() {
            "1" => {
                let Value::String(s) = &v else {
                    return Err(Error::runtime(format!("world: the drawing must be a string, not {}", kind_name(&v))));
                };
                (plan.drawing, drawn) = (s.to_string_lossy(), true);
            }
            "seed" => plan.seed = whole(&v)?,
            "cell" => plan.cell_m = cell(&v)?,
            "feelers_only" => plan.feelers_only = args::boolean("world", "feelers_only", &v)?,
            "errors_allowed" => plan.errors_allowed = args::boolean("world", "errors_allowed", &v)?,
            "places" => plan.places = places(&v)?,
            "areas" => plan.areas = areas(&v)?,
            "behaviours" => plan.behaviours = behaviours(&v)?,
            name if name.chars().count() == 1 && !matches!(k, Value::Integer(_) | Value::Number(_)) => {
                let letter = handles::letter("world", &k)?;
                let what = format!("letter '{letter}'");
                let behaviour = match &v {
                    Value::Table(t) => {
                        plan.settings.insert(letter, settings(t)?);
                        handles::word("world", &format!("behaviour of {what}"), &t.get("behaviour")?)?
                    }
                    name => handles::word("world", &what, name)?,
                };
                plan.creatures.insert(letter, behaviour);
            }
            other => return Err(unknown("world { … }", other, ShapeName::WorldPlan.names())),
        }
        Ok(())
    })?;
    if !drawn {
        return Err(Error::runtime("world: the drawing is missing: world { [[ … ]], w = \"wolf\" }"));
    }
    Ok(plan)
}

fn whole(v: &Value) -> Result<u64> {
    let n = args::number("world", "seed", v)?;
    if n < 0.0 || n.fract() != 0.0 {
        return Err(Error::runtime(format!("world: seed is {n}; it must be a whole number, 0 or more")));
    }
    // The wide number, not the narrow one that was checked: whole numbers stay exact.
    Ok(number(v).unwrap_or(0.0) as u64)
}

fn cell(v: &Value) -> Result<f32> {
    let n = args::number("world", "cell", v)?;
    let (least, most) = (CELL_M.start(), CELL_M.end());
    let refuse = || Error::runtime(format!("world: cell is {n}; it must lie between {least} and {most} metres"));
    CELL_M.contains(&n).then_some(n).ok_or_else(refuse)
}

fn behaviours(v: &Value) -> Result<BTreeMap<String, String>> {
    let refuse =
        || Error::runtime("world: behaviours maps names to sources: { walker = [[ return behaviour { … } ]] }");
    let mut found = BTreeMap::new();
    v.as_table().ok_or_else(refuse)?.for_each(|k: Value, v: Value| {
        let (Value::String(_), Value::String(source)) = (&k, &v) else { return Err(refuse()) };
        let name = key_name(&k);
        if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-') || name.is_empty() {
            return Err(Error::runtime(format!("world: '{name}' cannot be a behaviour's name")));
        }
        found.insert(name, source.to_string_lossy());
        Ok(())
    })?;
    Ok(found)
}

/// What `{ behaviour = "wolf", settings = { sight = 30 } }` gives, in order of name.
fn settings(t: &Table) -> Result<Vec<GivenSetting>> {
    if let Some(other) = key_names(t).iter().find(|name| !["behaviour", "settings"].contains(&name.as_str())) {
        return Err(unknown("a creature of world { … }", other, ["behaviour", "settings"]));
    }
    let refuse = |what: &str| Error::runtime(format!("world: {what}"));
    let all = match t.get("settings")? {
        Value::Nil => return Ok(Vec::new()),
        Value::Table(all) => all,
        other => return Err(refuse(&format!("settings must be a table, not {}", kind_name(&other)))),
    };
    let one = |(name, v): (String, Value)| {
        let value = match &v {
            Value::Boolean(b) => Literal::Boolean(*b),
            Value::String(s) => Literal::String(s.to_string_lossy()),
            other => Literal::Number(number(other).ok_or_else(|| {
                refuse(&format!("setting '{name}' must be a number, a string, true or false, not {}", kind_name(other)))
            })?),
        };
        Ok(GivenSetting { name, value, line: 0 })
    };
    let mut given = entries(&all).map(one).collect::<Result<Vec<_>>>()?;
    given.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(given)
}

/// `places = { pen = "P" }`.
fn places(v: &Value) -> Result<BTreeMap<String, char>> {
    let refuse = || Error::runtime("world: places maps names to letters: { pen = \"P\" }");
    let one = |(name, v): (String, Value)| Ok((name, handles::letter("world", &v)?));
    few(entries(v.as_table().ok_or_else(refuse)?).map(one).collect::<Result<_>>()?)
}

/// `areas = { market = "M", wood = { "W", "shelter" } }`: letters, and the areas' roles.
fn areas(v: &Value) -> Result<BTreeMap<String, (char, Vec<String>)>> {
    let refuse =
        || Error::runtime("world: areas maps names to letters: { market = \"M\", wood = { \"W\", \"shelter\" } }");
    let one = |(name, v): (String, Value)| {
        let Value::Table(list) = &v else { return Ok((name, (handles::letter("world", &v)?, Vec::new()))) };
        let roles = list.sequence_values::<Value>().skip(1);
        let roles = roles.map(|role| handles::word("world", "role", &role?)).collect::<Result<_>>()?;
        Ok((name, (handles::letter("world", &list.raw_get(1)?)?, roles)))
    };
    let all = few(entries(v.as_table().ok_or_else(refuse)?).map(one).collect::<Result<_>>()?)?;
    if all.values().any(|(_, roles): &(char, Vec<String>)| roles.len() > MOST_ROLES) {
        return Err(Error::runtime(format!("world: an area has at most {MOST_ROLES} roles")));
    }
    Ok(all)
}

/// As many as a map may have.
fn few<T>(all: BTreeMap<String, T>) -> Result<BTreeMap<String, T>> {
    if all.len() > MOST_AREAS {
        return Err(Error::runtime(format!(
            "world: at most {MOST_AREAS} places, and as many areas, not {}",
            all.len()
        )));
    }
    Ok(all)
}
