//! How much creatures walked on each kind of ground, against how much of it there is.

use super::Sim;
use crate::geom::Cell;
use crate::world::Ground;

/// One kind of ground, by its name.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundUse {
    /// As the map calls it.
    pub kind: String,
    /// Its share of the area that is open to creatures that walk, 0 to 1.
    pub area: f64,
    /// Its share of the metres that they walked; 0 where they walked none.
    pub walked: f64,
    /// Metres.
    pub metres: f64,
}

impl Sim {
    /// How much creatures that walk used each kind of ground that is open to them or that they were on; empty where all
    /// ground is the same to all creatures.
    pub fn ground_use(&self) -> Vec<GroundUse> {
        let ground = &self.now.world.ground;
        if !ground.has_costs() {
            return Vec::new();
        }
        let (cells, metres) = (open_cells(ground), self.motion.walked_m());
        let (all_cells, all_metres) = (cells.iter().sum::<u64>().max(1) as f64, metres.iter().sum::<f64>());
        let mut uses: Vec<GroundUse> = Vec::new();
        for ((kind, cells), i) in ground.kinds().iter().zip(&cells).zip(0..) {
            let walked_m = metres.get(i).copied().unwrap_or(0.0);
            // A body that is pushed may walk on ground that is closed: then it counts, or the shares would not add up.
            if *cells == 0 && walked_m == 0.0 {
                continue;
            }
            let area = *cells as f64 / all_cells;
            // Two kinds may have one name.
            match uses.iter_mut().find(|u| u.kind == kind.name) {
                Some(same) => (same.area, same.metres) = (same.area + area, same.metres + walked_m),
                None => uses.push(GroundUse { kind: kind.name.clone(), area, walked: 0.0, metres: walked_m }),
            }
        }
        for one in &mut uses {
            one.walked = if all_metres > 0.0 { one.metres / all_metres } else { 0.0 };
        }
        uses
    }
}

/// Cells of each kind that are open to creatures that walk.
fn open_cells(ground: &Ground) -> Vec<u64> {
    let mut cells = vec![0; ground.kinds().len()];
    for (i, kind) in ground.cells().enumerate() {
        let cell = Cell::new((i % ground.width()) as i32, (i / ground.width()) as i32);
        cells[usize::from(kind)] += u64::from(ground.walkable(cell));
    }
    cells
}
