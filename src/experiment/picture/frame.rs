//! A running world in one step, drawn: ground, boxes, doors, portals, places and areas, and its creatures with the rest of their paths.

use super::looks::{self, FACTIONS};
use super::shapes::{Colour, LETTERS, PAPER, Scene, Shape};
use super::{MOST_HEIGHT, Picture, SAMPLE, VOLUME, between};
use crate::agent::Symbol;
use crate::geom::{Aabb, Cell, Storey, Vec2, heading_vec};
use crate::sim::{AgentMark, ShownPath, Snapshot};
use crate::world::{Look, Volume, World};
use std::collections::{BTreeMap, BTreeSet};

const DOOR: Colour = [0x8a, 0x5a, 0x2b];
const PORTAL: Colour = [0x6b, 0x4c, 0x9a];
const AREA: Colour = [0x5a, 0x7d, 0x5a];
const PLAYER: Colour = [0x20, 0x20, 0x20];
/// The least radius of a creature, and the least with a letter on it, pixels.
const LEAST_RADIUS: f32 = 3.0;
const LETTER_RADIUS: f32 = 5.5;
/// The longest side of a cell in a picture is this many pixels: small maps are not drawn larger.
const MOST_CELL: f32 = 32.0;
/// Height of names on the map, pixels.
const NAME: f32 = 9.0;

/// How a world is drawn: the same for all its frames.
pub(crate) struct Frames {
    /// The width that pictures have at most, pixels.
    width: f32,
    /// By faction: its number among all.
    factions: BTreeMap<String, usize>,
    /// Behaviours that the legend explains.
    shown: BTreeSet<Symbol>,
}

impl Frames {
    /// For a world as it is now: the legend explains the creatures that live, and those that its map spawns.
    pub(crate) fn new(s: &Snapshot, width: f32) -> Self {
        let species = || s.catalogue.species.iter();
        let is_spawned = |name: &str| s.world.spawns.iter().any(|spawn| spawn.behaviour == name);
        let spawned = species().filter(|species| is_spawned(&species.name)).map(|species| species.symbol);
        let shown: BTreeSet<Symbol> =
            s.agents.iter().filter(|a| !a.is_player).map(|a| a.behaviour).chain(spawned).collect();
        // Those that are shown get the colours first: there are few.
        let names = |is_shown: bool| -> BTreeSet<&str> {
            let all = species().filter(|species| shown.contains(&species.symbol) == is_shown);
            all.map(|species| species.body.faction.as_str()).collect()
        };
        let mut factions = BTreeMap::new();
        for name in names(true).into_iter().chain(names(false)) {
            let next = factions.len();
            factions.entry(name.to_owned()).or_insert(next);
        }
        Self { width, factions, shown }
    }

    /// What does not move: ground, boxes, names, and the legend below them.
    pub(crate) fn still(&self, s: &Snapshot) -> Scene {
        let planes = s.world.storeys().map(|storey| {
            let plane = s.world.on(storey);
            let mut picture = self.picture(plane);
            picture.looks(plane);
            picture.boxes(plane);
            picture.names(&s.world, storey);
            (plane.floor.name.to_string(), picture)
        });
        let mut planes: Vec<_> = planes.collect();
        let last = planes.len() - 1;
        let mut legend: Vec<(Shape, String)> = Vec::new();
        for (_, picture) in &mut planes {
            for (sample, what) in std::mem::take(&mut picture.legend) {
                if legend.iter().all(|(_, known)| *known != what) {
                    legend.push((sample, what));
                }
            }
        }
        planes[last].1.legend = legend;
        self.explain(s, &mut planes[last].1);
        let mut planes: Vec<(String, Scene)> =
            planes.into_iter().map(|(name, picture)| (name, picture.finish())).collect();
        if planes.len() == 1 { planes.swap_remove(0).1 } else { Scene::stacked(planes) }
    }

    /// What moves: creatures and the rest of their paths, over [`Self::still`].
    pub(crate) fn life(&self, s: &Snapshot, paths: &[ShownPath]) -> Scene {
        let planes = s.world.storeys().map(|storey| {
            let plane = s.world.on(storey);
            let mut picture = self.picture(plane);
            for path in paths.iter().filter(|path| path.storey == storey) {
                let colour = between(PAPER, self.colour(s, path.behaviour), 0.6);
                let points = path.points.iter().map(|p| picture.at(*p)).collect();
                picture.add(Shape::Line { points, colour, width: 1.0, opacity: 1.0 });
            }
            for agent in s.agents.iter().filter(|agent| agent.storey == storey) {
                self.creature(s, agent, &mut picture);
            }
            (String::new(), picture.scene)
        });
        let mut planes: Vec<(String, Scene)> = planes.collect();
        if planes.len() == 1 { planes.swap_remove(0).1 } else { Scene::stacked(planes) }
    }

    fn picture(&self, plane: &World) -> Picture {
        let size = plane.size();
        let most = MOST_CELL / plane.ground.resolution_m();
        let scale = (self.width / size.x).min(MOST_HEIGHT / size.y).min(most);
        let scene = Scene { width: self.width, height: (size.y * scale).ceil(), shapes: Vec::new() };
        Picture { scene, scale, legend: Vec::new() }
    }

    fn colour(&self, s: &Snapshot, behaviour: Symbol) -> Colour {
        let faction = s.catalogue.find(behaviour).and_then(|species| self.factions.get(&species.body.faction));
        faction.map_or(LETTERS, |i| FACTIONS[i % FACTIONS.len()])
    }

    fn creature(&self, s: &Snapshot, agent: &AgentMark, picture: &mut Picture) {
        let (at, fill) =
            (picture.at(agent.position), if agent.is_player { PLAYER } else { self.colour(s, agent.behaviour) });
        let radius = (agent.radius * picture.scale).max(LEAST_RADIUS);
        let ahead = heading_vec(agent.heading) * (radius + 3.0);
        picture.add(Shape::Line { points: vec![at, at + ahead], colour: fill, width: 2.0, opacity: 1.0 });
        picture.add(Shape::Dot { at, radius, fill });
        if radius >= LETTER_RADIUS {
            picture.add(letter(at, radius, if agent.is_player { '@' } else { agent.glyph }));
        }
    }

    fn explain(&self, s: &Snapshot, picture: &mut Picture) {
        for species in s.catalogue.species.iter().filter(|species| self.shown.contains(&species.symbol)) {
            let (at, fill) = (Vec2::new(SAMPLE / 2.0, 0.0), self.colour(s, species.symbol));
            let what = match species.body.faction.as_str() {
                "" => format!("{} {}", species.body.glyph, species.name),
                faction => format!("{} {}, of the faction {faction}", species.body.glyph, species.name),
            };
            picture.explain(Shape::Dot { at, radius: 6.0, fill }, &what);
        }
        if s.player.is_some() {
            let at = Vec2::new(SAMPLE / 2.0, 0.0);
            picture.explain(Shape::Dot { at, radius: 6.0, fill: PLAYER }, "@ the player's character");
        }
        picture.explain_line(between(PAPER, LETTERS, 0.6), 1.0, "the rest of a creature's path");
    }
}

/// A letter on a creature.
fn letter(at: Vec2, radius: f32, letter: char) -> Shape {
    let height = radius * 1.3;
    Shape::Text { at: at + Vec2::new(-height / 2.0, height / 2.0), height, text: letter.to_string(), colour: PAPER }
}

impl Picture {
    /// The ground by its look. Runs of a row that are alike are one rectangle; cells that are smaller than pixels are looked at once
    /// for each pixel.
    fn looks(&mut self, plane: &World) {
        let (ground, res) = (&plane.ground, plane.ground.resolution_m());
        let step = (1.0 / (res * self.scale)).ceil().max(1.0) as i32;
        let (width, height) = (ground.width() as i32, ground.height() as i32);
        let look =
            |x: i32, y: i32| ground.kind(Cell::new((x + step / 2).min(width - 1), (y + step / 2).min(height - 1)));
        for y in (0..height).step_by(step as usize) {
            let mut x = 0;
            while x < width {
                let (first, kind) = (x, look(x, y));
                while x < width && look(x, y).map(|kind| kind.look) == kind.map(|kind| kind.look) {
                    x += step;
                }
                let Some(kind) = kind.filter(|kind| kind.look != Look::Void) else { continue };
                let (low, high) = ((first, y), (x.min(width), (y + step).min(height)));
                let corners = [low, (high.0, low.1), high, (low.0, high.1)];
                let corners = corners.map(|(x, y)| self.at(Vec2::new(x as f32, y as f32) * res).round()).to_vec();
                let fill = looks::ground(kind.look);
                self.add(Shape::Area { corners, fill });
                self.explain_area(fill, &kind.name);
            }
        }
    }

    fn boxes(&mut self, plane: &World) {
        let doors: BTreeMap<u32, bool> = plane.door_boxes().collect();
        for (i, volume) in (0..).zip(plane.volumes.iter()) {
            let corners: Vec<Vec2> = volume.footprint.corners().iter().map(|corner| self.at(*corner)).collect();
            match doors.get(&i) {
                Some(true) => {
                    self.outline(&corners, DOOR);
                    self.explain_line(DOOR, 1.5, "a door that is open");
                }
                Some(false) => {
                    self.add(Shape::Area { corners, fill: DOOR });
                    self.explain_area(DOOR, "a door that is closed");
                }
                None if volume.is_there() => self.solid(volume, corners),
                None => {}
            }
        }
    }

    /// A box that creatures meet, or walk under.
    fn solid(&mut self, volume: &Volume, corners: Vec<Vec2>) {
        if volume.base_m >= 1.0 {
            self.outline(&corners, VOLUME);
            self.explain_line(VOLUME, 1.5, "a box that is walked under");
            return;
        }
        self.add(Shape::Area { corners, fill: VOLUME });
        self.explain_area(VOLUME, "boxes");
    }

    fn outline(&mut self, corners: &[Vec2], colour: Colour) {
        let points = corners.iter().chain(corners.first()).copied().collect();
        self.add(Shape::Line { points, colour, width: 1.5, opacity: 1.0 });
    }

    fn rectangle(&mut self, area: Aabb, colour: Colour, name: &str) {
        let (low, high) = (self.at(area.min), self.at(area.max));
        self.outline(&[low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)], colour);
        self.name(low + Vec2::new(2.0, NAME + 2.0), name, colour);
    }

    fn name(&mut self, at: Vec2, name: &str, colour: Colour) {
        self.add(Shape::Text { at, height: NAME, text: name.to_owned(), colour });
    }

    /// Areas, places and portals of a storey, with their names.
    fn names(&mut self, world: &World, storey: Storey) {
        let plane = world.on(storey);
        for area in plane.areas.all() {
            for part in &area.parts {
                self.rectangle(*part, AREA, &area.name);
                self.explain_line(AREA, 1.5, "an area");
            }
        }
        for (name, place) in plane.areas.points() {
            let at = self.at(place);
            self.add(Shape::Dot { at, radius: 2.0, fill: AREA });
            self.name(at + Vec2::new(4.0, NAME / 2.0), name, AREA);
            self.explain(Shape::Dot { at: Vec2::new(SAMPLE / 2.0, 0.0), radius: 3.0, fill: AREA }, "a place");
        }
        for portal in world.portals().all() {
            for end in portal.ends.iter().filter(|end| end.storey == storey) {
                self.rectangle(end.area, PORTAL, &portal.name);
                self.explain_line(PORTAL, 1.5, "an end of a portal");
            }
        }
    }
}
