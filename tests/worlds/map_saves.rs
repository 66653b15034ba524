//! The files of a map as they are saved, in one piece or in several: a running world takes what is a map, and says why not else.

use bestiary::{Frame, Level, MoveClass, Options, Runtime, ScriptRow, ScriptStatus, Start, Vec2};
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const NATIVE: &str = "format = 1
[ground]
size = [30, 30]
[[spawn]]
behaviour = \"deer\"
area = [2, 2, 28, 28]
count = 5
";
const WALL: &str = "[[object]]\nkind = \"wall\"\nat = [15, 15]\nboxes = [{ size = [6, 6], top = 2 }]\n";

/// A map of Tiled, 20 x 20 tiles of a tileset in a file of its own, with a layer of walls: tile 2, where `is_wall` says so.
fn tiled(is_wall: impl Fn(usize) -> bool) -> String {
    let walls: Vec<&str> = (0..400).map(|i| if is_wall(i) { "2" } else { "0" }).collect();
    let floor = vec!["1"; 400].join(",");
    format!(
        "<?xml version=\"1.0\"?>
<map version=\"1.10\" orientation=\"orthogonal\" width=\"20\" height=\"20\" tilewidth=\"16\" tileheight=\"16\" infinite=\"0\">
 <tileset firstgid=\"1\" source=\"sets/town.tsx\"/>
 <layer id=\"1\" name=\"floor\" width=\"20\" height=\"20\"><data encoding=\"csv\">{floor}</data></layer>
 <layer id=\"2\" name=\"houses\" width=\"20\" height=\"20\"><data encoding=\"csv\">{}</data></layer>
 <objectgroup id=\"3\" name=\"life\">
  <object id=\"1\" name=\"deer\" class=\"spawn\" x=\"16\" y=\"16\" width=\"288\" height=\"288\"><properties><property name=\"count\" type=\"int\" value=\"5\"/></properties></object>
 </objectgroup>
</map>
",
        walls.join(",")
    )
}

fn tileset(is_open: bool) -> String {
    format!(
        "<?xml version=\"1.0\"?>
<tileset version=\"1.10\" name=\"town\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"2\" columns=\"2\">
 <tile id=\"1\"><properties><property name=\"walkable\" type=\"bool\" value=\"{is_open}\"/></properties></tile>
</tileset>
"
    )
}

struct Stage {
    dir: tempfile::TempDir,
    map: String,
    world: Runtime,
}

impl Stage {
    fn new(map: &str, files: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().expect("scratch folder");
        for (file, text) in files {
            let path = dir.path().join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("folder");
            fs::write(path, text).expect("writes");
        }
        let map = dir.path().join(map).to_str().expect("a name").to_owned();
        let options = Options { watch: true, paused: false };
        let world = Start { map: map.clone(), options, ..Start::default() }.start().expect("starts");
        let stage = Self { dir, map, world };
        stage.wait("creatures", |frame| (frame.snapshot.agents.len() == 5).then_some(()));
        stage
    }

    fn path(&self, file: &str) -> PathBuf {
        self.dir.path().join(file)
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.path(file), text).expect("writes");
    }

    /// Saves as many editors do: into another file, which then takes the name.
    fn save(&self, file: &str, text: &str) {
        let beside = self.path(".swap");
        fs::write(&beside, text).expect("writes");
        fs::rename(&beside, self.path(file)).expect("renames");
    }

    fn wait<T>(&self, what: &str, look: impl Fn(&Frame) -> Option<T>) -> T {
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(20) {
            if let Some(found) = self.world.latest().as_ref().and_then(&look) {
                return found;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("no {what} in 20 s; the log:\n{}", self.log(Level::Good).join("\n"));
    }

    fn log(&self, level: Level) -> Vec<String> {
        let frame = self.world.latest().expect("a frame");
        frame.snapshot.log.iter().filter(|line| line.level >= level).map(|line| line.text.clone()).collect()
    }

    /// Waits until a place is closed, or open.
    fn wait_closed(&self, x: f32, y: f32, closed: bool) {
        let what = format!("change at {x}, {y}");
        self.wait(&what, |frame| {
            let is_free = frame.snapshot.world.is_free(Vec2::new(x, y), 0.2, 1.0, MoveClass::WALK);
            (is_free != closed).then_some(())
        });
    }

    fn row(&self, frame: &Frame) -> Option<ScriptRow> {
        frame.snapshot.scripts.iter().find(|row| row.path == self.map).cloned()
    }

    fn wait_refused(&self) -> String {
        self.wait("refusal", |frame| match self.row(frame)?.status {
            ScriptStatus::Rejected { message, .. } => Some(message),
            _ => None,
        })
    }

    /// All creatures live, and none is inside a wall.
    fn check(&self) {
        let frame = self.world.latest().expect("a frame");
        assert_eq!(frame.snapshot.agents.len(), 5);
        for agent in frame.snapshot.agents.iter() {
            assert!(frame.snapshot.world.is_free(agent.position, 0.2, 1.0, MoveClass::WALK), "{}", agent.position);
        }
    }
}

#[test]
fn a_native_map_that_is_saved_is_live_and_a_broken_one_changes_nothing() {
    let stage = Stage::new("town.toml", &[("town.toml", NATIVE)]);
    stage.save("town.toml", &format!("{NATIVE}{WALL}"));
    stage.wait_closed(15.0, 15.0, true);
    stage.check();
    stage.save(
        "town.toml",
        &format!("{NATIVE}[[object]]\nkind = \"wall\"\nat = [15, 150]\nboxes = [{{ size = [6, 6], top = 2 }}]\n"),
    );
    let message = stage.wait_refused();
    assert!(message.contains("town.toml:10:"), "{message}");
    stage.wait_closed(15.0, 15.0, true);
    stage.save("town.toml", NATIVE);
    stage.wait_closed(15.0, 15.0, false);
    let row = stage.wait("the row", |frame| stage.row(frame).filter(|row| row.status == ScriptStatus::Live));
    assert_eq!(row.version, 4);
    stage.check();
}

/// The name of the file alone may be that of a map inside the program: that one is not read instead.
#[test]
fn a_map_that_is_deleted_stays_and_the_log_says_so() {
    let stage = Stage::new("glade.toml", &[("glade.toml", NATIVE)]);

    fs::remove_file(stage.path("glade.toml")).expect("deleted");

    let said = stage.wait("word", |_| stage.log(Level::Warn).into_iter().find(|line| line.contains("deleted")));
    assert!(said.ends_with("glade.toml was deleted; the world keeps the map that it has"), "{said}");
    stage.check();
    stage.save("glade.toml", &format!("{NATIVE}{WALL}"));
    stage.wait_closed(15.0, 15.0, true);
}

#[test]
fn a_map_that_is_written_in_pieces_is_taken_when_it_is_whole() {
    let stage = Stage::new("town.toml", &[("town.toml", NATIVE)]);
    let whole = format!("{NATIVE}{WALL}");
    for cut in [0, 20, 60, NATIVE.len() + 30] {
        stage.write("town.toml", &whole[..cut]);
        std::thread::sleep(Duration::from_millis(if cut == 60 { 200 } else { 5 }));
    }
    stage.write("town.toml", &whole);
    stage.wait_closed(15.0, 15.0, true);
    stage.check();
}

#[test]
fn of_many_saves_the_last_one_is_live_in_the_end() {
    let stage = Stage::new("town.toml", &[("town.toml", NATIVE)]);
    for i in 0..40 {
        let text = format!("{NATIVE}{}", WALL.replace("[15, 15]", &format!("[{}, {}]", 5 + i % 20, 5 + i / 2)));
        if i % 2 == 0 {
            stage.save("town.toml", &text);
        } else {
            stage.write("town.toml", &text);
        }
        std::thread::sleep(Duration::from_millis(i % 5));
    }
    stage.save("town.toml", &format!("{NATIVE}{WALL}"));
    stage.wait_closed(15.0, 15.0, true);
    stage.wait_closed(5.0, 5.0, false);
    stage.wait_closed(24.0, 24.0, false);
    stage.check();
}

#[test]
fn a_tiled_map_and_its_tileset_are_watched() {
    let files = [("town.tmx", tiled(|_| false)), ("sets/town.tsx", tileset(false))];
    let stage = Stage::new("town.tmx", &files.each_ref().map(|(file, text)| (*file, text.as_str())));
    stage.save("town.tmx", &tiled(|i| i % 20 > 9));
    stage.wait_closed(15.5, 10.5, true);
    stage.check();
    // The tiles become open ground: the map itself is as it was.
    stage.save("sets/town.tsx", &tileset(true));
    stage.wait_closed(15.5, 10.5, false);
    stage.save("sets/town.tsx", &tileset(false));
    stage.wait_closed(15.5, 10.5, true);
    // A tile that there is not.
    stage.save("town.tmx", &tiled(|i| i % 20 > 9).replacen("2,", "77,", 1));
    let message = stage.wait_refused();
    assert!(message.contains("town.tmx") && message.contains("layer 'houses'"), "{message}");
    // An object that means nothing to the world.
    stage.save("town.tmx", &tiled(|_| false).replace("value=\"5\"", "value=\"-5\""));
    let message = stage.wait("another refusal", |frame| match stage.row(frame)?.status {
        ScriptStatus::Rejected { message, .. } if message.contains("count") => Some(message),
        _ => None,
    });
    assert!(message.contains("layer 'life', object 1 'deer'"), "{message}");
    stage.wait_closed(15.5, 10.5, true);
    // A tileset that is missing, until it comes.
    let other = tiled(|i| i % 20 < 5).replace("sets/town.tsx", "more/other.tsx");
    stage.save("town.tmx", &other);
    stage.wait("a third refusal", |frame| match stage.row(frame)?.status {
        ScriptStatus::Rejected { message, .. } if message.contains("other.tsx") => Some(()),
        _ => None,
    });
    fs::create_dir(stage.path("more")).expect("made");
    stage.write("more/other.tsx", &tileset(false));
    stage.save("town.tmx", &other);
    stage.wait_closed(2.5, 10.5, true);
    stage.wait_closed(15.5, 10.5, false);
    stage.check();
}

#[test]
fn a_picture_and_its_palette_are_watched() {
    let picture = |dark: u32| {
        let mut pixels = image::GrayImage::from_pixel(20, 20, image::Luma([255]));
        (0..dark).for_each(|x| (0..20).for_each(|y| pixels.put_pixel(x, y, image::Luma([120]))));
        let mut bytes = std::io::Cursor::new(Vec::new());
        pixels.write_to(&mut bytes, image::ImageFormat::Png).expect("a picture");
        bytes.into_inner()
    };
    let dir = tempfile::tempdir().expect("scratch folder");
    let map = dir.path().join("level.png");
    fs::write(&map, picture(0)).expect("writes");
    let population = vec!["deer=5".parse().expect("is one")];
    let options = Options { watch: true, paused: false };
    let name = map.to_str().expect("a name").to_owned();
    let world = Start { map: name.clone(), population, options, ..Start::default() }.start().expect("starts");
    let stage = Stage { dir, map: name, world };
    stage.wait("creatures", |frame| (frame.snapshot.agents.len() == 5).then_some(()));
    fs::write(stage.path("level.png"), picture(8)).expect("writes");
    stage.wait_closed(2.5, 10.5, true);
    stage.check();
    // The palette comes later: what is darker than this is a wall, and nothing is.
    stage.write("level.palette.toml", "threshold = 60\n");
    stage.wait_closed(2.5, 10.5, false);
    stage.check();
}

#[test]
fn a_world_of_ldtk_and_its_levels_are_watched() {
    let level = |wall: u32| {
        let cells: Vec<u32> = (0..400).map(|i| u32::from(i % 20 >= wall)).collect();
        json!({
            "identifier": "Town", "worldX": 0, "worldY": 0, "pxWid": 160, "pxHei": 160, "externalRelPath": "town/Town.ldtkl",
            "layerInstances": [
                { "__identifier": "Life", "__type": "Entities", "__cWid": 20, "__gridSize": 8, "layerDefUid": 2, "entityInstances": [
                    { "__identifier": "spawn", "px": [8, 8], "width": 40, "height": 144, "fieldInstances": [
                        { "__identifier": "behaviour", "__value": "deer" }, { "__identifier": "count", "__value": 5 }] }] },
                { "__identifier": "Ground", "__type": "IntGrid", "__cWid": 20, "__gridSize": 8, "layerDefUid": 1, "intGridCsv": cells },
            ],
        })
    };
    let outline = json!({ "identifier": "Town", "worldX": 0, "worldY": 0, "pxWid": 160, "pxHei": 160, "externalRelPath": "town/Town.ldtkl" });
    let values = json!([{ "value": 1, "identifier": "walls" }]);
    let project =
        json!({ "levels": [outline], "defs": { "layers": [{ "uid": 1, "intGridValues": values }] } }).to_string();
    let stage = Stage::new("world.ldtk", &[("world.ldtk", &project), ("town/Town.ldtkl", &level(15).to_string())]);
    stage.wait_closed(12.5, 10.5, false);
    stage.save("town/Town.ldtkl", &level(10).to_string());
    stage.wait_closed(12.5, 10.5, true);
    stage.check();
    stage.write("town/Town.ldtkl", "{");
    let message = stage.wait_refused();
    assert!(message.contains("level 'Town'"), "{message}");
    stage.save("town/Town.ldtkl", &level(15).to_string());
    stage.wait_closed(12.5, 10.5, false);
    stage.check();
}

#[test]
fn the_ground_that_a_native_map_has_in_another_file_is_watched() {
    let ground = |letter: &str| {
        let row = format!("{}{}\n", ".".repeat(15), letter.repeat(15));
        format!("type octile\nheight 30\nwidth 30\nmap\n{}", row.repeat(30))
    };
    let map = NATIVE.replace("size = [30, 30]", "file = \"ground.map\"").replace("[2, 2, 28, 28]", "[2, 2, 14, 28]");
    let stage = Stage::new("town.toml", &[("town.toml", &map), ("ground.map", &ground("."))]);
    stage.save("ground.map", &ground("@"));
    stage.wait_closed(20.5, 10.5, true);
    stage.check();
    stage.save("ground.map", &ground("."));
    stage.wait_closed(20.5, 10.5, false);
    stage.check();
}
