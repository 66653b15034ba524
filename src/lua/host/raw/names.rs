//! Strings that a machine keeps: names of states, behaviours, factions, storeys and creatures, and words of the program. Each
//! is made once and then found by its number, so that no call hashes its text.

use super::bound::Results;
use super::layout::{Node, State, Table, TaggedValue, Text};
use crate::agent::Symbol;
use crate::body::AgentId;
use crate::lua::api::creature::{Called, FILTER, NameOf, Read, SEEN, Seen};
use crate::lua::api::npc;
use crate::lua::host::budget;
use mlua::ffi;
use std::ffi::c_int;

/// A string that the registry keeps alive, and what it was made of: its text, or less where that says the text.
struct Kept<T> {
    of: T,
    string: *const Text,
    reference: c_int,
}

/// Places for what creatures are called: a machine may meet every creature of the world.
const MOST_CALLED: usize = 1 << 10;

/// Kept strings by the numbers of what they are the names of.
type List<T> = Vec<Option<Kept<T>>>;

/// The strings that one machine keeps.
#[derive(Default)]
pub(crate) struct Names {
    symbols: List<Box<[u8]>>,
    storeys: List<Box<[u8]>>,
    /// What creatures are called that were looked at, by slot: of those that share a place, the one that was looked at last.
    creatures: List<(AgentId, Symbol)>,
    /// Words of the program, found by where they lie in it.
    words: Vec<(&'static str, *const Text)>,
    /// Where the names of a creature's own fields and of filters' entries lie.
    fields: [usize; npc::OF_TURN.len()],
    entries: [usize; FILTER.len()],
    seen: Option<Template>,
}

/// A table that is copied instead of being filled field by field.
struct Template {
    reference: c_int,
    /// The node of each field.
    nodes: [u16; SEEN.len()],
}

impl Names {
    /// Makes what is known beforehand.
    ///
    /// # Errors
    /// A lack of memory.
    pub(crate) fn prepare(&mut self, lua: &mlua::Lua) -> mlua::Result<()> {
        // SAFETY: space is made for what is pushed; nothing in the closure needs dropping.
        unsafe {
            lua.exec_raw::<()>((), |state| {
                ffi::lua_rawcheckstack(state, 4);
                for (at, field) in self.fields.iter_mut().zip(&npc::OF_TURN) {
                    *at = content(keep(state, (), field.key.to_bytes()).string);
                }
                for (at, (field, _)) in self.entries.iter_mut().zip(&FILTER) {
                    *at = content(keep(state, (), field.name.as_bytes()).string);
                }
                ffi::lua_createtable(state, 0, c_int::try_from(SEEN.len()).unwrap_or(0));
                for field in &SEEN {
                    ffi::lua_pushboolean(state, 0);
                    ffi::lua_rawsetfield(state, 1, field.key.as_ptr());
                }
                let table = &*ffi::lua_topointer(state, 1).cast::<Table>();
                let nodes = SEEN.map(|field| {
                    let is_its = |n: &Node| {
                        n.key_tag() == ffi::LUA_TSTRING && Text::bytes(n.key as *const Text) == field.key.to_bytes()
                    };
                    table.nodes().iter().position(is_its).map_or(0, |at| at as u16)
                });
                self.seen = Some(Template { reference: ffi::lua_ref(state, 1), nodes });
                ffi::lua_settop(state, 0);
            })
        }
    }

    /// The place of one of the creature's own fields among them, by its name.
    #[inline]
    pub(crate) fn own_field(&self, name: &[u8]) -> Option<usize> {
        let at = name.as_ptr() as usize;
        self.fields.iter().position(|field| *field == at)
    }

    /// The place of an entry of filters among them, by its name.
    #[inline]
    pub(crate) fn entry(&self, name: &[u8]) -> Option<usize> {
        let at = name.as_ptr() as usize;
        self.entries.iter().position(|entry| *entry == at)
    }

    /// Pushes a value that was read for a script.
    #[inline]
    pub(crate) fn read(&mut self, value: &Read, to: &mut Results) {
        match value {
            Read::Name(of, text) => {
                to.reserve(1);
                // SAFETY: space was made, and the string lives.
                unsafe { push(to.state, self.name(to.state, *of, text)) }
            }
            value => to.read(value),
        }
    }

    /// Pushes a word of the program.
    #[inline]
    pub(crate) fn word(&mut self, word: &'static str, to: &mut Results) {
        to.reserve(1);
        let found = self.words.iter().find(|known| std::ptr::eq(known.0, word)).map(|known| known.1);
        // SAFETY: the state runs; space was made, and the string lives.
        unsafe {
            let string = found.unwrap_or_else(|| {
                let kept = budget::paused(|| keep(to.state, (), word.as_bytes()));
                self.words.push((word, kept.string));
                kept.string
            });
            push(to.state, string);
        }
    }

    /// Pushes the table of what is known of a creature.
    pub(crate) fn seen(&mut self, creature: Seen, to: &mut Results) {
        let Some(Template { reference, nodes }) = self.seen.as_ref().map(|t| Template { ..*t }) else {
            return to.nil();
        };
        let state = to.state;
        to.reserve(6);
        // SAFETY: space was made. The copy lies on the stack while its nodes are set: to numbers, and to strings that the
        // registry keeps alive; what it alone keeps alive is set by Luau itself.
        unsafe {
            ffi::lua_rawgeti_(state, ffi::LUA_REGISTRYINDEX, reference);
            ffi::lua_clonetable(state, -1);
            let table = ffi::lua_topointer(state, -1).cast::<Table>();
            ffi::lua_replace(state, -2);
            for (field, node) in SEEN.iter().zip(nodes) {
                let value = match (field.read)(creature) {
                    Read::Number(n) => TaggedValue::number(n),
                    Read::Boolean(b) => TaggedValue::boolean(b),
                    Read::Name(of, text) => TaggedValue::string(self.name(state, of, text)),
                    Read::Called(called) => TaggedValue::string(self.called(state, called)),
                    Read::String(s) => {
                        to.string(s.as_bytes());
                        to.field(field.key);
                        continue;
                    }
                };
                (*table).set(node.into(), value);
            }
        }
    }

    /// What a creature is called.
    #[inline]
    fn called(&mut self, state: *mut ffi::lua_State, called: Called) -> *const Text {
        let (at, of) = (called.id.slot() % MOST_CALLED, (called.id, called.behaviour));
        match self.creatures.get(at) {
            Some(Some(kept)) if kept.of == of => kept.string,
            _ => make(state, &mut self.creatures, at, of, called.text().as_bytes()),
        }
    }

    /// A name of the world.
    #[inline]
    fn name(&mut self, state: *mut ffi::lua_State, of: NameOf, text: &str) -> *const Text {
        let (list, at) = match of {
            NameOf::Symbol(symbol) => (&mut self.symbols, usize::from(symbol.0)),
            NameOf::Storey(storey) => (&mut self.storeys, storey.0 as usize),
        };
        string(state, list, at, text.as_bytes())
    }
}

/// The string at a place of a list, made when it is missing or has another text.
#[inline]
fn string(state: *mut ffi::lua_State, list: &mut List<Box<[u8]>>, at: usize, text: &[u8]) -> *const Text {
    match list.get(at) {
        Some(Some(kept)) if *kept.of == *text => kept.string,
        _ => make(state, list, at, text.into(), text),
    }
}

/// The call that needs it first does not pay for what all calls share.
#[cold]
fn make<T>(state: *mut ffi::lua_State, list: &mut List<T>, at: usize, of: T, text: &[u8]) -> *const Text {
    // SAFETY: the state runs. `keep` makes space; a lack of memory unwinds this frame.
    let kept = budget::paused(|| unsafe { keep(state, of, text) });
    if list.len() <= at {
        list.resize_with(at + 1, || None);
    }
    let string = kept.string;
    if let Some(old) = list[at].replace(kept) {
        // SAFETY: the reference is the list's own.
        unsafe { ffi::lua_unref(state, old.reference) };
    }
    string
}

unsafe fn keep<T>(state: *mut ffi::lua_State, of: T, text: &[u8]) -> Kept<T> {
    // SAFETY: the caller's promise: the state runs. What is pushed is taken off.
    unsafe {
        ffi::lua_rawcheckstack(state, 3);
        ffi::lua_pushlstring_(state, text.as_ptr().cast(), text.len());
        let start = ffi::lua_tolstring(state, -1, std::ptr::null_mut()).cast();
        let kept = Kept { of, string: Text::of_content(start), reference: ffi::lua_ref(state, -1) };
        ffi::lua_settop(state, -2);
        kept
    }
}

/// Pushes a string that the registry keeps alive.
#[inline]
unsafe fn push(state: *mut ffi::lua_State, string: *const Text) {
    let state: *mut State = state.cast();
    // SAFETY: the caller's promise: there is space.
    unsafe {
        *(*state).top = TaggedValue::string(string);
        (*state).top = (*state).top.add(1);
    }
}

/// Where the content of a string lies.
fn content(string: *const Text) -> usize {
    // SAFETY: the string was made and is kept.
    unsafe { Text::bytes(string) }.as_ptr() as usize
}
