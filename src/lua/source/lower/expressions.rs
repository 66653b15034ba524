//! Expressions.

use crate::lua::source::literal::read_number;
use crate::lua::source::lower::{Lower, beginning, place, spelling};
use crate::lua::source::tree::*;
use full_moon::ast::luau::IfExpression;
use full_moon::ast::{
    BinOp, Call, Expression, Field, FunctionArgs, Index, Prefix, Suffix, TableConstructor, UnOp, Var,
};
use full_moon::tokenizer::TokenReference;

impl Lower {
    pub(crate) fn expression(&mut self, e: &Expression) -> ExprId {
        let at = place(e);
        let kind = match e {
            Expression::Parentheses { expression, .. } | Expression::TypeAssertion { expression, .. } => {
                Kind::Single(self.expression(expression))
            }
            Expression::BinaryOperator { lhs, binop, rhs } => {
                let op = binary(binop);
                let l = self.expression(lhs);
                let r = self.expression(rhs);
                let id = self.push(Kind::Binary(op, l, r), place(binop.token()));
                if matches!(op, Op::Order | Op::Arithmetic) {
                    self.tree.signs.insert(id, spelling(binop.token()));
                }
                return id;
            }
            Expression::UnaryOperator { unop, expression } => Kind::Unary(unary(unop), self.expression(expression)),
            Expression::Function(f) => {
                return self.function(beginning(f.attributes().next(), f.function_token()), f.body(), false);
            }
            Expression::FunctionCall(c) => return self.suffixed(c.prefix(), c.suffixes()),
            Expression::IfExpression(i) => self.choice(i),
            Expression::InterpolatedString(s) => Kind::Pieces(s.expressions().map(|e| self.expression(e)).collect()),
            Expression::TableConstructor(t) => self.table(t),
            Expression::Number(n) => Kind::Number(read_number(&spelling(n)).unwrap_or(0.0)),
            Expression::String(s) => string(s),
            Expression::Symbol(s) => match spelling(s).as_str() {
                "nil" => Kind::Nil,
                "..." => Kind::Varargs,
                word => Kind::Bool(word == "true"),
            },
            Expression::Var(v) => return self.var(v),
            _ => Kind::Varargs,
        };
        self.push(kind, at)
    }

    pub(crate) fn choice(&mut self, i: &IfExpression) -> Kind {
        let (mut conditions, mut values) = (vec![self.condition(i.condition())], Vec::new());
        values.push(self.expression(i.if_expression()));
        for other in i.else_if_expressions().into_iter().flatten() {
            conditions.push(self.condition(other.condition()));
            values.push(self.expression(other.expression()));
        }
        values.push(self.expression(i.else_expression()));
        Kind::Choice(conditions, values)
    }

    pub(crate) fn table(&mut self, t: &TableConstructor) -> Kind {
        let mut entries = Vec::new();
        for field in t.fields() {
            let (key, at, value) = match field {
                Field::NameKey { key, value, .. } => (Key::Name(spelling(key)), place(key), self.expression(value)),
                Field::ExpressionKey { key, value, .. } => {
                    let (k, v) = (self.expression(key), self.expression(value));
                    let name = self.tree.string(k).map(|t| Key::Name(t.to_owned()));
                    (name.unwrap_or(Key::Computed(k)), self.tree.at(k), v)
                }
                Field::NoKey(value) => (Key::None, place(value), self.expression(value)),
                _ => continue,
            };
            entries.push(Entry { key, at, value });
        }
        Kind::Table(entries)
    }

    pub(crate) fn var(&mut self, var: &Var) -> ExprId {
        match var {
            Var::Name(n) => self.name(n),
            Var::Expression(v) => self.suffixed(v.prefix(), v.suffixes()),
            _ => self.push(Kind::Varargs, Place::default()),
        }
    }

    pub(crate) fn suffixed<'a>(&mut self, prefix: &Prefix, suffixes: impl Iterator<Item = &'a Suffix>) -> ExprId {
        let mut e = match prefix {
            Prefix::Name(n) => self.name(n),
            Prefix::Expression(inner) => self.expression(inner),
            _ => self.push(Kind::Varargs, Place::default()),
        };
        let begin = self.tree.at(e);
        for suffix in suffixes {
            let kind = match suffix {
                Suffix::Index(Index::Dot { name, .. }) => Kind::Field { of: e, name: spelling(name), at: place(name) },
                Suffix::Index(Index::Brackets { expression, .. }) => {
                    let key = self.expression(expression);
                    match self.tree.string(key).map(str::to_owned) {
                        Some(name) => Kind::Field { of: e, name, at: self.tree.at(key) },
                        None => Kind::Item { of: e, key },
                    }
                }
                Suffix::Call(Call::AnonymousCall(args)) => Kind::Call { callee: e, args: self.arguments(args) },
                Suffix::Call(Call::MethodCall(m)) => {
                    let args = self.arguments(m.args());
                    Kind::Method { of: e, name: spelling(m.name()), at: place(m.name()), args }
                }
                _ => continue,
            };
            self.count_exit(&kind);
            e = self.push(kind, Place { end: 0, ..begin });
        }
        e
    }

    /// Counts calls of `error`, `assert` and `coroutine.yield`.
    fn count_exit(&mut self, kind: &Kind) {
        let Kind::Call { callee, .. } = kind else { return };
        let raises = ["error", "assert"].iter().any(|name| self.tree.is_global(*callee, name));
        self.exits += usize::from(raises || self.tree.field_name(*callee) == Some("yield"));
    }

    pub(crate) fn arguments(&mut self, args: &FunctionArgs) -> Vec<ExprId> {
        match args {
            FunctionArgs::Parentheses { arguments, .. } => arguments.iter().map(|e| self.expression(e)).collect(),
            FunctionArgs::String(s) => vec![self.push(string(s), place(s))],
            FunctionArgs::TableConstructor(t) => {
                let kind = self.table(t);
                vec![self.push(kind, place(&**t))]
            }
            _ => Vec::new(),
        }
    }
}

/// What a string with an escape in it is, is not followed.
fn string(token: &TokenReference) -> Kind {
    let literal = spelling(token);
    if literal.contains('\\') { Kind::Pieces(Vec::new()) } else { Kind::String(literal) }
}

fn binary(op: &BinOp) -> Op {
    match op {
        BinOp::And(_) => Op::And,
        BinOp::Or(_) => Op::Or,
        BinOp::TwoEqual(_) => Op::Equal,
        BinOp::TildeEqual(_) => Op::Unequal,
        BinOp::LessThan(_) | BinOp::LessThanEqual(_) | BinOp::GreaterThan(_) | BinOp::GreaterThanEqual(_) => Op::Order,
        BinOp::TwoDots(_) => Op::Concat,
        _ => Op::Arithmetic,
    }
}

fn unary(op: &UnOp) -> Op {
    match op {
        UnOp::Minus(_) => Op::Minus,
        UnOp::Not(_) => Op::Not,
        _ => Op::Length,
    }
}
