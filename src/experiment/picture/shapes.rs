//! A picture as shapes, in pixels: what is drawn once, and written as SVG or as pixels.

use crate::geom::Vec2;
use std::io::{Error, Result, Write};

/// Red, green, blue.
pub(super) type Colour = [u8; 3];

/// Something that is drawn over what was drawn before it.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// An area within corners.
    Area { corners: Vec<Vec2>, fill: Colour },
    /// A line through points, so wide; `opacity` is 0 to 1.
    Line { points: Vec<Vec2>, colour: Colour, width: f32, opacity: f32 },
    /// Lines from the first to the second point of each pair, so wide.
    Lines { pairs: Vec<[Vec2; 2]>, colour: Colour, width: f32 },
    /// A filled circle.
    Dot { at: Vec2, radius: f32, fill: Colour },
    /// Letters of this height; `at` is the left end of the line that they are on.
    Text { at: Vec2, height: f32, text: String, colour: Colour },
}

/// A picture: its size in pixels, and its shapes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scene {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) shapes: Vec<Shape>,
}

/// The colour of letters, and that of what nothing is drawn on.
pub(super) const LETTERS: Colour = [0x20, 0x20, 0x20];
pub(super) const PAPER: Colour = [0xf4, 0xf1, 0xe8];
/// Height of the letters of a title, pixels.
const TITLE: f32 = 18.0;

impl Scene {
    /// Appends another picture below, `by` pixels lower than its own upper border.
    fn append(&mut self, other: Self, by: f32) {
        self.width = self.width.max(other.width);
        self.height = self.height.max(by + other.height);
        self.shapes.extend(other.shapes.into_iter().map(|shape| shape.moved(Vec2::new(0.0, by))));
    }

    /// Pictures below each other, each under its title.
    pub(crate) fn stacked(pictures: impl IntoIterator<Item = (String, Self)>) -> Self {
        let mut all = Self::default();
        for (title, picture) in pictures {
            let at = Vec2::new(8.0, all.height + TITLE);
            all.shapes.push(Shape::Text { at, height: TITLE, text: title, colour: LETTERS });
            let by = all.height + 1.5 * TITLE;
            all.append(picture, by);
        }
        all
    }

    /// The same with another picture of the same size over it.
    pub(crate) fn under(mut self, other: Self) -> Self {
        self.shapes.extend(other.shapes);
        self
    }

    /// The picture as SVG.
    pub(crate) fn svg(&self) -> String {
        let mut out = Vec::new();
        // A list of bytes takes all there is.
        let _ = self.write_svg(&mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    /// Writes the picture as SVG.
    ///
    /// # Errors
    /// What `out` says.
    pub(crate) fn write_svg(&self, out: &mut dyn Write) -> Result<()> {
        let Self { width, height, .. } = self;
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\">\n<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>",
            hex(PAPER)
        )?;
        self.shapes.iter().try_for_each(|shape| shape.write_svg(out))?;
        writeln!(out, "</svg>")
    }

    /// Writes the picture as PNG.
    ///
    /// # Errors
    /// It is too large for memory, or what `out` says.
    pub(crate) fn write_png(&self, out: &mut dyn Write) -> Result<()> {
        let (width, height, pixels) = super::pixels::of(self).ok_or_else(|| Error::other("it is too large to draw"))?;
        let mut encoder = png::Encoder::new(out, width, height);
        encoder.set_color(png::ColorType::Rgba);
        let mut writer = encoder.write_header().map_err(Error::other)?;
        writer.write_image_data(&pixels).map_err(Error::other)?;
        writer.finish().map_err(Error::other)
    }
}

fn hex([r, g, b]: Colour) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

impl Shape {
    /// The same elsewhere.
    pub(super) fn moved(mut self, by: Vec2) -> Self {
        match &mut self {
            Self::Area { corners: points, .. } | Self::Line { points, .. } => {
                points.iter_mut().for_each(|at| *at += by);
            }
            Self::Lines { pairs, .. } => pairs.iter_mut().flatten().for_each(|at| *at += by),
            Self::Dot { at, .. } | Self::Text { at, .. } => *at += by,
        }
        self
    }

    fn write_svg(&self, out: &mut dyn Write) -> Result<()> {
        let list =
            |points: &[Vec2]| points.iter().map(|p| format!("{:.2},{:.2}", p.x, p.y)).collect::<Vec<_>>().join(" ");
        match self {
            Self::Area { corners, fill } => {
                writeln!(out, "<polygon points=\"{}\" fill=\"{}\"/>", list(corners), hex(*fill))
            }
            Self::Line { points, colour, width, opacity } => writeln!(
                out,
                "<polyline points=\"{}\" stroke=\"{}\" stroke-opacity=\"{opacity}\" stroke-width=\"{width:.2}\" \
                 stroke-linejoin=\"round\" stroke-linecap=\"round\" fill=\"none\"/>",
                list(points),
                hex(*colour)
            ),
            Self::Lines { pairs, colour, width } => {
                write!(out, "<path stroke=\"{}\" stroke-width=\"{width:.2}\" fill=\"none\" d=\"", hex(*colour))?;
                pairs.iter().try_for_each(|[a, b]| write!(out, "M{:.1} {:.1}L{:.1} {:.1}", a.x, a.y, b.x, b.y))?;
                writeln!(out, "\"/>")
            }
            Self::Dot { at, radius, fill } => writeln!(
                out,
                "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"{radius:.2}\" fill=\"{}\"/>",
                at.x,
                at.y,
                hex(*fill)
            ),
            Self::Text { at, height, text, colour } => {
                let safe = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                writeln!(
                    out,
                    "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{height:.0}\" font-family=\"sans-serif\" \
                     fill=\"{}\">{safe}</text>",
                    at.x,
                    at.y,
                    hex(*colour)
                )
            }
        }
    }
}
