//! The view of the map: metres ↔ characters.
//!
//! A character is about twice as high as wide, so a row covers twice the metres of a column. The grid of characters is
//! fixed to the world: panning moves by whole characters, so the ground does not flicker.

use crate::geom::{Aabb, Vec2};
use ratatui::layout::Rect;

/// Metres a column, nearest first.
const M_PER_COLUMN: [f32; 9] = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
/// Up to this scale creatures are letters, above it dots, metres a column.
pub const NEAR_M: f32 = 1.0;
/// Zoom levels of the first view.
const FIRST_LOOK: std::ops::RangeInclusive<usize> = 2..=3;
/// Share of the view in which a followed creature moves without moving the camera.
const ROAM: f32 = 0.5;

/// The part of the world that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    pub centre: Vec2,
    zoom: usize,
}

impl Default for Camera {
    fn default() -> Self {
        Self { centre: Vec2::ZERO, zoom: *FIRST_LOOK.end() }
    }
}

impl Camera {
    pub fn m_per_column(&self) -> f32 {
        M_PER_COLUMN[self.zoom]
    }

    /// The first view of a world: all of it when it fits, otherwise the part around `at`.
    pub fn first_look(size: Vec2, at: Option<Vec2>, area: Rect) -> Self {
        let fits = |zoom: usize| {
            let m = M_PER_COLUMN[zoom];
            size.x <= f32::from(area.width) * m && size.y <= f32::from(area.height) * m * 2.0
        };
        match FIRST_LOOK.into_iter().find(|z| fits(*z)) {
            Some(zoom) => Self { centre: size / 2.0, zoom },
            None => Self { centre: at.unwrap_or(size / 2.0), zoom: *FIRST_LOOK.end() },
        }
    }

    pub fn view(&self, area: Rect) -> View {
        let m = self.m_per_column();
        let column = (self.centre.x / m).floor() as i64 - i64::from(area.width / 2);
        let row = (self.centre.y / (m * 2.0)).floor() as i64 - i64::from(area.height / 2);
        View { area, m, column, row }
    }

    /// Moves by columns and rows of the screen.
    pub fn pan(&mut self, columns: i32, rows: i32, size: Vec2) {
        let m = self.m_per_column();
        self.look_at(self.centre + Vec2::new(columns as f32 * m, rows as f32 * m * 2.0), size);
    }

    /// Moves the middle of the view to a point, or to the nearest one inside the world.
    pub fn look_at(&mut self, p: Vec2, size: Vec2) {
        if p.is_finite() {
            self.centre = p.clamp(Vec2::ZERO, size.max(Vec2::ZERO));
        }
    }

    /// One level nearer (below 0) or farther, about the middle.
    pub fn zoom(&mut self, farther: i32) {
        let last = M_PER_COLUMN.len() as i32 - 1;
        self.zoom = (self.zoom as i32 + farther).clamp(0, last) as usize;
    }

    /// Zooms; the point under the pointer stays under it.
    pub fn zoom_at(&mut self, farther: i32, at: (u16, u16), area: Rect, size: Vec2) {
        let before = self.view(area).to_world(at.0, at.1);
        self.zoom(farther);
        let after = self.view(area).to_world(at.0, at.1);
        self.look_at(self.centre + before - after, size);
    }

    /// Moves the view so that it shows as little as possible outside the world.
    pub fn settle(&mut self, area: Rect, size: Vec2) {
        let half = Vec2::new(f32::from(area.width), f32::from(area.height) * 2.0) * (self.m_per_column() / 2.0);
        let (low, high) = (half.min(size / 2.0), (size - half).max(size / 2.0));
        self.look_at(self.centre.clamp(low, high), size);
    }

    /// Moves only when the followed point leaves the middle part of the view, and only as far as needed.
    pub fn follow(&mut self, p: Vec2, area: Rect, size: Vec2) {
        let m = self.m_per_column();
        let half = Vec2::new(f32::from(area.width), f32::from(area.height) * 2.0) * (m * ROAM / 2.0);
        self.look_at(self.centre.clamp(p - half, p + half), size);
    }
}

/// The view of a camera on a part of the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    pub area: Rect,
    /// Metres a column.
    pub m: f32,
    /// World column of the area's left edge, counted from x = 0.
    pub column: i64,
    /// World row of its upper edge.
    pub row: i64,
}

impl View {
    /// Column and row from the area's upper left corner, with fractions; can be outside.
    pub fn to_area(self, p: Vec2) -> Vec2 {
        Vec2::new(p.x / self.m - self.column as f32, p.y / (self.m * 2.0) - self.row as f32)
    }

    /// The character at a point, from the area's upper left corner; `None` outside.
    pub fn to_cell(self, p: Vec2) -> Option<(u16, u16)> {
        let q = self.to_area(p);
        let inside = q.x >= 0.0 && q.y >= 0.0 && q.x < f32::from(self.area.width) && q.y < f32::from(self.area.height);
        inside.then_some((q.x as u16, q.y as u16))
    }

    /// The point at the middle of a character of the screen.
    pub fn to_world(self, x: u16, y: u16) -> Vec2 {
        let column = self.column as f32 + f32::from(x) - f32::from(self.area.x);
        let row = self.row as f32 + f32::from(y) - f32::from(self.area.y);
        Vec2::new((column + 0.5) * self.m, (row + 0.5) * self.m * 2.0)
    }

    /// The visible part of the world, metres.
    pub fn bounds(&self) -> Aabb {
        let min = Vec2::new(self.column as f32 * self.m, self.row as f32 * self.m * 2.0);
        let size = Vec2::new(f32::from(self.area.width), f32::from(self.area.height) * 2.0) * self.m;
        Aabb::new(min, min + size)
    }

    /// Whether creatures are letters.
    pub fn near(&self) -> bool {
        self.m <= NEAR_M
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Rect = Rect { x: 1, y: 2, width: 80, height: 20 };
    const SIZE: Vec2 = Vec2::new(400.0, 300.0);

    #[test]
    fn screen_and_world_agree_at_every_zoom() {
        let mut c = Camera { centre: Vec2::new(123.4, 77.7), zoom: 0 };
        for _ in M_PER_COLUMN {
            let v = c.view(AREA);
            for (x, y) in [(1, 2), (40, 12), (80, 21)] {
                assert_eq!(v.to_cell(v.to_world(x, y)), Some((x - 1, y - 2)), "at {} m", v.m);
            }
            assert_eq!(v.to_cell(v.bounds().min - Vec2::splat(0.01)), None);
            c.zoom(1);
        }
        c.zoom(1);
        assert_eq!(c.m_per_column(), 32.0, "zoom ends somewhere");
    }

    #[test]
    fn a_row_covers_twice_the_metres_of_a_column() {
        let v = Camera { centre: Vec2::new(100.0, 100.0), zoom: 2 }.view(AREA);
        assert_eq!(v.to_world(11, 5) - v.to_world(10, 5), Vec2::new(0.5, 0.0));
        assert_eq!(v.to_world(10, 6) - v.to_world(10, 5), Vec2::new(0.0, 1.0));
    }

    #[test]
    fn zooming_at_the_pointer_keeps_what_is_under_it() {
        let mut c = Camera { centre: Vec2::new(200.0, 150.0), zoom: 4 };
        let before = c.view(AREA).to_world(60, 7);
        c.zoom_at(-2, (60, 7), AREA, SIZE);
        let drift = c.view(AREA).to_world(60, 7) - before;
        assert!(drift.x.abs() <= 1.0 && drift.y.abs() <= 2.0, "{drift}");
    }

    #[test]
    fn following_rests_while_the_creature_roams_in_the_middle() {
        let mut c = Camera { centre: Vec2::new(200.0, 150.0), zoom: 2 };
        c.follow(Vec2::new(205.0, 152.0), AREA, SIZE);
        assert_eq!(c.centre, Vec2::new(200.0, 150.0));
        c.follow(Vec2::new(215.0, 150.0), AREA, SIZE);
        assert_eq!(c.centre, Vec2::new(205.0, 150.0));
        c.look_at(Vec2::splat(f32::NAN), SIZE);
        c.pan(-10_000, 10_000, SIZE);
        assert_eq!(c.centre, Vec2::new(0.0, 300.0), "never leaves the world");
    }

    #[test]
    fn a_settled_camera_wastes_nothing_on_the_outside() {
        let mut c = Camera { centre: Vec2::ZERO, zoom: 3 };
        c.settle(AREA, SIZE);
        assert_eq!((c.centre, c.view(AREA).bounds().min), (Vec2::new(40.0, 20.0), Vec2::ZERO));
        c.settle(AREA, Vec2::new(30.0, 300.0));
        assert_eq!(c.centre, Vec2::new(15.0, 20.0), "what is smaller than the view is in the middle");
    }

    #[test]
    fn the_first_look_shows_all_when_it_fits() {
        let c = Camera::first_look(Vec2::new(40.0, 20.0), None, AREA);
        assert_eq!((c.m_per_column(), c.centre), (0.5, Vec2::new(20.0, 10.0)));
        let big = Camera::first_look(Vec2::splat(900.0), Some(Vec2::splat(30.0)), AREA);
        assert_eq!((big.m_per_column(), big.centre), (1.0, Vec2::splat(30.0)));
    }
}
