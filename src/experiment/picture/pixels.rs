//! A picture as pixels.

use super::shapes::{Colour, PAPER, Scene, Shape};
use crate::geom::Vec2;
use font8x8::UnicodeFonts;
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

/// Dots of a letter's side.
const DOTS: f32 = 8.0;

/// Width and height, and four bytes a pixel: red, green, blue, opacity. `None` where it is too large.
pub(super) fn of(scene: &Scene) -> Option<(u32, u32, Vec<u8>)> {
    let pixels = drawn(scene, true)?;
    Some((pixels.width(), pixels.height(), pixels.take()))
}

fn drawn(scene: &Scene, smooth: bool) -> Option<Pixmap> {
    let mut pixels = Pixmap::new(scene.width.ceil() as u32, scene.height.ceil() as u32)?;
    let [r, g, b] = PAPER;
    pixels.fill(Color::from_rgba8(r, g, b, u8::MAX));
    scene.shapes.iter().for_each(|shape| draw(shape, smooth, &mut pixels));
    Some(pixels)
}

/// Pixels of few colours, for animations: a picture that stays, and others over it. Edges are not smoothed.
pub(crate) struct Canvas(Pixmap);

impl Canvas {
    /// What stays; `None` where it is too large.
    pub(crate) fn new(still: &Scene) -> Option<Self> {
        drawn(still, false).map(Self)
    }

    /// Width and height.
    pub(crate) fn size(&self) -> (u32, u32) {
        (self.0.width(), self.0.height())
    }

    /// Four bytes a pixel of what stays with a picture over it.
    pub(crate) fn with(&self, over: &Scene) -> Vec<u8> {
        let mut pixels = self.0.clone();
        over.shapes.iter().for_each(|shape| draw(shape, false, &mut pixels));
        pixels.take()
    }
}

fn paint([r, g, b]: Colour, opacity: f32, smooth: bool) -> Paint<'static> {
    let mut paint = Paint { anti_alias: smooth, ..Paint::default() };
    paint.set_color_rgba8(r, g, b, (opacity * 255.0) as u8);
    paint
}

fn draw(shape: &Shape, smooth: bool, pixels: &mut Pixmap) {
    let paint = |colour, opacity| paint(colour, opacity, smooth);
    match shape {
        Shape::Area { corners, fill } => fill_path(path(corners, true), &paint(*fill, 1.0), pixels),
        Shape::Line { points, colour, width, opacity } => {
            let Some(path) = path(points, false) else { return };
            let round = (LineCap::Round, LineJoin::Round);
            let stroke = Stroke { width: *width, line_cap: round.0, line_join: round.1, ..Stroke::default() };
            pixels.stroke_path(&path, &paint(*colour, *opacity), &stroke, Transform::identity(), None);
        }
        Shape::Lines { pairs, colour, width } => {
            let mut builder = PathBuilder::new();
            for [from, to] in pairs {
                builder.move_to(from.x, from.y);
                builder.line_to(to.x, to.y);
            }
            if let Some(path) = builder.finish() {
                let stroke = Stroke { width: *width, ..Stroke::default() };
                pixels.stroke_path(&path, &paint(*colour, 1.0), &stroke, Transform::identity(), None);
            }
        }
        Shape::Dot { at, radius, fill } => {
            fill_path(PathBuilder::from_circle(at.x, at.y, *radius), &paint(*fill, 1.0), pixels);
        }
        Shape::Text { at, height, text, colour } => letters((*at, *height), text, &paint(*colour, 1.0), pixels),
    }
}

fn fill_path(path: Option<Path>, brush: &Paint, pixels: &mut Pixmap) {
    if let Some(path) = path {
        pixels.fill_path(&path, brush, FillRule::Winding, Transform::identity(), None);
    }
}

fn path(points: &[Vec2], closes: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let (first, rest) = points.split_first()?;
    builder.move_to(first.x, first.y);
    rest.iter().for_each(|p| builder.line_to(p.x, p.y));
    if closes {
        builder.close();
    }
    builder.finish()
}

/// Letters of eight by eight dots; what the font does not have is a question mark.
fn letters((at, height): (Vec2, f32), text: &str, brush: &Paint, pixels: &mut Pixmap) {
    let dot = height / DOTS;
    let rows = |letter: char| font8x8::BASIC_FONTS.get(letter).or_else(|| font8x8::LATIN_FONTS.get(letter));
    for (number, letter) in text.chars().enumerate() {
        let rows = rows(letter).or_else(|| rows('?')).unwrap_or_default();
        let dots = (0..64_usize).filter(|i| rows[i / 8] >> (i % 8) & 1 == 1);
        for (x, y) in dots.map(|i| ((number * 8 + i % 8) as f32 * dot, (i / 8) as f32 * dot)) {
            if let Some(square) = Rect::from_xywh(at.x + x, at.y - height + y, dot, dot) {
                pixels.fill_rect(square, brush, Transform::identity(), None);
            }
        }
    }
}
