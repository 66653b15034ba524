//! The page `beauty.md`, its table, and a picture of each path on the whole level.

use super::level::ALL;
use super::measure::Searches;
use super::measure::{BODY, TURN_COST};
use super::picture::{self, Drawn};
use super::theirs::ROWS;
use super::{Document, Failure, Looks, Style, Table, say, short};
use crate::graph::Mover;

/// All documents.
pub(super) fn documents(looks: &[Looks]) -> Result<Vec<Document>, Failure> {
    let whole = ALL[0].name;
    let parts: String =
        ALL[1..].iter().map(|part| say("beauty_part", &[&part.name, &table(looks, part.name)])).collect();
    let pictures: String = Style::ALL
        .into_iter()
        .flat_map(|style| [false, true].map(|is_round| (style, is_round)))
        .map(|(style, is_round)| format!("![{}]({})\n\n", title(style, is_round), file(style, is_round)))
        .collect();
    let text = say(
        "beauty",
        &[&TURN_COST, &table(looks, whole), &beside(looks, whole), &verdicts(looks, whole), &parts, &pictures],
    );
    let mut documents = vec![Document { name: "beauty.md".into(), text }, csv(looks)?];
    let (world, _) = ALL[0].world()?;
    let mover = Mover::new(&world, BODY, None);
    for look in looks.iter().filter(|look| look.level == whole) {
        let text = picture::scene(&mover, &Drawn { pulled: &look.path, ..Drawn::default() }).svg();
        documents.push(Document { name: file(look.style, look.is_round), text });
    }
    Ok(documents)
}

fn title(style: Style, is_round: bool) -> String {
    if is_round { format!("{} with {}", style.name(), style.round()) } else { style.name().into() }
}

fn file(style: Style, is_round: bool) -> String {
    format!("beauty-{}{}.svg", style.file(), if is_round { "-round" } else { "" })
}

fn of<'a>(looks: &'a [Looks], level: &'a str) -> impl Iterator<Item = &'a Looks> {
    looks.iter().filter(move |look| look.level == level)
}

/// All styles on a level.
fn table(looks: &[Looks], level: &str) -> String {
    let head = "path|after µs|of theirs|of A*|of jps|positions|length, m|longer than taut|turning °|sharpest °|clearance, m|violations";
    let mut table = Table::new(1, head.split('|'));
    for look in of(looks, level) {
        table.line(
            &[&title(look.style, look.is_round)],
            [
                short(look.after_us),
                share_after(look, look.searches.thesis_us),
                share_after(look, look.searches.astar_us),
                share_after(look, look.searches.jps_us),
                look.path.len().to_string(),
                short(look.length_m),
                format!("{:.2} %", 100.0 * look.gap),
                format!("{:.0}", look.turning.sum_rad.to_degrees()),
                format!("{:.1}", look.turning.sharpest_rad.to_degrees()),
                format!("{:.2}", look.clearance_m),
                look.violations.to_string(),
            ],
        );
    }
    let Some(Searches { thesis_us, astar_us, jps_us, rabin_us }) = of(looks, level).next().map(|look| look.searches)
    else {
        return String::new();
    };
    say("beauty_table", &[&table.markdown(), &short(thesis_us), &short(astar_us), &short(jps_us), &short(rabin_us)])
}

/// What comes after the search, beside one that takes so long.
fn share_after(look: &Looks, search_us: f64) -> String {
    format!("{:.2} %", 100.0 * look.after_us / search_us)
}

/// Theirs beside ours: what each style makes of A*'s path.
fn beside(looks: &[Looks], level: &str) -> String {
    let head = "path|positions of A*, theirs|ours|length of A*, theirs|ours|after, of the search, theirs|ours";
    let mut table = Table::new(1, head.split('|'));
    let base = ROWS[0].1[0];
    let Some(plain) = of(looks, level).next() else { return String::new() };
    for (style, row) in ROWS {
        for (is_round, theirs) in [false, true].into_iter().zip(row) {
            let Some(ours) = of(looks, level).find(|look| (look.style, look.is_round) == (style, is_round)) else {
                continue;
            };
            let share = |value: f64, of: f64| format!("{:.1} %", 100.0 * value / of);
            // The thesis's times are whole searches: Rabin's is another search.
            let after = if style == Style::Rabin { row[1].0 - row[0].0 } else { base.0 };
            let theirs_after = if style == Style::Rabin { theirs.0 - row[0].0 } else { theirs.0 - after };
            table.line(
                &[&title(style, is_round)],
                [
                    share(f64::from(theirs.1), f64::from(base.1)),
                    share(ours.path.len() as f64, plain.path.len() as f64),
                    share(f64::from(theirs.2), f64::from(base.2)),
                    share(ours.length_m, plain.length_m),
                    format!("{:.2} %", 100.0 * theirs_after / base.0),
                    share_after(ours, ours.searches.thesis_us),
                ],
            );
        }
    }
    table.markdown()
}

/// What the comparison asks for, and whether it is so.
fn verdicts(looks: &[Looks], level: &str) -> String {
    let find = |style, is_round| of(looks, level).find(move |look| (look.style, look.is_round) == (style, is_round));
    let (Some(plain), Some(curve)) = (find(Style::AStar, false), find(Style::Ours, true)) else { return String::new() };
    let pulled = || [Style::Millington, Style::Pinter].into_iter().filter_map(|style| find(style, false));
    let others = || of(looks, level).filter(|look| !matches!(look.style, Style::Ours | Style::Comfort));
    let lines = [
        ("Millington's and Pinter's paths are shorter than A*'s", pulled().all(|look| look.length_m < plain.length_m)),
        ("and have less than a fifth of its positions", pulled().all(|look| 5 * look.path.len() < plain.path.len())),
        (
            "what comes after the search takes less than 2 % of it, ours too",
            of(looks, level).all(|look| look.after_us < 0.02 * look.searches.thesis_us),
        ),
        (
            "our curve turns less than every other path",
            others().all(|look| curve.turning.sum_rad < look.turning.sum_rad),
        ),
        ("and less sharply", others().all(|look| curve.turning.sharpest_rad < look.turning.sharpest_rad)),
        ("it touches nothing", curve.violations == 0),
        ("it is at most 1 % longer than the shortest taut path", curve.gap <= 0.01),
    ];
    let line = |(what, holds): (&str, bool)| format!("- {what}: {}\n", if holds { "yes" } else { "no" });
    lines.into_iter().map(line).collect()
}

/// `beauty.csv`: a row a path.
fn csv(looks: &[Looks]) -> Result<Document, Failure> {
    let head = "level style round thesis_us astar_us jps_us rabin_us after_us positions length_m gap turning_rad sharpest_turn_rad clearance_m violations";
    let mut table = Table::new(3, head.split(' '));
    for look in looks {
        let figures = [
            look.searches.thesis_us,
            look.searches.astar_us,
            look.searches.jps_us,
            look.searches.rabin_us,
            look.after_us,
            look.path.len() as f64,
            look.length_m,
            look.gap,
            f64::from(look.turning.sum_rad),
            f64::from(look.turning.sharpest_rad),
            f64::from(look.clearance_m),
            look.violations as f64,
        ];
        table.line(&[&look.level, &look.style.name(), &look.is_round], figures);
    }
    table.csv("beauty.csv")
}
