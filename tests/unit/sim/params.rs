//! Populations of the command line.

use bestiary::testing::sim::Population;

#[test]
fn a_population_is_a_name_and_a_count() {
    assert_eq!("wolf=20".parse(), Ok(Population { behaviour: "wolf".into(), count: 20 }));
    for bad in ["wolf", "=3", "wolf=", "wolf=-1", "wolf=many", "wolf=99999999"] {
        assert!(bad.parse::<Population>().is_err(), "{bad}");
    }
}
