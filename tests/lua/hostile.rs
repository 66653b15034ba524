//! Scripts that mean harm: each is stopped within its budget, the error names its line, memory stays under its cap,
//! and all other creatures live as if the hostile one had done nothing.

mod corpus;
mod costs;
mod generated;
mod library;
mod machine;
mod odd;
mod order;
mod roots;
mod storms;
mod world;

/// A behaviour whose tick, all of it on line 2, is `body`: an error without a line names the line of the function.
fn on_line_two(name: &str, body: &str) -> String {
    format!(
        "return behaviour {{ name = \"{name}\", start = \"s\", states = {{ s = {{\ntick = function(npc) do {body} end end }} }} }}"
    )
}
