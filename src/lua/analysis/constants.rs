//! Numbers that are the same in every run: literals, constants, and what is worked out from them.

use crate::lua::analysis::infer::Session;
use crate::lua::analysis::types::{FileId, Type};
use crate::lua::source::tree::{ExprId, Kind, Op};

/// How many expressions are followed one after the other.
const MAX_DEPTH: usize = 16;

impl Session<'_> {
    /// The number that an expression always is.
    pub(crate) fn constant(&self, file: FileId, e: ExprId) -> Option<f64> {
        self.worked_out(file, e, 0)
    }

    fn worked_out(&self, file: FileId, e: ExprId, depth: usize) -> Option<f64> {
        if depth > MAX_DEPTH {
            return None;
        }
        let tree = self.tree(file);
        let e = tree.bare(e);
        let inner = |e: ExprId| self.worked_out(file, e, depth + 1);
        match tree.kind(e) {
            Kind::Number(n) => Some(*n),
            Kind::Unary(Op::Minus, of) => Some(-inner(*of)?),
            Kind::Binary(Op::Arithmetic, l, r) => {
                let (l, r) = (inner(*l)?, inner(*r)?);
                match tree.signs.get(&e)?.as_str() {
                    "+" => Some(l + r),
                    "-" => Some(l - r),
                    "*" => Some(l * r),
                    "/" => Some(l / r),
                    "^" => Some(l.powf(r)),
                    _ => None,
                }
            }
            Kind::Local(l) => inner(tree.only_value(*l)?),
            Kind::Field { of, name, .. } => match &self.types(file, *of)[..] {
                [Type::Library(lib)] if lib == "math" => match name.as_str() {
                    "pi" => Some(std::f64::consts::PI),
                    "huge" => Some(f64::INFINITY),
                    _ => None,
                },
                [Type::Table(home, table)] => self.held(*home, *table, name, depth),
                [Type::Module(home)] => match self.returns(*home, 0, 0, 0)[..] {
                    [Type::Table(home, table)] => self.held(home, table, name, depth),
                    _ => None,
                },
                _ => None,
            },
            Kind::Call { args, .. } => match (&self.callees(file, e, 0)[..], &args[..]) {
                ([Type::Builtin(name)], [n]) if name == "math.rad" => Some(inner(*n)?.to_radians()),
                ([Type::Builtin(name)], [n]) if name == "math.deg" => Some(inner(*n)?.to_degrees()),
                _ => None,
            },
            _ => None,
        }
    }

    /// The number that a table always holds under a name.
    fn held(&self, file: FileId, table: ExprId, name: &str, depth: usize) -> Option<f64> {
        match self.fields(file, table)?.get(name)?[..] {
            [(value, 0)] => self.worked_out(file, value, depth + 1),
            _ => None,
        }
    }
}
