//! Heights and vegetation of map files: rows, images, noise.

use bestiary::testing::world::format;
use bestiary::{Cell, Ground, MoveClass, Vec2};
use std::sync::Arc;

fn ground(text: &str) -> Arc<Ground> {
    format::parse("maps/test.toml", text.as_bytes()).unwrap_or_else(|e| panic!("{e:#?}")).world.ground
}

fn map(terrain: &str) -> String {
    format!("format = 1\n[ground]\nsize = [24, 16]\n{terrain}")
}

#[test]
fn rows_hold_in_the_middle_of_their_tiles() {
    let g = ground(&map("water_level = 2\n[ground.heights]\nrows = '''\n0 8 16\n-4 4 4\n'''\n"));
    let at = |x, y| (g.terrain().elevation_m(Vec2::new(x, y)), g.terrain().depth_m(Vec2::new(x, y)));
    assert_eq!(at(4.0, 4.0), (0.0, 2.0));
    assert_eq!(at(0.0, 0.0), (0.0, 2.0), "beyond the outermost middles it does not change");
    assert_eq!(at(8.0, 4.0), (4.0, 0.0));
    assert_eq!(at(8.0, 8.0), (2.0, 0.0), "between four");
    assert_eq!(at(4.0, 12.0), (-4.0, 6.0));
    assert!(!g.walkable(Cell::new(4, 12)) && g.open(MoveClass::SWIM, Cell::new(4, 12)), "6 m deep");
}

#[test]
fn a_grey_image_lies_over_the_whole_ground_and_one_with_colours_is_refused() {
    let dir = tempfile::tempdir().expect("scratch folder");
    let write = |name: &str, (width, height): (u32, u32), colour: png::ColorType, bytes: &[u8]| {
        let file = std::fs::File::create(dir.path().join(name)).expect("made");
        let mut encoder = png::Encoder::new(file, width, height);
        encoder.set_color(colour);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.write_header().expect("written").write_image_data(bytes).expect("written");
    };
    // As many pixels as tiles: each is the number of its tile.
    write("same.png", (3, 2), png::ColorType::Grayscale, &[0, 51, 255, 255, 102, 0]);
    write(
        "wide.png",
        (300, 1),
        png::ColorType::Grayscale,
        &(0..300).map(|x| (x * 255 / 299) as u8).collect::<Vec<_>>(),
    );
    write("large.png", (5000, 4000), png::ColorType::Grayscale, &[0; 20_000_000]);
    write("red.png", (1, 1), png::ColorType::Rgb, &[255, 0, 0]);
    std::fs::write(dir.path().join("text.png"), "no image").expect("written");
    let load = |image: &str| {
        let text = map(&format!("[ground.heights]\nimage = \"{image}\"\nlow = 10\nhigh = 20\n"));
        let path = dir.path().join("m.toml");
        std::fs::write(&path, text).expect("written");
        format::load(&path).map(|loaded| loaded.world.ground)
    };
    let same = load("same.png").expect("good");
    let at = |g: &Ground, x, y| g.terrain().elevation_m(Vec2::new(x, y));
    assert_eq!([at(&same, 4.0, 4.0), at(&same, 12.0, 4.0), at(&same, 20.0, 4.0)], [10.0, 12.0, 20.0]);
    assert_eq!([at(&same, 4.0, 12.0), at(&same, 12.0, 12.0), at(&same, 20.0, 12.0)], [20.0, 14.0, 10.0]);
    let wide = load("wide.png").expect("good");
    assert!((at(&wide, 12.0, 3.0) - 15.0).abs() < 0.1 && at(&wide, 4.0, 3.0) < 12.0, "it is stretched");
    for (image, wanted) in [
        ("red.png", "it has colours"),
        ("large.png", "it has 5000 × 4000 pixels, more than 16777216"),
        ("text.png", "it is no PNG image"),
        ("none.png", "there is no such file"),
        ("../m.png", "outside the map's folder"),
    ] {
        let found = load(image).expect_err(image);
        assert_eq!((found.len(), found[0].line, found[0].column), (1, 5, 9), "{found:#?}");
        assert!(found[0].message.contains(wanted), "{}", found[0]);
    }
}

#[test]
fn noise_follows_from_its_seed_and_keeps_its_bounds() {
    let of = |seed: u32| {
        let text = format!(
            "[ground.vegetation]\nnoise = 40\nseed = {seed}\n[ground.heights]\nnoise = 16\nlow = -3\nhigh = 7\n"
        );
        let g = ground(&map(&text));
        let all = (0..24 * 16).map(|i| Vec2::new((i % 24) as f32, (i / 24) as f32));
        all.map(|at| (g.terrain().elevation_m(at), g.terrain().vegetation(at))).collect::<Vec<_>>()
    };
    let (one, same, other) = (of(1), of(1), of(2));
    assert_eq!(one, same);
    assert_ne!(one, other);
    assert!(one.iter().all(|(h, v)| (-3.0..=7.0).contains(h) && (0.0..=1.0).contains(v)), "{one:?}");
    let heights = || one.iter().map(|(h, _)| *h);
    assert!(heights().fold(0.0, f32::max) > 5.0 && heights().fold(0.0, f32::min) < -1.0, "stretched over its bounds");
}

#[test]
fn an_area_with_a_cost_multiplies_what_its_ground_costs_or_closes_it() {
    let area = |name: &str, rectangle: &str, cost: &str| {
        format!("[[area]]\nname = \"{name}\"\narea = {rectangle}\ncost = {cost}\n")
    };
    let areas = [
        area("quay", "[2, 0, 6, 16]", "3"),
        area("fen", "[4, 0, 10, 16]", "{ walk = inf, swim = 0.5 }"),
        area("roost", "[12, 0, 14, 16]", "{ fly = inf }"),
    ];
    let g = ground(&map(&areas.concat()));
    let costs = |moves| [1, 3, 5, 8, 13].map(|x| g.passage(moves, Cell::new(x, 4)).cost);
    assert_eq!(costs(MoveClass::WALK), [8, 24, 0, 0, 8]);
    assert_eq!(
        costs(MoveClass::SWIM),
        [8, 24, 12, 4, 8],
        "a number is for those that walk, and so for those that swim, too"
    );
    assert_eq!(costs(MoveClass::FLY), [8, 8, 8, 8, 0]);
    assert_eq!(g.passage(MoveClass::WALK, Cell::new(3, 4)).pace, 64, "it slows nothing");
}

/// A mod with a movement class of its own, on a map that closes a slope to those that walk.
#[test]
fn a_class_that_a_mod_declares_goes_where_its_limits_and_the_map_let_it() {
    let dir = tempfile::tempdir().expect("scratch folder");
    let home = dir.path().join("goats");
    std::fs::create_dir_all(home.join("npc")).expect("made");
    let manifest = "name = \"goats\"\nversion = \"1\"\napi = 2\ndepends = [\"base\"]\n[moves.climb]\nsteepest = 3\n";
    std::fs::write(home.join("mod.toml"), manifest).expect("written");
    let goat = "return behaviour { name = \"goat\", body = { moves = \"climb\" }, start = \"s\", states = { s = {\n\
                tick = function(npc) local _, _, _, cost = world.ground(12, 4) npc.memory.cost = cost or \"closed\" end } } }";
    std::fs::write(home.join("npc/goat.lua"), goat).expect("written");
    let cost = |legend: &str, more: &str| {
        let path = dir.path().join("m.toml");
        let text = format!(
            "format = 1\n[legend]\n\".\" = {{ name = \"grass\", walkable = true{legend} }}\n[[spawn]]\nbehaviour = \"goat\"\n\
             area = [0, 0, 3, 3]\ncount = 1\n[ground]\nsize = [24, 16]\n[ground.heights]\nrows = '''\n0 0 16\n0 0 16\n'''\n{more}"
        );
        std::fs::write(&path, text).expect("written");
        let start =
            bestiary::Start { map: path.to_string_lossy().into(), mods: vec![home.clone()], ..Default::default() };
        let mut sim = bestiary::Sim::new(start.load().expect("loads").0).map_err(|e| e[0].to_string())?;
        for _ in 0..10 {
            sim.step(&[], &bestiary::testing::diag::NoClock);
        }
        assert!(!sim.world().ground.walkable(Cell::new(15, 4)), "2 in 1");
        let id = sim.agents().bodies.id(0);
        let bestiary::Value::Table(memory) = sim.memory(id).expect("lives") else { panic!("a table") };
        Ok::<_, String>(memory.into_iter().next().expect("an entry").1)
    };
    // A slope of 2 in 1 leaves a ninth of the speed.
    assert_eq!(cost("", ""), Ok(bestiary::Value::Number(9.0)));
    assert_eq!(cost(", cost = { climb = 2 }", ""), Ok(bestiary::Value::Number(18.0)));
    let cliff = "[[area]]\nname = \"cliff\"\narea = [10, 0, 24, 16]\ncost = { climb = inf }\n";
    assert_eq!(cost("", cliff), Ok(bestiary::Value::String("closed".into())));
    let misspelt = cost(", cost = { clim = 2 }", "").expect_err("no such class");
    assert!(misspelt.contains("m.toml:3") && misspelt.contains("did you mean 'climb'?"), "{misspelt}");
}

#[test]
fn scattered_objects_follow_from_their_seed_and_lie_on_dry_open_ground() {
    let trees = "[prefab.tree]\nboxes = [{ size = [1, 1], top = 4 }]\n[[scatter]]\nprefab = \"tree\"\ncount = 60\n";
    let of = |rest: &str| {
        // The upper left quarter is under water.
        let ground = map("water_level = 1\n[ground.heights]\nrows = '''\n0 0 3\n3 3 3\n'''\n");
        let loaded = format::parse("maps/test.toml", format!("{ground}{trees}{rest}").as_bytes());
        loaded.unwrap_or_else(|e| panic!("{e:#?}")).world
    };
    let places = |rest: &str| of(rest).volumes.iter().map(|v| v.footprint.centre).collect::<Vec<_>>();
    // Before and after: the same seed, another seed.
    assert_eq!(places(""), places("seed = 0\n"));
    assert_ne!(places(""), places("seed = 1\n"));
    let world = of("");
    assert_eq!(world.objects.len(), 60);
    for at in places("") {
        assert!(world.ground.terrain().depth_m(at) <= 0.0 && world.ground.walkable(Cell::of(at, 1.0)), "{at}");
    }
    // In an area, and where there is no dry ground at all.
    assert!(
        places("area = [18, 2, 22, 6]\n").iter().all(|at| at.x >= 18.0 && at.x <= 22.0 && at.y >= 2.0 && at.y <= 6.0)
    );
    assert!(places("area = [0, 0, 3, 3]\n").is_empty());
}

#[test]
fn scattered_objects_are_bounded_and_their_mistakes_have_a_place() {
    for (rest, line, wanted) in [
        ("count = 500001", 8, "a whole number from 1 to 500000"),
        ("count = 400000\n[[scatter]]\nprefab = \"tree\"\ncount = 400000", 11, "at most 500000"),
        ("count = 2\nseed = -1", 9, "'seed' must be a whole number"),
        ("count = 2\narea = [0, 0, 99, 9]", 9, "outside the world"),
        ("cuont = 2", 8, "did you mean 'count'?"),
    ] {
        let text = format!(
            "format = 1\n[ground]\nsize = [24, 16]\n[prefab.tree]\nboxes = [{{ size = [1, 1], top = 4 }}]\n[[scatter]]\n\
             prefab = \"tree\"\n{rest}\n"
        );
        let found = format::parse("maps/test.toml", text.as_bytes()).expect_err(rest);
        assert_eq!((found.len(), found[0].line), (1, line), "{found:#?}");
        assert!(found[0].to_string().contains(wanted), "{}", found[0]);
    }
}
