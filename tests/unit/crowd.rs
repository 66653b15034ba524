//! Many bodies together.

mod gates;
