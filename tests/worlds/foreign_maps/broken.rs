//! What is said of maps of other programs that are broken.

use super::*;

#[test]
fn what_is_wrong_is_said_with_layer_and_object() {
    type Break = fn(&mut Value);
    let cases: [(Break, &str); 11] = [
        (
            |m| m["properties"][0] = json!({ "name": "empty", "value": "gras" }),
            "no ground of the native legend is called 'gras'",
        ),
        (|m| m["layers"][0]["data"] = json!([1, 1]), "layer 'floor': it has 2 cells; 6 x 4 are 24"),
        (|m| m["layers"][0]["data"][3] = json!(77), "layer 'floor': no tileset has a tile 77"),
        (|m| m["layers"][0]["data"][3] = json!("x"), "is no number of a tile"),
        (|m| m["layers"][0]["offsetx"] = json!("NaN"), "layer 'floor': 'offsetx' must be a number, not 'NaN'"),
        (|m| m["width"] = json!(1_000_000_000), "1000000000 x 4 tiles are too many"),
        (|m| m["orientation"] = json!("spherical"), "spherical maps are not supported"),
        (
            |m| m["tilesets"][0] = json!({ "firstgid": 1, "source": "none.tsx" }),
            "tileset 'none.tsx': none.tsx: there is no such file",
        ),
        (
            |m| m["layers"][1]["objects"][0]["properties"][0]["value"] = json!(-3),
            "layer 'things', object 1 'wolf': 'count' must be",
        ),
        (
            |m| m["layers"][1]["objects"][1]["x"] = json!("far"),
            "layer 'things', object 2: 'x' must be a number, not 'far'",
        ),
        (
            |m| {
                m["layers"][0]["encoding"] = json!("base64");
                m["layers"][0]["data"] = json!("AQAAAAEAA");
            },
            "layer 'floor': this is not base64",
        ),
    ];
    for (broken, message) in cases {
        let mut map = town();
        broken(&mut map);
        let said = refused(&map);
        assert!(said.contains(message), "{message}:\n{said}");
    }
}

#[test]
fn values_of_ldtk_fill_their_layer_or_are_refused() {
    let world = |columns: Value, rows: Value, values: usize| {
        let layer = json!({ "__identifier": "G", "__type": "IntGrid", "__cWid": columns, "__cHei": rows, "__gridSize": 16,
            "layerDefUid": 1, "intGridCsv": vec![1; values] });
        let level =
            json!({ "identifier": "L", "worldX": 0, "worldY": 0, "pxWid": 64, "pxHei": 32, "layerInstances": [layer] });
        let defs = json!({ "layers": [{ "uid": 1, "intGridValues": [{ "value": 1, "identifier": "walls" }] }] });
        let text = json!({ "defs": defs, "levels": [level] }).to_string();
        format::parse("w.ldtk", text.as_bytes()).map(|loaded| loaded.world).map_err(|found| found[0].to_string())
    };
    // Without rows they follow from the values.
    for rows in [json!(2), Value::Null] {
        let world = world(json!(4), rows, 8).expect("it is whole");
        assert!((0..4).all(|x| (0..2).all(|y| kind(&world, x, y) == "wall")));
    }
    for (columns, rows, values, fault) in [
        (json!(0), json!(2), 8, "it has 0 x 2 cells of 16 px"),
        (json!(0), Value::Null, 8, "it has 0 x 0 cells of 16 px"),
        (json!(-4), json!(2), 8, "it has -4 x 2 cells of 16 px"),
        (json!(1_u64 << 40), json!(2), 8, "'intGridCsv' has 8 values; 1099511627776 x 2"),
        (json!(i64::MAX), json!(i64::MAX), 8, "'intGridCsv' has 8 values"),
        (json!(5), json!(2), 8, "'intGridCsv' has 8 values; 5 x 2 ('__cWid' x '__cHei') are 10"),
        (json!(5), Value::Null, 8, "'intGridCsv' has 8 values; 5 x 1 ('__cWid' x '__cHei') are 5"),
        (json!(4), json!(2), 2, "'intGridCsv' has 2 values; 4 x 2 ('__cWid' x '__cHei') are 8"),
        (json!(4), json!(2), 80, "'intGridCsv' has 80 values; 4 x 2 ('__cWid' x '__cHei') are 8"),
    ] {
        let said = world(columns, rows, values).expect_err(fault);
        assert!(said.starts_with(&format!("w.ldtk: error: level 'L', layer 'G': {fault}")), "{said}");
    }
}

#[test]
fn names_are_strings() {
    for (key, value) in [("name", json!([1])), ("name", json!({})), ("type", json!(["spawn"])), ("class", json!([]))] {
        let mut map = town();
        let things = map["layers"].as_array_mut().expect("layers").iter_mut().find(|layer| layer["objects"].is_array());
        let objects = things.expect("a layer of objects")["objects"].as_array_mut().expect("objects");
        objects[0][key] = value;
        let said = refused(&map);
        assert!(
            said.contains("layer 'things': object 1: ") && said.contains(&format!("'{key}' must be a string")),
            "{said}"
        );
    }
}

#[test]
fn tiles_at_the_end_of_all_numbers_lie_too_far_away() {
    let chunk = |x: i64| {
        let text = format!(
            r#"<map orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16" infinite="1">
<tileset firstgid="1" name="t" tilecount="2"/><layer name="g" width="4" height="2"><data encoding="csv">
<chunk x="{x}" y="0" width="2" height="2">1,1,1,1</chunk></data></layer></map>"#
        );
        format::parse("far.tmx", text.as_bytes()).map(|_| ()).map_err(|found| found[0].to_string())
    };
    assert_eq!(chunk(i64::from(i32::MAX) - 2), Ok(()));
    for x in [i64::from(i32::MAX), i64::from(i32::MAX) - 1] {
        assert_eq!(chunk(x), Err("far.tmx:1: error: the tiles of this infinite map lie too far away".to_owned()));
    }
}

#[test]
fn packed_cells_that_are_damaged_are_reported_in_words() {
    for packing in ["zlib", "gzip", "zstd"] {
        for packed in ["", "AAAA", "KLUv/SAA"] {
            let text = format!(
                r#"<map orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16">
<layer name="g" width="4" height="2"><data encoding="base64" compression="{packing}">{packed}</data></layer></map>"#
            );
            let found = format::parse("p.tmx", text.as_bytes()).expect_err("it is broken");
            let why = format!("these {packing} data cannot be unpacked: they are damaged or cut short");
            let short = "it has 0 cells; 4 x 2 are 8";
            let said = found[0].to_string();
            assert!(said.ends_with(&why) || said.ends_with(short), "{packing} {packed}: {said}");
        }
    }
}

#[test]
fn a_portal_that_leads_nowhere_is_reported() {
    let portal = |to: &str| {
        let text = format!(
            r#"<map orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16">
<objectgroup name="o"><object id="1" class="portal" x="0" y="0" width="16" height="16">
<properties><property name="kind" value="stairs"/>{to}</properties></object>
<object id="2" class="portal" x="32" y="0" width="16" height="16"/></objectgroup></map>"#
        );
        let loaded = format::parse("p.tmx", text.as_bytes()).unwrap_or_else(|e| panic!("{e:?}"));
        let said: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
        (loaded.world.portals().all().len(), said)
    };
    let nowhere = "this portal leads nowhere and is left out: 'to' names its other end";
    let (count, said) = portal("");
    assert_eq!(count, 0);
    assert_eq!(said, [2, 4].map(|line| format!("p.tmx:{line}: warning: layer 'o', object {}: {nowhere}", line / 2)));
    assert_eq!(portal(r#"<property name="to" type="object" value="2"/>"#), (1, Vec::new()));
}

#[test]
fn broken_maps_are_refused_or_read_and_nothing_else() {
    let sources = [town().to_string().into_bytes(), picture(&["#####", "#g.r#", "#####"])];
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed as usize % below.max(1)
    };
    let words = ["999999999", "-1", "NaN", "", "1e300", "4294967295", "null", "[", "{}", "\"", "0.5"];
    for round in 0..600 {
        let mut bytes = sources[round % 2].clone();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            match random(4) {
                0 => bytes.truncate(at),
                1 if at < bytes.len() => bytes[at] = random(256) as u8,
                _ => {
                    let digit = |i: usize| bytes[i].is_ascii_digit();
                    let Some(first) = (at..bytes.len()).find(|i| digit(*i)) else { continue };
                    let end = (first..bytes.len()).find(|i| !digit(*i)).unwrap_or(bytes.len());
                    let word = words[random(words.len())];
                    bytes.splice(first..end, word.bytes());
                }
            }
        }
        let name = ["broken.tmj", "broken.png"][round % 2];
        if let Err(found) = format::parse(name, &bytes) {
            assert!(!found.is_empty(), "a map is refused for a reason");
        }
    }
}
