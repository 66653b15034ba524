//! Changes of a world while it runs, besides its doors: what they are, and whether they can be made.

use super::{STEP_HEIGHT_M, Volume, World};
use crate::body::Body;
use crate::diag::printable;
use crate::geom::{Aabb, Cell, Obb, Vec2, bits};
use std::fmt;
use std::hash::{Hash, Hasher};

/// Boxes that may have come or moved since the world began.
const MOST_PLACED: usize = 1_000;
/// The sides and the height of a box that is placed, and the sides of an object that is moved or taken away, metres.
const SIZES_M: [f32; 2] = [0.01, 100.0];
/// Cells that one change of the ground may have.
const MOST_CELLS: u64 = 1_024;
/// Letters that the name of a box may have.
const LONGEST_NAME: usize = 80;

/// A change of the world that is not a door's.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// A box comes into the world. One that was placed under the same name before goes.
    Place {
        /// What it is called from then on, as an object of the map.
        name: String,
        /// Seen from above, metres: 0.01 to 100 wide and deep, its centre in the world.
        footprint: Obb,
        /// Height of its underside above the ground, metres, at least 0.
        base_m: f32,
        /// Height of its top above the ground, metres: above `base_m`, at most 100.
        top_m: f32,
    },
    /// An object moves, the map's own or one that was placed: of several with this name the last.
    Move {
        /// The object's name.
        name: String,
        /// Where the centre of its first box is then, metres, in the world.
        to: Vec2,
    },
    /// An object goes, found as for [`Edit::Move`].
    Remove {
        /// The object's name.
        name: String,
    },
    /// The ground of a rectangle of cells becomes another.
    Ground {
        /// Two opposite corners; at most 1 024 cells, all in the world.
        corners: [Cell; 2],
        /// The name of a kind of ground that the map has.
        kind: String,
    },
}

/// Why a change is not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// No object has the name, or the box is a door's.
    #[error("there is no object '{}' that can be moved", printable(.0))]
    NoObject(String),
    /// The map's legend has no such kind.
    #[error("the map has no ground '{}'", printable(.0))]
    NoGround(String),
    /// So many cells do not change at once.
    #[error("a change of ground has at most {MOST_CELLS} cells, this one has {0}")]
    TooManyCells(u64),
    /// A number is not one, or out of its range.
    #[error("{0} is out of range")]
    OutOfRange(&'static str),
    /// So many boxes were placed or moved already.
    #[error("{MOST_PLACED} boxes were placed or moved already: that is the most")]
    TooMany,
}

/// A change that can be made, worked out but for the bodies that are in its place.
#[derive(Clone, Debug, PartialEq)]
pub enum PlannedEdit {
    /// The boxes of an object go, and others come.
    Boxes {
        /// The object whose boxes go, an index into [`World::objects`].
        gone: Option<usize>,
        /// What the object is called.
        name: String,
        /// Those that come.
        come: Vec<Volume>,
    },
    /// Cells become ground of a kind.
    Ground {
        /// The corners with the least and the greatest column and row.
        corners: [Cell; 2],
        /// An index into [`Ground::kinds`].
        kind: u8,
    },
}

impl World {
    /// Works out a change.
    ///
    /// # Errors
    /// Why it cannot be made, bodies aside.
    pub fn plan(&self, edit: &Edit) -> Result<PlannedEdit, EditError> {
        match edit {
            Edit::Place { name, footprint, base_m, top_m } => {
                let volume = self.checked(name, *footprint, *base_m, *top_m)?;
                let gone = self.placed_object(name);
                self.unless_full(PlannedEdit::Boxes { gone, name: name.clone(), come: vec![volume] })
            }
            Edit::Move { name, to } => {
                let object = self.movable(name)?;
                let boxes = self.boxes_of(object);
                let inside = to.is_finite() && Aabb::new(Vec2::ZERO, self.size()).contains(*to);
                let first = boxes.clone().next().filter(|_| inside).ok_or(EditError::OutOfRange("the place"))?;
                let by = *to - first.footprint.centre;
                let moved =
                    |v: &Volume| Volume { footprint: Obb { centre: v.footprint.centre + by, ..v.footprint }, ..*v };
                let come = boxes.map(moved).collect();
                self.unless_full(PlannedEdit::Boxes { gone: Some(object), name: name.clone(), come })
            }
            Edit::Remove { name } => {
                let gone = Some(self.movable(name)?);
                Ok(PlannedEdit::Boxes { gone, name: name.clone(), come: Vec::new() })
            }
            Edit::Ground { corners: [a, b], kind } => {
                let found = self.ground.kind_named(kind).ok_or_else(|| EditError::NoGround(kind.clone()))?;
                let (low, high) = (Cell::new(a.x.min(b.x), a.y.min(b.y)), Cell::new(a.x.max(b.x), a.y.max(b.y)));
                let count = (u64::from(low.x.abs_diff(high.x)) + 1) * (u64::from(low.y.abs_diff(high.y)) + 1);
                if !self.ground.contains(low) || !self.ground.contains(high) {
                    return Err(EditError::OutOfRange("the rectangle"));
                }
                if count > MOST_CELLS {
                    return Err(EditError::TooManyCells(count));
                }
                Ok(PlannedEdit::Ground { corners: [low, high], kind: found })
            }
        }
    }

    fn checked(&self, name: &str, footprint: Obb, base_m: f32, top_m: f32) -> Result<Volume, EditError> {
        let [least, most] = SIZES_M;
        let Obb { centre, half, axis } = footprint;
        let sides = half * 2.0;
        let fits = sides.min_element() >= least && sides.max_element() <= most;
        let is_turned = (axis.length() - 1.0).abs() < 1e-3;
        if !(centre.is_finite() && Aabb::new(Vec2::ZERO, self.size()).contains(centre)) {
            return Err(EditError::OutOfRange("the place"));
        }
        if !(sides.is_finite() && fits && is_turned) {
            return Err(EditError::OutOfRange("the size"));
        }
        if !(base_m >= 0.0 && top_m > base_m && top_m >= STEP_HEIGHT_M && top_m <= most) {
            return Err(EditError::OutOfRange("the height"));
        }
        if name.is_empty() || name.chars().count() > LONGEST_NAME {
            return Err(EditError::OutOfRange("the name"));
        }
        Ok(Volume { footprint, base_m, top_m, object: 0 })
    }

    /// The object of this name that was placed.
    fn placed_object(&self, name: &str) -> Option<usize> {
        let first = self.placed.as_ref()?.own_objects;
        (first..self.objects.len())
            .rev()
            .find(|i| self.objects[*i].name == name && !self.objects[*i].volumes.is_empty())
    }

    /// The object that is moved or removed by a name.
    fn movable(&self, name: &str) -> Result<usize, EditError> {
        let is_there = |object: &usize| {
            let volumes = &self.objects[*object].volumes;
            let is_door = || self.doors.iter().any(|door| volumes.contains(&door.volume));
            !volumes.is_empty() && !is_door()
        };
        let own = || match &self.placed {
            Some(placed) => placed.own.get(name)?.iter().copied().rev().find(is_there),
            None => (0..self.objects.len()).rev().filter(|i| self.objects[*i].name == name).find(is_there),
        };
        let found = self.placed_object(name).or_else(own).ok_or_else(|| EditError::NoObject(name.into()))?;
        if self.boxes_of(found).len() > MOST_PLACED {
            return Err(EditError::TooMany);
        }
        let size = bounds_of(self.boxes_of(found)).map_or(Vec2::ZERO, Aabb::size);
        if size.max_element() > SIZES_M[1] {
            return Err(EditError::OutOfRange("the object's size"));
        }
        Ok(found)
    }

    /// The boxes of the object that [`Edit::Move`] and [`Edit::Remove`] mean by a name; none where there is no such.
    pub fn boxes_named(&self, name: &str) -> impl Iterator<Item = &Volume> + Clone {
        self.movable(name).into_iter().flat_map(|object| self.boxes_of(object))
    }

    pub(super) fn boxes_of(&self, object: usize) -> impl ExactSizeIterator<Item = &Volume> + Clone {
        let volumes = &self.objects[object].volumes;
        self.volumes.range(volumes.start as usize..volumes.end as usize)
    }

    /// The change, unless there would be too many boxes that came or moved.
    fn unless_full(&self, planned: PlannedEdit) -> Result<PlannedEdit, EditError> {
        let (count, fixed) = self.placed.as_ref().map_or((0, self.volumes.len()), |placed| {
            (self.volumes.len() - placed.fixed - placed.free.len(), placed.fixed)
        });
        let PlannedEdit::Boxes { gone, come, .. } = &planned else { return Ok(planned) };
        let gone = gone.map_or(0..0, |object| self.objects[object].volumes.clone());
        let freed = if gone.start as usize >= fixed { gone.len() } else { 0 };
        if count + come.len() > MOST_PLACED + freed { Err(EditError::TooMany) } else { Ok(planned) }
    }

    /// Where something changes, metres, and the part of it where something closes; `None` where nothing does.
    pub fn areas_of(&self, planned: &PlannedEdit) -> (Vec<Aabb>, Option<Aabb>) {
        let (gone, closing) = match planned {
            PlannedEdit::Boxes { gone, come, .. } => {
                (gone.and_then(|object| bounds_of(self.boxes_of(object))), bounds_of(come.iter()))
            }
            PlannedEdit::Ground { corners, .. } => (None, Some(bounds_of_cells(*corners, self.ground.resolution_m()))),
        };
        (gone.into_iter().chain(closing).collect(), closing)
    }

    /// Whether a body would be in what a change closes.
    pub fn would_close_on(&self, planned: &PlannedEdit, body: &Body) -> bool {
        match planned {
            PlannedEdit::Boxes { come, .. } => come.iter().any(|volume| volume.reaches(body)),
            PlannedEdit::Ground { corners: [low, high], kind } => {
                let res = self.ground.resolution_m();
                let reach = Aabb::around(body.position, body.radius_m);
                let (first, last) = (Cell::of(reach.min, res), Cell::of(reach.max, res));
                let rows = first.y.max(low.y)..=last.y.min(high.y);
                let mut cells =
                    rows.flat_map(|y| (first.x.max(low.x)..=last.x.min(high.x)).map(move |x| Cell::new(x, y)));
                cells.any(|cell| {
                    let corner = Vec2::new(cell.x as f32, cell.y as f32) * res;
                    let nearest = body.position.clamp(corner, corner + Vec2::splat(res));
                    self.ground.open(body.moves, cell)
                        && !self.ground.passage_as(body.moves, cell, *kind).is_open()
                        && nearest.distance_squared(body.position) < body.radius_m * body.radius_m
                })
            }
        }
    }
}

impl Hash for PlannedEdit {
    fn hash<H: Hasher>(&self, h: &mut H) {
        match self {
            Self::Boxes { gone, name, come } => {
                (0_u8, gone, name, come.len()).hash(h);
                for Volume { footprint: Obb { centre, half, axis }, base_m, top_m, .. } in come {
                    (bits(*centre), bits(*half), bits(*axis), base_m.to_bits(), top_m.to_bits()).hash(h);
                }
            }
            Self::Ground { corners, kind } => (1_u8, corners, kind).hash(h),
        }
    }
}

/// What is done, as the log says it.
impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { name, footprint: Obb { centre, .. }, .. } => {
                write!(f, "'{}' placed at ({:.1}, {:.1})", printable(name), centre.x, centre.y)
            }
            Self::Move { name, to } => write!(f, "'{}' moved to ({:.1}, {:.1})", printable(name), to.x, to.y),
            Self::Remove { name } => write!(f, "'{}' taken away", printable(name)),
            Self::Ground { corners: [a, b], kind } => {
                write!(f, "ground from {},{} to {},{} becomes {}", a.x, a.y, b.x, b.y, printable(kind))
            }
        }
    }
}

impl Volume {
    /// Whether a body would be in it.
    pub(super) fn reaches(&self, body: &Body) -> bool {
        self.matters_to(body.height_m, body.moves) && self.footprint.distance(body.position) < body.radius_m
    }
}

pub(super) fn bounds_of<'v>(boxes: impl Iterator<Item = &'v Volume>) -> Option<Aabb> {
    boxes.map(|volume| volume.footprint.bounds()).reduce(Aabb::with)
}

pub(super) fn bounds_of_cells([low, high]: [Cell; 2], resolution_m: f32) -> Aabb {
    let corner = |x: i32, y: i32| Vec2::new(x as f32, y as f32) * resolution_m;
    Aabb::new(corner(low.x, low.y), corner(high.x + 1, high.y + 1))
}
