//! What functions answer: state names where they are written out, and those handed on from another function of the file,
//! as by `return hunt(npc, prey)`.

use crate::lua::source::lint::StateReturn;
use crate::lua::source::lint::walk::Walk;
use crate::lua::source::lint::walk::name;
use crate::lua::source::lint::walk::place;
use full_moon::ast::*;
use full_moon::tokenizer::TokenType;
use std::collections::BTreeMap;

/// What a function answers with another's answer.
#[derive(Debug)]
pub struct Handed {
    pub callee: String,
    pub line: u32,
    pub column: u32,
    /// Line of the `function` it stands in.
    pub function_line: u32,
}

/// For each state that a called function names itself, where it is handed on; nothing of names that stand for several
/// functions.
pub fn resolve(all: &[Handed], returns: &[StateReturn], named: &BTreeMap<String, Vec<u32>>) -> Vec<StateReturn> {
    let mut found: Vec<StateReturn> = Vec::new();
    for h in all {
        let Some([callee]) = named.get(&h.callee).map(Vec::as_slice) else { continue };
        for r in returns.iter().filter(|r| r.function_line == *callee) {
            let here =
                StateReturn { name: r.name.clone(), line: h.line, column: h.column, function_line: h.function_line };
            if !found.contains(&here) {
                found.push(here);
            }
        }
    }
    found
}

impl Walk<'_> {
    /// Strings that an expression may come to.
    pub(crate) fn states_in(&mut self, e: &Expression, line: u32) {
        match e {
            Expression::String(token) => {
                if let TokenType::StringLiteral { literal, .. } = token.token().token_type()
                    && !literal.contains('\\')
                {
                    let (l, column) = place(token);
                    self.lint.returns.push(StateReturn {
                        name: literal.to_string(),
                        line: l,
                        column,
                        function_line: line,
                    });
                }
            }
            Expression::FunctionCall(call) => {
                if let (Prefix::Name(token), Some(Suffix::Call(Call::AnonymousCall(_)))) =
                    (call.prefix(), call.suffixes().next())
                {
                    let (l, column) = place(token);
                    self.handed.push(Handed { callee: name(token), line: l, column, function_line: line });
                }
            }
            Expression::Parentheses { expression, .. } | Expression::TypeAssertion { expression, .. } => {
                self.states_in(expression, line);
            }
            Expression::BinaryOperator { lhs, binop, rhs } => match binop {
                BinOp::And(_) => self.states_in(rhs, line),
                BinOp::Or(_) => {
                    self.states_in(lhs, line);
                    self.states_in(rhs, line);
                }
                _ => {}
            },
            Expression::IfExpression(branch) => {
                self.states_in(branch.if_expression(), line);
                self.states_in(branch.else_expression(), line);
                for other in branch.else_if_expressions().into_iter().flatten() {
                    self.states_in(other.expression(), line);
                }
            }
            _ => {}
        }
    }
}
