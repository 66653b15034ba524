//! The layers of influence that a mod declares.

use crate::diag::Diagnostic;
use crate::world::{LayerSource, LayerSpec, MOST_LAYERS};
use toml::Spanned;

/// Characters of a name.
const LONGEST_NAME: usize = 80;

/// One `[[influence]]`; what is left out is as in [`LayerSpec::named`].
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Layer {
    name: Spanned<String>,
    half_life: Option<Spanned<f32>>,
    spread: Option<Spanned<f32>>,
    reach: Option<Spanned<f32>>,
    faction: Option<Spanned<String>>,
    behaviour: Option<Spanned<String>>,
    creatures: Option<Spanned<bool>>,
}

/// The layers of a manifest.
///
/// # Errors
/// The first thing that is wrong with them.
pub(super) fn specs(file: &str, text: &str, layers: &[Layer]) -> Result<Vec<LayerSpec>, Diagnostic> {
    let fault = |at: usize, message: String| Diagnostic::error(file, message).at_offset(text, at);
    let mut all: Vec<LayerSpec> = Vec::new();
    for layer in layers {
        let at = layer.name.span().start;
        let spec = spec(layer).map_err(|(at, message)| fault(at, message))?;
        if all.iter().any(|other| other.name == spec.name) {
            return Err(fault(at, format!("there are two layers '{}'", spec.name.escape_debug())));
        }
        if all.len() == MOST_LAYERS {
            return Err(fault(at, format!("a mod has at most {MOST_LAYERS} layers of influence")));
        }
        let line = text[..at].matches('\n').count() as u32 + 1;
        all.push(LayerSpec { line, ..spec });
    }
    Ok(all)
}

/// One layer, or what is wrong with it and where.
fn spec(layer: &Layer) -> Result<LayerSpec, (usize, String)> {
    let name = layer.name.get_ref();
    if name.trim().is_empty() || name.chars().count() > LONGEST_NAME || name.contains(char::is_control) {
        let message = format!("'{}' cannot be the name of a layer of influence", name.escape_debug());
        return Err((layer.name.span().start, message));
    }
    let mut spec = LayerSpec::named(name);
    let given = [&layer.half_life, &layer.spread, &layer.reach];
    for ((key, number, range), given) in spec.numbers().into_iter().zip(given) {
        let Some(given) = given else { continue };
        if !range.contains(given.get_ref()) {
            let (low, high) = (range.start(), range.end());
            let message = format!("{key} of '{name}' is {}; it must lie between {low} and {high}", given.get_ref());
            return Err((given.span().start, message));
        }
        *number = *given.get_ref();
    }
    let faction = layer.faction.as_ref().map(|f| (f.span(), LayerSource::Faction(f.get_ref().clone())));
    let behaviour = layer.behaviour.as_ref().map(|b| (b.span(), LayerSource::Behaviour(b.get_ref().clone())));
    let creatures = layer.creatures.as_ref().filter(|c| *c.get_ref()).map(|c| (c.span(), LayerSource::Creatures));
    let mut sources = [faction, behaviour, creatures].into_iter().flatten();
    if let Some((_, source)) = sources.next() {
        spec.source = source;
    }
    match sources.next() {
        Some((span, _)) => Err((span.start, format!("'{name}' has two sources; a layer has one"))),
        None => Ok(spec),
    }
}
