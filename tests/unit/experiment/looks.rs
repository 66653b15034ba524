//! What the experiment `beauty` is to show, figures of time left out.

use bestiary::testing::diag::{Diagnostic, NoClock};
use bestiary::testing::experiment::Watcher;
use bestiary::testing::experiment::looks::{Looks, Style, beauty_looks};

struct Silent;

impl Watcher for Silent {
    fn progress(&self, _: usize, _: usize, _: &str) {}
    fn left_out(&self, fault: &Diagnostic) {
        panic!("{fault}");
    }
    fn go_on(&self) -> bool {
        true
    }
}

#[test]
fn pulled_paths_are_shorter_than_those_of_a_star_and_our_curve_is_the_roundest_and_touches_nothing() {
    let all = beauty_looks(&NoClock, &Silent).unwrap();
    let levels: Vec<&str> = all.chunk_by(|a, b| a.level == b.level).map(|of| of[0].level).collect();
    assert_eq!(levels, ["whole level", "open rooms", "labyrinth", "round room", "long corridor"]);
    for level in levels {
        let find = |style, is_round| {
            all.iter().find(|look| (look.level, look.style, look.is_round) == (level, style, is_round)).unwrap()
        };
        let (plain, curve) = (find(Style::AStar, false), find(Style::Ours, true));
        for style in [Style::Millington, Style::Pinter] {
            let pulled = find(style, false);
            assert!(pulled.length_m < plain.length_m, "{level}: {}", style.name());
            assert!(
                5 * pulled.path.len() < plain.path.len(),
                "{level}: {} has {} points",
                style.name(),
                pulled.path.len()
            );
        }
        let published = |look: &&Looks| !matches!(look.style, Style::Ours | Style::Comfort);
        for look in all.iter().filter(|look| look.level == level).filter(published) {
            // A ray without width cuts corners, and so turns a little less in the corridor: its body is in the wall there.
            let touches = look.violations > 0 && level == "long corridor";
            assert!(touches || curve.turning.sum_rad < look.turning.sum_rad + 1e-3, "{level}: {}", look.style.name());
            assert!(curve.turning.sharpest_rad < look.turning.sharpest_rad + 1e-3, "{level}: {}", look.style.name());
        }
        for is_round in [false, true] {
            for style in [Style::Ours, Style::Comfort] {
                assert_eq!(find(style, is_round).violations, 0, "{level}: {}", style.name());
            }
        }
        assert!(curve.gap < 0.01, "{level}: {} longer than the shortest taut path", curve.gap);
        assert!(find(Style::Comfort, true).length_m <= find(Style::Ours, false).length_m * 1.06);
    }
}
