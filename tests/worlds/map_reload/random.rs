//! Random maps, one saved over another.

use super::*;

/// A map of rocks, doors, ponds, areas and creatures, drawn from small numbers so that entries are often equal in two maps.
fn maps() -> impl Strategy<Value = String> {
    let at = || (2..38_u32, 2..28_u32);
    let objects = prop::collection::vec((0..4_u32, at(), 1..4_u32), 0..5);
    let doors = prop::collection::btree_map(0..3_u32, (at(), any::<bool>()), 0..3);
    let ponds = prop::collection::vec((at(), 0..3_usize), 0..5);
    let areas = prop::collection::btree_map(0..3_u32, (at(), 1..4_u32), 0..3);
    let spawns = prop::collection::vec((0..3_usize, 1..4_u32), 0..3);
    (objects, doors, ponds, areas, spawns).prop_map(|(objects, doors, ponds, areas, spawns)| {
        let mut rows = vec![vec!['.'; 40]; 30];
        for ((x, y), kind) in ponds {
            for (dy, dx) in (0..4).flat_map(|dy| (0..4).map(move |dx| (dy, dx))) {
                if let Some(cell) = rows.get_mut(y as usize + dy).and_then(|row| row.get_mut(x as usize + dx)) {
                    *cell = ['~', '#', ':'][kind];
                }
            }
        }
        let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        let mut text = format!("format = 1\n[ground]\nrows = '''\n{}\n'''\n", rows.join("\n"));
        for (name, (x, y), size) in objects {
            text += &format!("[[object]]\nname = \"o{name}\"\nkind = \"rock\"\nat = [{x}, {y}]\nboxes = [{{ size = [{size}, 1.5], top = 2 }}]\n");
        }
        for (name, ((x, y), open)) in doors {
            text += &format!("[[door]]\nname = \"d{name}\"\nat = [{x}, {y}]\nsize = [3, 0.5]\nopen = {open}\n");
        }
        for (name, ((x, y), cost)) in areas {
            text += &format!("[[area]]\nname = \"a{name}\"\narea = [{x}, {y}, {}, {}]\ncost = {cost}\n", x + 2, y + 2);
        }
        for (i, count) in spawns {
            text += &spawn(["newt", "toad", "hare"][i], 2, count, "");
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn a_world_that_took_a_map_is_the_world_of_that_map(texts in prop::collection::vec(maps(), 2..4)) {
        let mut sim = living(&texts[0]);
        for text in &texts[1..] {
            reload(&mut sim, text);
            prop_assert_eq!(errors(&mut sim), [""; 0]);
            check_same(&sim, text);
            let bodies = &sim.agents().bodies;
            for slot in bodies.living() {
                let at = bodies.position[slot];
                prop_assert!(sim.world().is_free(at, 0.37, 1.8, bodies.moves[slot]), "{} in {}", at, text);
            }
            steps(&mut sim, 7);
        }
    }

    #[test]
    fn a_map_that_says_the_same_leaves_the_world_as_it_was_made(
        text in maps(),
        changes in prop::collection::vec((0..5_u32, 0..4_u32, 12..38_i32, 2..28_i32), 1..12),
    ) {
        let mut sim = living(&text);
        for (kind, name, x, y) in changes {
            let at = Vec2::new(x as f32, y as f32);
            let edit = match kind {
                0 => Edit::Place { name: format!("o{name}"), footprint: Obb::new(at, Vec2::ONE, 0.3), base_m: 0.0, top_m: 2.0 },
                1 => Edit::Move { name: format!("o{name}"), to: at },
                2 => Edit::Remove { name: format!("o{name}") },
                _ => Edit::Ground { corners: [Cell::new(x, y), Cell::new(x + 1, y)], kind: ["grass", "wall"][name as usize % 2].into() },
            };
            let door = Command::SetDoor { door: format!("d{name}"), open: x % 2 == 0 };
            sim.step(&[if kind == 4 { door } else { Command::Edit(edit) }], &NoClock);
        }
        steps(&mut sim, 5);
        let before = (found(sim.world(), Storey::GROUND), regions(&sim, Storey::GROUND, 0.4, 1.8));
        reload(&mut sim, &format!("# saved again\n{text}"));
        prop_assert_eq!(errors(&mut sim), [""; 0]);
        prop_assert_eq!(before, (found(sim.world(), Storey::GROUND), regions(&sim, Storey::GROUND, 0.4, 1.8)));
    }

    #[test]
    fn the_same_maps_give_the_same_world_on_any_number_of_threads(
        texts in prop::collection::vec(maps(), 3),
        graph in prop_oneof![Just(""), Just("nav = { graph = \"mesh\" }\n"), Just("nav = { graph = \"hex\" }\n")],
    ) {
        let texts: Vec<String> =
            texts.iter().map(|text| text.replacen("[ground]", &format!("{graph}[ground]"), 1)).collect();
        let run = |threads| {
            let mut sim = on_threads(&texts[0], threads);
            let hash = |text: &String| {
                reload(&mut sim, text);
                steps(&mut sim, 15);
                sim.hash()
            };
            texts[1..].iter().map(hash).collect::<Vec<String>>()
        };
        let one = run(1);
        prop_assert_eq!([run(2), run(8)], [one.clone(), one]);
    }
}
