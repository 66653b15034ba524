//! Figure 15: the size of the Cheap List, beside the other open lists.

use super::{Case, Class, Clock, Diagnostic, Document, Failure, Field, NavParams, Table, Tally, Watcher};
use super::{best_of, short, theirs};
use crate::experiment::{Line, Plot};
use crate::search::{
    AStar, Buckets, Connect, Counts, DaryHeap, Entry, Estimate, FieldSearch, Heuristic, OpenEntry, OpenList, Status,
    Steps, TwoTierList,
};

/// Sizes of the sorted part that are tried.
const SIZES: [usize; 15] = [1, 2, 5, 10, 20, 35, 50, 75, 100, 150, 200, 300, 500, 750, 1_000];
/// Times each search is made; the best counts.
const REPEATS: u32 = 3;

/// Something that searches a case.
type Searcher = Box<dyn FnMut(&Case, &Field) -> Counts>;

/// One open list, and its results in each class of windows.
pub(super) struct ListResult {
    pub name: String,
    /// Size of the sorted part, for Cheap Lists in the window's search.
    pub size: Option<usize>,
    pub by_class: Vec<Tally>,
    search: Searcher,
}

fn on_window<O: OpenList + 'static>(list: O) -> Searcher {
    let mut search = AStar::new(list);
    Box::new(move |case, _| {
        case.search(&mut search, Connect::Four);
        search.counts
    })
}

fn on_field<O: OpenList<OpenEntry> + Default + 'static>(list: O) -> Searcher {
    let (mut search, weight) = (FieldSearch::new(list), NavParams::default().weight);
    Box::new(move |case, field| {
        let steps = Steps { field, connect: Connect::Four, ordered: false };
        let endpoints = (field.cell(case.start), field.cell(case.goal));
        search.begin(&steps, endpoints.0, endpoints.1, Estimate::new(Heuristic::Euclidean, weight));
        while search.run(&steps, u32::MAX) == Status::Running {}
        search.counts
    })
}

/// Every list, before its first search.
fn lists(classes: usize) -> Vec<ListResult> {
    let by_class = vec![Tally::default(); classes];
    let list = |name: &str, search| ListResult { name: name.into(), size: None, by_class: by_class.clone(), search };
    let cheap = |k| ListResult { size: Some(k), ..list(&format!("Cheap List of {k}"), on_window(TwoTierList::new(k))) };
    let of_75 = TwoTierList::new(theirs::CHEAP_LIST_SIZE);
    let others = [
        list("sorted linked list", on_window(SortedList::default())),
        list("heap", on_window(DaryHeap::default())),
        list("whole-grid search, heap", on_field(DaryHeap::default())),
        list("whole-grid search, Cheap List of 75", on_field(of_75)),
        list("whole-grid search, buckets", on_field(Buckets::default())),
    ];
    SIZES.map(cheap).into_iter().chain(others).collect()
}

/// Every list on every case, one after the other on each case, so that a busy moment of the machine meets them all.
pub(super) fn measure(classes: &[Class], clock: &dyn Clock, watcher: &dyn Watcher) -> Result<Vec<ListResult>, Failure> {
    let mut lists = lists(classes.len());
    for (c, class) in classes.iter().enumerate() {
        for case in &class.cases {
            watcher.check()?;
            let field = Field::new(&case.window.bits)
                .map_err(|e| Failure::Input(vec![Diagnostic::error("", e.to_string())]))?;
            for list in &mut lists {
                let (counts, best) = best_of(REPEATS, clock, || (list.search)(case, &field));
                list.by_class[c].note(best, counts.into());
            }
        }
    }
    Ok(lists)
}

/// `entropia-lists.csv` and the plot of figure 15.
pub(super) fn documents(classes: &[Class], lists: &[ListResult]) -> Result<Vec<Document>, Failure> {
    let mut table = Table::new(1, ["list", "sorted", "window_nodes", "expanded", "nodes_per_ms"]);
    for result in lists {
        for (class, tally) in classes.iter().zip(&result.by_class) {
            let sorted = result.size.map_or_else(String::new, |k| k.to_string());
            table.line(&[&result.name, &sorted, &class.nodes(), &tally.expanded()], [tally.speed()]);
        }
    }
    let line = |(i, class): (usize, &Class)| Line {
        name: format!("windows of {} nodes", short(class.nodes())),
        points: lists.iter().filter_map(|r| Some((r.size? as f64, r.by_class[i].speed()))).collect(),
        loose: false,
    };
    let lines: Vec<Line> = classes.iter().enumerate().map(line).collect();
    let plot = Plot {
        file: "entropia-15.svg",
        title: "Figure 15: size of the Cheap List",
        x: "entries kept sorted",
        y: "expanded nodes a millisecond",
        log_x: true,
        from_y: 0.0,
    };
    let mut documents = vec![table.csv("entropia-lists.csv")?];
    // Without a clock there is no speed to draw.
    if lines.iter().any(|l| l.points.iter().any(|p| p.1 > 0.0)) {
        documents.push(plot.draw(&lines)?);
    }
    Ok(documents)
}

/// The link of the last entry, and of none.
const END: u32 = u32::MAX;

/// A singly linked list, cheapest first; pushing walks from its head. It is here to be measured.
#[derive(Clone, Debug, Default)]
pub struct SortedList {
    links: Vec<(Entry, u32)>,
    head: Option<u32>,
    /// Places in `links` that are free again.
    free: Vec<u32>,
}

impl OpenList for SortedList {
    fn clear(&mut self) {
        self.links.clear();
        self.free.clear();
        self.head = None;
    }

    fn push(&mut self, entry: Entry) {
        let (mut before, mut at) = (END, self.head.unwrap_or(END));
        while at != END && self.links[at as usize].0 < entry {
            (before, at) = (at, self.links[at as usize].1);
        }
        let place = self.free.pop().unwrap_or_else(|| {
            self.links.push((entry, at));
            self.links.len() as u32 - 1
        });
        self.links[place as usize] = (entry, at);
        if before == END {
            self.head = Some(place);
        } else {
            self.links[before as usize].1 = place;
        }
    }

    fn pop(&mut self) -> Option<Entry> {
        let place = self.head?;
        let (entry, next) = self.links[place as usize];
        self.head = (next != END).then_some(next);
        self.free.push(place);
        Some(entry)
    }

    fn len(&self) -> usize {
        self.links.len() - self.free.len()
    }
}
