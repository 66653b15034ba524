//! The ground and the objects on the map, drawn once for every view and kept: only creatures move.

use super::texture::{self, Spot};
use crate::geom::{Aabb, Cell, Vec2};
use crate::ui::camera::View;
use crate::ui::theme::Theme;
use crate::world::{Look, Volume, World};
use std::sync::Arc;

/// Samples along each side of half a character at most.
const SAMPLES: usize = 4;

/// The last view that was drawn.
#[derive(Default)]
pub struct GroundCache {
    of: Option<(Arc<World>, View, bool)>,
    spots: Vec<Spot>,
}

impl GroundCache {
    /// One entry a character of the view, row by row.
    pub fn spots(&mut self, world: &Arc<World>, view: View, objects: bool, theme: &Theme) -> &[Spot] {
        let same = self.of.as_ref().is_some_and(|(w, v, o)| Arc::ptr_eq(w, world) && *v == view && *o == objects);
        if !same {
            self.draw(world, &view, objects, theme);
            self.of = Some((world.clone(), view, objects));
        }
        &self.spots
    }

    fn draw(&mut self, world: &World, view: &View, objects: bool, theme: &Theme) {
        self.spots.clear();
        for y in 0..i64::from(view.area.height) {
            for x in 0..i64::from(view.area.width) {
                self.spots.push(ground_at(world, view, view.column + x, view.row + y, theme));
            }
        }
        if objects {
            world.volumes_in(view.bounds(), |v| self.draw_volume(world, &world.volumes[v as usize], view, theme));
        }
    }

    fn draw_volume(&mut self, world: &World, volume: &Volume, view: &View, theme: &Theme) {
        let kind = world.objects.get(volume.object as usize).map_or("", |o| o.kind.as_str());
        let spot = texture::object(kind, volume, theme);
        let bounds = volume.footprint.bounds();
        let (lo, hi) = (view.to_area(bounds.min).floor(), view.to_area(bounds.max).floor());
        let limit = Vec2::new(f32::from(view.area.width) - 1.0, f32::from(view.area.height) - 1.0);
        let (lo, hi) = (lo.max(Vec2::ZERO), hi.min(limit));
        for y in lo.y as i64..=hi.y as i64 {
            for x in lo.x as i64..=hi.x as i64 {
                if covers(volume, view, view.column + x, view.row + y) {
                    let i = y as usize * usize::from(view.area.width) + x as usize;
                    if let Some(place) = self.spots.get_mut(i) {
                        *place = spot;
                    }
                }
            }
        }
    }
}

/// Thick boxes cover the characters whose middle they hold; thin ones every character they touch, lest they vanish.
fn covers(volume: &Volume, view: &View, column: i64, row: i64) -> bool {
    let size = Vec2::new(view.m, view.m * 2.0);
    let min = Vec2::new(column as f32, row as f32) * size;
    let middle = min + size / 2.0;
    if volume.footprint.half.min_element() >= view.m {
        return volume.footprint.contains(middle);
    }
    Aabb::new(min, min + size).contains(volume.footprint.closest_point(middle))
}

fn ground_at(world: &World, view: &View, column: i64, row: i64, theme: &Theme) -> Spot {
    let (x, y) = (column as f32 * view.m, row as f32 * view.m * 2.0);
    let upper = look_of(world, Vec2::new(x, y), view.m);
    let lower = look_of(world, Vec2::new(x, y + view.m), view.m);
    let (Some(a), Some(b)) = (upper, lower) else {
        return upper.or(lower).map_or(Spot::NOTHING, |look| texture::ground(look, column, row, theme));
    };
    match (texture::massive(a), texture::massive(b)) {
        _ if a == b => texture::ground(a, column, row, theme),
        (true, false) => texture::half(a, true, b, theme),
        (false, true) => texture::half(b, false, a, theme),
        _ => texture::ground(if texture::weight(a) >= texture::weight(b) { a } else { b }, column, row, theme),
    }
}

/// What a square of `side` metres mostly looks like; `None` outside the world.
fn look_of(world: &World, corner: Vec2, side: f32) -> Option<Look> {
    let res = world.ground.resolution_m();
    let n = ((side / res).ceil() as usize).clamp(1, SAMPLES);
    let mut votes: [(Option<Look>, u32); SAMPLES * SAMPLES] = [(None, 0); SAMPLES * SAMPLES];
    for i in 0..n * n {
        let at = corner + Vec2::new((i % n) as f32 + 0.5, (i / n) as f32 + 0.5) * (side / n as f32);
        let look = world.ground.kind(Cell::of(at, res)).map(|k| k.look);
        let weight = look.map_or(1, texture::weight);
        if let Some(vote) = votes.iter_mut().find(|(l, w)| *w == 0 || *l == look) {
            *vote = (look, vote.1 + weight);
        }
    }
    // The first of equals wins, so that the picture does not hang on chance.
    votes.iter().rev().max_by_key(|(_, w)| *w).and_then(|(l, _)| *l)
}
