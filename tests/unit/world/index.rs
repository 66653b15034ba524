//! Tests of world/index.rs.

use crate::random::between;
use bestiary::testing::geom::{Aabb, Obb, Vec2};
use bestiary::testing::world::{Ground, GroundKind, Look, PLAIN_COST, Traversability, Volume, VolumeIndex};
use proptest::prelude::*;

fn meadow(side: usize) -> Ground {
    let grass = GroundKind {
        name: "grass".into(),
        letter: '.',
        walkable: true,
        opaque: false,
        cost: PLAIN_COST,
        traversability: Traversability::default(),
        look: Look::Grass,
    };
    Ground::new(side, side, 1.0, vec![grass], vec![0; side * side])
}

fn boxes() -> impl Strategy<Value = Vec<Volume>> {
    let one = (
        between(-5.0, 105.0),
        between(-5.0, 105.0),
        between(0.05, 1.0),
        between(0.05, 1.0),
        between(0.0, 7.0),
        0_u8..4,
    )
        .prop_map(|(x, y, w, d, turn, scale)| Volume {
            footprint: Obb::new(Vec2::new(x, y), Vec2::new(w, d) * 4.0_f32.powi(scale.into()), turn),
            base_m: 0.0,
            top_m: 2.0,
            object: 0,
        });
    prop::collection::vec(one, 0..60)
}

proptest! {
    #[test]
    fn an_area_finds_what_a_scan_of_all_volumes_finds_each_once(
        volumes in boxes(), x in between(-10.0, 110.0), y in between(-10.0, 110.0), w in between(0.0, 60.0), h in between(0.0, 60.0),
    ) {
        let index = VolumeIndex::build(&meadow(100), &volumes);
        let area = Aabb::new(Vec2::new(x, y), Vec2::new(x + w, y + h));
        let mut got = Vec::new();
        index.each_while(area, |v| { got.push(v); true });
        got.sort_unstable();
        let scan: Vec<u32> =
            (0..volumes.len() as u32).filter(|v| volumes[*v as usize].footprint.bounds().overlaps(area)).collect();
        prop_assert_eq!(got, scan);
    }

    #[test]
    fn a_line_finds_every_volume_it_meets_and_none_twice(
        volumes in boxes(), a in (between(0.0, 100.0), between(0.0, 100.0)), b in (between(0.0, 100.0), between(0.0, 100.0)), flat in 0_u8..3,
    ) {
        let index = VolumeIndex::build(&meadow(100), &volumes);
        let from = Vec2::new(a.0, a.1);
        let to = match flat { 0 => Vec2::new(b.0, a.1), 1 => Vec2::new(a.0, b.1), _ => Vec2::new(b.0, b.1) };
        let mut got = Vec::new();
        index.along(from, to, &mut 1.0, |v, _| got.push(v));
        got.sort_unstable();
        let seen = got.len();
        got.dedup();
        prop_assert_eq!(seen, got.len(), "each once");
        for v in (0..volumes.len() as u32).filter(|v| volumes[*v as usize].footprint.hit(from, to).is_some()) {
            prop_assert!(got.contains(&v), "volume {} is met", v);
        }
    }
}

#[test]
fn a_long_diagonal_looks_at_few_of_the_volumes_in_its_rectangle() {
    let tree = |i: usize| Volume {
        footprint: Obb::new(
            Vec2::new(5.0 + (i % 20) as f32 * 10.0, 5.0 + (i / 20) as f32 * 10.0),
            Vec2::splat(0.5),
            0.0,
        ),
        base_m: 0.0,
        top_m: 4.0,
        object: 0,
    };
    let volumes: Vec<Volume> = (0..400).map(tree).collect();
    let index = VolumeIndex::build(&meadow(200), &volumes);
    let mut looked_at = 0;
    index.along(Vec2::new(1.0, 3.0), Vec2::new(197.0, 199.0), &mut 1.0, |_, _| looked_at += 1);
    assert!((20..=60).contains(&looked_at), "{looked_at} of 400");
}
