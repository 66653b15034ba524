//! Random native maps with everything that maps may have.

use bestiary::testing::rng::{Purpose, Rand};
use std::fmt::Write;

/// A map in the native format.
pub(crate) fn native(seed: u64) -> String {
    let mut rand = Rand::new(seed, Purpose::Scattering, 0);
    let mut below = move |n: u32| (rand.unit() * f64::from(n)) as u32;
    let (width, height) = (12 + below(20), 10 + below(12));
    let resolution = [0.25, 0.5, 1.0, 1.5, 2.0][below(5) as usize];
    let (right, bottom) = (f64::from(width) * resolution, f64::from(height) * resolution);
    let mut out = format!("format = 1\nname = \"map <{seed}> & \\\"more\\\"\"\nresolution = {resolution}\n");
    let w = &mut out;
    let planner = below(3);
    if planner == 1 {
        w.push_str("planner = \"window\"\n");
    } else if planner == 2 {
        w.push_str("planner = \"static\"\nnav = { graph = \"mesh\" }\ncrowd = { gates = \"grid\", gate_cost = \"potential\" }\n");
    }
    w.push_str(["", "changes = {}\n", "changes = { by = [\"town\", \"two words\"] }\n"][below(3) as usize]);
    w.push_str(["", "attribution = \"drawn by 'a person' & others\"\n"][below(2) as usize]);
    w.push_str("[legend]\n\"m\" = { name = \"mud\", walkable = true, pace = 0.4, look = \"swamp\" }\n");
    w.push_str("\"b\" = { name = \"bog\", walkable = true, cost = { walk = 8, swim = 1.5, climb = inf }, look = \"swamp\", vegetation = 0.3 }\n");
    w.push_str("\"é\" = { name = \"ice\", walkable = false, opaque = false, cost = { swim = 2 }, look = \"water\" }\n");
    w.push_str("\"T\" = { name = \"thicket\", walkable = true, cost = 2.5, vegetation = 0.8, look = \"tree\" }\n");
    w.push_str("[ground]\n");
    w.push_str(["", "storey = \"yard\"\n"][below(2) as usize]);
    let tiles = |metres: f64| (metres / 8.0 - 1e-3).ceil().max(1.0) as u32;
    let heights = below(2) == 1;
    if heights {
        w.push_str("water_level = 1.25\n");
    }
    rows(w, (width, height), &mut below);
    if heights {
        terrain(w, "ground", (tiles(right), tiles(bottom)), &mut below);
    }
    for i in 0..below(4) {
        let number = |n: u32| f64::from(n) / 100.0;
        _ = writeln!(
            w,
            "[[influence]]\nname = \"layer {i}\"\nhalf_life = {}\nspread = {}",
            0.5 + number(below(900)),
            number(below(80))
        );
        w.push_str(["", "faction = \"predator\"\n", "creatures = true\n", "behaviour = \"wolf\"\n"][below(4) as usize]);
    }
    w.push_str("[prefab.tree]\nboxes = [{ size = [0.3, 0.3], top = 6 }, { size = [1.5, 1.5], turn = 20, base = 2.8, top = 7 }]\n");
    plane(w, "", (right, bottom), 0, &mut below);
    if below(2) == 1 {
        _ = writeln!(w, "[player]\nat = [{}, {}]", right / 2.0, bottom / 3.0);
    }
    for i in 0..below(5) {
        _ = writeln!(
            w,
            "[[marker]]\nname = \"marker {i}\"\nat = [{}, {}]",
            right * f64::from(below(99)) / 100.0,
            bottom * 0.37
        );
        if i > 0 {
            w.push_str(
                &[String::new(), "to = []\n".into(), format!("to = [\"marker {}\"]\n", i - 1)][below(3) as usize],
            );
        }
    }
    if below(2) == 1 {
        _ = writeln!(w, "[[storey]]\nname = \"attic & more\"\nfloor = 4.5\n[storey.ground]");
        rows(w, (width, height), &mut below);
        if heights {
            terrain(w, "storey.ground", (tiles(right), tiles(bottom)), &mut below);
        }
        plane(w, "storey.", (right, bottom), 1, &mut below);
        let ends = format!(
            "from = {{ area = [0, 0, {0}, {0}] }}\nto = {{ storey = \"attic & more\", area = [0, 0, {0}, {0}] }}",
            3.0 * resolution
        );
        let kinds = [
            "kind = \"stairs\"",
            "kind = \"lift\"\nseconds = 7.5",
            "kind = \"jump\"",
            "kind = \"ladder\"\nmetres = 3.3\npace = 0.3\npace_back = 0.7\nonly = [\"climb\", \"fly\"]",
            "one_way = true\nkind = \"teleporter\"",
        ];
        _ = writeln!(w, "[[portal]]\n{}\n{ends}", kinds[below(5) as usize]);
    }
    out
}

/// Rows of letters; the corner where portals end is open.
fn rows(w: &mut String, (width, height): (u32, u32), below: &mut impl FnMut(u32) -> u32) {
    let letters: Vec<char> = ".:=_%~^T#@mbé".chars().collect();
    w.push_str("rows = '''\n");
    for y in 0..height {
        let row = (0..width).map(|x| if x < 3 && y < 3 { '.' } else { letters[below(13) as usize] });
        w.extend(row);
        w.push('\n');
    }
    w.push_str("'''\n");
}

/// What lies on a storey; what has a name has one of its own.
fn plane(w: &mut String, prefix: &str, (right, bottom): (f64, f64), storey: u32, below: &mut impl FnMut(u32) -> u32) {
    // Away from the border, so that boxes lie inside.
    let at = |below: &mut dyn FnMut(u32) -> u32| {
        let share = |n: u32| 0.15 + f64::from(n) / 1430.0;
        format!("[{}, {}]", right * share(below(1000)), bottom * share(below(1000)))
    };
    for i in 0..below(4) {
        let turn = f64::from(below(7200)) / 10.0 - 360.0;
        _ = writeln!(
            w,
            "[[{prefix}object]]\nname = \"thing {i}\"\nkind = \"{}\"\nat = {}\nturn = {turn}",
            ["house", "crate", "box"][below(3) as usize],
            at(below)
        );
        w.push_str("boxes = [{ size = [0.7, 0.3], top = 2.5 }");
        if below(2) == 1 {
            _ = write!(
                w,
                ", {{ size = [0.3, 1.1], at = [0.5, 0], turn = {}, pivot = [0.1, 0.4], base = 0.25, top = 1.75 }}",
                below(360)
            );
        }
        w.push_str("]\n");
    }
    _ = writeln!(
        w,
        "[[{prefix}object]]\nprefab = \"tree\"\nplaces = [{}, [{}, {}, {}]]",
        at(below),
        right / 3.0,
        bottom / 2.0,
        below(360)
    );
    for i in 0..below(3) {
        _ = writeln!(
            w,
            "[[{prefix}door]]\nname = \"door {storey} {i}\"\nat = {}\nsize = [1.2, 0.3]\nturn = {}",
            at(below),
            below(400)
        );
        w.push_str(
            ["", "open = true\n", "opened_by = [\"town\", \"guards, too\"]\nchanges = 3.5\ntop = 1.9\n"]
                [below(3) as usize],
        );
    }
    for i in 0..below(3) {
        _ = writeln!(w, "[[{prefix}place]]\nname = \"place {storey} {i}\"\nat = {}", at(below));
    }
    for _ in 0..below(4) {
        let (x, y) = (right * f64::from(below(50)) / 100.0, bottom * f64::from(below(50)) / 100.0);
        let area = format!("[{x}, {y}, {}, {}]", x + right / 3.0, y + bottom / 3.0);
        _ = writeln!(w, "[[{prefix}area]]\nname = \"area {}\"\narea = {area}", below(2));
        w.push_str(
            ["", "roles = [\"shelter\", \"two words\"]\n", "cost = 3\n", "cost = { walk = inf, swim = 0.5 }\n"]
                [below(4) as usize],
        );
    }
    for _ in 0..below(3) {
        let (x, y) = (right * f64::from(below(40)) / 100.0, bottom * f64::from(below(40)) / 100.0);
        _ = writeln!(
            w,
            "[[{prefix}spawn]]\nbehaviour = \"wolf\"\narea = [{x}, {y}, {}, {}]\ncount = {}",
            x + right / 4.0,
            y + bottom / 4.0,
            1 + below(9)
        );
        w.push_str(
            [
                "",
                "respawn = 12.5\n",
                "ring = 0.4\npopulation = true\n",
                "settings = { sight = 30, greeting = \"a, b\", shy = true }\n",
            ][below(4) as usize],
        );
    }
}

/// Heights and vegetation, a number for each tile of 8 m.
fn terrain(w: &mut String, of: &str, (columns, rows): (u32, u32), below: &mut impl FnMut(u32) -> u32) {
    for (key, low, high) in [("heights", -3.0, 9.0), ("vegetation", 0.0, 1.0)] {
        _ = writeln!(w, "[{of}.{key}]\nrows = '''");
        for _ in 0..rows {
            let number = |n: u32| format!("{:.3}", low + (high - low) * f64::from(n) / 999.0);
            let row: Vec<String> = (0..columns).map(|_| number(below(1000))).collect();
            _ = writeln!(w, "{}", row.join(" "));
        }
        w.push_str("'''\n");
    }
}
