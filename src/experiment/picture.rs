//! A world, a graph of it and a path, drawn as SVG.

use crate::geom::{Cell, Vec2};
use crate::graph::{Graph, Mover};
use std::fmt::Write;

/// How wide a picture is, pixels.
const WIDTH: f32 = 1000.0;
/// Height of the letters of a title, pixels.
const TITLE: f32 = 18.0;

/// The picture: closed ground grey, expensive ground brown, boxes dark, the graph's lines thin, a dot for each node that was searched, and the
/// path with the width of the body.
pub(crate) fn svg(mover: &Mover, graph: &dyn Graph, searched: &[u32], path: &[Vec2]) -> String {
    let mut out = base(mover);
    let mut lines = String::new();
    graph.draw(mover, &mut |from, to| {
        line(&mut lines, format_args!("M{:.3} {:.3}L{:.3} {:.3}", from.x, from.y, to.x, to.y));
    });
    let thin = "stroke-width=\"0.5\" vector-effect=\"non-scaling-stroke\"";
    line(&mut out, format_args!("<path d=\"{lines}\" stroke=\"#7aa6c9\" fill=\"none\" {thin}/>"));
    let dot = 0.15 * mover.resolution_m();
    for at in searched.iter().filter(|node| (**node as usize) < graph.nodes()).map(|node| graph.place(*node).at) {
        line(&mut out, format_args!("<circle cx=\"{:.3}\" cy=\"{:.3}\" r=\"{dot}\" fill=\"#d08b00\"/>", at.x, at.y));
    }
    with_path(mover, path, out)
}

/// The world and a path alone, a dot at each of its points.
pub(crate) fn path_svg(mover: &Mover, path: &[Vec2]) -> String {
    let mut out = base(mover);
    let dot = 0.25 * mover.resolution_m();
    for at in path {
        line(&mut out, format_args!("<circle cx=\"{:.3}\" cy=\"{:.3}\" r=\"{dot}\" fill=\"#d08b00\"/>", at.x, at.y));
    }
    with_path(mover, path, out)
}

/// The world.
fn base(mover: &Mover) -> String {
    let (world, size) = (mover.world(), mover.world().size());
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{WIDTH}\" height=\"{:.0}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#f4f1e8\"/>\n",
        size.x,
        size.y,
        WIDTH * size.y / size.x
    );
    ground(mover, &mut out);
    for volume in world.volumes.iter().filter(|v| v.matters_to(mover.size().height_m, mover.size().moves)) {
        line(&mut out, format_args!("<polygon points=\"{}\" fill=\"#4a4a4a\"/>", corners(&volume.footprint.corners())));
    }
    out
}

/// Points as SVG has them.
fn corners(points: &[Vec2]) -> String {
    points.iter().map(|p| format!("{:.3},{:.3}", p.x, p.y)).collect::<Vec<_>>().join(" ")
}

/// The picture with a path over it.
fn with_path(mover: &Mover, path: &[Vec2], mut out: String) -> String {
    let wide = "stroke-linejoin=\"round\" stroke-linecap=\"round\" fill=\"none\"";
    let (points, width) = (corners(path), 2.0 * mover.size().radius_m);
    line(
        &mut out,
        format_args!(
            "<polyline points=\"{points}\" stroke=\"#2e8b57\" stroke-opacity=\"0.35\" stroke-width=\"{width}\" {wide}/>"
        ),
    );
    let thick = "stroke-width=\"2\" vector-effect=\"non-scaling-stroke\" fill=\"none\"";
    line(&mut out, format_args!("<polyline points=\"{points}\" stroke=\"#1c6b3f\" {thick}/>"));
    out.push_str("</svg>\n");
    out
}

/// Pictures below each other, each under its title.
pub(crate) fn stacked(pictures: &[(String, String)]) -> String {
    let mut rest = String::new();
    let mut y = 0.0;
    for (title, picture) in pictures {
        let safe = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        line(&mut rest, format_args!("<text x=\"8\" y=\"{}\" font-size=\"{TITLE}\">{safe}</text>", y + TITLE));
        y += 1.5 * TITLE;
        rest += &picture.replacen("<svg ", &format!("<svg y=\"{y}\" "), 1);
        let height = picture.split_once(" height=\"").and_then(|(_, rest)| rest.split('"').next());
        y += height.and_then(|height| height.parse::<f32>().ok()).unwrap_or_default() + TITLE;
    }
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{y:.0}\">\n{rest}</svg>\n")
}

/// The cells that are not plain: runs of a row that are alike are one rectangle.
fn ground(mover: &Mover, out: &mut String) {
    let (ground, res, moves) = (&mover.world().ground, mover.resolution_m(), mover.size().moves);
    let fill = |cell: Cell| match ground.open(moves, cell) {
        false => Some("#9a9a9a"),
        true if mover.costs.is_some_and(|costs| costs.at(cell) as f32 > 8.0 * costs.least()) => Some("#d9c3a0"),
        true => None,
    };
    for y in 0..ground.height() as i32 {
        let mut x = 0;
        while x < ground.width() as i32 {
            let (first, colour) = (x, fill(Cell::new(x, y)));
            while x < ground.width() as i32 && fill(Cell::new(x, y)) == colour {
                x += 1;
            }
            if let Some(colour) = colour {
                let (left, top, width) = (first as f32 * res, y as f32 * res, (x - first) as f32 * res);
                line(
                    out,
                    format_args!(
                        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{res}\" fill=\"{colour}\"/>"
                    ),
                );
            }
        }
    }
}

fn line(out: &mut String, what: std::fmt::Arguments) {
    // A string takes all there is.
    let _ = writeln!(out, "{what}");
}
