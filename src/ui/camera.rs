//! The view of the map: metres ↔ characters.
//!
//! A character is about twice as high as wide, so a row covers twice the metres of a column. The grid of characters is
//! fixed to the world: panning moves by whole characters, so the ground does not flicker.

use super::Vec2;
use crate::geom::Aabb;
use ratatui::layout::Rect;

/// Metres a column, nearest first.
pub const M_PER_COLUMN: [f32; 9] = [0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
/// Up to this scale creatures are letters, above it dots, metres a column.
pub(crate) const NEAR_M: f32 = 1.0;
/// Zoom levels of the first view.
const FIRST_LOOK: std::ops::RangeInclusive<usize> = 2..=3;
/// Share of the view in which a followed creature moves without moving the camera.
const ROAM: f32 = 0.5;

/// The part of the world that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The middle of the view, metres.
    pub centre: Vec2,
    /// Index into the zoom levels, nearest first.
    pub zoom: usize,
}

impl Default for Camera {
    fn default() -> Self {
        Self { centre: Vec2::ZERO, zoom: *FIRST_LOOK.end() }
    }
}

impl Camera {
    /// Metres a column; a row is twice as high.
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

    /// The view on a part of the screen.
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
    /// The part of the screen.
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
}
