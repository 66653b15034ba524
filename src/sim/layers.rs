//! The layers of influence that a world begins with, and which behaviours avoid them.

use crate::agent::{Catalogue, Symbol};
use crate::diag::Diagnostic;
use crate::influence::{Avoided, Influence};
use crate::lua::host::program::Program;
use crate::world::{PLAIN_COST, World, joined_layers};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The layers of a world that runs a program, empty.
///
/// # Errors
/// When there are too many.
pub(super) fn layers(world: &World, program: &Program, step_s: f32) -> Result<Arc<Influence>, Diagnostic> {
    let specs = joined_layers(program.layers.iter(), (&world.file, &world.layers))?;
    let mut storeys = world.storeys().map(|on| Influence::new(specs.iter().cloned(), world.on(on).size(), step_s));
    let mut influence = storeys.next().unwrap_or_default();
    storeys.for_each(|above| influence.add_storey(above));
    Ok(Arc::new(influence))
}

/// What each behaviour avoids, by its symbol; behaviours that avoid nothing have no entry.
pub(super) fn avoided(catalogue: &Catalogue, influence: &Influence) -> Arc<BTreeMap<Symbol, Vec<Avoided>>> {
    let eighths = |weight: f32| ((weight * f32::from(PLAIN_COST)).round() as u32).max(1);
    let of = |avoids: &BTreeMap<String, f32>| -> Vec<Avoided> {
        let known = avoids.iter().filter_map(|(name, weight)| Some((influence.find(name)?, *weight)));
        known.map(|(layer, weight)| Avoided { layer, weight: eighths(weight) }).collect()
    };
    let all = catalogue.species.iter().filter(|s| !s.body.avoids.is_empty());
    Arc::new(all.map(|s| (s.symbol, of(&s.body.avoids))).collect())
}
