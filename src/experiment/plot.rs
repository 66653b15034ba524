//! Line plots as SVG.

use super::{Document, Failure};
use plotters::prelude::*;

/// Pixels.
const SIZE: (u32, u32) = (760, 460);
/// Distinguishable in print too.
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 90, 181),
    RGBColor(220, 50, 32),
    RGBColor(26, 133, 80),
    RGBColor(140, 80, 160),
    RGBColor(200, 130, 0),
    RGBColor(90, 90, 90),
];

/// What drawing can fail with.
type PlotError = DrawingAreaErrorKind<<SVGBackend<'static> as DrawingBackend>::ErrorType>;

/// One line, and how it is called.
pub struct Line {
    /// As the legend shows it.
    pub name: String,
    /// In order of x.
    pub points: Vec<(f64, f64)>,
    /// Points alone: published figures, between which nothing is known.
    pub loose: bool,
}

/// What a plot shows.
pub struct Plot<'a> {
    /// The file's name.
    pub file: &'a str,
    /// Above the plot.
    pub title: &'a str,
    /// The name and unit of the x axis.
    pub x: &'a str,
    /// The name and unit of the y axis.
    pub y: &'a str,
    /// Whether x goes up by factors.
    pub log_x: bool,
    /// Where the y axis begins.
    pub from_y: f64,
}

impl Plot<'_> {
    /// Draws lines.
    ///
    /// # Errors
    /// [`Failure::Drawing`] when there is nothing to draw.
    pub fn draw(&self, lines: &[Line]) -> Result<Document, Failure> {
        let drawing = |why: String| Failure::Drawing(self.file.into(), why);
        let points = || lines.iter().flat_map(|l| &l.points).filter(|(x, y)| x.is_finite() && y.is_finite());
        let low = points().map(|p| p.0).fold(f64::INFINITY, f64::min);
        let high = points().map(|p| p.0).fold(f64::NEG_INFINITY, f64::max);
        let highest = points().map(|p| p.1).fold(f64::NEG_INFINITY, f64::max);
        let top = highest + 0.08 * (highest - self.from_y);
        if low > high || top <= self.from_y {
            return Err(drawing("there are no points".into()));
        }
        let mut text = String::new();
        self.fill(&mut text, (low, high.max(low + 1e-9)), top, lines).map_err(|e| drawing(e.to_string()))?;
        Ok(Document { name: self.file.into(), text })
    }

    fn fill(&self, out: &mut String, (low, high): (f64, f64), top: f64, lines: &[Line]) -> Result<(), PlotError> {
        let root = SVGBackend::with_string(out, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let mut builder = ChartBuilder::on(&root);
        builder.caption(self.title, ("sans-serif", 18)).margin(12).x_label_area_size(42).y_label_area_size(62);
        // The two kinds of axis are different types.
        macro_rules! chart {
            ($x:expr) => {{
                let mut chart = builder.build_cartesian_2d($x, self.from_y..top)?;
                let mut mesh = chart.configure_mesh();
                mesh.x_desc(self.x)
                    .y_desc(self.y)
                    .light_line_style(WHITE.mix(0.0))
                    .label_style(("sans-serif", 15))
                    .x_label_formatter(&tick)
                    .y_label_formatter(&tick)
                    .draw()?;
                for (i, line) in lines.iter().enumerate() {
                    let colour = COLOURS[i % COLOURS.len()];
                    let points = line.points.iter().copied();
                    let marks = points.clone().map(|p| Circle::new(p, if line.loose { 5 } else { 2 }, colour.filled()));
                    let drawn = if line.loose {
                        chart.draw_series(marks)
                    } else {
                        chart.draw_series(marks)?;
                        chart.draw_series(LineSeries::new(points, colour.stroke_width(2)))
                    };
                    let named = drawn?.label(&line.name);
                    named.legend(move |(x, y)| Rectangle::new([(x, y - 4), (x + 12, y + 4)], colour.filled()));
                }
                let mut legend = chart.configure_series_labels();
                legend.background_style(WHITE.mix(0.85)).border_style(BLACK.mix(0.3)).draw()?;
            }};
        }
        if self.log_x {
            chart!((low..high).log_scale());
        } else {
            chart!(low..high);
        }
        root.present()
    }
}

/// A number beside an axis: no digits that say nothing.
fn tick(value: &f64) -> String {
    ((value * 1e3).round() / 1e3).to_string()
}
