//! A program from a seed: one behaviour, and a module below `lib/`.

use crate::dice::Dice;
use crate::many;
use crate::roots;

/// The culprit's files: path and source.
pub(crate) type Files = Vec<(String, String)>;

/// Writes Luau.
pub(crate) struct Writer {
    pub dice: Dice,
    /// Nothing that other creatures notice.
    pub quiet: bool,
    /// Variables in scope.
    variables: Vec<String>,
    /// Blocks around the statement that is written.
    depth: usize,
    names: usize,
    /// What all handlers of the file do, where they do the same.
    theme: Option<String>,
    /// Names of values that the file keeps for its handlers.
    kept: Vec<String>,
}

/// What a culprit without intent looks like: the others shall live as beside this one.
pub(crate) const IDLE: &str =
    "return behaviour { name = 'culprit', body = { speed = 1 }, start = 's', states = { s = {} } }";

const OPERATORS: &[&str] = &["+", "-", "*", "/", "//", "%", "^", "..", "==", "~=", "<", "<=", ">", ">=", "and", "or"];

/// The files of the program with this seed.
pub(crate) fn program(seed: u64, quiet: bool) -> Files {
    let dice = Dice::new(seed);
    let mut w = Writer { dice, quiet, variables: vec![], depth: 0, names: 0, theme: None, kept: vec![] };
    let helper = w.module();
    let culprit = w.behaviour();
    let mut files = vec![("npc/culprit.lua".into(), culprit), ("lib/helper.lua".into(), helper)];
    files.extend(many::modules(&mut w));
    files
}

impl Writer {
    fn behaviour(&mut self) -> String {
        const HANDLERS: &[(&str, &str)] = &[
            ("enter", "npc"),
            ("leave", "npc"),
            ("on_path", "npc, a"),
            ("hurt", "npc, a, b"),
            ("died", "npc"),
            ("heard", "npc, a, b"),
            ("message", "npc, a, b, c"),
            ("timer", "npc, a"),
        ];
        self.theme = self.dice.once_in(6).then(|| roots::storm(self));
        let kept = self.kept();
        let mut states = String::new();
        for state in ["s", "other"] {
            let tick = self.handler("npc");
            states += &format!("{state} = {{\ntick = {}function(npc)\n{tick}end,\n", self.attribute());
            for (name, params) in HANDLERS {
                if self.dice.once_in(4) {
                    let body = self.handler(params);
                    states += &format!("{name} = {}function({params})\n{body}end,\n", self.attribute());
                }
            }
            states += "},\n";
        }
        let top = if self.dice.once_in(5) { self.at_top() } else { String::new() };
        let many = many::states(self);
        format!(
            "local tactics = require 'lib.tactics'\nlocal helper = require 'lib.helper'\n{kept}{top}local states = {{\n{states}}}\n{many}\
             return behaviour {{ name = 'culprit', body = {{ speed = 1 }}, start = 's', states = states }}\n"
        )
    }

    /// Values of the file that its handlers use.
    fn kept(&mut self) -> String {
        self.variables.clear();
        let mut out = String::new();
        for _ in 0..self.dice.between(0, 3) {
            let value = if self.dice.once_in(2) { self.table() } else { self.value() };
            let value = if value.contains("npc") { "{ 1, x = 2 }".to_owned() } else { value };
            self.names += 1;
            let name = format!("kept{}", self.names);
            out += &format!("local {name} = {value}\n");
            self.kept.push(name);
        }
        out
    }

    /// What may precede a function.
    fn attribute(&mut self) -> &'static str {
        if self.dice.once_in(12) { self.dice.pick(&["@native ", "@native\n", "@checked "]) } else { "" }
    }

    fn module(&mut self) -> String {
        self.variables = vec!["a".into(), "b".into()];
        let body = self.block(3);
        let kept = self.dice.pick(&["{ 1, 2, 3 }", "'kept'", "string.find", "table.create(100)"]);
        format!(
            "local npc = {{ id = 1, x = 1, name = 'x', state = 's', memory = {{}} }}\nlocal tactics = {{}}\nlocal helper = {{ kept = {kept} }}\n{}function helper.help(npc, a, b)\n{body}end\nreturn helper\n",
            self.attribute()
        )
    }

    /// Statements that run while the file is loaded.
    fn at_top(&mut self) -> String {
        self.variables.clear();
        let body = self.block(3);
        format!("do local npc = {{ id = 1, x = 1, name = 'x', memory = {{}} }}\npcall(function()\n{body}end) end\n")
    }

    fn handler(&mut self, params: &str) -> String {
        let params = params.split(", ").skip(1).map(str::to_owned);
        self.variables = self.kept.iter().cloned().chain(params).collect();
        self.depth = 0;
        let mut out = String::new();
        for _ in 0..self.dice.between(1, 5) {
            out += &self.declaration();
        }
        out += &match self.dice.index(8) {
            _ if self.theme.is_some() => self.theme.clone().unwrap_or_default(),
            0..=2 => {
                let n = self.dice.between(3, 14);
                self.block(n)
            }
            3..=4 => self.drill(),
            5 => self.unrolled(),
            _ => roots::storm(self),
        };
        if self.dice.once_in(3) {
            out += &format!(
                "do return {} end\n",
                self.dice.pick(&["'s'", "'other'", "'k' .. npc.tick", "npc.name", "1", "npc", "nil"])
            );
        }
        out
    }

    /// A name that is in scope.
    pub(crate) fn variable(&mut self) -> String {
        match self.variables.len() {
            0 => "1".into(),
            n => self.variables[self.dice.index(n)].clone(),
        }
    }

    fn declaration(&mut self) -> String {
        let value = self.value();
        self.names += 1;
        let name = format!("v{}", self.names);
        self.variables.push(name.clone());
        format!("local {name} = {value}\n")
    }

    pub(crate) fn block(&mut self, statements: i64) -> String {
        let scope = self.variables.len();
        self.depth += 1;
        let out = (0..statements).map(|_| self.statement()).collect();
        self.depth -= 1;
        self.variables.truncate(scope);
        out
    }

    fn inner(&mut self) -> String {
        let n = self.dice.between(1, 4);
        self.block(n)
    }

    fn statement(&mut self) -> String {
        let kind = if self.depth > 4 { self.dice.index(6) } else { self.dice.index(19) };
        let bound = self.dice.pick(&["3", "10", "100", "2000", "1e9", "npc.x", "'5'"]);
        match kind {
            0 => self.declaration(),
            1 if self.variables.len() > self.kept.len() => {
                // A value of the file cannot be assigned: those lie in front.
                let own = self.kept.len() + self.dice.index(self.variables.len() - self.kept.len());
                format!("{} = {}\n", self.variables[own].clone(), self.expression(2))
            }
            2 => format!("pcall(function() {} = {} end)\n", self.place(), self.expression(2)),
            3..=5 => self.call_statement(),
            6 => format!("if {} then\n{}else\n{}end\n", self.expression(2), self.inner(), self.inner()),
            7 => format!("while {} do\n{}end\n", self.expression(1), self.inner()),
            8 => format!("for i = 1, {bound} do\n{}end\n", self.inner()),
            9 => format!(
                "for i = {}, {}, {} do\n{}if i ~= i then break end end\n",
                self.number(),
                self.number(),
                self.number(),
                self.inner()
            ),
            10 => {
                let over = self.value();
                format!("pcall(function() for k, v in pairs({over}) do\n{}end end)\n", self.inner())
            }
            11 => format!("pcall(function()\n{}end)\n", self.inner()),
            12 => format!("coroutine.wrap(function()\n{}coroutine.yield({})\nend)()\n", self.inner(), self.value()),
            13 => format!(
                "npc.memory[{}] = {}\n",
                self.dice.pick(&["'a'", "'b'", "1", "2", "npc.tick"]),
                self.expression(2)
            ),
            14 => {
                self.names += 1;
                let name = format!("f{}", self.names);
                format!(
                    "{}local function {name}(n, ...)\n{}return n and n < 150 and {name}(n + 1, ...) end {name}(1, {})\n",
                    self.attribute(),
                    self.inner(),
                    self.value()
                )
            }
            16 => {
                let over = self.value();
                format!("pcall(function() for k, v in ({over}) do\n{}npc.memory.v = v break end end)\n", self.inner())
            }
            17 => format!(
                "local function many(...)\n{}return ... end pcall(many, {}, {})\n",
                self.inner(),
                self.value(),
                self.value()
            ),
            15 => format!("for w in string.gmatch({}, {}) do\n{}end\n", self.string(), self.string(), self.inner()),
            _ => format!("pcall(helper.help, npc, {}, {})\n", self.value(), self.value()),
        }
    }

    /// Where a value can be put.
    fn place(&mut self) -> String {
        let of = self.dice.pick(&["npc.memory", "npc", "_G", "string", "helper"]);
        let of = if self.variables.is_empty() || self.dice.once_in(3) { of.to_owned() } else { self.variable() };
        format!("{of}[{}]", self.expression(1))
    }

    fn call_statement(&mut self) -> String {
        let (f, args) = self.call();
        self.names += 1;
        match self.dice.index(4) {
            0 => format!("pcall(function() {f}({args}) end)\n"),
            1 => {
                let name = format!("r{}", self.names);
                let made = format!("local _, {name} = pcall(function() return {f}({args}) end)\n");
                self.variables.push(name);
                made
            }
            2 => format!("pcall({f}{}{args})\n", if args.is_empty() { "" } else { ", " }),
            _ => format!("xpcall(function() {f}({args}) end, {})\n", self.function()),
        }
    }

    pub(crate) fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.value();
        }
        match self.dice.index(8) {
            0..=2 => {
                let operator = self.dice.pick(OPERATORS);
                format!("({} {operator} {})", self.expression(depth - 1), self.expression(depth - 1))
            }
            3 => format!("({} {})", self.dice.pick(&["-", "not", "#"]), self.expression(depth - 1)),
            4 => {
                let (f, args) = self.call();
                format!("{f}({args})")
            }
            5 => format!("(if {} then {} else {})", self.value(), self.expression(depth - 1), self.value()),
            6 => format!("`{{{}}} {{{}}}`", self.variable(), self.variable()),
            _ => self.value(),
        }
    }

    /// One call, again and again.
    fn drill(&mut self) -> String {
        let mut out = String::new();
        for _ in 0..self.dice.between(2, 4) {
            out += &self.declaration();
        }
        let work = self.work();
        out + &match self.dice.index(3) {
            0 => format!("for i = 1, 1e9 do {work} end\n"),
            1 => format!(
                "pcall(function() for i = 1, 1e9 do {work} end end)\nwhile true do pcall(function() {work} end) end\n"
            ),
            _ => format!("if pcall(function() {work} end) then while true do {work} end end\n"),
        }
    }

    /// A statement with variables for arguments, so that nothing but it takes time.
    pub(crate) fn work(&mut self) -> String {
        if self.dice.once_in(3) {
            let operator = self.dice.pick(OPERATORS);
            return format!("local _ = {} {operator} {}", self.variable(), self.variable());
        }
        let (f, _) = self.call();
        let n = self.dice.between(1, 4);
        let mut args: Vec<String> = (0..n).map(|_| self.variable()).collect();
        if self.dice.once_in(2) {
            args[0] = if f.starts_with("npc") || f.starts_with("path") || f.starts_with("tact") {
                "npc".into()
            } else {
                self.variable()
            };
        }
        if self.dice.once_in(3) {
            args.pop();
        }
        format!("local _ = {f}({})", args.join(", "))
    }

    /// The same work without a loop or a call between.
    fn unrolled(&mut self) -> String {
        let mut out = String::new();
        for _ in 0..self.dice.between(2, 4) {
            out += &self.declaration();
        }
        let (a, b, operator) = (self.variable(), self.variable(), self.dice.pick(OPERATORS));
        let joint = self.dice.pick(&[
            "x = {a} {op} {b} ",
            "x = -{a} ",
            "x = `{{a}}{{b}}` ",
            "x = {{a}, {b}} ",
            "x = {a}[{b}] ",
            "x = math.abs({a}) ",
            "x = function() return {a} end ",
            "x = #{a} ",
        ]);
        let joint = joint.replace("{a}", &a).replace("{b}", &b).replace("{op}", operator);
        let times = self.dice.pick(&["50", "500", "4000"]).parse().unwrap_or(50);
        let many = joint.repeat(times);
        let around = self.dice.pick(&[
            "{}",
            "while true do {} end",
            "for i = 1, 1e9 do {} end",
            "local function f() {} return f() end f()",
        ]);
        out + "local x\n" + &around.replacen("{}", &many, 1) + "\n"
    }
}
