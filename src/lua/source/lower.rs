//! From a parsed file to the tree of the checks: names are resolved.

mod assignments;
mod expressions;

use crate::lua::source::tree::*;
use full_moon::ast::{self, Ast, Expression, LastStmt};
use full_moon::node::Node;
use full_moon::tokenizer::{Position, TokenReference, TokenType};

/// The tree of a parsed file.
pub(crate) fn lower(ast: &Ast) -> Tree {
    let mut l = Lower { tree: Tree::default(), scopes: vec![Vec::new()], function: 0, exits: 0 };
    l.tree.functions.push(Function::default());
    let (body, ends) = l.block(ast.nodes());
    (l.tree.functions[0].body, l.tree.functions[0].ends) = (body, ends);
    l.tree.last = ast.nodes().last_stmt().map(place).or(ast.nodes().stmts().last().map(last_line)).unwrap_or_default();
    l.tree.index();
    l.tree
}

struct Lower {
    tree: Tree,
    scopes: Vec<Vec<(String, LocalId)>>,
    function: FunctionId,
    /// How many statements and calls were met in the function that end a loop: all but `continue`.
    exits: usize,
}

fn spelling(token: &TokenReference) -> String {
    match token.token().token_type() {
        TokenType::Identifier { identifier } => identifier.to_string(),
        TokenType::StringLiteral { literal, .. } => literal.to_string(),
        _ => token.token().to_string(),
    }
}

/// Where a node's last token ends. The parser's own positions take twice as long with each level of nesting.
fn end_of(node: &impl Node) -> Option<Position> {
    node.tokens().next_back().and_then(Node::end_position)
}

fn place(node: &impl Node) -> Place {
    let start = node.tokens().next().and_then(Node::start_position);
    let (Some(start), Some(end)) = (start, end_of(node)) else { return Place::default() };
    let same_line = start.line() == end.line();
    Place {
        line: start.line() as u32,
        column: start.character() as u32,
        end: if same_line { end.character() as u32 } else { 0 },
    }
}

/// Where a function begins for Luau: at its first attribute, where it has one, else at `function`.
fn beginning(attribute: Option<&impl Node>, word: &TokenReference) -> Place {
    attribute.map_or_else(|| place(word), place)
}

/// The end of a statement.
fn last_line(s: &ast::Stmt) -> Place {
    let end = end_of(s);
    end.map_or_else(Place::default, |p| Place { line: p.line() as u32, column: p.character() as u32, end: 0 })
}

impl Lower {
    fn push(&mut self, kind: Kind, at: Place) -> ExprId {
        self.tree.exprs.push(Expr { kind, at, function: self.function });
        self.tree.exprs.len() - 1
    }

    fn declare(&mut self, name: String, at: Place, source: Source) -> LocalId {
        let id = self.tree.locals.len();
        self.tree.locals.push(Local { name: name.clone(), at, function: self.function, sources: vec![source] });
        if let Some(scope) = self.scopes.last_mut() {
            scope.push((name, id));
        }
        id
    }

    fn find(&self, name: &str) -> Option<LocalId> {
        self.scopes.iter().rev().flat_map(|s| s.iter().rev()).find(|(n, _)| n == name).map(|(_, id)| *id)
    }

    fn name(&mut self, token: &TokenReference) -> ExprId {
        let name = spelling(token);
        let kind = self.find(&name).map_or(Kind::Global(name), Kind::Local);
        self.push(kind, place(token))
    }

    /// Lowers something in a scope of its own.
    fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(Vec::new());
        let done = work(self);
        self.scopes.pop();
        done
    }

    /// Lowers a block in a scope of its own; and whether its end can be reached.
    fn block(&mut self, block: &ast::Block) -> (Block, bool) {
        self.scoped(|l| l.statements(block))
    }

    /// The function that is being lowered.
    fn current(&mut self) -> &mut Function {
        &mut self.tree.functions[self.function]
    }

    fn statements(&mut self, block: &ast::Block) -> (Block, bool) {
        let (mut reached, mut dead, mut all) = (true, None, Block::new());
        let first = self.tree.writes.len();
        for stmt in block.stmts() {
            self.tree.statements.push(place(stmt));
            if !reached {
                dead.get_or_insert(place(stmt));
            }
            let (lowered, goes_on) = self.statement(stmt);
            all.extend(lowered);
            reached &= goes_on;
        }
        if let Some(last) = block.last_stmt() {
            self.tree.statements.push(place(last));
            if !reached {
                dead.get_or_insert(place(last));
            }
            self.exits += usize::from(!matches!(last, LastStmt::Continue(_)));
            all.push(match last {
                LastStmt::Return(r) => {
                    let values: Vec<ExprId> = r.returns().iter().map(|e| self.expression(e)).collect();
                    self.current().returns.push(values.clone());
                    Stmt::Return(values)
                }
                LastStmt::Continue(_) => Stmt::Continue,
                _ => Stmt::Break,
            });
            reached = false;
        }
        self.tree.dead.extend(dead);
        let end = self.tree.exprs.len();
        self.tree.writes[first..].iter_mut().filter(|w| w.until == 0).for_each(|w| w.until = end);
        (all, reached)
    }

    /// The statement, and whether what follows it can be reached.
    fn statement(&mut self, stmt: &ast::Stmt) -> (Option<Stmt>, bool) {
        let lowered = match stmt {
            ast::Stmt::LocalAssignment(l) => self.locals(l.names().iter(), l.expressions().iter()),
            ast::Stmt::ConstAssignment(l) => self.locals(l.names().iter(), l.expressions().iter()),
            ast::Stmt::LocalFunction(f) => {
                self.local_function(f.name(), beginning(f.attributes().next(), f.function_token()), f.body())
            }
            ast::Stmt::ConstFunction(f) => {
                self.local_function(f.name(), beginning(f.attributes().next(), f.function_token()), f.body())
            }
            ast::Stmt::FunctionDeclaration(f) => return (self.function_declaration(f), true),
            ast::Stmt::Assignment(a) => self.assignment(a),
            ast::Stmt::CompoundAssignment(a) => {
                let value = self.expression(a.rhs());
                Stmt::Change(self.written(a.lhs(), None), value)
            }
            ast::Stmt::FunctionCall(call) => {
                let e = self.suffixed(call.prefix(), call.suffixes());
                self.tree.dropped.push(e);
                return (Some(Stmt::Call(e)), !self.raises(e));
            }
            ast::Stmt::Do(d) => {
                let (body, ends) = self.block(d.block());
                return (Some(Stmt::Do(body)), ends);
            }
            ast::Stmt::If(i) => {
                let (lowered, ends) = self.branches(i);
                return (Some(lowered), ends);
            }
            _ => return (self.repeated(stmt), true),
        };
        (Some(lowered), true)
    }

    /// Lowers a loop; other statements have been lowered or say nothing.
    fn repeated(&mut self, stmt: &ast::Stmt) -> Option<Stmt> {
        Some(match stmt {
            ast::Stmt::While(w) => {
                let (start, exits) = (self.tree.exprs.len(), self.exits);
                let condition = self.condition(w.condition());
                let body = self.block(w.block()).0;
                self.looped(w.while_token(), condition, start, exits);
                let forever = matches!(self.tree.bare_kind(condition), Kind::Bool(true));
                if forever && self.exits == exits {
                    self.tree.endless.push(place(w.while_token()));
                }
                Stmt::While(condition, body)
            }
            // The condition of `until` sees the block's variables.
            ast::Stmt::Repeat(r) => self.scoped(|l| {
                let (start, exits) = (l.tree.exprs.len(), l.exits);
                let body = l.statements(r.block()).0;
                let condition = l.condition(r.until());
                l.looped(r.repeat_token(), condition, start, exits);
                Stmt::Repeat(body, condition)
            }),
            ast::Stmt::NumericFor(f) => {
                let ends = [Some(f.start()), Some(f.end()), f.step()];
                let over: Vec<ExprId> = ends.into_iter().flatten().map(|e| self.expression(e)).collect();
                self.tree.bounds.extend(&over);
                self.scoped(|l| {
                    let names =
                        vec![l.declare(spelling(f.index_variable()), place(f.index_variable()), Source::Number)];
                    Stmt::For { names, over, numeric: true, body: l.block(f.block()).0 }
                })
            }
            ast::Stmt::GenericFor(f) => {
                let over: Vec<ExprId> = f.expressions().iter().map(|e| self.expression(e)).collect();
                if let [only] = over[..] {
                    self.tree.loops.push((only, place(f.in_token())));
                }
                self.scoped(|l| {
                    let source = |i| over.first().map_or(Source::Unknown, |e| Source::Loop(*e, i));
                    let names = f
                        .names()
                        .iter()
                        .enumerate()
                        .map(|(i, n)| l.declare(spelling(n), place(n), source(i)))
                        .collect();
                    Stmt::For { names, over, numeric: false, body: l.block(f.block()).0 }
                })
            }
            _ => return None,
        })
    }

    /// Notes a loop that began when there were so many expressions and exits.
    fn looped(&mut self, word: &TokenReference, condition: ExprId, start: ExprId, exits: usize) {
        let (inside, leaves) = (start..self.tree.exprs.len(), self.exits > exits);
        self.tree.whiles.push(While { at: place(word), condition, inside, leaves });
    }

    fn condition(&mut self, e: &Expression) -> ExprId {
        let id = self.expression(e);
        self.tree.conditions.push(id);
        id
    }

    /// `error(…)` never comes back.
    fn raises(&self, e: ExprId) -> bool {
        matches!(self.tree.kind(e), Kind::Call { callee, .. } if self.tree.is_global(*callee, "error"))
    }

    fn branches(&mut self, i: &ast::If) -> (Stmt, bool) {
        let condition = self.condition(i.condition());
        let (body, mut reached) = self.block(i.block());
        let mut arms = vec![(condition, body)];
        for other in i.else_if().into_iter().flatten() {
            let condition = self.condition(other.condition());
            let (body, ends) = self.block(other.block());
            arms.push((condition, body));
            reached |= ends;
        }
        let (otherwise, ends) = i.else_block().map_or((Block::new(), true), |block| self.block(block));
        (Stmt::If(arms, otherwise), reached | ends)
    }
}
