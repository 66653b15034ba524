//! What top-level code evaluated to, as plain data: the host runs it and fills this in.

use crate::agent::Handler;
use std::collections::{BTreeMap, BTreeSet};

/// Members of the tables of a fresh machine by the table's name; the globals themselves under the empty name.
pub(crate) type MachineNames = BTreeMap<String, BTreeSet<String>>;

/// What the files returned.
#[derive(Debug, Default)]
pub(crate) struct Evaluated {
    /// Members of the tables that modules returned, by path; functions with the line they begin on.
    pub members: BTreeMap<String, BTreeMap<String, Option<u32>>>,
    /// Handlers of the behaviours, by path.
    pub handlers: BTreeMap<String, Vec<EvaluatedHandler>>,
}

/// A function in a state of a behaviour.
#[derive(Debug)]
pub(crate) struct EvaluatedHandler {
    pub state: String,
    pub handler: Handler,
    /// The file it is written in, as shown to people, and the line it begins on.
    pub file: String,
    pub line: u32,
}
