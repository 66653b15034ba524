//! Layers of influence as maps and mods declare them.

use crate::diag::Diagnostic;
use std::ops::RangeInclusive;

/// The most layers a world has, those of all mods and of its map together.
pub(crate) const MOST_LAYERS: usize = 16;

/// What writes to a layer besides scripts.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum LayerSource {
    /// Scripts alone.
    #[default]
    Scripts,
    /// The living creatures of a faction, each where it is.
    Faction(String),
    /// Those of a behaviour.
    Behaviour(String),
    /// All creatures.
    Creatures,
}

/// A layer of influence: what it is called, and how it fades and spreads.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerSpec {
    /// As scripts call it.
    pub name: String,
    /// The time in which half of it fades, seconds.
    pub half_life_s: f32,
    /// The share of a cell that goes to the four cells beside it every half second.
    pub spread: f32,
    /// How far round a point what is added lies, metres: all of it in the middle, evenly less towards this distance.
    pub reach_m: f32,
    /// What writes to it besides scripts.
    pub source: LayerSource,
    /// Line of the file that declares it, for messages; 0 when not known.
    pub line: u32,
}

impl LayerSpec {
    /// A layer with what is left out of its declaration.
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            half_life_s: 10.0,
            spread: 0.0,
            reach_m: 0.0,
            source: LayerSource::Scripts,
            line: 0,
        }
    }

    /// Its numbers by their keys, and their ranges.
    pub(crate) fn numbers(&mut self) -> [(&'static str, &mut f32, RangeInclusive<f32>); 3] {
        [
            ("half_life", &mut self.half_life_s, 0.1..=3_600.0),
            ("spread", &mut self.spread, 0.0..=0.8),
            ("reach", &mut self.reach_m, 0.0..=40.0),
        ]
    }
}

/// The layers of a world: those of mods, in their order, then those of the map; of one name the last one counts, in the place of
/// the first. `file` is the map's, for messages.
///
/// # Errors
/// When there are too many.
pub(crate) fn joined<'a>(
    mods: impl Iterator<Item = &'a LayerSpec>,
    (file, map): (&str, &'a [LayerSpec]),
) -> Result<Vec<LayerSpec>, Diagnostic> {
    let mut all: Vec<LayerSpec> = Vec::new();
    for spec in mods.chain(map) {
        match all.iter_mut().find(|known| known.name == spec.name) {
            Some(known) => *known = spec.clone(),
            None => all.push(spec.clone()),
        }
    }
    if all.len() <= MOST_LAYERS {
        return Ok(all);
    }
    let message = format!("{} layers of influence, those of mods and map together", all.len());
    let fault = Diagnostic::error(file, message).hint(format!("a world has at most {MOST_LAYERS}"));
    Err(map.last().map_or(fault.clone(), |layer| fault.at(layer.line, 1)))
}
