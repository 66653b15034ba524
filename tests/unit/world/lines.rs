//! Tests of world/format/lines.rs.

use bestiary::testing::world::format::Lines;

#[test]
fn lines_come_trimmed_and_numbered_and_long_ones_are_cut_but_counted() {
    let mut text: &[u8] = b"\xEF\xBB\xBFab \r\n\n0123456789\nlast";
    let mut lines = Lines::new(&mut text);
    let mut seen = Vec::new();
    while let Some(line) = lines.next(8).unwrap() {
        seen.push((line.line, String::from_utf8(line.text.to_vec()).unwrap(), line.len));
    }
    let expected = [(1, "ab", 2), (2, "", 0), (3, "01234567", 10), (4, "last", 4)];
    assert_eq!(seen, expected.map(|(line, text, len)| (line, text.to_owned(), len)));
    assert_eq!(lines.last_line(), 4);
}
