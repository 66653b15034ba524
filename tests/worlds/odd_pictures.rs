//! Pictures as maps: every form that drawing programs write, and forms that are broken or larger than they seem.

use bestiary::Cell;
use bestiary::World;
use bestiary::testing::world::format;
use image::codecs::gif::GifEncoder;
use image::{DynamicImage, Frame, GrayImage, ImageBuffer, ImageFormat, Luma, LumaA, Rgb, RgbImage, Rgba, RgbaImage};
use std::io::{Cursor, Write};

/// Which cells are open, row by row.
fn open(world: &World) -> String {
    let (width, height) = (world.ground.width() as i32, world.ground.height() as i32);
    let row =
        |y| (0..width).map(|x| if world.ground.walkable(Cell::new(x, y)) { '.' } else { '#' }).collect::<String>();
    (0..height).map(row).collect::<Vec<_>>().join("/")
}

fn read(name: &str, bytes: &[u8]) -> Result<String, String> {
    let loaded = format::parse(name, bytes);
    loaded
        .map(|loaded| open(&loaded.world))
        .map_err(|found| found.iter().map(|problem| format!("{problem}\n")).collect())
}

fn written(image: impl Into<DynamicImage>, form: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.into().write_to(&mut bytes, form).expect("memory");
    bytes.into_inner()
}

/// A piece of a PNG.
fn chunk(out: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    let start = out.len() + 4;
    out.extend((data.len() as u32).to_be_bytes());
    out.extend(kind);
    out.extend(data);
    let mut sum = flate2::Crc::new();
    sum.update(&out[start..]);
    out.extend(sum.sum().to_be_bytes());
}

/// A grey PNG of eight bits, of rows as they are stored.
fn png((width, height): (u32, u32), is_interlaced: bool, stored: &[u8]) -> Vec<u8> {
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut head = [width.to_be_bytes(), height.to_be_bytes()].concat();
    head.extend([8, 0, 0, 0, u8::from(is_interlaced)]);
    chunk(&mut out, b"IHDR", &head);
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(stored).expect("memory");
    chunk(&mut out, b"IDAT", &packed.finish().expect("memory"));
    chunk(&mut out, b"IEND", &[]);
    out
}

/// The rows of a picture 8 pixels wide and high in the seven passes of Adam7, each with its byte of the filter.
fn interlaced(pixel: impl Fn(usize, usize) -> u8) -> Vec<u8> {
    let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)];
    let rows = passes.into_iter().flat_map(|(x0, y0, right, down)| {
        (y0..8).step_by(down).map(move |y| (y, (x0..8).step_by(right).collect::<Vec<usize>>()))
    });
    rows.flat_map(|(y, row)| std::iter::once(0).chain(row.into_iter().map(|x| pixel(x, y))).collect::<Vec<u8>>())
        .collect()
}

/// Black in the left half.
fn half(x: u32) -> u8 {
    if x < 2 { 0 } else { 255 }
}

#[test]
fn every_form_of_a_picture_is_the_same_map() {
    let wanted = "##../##..";
    let grey = |x: u32, _| Luma([half(x)]);
    let alpha = |x: u32, _| LumaA([0, 255 - half(x)]);
    let mut palette = Vec::new();
    let mut encoder = png::Encoder::new(&mut palette, 4, 2);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Two);
    encoder.set_palette([0, 0, 0, 255, 255, 255].as_slice());
    // Two bits a pixel: 0, 0, 1, 1.
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&[0b0000_0101, 0b0000_0101])).expect("memory");
    let rgb = RgbImage::from_fn(4, 2, |x, _| Rgb([half(x); 3]));
    let mut frames = Vec::new();
    {
        let mut gif = GifEncoder::new(&mut frames);
        let frame = |flip: u32| {
            Frame::new(RgbaImage::from_fn(4, 2, |x, _| {
                Rgba([half((x + flip) % 4), half((x + flip) % 4), half((x + flip) % 4), 255])
            }))
        };
        gif.encode_frames([frame(0), frame(2)]).expect("memory");
    }
    let forms: [(&str, Vec<u8>); 9] = [
        ("grey.png", written(GrayImage::from_fn(4, 2, grey), ImageFormat::Png)),
        ("rgb.png", written(rgb.clone(), ImageFormat::Png)),
        // What is transparent is white.
        ("alpha.png", written(ImageBuffer::from_fn(4, 2, alpha), ImageFormat::Png)),
        ("deep.png", written(ImageBuffer::from_fn(4, 2, |x, _| Rgb([u16::from(half(x)) * 257; 3])), ImageFormat::Png)),
        ("palette.png", palette),
        ("rgb.bmp", written(rgb.clone(), ImageFormat::Bmp)),
        ("rgb.gif", written(rgb.clone(), ImageFormat::Gif)),
        ("animated.gif", frames),
        // The content counts, whatever the name says.
        ("other.png", written(rgb, ImageFormat::Bmp)),
    ];
    for (name, bytes) in forms {
        assert_eq!(read(name, &bytes).as_deref(), Ok(wanted), "{name}");
    }
    let stored = interlaced(|x, _| if x < 4 { 0 } else { 255 });
    assert_eq!(read("interlaced.png", &png((8, 8), true, &stored)).as_deref(), Ok(["####...."; 8].join("/").as_str()));
    let cmyk = std::fs::read("tests/data/cmyk.jpg").expect("a file of the tests");
    assert_eq!(read("cmyk.jpg", &cmyk).as_deref(), Ok(["########........"; 8].join("/").as_str()));
}

#[test]
fn pictures_of_one_pixel_and_of_one_column_are_maps() {
    for (width, height) in [(1, 1), (1, 9), (9, 1)] {
        let white = GrayImage::from_pixel(width, height, Luma([255]));
        let wanted = vec![".".repeat(width as usize); height as usize].join("/");
        assert_eq!(read("thin.png", &written(white, ImageFormat::Png)), Ok(wanted));
    }
}

#[test]
fn what_is_said_of_a_broken_picture_has_no_words_of_a_library() {
    let mut odd = png((8, 8), false, &[0; 72]);
    let data = odd.windows(4).position(|four| four == b"IDAT").expect("a part with data");
    odd[data + 3] = b'\xb6';
    for (name, bytes, why) in [
        ("odd.png", odd, "it is damaged or cut short"),
        ("cut.jpg", vec![0xff, 0xd8, 0xff], "it is damaged or cut short"),
        ("text.png", b"no picture".to_vec(), "its form is not known; PNG, JPEG, BMP and GIF are read"),
    ] {
        let said = read(name, &bytes).expect_err("it is broken");
        assert_eq!(said, format!("{name}: error: this picture cannot be read: {why}\n"));
    }
}

#[test]
fn broken_pictures_and_those_that_are_too_large_are_refused() {
    let whole = png((8, 8), false, &[0; 72]);
    let jpeg = std::fs::read("tests/data/cmyk.jpg").expect("a file of the tests");
    let mut cut = 0;
    for (name, bytes) in [("a.png", &whole), ("a.jpg", &jpeg)] {
        for end in 0..bytes.len() {
            // A JPEG that ends early may be shown as far as it goes.
            cut += u32::from(read(name, &bytes[..end]).is_err());
        }
    }
    assert!(cut as usize >= whole.len() / 2 + 100, "{cut}");
    for (size, message) in [
        ((0, 8), "cannot be read"),
        ((16_384, 16_384), "16384 x 16384 pixels: at most"),
        ((60_000, 1), "60000 x 1 pixels: at most"),
        ((2_000_000_000, 2_000_000_000), "cannot be read"),
    ] {
        // Much is promised and little is there.
        let refused = read("large.png", &png(size, false, &[0; 1 << 16])).expect_err("it is too large");
        assert!(refused.contains(message), "{size:?}: {refused}");
    }
}
