//! From a drawing to a world: ground, who begins where, and the places that letters name.

use crate::agent::PLAYER;
use crate::geom::{Aabb, Cell, Vec2};
use crate::lua::host::spec_host::WorldPlan;
use crate::world::{Ground, SpawnArea, World, format};
use std::collections::BTreeMap;

/// The most letters a drawing may have, in all.
const MAX_LETTERS: usize = 40_000;
/// What lies under creatures and places.
const GRASS: char = '.';
/// Newcomers are looked for in an area; this one has room for the centre of one cell, as a share of a cell.
const SPOT: f32 = 0.25;

/// A drawing, understood.
pub struct Drawn {
    pub world: World,
    /// Letter and centre of the cell of everyone who is to live, as one reads; the player's character is not among them.
    pub begin: Vec<(char, Vec2)>,
    pub player: Option<(char, Vec2)>,
    /// Letters that are no ground, and where they stand.
    pub places: BTreeMap<char, Vec<Vec2>>,
}

/// The rows of a drawing, without blank lines around it and without a margin that all rows share.
pub fn rows(picture: &str) -> Vec<&str> {
    let lines: Vec<&str> = picture.lines().map(str::trim_end).collect();
    let (Some(first), Some(last)) =
        (lines.iter().position(|l| !l.is_empty()), lines.iter().rposition(|l| !l.is_empty()))
    else {
        return Vec::new();
    };
    let rows = &lines[first..=last];
    let shared = rows.iter().filter(|l| !l.is_empty()).map(|l| l.len() - l.trim_start().len()).min().unwrap_or(0);
    rows.iter().map(|l| l.get(shared..).unwrap_or("")).collect()
}

/// Understands a plan's drawing.
///
/// # Errors
/// Ragged rows, blanks inside, a letter for a creature that is not in the drawing.
pub fn draw(plan: &WorldPlan) -> Result<Drawn, String> {
    let rows = rows(&plan.picture);
    let width = rows.first().map_or(0, |r| r.chars().count());
    if width == 0 {
        return Err("the drawing is empty".into());
    }
    if width * rows.len() > MAX_LETTERS {
        return Err(format!("the drawing has more than {MAX_LETTERS} letters; a larger 'cell' makes it smaller"));
    }
    if let Some((n, row)) = rows.iter().enumerate().find(|(_, r)| r.chars().count() != width) {
        return Err(format!("row {} of the drawing is {} letters long, the first {width}", n + 1, row.chars().count()));
    }
    let kinds = format::native_legend();
    let kind_of = |c: char| kinds.iter().position(|k| k.letter == c);
    let grass = kind_of(GRASS).unwrap_or(0);
    let (mut cells, mut begin, mut player, mut places) = (Vec::new(), Vec::new(), None, BTreeMap::new());
    for (y, row) in rows.iter().enumerate() {
        for (x, c) in row.chars().enumerate() {
            let at = Cell::new(x as i32, y as i32).centre(plan.cell_m);
            let who = plan.creatures.get(&c);
            let ground = kind_of(c).filter(|_| who.is_none());
            if ground.is_none() && c.is_whitespace() {
                return Err(format!("there is a blank in row {} of the drawing; '.' is open ground", y + 1));
            }
            cells.push(ground.unwrap_or(grass) as u8);
            if ground.is_none() {
                places.entry(c).or_insert_with(Vec::new).push(at);
            }
            match who.map(String::as_str) {
                Some(PLAYER) if player.is_some() => return Err("there is only one player".into()),
                Some(PLAYER) => player = Some((c, at)),
                Some(_) => begin.push((c, at)),
                None => {}
            }
        }
    }
    if let Some((c, name)) = plan.creatures.iter().find(|(c, _)| !places.contains_key(c)) {
        return Err(format!("there is no '{c}' ({name}) in the drawing"));
    }
    let mut world = World::new("spec", Ground::new(width, rows.len(), plan.cell_m, kinds, cells), vec![], vec![]);
    world.file.clone_from(&plan.file);
    world.player = player.map(|(_, at)| at);
    world.spawns = begin
        .iter()
        .filter_map(|(c, at)| Some((plan.creatures.get(c)?, *at)))
        .map(|(b, at)| spot(b, at, plan.cell_m))
        .collect();
    Ok(Drawn { world, begin, player, places })
}

fn spot(behaviour: &str, at: Vec2, cell_m: f32) -> SpawnArea {
    let area = Aabb::around(at, SPOT * cell_m);
    SpawnArea { behaviour: behaviour.to_owned(), area, count: 1, respawn_s: None, line: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_loses_its_margin_and_its_blank_ends() {
        assert_eq!(rows("\n      ###\n      #w#\n    "), ["###", "#w#"]);
        assert_eq!(rows("\n \n"), Vec::<&str>::new());
    }

    #[test]
    fn letters_become_ground_creatures_and_places() {
        let plan = WorldPlan {
            picture: "####\n#wx#\n####".into(),
            cell_m: 2.0,
            creatures: BTreeMap::from([('w', "wolf".to_owned())]),
            ..WorldPlan::default()
        };
        let drawn = draw(&plan).expect("sound");
        assert_eq!(drawn.begin, [('w', Vec2::new(3.0, 3.0))]);
        assert_eq!(drawn.places[&'x'], [Vec2::new(5.0, 3.0)]);
        assert_eq!(drawn.world.size(), Vec2::new(8.0, 6.0));
        assert!(drawn.world.ground.walkable(Cell::new(1, 1)) && !drawn.world.ground.walkable(Cell::new(0, 0)));
    }

    #[test]
    fn faults_of_a_drawing_are_told_in_words() {
        let told = |picture: &str| {
            let creatures = BTreeMap::from([('w', "wolf".to_owned())]);
            let plan = WorldPlan { picture: picture.into(), cell_m: 1.0, creatures, ..WorldPlan::default() };
            draw(&plan).err().unwrap_or_default()
        };
        assert_eq!(told("###\n#w"), "row 2 of the drawing is 2 letters long, the first 3");
        assert_eq!(told("...\n. w"), "there is a blank in row 2 of the drawing; '.' is open ground");
        assert_eq!(told("..."), "there is no 'w' (wolf) in the drawing");
        assert_eq!(told(""), "the drawing is empty");
    }
}
