//! The little language in which the API's declarations name types, read into a tree that both printers share.
//!
//! `number`, `Filter`, `"idle" | "seek"`, `T?`, `{T}` (a list), `{[K]: V}` (a map), `(npc: Npc, by: number?) -> string?`,
//! `...T` (any number of them). A semicolon parts the signatures of a function that can be called in several ways.

/// A type as declared.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    Name(String),
    /// Just this text, as a value.
    Text(String),
    /// It, or nil.
    Optional(Box<Type>),
    List(Box<Type>),
    Map(Box<Type>, Box<Type>),
    Union(Vec<Type>),
    Function(Vec<Param>, Vec<Type>),
    /// Any number of them, or none.
    Many(Box<Type>),
}

/// A parameter; `...` is a name too.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    pub name: String,
    pub kind: Type,
}

/// One way to call a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    pub params: Vec<Param>,
    pub returns: Vec<Type>,
}

/// Reads one type.
///
/// # Errors
/// What was expected, and what stands there instead.
pub fn kind(text: &str) -> Result<Type, String> {
    whole(text, |r| r.union())
}

/// Reads the signatures of a declared function; `returns` is empty for nothing.
///
/// # Errors
/// As [`kind`]; also when parameters and results differ in the number of signatures.
pub fn signatures(params: &str, returns: &str) -> Result<Vec<Signature>, String> {
    let (params, returns): (Vec<&str>, Vec<&str>) = (params.split(';').collect(), returns.split(';').collect());
    if params.len() != returns.len() {
        return Err(format!("{} lists of parameters, {} of results", params.len(), returns.len()));
    }
    let one = |(p, r): (&&str, &&str)| {
        Ok(Signature { params: whole(p, |r| r.params(""))?, returns: whole(r, |r| r.types(""))? })
    };
    params.iter().zip(&returns).map(one).collect()
}

fn whole<T>(text: &str, read: impl FnOnce(&mut Reader) -> Result<T, String>) -> Result<T, String> {
    let mut reader = Reader { rest: text.trim() };
    let found = read(&mut reader)?;
    if reader.rest.is_empty() { Ok(found) } else { Err(format!("'{}' is left over in '{text}'", reader.rest)) }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    /// Takes `mark` and the blanks behind it when it comes next.
    fn take(&mut self, mark: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(mark) else { return false };
        self.rest = rest.trim_start();
        true
    }

    fn need(&mut self, mark: &str) -> Result<(), String> {
        if self.take(mark) { Ok(()) } else { Err(format!("'{mark}' expected before '{}'", self.rest)) }
    }

    fn word(&mut self) -> Result<String, String> {
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        if end == 0 {
            return Err(format!("a name expected before '{}'", self.rest));
        }
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        Ok(word.to_owned())
    }

    fn union(&mut self) -> Result<Type, String> {
        let mut all = vec![self.maybe()?];
        while self.take("|") {
            all.push(self.maybe()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Type::Union(all) })
    }

    fn maybe(&mut self) -> Result<Type, String> {
        let kind = self.single()?;
        Ok(if self.take("?") { Type::Optional(Box::new(kind)) } else { kind })
    }

    fn single(&mut self) -> Result<Type, String> {
        if self.take("...") {
            return Ok(Type::Many(Box::new(self.maybe()?)));
        }
        if let Some(rest) = self.rest.strip_prefix('"') {
            let (text, rest) = rest.split_once('"').ok_or("a quote is not closed")?;
            self.rest = rest.trim_start();
            return Ok(Type::Text(text.to_owned()));
        }
        if self.take("{") {
            return self.table();
        }
        if self.brackets() {
            self.take("(");
            let kind = self.union()?;
            self.need(")")?;
            return Ok(kind);
        }
        if self.take("(") {
            let params = self.params(")")?;
            self.need(")")?;
            self.need("->")?;
            // Several results stand in brackets, as the parameters do.
            if self.take("(") {
                let returns = self.types(")")?;
                self.need(")")?;
                return Ok(Type::Function(params, returns));
            }
            return Ok(Type::Function(params, vec![self.maybe()?]));
        }
        Ok(Type::Name(self.word()?))
    }

    /// Whether brackets come next that only hold a type together: no parameter's name and colon follow.
    fn brackets(&self) -> bool {
        let Some(inside) = self.rest.strip_prefix('(') else { return false };
        let name_end = inside.find(|c: char| !c.is_ascii_alphanumeric() && !"_. ".contains(c)).unwrap_or(inside.len());
        !inside[name_end..].starts_with([':', ')'])
    }

    fn table(&mut self) -> Result<Type, String> {
        let kind = if self.take("[") {
            let key = self.union()?;
            self.need("]")?;
            self.need(":")?;
            Type::Map(Box::new(key), Box::new(self.union()?))
        } else {
            Type::List(Box::new(self.union()?))
        };
        self.need("}")?;
        Ok(kind)
    }

    /// Parameters up to `end`, which is not taken.
    fn params(&mut self, end: &str) -> Result<Vec<Param>, String> {
        let mut all = Vec::new();
        while !self.at(end) {
            if !all.is_empty() {
                self.need(",")?;
            }
            let name = if self.take("...") { "...".to_owned() } else { self.word()? };
            self.need(":")?;
            all.push(Param { name, kind: self.union()? });
        }
        Ok(all)
    }

    /// Types up to `end`, which is not taken.
    fn types(&mut self, end: &str) -> Result<Vec<Type>, String> {
        let mut all = Vec::new();
        while !self.at(end) {
            if !all.is_empty() {
                self.need(",")?;
            }
            all.push(self.union()?);
        }
        Ok(all)
    }

    fn at(&self, end: &str) -> bool {
        if end.is_empty() { self.rest.is_empty() } else { self.rest.starts_with(end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_read_whole() {
        let found = signatures("id: number; x: number, y: {number}?", "number?; \"a\" | boolean").expect("reads");
        let number = Type::Name("number".into());
        assert_eq!(found[0].returns, [Type::Optional(Box::new(number.clone()))]);
        assert_eq!(found[1].params[1].kind, Type::Optional(Box::new(Type::List(Box::new(number)))));
        assert_eq!(found[1].returns, [Type::Union(vec![Type::Text("a".into()), Type::Name("boolean".into())])]);
    }

    #[test]
    fn what_cannot_be_read_says_where() {
        assert_eq!(kind("{number"), Err("'}' expected before ''".into()));
        assert_eq!(kind("number string"), Err("'string' is left over in 'number string'".into()));
        assert!(signatures("a: number; b: number", "number").is_err());
    }
}
