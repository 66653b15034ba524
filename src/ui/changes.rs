//! Commands of the `:` line that change the world: boxes that come, move and go, and ground.

use super::console::{ConsoleError, point, usage};
use super::{Command, Dashboard, Vec2};
use crate::geom::{Cell, Obb};
use crate::world::Edit;

/// How wide, deep and high a box is that is placed, metres.
const SIDE_M: f32 = 1.0;

impl Dashboard {
    /// Carries out a command that changes the world.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub(super) fn change(&mut self, name: &str, arguments: &[&str]) -> Result<(), ConsoleError> {
        let wrong = || ConsoleError::Usage { usage: usage(name).unwrap_or_default() };
        let edit = match (name, arguments) {
            ("place", [words @ .., at]) if !words.is_empty() => {
                let footprint = Obb::new(self.spot(at)?, Vec2::splat(SIDE_M / 2.0), 0.0);
                Edit::Place { name: words.join(" "), footprint, base_m: 0.0, top_m: SIDE_M }
            }
            ("move", [words @ .., to]) if !words.is_empty() => Edit::Move { name: words.join(" "), to: self.spot(to)? },
            ("remove", words) if !words.is_empty() => Edit::Remove { name: words.join(" ") },
            ("ground", [words @ .., from, to]) if !words.is_empty() && to.contains(',') && from.contains(',') => {
                self.ground(words, [self.spot(from)?, self.spot(to)?])
            }
            ("ground", [words @ .., at]) if !words.is_empty() => self.ground(words, [self.spot(at)?; 2]),
            _ => return Err(wrong()),
        };
        let planned = self.snapshot().map(|s| s.world.plan(&edit).map(drop));
        match planned {
            Some(Ok(())) => {
                self.say(edit.to_string());
                self.command(Command::Edit(edit));
            }
            Some(Err(why)) => self.complain(format!("not done: {why}")),
            None => {}
        }
        Ok(())
    }

    /// The cells between two points become a kind of ground.
    fn ground(&self, kind: &[&str], corners: [Vec2; 2]) -> Edit {
        let res = self.snapshot().map_or(1.0, |s| s.world.ground.resolution_m());
        Edit::Ground { corners: corners.map(|at| Cell::of(at, res)), kind: kind.join(" ") }
    }

    /// A point that is written out, or `here`: at the last click, else in the middle of the view.
    pub(super) fn spot(&self, word: &str) -> Result<Vec2, ConsoleError> {
        match word {
            "here" => self.here().ok_or_else(|| ConsoleError::NotAPoint(word.into())),
            _ => point(word),
        }
    }

    /// Where the last click was, else the middle of the view.
    pub(super) fn here(&self) -> Option<Vec2> {
        self.pointed.or(self.camera.map(|c| c.centre))
    }
}
