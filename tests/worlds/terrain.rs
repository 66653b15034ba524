//! Heights and vegetation of map files: rows, images, noise.

use bestiary::testing::world::format;
use bestiary::{Cell, Ground, MoveClass, Vec2};

fn ground(text: &str) -> Ground {
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
