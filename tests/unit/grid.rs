//! Tests of the modules of `grid`.

mod bits;
mod costs;
mod field;
mod line;
mod open;
mod pieces;
mod regions;
mod repair;
mod window;
