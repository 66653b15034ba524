//! What is wrong with a map, and with what it asks of the mods.

use crate::agent::{PLAYER, Species, abilities};
use crate::diag::{Diagnostic, did_you_mean};
use crate::file::{self, leaves_its_folder};
use crate::geom::{Aabb, Cell};
use crate::lua::api::domain::Domain;
use crate::lua::source::mods::ModSet;
use crate::world::format::{Loaded, MapFormat};
use crate::world::{LayerSource, LayerSpec, Movement, SpawnArea, World, joined_layers};

use std::path::Path;
use toml::de::DeTable;

/// Unknown behaviours of a map that are reported.
const MOST_STRANGERS: usize = 100;

/// What looking for free cells in all areas may cost, in tests of something against a body.
const MOST_TESTS: usize = 1 << 25;
/// What looking at a cell costs where there are no volumes and areas.
const TESTS_A_CELL: usize = 64;
/// The largest body that is looked for: a larger one may fit beside the centres of cells, too.
const SMALL_BODY_M: f32 = 0.3;

/// Checks a map, and that the behaviours it spawns exist and declare the settings that it gives.
pub(super) fn check_map(
    path: &Path,
    map: Result<Loaded, Vec<Diagnostic>>,
    mods: &ModSet,
    (behaviours, species, movements): (&[String], &[Species], &[Movement]),
    found: &mut Vec<Diagnostic>,
) {
    let (file, spawns) = match map {
        Ok(Loaded { mut world, warnings, .. }) => {
            found.extend(warnings);
            found.extend(strange_factions(&world, species));
            found.extend(strange_sources(&world.file, &world.layers, species));
            found.extend(joined_layers(mods.influence(), (&world.file, &world.layers)).err());
            found.extend(world.strange_movements(movements));
            world.set_movements(movements);
            found.extend(world.strange_abilities(&abilities(species)));
            found.extend(without_room(&world, species));
            let of = |area: &SpawnArea| species.iter().find(|s| s.name == area.behaviour)?.graph_fault(&world, area);
            found.extend(world.spawns.iter().filter_map(of));
            (world.file, world.spawns)
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
        Ok(text) if MapFormat::of_file(Path::new(&file)) == Some(MapFormat::Native) => {
            let (table, _) = DeTable::parse_recoverable(&text);
            let tables = table.get_ref().get("spawn").and_then(|spawn| spawn.get_ref().as_array());
            let named = tables.into_iter().flatten().filter_map(|spawn| {
                let name = spawn.get_ref().as_table()?.get("behaviour")?;
                Some((name.get_ref().as_str()?, name.span().start))
            });
            let strangers = named.filter(|(n, _)| strange(n)).take(MOST_STRANGERS);
            found.extend(strangers.map(|(n, at)| stranger(n).at_offset(&text, at)));
        }
        // A map inside the program, or of another one.
        _ => {
            let strangers = spawns.iter().filter(|s| strange(&s.behaviour));
            found.extend(strangers.take(MOST_STRANGERS).map(|s| stranger(&s.behaviour).at(s.line, s.line.min(1))));
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

/// The factions to which doors of a map open, or that may change it, and which no creature has.
fn strange_factions(world: &World, species: &[Species]) -> Vec<Diagnostic> {
    let known = || species.iter().map(|s| s.body.faction.as_str());
    let named = world.doors.iter().flat_map(|door| door.opened_by.iter().map(move |f| (&**f, door.line)));
    let changing = world.changed_by.iter().flatten().map(|faction| (&**faction, 0));
    let strange = named.chain(changing).filter(|(faction, _)| known().all(|k| k != *faction)).take(MOST_STRANGERS);
    let fault = |(faction, line): (&str, u32)| {
        let mut d = Diagnostic::warning(&world.file, Domain::Faction.of_no_creature(faction)).at(line, line.min(1));
        d.hint = did_you_mean(faction, known());
        d
    };
    strange.map(fault).collect()
}

/// The spawn areas in which no cell is open to the creatures that are to begin there.
fn without_room(world: &World, species: &[Species]) -> Vec<Diagnostic> {
    let all = world.volumes.len() + world.ground.terrain().area_costs.len();
    let mut cells_left = MOST_TESTS / (TESTS_A_CELL + all);
    let mut is_full = |species: &Species, area: Aabb| {
        let res = world.ground.resolution_m();
        let (lo, hi) = (Cell::of(area.min, res), Cell::of(area.max, res));
        let mut centres = (lo.y..=hi.y).flat_map(|y| (lo.x..=hi.x).map(move |x| Cell::new(x, y).centre(res)));
        let radius_m = species.body.radius.min(SMALL_BODY_M);
        let fits = |at| area.contains(at) && world.is_free(at, radius_m, species.body.height, species.moves);
        // An area so large that looking on costs too much counts as one that is not full.
        !centres.any(|centre| {
            cells_left = cells_left.saturating_sub(1);
            cells_left == 0 || fits(centre)
        })
    };
    let known = world.spawns.iter().filter_map(|s| Some((s, species.iter().find(|one| one.name == s.behaviour)?)));
    let lacking = known.filter(|(spawn, species)| is_full(species, spawn.area));
    let warning = |(spawn, _): (&SpawnArea, _)| {
        Diagnostic::warning(&world.file, format!("no {} has room in this area", spawn.behaviour)).at(spawn.line, 1)
    };
    lacking.map(warning).collect()
}
