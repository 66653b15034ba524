//! Two places of a function: what is true in both, and what differs.

use crate::lua::analysis::flow::decided::{Decided, MOST_ASKED};
use crate::lua::analysis::flow::env::{Env, Values};
use crate::lua::analysis::flow::value::{Fact, Life, Path, Root, Value, Why};
use std::cmp::Ordering;
use std::rc::Rc;

impl<'a> Env<'a> {
    /// What follows from a value that is true here, and false in the other place.
    pub(crate) fn proves(&self, other: &Self) -> Vec<Fact<'a>> {
        let shown = |(path, v): (&Path<'a>, &Value<'a>)| {
            let (found, o) = (v.life == Life::Found, other.values.get(path));
            let new = o.is_none_or(|o| !o.is_solid() || found && o.life != Life::Found);
            (v.is_solid() && new).then(|| Fact { path: path.clone(), found })
        };
        self.all().filter_map(shown).collect()
    }

    /// What is true on either of two paths. A value that only one of them gives may be missing, unless a condition after
    /// this moment looks at something that decided it: what conditions looked at since `begin`, or what else the paths set.
    pub(crate) fn join(self, other: Self, begin: u32, now: u32) -> Self {
        let (these, those) = (self.values.clone(), other.values.clone());
        let differences = differences(&these, &those);
        // What a condition on one path has shown is true after both.
        let claim = |env: &Self, v: &Value<'a>| v.nil.as_ref().is_none_or(|origin| env.unasked(origin));
        let claims: Vec<_> = differences
            .iter()
            .map(|(_, v, o)| (v.is_none_or(|v| claim(&self, v)), o.is_none_or(|o| claim(&other, o))))
            .collect();
        let asked = match (self.asked, other.asked) {
            (Some(asked), Some(more)) if Rc::ptr_eq(&asked, &more) => Some(asked),
            (Some(mut asked), Some(more)) => {
                let later = |(p, at): &(&Path<'a>, &u32)| asked.get(*p).is_none_or(|t| t < *at);
                let later: Vec<_> = more.iter().filter(later).map(|(p, at)| (p.clone(), *at)).collect();
                if !later.is_empty() {
                    Rc::make_mut(&mut asked).extend(later);
                }
                Some(asked).filter(|asked| asked.len() <= MOST_ASKED)
            }
            _ => None,
        };
        let set = differences.iter().filter(|(_, v, o)| match (v, o) {
            (Some(v), Some(o)) => o.set != v.set || o.given != v.given,
            _ => true,
        });
        let since = asked.iter().flat_map(|asked| asked.iter()).filter(|(_, at)| **at > begin).map(|(p, _)| p);
        let decides = || Decided::by(set.map(|d| d.0).chain(since).cloned(), now);
        let decided = (self.rare == other.rare && !differences.is_empty()).then(decides).flatten();
        let (fresh, mut values) = (self.fresh && other.fresh, self.values.clone());
        for ((p, v, o), (claimed, other_claimed)) in differences.into_iter().zip(claims) {
            let all = Rc::make_mut(&mut values);
            if let (Some(v), Some(o)) = (v, o) {
                let mut value = v.trusted(!claimed).join(&o.trusted(!other_claimed), decided.as_ref());
                // What memory holds may depend on what other turns did.
                value.nil = value.nil.filter(|o| p.root != Root::Memory || o.why != Why::NotGiven);
                all.insert(p.clone(), value.into());
            } else if fresh && p.root == Root::Memory {
                all.insert(p.clone(), Value::unknown().into());
            } else {
                all.remove(p);
            }
        }
        let unequal = match Rc::ptr_eq(&self.unequal, &other.unequal) {
            true => self.unequal,
            false => Rc::new(self.unequal.intersection(&other.unequal).cloned().collect()),
        };
        Self { values, asked, fresh, rare: self.rare && other.rare, unequal }
    }

    /// What differs from what was known before is unknown. Returns whether anything does.
    pub(crate) fn widen(&mut self, before: &Self) -> bool {
        let mut changed = self.values.len() != before.values.len();
        for (path, value) in Rc::make_mut(&mut self.values) {
            if before.values.get(path).is_none_or(|v| v.set != value.set || v.nil.is_some() != value.nil.is_some()) {
                changed = true;
                *value = Value::unknown().into();
            }
        }
        changed
    }

    /// Whether the same values are known in another place.
    pub(crate) fn agrees(&self, other: &Self) -> bool {
        let same = |(a, b): ((&Path<'a>, &Value<'a>), (&Path<'a>, &Value<'a>))| {
            a.0 == b.0 && a.1.set == b.1.set && a.1.life == b.1.life && a.1.nil.is_some() == b.1.nil.is_some()
        };
        self.values.len() == other.values.len() && self.all().zip(other.all()).all(same)
    }
}

/// A place, and its values where one is not known to be the other.
type Difference<'m, 'a> = (&'m Path<'a>, Option<&'m Rc<Value<'a>>>, Option<&'m Rc<Value<'a>>>);

/// The places whose values are not shared.
fn differences<'m, 'a>(these: &'m Values<'a>, those: &'m Values<'a>) -> Vec<Difference<'m, 'a>> {
    let (mut found, mut left, mut right) = (Vec::new(), these.iter().peekable(), those.iter().peekable());
    loop {
        let order = match (left.peek(), right.peek()) {
            (Some(l), Some(r)) => l.0.cmp(r.0),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return found,
        };
        let l = if order.is_le() { left.next() } else { None };
        let r = if order.is_ge() { right.next() } else { None };
        match (l, r) {
            (Some((_, v)), Some((_, o))) if Rc::ptr_eq(v, o) => {}
            _ => found.extend(l.or(r).map(|(p, _)| (p, l.map(|l| l.1), r.map(|r| r.1)))),
        }
    }
}
