//! The slots of the screen at every size.

use bestiary::testing::ui::{Areas, Slot};
use ratatui::layout::Rect;

fn shown(width: u16, height: u16) -> Vec<Slot> {
    let areas = Areas::new(Rect::new(0, 0, width, height), Slot::Main);
    Slot::TILED.into_iter().filter(|s| areas.at(*s).is_some()).collect()
}

#[test]
fn slots_are_left_out_in_order_as_the_screen_gets_smaller() {
    use Slot::*;
    assert_eq!(shown(250, 70), [Main, Side, LowLeft, LowRight, SideLow]);
    assert_eq!(shown(120, 40), [Main, Side, LowLeft, LowRight, SideLow]);
    assert_eq!(shown(80, 24), [Main, Side, SideLow]);
    assert_eq!(shown(60, 24), [Main, Side]);
    assert_eq!(shown(60, 12), [Main]);
}

#[test]
fn slots_stay_on_the_screen_and_never_overlap() {
    for (w, h) in (40..=260).step_by(11).flat_map(|w| (10..=80).step_by(3).map(move |h| (w, h))) {
        let screen = Rect::new(0, 0, w, h);
        for wanted in Slot::TILED {
            let areas = Areas::new(screen, wanted);
            assert!(areas.at(wanted).is_some_and(|r| !r.is_empty()), "{wanted:?} at {w}×{h}");
            let slots = Slot::TILED.iter().filter_map(|s| areas.at(*s));
            let all: Vec<Rect> = slots.chain(areas.keys).chain([areas.status]).collect();
            assert_eq!(all.iter().map(|r| r.area()).sum::<u32>(), screen.area(), "{w}×{h} is tiled");
            for (i, a) in all.iter().enumerate() {
                assert_eq!(screen.intersection(*a), *a);
                assert!(all[i + 1..].iter().all(|b| !a.intersects(*b)), "{w}×{h}");
            }
        }
    }
}
