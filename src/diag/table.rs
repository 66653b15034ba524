//! Tables of a configuration file: each key is written once, with its type, its default, its range and what it means.

use std::fmt::Display;
use std::ops::RangeInclusive;

/// A key, and what was expected of its value.
pub(crate) type OutOfRange = (&'static str, String);

/// Declares a struct for a table, its defaults, and `out_of_range`. A range can use other keys through the name after the
/// struct's.
macro_rules! table {
    ($(#[$about:meta])* $name:ident($keys:ident) {
        $($(#[$doc:meta])* $key:ident: $kind:ty = $default:expr $(, $range:expr)?;)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $($(#[$doc])* $(#[doc = concat!("\nRange: ", stringify!($range))])? pub $key: $kind,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($key: $default,)* }
            }
        }

        impl $name {
            /// The first value outside its range.
            pub(crate) fn out_of_range(&self) -> Option<crate::diag::table::OutOfRange> {
                let $keys = self;
                let checks = [$($(crate::diag::table::outside(stringify!($key), &$keys.$key, $range),)?)*];
                checks.into_iter().flatten().next()
            }
        }
    };
}
pub(crate) use table;

/// A value of a table that has a range, or several that share one.
pub(crate) trait Ranged<T> {
    /// The values.
    fn values(&self) -> &[T];
}

impl<T> Ranged<T> for T {
    fn values(&self) -> &[T] {
        std::slice::from_ref(self)
    }
}

impl<T, const N: usize> Ranged<T> for [T; N] {
    fn values(&self) -> &[T] {
        self
    }
}

/// The key and what was expected, if a value lies outside its range.
pub(crate) fn outside<T: PartialOrd + Display>(
    key: &'static str,
    value: &impl Ranged<T>,
    range: RangeInclusive<T>,
) -> Option<OutOfRange> {
    let found = value.values().iter().find(|v| !range.contains(v))?;
    Some((key, format!("expected {} to {}, found {found}", range.start(), range.end())))
}
