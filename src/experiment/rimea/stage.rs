//! The small worlds of the tests: a map written out, and the persons in it.

use super::{Failure, Plan, Watcher};
use crate::body::Bodies;
use crate::config::Config;
use crate::diag::{Diagnostic, NoClock};
use crate::geom::{Aabb, Storey, Vec2};
use crate::lua::source::mods::{Mod, ModSet};
use crate::sim::{Command, Sim};
use crate::world::format;
use std::fmt::{Display, Write as _};

/// Length of a step, seconds.
pub(super) const STEP_S: f64 = 0.05;
/// Steps between two looks at whether to go on.
const LOOK: u64 = 64;

/// A map in the making: open ground, walls, places, areas and persons, and a storey above with stairs. Metres.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    boxes: String,
    rest: String,
    /// What is on the storey, and the stairs.
    above: String,
    size: Vec2,
    /// Persons.
    wanted: usize,
    /// Scripts are called every step rather than every sixth.
    quick: bool,
    /// A person of its own: what `npc/person.lua` of a mod on top says.
    person: Option<&'static str>,
}

/// A rectangle from the corner with the least coordinates to the opposite one.
pub(super) type Rect = [f32; 4];

impl Stage {
    pub(super) fn new(width: f32, depth: f32) -> Self {
        let size = Vec2::new(width, depth);
        Self {
            boxes: String::new(),
            rest: String::new(),
            above: String::new(),
            size,
            wanted: 0,
            quick: false,
            person: None,
        }
    }

    pub(super) fn quick(mut self) -> Self {
        self.quick = true;
        self
    }

    pub(super) fn person(mut self, source: &'static str) -> Self {
        self.person = Some(source);
        self
    }

    pub(super) fn wall(self, [x0, y0, x1, y1]: Rect) -> Self {
        self.turned(Vec2::new(x0 + x1, y0 + y1) / 2.0, Vec2::new(x1 - x0, y1 - y0), 0.0)
    }

    /// A box, turned by so many degrees.
    pub(super) fn turned(mut self, at: Vec2, size: Vec2, turn: f32) -> Self {
        self.add_box(at, size, turn);
        self
    }

    fn add_box(&mut self, at: Vec2, size: Vec2, turn: f32) {
        let [at, size] = [at, size].map(|v| format!("[{}, {}]", v.x, v.y));
        // Writing to a string cannot fail.
        let _ = writeln!(self.boxes, "  {{ size = {size}, at = {at}, turn = {turn}, top = 3 }},");
    }

    /// A straight wall of half a metre, from one point to another, with gaps between pairs of numbers along it.
    pub(super) fn wall_with_gaps(mut self, from: [f32; 2], to: [f32; 2], gaps: &[[f32; 2]]) -> Self {
        let (from, to) = (Vec2::from(from), Vec2::from(to));
        let across = from.x == to.x;
        let (begin, end) = if across { (from.y, to.y) } else { (from.x, to.x) };
        let mut at = begin;
        for [open, close] in gaps.iter().copied().chain([[end, end]]) {
            if open > at {
                let rect = if across { [from.x, at, from.x + 0.5, open] } else { [at, from.y, open, from.y + 0.5] };
                self = self.wall(rect);
            }
            at = close;
        }
        self
    }

    pub(super) fn place(mut self, name: impl Display, x: f32, y: f32) -> Self {
        let _ = write!(self.rest, "[[place]]\nname = \"{name}\"\nat = [{x}, {y}]\n");
        self
    }

    pub(super) fn area(mut self, name: impl Display, area: Rect) -> Self {
        let _ = write!(self.rest, "[[area]]\nname = \"{name}\"\narea = {area:?}\n");
        self
    }

    pub(super) fn persons(mut self, area: Rect, count: usize, settings: impl Display) -> Self {
        self.wanted += count;
        let _ = write!(self.rest, "[[spawn]]\n{}", persons(area, count, settings));
        self
    }

    /// A storey as large as the ground, and stairs of 2 m of width from a rectangle of the ground to one of the storey, so long and
    /// with such shares of their speed for those that go up, and down.
    pub(super) fn stairs(mut self, from: Rect, to: Rect, metres: f32, [up, down]: [f32; 2]) -> Self {
        let Vec2 { x, y } = self.size;
        let _ = write!(
            self.above,
            "[[storey]]\nname = \"above\"\n[storey.ground]\nsize = [{x}, {y}]\nfill = \"floor\"\n\
             [[portal]]\nkind = \"stairs\"\nmetres = {metres}\npace = {up}\npace_back = {down}\n\
             from = {{ area = {from:?} }}\nto = {{ storey = \"above\", area = {to:?} }}\n"
        );
        self
    }

    /// Persons on the storey, after [`Stage::stairs`].
    pub(super) fn persons_above(mut self, area: Rect, count: usize, settings: impl Display) -> Self {
        self.wanted += count;
        let _ = write!(self.above, "[[storey.spawn]]\n{}", persons(area, count, settings));
        self
    }

    /// An area of the storey, after [`Stage::stairs`].
    pub(super) fn area_above(mut self, name: impl Display, area: Rect) -> Self {
        let _ = write!(self.above, "[[storey.area]]\nname = \"{name}\"\narea = {area:?}\n");
        self
    }

    /// The world with its persons in it.
    ///
    /// # Errors
    /// [`Failure::Input`] when the scripts of the working directory do not load, lack the person, or have one that does not fit.
    pub(super) fn start(&self, plan: &Plan) -> Result<Crowd, Failure> {
        let Self { boxes, rest, above, size, .. } = self;
        let walls = if boxes.is_empty() {
            String::new()
        } else {
            format!("[[object]]\nkind = \"wall\"\nname = \"walls\"\nat = [0, 0]\nboxes = [\n{boxes}]\n")
        };
        let text = format!(
            "format = 1\nname = \"rimea\"\nresolution = 0.5\nplanner = \"static\"\n[ground]\nsize = [{}, {}]\nfill = \"floor\"\n{walls}{rest}{above}",
            size.x, size.y
        );
        let world = format::parse("rimea.toml", text.as_bytes()).map_err(Failure::Input)?.world;
        let mut config = Config::default();
        config.sim.threads = plan.threads;
        if self.quick {
            config.script.tick_ms = config.sim.step_ms;
        }
        let mut mods = ModSet::load(&[]).map_err(Failure::Input)?;
        if let (Some(source), Some(base)) = (self.person, mods.mods.first()) {
            let mut manifest = base.manifest.clone();
            manifest.name = "rimea".into();
            let files = [("npc/person.lua".to_owned(), source.to_owned())].into();
            mods.mods.push(Mod { manifest, label: "rimea".into(), dir: None, files });
        }
        let crowd = Crowd { sim: Sim::new(config.setup(world, mods, plan.seed)).map_err(Failure::Input)? };
        match crowd.count() {
            placed if placed < self.wanted => {
                let message = format!("{placed} of {} persons find a place on the map of a test", self.wanted);
                Err(Failure::Input(vec![Diagnostic::error("npc/person.lua", message)]))
            }
            _ => Ok(crowd),
        }
    }
}

/// What a map says of persons in an area.
fn persons(area: Rect, count: usize, settings: impl Display) -> String {
    format!("behaviour = \"person\"\narea = {area:?}\ncount = {count}\nsettings = {{ {settings} }}\n")
}

/// A running world.
pub(super) struct Crowd {
    pub sim: Sim,
}

impl Crowd {
    pub(super) fn of(sim: Sim) -> Self {
        Self { sim }
    }

    pub(super) fn bodies(&self) -> &Bodies {
        &self.sim.agents().bodies
    }

    pub(super) fn count(&self) -> usize {
        self.bodies().living().count()
    }

    /// Whether a person walks on the ground: neither on stairs nor above them.
    pub(super) fn is_on_ground(&self, slot: usize) -> bool {
        self.bodies().storey[slot] == Storey::GROUND && self.sim.agents().transits.get(slot).is_none()
    }

    /// Slots of the persons in a rectangle.
    pub(super) fn within(&self, [x0, y0, x1, y1]: Rect) -> impl Iterator<Item = usize> + '_ {
        let area = Aabb::new(Vec2::new(x0, y0), Vec2::new(x1, y1));
        self.bodies().living().filter(move |slot| area.contains(self.bodies().position[*slot]))
    }

    /// Puts persons to places, in order of their slots.
    pub(super) fn put(&mut self, places: &[Vec2]) {
        let commands: Vec<Command> = self
            .bodies()
            .living()
            .zip(places)
            .map(|(slot, at)| Command::Place { id: self.bodies().id(slot), at: *at, storey: None })
            .collect();
        self.sim.step(&commands, &NoClock);
    }

    /// Runs until `until` is true after a step, for so many seconds at most; the time that passed, if it was.
    pub(super) fn run(
        &mut self,
        seconds: f64,
        watcher: &dyn Watcher,
        mut until: impl FnMut(&Self) -> bool,
    ) -> Result<Option<f64>, Failure> {
        let steps = (seconds / STEP_S) as u64;
        for step in 1..=steps {
            if step % LOOK == 0 {
                watcher.check()?;
            }
            self.sim.step(&[], &NoClock);
            if until(self) {
                return Ok(Some(step as f64 * STEP_S));
            }
        }
        Ok(None)
    }
}
