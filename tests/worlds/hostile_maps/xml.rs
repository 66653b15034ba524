//! Every element and every attribute of a map in XML, changed in every kind of manner.

use super::case::{Case, Pick, WORDS};
use std::ops::Range;

/// An element of a file, by the places of its text.
struct Element {
    name: String,
    /// From its `<` to the end of its last tag.
    all: Range<usize>,
    /// Its first tag.
    tag: Range<usize>,
    attributes: Vec<(String, Range<usize>)>,
    parent: Option<usize>,
}

impl Element {
    fn get<'t>(&self, text: &'t str, key: &str) -> Option<&'t str> {
        let (_, span) = self.attributes.iter().find(|(name, _)| name == key)?;
        text[span.clone()].split('"').nth(1)
    }
}

/// The elements of a text that is well-formed, without `>` in values.
fn elements(text: &str) -> Vec<Element> {
    let (mut all, mut open): (Vec<Element>, Vec<usize>) = (Vec::new(), Vec::new());
    for (start, _) in text.match_indices('<') {
        let end = start + text[start..].find('>').expect("a tag ends") + 1;
        let tag = &text[start..end];
        if tag.starts_with("<?") {
            continue;
        }
        if tag.starts_with("</") {
            let closed = open.pop().expect("it was opened");
            all[closed].all.end = end;
            continue;
        }
        let name: String = tag[1..].chars().take_while(|c| c.is_alphanumeric()).collect();
        let quotes: Vec<usize> = tag.match_indices('"').map(|(i, _)| i).collect();
        let attribute = |pair: &[usize]| {
            let from = tag[..pair[0]].rfind(' ').expect("a blank before the key");
            (tag[from + 1..pair[0] - 1].to_owned(), start + from..start + pair[1] + 1)
        };
        let attributes = quotes.chunks(2).map(attribute).collect();
        all.push(Element { name, all: start..end, tag: start..end, attributes, parent: open.last().copied() });
        if !tag.ends_with("/>") {
            open.push(all.len() - 1);
        }
    }
    all
}

/// The layer and the object that an element lies in.
fn named(text: &str, all: &[Element], mut at: usize, but: Option<&str>) -> Vec<String> {
    let mut found = Vec::new();
    let mut skip = but;
    loop {
        let element = &all[at];
        let key = |key: &str| element.get(text, key).filter(|_| skip != Some(key));
        match element.name.as_str() {
            "object" => found.extend(key("id").map(|id| format!("object {id}"))),
            "layer" | "objectgroup" => found.extend(key("name").map(|name| format!("layer '{name}'"))),
            // Shapes of a tile's collision editor are said of the tile.
            "tile" | "tileset" => return Vec::new(),
            _ => {}
        }
        skip = None;
        match element.parent {
            Some(parent) => at = parent,
            None => return found,
        }
    }
}

/// All changes of one place of a map.
pub(crate) fn cases(file: &'static str, text: &str, pick: &mut Pick) -> Vec<Case> {
    let all = elements(text);
    let mut cases = Vec::new();
    for (i, element) in all.iter().enumerate() {
        let mut add = |what: String, spot: &Range<usize>, put: &str, named: Vec<String>| {
            if !pick.next() {
                return;
            }
            let bytes = [&text[..spot.start], put, &text[spot.end..]].concat();
            cases.push(Case::new(format!("{}[{i}] {what}", element.name), file, bytes).naming(named));
        };
        let around = || element.parent.map_or(Vec::new(), |parent| named(text, &all, parent, None));
        let whole = &text[element.all.clone()];
        if element.parent.is_some() {
            add("missing".into(), &element.all, "", around());
            add("twice".into(), &element.all, &format!("{whole}{whole}"), around());
            add("in itself".into(), &element.all, &format!("<{0}>{whole}</{0}>", element.name), around());
        }
        add("never closed".into(), &element.all, &text[element.tag.clone()].replace("/>", ">"), Vec::new());
        add("unknown".into(), &element.all, &format!("<strange>{whole}</strange>"), around());
        add("text".into(), &element.tag, &format!("{}NaN,-1,&#55;", &text[element.tag.clone()]), Vec::new());
        for (key, span) in &element.attributes {
            let own = named(text, &all, i, Some(key));
            add(format!("@{key} missing"), span, "", own.clone());
            add(format!("@{key} twice"), span, &format!("{0}{0}", &text[span.clone()]), Vec::new());
            for word in WORDS {
                add(format!("@{key} = \"{word}\""), span, &format!(" {key}=\"{word}\""), own.clone());
            }
        }
    }
    cases
}
