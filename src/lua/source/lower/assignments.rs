//! What statements declare and assign: variables, fields and functions.

use super::{Lower, beginning, nth, place, spelling};
use crate::lua::source::tree::*;
use full_moon::ast::{self, Expression, FunctionBody, Parameter, Var};
use full_moon::tokenizer::TokenReference;

impl Lower {
    pub(super) fn locals<'a>(
        &mut self,
        names: impl Iterator<Item = &'a TokenReference>,
        values: impl Iterator<Item = &'a Expression>,
    ) -> Stmt {
        let values: Vec<ExprId> = values.map(|e| self.expression(e)).collect();
        let source = |i| nth(&values, i).map_or(Source::Nil, |(e, n)| Source::Value(e, n));
        let names = names.enumerate().map(|(i, n)| self.declare(spelling(n), place(n), source(i))).collect();
        Stmt::Local(names, values)
    }

    pub(super) fn local_function(&mut self, name: &TokenReference, at: Place, body: &FunctionBody) -> Stmt {
        let id = self.declare(spelling(name), place(name), Source::Unknown);
        let e = self.function(at, body, false);
        self.tree.locals[id].sources = vec![Source::Value(e, 0)];
        Stmt::Local(vec![id], vec![e])
    }

    pub(super) fn function_declaration(&mut self, f: &ast::FunctionDeclaration) -> Option<Stmt> {
        let mut names = f.name().names().iter().chain(f.name().method_name());
        let mut target = self.name(names.next()?);
        for n in names {
            let kind = Kind::Field { of: target, name: spelling(n), at: place(n) };
            target = self.push(kind, place(n));
        }
        let at = beginning(f.attributes().next(), f.function_token());
        let value = self.function(at, f.body(), f.name().method_name().is_some());
        self.write(target, Some((value, 0)));
        Some(Stmt::Assign(vec![target], vec![value]))
    }

    pub(super) fn assignment(&mut self, a: &ast::Assignment) -> Stmt {
        let values: Vec<ExprId> = a.expressions().iter().map(|e| self.expression(e)).collect();
        let targets = a.variables().iter().enumerate().map(|(i, var)| self.written(var, nth(&values, i))).collect();
        Stmt::Assign(targets, values)
    }

    pub(super) fn written(&mut self, var: &Var, value: Option<(ExprId, usize)>) -> ExprId {
        let target = self.var(var);
        self.write(target, value);
        target
    }

    pub(super) fn write(&mut self, target: ExprId, value: Option<(ExprId, usize)>) {
        if matches!(self.tree.kind(target), Kind::Local(_) | Kind::Global(_)) {
            self.tree.assigned.push(target);
        }
        if let Kind::Local(id) = *self.tree.kind(target) {
            let source = value.map_or(Source::Unknown, |(e, n)| Source::Value(e, n));
            self.tree.locals[id].sources.push(source);
        } else {
            self.tree.writes.push(Write { target, value, until: 0 });
        }
    }

    pub(super) fn function(&mut self, at: Place, body: &FunctionBody, method: bool) -> ExprId {
        let parent = self.function;
        self.tree.functions.push(Function { at, parent, ..Function::default() });
        self.function = self.tree.functions.len() - 1;
        let id = self.function;
        let exits = std::mem::take(&mut self.exits);
        let (block, ends) = self.scoped(|l| {
            if method {
                let own = l.declare("self".into(), at, Source::Unknown);
                l.current().parameters.push(own);
            }
            for p in body.parameters() {
                let Parameter::Name(name) = p else {
                    l.current().variadic = true;
                    continue;
                };
                let source = Source::Parameter(id, l.current().parameters.len());
                let local = l.declare(spelling(name), place(name), source);
                l.current().parameters.push(local);
            }
            l.block(body.block())
        });
        let last = body.block().stmts().last().map_or(at, place);
        let current = self.current();
        (current.ends, current.last, current.body) = (ends, last, block);
        (self.function, self.exits) = (parent, exits);
        self.push(Kind::Function(id), at)
    }
}
