//! Lines drawn with braille characters.

use bestiary::Vec2;
use bestiary::testing::ui::{Braille, Camera, View};
use ratatui::layout::Rect;

#[test]
fn a_diagonal_runs_through_the_corners_of_its_characters() {
    let mut canvas = Braille::new(4, 2);
    let view = View { area: Rect::new(0, 0, 4, 2), m: 1.0, column: 0, row: 0 };
    canvas.line(&view, Vec2::new(0.1, 0.1), Vec2::new(3.9, 3.9));
    let mut drawn = [[' '; 4]; 2];
    canvas.each(|x, y, c| drawn[y as usize][x as usize] = c);
    assert_eq!(drawn.map(String::from_iter), ["⠑⢄  ", "  ⠑⢄"]);
    assert_eq!(canvas.set(Vec2::new(-0.1, 0.0)), None);
    let far = Camera::default().view(Rect::new(0, 0, 4, 2));
    canvas.line(&far, Vec2::ZERO, Vec2::splat(f32::INFINITY));
}
