//! Follows what an expression of a behaviour's text may come to, without running it.

use crate::lua::analysis::coverage::facts::Facts;
use crate::lua::analysis::coverage::facts::Meaning;
use crate::lua::analysis::coverage::facts::name;
use crate::lua::analysis::coverage::facts::path;
use crate::lua::analysis::coverage::facts::place;
use full_moon::ast::{BinOp, Call, Expression, FunctionArgs, FunctionCall, Suffix, Var};
use full_moon::tokenizer::TokenType;
use std::collections::BTreeMap;

/// Expressions that are looked at for one handler; more come from texts made to explode.
const MAX_LOOKS: u32 = 10_000;

/// What an expression may come to.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// State names and the lines on which they stand.
    pub names: BTreeMap<String, u32>,
    /// It may come to something that is not written here.
    pub open: bool,
}

impl Answers {
    pub fn unknown() -> Self {
        Self { open: true, ..Self::default() }
    }

    fn and(mut self, other: Self) -> Self {
        for (name, line) in other.names {
            self.names.entry(name).or_insert(line);
        }
        self.open |= other.open;
        self
    }
}

/// Where an expression stands: in which function, and what that was called with when known.
#[derive(Clone, Copy)]
struct Context<'a> {
    function: usize,
    arguments: Option<&'a [Answers]>,
}

/// Follows what an expression may come to.
pub struct Reader<'a> {
    facts: &'a Facts,
    looks: u32,
    /// Functions and names being followed: meeting one again inside itself adds nothing new.
    functions: Vec<usize>,
    names: Vec<(usize, String)>,
}

impl<'a> Reader<'a> {
    pub fn new(facts: &'a Facts) -> Self {
        Self { facts, looks: 0, functions: Vec::new(), names: Vec::new() }
    }

    /// What a function may return.
    pub fn returns(&mut self, function: usize, arguments: Option<&[Answers]>) -> Answers {
        if self.functions.contains(&function) {
            let handed_on = arguments.into_iter().flatten().any(|a| !a.names.is_empty());
            return Answers { open: handed_on, ..Answers::default() };
        }
        self.functions.push(function);
        let context = Context { function, arguments };
        let facts = self.facts;
        let found = self.union(facts.functions[function].returns.iter(), context);
        self.functions.pop();
        found
    }

    fn union<'e>(&mut self, all: impl Iterator<Item = &'e Expression>, context: Context) -> Answers {
        all.fold(Answers::default(), |found, e| found.and(self.answers(e, context)))
    }

    fn answers(&mut self, e: &Expression, context: Context) -> Answers {
        self.looks += 1;
        if self.looks > MAX_LOOKS {
            return Answers::unknown();
        }
        match e {
            Expression::String(_) => text_of(e).map_or_else(Answers::unknown, |(text, line)| Answers {
                names: BTreeMap::from([(text, line)]),
                open: false,
            }),
            Expression::Parentheses { expression, .. } | Expression::TypeAssertion { expression, .. } => {
                self.answers(expression, context)
            }
            // What comes of `a and b` when `a` is false or nil is no state.
            Expression::BinaryOperator { lhs, binop, rhs } => match binop {
                BinOp::And(_) => self.answers(rhs, context),
                BinOp::Or(_) => self.union([&**lhs, &**rhs].into_iter(), context),
                BinOp::TwoDots(_) => Answers::unknown(),
                _ => Answers::default(),
            },
            Expression::IfExpression(branch) => {
                let others = branch.else_if_expressions().into_iter().flatten().map(|b| b.expression());
                self.union([branch.if_expression(), branch.else_expression()].into_iter().chain(others), context)
            }
            Expression::FunctionCall(call) => self.called(call, context),
            Expression::Var(var) => match var_path(var) {
                Some(name) => self.of_name(&name, context),
                None => Answers::unknown(),
            },
            Expression::Symbol(token) if name(token) == "..." => Answers::unknown(),
            Expression::InterpolatedString(_) => Answers::unknown(),
            // Numbers, truth values, tables, functions: no state's name.
            _ => Answers::default(),
        }
    }

    /// Whatever a name was given anywhere in its function.
    fn of_name(&mut self, name: &str, context: Context) -> Answers {
        let facts = self.facts;
        let Some((owner, meanings)) = facts.meanings(context.function, name) else { return Answers::unknown() };
        let key = (owner, name.to_owned());
        if self.names.contains(&key) {
            return Answers::default();
        }
        self.names.push(key);
        let inside = Context { function: owner, arguments: context.arguments.filter(|_| owner == context.function) };
        let mut found = Answers::default();
        for meaning in meanings {
            found = found.and(match meaning {
                Meaning::Value(e) => self.answers(e, inside),
                Meaning::Parameter(i) => {
                    inside.arguments.and_then(|a| a.get(*i)).cloned().unwrap_or_else(Answers::unknown)
                }
                Meaning::Function(_) => Answers::default(),
                Meaning::Unknown => Answers::unknown(),
            });
        }
        self.names.pop();
        found
    }

    /// What a call of one of the file's functions answers.
    fn called(&mut self, call: &FunctionCall, context: Context) -> Answers {
        let suffixes: Vec<&Suffix> = call.suffixes().collect();
        let Some((Suffix::Call(Call::AnonymousCall(args)), before)) = suffixes.split_last() else {
            return Answers::unknown();
        };
        let name = path(call.prefix(), before.iter().copied());
        let Some(function) = name.and_then(|n| named_function(self.facts, context.function, &n)) else {
            return Answers::unknown();
        };
        let given: Vec<Answers> = match &**args {
            FunctionArgs::Parentheses { arguments, .. } => arguments.iter().map(|a| self.answers(a, context)).collect(),
            _ => Vec::new(),
        };
        self.returns(function, Some(&given))
    }
}

/// The function of this file that an expression is, when there is only one that it can be.
pub fn function_of(facts: &Facts, function: usize, e: &Expression) -> Option<usize> {
    match e {
        Expression::Function(f) => facts.by_place.get(&place(f.function_token())).copied(),
        Expression::Parentheses { expression, .. } => function_of(facts, function, expression),
        Expression::Var(var) => named_function(facts, function, &var_path(var)?),
        _ => None,
    }
}

fn var_path(var: &Var) -> Option<String> {
    match var {
        Var::Name(token) => Some(name(token)),
        Var::Expression(e) => path(e.prefix(), e.suffixes()),
        _ => None,
    }
}

fn named_function(facts: &Facts, function: usize, name: &str) -> Option<usize> {
    match facts.meanings(function, name)? {
        (_, [Meaning::Function(f)]) => Some(*f),
        (_, [only]) => match only.written() {
            Some(Expression::Function(f)) => facts.by_place.get(&place(f.function_token())).copied(),
            _ => None,
        },
        _ => None,
    }
}

/// A literal text without escapes, and its line.
pub fn text_of(e: &Expression) -> Option<(String, u32)> {
    let Expression::String(token) = e else { return None };
    match token.token().token_type() {
        TokenType::StringLiteral { literal, .. } if !literal.contains('\\') => {
            Some((literal.to_string(), place(token).0))
        }
        _ => None,
    }
}
