//! Worlds written as maps of Tiled: opened again they are the same worlds.

use crate::random_maps;
use bestiary::testing::world::format::{self, as_tiled, tiled_project};
use bestiary::testing::world::{AreaCost, GroundKind, Volume};
use bestiary::{Diagnostic, World};
use proptest::prelude::*;
use std::path::Path;

/// A kind of ground without its letter, and without where the file names its costs.
fn said(kind: &GroundKind) -> GroundKind {
    let mut kind = GroundKind { letter: ' ', ..kind.clone() };
    kind.traversability.named_at.clear();
    kind
}

/// What a world is, in an order that does not depend on how its map is written.
fn content(world: &World) -> Vec<String> {
    let mut all = vec![format!(
        "{:?} {:?} {:?} {:?} {:?} {:?}",
        world.name, world.planner, world.graph, world.gates, world.gate_cost, world.attribution
    )];
    all.push(format!("{:?} {:?} {:?}", world.changed_by, world.player, world.player_storey));
    all.extend(world.markers.iter().map(|marker| format!("{marker:?}")));
    let spawn = |spawn: &bestiary::SpawnArea| {
        let mut spawn = bestiary::SpawnArea { line: 0, ..spawn.clone() };
        spawn.settings.iter_mut().for_each(|setting| setting.line = 0);
        format!("{spawn:?}")
    };
    all.extend(world.spawns.iter().map(spawn));
    all.extend(world.layers.iter().map(|layer| format!("{:?}", bestiary::LayerSpec { line: 0, ..layer.clone() })));
    let portal = |portal: &bestiary::Portal| format!("{:?}", bestiary::Portal { named_at: None, ..portal.clone() });
    all.extend(world.portals().all().iter().map(portal));
    for storey in world.storeys() {
        let plane = world.on(storey);
        let (ground, terrain) = (&plane.ground, plane.ground.terrain());
        all.push(format!("{:?} {} x {} of {}", plane.floor, ground.width(), ground.height(), ground.resolution_m()));
        let kinds: Vec<String> = ground.kinds().iter().map(|kind| format!("{:?}", said(kind))).collect();
        all.extend(
            ground
                .cells()
                .map(|kind| kinds[usize::from(kind)].clone())
                .collect::<Vec<_>>()
                .chunk_by(|a, b| a == b)
                .map(|run| format!("{} {}", run.len(), run[0])),
        );
        all.push(format!("{:?} {:?} {:?}", terrain.heights, terrain.water_level_m, terrain.vegetation));
        let cost = |cost: &AreaCost| format!("{:?}", AreaCost { named_at: Default::default(), ..cost.clone() });
        let mut costs: Vec<String> = terrain.area_costs.iter().map(cost).collect();
        costs.sort();
        all.extend(costs);
        all.push(format!("{:?}", plane.areas));
        all.extend(plane.objects.iter().map(|object| format!("{object:?}")));
        all.extend(plane.doors.iter().map(|door| {
            let mut door = door.clone();
            door.line = 0;
            format!("{door:?}")
        }));
    }
    all
}

/// Writes a world in a form, opens that and compares. Returns what the form does not say.
fn again(world: &World, file: &str) -> Vec<Diagnostic> {
    let (text, warnings) = as_tiled(world, file);
    let read = format::parse(file, text.as_bytes()).unwrap_or_else(|e| panic!("{}: {e:?}\n{text:.3000}", world.file));
    if warnings.is_empty() {
        let (before, after) = (content(world), content(&read.world));
        let odd = before.iter().zip(&after).find(|(a, b)| a != b);
        assert_eq!(odd, None, "{} as {file}", world.file);
        assert_eq!(before.len(), after.len(), "{} as {file}", world.file);
        for storey in world.storeys() {
            let (before, after) = (&world.on(storey).volumes, &read.world.on(storey).volumes);
            assert_eq!(before.len(), after.len());
            for (a, b) in before.iter().zip(after.iter()) {
                // An angle in degrees may miss the last bits of a direction.
                assert!(a.footprint.axis.distance(b.footprint.axis) < 1e-6, "{a:?} {b:?}");
                let rest = |v: &Volume| (v.footprint.centre, v.footprint.half, v.base_m, v.top_m, v.object);
                assert_eq!(rest(a), rest(b), "{} as {file}", world.file);
            }
        }
    }
    warnings
}

#[test]
fn maps_of_the_repository_are_the_same_worlds_again() {
    let mut named = 0;
    for name in format::embedded() {
        // The shore has 30 000 objects; the others have all kinds of things.
        if name.ends_with("shore.toml") {
            continue;
        }
        let world = format::load(Path::new(&name)).unwrap_or_else(|e| panic!("{name}: {e:?}")).world;
        for file in ["again.tmx", "again.tmj"] {
            for warning in again(&world, file) {
                println!("{warning}");
                named += 1;
                assert!(warning.message.contains('\''), "it names what is left out: {warning}");
            }
        }
    }
    println!("{named} things that Tiled does not say");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_maps_are_the_same_worlds_again(seed in any::<u64>()) {
        let text = random_maps::native(seed);
        // A box may lie outside, or where a portal ends.
        let world = format::parse("random.toml", text.as_bytes());
        if let Err(faults) = &world {
            let excused = |fault: &Diagnostic| ["outside the world", "is open"].iter().any(|part| fault.message.contains(part));
            prop_assert!(faults.iter().all(excused), "{faults:?}\n{text}");
        }
        prop_assume!(world.is_ok());
        let world = world.expect("it is whole").world;
        for file in ["again.tmx", "again.tmj"] {
            again(&world, file);
        }
    }
}

#[test]
fn storeys_of_other_sizes_and_objects_without_boxes_are_named() {
    let text = "format = 1\n[ground]\nrows = '''\n....\n....\n'''\n[[object]]\nname = \"ghost\"\n[[storey]]\nname = \"attic\"\n\
                [storey.ground]\nrows = '''\n##\n##\n'''\n";
    let world = format::parse("odd.toml", text.as_bytes()).expect("a map").world;
    let (_, warnings) = as_tiled(&world, "odd.tmx");
    let all: Vec<&str> = warnings.iter().map(|warning| warning.message.as_str()).collect();
    assert_eq!(all.len(), 2, "{all:?}");
    assert!(all.iter().any(|message| message.starts_with("object 'ghost' has no boxes")), "{all:?}");
    assert!(all.iter().any(|message| message.starts_with("storey 'attic' has 2 x 2 cells")), "{all:?}");
}

#[test]
fn the_project_beside_the_maps_is_the_one_that_is_written() {
    let file = Path::new("maps/bestiary.tiled-project");
    let there = std::fs::read_to_string(file).unwrap_or_default();
    assert_eq!(there, tiled_project(), "write it again: bestiary convert --tiled-project {} --force", file.display());
}

#[test]
fn each_property_of_the_project_is_one_that_maps_may_have() {
    let project: serde_json::Value = serde_json::from_str(&tiled_project()).expect("JSON");
    let types = project["propertyTypes"].as_array().expect("a list");
    let enums: Vec<&str> =
        types.iter().filter(|one| one["type"] == "enum").filter_map(|one| one["name"].as_str()).collect();
    for class in types.iter().filter(|one| one["type"] == "class") {
        for member in class["members"].as_array().expect("a list") {
            let of = member.get("propertyType").and_then(|name| name.as_str());
            assert!(of.is_none_or(|name| enums.contains(&name)), "{member}");
        }
        // A map with an object of the class that has each of its properties as the editor shows it.
        if class["useAs"][0] != "object" {
            continue;
        }
        let name = class["name"].as_str().expect("a name");
        let properties: Vec<_> = class["members"].as_array().into_iter().flatten().collect();
        let map = serde_json::json!({
            "orientation": "orthogonal", "width": 4, "height": 4, "tilewidth": 16, "tileheight": 16,
            "layers": [{ "type": "objectgroup", "name": "things", "objects": [
                { "id": 1, "name": "thing", "type": name, "x": 8, "y": 8, "width": 16, "height": 16, "properties": properties },
            ]}],
        });
        let read = format::parse("class.tmj", map.to_string().as_bytes());
        let found = read.map_or_else(|errors| errors, |loaded| loaded.warnings);
        let strange: Vec<_> = found.iter().filter(|problem| problem.message.contains("means nothing")).collect();
        assert!(strange.is_empty(), "{strange:?}");
    }
}
