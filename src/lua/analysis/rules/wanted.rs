//! What type of value a function of the mod's own needs, by what it does with it.

use crate::lua::analysis::rules::*;
use crate::lua::api::declare::Type as Declared;
use crate::lua::api::natives;

/// How many levels of functions values are followed through.
const MAX_DEPTH: usize = 4;

/// What a value must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    Number,
    String,
    Truth,
}

impl Want {
    pub fn noun(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::String => "a string",
            Self::Truth => "true or false",
        }
    }

    /// Whether every value that an expression may have is wrong.
    pub fn refuses(self, set: &TypeUnion) -> bool {
        let bad = |t: &Type| match self {
            Self::Number => !matches!(t, Type::Number | Type::Table(..) | Type::Module(_)),
            Self::String => !t.is_string() && *t != Type::Number,
            Self::Truth => *t != Type::Bool,
        };
        let mut solid = set.iter().filter(|t| **t != Type::Nil).peekable();
        certain(set) && solid.peek().is_some() && solid.all(bad)
    }
}

/// What the field `name` of a parameter must be; `None` where its uses differ or do not show it.
pub fn of_field(s: &Session, file: FileId, parameter: LocalId, name: &str) -> Option<Want> {
    let tree = s.tree(file);
    let is = |e: ExprId| {
        let Kind::Field { of, name: field, .. } = &tree.exprs[tree.bare(e)].kind else { return false };
        field == name && matches!(tree.exprs[*of].kind, Kind::Local(l) if l == parameter)
    };
    of_all(s, file, &is, 0)
}

fn of_parameter(s: &Session, (file, function): (FileId, FunctionId), i: usize, depth: usize) -> Option<Want> {
    let tree = s.tree(file);
    let local = *tree.functions[function].parameters.get(i)?;
    if !matches!(tree.locals[local].sources[..], [Source::Parameter(..)]) {
        return None;
    }
    of_all(s, file, &|e| matches!(tree.exprs[tree.bare(e)].kind, Kind::Local(l) if l == local), depth)
}

/// What all uses together need; `None` when they differ.
fn of_all(s: &Session, file: FileId, is: &dyn Fn(ExprId) -> bool, depth: usize) -> Option<Want> {
    let tree = s.tree(file);
    let (mut found, mut open) = (None, depth > MAX_DEPTH);
    let mut want = |w: Option<Want>| {
        open |= w.is_some() && found.is_some() && w != found;
        found = found.or(w);
    };
    for e in &tree.exprs {
        match &e.kind {
            Kind::Binary(Op::Arithmetic, l, r) if is(*l) || is(*r) => want(Some(Want::Number)),
            Kind::Binary(Op::Or, l, r) if is(*l) => match tree.exprs[tree.bare(*r)].kind {
                Kind::Number(_) => want(Some(Want::Number)),
                Kind::String(_) => want(Some(Want::String)),
                _ => {}
            },
            Kind::Binary(Op::Equal | Op::Unequal, l, r) if is(*l) || is(*r) => {
                let other = if is(*l) { *r } else { *l };
                match tree.exprs[tree.bare(other)].kind {
                    Kind::Number(_) => want(Some(Want::Number)),
                    Kind::String(_) => want(Some(Want::String)),
                    _ => {}
                }
            }
            Kind::Method { of, name, args, .. } if tree.shown(*of) == "npc" => {
                if let Some(i) = args.iter().position(|a| is(*a)) {
                    want(taken("npc", name, args, i));
                }
            }
            Kind::Call { callee, args } => {
                let Some(i) = args.iter().position(|a| is(*a)) else { continue };
                match &s.types(file, *callee)[..] {
                    // Its type is checked: it may have several.
                    [Type::Native(area, _)] if area.is_empty() => return None,
                    [Type::Native(area, name)] => want(taken(area, name, args, i)),
                    [Type::Function(f, id)] => want(of_parameter(s, (*f, *id), i, depth + 1)),
                    _ => {}
                }
            }
            Kind::Field { of, .. } | Kind::Item { of, .. } if is(*of) => return None,
            _ => {}
        }
    }
    found.filter(|_| !open)
}

/// What a function of the API takes in this place.
fn taken(area: &str, name: &str, args: &[ExprId], i: usize) -> Option<Want> {
    let signature = natives::find(area, name)?.signatures.iter().find(|s| s.params.len() >= args.len())?;
    match signature.params.get(i)?.ty {
        Declared::Number | Declared::Integer | Declared::Id => Some(Want::Number),
        Declared::String | Declared::Word(_) => Some(Want::String),
        Declared::Boolean => Some(Want::Truth),
        _ => None,
    }
}
