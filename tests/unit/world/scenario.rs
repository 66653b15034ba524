//! Tests of world/format/scenario.rs.

use bestiary::testing::geom::Cell;
use bestiary::testing::world::format::parse_scenario;
use std::path::Path;

#[test]
fn rows_are_read_with_tabs_or_blanks_and_the_map_is_looked_for_beside_the_file() {
    let text = "version 1.0\n0\tmaps/dao/a.map\t9\t8\t1\t2\t3\t4\t2.82842712\r\n0 a.map 9 8 0 0 8 7 0\n";
    let read = parse_scenario("set/a.map.scen", text.as_bytes()).unwrap();
    assert_eq!((read.map.as_path(), read.width, read.height), (Path::new("set/a.map"), 9, 8));
    assert_eq!((read.queries[0].goal, read.queries[0].line), (Cell::new(3, 4), 2));
    assert!(read.queries[1].is_unreachable() && !read.queries[0].is_unreachable());
}

#[test]
fn each_fault_has_its_place() {
    let fault = |text: &str| parse_scenario("f.scen", text.as_bytes()).unwrap_err().to_string();
    assert!(fault("").starts_with("f.scen:1:1: error: this is no Moving AI scenario"));
    assert_eq!(fault("version 1\n"), "f.scen: error: there are no queries in this file");
    assert!(fault("version 1\n0 a.map 9 8 1 2").starts_with("f.scen:2:1: error: a row has 9 columns, this one has 6"));
    let far = fault("version 1\n0 a.map 9 8 1 2 9 4 1.0");
    assert_eq!(far, "f.scen:2:17: error: expected a whole number from 0 to 8, got '9'");
    assert!(fault("version 1\n0 a.map 9 8 1 2 3 4 NaN").contains("2:21: error: the length must be a number"));
    assert!(fault("version 1\n0 a.map 9 8 1 2 3 4 1\n0 b.map 9 8 1 2 3 4 1").contains("another map"));
}
