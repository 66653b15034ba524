//! What a script can call, as the program itself declares it: the functions that are reachable in a new machine, the methods
//! of creatures, the tactics.

use crate::generate::Writer;
use crate::values;
use bestiary::ScriptParams;
use bestiary::testing::lua::declarations::{Function, Param, TACTICS, Type, natives as declared};
use bestiary::testing::lua::natives::reachable;
use bestiary::testing::lua::spec_host::ShapeName;
use std::sync::LazyLock;

/// Functions of the library, as scripts write them.
static LIBRARY: LazyLock<Vec<String>> = LazyLock::new(|| {
    let of_the_api = |name: &str| declared().any(|f| !f.area.is_empty() && name.starts_with(f.area));
    reachable(&ScriptParams::default()).into_iter().filter(|name| !of_the_api(name)).collect()
});

/// Functions of the API and of the tactics.
static API: LazyLock<Vec<Function>> =
    LazyLock::new(|| declared().filter(|f| !f.area.is_empty()).chain(TACTICS).copied().collect());

/// Calls that other creatures notice.
const HEARD: [&str; 3] = ["shout", "send", "attack"];

impl Writer {
    /// The name of a function of the library.
    pub(crate) fn library_name(&mut self) -> &'static str {
        let at = self.dice.index(LIBRARY.len());
        LIBRARY[at].as_str()
    }

    /// A function and its arguments: `string.find`, `s, 'a'`. Never evaluated more often than once by the callers.
    pub(crate) fn call(&mut self) -> (String, String) {
        if self.dice.once_in(3) { self.api_call() } else { self.library_call() }
    }

    fn library_call(&mut self) -> (String, String) {
        let name = self.library_name();
        let count = if self.dice.once_in(12) { self.dice.between(5, 40) } else { self.dice.between(0, 4) };
        let mut args: Vec<String> = (0..count).map(|_| self.value()).collect();
        if let (Some(first), false) = (args.first_mut(), self.dice.once_in(6)) {
            *first = values::fitting(self, name);
        }
        if self.dice.once_in(10) {
            let n = self.dice.pick(&["3", "100", "4000", "7900"]);
            let of = self.table();
            args.push(format!("unpack({of}, 1, {n})"));
        }
        (name.to_owned(), args.join(", "))
    }

    fn api_call(&mut self) -> (String, String) {
        let f = API[self.dice.index(API.len())];
        if self.quiet && HEARD.contains(&f.name) {
            return ("npc.distance".into(), "npc, 3, 4".into());
        }
        let signature = f.signatures[self.dice.index(f.signatures.len())];
        let mut args: Vec<String> = signature.params.iter().map(|p| self.argument(p)).collect();
        if f.area == "npc" && !self.dice.once_in(30) {
            args.insert(0, "npc".into());
        }
        let name = match f.area {
            "" => format!("tactics.{}", f.name),
            area => format!("{area}.{}", f.name),
        };
        (name, args.join(", "))
    }

    /// What a parameter asks for, or anything.
    fn argument(&mut self, p: &Param) -> String {
        if self.dice.once_in(8) {
            return self.value();
        }
        match p.ty {
            Type::Number | Type::Integer => self.number(),
            Type::Id => self.dice.pick(&["npc.id", "(npc:nearest { within = 1000 } or 1)", "0", "1", "2", "99"]).into(),
            Type::String => self.string(),
            Type::Word(domain) => {
                let words = domain.words().unwrap_or_default();
                if words.is_empty() { self.string() } else { format!("{:?}", words[self.dice.index(words.len())]) }
            }
            Type::Shape(ShapeName::Npc) => "npc".into(),
            Type::Shape(ShapeName::Filter) => {
                let within = self.number();
                let more = self.dice.pick(&["", "visible = true", "hurt = false", "limit = 2", "faction = 'prey'"]);
                format!("{{ within = {within}, {more} }}")
            }
            _ => self.value(),
        }
    }
}
