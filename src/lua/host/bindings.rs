//! The declared API as Lua functions: one marshaller reads arguments, calls the native function and pushes its results.
//! What native functions work on is kept in the machine.

pub(crate) mod args;
mod globals;
mod own_fields;
mod returned;

pub(crate) use globals::{Printed, printed};

use crate::lua::api::declare::Function;
use crate::lua::api::native::{MAX_ARGS, NativeError, Returned, Run};
use crate::lua::api::{natives, npc};
use crate::lua::host::raw::{Given, Home, Native, Results, Stack};
use crate::lua::host::values::{key_name, refuse_unknown, set_index};
use crate::lua::host::{budget, raw};
use crate::nav::Code;
use mlua::{Error, Lua, MultiValue, Result, Table, Value};
use own_fields::FIELDS;
use std::ffi::{CStr, CString, c_int};
use std::sync::{Arc, LazyLock};

/// A function of the API with what its calls need.
struct Bound {
    f: &'static Function,
    run: Run,
    /// For traces.
    name: CString,
    /// How many values it returns.
    returns: c_int,
    /// It takes data that is copied, and is called with handles.
    copies: bool,
}

/// All functions of the API that are native.
static BOUND: LazyLock<Vec<Bound>> = LazyLock::new(|| natives::all().filter_map(Bound::of).collect());

impl Bound {
    fn of(f: &'static Function) -> Option<Self> {
        let name = CString::new(f.name).unwrap_or_default();
        let returns = f.signatures.first().map_or(0, |s| s.returns.len()) as c_int;
        let copies = f.signatures.iter().any(|s| s.params.iter().any(args::takes_data));
        Some(Self { f, run: f.run?, name, returns, copies })
    }
}

impl Native for Bound {
    type Output = (Returned, usize);

    fn name(&self) -> &CStr {
        &self.name
    }

    fn run(&self, home: &Home, given: Stack) -> Result<Self::Output> {
        const NONE: Given = Given::Nil;
        let mut values = [NONE; MAX_ARGS + 1];
        for (at, value) in values.iter_mut().enumerate().take(given.count()) {
            *value = given.given(at);
        }
        self.call(home, values)
    }

    fn push(&self, home: &Home, (returned, me): Self::Output, results: &mut Results) -> c_int {
        let pushed = returned::push(home, me, returned, results);
        (pushed..self.returns).for_each(|_| results.nil());
        results.drop(pushed - self.returns);
        self.returns
    }
}

fn make(lua: &Lua, f: &'static Function, home: &Arc<Home>, raiser: &mlua::Function) -> mlua::Result<mlua::Function> {
    let Some(bound) = BOUND.iter().find(|bound| bound.f == f) else { return globals::make(lua, f, home) };
    if !bound.copies {
        return raw::bind(lua, bound, home, raiser);
    }
    let home = Arc::clone(home);
    lua.create_function(move |lua, values: MultiValue| {
        let given = [0, 1, 2, 3, 4].map(|at| values.get(at).map_or(Given::Nil, Given::of));
        let output = bound.call(&home, given)?;
        raw::values(lua, |results| bound.push(&home, output, results))
    })
}

/// What the API of a machine consists of, besides what lies in its globals.
pub(crate) struct Bindings {
    /// What its functions work on.
    pub home: Arc<Home>,
    /// The metatable of creatures' tables.
    pub npc_meta: Table,
}

/// Puts the whole API into the globals of a machine.
pub(crate) fn install(lua: &Lua, globals: &Table) -> mlua::Result<Bindings> {
    let (methods, home, raiser) = (lua.create_table()?, Arc::<Home>::default(), raw::raiser(lua)?);
    home.names().prepare(lua)?;
    // The machine keeps it.
    lua.set_app_data(Arc::clone(&home));
    for f in natives::all() {
        let table = match f.area {
            "" => globals.clone(),
            "npc" => methods.clone(),
            area => match globals.raw_get::<Option<Table>>(area)? {
                Some(t) => t,
                None => {
                    let t = lua.create_table()?;
                    globals.raw_set(area, &t)?;
                    t
                }
            },
        };
        table.raw_set(f.name, make(lua, f, &home, &raiser)?)?;
    }
    let pathfinder: Table = globals.raw_get("pathfinder")?;
    for code in Code::ALL {
        pathfinder.raw_set(code.name(), code.name())?;
    }
    refuse_unknown(lua, &pathfinder, "pathfinder")?;
    pathfinder.set_readonly(true);
    for area in ["influence", "group"] {
        let table: Table = globals.raw_get(area)?;
        refuse_unknown(lua, &table, area)?;
        table.set_readonly(true);
    }
    globals::install_world(lua, globals, &home)?;
    // What is no method either is a field of the creature whose turn it is: no script can keep another one's table.
    set_index(lua, &methods, raw::bind(lua, &FIELDS, &home, &raiser)?)?;
    Ok(Bindings { home, npc_meta: npc_meta(lua, methods)? })
}

fn npc_meta(lua: &Lua, methods: Table) -> mlua::Result<Table> {
    methods.set_readonly(true);
    let meta = lua.create_table()?;
    meta.raw_set("__index", methods)?;
    meta.raw_set("__metatable", "npc")?;
    meta.raw_set("__tostring", lua.create_function(|_, t: Table| t.raw_get::<String>("name"))?)?;
    let refuse = lua.create_function(|_, (_, key, _): (Table, Value, Value)| -> mlua::Result<()> {
        let key = key_name(&key);
        Err(mlua::Error::runtime(match npc::OF_TURN.iter().any(|f| f.field.name == key) {
            // As Luau says of the fields that lie in the table.
            true => "attempt to modify a readonly table".to_owned(),
            false => format!("npc.{key} cannot be set; keep data in npc.memory.{key}"),
        }))
    })?;
    meta.raw_set("__newindex", refuse)?;
    meta.set_readonly(true);
    Ok(meta)
}

/// The creature, and as many values as a function takes at most.
type Values<'a> = [Given<'a>; MAX_ARGS + 1];

impl Bound {
    /// Calls the function with the values that a script gave, the creature first if it takes one. The second value is the
    /// slot of the creature whose turn it is.
    ///
    /// # Errors
    /// When the budget is spent, the creature is not the one whose turn it is, or an argument is not what was declared.
    fn call(&self, home: &Home, values: Values) -> Result<(Returned, usize)> {
        let f = self.f;
        budget::charge(f.charge)?;
        let run = match self.run {
            Run::InTurn(run) => run,
            Run::Always(calculate) => return Ok((calculate(&args::read(f, home, &values[..MAX_ARGS], None)?), 0)),
        };
        let mut host = home.get();
        let turn = host.as_ref().filter(|h| h.view.is_some()).and_then(|h| h.turn.as_ref());
        let turn = turn.map(|turn| (turn.slot, turn.table));
        let given = match f.creature_params() {
            Some(_) => {
                args::check_creature(f, &values[0], turn.map(|t| t.1))?;
                &values[1..]
            }
            None => &values[..MAX_ARGS],
        };
        let outside = || Error::runtime(format!("{f} can only be used in a handler, not while the file is loaded"));
        let (Some(host), Some((me, _))) = (&mut host, turn) else { return Err(outside()) };
        let args = args::read(f, home, given, Some(host))?;
        let mut native = host.call(spend).ok_or_else(outside)?;
        let returned = run(&mut native, args).map_err(|e| match e {
            NativeError::Overrun(_) => budget::error(),
            misuse => Error::runtime(format!("{f}: {misuse}")),
        })?;
        if let Returned::Data(data) = &returned {
            args::charge_for_copy(data)?;
        }
        Ok((returned, me))
    }
}

fn spend(counts: u64) -> bool {
    budget::affords(counts)
}
