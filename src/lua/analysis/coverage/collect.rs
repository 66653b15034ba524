//! The walk that collects the facts of a file's syntax tree.

use crate::lua::analysis::coverage::facts::Facts;
use crate::lua::analysis::coverage::facts::Function;
use crate::lua::analysis::coverage::facts::Meaning;
use crate::lua::analysis::coverage::facts::name;
use crate::lua::analysis::coverage::facts::path;
use crate::lua::analysis::coverage::facts::place;
use full_moon::ast::luau::{ConstAssignment, ConstFunction};
use full_moon::ast::punctuated::Punctuated;
use full_moon::ast::*;
use full_moon::tokenizer::TokenReference;
use full_moon::visitors::Visitor;
use std::collections::BTreeMap;

/// Walks over a whole file.
pub fn collect(ast: &Ast) -> Facts {
    let facts = Facts { functions: vec![Function::default()], by_place: BTreeMap::new(), behaviour: None };
    let mut collector = Collector { facts, open: vec![0] };
    collector.visit_ast(ast);
    collector.facts
}

struct Collector {
    facts: Facts,
    /// Functions around the present place, outermost first.
    open: Vec<usize>,
}

impl Collector {
    fn here(&self) -> usize {
        self.open.last().copied().unwrap_or(0)
    }

    fn declare(&mut self, name: String) -> &mut Vec<Meaning> {
        let here = self.here();
        self.facts.functions[here].names.entry(name).or_default()
    }

    fn mean(&mut self, name: String, meaning: Meaning) {
        self.declare(name).push(meaning);
    }

    /// A name that is assigned to: it belongs to whichever function declared it.
    fn assigned(&mut self, name: &str, meaning: Meaning) {
        let owner = self.facts.meanings(self.here(), name).map_or(0, |(owner, _)| owner);
        // A value that another function assigned is read with that function's names: too far to follow.
        let meaning = if owner == self.here() { meaning } else { Meaning::Unknown };
        self.facts.functions[owner].names.entry(name.to_owned()).or_default().push(meaning);
    }

    fn declared(&mut self, names: &Punctuated<TokenReference>, values: &Punctuated<Expression>) {
        let values: Vec<&Expression> = values.iter().collect();
        let spread = matches!(values.last(), Some(Expression::FunctionCall(_)));
        for (i, token) in names.iter().enumerate() {
            let meaning = match values.get(i) {
                Some(value) => Meaning::value(value),
                None if spread => Meaning::Unknown,
                None => {
                    self.declare(name(token)); // nil so far
                    continue;
                }
            };
            if let Some(Expression::TableConstructor(table)) = values.get(i) {
                self.members(&name(token), table);
            }
            self.mean(name(token), meaning);
        }
    }

    /// `M.f` for each entry of a table named M.
    fn members(&mut self, owner: &str, table: &TableConstructor) {
        for field in table.fields() {
            if let Field::NameKey { key, value, .. } = field {
                self.mean(format!("{owner}.{}", name(key)), Meaning::value(value));
            }
        }
    }

    fn enter(&mut self, token: &TokenReference, body: &FunctionBody, method: bool) -> usize {
        let index = self.facts.functions.len();
        self.facts.functions.push(Function { parent: self.here(), ..Function::default() });
        self.facts.by_place.insert(place(token), index);
        self.open.push(index);
        let shift = usize::from(method);
        if method {
            self.mean("self".into(), Meaning::Parameter(0));
        }
        for (i, p) in body.parameters().iter().enumerate() {
            if let Parameter::Name(token) = p {
                self.mean(name(token), Meaning::Parameter(i + shift));
            }
        }
        index
    }

    fn leave(&mut self) {
        if self.open.len() > 1 {
            self.open.pop();
        }
    }

    fn next_function(&self) -> usize {
        self.facts.functions.len()
    }
}

impl Visitor for Collector {
    fn visit_anonymous_function(&mut self, f: &AnonymousFunction) {
        self.enter(f.function_token(), f.body(), false);
    }

    fn visit_anonymous_function_end(&mut self, _: &AnonymousFunction) {
        self.leave();
    }

    fn visit_local_function(&mut self, f: &LocalFunction) {
        self.mean(name(f.name()), Meaning::Function(self.next_function()));
        self.enter(f.function_token(), f.body(), false);
    }

    fn visit_local_function_end(&mut self, _: &LocalFunction) {
        self.leave();
    }

    fn visit_const_function(&mut self, f: &ConstFunction) {
        self.mean(name(f.name()), Meaning::Function(self.next_function()));
        self.enter(f.function_token(), f.body(), false);
    }

    fn visit_const_function_end(&mut self, _: &ConstFunction) {
        self.leave();
    }

    fn visit_function_declaration(&mut self, f: &FunctionDeclaration) {
        let method = f.name().method_name().is_some();
        if !method {
            let parts: Vec<String> = f.name().names().iter().map(name).collect();
            let meaning = Meaning::Function(self.next_function());
            self.mean(parts.join("."), meaning);
        }
        self.enter(f.function_token(), f.body(), method);
    }

    fn visit_function_declaration_end(&mut self, _: &FunctionDeclaration) {
        self.leave();
    }

    fn visit_local_assignment(&mut self, l: &LocalAssignment) {
        self.declared(l.names(), l.expressions());
    }

    fn visit_const_assignment(&mut self, l: &ConstAssignment) {
        self.declared(l.names(), l.expressions());
    }

    fn visit_assignment(&mut self, a: &Assignment) {
        let values: Vec<&Expression> = a.expressions().iter().collect();
        for (i, var) in a.variables().iter().enumerate() {
            let target = match var {
                Var::Name(token) => Some(name(token)),
                Var::Expression(e) => path(e.prefix(), e.suffixes()),
                _ => None,
            };
            let value = values.get(i).map_or(Meaning::Unknown, |v| Meaning::value(v));
            if let Some(target) = target {
                self.assigned(&target, value);
            }
        }
    }

    fn visit_compound_assignment(&mut self, a: &CompoundAssignment) {
        if let Var::Name(token) = a.lhs() {
            self.assigned(&name(token), Meaning::Unknown);
        }
    }

    fn visit_numeric_for(&mut self, f: &NumericFor) {
        self.mean(name(f.index_variable()), Meaning::Unknown);
    }

    fn visit_generic_for(&mut self, f: &GenericFor) {
        f.names().iter().for_each(|n| self.mean(name(n), Meaning::Unknown));
    }

    fn visit_return(&mut self, r: &Return) {
        if let Some(first) = r.returns().iter().next() {
            let here = self.here();
            self.facts.functions[here].returns.push(first.clone());
        }
    }

    fn visit_function_call(&mut self, call: &FunctionCall) {
        let Prefix::Name(token) = call.prefix() else { return };
        let Some(Suffix::Call(Call::AnonymousCall(args))) = call.suffixes().next() else { return };
        if name(token) != "behaviour" {
            return;
        }
        let table = match &**args {
            FunctionArgs::TableConstructor(t) => Some(t),
            FunctionArgs::Parentheses { arguments, .. } => match arguments.iter().next() {
                Some(Expression::TableConstructor(t)) => Some(t),
                _ => None,
            },
            _ => None,
        };
        if let Some(table) = table {
            self.facts.behaviour = Some((self.here(), (**table).clone()));
        }
    }
}
