//! Specs: letters that are not drawn, words that are expected, codes that a call cannot return, values left out.

use crate::diag::{Diagnostic, did_you_mean};
use crate::lua::analysis::infer::many;
use crate::lua::analysis::spec::{MAX_DEPTH, Spec};
use crate::lua::api::declare::{Function, ShapeName, Signature, Type};
use crate::lua::api::forced::PathCall;
use crate::lua::source::tree::{ExprId, Key, Kind, Place};
use std::collections::BTreeMap;

impl Spec<'_> {
    /// A call of a function of specs that gets too few values.
    pub(super) fn left_out(&mut self, shown: &str, at: Place, f: &Function, args: &[ExprId]) {
        let least = |s: &Signature| s.params.iter().take_while(|p| !p.optional).count();
        let Some(first) = f.signatures.iter().min_by_key(|s| least(s)) else { return };
        if args.len() < least(first) && !args.last().is_some_and(|a| many(self.tree, *a)) {
            let p = &first.params[args.len()];
            let names: Vec<&str> = first.params.iter().map(|p| p.name).collect();
            let message = format!("{shown} needs {} ({})", p.name, p.ty.noun());
            self.error(at, message, format!("write {shown}({})", names.join(", ")));
        }
    }

    /// `world { [[ … ]], w = "wolf" }`: letters that are nowhere in the drawing.
    pub(super) fn plan(&mut self, plan: ExprId) {
        let Some(drawing) = self.drawing(plan).map(str::to_owned) else { return };
        for entry in self.tree.entries(plan).into_iter().flatten() {
            if let Some(letter) = entry.name().filter(|name| name.chars().count() == 1) {
                self.letter(letter, entry.at, &drawing);
            }
        }
    }

    /// The letters among the arguments of a method of a world, or of a creature in it.
    pub(super) fn letters(&mut self, of: ExprId, f: &Function, args: &[ExprId]) {
        let Some(drawing) = self.plan_of(of, 0).and_then(|plan| self.drawing(plan)).map(str::to_owned) else { return };
        let Some(signature) = f.signatures.iter().find(|s| s.params.len() >= args.len()) else { return };
        for (arg, p) in args.iter().zip(signature.params) {
            let takes = p.name == "letter" || matches!(p.ty, Type::Union(all) if all.contains(&Type::String));
            if let Some(letter) = self.tree.string(*arg).filter(|_| takes) {
                self.letter(letter, self.tree.at(*arg), &drawing);
            }
        }
    }

    fn letter(&mut self, letter: &str, at: Place, drawing: &str) {
        if !drawing.contains(letter) {
            let mut all: Vec<String> = drawing.chars().filter(|c| c.is_alphanumeric()).map(String::from).collect();
            all.sort();
            all.dedup();
            let hint = if all.is_empty() { "it has no letters".into() } else { format!("it has: {}", all.join(", ")) };
            self.error(at, format!("there is no '{letter}' in the drawing"), hint);
        }
    }

    fn drawing(&self, plan: ExprId) -> Option<&str> {
        let first = self.tree.entries(plan)?.iter().find(|e| e.key == Key::None)?;
        let value = match *self.tree.bare_kind(first.value) {
            Kind::Local(l) => self.tree.only_value(l)?,
            _ => first.value,
        };
        self.tree.string(value)
    }

    /// The table that the world of a handle was made from.
    fn plan_of(&self, e: ExprId, depth: usize) -> Option<ExprId> {
        let tree = self.tree;
        let inner = |e: ExprId| self.plan_of(e, depth + 1);
        match tree.bare_kind(e) {
            _ if depth > MAX_DEPTH => None,
            Kind::Local(l) => match self.given(*l)?[..] {
                [only] => inner(only),
                _ => None,
            },
            Kind::Call { callee, args } => args.first().copied().filter(|_| tree.is_global(*callee, "world")),
            Kind::Method { of, .. } | Kind::Item { of, .. } => inner(*of),
            _ => None,
        }
    }

    /// `expect(one.state).to_be("rest")`: the word has to be one of those that the value can be.
    pub(super) fn expected(&mut self, of: ExprId, name: &str, args: &[ExprId]) {
        let Some(Type::Shape(ShapeName::Expectation)) = self.handle(of, 0) else { return };
        let mut from = of;
        while let Kind::Field { of, .. } = self.tree.bare_kind(from) {
            from = *of;
        }
        if let (Kind::Call { args: values, .. }, "to_be", [word]) = (self.tree.bare_kind(from), name, args)
            && let Some(ty) = values.first().and_then(|value| self.handle(*value, 0))
        {
            self.value(*word, ty);
        }
        if let Some(f) = crate::lua::api::spec::EXPECTATIONS.iter().find(|f| f.name == name) {
            self.left_out(name, self.tree.named_at(of), f, args);
        }
    }

    /// `expect(one.alive)` without what it should be.
    pub(super) fn untested(&mut self) {
        for call in &self.tree.dropped {
            if let Kind::Call { callee, .. } = self.tree.kind(*call)
                && self.tree.is_global(*callee, "expect")
            {
                let message = "this expects nothing: what the value should be is missing";
                self.error(self.tree.at(*call), message.into(), "write expect(…).to_be(true)");
            }
        }
    }

    /// Tests of one name in one group.
    pub(super) fn twice(&mut self) {
        let mut first = BTreeMap::new();
        for (id, e) in self.tree.exprs.iter().enumerate() {
            let Kind::Call { callee, args } = &e.kind else { continue };
            let name = args.first().and_then(|a| self.tree.string(*a)).filter(|_| self.tree.is_global(*callee, "it"));
            let Some(name) = name else { continue };
            let line = *first.entry((e.function, name)).or_insert(e.at.line);
            if line < e.at.line {
                let d = Diagnostic::warning(self.label, format!("two tests of this group have the name '{name}'"));
                let hint = format!("line {line} has the other one: say what differs");
                self.found.push(d.at(self.tree.at(id).line, self.tree.at(id).column).hint(hint));
            }
        }
    }

    /// `force("tick", "SEARCH_OK")`: whether the call can return the code.
    pub(super) fn forced(&mut self, args: &[ExprId]) {
        let [call, code, ..] = args else { return };
        let words = |e: ExprId| self.tree.string(e).or_else(|| self.tree.field_name(e));
        let Some(call) = words(*call).and_then(|w| PathCall::ALL.into_iter().find(|c| c.name() == w)) else { return };
        let codes: Vec<&str> = call.codes().iter().map(|c| c.name()).collect();
        let every = PathCall::ALL.iter().flat_map(|c| c.codes()).any(|c| words(*code) == Some(c.name()));
        if let Some(word) = words(*code).filter(|word| every && !codes.contains(word)) {
            let message = format!("pathfinder.{} never returns {word}", call.name());
            let hint = did_you_mean(word, codes.iter().copied());
            self.error(self.tree.at(*code), message, hint.or(Some(codes.join(", "))));
        }
    }
}
