//! One walk over a file's syntax tree: scopes and assignments, loops without `pairs`, names of states, places of keys.

mod answers;

use crate::diag::Diagnostic;
use crate::lua::source::lint::Lint;
use answers::{Handed, resolve};
use full_moon::ast::luau::{ConstAssignment, ConstFunction};
use full_moon::ast::*;
use full_moon::node::Node;
use full_moon::tokenizer::{TokenReference, TokenType};
use full_moon::visitors::Visitor;
use std::collections::BTreeMap;

/// Checks a parsed file. `lasting`: its functions are called long after it ran, by many creatures.
pub fn walk(label: &str, ast: &Ast, lasting: bool) -> Lint {
    let mut w = Walk {
        label,
        lasting,
        lint: Lint::default(),
        scopes: Vec::new(),
        waiting: BTreeMap::new(),
        functions: Vec::new(),
        lines: BTreeMap::new(),
        handed: Vec::new(),
        named: BTreeMap::new(),
    };
    w.visit_ast(ast);
    // Where several functions begin on one line, a line does not tell which of them returns.
    let Walk { mut lint, lines, mut handed, named, .. } = w;
    let alone = |line: u32| lines.get(&line) == Some(&1);
    lint.returns.retain(|r| alone(r.function_line));
    handed.retain(|h| alone(h.function_line));
    lint.handed = resolve(&handed, &lint.returns, &named);
    lint
}

struct Walk<'a> {
    label: &'a str,
    lasting: bool,
    lint: Lint,
    /// Names of each open block, and how many functions it lies in.
    scopes: Vec<(Vec<String>, usize)>,
    /// Names that come into being with a block (parameters, loop variables), by the block's address.
    waiting: BTreeMap<usize, Vec<String>>,
    /// Line of the `function` of each open function.
    functions: Vec<u32>,
    /// How many functions begin on each line.
    lines: BTreeMap<u32, u32>,
    handed: Vec<Handed>,
    /// Lines on which local functions of a name begin.
    named: BTreeMap<String, Vec<u32>>,
}

fn address<T>(node: &T) -> usize {
    std::ptr::from_ref(node) as usize
}

fn name(token: &TokenReference) -> String {
    match token.token().token_type() {
        TokenType::Identifier { identifier } => identifier.to_string(),
        _ => token.token().to_string(),
    }
}

fn place(token: &TokenReference) -> (u32, u32) {
    let p = token.token().start_position();
    (p.line() as u32, p.character() as u32)
}

/// Where an expression begins.
fn begin(e: &Expression) -> (u32, u32) {
    e.start_position().map_or((1, 1), |p| (p.line() as u32, p.character() as u32))
}

impl Walk<'_> {
    fn fault(&mut self, at: &TokenReference, message: String, hint: &str) {
        let (line, column) = place(at);
        self.lint.faults.push(Diagnostic::error(self.label, message).at(line, column).hint(hint));
    }

    fn declare(&mut self, name: String) {
        if let Some((names, _)) = self.scopes.last_mut() {
            names.push(name);
        }
    }

    /// How many functions deep the innermost local of this name was declared; `None` for a global.
    fn depth_of(&self, name: &str) -> Option<usize> {
        self.scopes.iter().rev().find(|(names, _)| names.iter().any(|n| n == name)).map(|(_, depth)| *depth)
    }

    fn assigned(&mut self, token: &TokenReference) {
        let name = name(token);
        match self.depth_of(&name) {
            None => {
                let hint =
                    format!("write 'local {name}' for a local, or npc.memory.{name} for what a creature shall keep");
                self.fault(token, format!("'{name}' is assigned but never declared: files share no globals"), &hint);
            }
            Some(0) if self.lasting && !self.functions.is_empty() => {
                let hint = format!("all creatures share what is at the top of a file; keep it in npc.memory.{name}");
                self.fault(token, format!("a function assigns the file's own variable '{name}'"), &hint);
            }
            Some(depth) => {
                for line in self.functions.iter().skip(depth) {
                    self.lint.kept.insert((*line, name.clone()));
                }
            }
        }
    }

    fn assigned_var(&mut self, var: &Var) {
        if let Var::Name(token) = var {
            self.assigned(token);
        }
    }

    fn enter_function(&mut self, token: &TokenReference, body: &FunctionBody, method: bool) {
        let line = place(token).0;
        self.functions.push(line);
        *self.lines.entry(line).or_default() += 1;
        let mut names: Vec<String> = body
            .parameters()
            .iter()
            .filter_map(|p| if let Parameter::Name(n) = p { Some(name(n)) } else { None })
            .collect();
        if method {
            names.push("self".into());
        }
        self.waiting.insert(address(body.block()), names);
    }

    fn leave_function(&mut self) {
        self.functions.pop();
    }

    /// Places of the keys in a behaviour's table, and in the tables in it.
    fn keys(&mut self, prefix: &str, table: &TableConstructor) {
        let mut unnamed = 0;
        for field in table.fields() {
            let below = |name: &str| if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") };
            let Field::NameKey { key, value, .. } = field else {
                if let Field::NoKey(value) = field {
                    unnamed += 1;
                    self.lint.keys.entry(below(&unnamed.to_string())).or_insert(begin(value));
                }
                continue;
            };
            let path = below(&name(key));
            self.lint.keys.entry(path.clone()).or_insert(place(key));
            self.lint.values.entry(path.clone()).or_insert(begin(value));
            if let Expression::TableConstructor(inner) = &**value {
                self.keys(&path, inner);
            }
        }
    }
}

impl Visitor for Walk<'_> {
    fn visit_block(&mut self, block: &Block) {
        let names = self.waiting.remove(&address(block)).unwrap_or_default();
        self.scopes.push((names, self.functions.len()));
    }

    fn visit_block_end(&mut self, _: &Block) {
        self.scopes.pop();
    }

    fn visit_anonymous_function(&mut self, f: &AnonymousFunction) {
        self.enter_function(f.function_token(), f.body(), false);
    }

    fn visit_anonymous_function_end(&mut self, _: &AnonymousFunction) {
        self.leave_function();
    }

    fn visit_local_function(&mut self, f: &LocalFunction) {
        self.named.entry(name(f.name())).or_default().push(place(f.function_token()).0);
        self.declare(name(f.name()));
        self.enter_function(f.function_token(), f.body(), false);
    }

    fn visit_local_function_end(&mut self, _: &LocalFunction) {
        self.leave_function();
    }

    fn visit_const_function(&mut self, f: &ConstFunction) {
        self.declare(name(f.name()));
        self.enter_function(f.function_token(), f.body(), false);
    }

    fn visit_const_function_end(&mut self, _: &ConstFunction) {
        self.leave_function();
    }

    fn visit_function_declaration(&mut self, f: &FunctionDeclaration) {
        let names = f.name().names();
        if let (1, Some(first), None) = (names.len(), names.iter().next(), f.name().method_name()) {
            self.assigned(first);
        }
        self.enter_function(f.function_token(), f.body(), f.name().method_name().is_some());
    }

    fn visit_function_declaration_end(&mut self, _: &FunctionDeclaration) {
        self.leave_function();
    }

    // A local exists from the end of its own statement on.
    fn visit_local_assignment_end(&mut self, l: &LocalAssignment) {
        l.names().iter().for_each(|n| self.declare(name(n)));
    }

    fn visit_const_assignment_end(&mut self, l: &ConstAssignment) {
        l.names().iter().for_each(|n| self.declare(name(n)));
    }

    fn visit_assignment(&mut self, a: &Assignment) {
        a.variables().iter().for_each(|v| self.assigned_var(v));
    }

    fn visit_compound_assignment(&mut self, a: &CompoundAssignment) {
        self.assigned_var(a.lhs());
    }

    fn visit_numeric_for(&mut self, f: &NumericFor) {
        self.waiting.insert(address(f.block()), vec![name(f.index_variable())]);
    }

    fn visit_generic_for(&mut self, f: &GenericFor) {
        self.waiting.insert(address(f.block()), f.names().iter().map(name).collect());
        let over: Vec<&Expression> = f.expressions().iter().collect();
        if let [only] = over[..]
            && matches!(only, Expression::Var(_) | Expression::TableConstructor(_))
        {
            let text = only.to_string().trim().to_owned();
            let hint = format!("write pairs({text}) or ipairs({text})");
            self.fault(f.in_token(), format!("a loop over '{text}' without pairs has no fixed order"), &hint);
        }
    }

    fn visit_return(&mut self, r: &Return) {
        if let (Some(line), Some(first)) = (self.functions.last().copied(), r.returns().iter().next()) {
            self.states_in(first, line);
        }
    }

    fn visit_function_call(&mut self, call: &FunctionCall) {
        if let Prefix::Name(token) = call.prefix()
            && name(token) == "behaviour"
            && let Some(Suffix::Call(Call::AnonymousCall(args))) = call.suffixes().next()
        {
            self.lint.keys.entry(String::new()).or_insert(place(token));
            match &**args {
                FunctionArgs::TableConstructor(t) => self.keys("", t),
                FunctionArgs::Parentheses { arguments, .. } => {
                    if let Some(Expression::TableConstructor(t)) = arguments.iter().next() {
                        self.keys("", t);
                    }
                }
                _ => {}
            }
        }
    }
}
