//! Odd values: what calls are given as arguments.

use crate::generate::Writer;

/// Numbers at the edges.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "0.5",
    "-0.5",
    "7",
    "25",
    "64",
    "100",
    "255",
    "256",
    "4000",
    "16384",
    "65536",
    "1e9",
    "-1e9",
    "2^31",
    "-2^31",
    "2^31 - 1",
    "2^53",
    "1e308",
    "-1e308",
    "1e-300",
    "math.huge",
    "-math.huge",
    "0/0",
    "math.pi",
];

/// Short strings: formats, patterns, numbers in disguise, bytes that are no characters.
const STRINGS: &[&str] = &[
    "''",
    "'x'",
    "'a'",
    "' '",
    "'12'",
    "'-1'",
    "'0x1F'",
    "'1e3'",
    "'nan'",
    "'inf'",
    "' 7 '",
    "'%d'",
    "'%s'",
    "'%q'",
    "'%5.3f'",
    "'%99d'",
    "'%*'",
    "'%'",
    "'.-b$'",
    "'%a+'",
    "'[^%s]*'",
    "'(.*)(.*)c'",
    "'%bxy'",
    "'(a+)%1'",
    "'%f[%w]'",
    "'('",
    "'[a'",
    "'a-b'",
    "'i1i2i4'",
    "'z'",
    "'s4'",
    "'!8d'",
    "'\\0'",
    "'\\xff\\xfe'",
    "'\\u{1F98A}'",
    "'k'",
    "'v'",
    "'__index'",
    "'__mode'",
    "'memory'",
    "'tick'",
    "'\\n'",
    "'\\27[2J'",
    "utf8.charpattern",
    "npc.name",
    "npc.state",
    "'culprit'",
    "'other'",
    "'k' .. npc.tick",
    "'lib.helper'",
];

/// Long strings.
const LONG: &[&str] = &[
    "string.rep('ab', 5000)",
    "string.rep('x', 16000)",
    "string.rep('word ', 2000)",
    "string.rep('y', 10000) .. 'a'",
    "string.rep('y', 10000) .. 'b'",
    "string.rep('a', 200)",
    "string.rep('%a', 100)",
    "string.rep('a?', 100)",
    "'0.' .. string.rep('123456789', 6)",
    "string.rep('\\u{e9}', 4000)",
    "string.rep('(', 40)",
    "string.rep('i4', 100)",
];

impl Writer {
    pub(crate) fn number(&mut self) -> String {
        if self.dice.once_in(3) {
            return self.dice.between(-3, 60).to_string();
        }
        self.dice.pick(NUMBERS).into()
    }

    pub(crate) fn string(&mut self) -> String {
        if self.dice.once_in(5) { self.dice.pick(LONG).into() } else { self.dice.pick(STRINGS).into() }
    }

    pub(crate) fn long_string(&mut self) -> String {
        self.dice.pick(LONG).into()
    }

    /// A table; never one of the creature's own.
    pub(crate) fn table(&mut self) -> String {
        let n = self.dice.pick(&["1", "10", "200", "4000"]);
        let inner = if self.dice.once_in(4) { self.scalar() } else { "i".into() };
        match self.dice.index(12) {
            0 => "{}".into(),
            1 => format!("{{ {}, {}, {} }}", self.scalar(), self.scalar(), self.scalar()),
            2 => format!("{{ x = {}, [{}] = {} }}", self.scalar(), "'k'", self.scalar()),
            3 => format!("table.create({n}, {inner})").replace("(1, i)", "(1)").replace(", i)", ", 1)"),
            4 => format!("table.create({n}0)"),
            5 => format!("(function() local t = {{}} for i = 1, {n} do t[i] = {inner} end return t end)()"),
            6 => format!("(function() local t = {{}} for i = 1, {n} do t['k' .. i] = i end return t end)()"),
            7 => "(function() local t = {} for _ = 1, 30 do t = { t } end return t end)()".into(),
            8 => {
                let (letter, long) = (self.dice.pick(&["k", "x"]), self.dice.pick(&["30", "4000", "15000"]));
                format!(
                    "(function() local t = {{}} for i = 1, math.min({n}, 200) do t[string.rep('{letter}', {long}) .. i] = i end return t end)()"
                )
            }
            9 => format!("(function() local t, u = {{}}, {{ 1, 2 }} for i = 1, {n} do t[i] = u end return t end)()"),
            10 => "(function() local t = { 1 } for _ = 1, 12 do t = { t, t, a = t } end return t end)()".into(),
            _ => self.with_metatable(),
        }
    }

    /// A table with operators of its own.
    fn with_metatable(&mut self) -> String {
        const KEYS: &[&str] = &[
            "__index",
            "__newindex",
            "__call",
            "__len",
            "__iter",
            "__lt",
            "__le",
            "__eq",
            "__concat",
            "__unm",
            "__add",
            "__sub",
            "__mul",
            "__div",
            "__idiv",
            "__mod",
            "__pow",
            "__tostring",
            "__metatable",
            "__name",
            "__mode",
            "__type",
        ];
        const DOES: &[&str] = &[
            "function(a) return a end",
            "function(_, b) return b end",
            "function() return 1 end",
            "function() error('no') end",
            "function() return string.rep('x', 9000) end",
            "function(a, b) return a .. b end",
            "function(a, b) return a < b end",
            "function() while true do end end",
            "function() return function() return 1 end end",
            "function() return 'x' end",
            "function(a, k) return a[k] end",
            "function(a) return #a end",
            "coroutine.yield",
            "next",
            "npc",
            "{ x = 1 }",
            "error",
        ];
        let keys = self.dice.between(1, 4);
        let entries: Vec<String> =
            (0..keys).map(|_| format!("{} = {}", self.dice.pick(KEYS), self.dice.pick(DOES))).collect();
        format!("setmetatable({{ 1, 2, x = 3 }}, {{ {} }})", entries.join(", "))
    }

    pub(crate) fn function(&mut self) -> String {
        let name = self.library_name();
        let body = match self.dice.index(8) {
            0 => "function(...) return ... end".into(),
            1 => "function(a, b) return a < b end".into(),
            2 => "function(a, b) return a end".into(),
            3 => "function() while true do end end".into(),
            4 => "function() coroutine.yield(1) return 2 end".into(),
            5 => "function(x) return string.rep('z', 9000) end".into(),
            6 => "function() local function f() return 1 + f() end return f() end".into(),
            _ => name.to_owned(),
        };
        if body.starts_with("function") { format!("({body})") } else { body }
    }

    /// A number, a string, a word or a variable.
    fn scalar(&mut self) -> String {
        match self.dice.index(4) {
            0 => self.number(),
            1 => self.string(),
            2 => self.dice.pick(&["true", "false", "nil", "npc.x", "npc.id", "npc.tick"]).into(),
            _ => self.variable(),
        }
    }

    /// Anything.
    pub(crate) fn value(&mut self) -> String {
        match self.dice.index(12) {
            0 | 1 => self.number(),
            2 | 3 => self.string(),
            4 => self.table(),
            5 => self.function(),
            6 => self
                .dice
                .pick(&[
                    "npc",
                    "npc.memory",
                    "npc.settings",
                    "mod.settings",
                    "nil",
                    "true",
                    "world",
                    "string",
                    "_G",
                    "math",
                    "npc.steer",
                    "npc.why",
                ])
                .into(),
            7 => format!("buffer.create({})", self.dice.pick(&["0", "1", "64", "16000"])),
            8 => format!("coroutine.create({})", self.function()),
            _ => self.variable(),
        }
    }
}

/// A first argument that a function of this library can take.
pub(crate) fn fitting(w: &mut Writer, name: &str) -> String {
    let library = name.split_once('.').map_or("", |(library, _)| library);
    match library {
        "string" | "utf8" => {
            if w.dice.once_in(2) {
                w.long_string()
            } else {
                w.string()
            }
        }
        "table" => w.table(),
        "buffer" => format!("buffer.create({})", w.dice.pick(&["1", "64", "16000"])),
        "math" | "bit32" => w.number(),
        "coroutine" => w.function(),
        _ => w.value(),
    }
}
