//! Tests of the modules of `sim`.

mod crowding;
mod fault_groups;
mod params;
mod post_log;
mod reviews;
