//! Regions brought up to date where cells opened or closed, without a look at the rest of the world where that can be.
//!
//! The stretches of rows that changed are drawn again. Runs that were there before keep their numbers; those that came, and what
//! they or those that went connect, are numbered again (`follow`).

use super::{Anchors, BitGrid, Regions, Run, rows_of};
use crate::geom::Cell;
use crate::grid::part::Part;
use crate::grid::runs::{join, label, root, runs_of};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Numbers that no component has any more, before all are given again.
const MOST_SPARE: usize = 4_096;
/// Runs that are looked at before all are numbered again …
const MOST_FOLLOWED: usize = 2_048;
/// … or this share of all, where that is more.
const FOLLOWED_SHARE: usize = 8;
/// Places that rows left, before all runs are put in order again.
const MOST_SPARE_RUNS: usize = 1_024;
/// Places for further runs that a row gets with new ones.
const MORE_RUNS: usize = 2;

/// A stretch of a row that is drawn again.
struct Stretch {
    columns: Range<u32>,
    /// Which of the row's runs were there.
    old: Range<usize>,
    /// The parts that may change it.
    parts: Vec<u32>,
}

/// The runs that changed at a place.
#[derive(Clone, Default)]
struct Changed {
    gone: Vec<Run>,
    /// Rows, and which of a row's runs.
    come: Vec<(u32, u32)>,
}

impl Regions {
    /// Lets go of the anchors, until the next [`Regions::repair`].
    pub(in crate::grid) fn let_anchors_go(&mut self) {
        self.anchors = Arc::default();
    }

    /// Brings parts up to date, all together.
    pub(in crate::grid) fn repair(&mut self, parts: &[Part], anchors: Arc<Anchors>) {
        self.anchors = anchors;
        let mut places: Vec<u32> = (0..parts.len() as u32).collect();
        let mut changes: BTreeMap<u32, Changed> = BTreeMap::new();
        for (row, of_row) in by_row(parts) {
            let stretches = self.stretches_of(row, parts, &of_row);
            let new = self.draw_again(row, parts, &stretches);
            for (stretch, (gone, come)) in stretches.iter().zip(new) {
                stretch.parts.iter().for_each(|part| join(&mut places, stretch.parts[0], *part));
                let changed = changes.entry(stretch.parts[0]).or_default();
                changed.gone.extend(gone);
                changed.come.extend(come.into_iter().map(|i| (row, i)));
            }
        }
        // What goes on at one place is followed from there alone: what is far apart need not meet.
        let mut by_place: BTreeMap<u32, Changed> = BTreeMap::new();
        for (part, changed) in changes {
            let all = by_place.entry(root(&mut places, part)).or_default();
            all.gone.extend(changed.gone);
            all.come.extend(changed.come);
        }
        by_place.retain(|_, changed| !changed.gone.is_empty() || !changed.come.is_empty());
        if !by_place.is_empty() {
            self.number_again(&by_place.into_values().collect::<Vec<_>>());
        }
    }

    /// Numbers what changed, place by place.
    fn number_again(&mut self, places: &[Changed]) {
        self.largest_runs.take();
        if self.parent.is_empty() {
            self.parent = (0..self.sizes.len() as u32).collect();
        }
        for run in places.iter().flat_map(|changed| &changed.gone) {
            let root = self.root(run.label);
            self.sizes[root as usize] -= run.len();
        }
        let spare = self.parent.len() > MOST_SPARE + 2 * self.numbered as usize;
        let mut left = MOST_FOLLOWED.max(self.runs.len() / FOLLOWED_SHARE);
        let mut parted = Vec::new();
        let is_numbered = !spare
            && places.iter().all(|Changed { gone, come }| {
                let come: Vec<u32> = come.iter().map(|(row, i)| self.rows[*row as usize].first + *i).collect();
                self.renumber(gone, &come, &mut left, &mut parted)
            });
        if !is_numbered {
            self.put_in_order();
            let count = label(&mut self.runs);
            self.count(count);
        }
        if self.spare_runs > MOST_SPARE_RUNS + self.runs.len() / 2 {
            self.put_in_order();
        }
        self.find_largest();
    }

    /// The stretches of a row that parts may change, each with the runs that reach into it or touch it, in order. Those that have
    /// runs in common are one.
    fn stretches_of(&self, row: u32, parts: &[Part], of_row: &[u32]) -> Vec<Stretch> {
        let runs = self.row(row as usize);
        let mut all: Vec<Stretch> = Vec::new();
        for number in of_row {
            let area = parts[*number as usize].area;
            let (first, end) = (area.origin.x as u32, area.end().x as u32);
            let from = runs.partition_point(|run| run.end < first);
            let to = from + runs[from..].partition_point(|run| run.begin <= end);
            let begin = runs[from..to].first().map_or(first, |run| run.begin.min(first));
            let end = runs[from..to].last().map_or(end, |run| run.end.max(end));
            match all.last_mut().filter(|last| from < last.old.end || begin <= last.columns.end) {
                Some(last) => {
                    (last.columns.end, last.old.end) = (last.columns.end.max(end), last.old.end.max(to));
                    last.parts.push(*number);
                }
                None => all.push(Stretch { columns: begin..end, old: from..to, parts: vec![*number] }),
            }
        }
        all
    }

    /// Draws stretches of a row again. For each of them: the runs that went, and which of the row's are new.
    fn draw_again(&mut self, row: u32, parts: &[Part], stretches: &[Stretch]) -> Vec<(Vec<Run>, Vec<u32>)> {
        let before = self.row(row as usize).to_vec();
        let (mut now, mut copied, mut found) = (Vec::with_capacity(before.len() + 4), 0, Vec::new());
        for Stretch { columns, old, parts: of_stretch } in stretches {
            now.extend_from_slice(&before[copied..old.start]);
            copied = old.end;
            let first = now.len();
            draw(row, columns, &before[old.clone()], of_stretch.iter().map(|part| &parts[*part as usize]), &mut now);
            let gone = keep_numbers(&before[old.clone()], &mut now[first..]);
            found.push((gone, first as u32..now.len() as u32));
        }
        now.extend_from_slice(&before[copied..]);
        self.put(row, &now);
        // Those that have a number were there before.
        let come = |range: Range<u32>| range.filter(|i| now[*i as usize].label == 0).collect::<Vec<u32>>();
        found.into_iter().map(|(gone, range)| (gone, come(range))).collect()
    }

    /// Gives a row its runs. One that has no places for them gets others.
    fn put(&mut self, row: u32, now: &[Run]) {
        let at = &mut self.rows[row as usize];
        let before = at.range();
        if now.len() > at.most as usize {
            self.spare_runs += at.most as usize;
            (at.first, at.most) = (self.runs.len() as u32, (now.len() + MORE_RUNS) as u32);
            self.runs.resize((at.first + at.most) as usize, Run::NONE);
        }
        at.count = now.len() as u32;
        self.runs[before].fill(Run::NONE);
        self.runs[at.range()].copy_from_slice(now);
    }

    /// Puts all runs in reading order, one after the other.
    fn put_in_order(&mut self) {
        let runs: Vec<Run> = self.rows.iter().flat_map(|row| &self.runs[row.range()]).copied().collect();
        self.rows = rows_of(&runs, self.rows.len());
        (self.runs, self.spare_runs) = (runs, 0);
    }
}

/// The numbers of the parts that are in each row, from left to right.
fn by_row(parts: &[Part]) -> BTreeMap<u32, Vec<u32>> {
    let mut order: Vec<u32> = (0..parts.len() as u32).filter(|i| parts[*i as usize].area.cells() > 0).collect();
    order.sort_by_key(|i| parts[*i as usize].area.origin.x);
    let mut rows: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for i in order {
        let area = parts[i as usize].area;
        (area.origin.y..area.end().y).for_each(|y| rows.entry(y as u32).or_default().push(i));
    }
    rows
}

/// Adds the runs of a stretch of a row as they are now, without numbers.
fn draw<'a>(row: u32, columns: &Range<u32>, old: &[Run], parts: impl Iterator<Item = &'a Part>, out: &mut Vec<Run>) {
    let (first, width) = (columns.start as i32, columns.len() as u32);
    let mut bits = BitGrid::new(width, 1);
    let mut x = 0;
    for run in old {
        bits.close_run(0, x, run.begin as i32 - first - 1);
        x = run.end as i32 - first;
    }
    bits.close_run(0, x, width as i32 - 1);
    for part in parts {
        for x in part.area.origin.x..part.area.end().x {
            if part.is_open(Cell::new(x, row as i32)) {
                bits.reopen(x - first, 0);
            } else {
                bits.close(x - first, 0);
            }
        }
    }
    let begin = out.len();
    runs_of(bits.row(0), width as usize, row, out);
    for run in &mut out[begin..] {
        (run.begin, run.end) = (run.begin + columns.start, run.end + columns.start);
    }
}

/// Gives new runs the numbers of the old ones that are the same, and returns the old ones that are not among the new. Both are
/// in reading order.
fn keep_numbers(old: &[Run], new: &mut [Run]) -> Vec<Run> {
    let key = |run: &Run| (run.row, run.begin, run.end);
    let mut left = new.iter_mut().peekable();
    let mut gone = Vec::new();
    for run in old {
        while left.next_if(|other| key(other) < key(run)).is_some() {}
        match left.next_if(|other| key(other) == key(run)) {
            Some(same) => same.label = run.label,
            None => gone.push(*run),
        }
    }
    gone
}
