//! Maps of other programs: what they become.

mod broken;

use bestiary::testing::world::format;
use bestiary::{Cell, Vec2, World};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A map of 6 x 4 tiles: floor, walls (tile 2), water (3), and a tile with a post in its left half (4).
fn town() -> Value {
    json!({
        "type": "map", "version": "1.10", "orientation": "orthogonal", "infinite": false,
        "width": 6, "height": 4, "tilewidth": 16, "tileheight": 16,
        "properties": [{ "name": "resolution", "type": "float", "value": 2.0 }],
        "tilesets": [{ "firstgid": 1, "name": "tiles", "tilewidth": 16, "tileheight": 16, "tilecount": 4, "columns": 4, "tiles": [
            { "id": 1, "properties": [{ "name": "walkable", "type": "bool", "value": false }] },
            { "id": 2, "properties": [{ "name": "ground", "type": "string", "value": "water" }] },
            { "id": 3, "objectgroup": { "objects": [{ "id": 1, "x": 0, "y": 0, "width": 8, "height": 16 }] } },
        ]}],
        "layers": [
            { "type": "tilelayer", "name": "floor", "width": 6, "height": 4, "data": [
                1, 1, 1, 1, 1, 1,
                1, 2, 2, 1, 3, 3,
                1, 1, 4, 2_147_483_652_u32, 1, 1,
                1, 1, 1, 1, 1, 1,
            ]},
            { "type": "objectgroup", "name": "things", "objects": [
                { "id": 1, "name": "wolf", "type": "spawn", "x": 0, "y": 0, "width": 32, "height": 16,
                  "properties": [{ "name": "count", "type": "int", "value": 3 }] },
                { "id": 2, "name": "", "type": "player", "point": true, "x": 8, "y": 56 },
                { "id": 3, "name": "gate", "type": "door", "x": 64, "y": 48, "width": 16, "height": 4 },
                { "id": 5, "name": "path", "type": "marker", "x": 4, "y": 4,
                  "polyline": [{ "x": 0, "y": 0 }, { "x": 20, "y": 0 }, { "x": 70, "y": 2 }] },
            ]},
        ],
    })
}

fn open(map: &Value) -> World {
    let loaded = format::parse("town.tmj", map.to_string().as_bytes()).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(loaded.warnings, []);
    loaded.world
}

fn refused(map: &Value) -> String {
    let found = format::parse("town.tmj", map.to_string().as_bytes()).expect_err("it is broken");
    found.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn kind(world: &World, x: i32, y: i32) -> &str {
    &world.ground.kind(Cell::new(x, y)).expect("a cell of the world").name
}

#[test]
fn tiles_become_ground_and_objects_what_their_class_says() {
    let world = open(&town());
    assert_eq!(world.size(), Vec2::new(12.0, 8.0));
    assert_eq!([kind(&world, 0, 0), kind(&world, 1, 1), kind(&world, 4, 1)], ["floor", "wall", "water"]);
    let spawn = &world.spawns[0];
    assert_eq!((spawn.behaviour.as_str(), spawn.count, spawn.area.max), ("wolf", 3, Vec2::new(4.0, 2.0)));
    assert_eq!(world.player, Some(Vec2::new(1.0, 7.0)));
    let joined: Vec<Option<Vec<u32>>> = world.markers.iter().map(|marker| marker.to.clone()).collect();
    assert_eq!(joined, [Some(vec![1]), Some(vec![2]), Some(vec![])]);
}

#[test]
fn shapes_of_tiles_are_boxes_and_flipped_with_them() {
    let world = open(&town());
    // The left half of its tile, and the right half of the one that is flipped.
    let posts: Vec<(Vec2, Vec2)> =
        world.volumes.iter().take(2).map(|v| (v.footprint.centre, v.footprint.half)).collect();
    let half = Vec2::new(0.5, 1.0);
    assert_eq!(posts, [(Vec2::new(4.5, 5.0), half), (Vec2::new(7.5, 5.0), half)]);
}

#[test]
fn a_line_is_as_thick_as_it_says() {
    let mut map = town();
    map["layers"][1]["objects"] = json!([{
        "id": 1, "name": "fence", "type": "wall", "x": 16, "y": 56, "polyline": [{ "x": 0, "y": 0 }, { "x": 32, "y": 0 }],
        "properties": [{ "name": "width", "type": "float", "value": 1.0 }, { "name": "top", "type": "float", "value": 1.5 }],
    }]);
    let fence = open(&map).volumes.iter().last().copied().expect("a box");
    assert_eq!((fence.footprint.centre, fence.footprint.half), (Vec2::new(4.0, 7.0), Vec2::new(2.5, 0.5)));
    assert_eq!(fence.top_m, 1.5);
}

#[test]
fn xml_and_json_are_the_same_map() {
    let cells = "1,1,1,1,1,1,1,2,2,1,3,3,1,1,4,2147483652,1,1,1,1,1,1,1,1";
    let xml = format!(
        r#"<map orientation="orthogonal" width="6" height="4" tilewidth="16" tileheight="16" infinite="0">
 <properties><property name="resolution" type="float" value="2"/></properties>
 <tileset firstgid="1" name="tiles" tilewidth="16" tileheight="16" tilecount="4" columns="4">
  <tile id="1"><properties><property name="walkable" type="bool" value="false"/></properties></tile>
  <tile id="2"><properties><property name="ground" value="water"/></properties></tile>
  <tile id="3"><objectgroup><object id="1" x="0" y="0" width="8" height="16"/></objectgroup></tile>
 </tileset>
 <layer id="1" name="floor" width="6" height="4"><data encoding="csv">{cells}</data></layer>
 <objectgroup name="things">
  <object id="1" name="wolf" type="spawn" x="0" y="0" width="32" height="16">
   <properties><property name="count" type="int" value="3"/></properties>
  </object>
  <object id="2" type="player" x="8" y="56"><point/></object>
  <object id="3" name="gate" type="door" x="64" y="48" width="16" height="4"/>
  <object id="5" name="path" type="marker" x="4" y="4"><polyline points="0,0 20,0 70,2"/></object>
 </objectgroup>
</map>"#
    );
    let of_xml = format::parse("town.tmx", xml.as_bytes()).expect("it is whole").world;
    let of_json = open(&town());
    assert!(of_xml.ground.cells().eq(of_json.ground.cells()));
    assert!(of_xml.volumes.iter().eq(of_json.volumes.iter()));
    // JSON has no lines.
    assert_eq!((of_xml.spawns[0].line, of_json.spawns[0].line), (10, 0));
    assert_eq!(bestiary::SpawnArea { line: 0, ..of_xml.spawns[0].clone() }, of_json.spawns[0]);
    assert_eq!(of_xml.markers, of_json.markers);
}

#[test]
fn a_hexagon_is_the_cells_whose_middles_lie_in_it() {
    let mut map = town();
    (map["orientation"], map["hexsidelength"], map["staggeraxis"]) = (json!("hexagonal"), json!(8), json!("y"));
    map["layers"][1]["objects"] = json!([]);
    let world = open(&map);
    assert_eq!(world.ground.resolution_m(), 1.0);
    // The water of the second row, which is shifted to the right by half a tile.
    assert_eq!([kind(&world, 9, 2), kind(&world, 11, 2), kind(&world, 7, 2)], ["water", "water", "floor"]);
}

#[test]
fn a_tile_of_a_staggered_map_is_a_cell_of_a_world_that_is_turned() {
    for (axis, index) in [("y", "odd"), ("y", "even"), ("x", "odd"), ("x", "even")] {
        let mut map = town();
        (map["orientation"], map["staggeraxis"], map["staggerindex"]) = (json!("staggered"), json!(axis), json!(index));
        // The middle of the water's second tile: in the second row, in the sixth column.
        let shift = |is: bool| if is { 8 } else { 0 };
        let (second, sixth) = (shift(index == "odd"), shift(index == "odd"));
        let at = if axis == "y" { (5 * 16 + 8 + second, 16) } else { (5 * 8 + 8, 16 + 8 + sixth) };
        map["layers"][1]["objects"] =
            json!([{ "id": 1, "name": "well", "type": "place", "point": true, "x": at.0, "y": at.1 }]);
        let world = open(&map);
        let count =
            |name: &str| world.ground.cells().filter(|i| world.ground.kinds()[usize::from(*i)].name == name).count();
        assert_eq!([count("wall"), count("water"), count("floor")], [2, 2, 20], "{axis} {index}");
        let well = world.areas.place("well").expect("a place");
        let cell = Cell::of(well, world.ground.resolution_m());
        assert_eq!(kind(&world, cell.x, cell.y), "water", "{axis} {index}: {well}");
        assert_eq!(well, cell.centre(world.ground.resolution_m()), "{axis} {index}");
        // Tiles that touch along a side are cells that do: the two walls are one piece.
        let walls: Vec<(i32, i32)> = (0..world.ground.height() as i32)
            .flat_map(|y| (0..world.ground.width() as i32).map(move |x| (x, y)))
            .filter(|(x, y)| kind(&world, *x, *y) == "wall")
            .collect();
        let far = (walls[0].0 - walls[1].0).abs().max((walls[0].1 - walls[1].1).abs());
        assert_eq!(far, 1, "{axis} {index}: {walls:?}");
    }
}

#[test]
fn a_template_may_be_made_from_another_but_not_from_itself() {
    let placed = |template: &str| {
        let mut map = town();
        map["layers"][1]["objects"] = json!([{ "id": 1, "template": template, "x": 16, "y": 48 }]);
        format::parse("tests/data/hostile/town.tmj", map.to_string().as_bytes())
    };
    // Its own properties count before those of the template below.
    let world = placed("crate.tx").expect("it is whole").world;
    let crate_ = world.volumes.iter().last().copied().expect("a box");
    assert_eq!((crate_.footprint.half, crate_.top_m), (Vec2::new(0.5, 0.5), 2.0));
    assert_eq!(world.objects.iter().last().map(|object| object.name.as_str()), Some("crate"));
    for template in ["itself.tx", "first.tx"] {
        let found = placed(template).expect_err("it has no end");
        let said = found[0].to_string();
        assert!(said.contains("layer 'things', object 1, template") && said.contains("made from itself"), "{said}");
    }
}

#[test]
fn boxes_that_name_a_first_one_are_one_object() {
    let mut map = town();
    map["layers"][1]["objects"] = json!([
        { "id": 1, "name": "house", "type": "wall", "x": 16, "y": 48, "width": 16, "height": 4 },
        { "id": 2, "name": "", "type": "wall", "x": 16, "y": 52, "width": 4, "height": 8,
          "properties": [{ "name": "part_of", "type": "object", "value": 1 }] },
    ]);
    let world = open(&map);
    let house = world.objects.iter().find(|object| object.name == "house").expect("an object");
    assert_eq!(house.volumes.len(), 2);
    map["layers"][1]["objects"][1]["properties"][0]["value"] = json!(7);
    assert!(refused(&map).contains("layer 'things', object 2: there is no object 7 here"), "{}", refused(&map));
}

#[test]
fn levels_at_another_depth_are_storeys() {
    let text = std::fs::read_to_string("tests/data/hostile/base.ldtk").expect("a file of the tests");
    let mut world: Value = serde_json::from_str(&text).expect("JSON");
    world["levels"][1]["worldDepth"] = json!(1);
    let loaded = format::parse("two.ldtk", world.to_string().as_bytes()).unwrap_or_else(|e| panic!("{e:?}")).world;
    let above = loaded.storey("depth 1").expect("a storey");
    assert_eq!((loaded.storey_count(), loaded.on(above).floor.height_m), (2, 3.0));
    assert_eq!(loaded.portals().all()[0].ends[1].storey, above);
    assert_eq!(
        [kind(&loaded, 5, 1), kind(loaded.on(above), 5, 1), kind(loaded.on(above), 1, 1)],
        ["void", "floor", "void"]
    );
}

#[test]
fn a_group_is_a_storey_and_portals_join_it() {
    let mut map = town();
    let cells = vec![1; 24];
    map["layers"][1]["objects"] = json!([
        { "id": 1, "name": "up", "type": "portal", "x": 0, "y": 0, "width": 16, "height": 16, "properties": [
            { "name": "to", "type": "object", "value": 9 }, { "name": "kind", "type": "string", "value": "stairs" },
        ]},
    ]);
    map["layers"].as_array_mut().expect("a list").push(json!({
        "type": "group", "name": "gallery", "class": "storey",
        "properties": [{ "name": "floor", "type": "float", "value": 4.5 }],
        "layers": [
            { "type": "tilelayer", "name": "planks", "width": 6, "height": 4, "data": cells },
            { "type": "objectgroup", "name": "ends", "objects": [
                { "id": 9, "name": "down", "type": "portal", "x": 80, "y": 48, "width": 16, "height": 16 },
            ]},
        ],
    }));
    let world = open(&map);
    let gallery = world.storey("gallery").expect("a storey");
    assert_eq!(world.on(gallery).floor.height_m, 4.5);
    assert_eq!(world.on(gallery).size(), world.size());
    let portal = &world.portals().all()[0];
    assert_eq!((portal.name.as_str(), portal.ends[1].storey), ("up", gallery));
    assert_eq!(portal.ends.map(|end| end.area.min), [Vec2::ZERO, Vec2::new(10.0, 6.0)]);
}

/// Rows of letters as a picture: black, white, green, red.
fn picture(rows: &[&str]) -> Vec<u8> {
    let pixel = |letter: u8| match letter {
        b'#' => [0, 0, 0],
        b'g' => [0, 255, 0],
        b'r' => [255, 0, 0],
        _ => [255, 255, 255],
    };
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, rows[0].len() as u32, rows.len() as u32);
    encoder.set_color(png::ColorType::Rgb);
    let pixels: Vec<u8> = rows.iter().flat_map(|row| row.bytes().flat_map(pixel)).collect();
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels)).expect("memory");
    bytes
}

#[test]
fn dark_pixels_are_walls_and_dots_are_start_and_goal() {
    let bytes = picture(&["######", "#gg..#", "#gg.r#", "######"]);
    let world = format::parse("level.png", &bytes).expect("it is whole").world;
    assert_eq!([kind(&world, 0, 0), kind(&world, 3, 1), kind(&world, 1, 1)], ["wall", "floor", "floor"]);
    assert_eq!(world.player, Some(Vec2::new(2.0, 2.0)));
    let places: Vec<(&str, Vec2)> = world.areas.points().collect();
    assert_eq!(places, [("goal", Vec2::new(4.5, 2.5)), ("start", Vec2::new(2.0, 2.0))]);
}

fn files_in(dir: &Path, suffixes: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files_in(&path, suffixes));
        } else if path.extension().is_some_and(|suffix| suffixes.iter().any(|known| suffix == *known)) {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn maps_of_other_people_open() {
    let all: Vec<PathBuf> = ["../shared/tiled", "../shared/ldtk"]
        .iter()
        .flat_map(|dir| files_in(Path::new(dir), &["tmx", "ldtk"]))
        .collect();
    if all.is_empty() {
        println!("skipped: ../shared is not there");
        return;
    }
    for file in all {
        let world = format::load(&file).unwrap_or_else(|e| panic!("{}: {e:?}", file.display())).world;
        assert!(world.ground.width() > 0);
    }
}
