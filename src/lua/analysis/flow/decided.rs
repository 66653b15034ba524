//! Which of two paths was taken: the places that decided it.

use crate::lua::analysis::flow::value::{Origin, Path};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Places, and the moments after which conditions on them count.
type Asks<'a> = Rc<BTreeMap<Path<'a>, u32>>;

/// Of more places than these it is not known what a condition shows.
pub(crate) const MOST_ASKED: usize = 128;

/// What decided which of two paths was taken. Values that share what shows whether they are nil share it afterwards too.
#[derive(Default)]
pub(crate) struct Decided<'a> {
    places: Asks<'a>,
    /// What was put together so far, by the address of what the values share.
    joined: RefCell<BTreeMap<usize, Option<Asks<'a>>>>,
    last: RefCell<Asks<'a>>,
}

impl<'a> Decided<'a> {
    /// By these places; `None` when they are too many.
    pub(crate) fn by(places: impl Iterator<Item = Path<'a>>, now: u32) -> Option<Self> {
        let places: BTreeMap<_, _> = places.map(|p| (p, now)).collect();
        (places.len() <= MOST_ASKED).then(|| Self { places: places.into(), ..Self::default() })
    }

    /// The reason for which a value may be nil, when conditions on these places show it too; `None` when there are too many.
    pub(crate) fn explains(&self, origin: Origin<'a>) -> Option<Origin<'a>> {
        if self.places.is_empty() || origin.asks.is_empty() {
            let asks = if origin.asks.is_empty() { self.places.clone() } else { origin.asks };
            return Some(Origin { asks, ..origin });
        }
        let join = || {
            let mut all = BTreeMap::clone(&origin.asks);
            all.extend(self.places.iter().map(|(p, now)| (p.clone(), *now)));
            // What has become the same is shared from now on.
            let mut last = self.last.borrow_mut();
            if all != **last {
                *last = all.into();
            }
            (last.len() <= MOST_ASKED).then(|| last.clone())
        };
        let asks = self.joined.borrow_mut().entry(Rc::as_ptr(&origin.asks) as usize).or_insert_with(join).clone()?;
        Some(Origin { asks, ..origin })
    }
}
