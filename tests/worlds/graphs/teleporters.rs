//! Paths through teleporters, whose walks lead over the mesh, beside the shortest ones.

use super::size;
use bestiary::testing::body::Body;
use bestiary::testing::graph::{GraphKind, MeshGraph, Mover, Site};
use bestiary::testing::nav::passages;
use bestiary::testing::search::MeshSearch;
use bestiary::testing::world::format;
use bestiary::{Landing, MoveClass, Storey, Vec2, World};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::fmt::Write;

/// Columns and rows of the worlds.
const SIDE: i32 = 20;
const SPEED_M_S: f32 = 3.0;
/// By which share a path may be longer than the shortest, and by how many metres besides: a body does not enter in the midst of an end.
const GAP: f32 = 0.12;
const WITHIN_ENDS_M: f32 = 2.0;
/// Worlds of the figures in docs/search.md.
const WORLDS: usize = 2_000;

/// A world with walls and teleporters on the ground, the radius of a body, and two places.
type Scene = (World, f32, [Vec2; 2]);

fn scenes() -> impl Strategy<Value = Option<Scene>> {
    let wall = (1..SIDE - 2, 1..SIDE - 2, prop_oneof![(1..2, 2..9), (2..9, 1..2)]);
    let end = || (0..SIDE - 1, 0..SIDE - 1);
    let teleporter = (end(), end(), 0..6_u8, any::<bool>());
    let place = || (0.5..SIDE as f32 - 0.5, 0.5..SIDE as f32 - 0.5).prop_map(Vec2::from);
    (
        proptest::collection::vec(wall, 0..12),
        proptest::collection::vec(teleporter, 1..5),
        prop_oneof![Just(0.3_f32), Just(0.5), 0.1..0.5_f32],
        [place(), place()],
    )
        .prop_map(|(walls, teleporters, radius_m, ends)| {
            let mut text = format!("format = 1\nname = \"random\"\n[ground]\nsize = [{SIDE}, {SIDE}]\n");
            for (x, y, (w, d)) in walls {
                let (x, y) = (x as f32 + w as f32 / 2.0, y as f32 + d as f32 / 2.0);
                let boxes = format!("boxes = [{{ size = [{w}, {d}], at = [{x}, {y}], top = 3 }}]");
                write!(text, "[[object]]\nkind = \"wall\"\n{boxes}\n").expect("a string");
            }
            for (from, to, seconds, one_way) in teleporters {
                let area = |(x, y): (i32, i32)| format!("{{ area = [{x}, {y}, {}, {}] }}", x + 1, y + 1);
                let ends = format!("from = {}\nto = {}", area(from), area(to));
                write!(text, "[[portal]]\nkind = \"teleporter\"\n{ends}\nseconds = {seconds}\n one_way = {one_way}\n")
                    .expect("a string");
            }
            // Ends inside walls are refused.
            format::parse("random.toml", text.as_bytes()).ok().map(|loaded| (loaded.world, radius_m, ends))
        })
}

/// Lengths of shortest walks on the mesh.
struct Walks<'a> {
    mover: Mover<'a>,
    mesh: &'a MeshGraph,
    search: MeshSearch,
}

impl Walks<'_> {
    fn metres(&mut self, from: Vec2, to: Vec2) -> f32 {
        self.search.solve(self.mesh, &self.mover, [from, to], &mut Vec::new()).unwrap_or(f32::INFINITY)
    }

    /// The shortest path, written plainly: all walks between the ends of the path and those of teleporters, and all sequences of them.
    fn shortest(&mut self, [from, to]: [Vec2; 2]) -> f32 {
        let portals = self.mover.world().portals();
        let middle = |at: Landing| portals.end(at).area.min + portals.end(at).area.size() / 2.0;
        let landings: Vec<Landing> = portals.on(Storey::GROUND).to_vec();
        let mut to_end: Vec<f32> = landings.iter().map(|at| self.metres(from, middle(*at))).collect();
        // Each round makes paths right that lead through one teleporter more.
        for _ in 0..landings.len() {
            for (i, entered) in landings.iter().enumerate() {
                let portal = portals.of(*entered);
                if entered.end == 1 && !portal.both {
                    continue;
                }
                let come_out = to_end[i] + portal.cost_m(entered.end, SPEED_M_S);
                for (j, next) in landings.iter().enumerate() {
                    to_end[j] = to_end[j].min(come_out + self.metres(middle(entered.other()), middle(*next)));
                }
            }
        }
        let direct = self.metres(from, to);
        let last = landings.iter().zip(&to_end).map(|(at, metres)| metres + self.metres(middle(*at), to));
        last.fold(direct, f32::min)
    }

    /// The path that is planned: through which teleporters follows from costs over clusters of cells.
    fn planned(&mut self, body: &Body, to: Vec2) -> Option<f32> {
        let world = self.mover.world();
        let (mut at, mut metres) = (body.position, 0.0);
        for passage in passages(world, body, (Storey::GROUND, to)).ok()? {
            metres += self.metres(at, passage.from) + world.portals().of(passage.at).cost_m(passage.at.end, SPEED_M_S);
            at = passage.to;
        }
        Some(metres + self.metres(at, to))
    }
}

/// The lengths of the path that is planned and of the shortest one; `None` where the body does not fit, or nothing leads there.
fn compare((world, radius_m, ends): &Scene) -> Option<[f32; 2]> {
    let size = size(*radius_m);
    let mover = Mover::new(world, size, None);
    if !ends.iter().all(|end| mover.fits(*end)) {
        return None;
    }
    let made = GraphKind::Mesh.make(&mover, ends.map(Site::on_ground)).expect("a small world");
    let mut walks = Walks { mover, mesh: made.as_mesh().expect("a mesh"), search: MeshSearch::default() };
    let (position, radius_m, height_m, moves) = (ends[0], *radius_m, size.height_m, MoveClass::WALK);
    let body = Body { position, radius_m, height_m, speed_m_s: SPEED_M_S, moves, ..Body::default() };
    let found = [walks.planned(&body, ends[1])?, walks.shortest(*ends)];
    found.iter().all(|metres| metres.is_finite()).then_some(found)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn paths_through_teleporters_are_hardly_longer_than_the_shortest(scene in scenes()) {
        if let Some([planned, shortest]) = scene.as_ref().and_then(compare) {
            prop_assert!(planned <= shortest * (1.0 + GAP) + WITHIN_ENDS_M, "{} m, the shortest has {}", planned, shortest);
        }
    }
}

#[test]
#[ignore = "prints figures of docs/search.md: cargo test --release --test worlds teleport -- --ignored --nocapture"]
fn gaps_of_paths_through_teleporters() {
    let (mut runner, mut gaps, mut through) = (TestRunner::deterministic(), Vec::new(), 0);
    for _ in 0..WORLDS {
        let scene = scenes().new_tree(&mut runner).expect("a scene").current();
        let Some(scene) = scene else { continue };
        let Some([planned, shortest]) = compare(&scene) else { continue };
        let [from, to] = scene.2;
        through += u32::from(shortest + 0.01 < from.distance(to));
        gaps.push((planned / shortest.max(0.1) - 1.0).max(0.0) * 100.0);
    }
    gaps.sort_by(f32::total_cmp);
    let mean = gaps.iter().sum::<f32>() / gaps.len() as f32;
    let at = |share: f32| gaps[((gaps.len() - 1) as f32 * share) as usize];
    println!(
        "{} worlds, in {through} the path is shorter than a straight line: mean {mean:.3} %, median {:.3}, 99th {:.3}, worst {:.3}",
        gaps.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}
