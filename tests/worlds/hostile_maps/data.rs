//! Cells in every encoding, spoilt, and files that are larger, deeper or stranger than they seem.

use super::case::Case;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use std::io::Write;

/// Cells of a small map.
const CELLS: usize = 24;

fn packed(compression: &str, bytes: &[u8]) -> Vec<u8> {
    match compression {
        "zlib" => {
            let mut out = flate2::write::ZlibEncoder::new(Vec::new(), Compression::fast());
            out.write_all(bytes).and_then(|()| out.finish()).expect("memory")
        }
        "gzip" => {
            let mut out = flate2::write::GzEncoder::new(Vec::new(), Compression::fast());
            out.write_all(bytes).and_then(|()| out.finish()).expect("memory")
        }
        "zstd" => ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest),
        _ => bytes.to_vec(),
    }
}

/// A map with one layer of so many columns and rows.
fn map((width, height): (u64, u64), data: &str) -> String {
    format!(
        r#"<map orientation="orthogonal" width="{width}" height="{height}" tilewidth="16" tileheight="16" infinite="0">
<tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="4" columns="4"/>
<layer id="1" name="floor" width="{width}" height="{height}">{data}</layer></map>"#
    )
}

fn infinite(chunks: &str) -> String {
    map((6, 4), &format!("<data encoding=\"csv\">{chunks}</data>")).replace("infinite=\"0\"", "infinite=\"1\"")
}

/// Every encoding, compression and fault.
fn encoded() -> Vec<Case> {
    let named = || vec!["layer 'floor'".to_owned()];
    let cells = |count: usize| -> Vec<u8> { (0..count).flat_map(|_| 1_u32.to_le_bytes()).collect() };
    let mut cases = Vec::new();
    for compression in ["", "none", "zlib", "gzip", "zstd", "lzma"] {
        let says = if compression.is_empty() { String::new() } else { format!(" compression=\"{compression}\"") };
        let mut add = |what: &str, text: &str| {
            let map = map((6, 4), &format!("<data encoding=\"base64\"{says}>{text}</data>"));
            cases.push(Case::new(format!("base64 {compression}: {what}"), "case.tmx", map).naming(named()));
        };
        let whole = packed(compression, &cells(CELLS));
        add("whole", &STANDARD.encode(&whole));
        add("nothing", "");
        add("garbage", "!!!!");
        add("other data", &STANDARD.encode(b"these are no cells at all, and not packed either"));
        add("without its end", &STANDARD.encode(&whole)[..9]);
        for cut in [1, 2, whole.len() / 2, whole.len() - 1] {
            add(&format!("{cut} bytes"), &STANDARD.encode(&whole[..cut]));
        }
        // What is packed well can be very long.
        let many = if ["zlib", "gzip", "zstd"].contains(&compression) { 4 << 20 } else { 99 };
        for (what, count) in [("fewer", CELLS - 1), ("more", CELLS + 1), ("many more", many)] {
            add(what, &STANDARD.encode(packed(compression, &cells(count))));
        }
        let mut turned = whole.clone();
        let middle = turned.len() / 2;
        turned[middle] ^= 0x55;
        add("a byte changed", &STANDARD.encode(&turned));
    }
    let gids = [0_u64, 4, 5, 1 << 28, (1 << 29) + 5, (1 << 31) + 1, (1 << 31) + 5, u64::from(u32::MAX), 1 << 32];
    for gid in gids {
        let data = format!("<data encoding=\"csv\">{}{gid}</data>", "1,".repeat(CELLS - 1));
        cases.push(Case::new(format!("gid {gid}"), "case.tmx", map((6, 4), &data)).naming(named()));
    }
    for (what, csv) in [
        ("blank", String::new()),
        ("commas", ",".repeat(CELLS)),
        ("floats", "1.5,".repeat(CELLS)),
        ("lines", "1\n".repeat(CELLS)),
        ("short", "1,1".into()),
        ("minus", "-1,".repeat(CELLS)),
    ] {
        let data = format!("<data encoding=\"csv\">{csv}</data>");
        cases.push(Case::new(format!("csv {what}"), "case.tmx", map((6, 4), &data)).naming(named()));
    }
    cases
}

/// Sizes, chunks and files that ask for much.
fn large() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |what: &str, bytes: Vec<u8>| cases.push(Case::new(what, "case.tmx", bytes));
    let bomb = |count: usize, compression: &str| STANDARD.encode(packed(compression, &vec![0; count]));
    let data = |compression: &str, text: &str| {
        format!("<data encoding=\"base64\" compression=\"{compression}\">{text}</data>")
    };
    for (width, height) in
        [(1_000_000_000, 1_000_000_000), (16_384, 12_288), (1, 1_000_000), (0, 0), (6, 0), (16_384, 1)]
    {
        add(&format!("{width} x {height}"), map((width, height), "<data encoding=\"csv\"></data>").into());
        add(&format!("{width} x {height} on end"), map((height, width), "<data encoding=\"csv\"></data>").into());
    }
    for compression in ["zlib", "gzip", "zstd"] {
        add(
            &format!("{compression} bomb in a small map"),
            map((6, 4), &data(compression, &bomb(64 << 20, compression))).into(),
        );
    }
    let layer = data("zlib", &bomb(4 * 2048 * 2048, "zlib"));
    add("a large layer", map((2048, 2048), &layer).into());
    let more = format!("<layer id=\"2\" name=\"more\" width=\"2048\" height=\"2048\">{layer}</layer>").repeat(100);
    add("many large layers", map((2048, 2048), &layer).replace("</map>", &format!("{more}</map>")).into());
    let chunk = |x: &str, y: &str, side: u32| {
        format!(
            "<chunk x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\">{}1</chunk>",
            "1,".repeat((side * side - 1) as usize)
        )
    };
    for (what, chunks) in [
        ("overlap", [chunk("0", "0", 4), chunk("2", "2", 4)].concat()),
        ("lie far apart", [chunk("-2147483648", "0", 2), chunk("2147483647", "2147483647", 2)].concat()),
        ("lie beyond numbers", chunk("99999999999", "0", 2)),
        ("lie a world apart", [chunk("0", "0", 2), chunk("16382", "12286", 2)].concat()),
        ("have no place", chunk("", "NaN", 2)),
        ("are empty", "<chunk x=\"0\" y=\"0\" width=\"0\" height=\"0\"/>".to_owned()),
        ("are many", (0..2_000).map(|i| chunk(&(i * 2).to_string(), "0", 1)).collect()),
    ] {
        add(&format!("chunks that {what}"), infinite(&chunks).into());
    }
    for (tile, side) in [("1e8", "1"), ("1", "1e8"), ("1e-3", "1"), ("16", "1e300")] {
        for axis in ["x", "y"] {
            for orientation in ["hexagonal", "staggered", "isometric"] {
                let text = map((6, 4), &format!("<data encoding=\"csv\">{}1</data>", "1,".repeat(23)));
                let text = text.replacen(
                    "tilewidth=\"16\" tileheight=\"16\"",
                    &format!(
                        "tilewidth=\"{tile}\" tileheight=\"{side}\" hexsidelength=\"{side}\" staggeraxis=\"{axis}\""
                    ),
                    1,
                );
                add(
                    &format!("{orientation} tiles of {tile} x {side} px along {axis}"),
                    text.replace("orthogonal", orientation).into(),
                );
            }
        }
    }
    cases
}

/// Files that are strange as text.
fn strange() -> Vec<Case> {
    let plain = map((6, 4), &format!("<data encoding=\"csv\">{}1</data>", "1,".repeat(23)));
    let property = |value: &str| {
        plain.replacen(
            "<tileset",
            &format!("<properties><property name=\"crowd\" value=\"{value}\"/></properties><tileset"),
            1,
        )
    };
    let laughs: String =
        (1..12).map(|i| format!("<!ENTITY l{i} \"{}\">", format!("&l{};", i - 1).repeat(10))).collect();
    let laughs = format!("<!DOCTYPE map [<!ENTITY l0 \"ha\">{laughs}]>");
    let other = |text: &str, order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(order).collect()
    };
    let groups = |depth: usize| {
        plain
            .replacen("<layer", &format!("{}<layer", "<group name=\"g\">".repeat(depth)), 1)
            .replace("</layer>", &format!("</layer>{}", "</group>".repeat(depth)))
    };
    let mut cases = vec![
        Case::new("whole", "case.tmx", plain.clone()),
        Case::new("byte order mark", "case.tmx", format!("\u{feff}{plain}")),
        Case::new("CR LF", "case.tmx", plain.replace('\n', "\r\n")),
        Case::new("UTF-16 LE", "case.tmx", other(&plain, u16::to_le_bytes)),
        Case::new("UTF-16 BE", "case.tmx", other(&plain, u16::to_be_bytes)),
        Case::new("Latin-1", "case.tmx", plain.replace("floor", "b\u{1}den").bytes().map(|b| if b == 1 { 0xf6 } else { b }).collect::<Vec<u8>>()),
        Case::new("zero bytes", "case.tmx", vec![0; 4096]),
        Case::new("nothing", "case.tmx", Vec::new()),
        Case::new("blanks", "case.tmx", " \n\t"),
        Case::new("an entity", "case.tmx", format!("<!DOCTYPE map [<!ENTITY f SYSTEM \"file:///etc/hostname\">]>{}", plain.replace("floor", "&f;"))),
        Case::new("billion laughs", "case.tmx", format!("{laughs}{}", plain.replace("floor", "&l11;"))),
        Case::new("deep elements", "case.tmx", format!("{}{}", "<a>".repeat(200_000), "</a>".repeat(200_000))),
        Case::new("deep groups", "case.tmx", groups(60)),
        Case::new("deeper groups", "case.tmx", groups(5_000)),
        Case::new("many attributes", "case.tmx", plain.replacen("<layer", &format!("<layer{}", (0..20_000).map(|i| format!(" a{i}=\"\"")).collect::<String>()), 1)),
        Case::new("many elements", "case.tmx", plain.replacen("<layer", &format!("{}<layer", "<a/>".repeat(1_000_000)), 1)),
        Case::new("many objects", "case.tmx", plain.replace("</map>", &format!("<objectgroup name=\"o\">{}</objectgroup></map>", "<object id=\"7\" type=\"wall\" x=\"1\" y=\"1\" width=\"3\" height=\"3\" rotation=\"5\"/>".repeat(50_000)))),
        Case::new("many corners", "case.tmx", plain.replace("</map>", &format!("<objectgroup name=\"o\"><object id=\"7\" type=\"wall\" x=\"1\" y=\"1\"><polygon points=\"{}\"/></object></objectgroup></map>", "1,1 2,2 ".repeat(100_000)))).naming(vec!["layer 'o'".into(), "object 7".into()]),
        Case::new("deep lists in a property", "case.tmx", property(&"[".repeat(100_000))),
        Case::new("deep tables in a property", "case.tmx", property(&"{a=".repeat(100_000))),
        Case::new("lines in a property", "case.tmx", property("[1]&#10;[ground]&#10;size=[9,9]")),
        Case::new("deep JSON", "case.tmj", "[".repeat(200_000)),
        Case::new("deep layers in JSON", "case.tmj", "{\"layers\":[".repeat(5_000)),
        Case::new("not JSON", "case.tmj", "{\"width\": 1, }"),
        Case::new("JSON with NaN", "case.tmj", "{\"width\": NaN}"),
        Case::new("nothing", "case.ldtk", Vec::new()),
        Case::new("deep JSON", "case.ldtk", "{\"defs\":".repeat(200_000)),
        Case::new("UTF-16", "case.ldtk", other("{}", u16::to_le_bytes)),
    ];
    for (what, template) in [
        ("missing", "none.tx"),
        ("of a cycle", "first.tx"),
        ("of itself", "itself.tx"),
        ("empty", "empty.tx"),
        ("elsewhere", "../../Cargo.toml"),
        ("a folder", "."),
        ("a tileset", "beside.tsx"),
        ("nameless", ""),
    ] {
        let object = format!(
            "<objectgroup name=\"o\"><object id=\"7\" template=\"{template}\" x=\"16\" y=\"16\"/></objectgroup></map>"
        );
        cases.push(
            Case::new(format!("a template {what}"), "case.tmx", plain.replace("</map>", &object))
                .naming(vec!["layer 'o'".into()]),
        );
    }
    for (what, source) in [
        ("missing", "none.tsx"),
        ("a template", "box.tx"),
        ("the map", "base.tmx"),
        ("elsewhere", "../../Cargo.toml"),
        ("nameless", ""),
    ] {
        let tileset = format!("<tileset firstgid=\"5\" source=\"{source}\"/><layer");
        cases.push(
            Case::new(format!("a tileset {what}"), "case.tmx", plain.replacen("<layer", &tileset, 1))
                .naming(vec![format!("tileset '{source}'")]),
        );
    }
    cases
}

/// All of them.
pub(crate) fn cases() -> Vec<Case> {
    [encoded(), large(), strange()].into_iter().flatten().collect()
}
