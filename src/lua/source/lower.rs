//! From a parsed file to the tree of the checks: names are resolved.

mod expressions;

use crate::lua::source::tree::*;
use full_moon::ast::{self, Ast, Block, Expression, FunctionBody, LastStmt, Parameter, Stmt, Var};
use full_moon::node::Node;
use full_moon::tokenizer::{TokenReference, TokenType};

/// The tree of a parsed file.
pub(crate) fn lower(ast: &Ast) -> Tree {
    let mut l =
        Lower { tree: Tree::default(), scopes: vec![Vec::new()], function: 0, sure: true, exits: Exits::default() };
    l.tree.functions.push(Function::default());
    let ends = l.block(ast.nodes());
    l.tree.functions[0].ends = ends;
    l.tree.last = ast.nodes().last_stmt().map(place).or(ast.nodes().stmts().last().map(last_line)).unwrap_or_default();
    l.tree.index();
    l.tree
}

struct Lower {
    tree: Tree,
    scopes: Vec<Vec<(String, LocalId)>>,
    function: FunctionId,
    /// Whether each call of the function reaches what comes next.
    sure: bool,
    /// What the function may leave a block by, counted as it is met.
    exits: Exits,
}

/// Statements and calls that end more than themselves.
#[derive(Clone, Copy, Default)]
struct Exits {
    /// `break`, `continue`, `error` and `assert`: what comes after may be passed over.
    jumps: usize,
    /// What ends a loop: all of these but `continue`, and `return` and `yield`.
    ends: usize,
}

fn spelling(token: &TokenReference) -> String {
    match token.token().token_type() {
        TokenType::Identifier { identifier } => identifier.to_string(),
        TokenType::StringLiteral { literal, .. } => literal.to_string(),
        _ => token.token().to_string(),
    }
}

fn place(node: &impl Node) -> Place {
    let (Some(start), Some(end)) = (node.start_position(), node.end_position()) else { return Place::default() };
    let same_line = start.line() == end.line();
    Place {
        line: start.line() as u32,
        column: start.character() as u32,
        end: if same_line { end.character() as u32 } else { 0 },
    }
}

/// The end of a statement.
fn last_line(s: &Stmt) -> Place {
    let end = s.end_position();
    end.map_or_else(Place::default, |p| Place { line: p.line() as u32, column: p.character() as u32, end: 0 })
}

impl Lower {
    fn push(&mut self, kind: Kind, at: Place) -> ExprId {
        self.tree.exprs.push(Expr { kind, at, function: self.function, sure: self.sure });
        self.tree.exprs.len() - 1
    }

    /// Lowers what may be passed over.
    fn maybe<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let sure = std::mem::replace(&mut self.sure, false);
        let done = work(self);
        self.sure = sure;
        done
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

    /// Lowers a block in a scope of its own; whether its end can be reached.
    fn block(&mut self, block: &Block) -> bool {
        self.scoped(|l| l.statements(block))
    }

    /// The function that is being lowered.
    fn current(&mut self) -> &mut Function {
        &mut self.tree.functions[self.function]
    }

    fn statements(&mut self, block: &Block) -> bool {
        let mut reached = true;
        let mut dead = None;
        for stmt in block.stmts() {
            self.tree.statements.push(place(stmt));
            if !reached {
                dead.get_or_insert(place(stmt));
            }
            let (returns, jumps) = (self.current().returns.len(), self.exits.jumps);
            reached &= self.statement(stmt);
            let returned = self.current().returns.len() > returns;
            let branches =
                !matches!(stmt, Stmt::LocalAssignment(_) | Stmt::Assignment(_) | Stmt::CompoundAssignment(_));
            self.sure &= !(returned || branches && self.exits.jumps > jumps);
        }
        if let Some(last) = block.last_stmt() {
            self.tree.statements.push(place(last));
            if !reached {
                dead.get_or_insert(place(last));
            }
            self.exits.ends += usize::from(!matches!(last, LastStmt::Continue(_)));
            if let LastStmt::Return(r) = last {
                let values = r.returns().iter().map(|e| self.expression(e)).collect();
                self.current().returns.push(values);
            } else {
                self.exits.jumps += 1;
            }
            reached = false;
        }
        self.tree.dead.extend(dead);
        reached
    }

    /// Whether what follows the statement can be reached.
    fn statement(&mut self, stmt: &Stmt) -> bool {
        match stmt {
            Stmt::LocalAssignment(l) => self.locals(l.names().iter(), l.expressions().iter()),
            Stmt::ConstAssignment(l) => self.locals(l.names().iter(), l.expressions().iter()),
            Stmt::LocalFunction(f) => self.local_function(f.name(), f.function_token(), f.body()),
            Stmt::ConstFunction(f) => self.local_function(f.name(), f.function_token(), f.body()),
            Stmt::FunctionDeclaration(f) => self.function_declaration(f),
            Stmt::Assignment(a) => self.assignment(a),
            Stmt::CompoundAssignment(a) => {
                self.expression(a.rhs());
                self.written(a.lhs(), None);
            }
            Stmt::FunctionCall(call) => {
                let e = self.suffixed(call.prefix(), call.suffixes());
                self.tree.dropped.push(e);
                return !self.raises(e);
            }
            Stmt::Do(d) => return self.block(d.block()),
            Stmt::If(i) => return self.branches(i),
            _ => self.repeated(stmt),
        }
        true
    }

    /// Lowers a loop; other statements have been lowered or say nothing.
    fn repeated(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::While(w) => {
                let (start, ends) = (self.tree.exprs.len(), self.exits.ends);
                let condition = self.condition(w.condition());
                self.maybe(|l| l.block(w.block()));
                self.looped(w.while_token(), condition, start, ends);
                let forever = matches!(self.tree.bare_kind(condition), Kind::Bool(true));
                if forever && self.exits.ends == ends {
                    self.tree.endless.push(place(w.while_token()));
                }
            }
            Stmt::Repeat(r) => {
                let (start, ends) = (self.tree.exprs.len(), self.exits.ends);
                // The condition of `until` sees the block's variables.
                let condition = self.scoped(|l| {
                    l.maybe(|l| {
                        l.statements(r.block());
                        l.condition(r.until())
                    })
                });
                self.looped(r.repeat_token(), condition, start, ends);
            }
            Stmt::NumericFor(f) => {
                let (first, last) = (self.expression(f.start()), self.expression(f.end()));
                f.step().map(|e| self.expression(e));
                self.scoped(|l| {
                    let name = f.index_variable();
                    let index = l.declare(spelling(name), place(name), Source::Number);
                    l.tree.counted.push((index, first, last));
                    l.maybe(|l| l.block(f.block()))
                });
            }
            Stmt::GenericFor(f) => {
                let over: Vec<ExprId> = f.expressions().iter().map(|e| self.expression(e)).collect();
                if let [only] = over[..] {
                    self.tree.loops.push((only, place(f.in_token())));
                }
                self.scoped(|l| {
                    for (i, n) in f.names().iter().enumerate() {
                        l.declare(spelling(n), place(n), over.first().map_or(Source::Unknown, |e| Source::Loop(*e, i)));
                    }
                    l.maybe(|l| l.block(f.block()))
                });
            }
            _ => {}
        }
    }

    /// Notes a loop that began when there were so many expressions and exits.
    fn looped(&mut self, word: &TokenReference, condition: ExprId, start: ExprId, ends: usize) {
        let (inside, leaves) = (start..self.tree.exprs.len(), self.exits.ends > ends);
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

    fn branches(&mut self, i: &ast::If) -> bool {
        let mut chain = vec![self.condition(i.condition())];
        self.maybe(|l| {
            let mut reached = l.block(i.block());
            for other in i.else_if().into_iter().flatten() {
                chain.push(l.condition(other.condition()));
                reached |= l.block(other.block());
            }
            let twins = |other: &&Block| chain.len() == 1 && same_text(i.block(), other);
            let twin =
                i.else_block().filter(twins).and_then(|b| b.stmts().next().map(place).or(b.last_stmt().map(place)));
            l.tree.twins.extend(twin);
            l.tree.chains.extend((chain.len() > 1).then_some(chain));
            match i.else_block() {
                Some(block) => reached | l.block(block),
                None => true,
            }
        })
    }

    fn locals<'a>(
        &mut self,
        names: impl Iterator<Item = &'a TokenReference>,
        values: impl Iterator<Item = &'a Expression>,
    ) {
        let values: Vec<ExprId> = values.map(|e| self.expression(e)).collect();
        for (i, n) in names.enumerate() {
            let source = nth(&values, i).map_or(Source::Nil, |(e, n)| Source::Value(e, n));
            self.declare(spelling(n), place(n), source);
        }
    }

    fn local_function(&mut self, name: &TokenReference, word: &TokenReference, body: &FunctionBody) {
        let id = self.declare(spelling(name), place(name), Source::Unknown);
        let e = self.function(word, body, false);
        self.tree.locals[id].sources = vec![Source::Value(e, 0)];
    }

    fn function_declaration(&mut self, f: &ast::FunctionDeclaration) {
        let mut names = f.name().names().iter().chain(f.name().method_name());
        let Some(first) = names.next() else { return };
        let mut target = self.name(first);
        for n in names {
            let kind = Kind::Field { of: target, name: spelling(n), at: place(n) };
            target = self.push(kind, place(n));
        }
        let value = self.function(f.function_token(), f.body(), f.name().method_name().is_some());
        self.write(target, Some((value, 0)));
    }

    fn assignment(&mut self, a: &ast::Assignment) {
        let values: Vec<ExprId> = a.expressions().iter().map(|e| self.expression(e)).collect();
        for (i, var) in a.variables().iter().enumerate() {
            self.written(var, nth(&values, i));
        }
    }

    fn written(&mut self, var: &Var, value: Option<(ExprId, usize)>) {
        let target = self.var(var);
        self.write(target, value);
    }

    fn write(&mut self, target: ExprId, value: Option<(ExprId, usize)>) {
        if matches!(self.tree.kind(target), Kind::Local(_) | Kind::Global(_)) {
            self.tree.assigned.push(target);
        }
        if let Kind::Local(id) = *self.tree.kind(target) {
            let source = value.map_or(Source::Unknown, |(e, n)| Source::Value(e, n));
            self.tree.locals[id].sources.push(source);
        } else {
            self.tree.writes.push(Write { target, value });
        }
    }

    fn function(&mut self, word: &TokenReference, body: &FunctionBody, method: bool) -> ExprId {
        let (at, parent) = (place(word), self.function);
        self.tree.functions.push(Function { at, parent, ..Function::default() });
        self.function = self.tree.functions.len() - 1;
        let id = self.function;
        let sure = std::mem::replace(&mut self.sure, true);
        let exits = std::mem::take(&mut self.exits);
        let ends = self.scoped(|l| {
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
        (self.current().ends, self.current().last) = (ends, last);
        (self.function, self.sure, self.exits) = (parent, sure, exits);
        self.push(Kind::Function(id), at)
    }
}

/// Whether two blocks read the same; long ones are not looked at.
fn same_text(a: &Block, b: &Block) -> bool {
    const MOST: usize = 4;
    let few = |b: &Block| b.stmts().take(MOST + 1).count();
    let simple = |b: &Block| {
        few(b) <= MOST
            && b.stmts().all(|s| matches!(s, Stmt::LocalAssignment(_) | Stmt::Assignment(_) | Stmt::FunctionCall(_)))
    };
    let words = |b: &Block| b.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    simple(a) && simple(b) && few(a) == few(b) && words(a) == words(b)
}

/// Which of a list's expressions the i-th name gets its value from, and which value of it.
fn nth(values: &[ExprId], i: usize) -> Option<(ExprId, usize)> {
    match values.get(i) {
        Some(e) => Some((*e, 0)),
        None => values.last().map(|e| (*e, i + 1 - values.len())),
    }
}
