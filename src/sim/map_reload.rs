//! A map that was saved again: what it says of the entries that changed comes into the living world at the start of a step. Creatures keep
//! their lives, and the world keeps what became of the other entries meanwhile.

use super::spawner::Spawner;
use super::{Level, MapVersion, Sim, SourceFile, layers, transits};
use crate::agent::abilities;
use crate::diag::{Diagnostic, counted, joined};
use crate::geom::Storey;
use crate::world::{Change, Portal, World};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3Default;

/// A map that fits the world, with all that is not yet in it.
struct Checked {
    /// As the map says, with the movement classes of the scripts.
    map: Arc<World>,
    /// With what the world has made of it.
    merged: World,
    spawner: Spawner,
    influence: Arc<crate::influence::Influence>,
}

impl Sim {
    /// Takes a version of the map, unless something keeps it from that: then nothing happens but that it is said.
    pub(super) fn reload_map(&mut self, version: &MapVersion) {
        let file = map_file(&version.world().file);
        self.scripts.begin_map(&file);
        let checked = match self.check_map(version) {
            Ok(checked) => checked,
            Err(faults) => return self.note_rejected(&file, &joined(&faults)),
        };
        let before = std::mem::replace(&mut self.now.world, Arc::new(checked.merged));
        let old = std::mem::replace(&mut self.map, checked.map);
        let mut sum = Xxh3Default::new();
        (self.changes.edited, version.digest()).hash(&mut sum);
        self.changes.edited = sum.finish().max(1);
        let changes = self.now.world.changes_since(&before);
        changes.iter().for_each(|change| self.note_change(*change));
        self.changes.counts.edits += changes.len() as u64;
        self.settle_changes();
        self.take_influence(checked.influence);
        self.take_areas(&before);
        let born = self.take_spawns(checked.spawner, &old);
        let let_out = self.take_portals(&before);
        self.prepare_searches();
        if before.markers != self.now.world.markers {
            let (regions, plane) = (&self.now.regions, &self.now.world);
            self.searches.change_graphs((Storey::GROUND, plane), regions, &[]);
            self.note_graph_faults();
        }
        self.free_walled_in(&before, &let_out);
        if old.player.is_none() && self.now.world.player.is_some() && self.now.player.is_none() {
            self.spawner.player_due = Some(self.now.step);
        }
        born.into_iter().for_each(|(order, count)| self.spawn_new(order, count));
        self.note_map(&file, &changes);
    }

    /// A checksum of what the map says, as it was read last.
    pub(crate) fn map_digest(&self) -> u64 {
        self.map.digest()
    }

    /// Everything that is wrong with a version of the map for the world as it is.
    fn check_map(&self, version: &MapVersion) -> Result<Checked, Vec<Diagnostic>> {
        let mut map = Arc::clone(version.world());
        if let Some(refusal) = map.refusal(&self.map) {
            let hint = "start the world again to see it";
            return Err(vec![Diagnostic::error(&map.file, format!("not while creatures live: {refusal}")).hint(hint)]);
        }
        let program = &self.program;
        let mut faults = map.strange_movements(&program.movements);
        if faults.is_empty() && map.storeys().any(|on| program.movements != map.on(on).ground.movements()) {
            Arc::make_mut(&mut map).set_movements(&program.movements);
        }
        faults.extend(map.strange_abilities(&abilities(&program.catalogue.species)));
        let influence = layers::layers(&map, program, self.now.step_s);
        let spawner = Spawner::new(&map, &self.population, &program.catalogue, self.seed, self.params.respawn_s);
        match (influence, spawner) {
            (Ok(influence), Ok(spawner)) if faults.is_empty() => {
                let merged = map.with_life(&self.now.world, &self.map);
                Ok(Checked { map, merged, spawner, influence })
            }
            (influence, spawner) => {
                faults.extend(influence.err());
                faults.extend(spawner.err().into_iter().flatten());
                Err(faults)
            }
        }
    }

    /// Layers that are declared as before keep what is in them.
    fn take_influence(&mut self, mut fresh: Arc<crate::influence::Influence>) {
        if self.now.influence.is_declared_as(&fresh) {
            return;
        }
        let influence = Arc::make_mut(&mut fresh);
        influence.advance(self.now.step);
        influence.keep_layers(&self.now.influence);
        self.now.influence = fresh;
        self.now.avoided = layers::avoided(&self.now.catalogue, &self.now.influence);
    }

    /// Creatures are in the areas of the same names as before, and in a zone that they did not cross a border to.
    fn take_areas(&mut self, before: &World) {
        let (world, bodies) = (Arc::clone(&self.now.world), Arc::clone(&self.now.agents));
        let is_same = |storey: Storey| before.on(storey).areas == world.on(storey).areas;
        if world.storeys().all(is_same) {
            return;
        }
        let numbers = |storey: Storey| {
            let now: BTreeMap<&str, u16> =
                (0..).zip(world.on(storey).areas.all()).map(|(i, a)| (&*a.name, i)).collect();
            let of = |area: &crate::world::Area| now.get(&*area.name).copied();
            before.on(storey).areas.all().iter().map(of).collect::<Vec<Option<u16>>>()
        };
        let numbers: Vec<Vec<Option<u16>>> = world.storeys().map(numbers).collect();
        for vm in self.shards.vms() {
            vm.each_instance(|slot, instance| {
                instance.zone = None;
                let of_storey = numbers.get(bodies.bodies.storey[slot].0 as usize);
                let renumbered = |area: &u16| of_storey.and_then(|all| *all.get(usize::from(*area))?);
                instance.inside = instance.inside.iter().filter_map(renumbered).collect();
            });
        }
    }

    /// Gives orders for lives, those under way included, the numbers that they have now. Which orders begin lives at once, and how many.
    fn take_spawns(&mut self, fresh: Spawner, old: &World) -> Vec<(u32, u32)> {
        let unlined = |world: &World| world.spawns.iter().map(super::spawner::unlined).collect::<Vec<_>>();
        let (was, is) = (unlined(old), unlined(&self.now.world));
        if was == is {
            return Vec::new();
        }
        let renewed = self.spawner.renew(fresh, &was, &is);
        for spawn in &mut Arc::make_mut(&mut self.now.agents).spawn {
            *spawn = renewed.number(*spawn);
        }
        self.shards.vms().for_each(|vm| vm.settle_again());
        renewed.born
    }

    /// Bodies in a portal that is there no more, or is another, are let out where they are, and all creatures plan again. Which bodies that
    /// are.
    fn take_portals(&mut self, before: &World) -> Vec<usize> {
        let key = |portal: &Portal| format!("{:?}", Portal { named_at: None, ..portal.clone() });
        let keys = |world: &World| world.portals().all().iter().map(key).collect::<Vec<_>>();
        let (was, is) = (keys(before), keys(&self.now.world));
        let floors = |world: &World| world.storeys().map(|on| world.on(on).floor.height_m).collect::<Vec<_>>();
        if was == is && floors(before) == floors(&self.now.world) {
            return Vec::new();
        }
        let now: BTreeMap<&String, u32> = is.iter().zip(0..).collect();
        let numbers: Vec<Option<u32>> = was.iter().map(|key| now.get(key).copied()).collect();
        let transits = &mut Arc::make_mut(&mut self.now.agents).transits;
        let let_out = transits.renumber(|portal| *numbers.get(portal as usize)?);
        self.now.portals = Arc::default();
        self.entrance = transits::Entrance::default();
        self.now.abilities = transits::abilities(&self.now.world, &self.now.catalogue);
        for vm in self.shards.vms() {
            vm.each_instance(|_, instance| {
                if let Some(finder) = instance.pathfinder.as_deref_mut() {
                    finder.pass_portal();
                }
            });
        }
        self.changes.index_is_true = false;
        let_out
    }

    /// The first lives of an area that is new in the map, or that has more of them now.
    fn spawn_new(&mut self, order: u32, count: u32) {
        let mut crowd = Some(super::crowding::Crowding::of(&self.now.agents.bodies));
        self.spawn_all(order, count, &mut crowd);
    }

    fn note_map(&mut self, file: &SourceFile, changes: &[Change]) {
        let version = self.scripts.next_version(&file.key());
        self.scripts.live(file.key(), version, self.now.step);
        let kept = self.now.agents.bodies.living().count();
        let places = match changes.len() {
            0 => "no place changed".to_owned(),
            n => format!("{} changed", counted(n, "place")),
        };
        let text = format!("{} v{version} live: {places}, {} kept alive", file.path, counted(kept, "creature"));
        self.note(Level::Good, text);
    }
}

/// The map's file, as the table of files that run lists it: of no mod.
pub(crate) fn map_file(path: &str) -> SourceFile {
    SourceFile { mod_name: String::new(), path: path.to_owned(), text: None }
}
