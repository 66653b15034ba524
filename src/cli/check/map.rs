//! What is wrong with a map, and with what it asks of the mods.

use crate::agent::{PLAYER, Species};
use crate::diag::{Diagnostic, did_you_mean};
use crate::file::{self, leaves_its_folder};
use crate::lua::api::domain::Domain;
use crate::world::format::Loaded;
use crate::world::{LayerSource, LayerSpec, Movement, World};
use std::path::Path;
use toml::de::DeTable;

/// Unknown behaviours of a map that are reported.
const MOST_STRANGERS: usize = 100;

/// Checks a map, and that the behaviours it spawns exist and declare the settings that it gives.
pub(super) fn check_map(
    path: &Path,
    map: Result<Loaded, Vec<Diagnostic>>,
    behaviours: &[String],
    species: &[Species],
    movements: &[Movement],
    found: &mut Vec<Diagnostic>,
) {
    let (file, spawns) = match map {
        Ok(loaded) => {
            found.extend(loaded.warnings);
            found.extend(strange_factions(&loaded.world, species));
            found.extend(strange_sources(&loaded.world.file, &loaded.world.layers, species));
            found.extend(loaded.world.strange_movements(movements));
            (loaded.world.file, loaded.world.spawns)
        }
        Err(faults) => {
            found.extend(faults);
            (path.to_string_lossy().into_owned(), Vec::new())
        }
    };
    for area in &spawns {
        found.extend(species.iter().filter(|s| s.name == area.behaviour).flat_map(|s| s.misfit_faults(&file, area)));
    }
    let stranger = |name: &str| {
        let mut d = Diagnostic::error(&file, format!("no behaviour '{name}'"));
        d.hint = did_you_mean(name, behaviours.iter().map(String::as_str));
        d
    };
    let strange = |name: &str| !behaviours.iter().any(|b| b == name);
    match file::text(Path::new(&file)) {
        // Nothing of a file elsewhere is shown.
        Ok(_) if leaves_its_folder(Path::new(&file)) => {}
        Ok(text) => {
            let (table, _) = DeTable::parse_recoverable(&text);
            let tables = table.get_ref().get("spawn").and_then(|spawn| spawn.get_ref().as_array());
            let named = tables.into_iter().flatten().filter_map(|spawn| {
                let name = spawn.get_ref().as_table()?.get("behaviour")?;
                Some((name.get_ref().as_str()?, name.span().start))
            });
            let strangers = named.filter(|(n, _)| strange(n)).take(MOST_STRANGERS);
            found.extend(strangers.map(|(n, at)| stranger(n).at_offset(&text, at)));
        }
        // A map inside the program.
        Err(_) => {
            let strangers = spawns.iter().filter(|s| strange(&s.behaviour));
            found.extend(strangers.take(MOST_STRANGERS).map(|s| stranger(&s.behaviour).at(s.line, 1)));
        }
    }
}

/// The factions and behaviours that write to layers of influence, and that no creature has.
pub(super) fn strange_sources(file: &str, layers: &[LayerSpec], species: &[Species]) -> Vec<Diagnostic> {
    let factions = || species.iter().map(|s| s.body.faction.as_str()).chain([PLAYER]);
    let behaviours = || species.iter().map(|s| s.name.as_str()).chain([PLAYER]);
    let fault = |layer: &LayerSpec| {
        let (domain, name, hint) = match &layer.source {
            LayerSource::Faction(name) if factions().all(|known| known != name) => {
                (Domain::Faction, name, did_you_mean(name, factions()))
            }
            LayerSource::Behaviour(name) if behaviours().all(|known| known != name) => {
                (Domain::Behaviour, name, did_you_mean(name, behaviours()))
            }
            _ => return None,
        };
        Some(Diagnostic { hint, ..Diagnostic::warning(file, domain.of_no_creature(name)).at(layer.line, 1) })
    };
    layers.iter().filter_map(fault).collect()
}

/// The factions to which doors of a map open, and which no creature has.
fn strange_factions(world: &World, species: &[Species]) -> Vec<Diagnostic> {
    let known = || species.iter().map(|s| s.body.faction.as_str());
    let named = world.doors.iter().flat_map(|door| door.opened_by.iter().map(move |f| (&**f, door.line)));
    let strange = named.filter(|(faction, _)| known().all(|k| k != *faction)).take(MOST_STRANGERS);
    let fault = |(faction, line): (&str, u32)| {
        let mut d = Diagnostic::warning(&world.file, Domain::Faction.of_no_creature(faction)).at(line, 1);
        d.hint = did_you_mean(faction, known());
        d
    };
    strange.map(fault).collect()
}
