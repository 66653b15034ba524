//! The commands, end to end, and the documentation that shows them.

mod check;
mod coverage;
mod experiment;
mod first_creature;
mod lua_api_page;
mod new;
mod odd_files;
mod readme;
mod run;
mod scen;
mod second_mod;
mod spec;
#[cfg(unix)]
mod test_watch;
