//! The page `rimea.md`, and the tables beside it.

use super::flow::{CALIBRATED, Diagram, weidmann};
use super::lanes::Lanes;
use super::{Document, Failure, Plan, Row, Table, say, short};

/// All documents.
pub(super) fn documents(plan: &Plan, rows: &[Row], diagram: &Diagram, lanes: &Lanes) -> Result<Vec<Document>, Failure> {
    let mut table = Table::new(5, ["test", "what happens", "passes when", "ours", "passed"]);
    for row in rows {
        let passed = if row.passed { "yes" } else { "no" };
        table.line(&[&row.test, &row.what, &row.criterion, &row.ours], [passed]);
    }
    let mut speeds = Table::new(1, ["where", "persons/m²", "Weidmann m/s", "ours m/s", "difference"]);
    for (place, of) in [("ring", &diagram.ring), ("corridor", &diagram.corridor)] {
        for (density, v) in of {
            let theirs = weidmann(*density);
            let difference = format!("{:+.3}", v - theirs);
            speeds.line(&[&place, density, &format!("{theirs:.3}"), &format!("{v:.3}")], [difference]);
        }
    }
    let passed = rows.iter().filter(|row| row.passed).count();
    let Lanes { order, shuffled, persons } = *lanes;
    let text = say(
        "rimea",
        &[
            &plan.seed,
            &passed,
            &rows.len(),
            &table.markdown(),
            &CALIBRATED,
            &speeds.markdown(),
            &format!("{persons:.0}"),
            &short(order),
            &short(shuffled),
        ],
    );
    Ok(vec![Document { name: "rimea.md".into(), text }, table.csv("rimea.csv")?, speeds.csv("rimea-4.csv")?])
}
