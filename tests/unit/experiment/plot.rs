//! Tests of experiment/plot.rs.

use bestiary::testing::experiment::{Line, Plot};

#[test]
fn a_plot_names_its_lines_and_nothing_cannot_be_drawn() {
    for log_x in [false, true] {
        let plot = Plot { file: "a.svg", title: "t <&>", x: "size", y: "speed", log_x, from_y: 0.0 };
        let line = |name: &str, loose| Line { name: name.into(), points: vec![(1.0, 2.0), (2.0, 3.0)], loose };
        let svg = plot.draw(&[line("ours", false), line("theirs", true)]).unwrap().text;
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        for word in ["ours", "theirs", "size", "speed", "t &lt;&amp;&gt;"] {
            assert!(svg.contains(word), "{word}");
        }
        assert!(plot.draw(&[]).is_err());
    }
}
