//! Tiled's files as a tree of elements: its XML as it is, its JSON in the same shape.

mod json;
mod write;

use std::collections::BTreeMap;

/// How deep elements may lie in each other: groups of layers, classes of properties.
const MOST_DEPTH: usize = 64;
/// Elements of a file, stretches of text between them included: with as many the tree takes 200 MB.
pub(in crate::world::format) const MOST_NODES: u32 = 1_200_000;

/// Attributes of an element: the parser compares each with each.
const MOST_ATTRIBUTES: usize = 256;

/// What a layer of JSON is called whose type says nothing.
pub(in crate::world::format) const UNKNOWN_LAYER: &str = "layer of an unknown type";

/// An element with its attributes.
#[derive(Clone, Debug, Default)]
pub(in crate::world::format) struct Element {
    pub name: String,
    /// From 1; 0 where the file has none: JSON.
    pub line: u32,
    attributes: BTreeMap<String, String>,
    pub children: Vec<Element>,
    /// What it contains beside elements.
    pub text: String,
}

/// Why a file is no tree.
#[derive(Debug, thiserror::Error)]
pub(in crate::world::format) enum TreeError {
    #[error("this is not UTF-8")]
    NotUtf8,
    #[error("this is not XML: {0}")]
    Xml(roxmltree::Error),
    #[error("it has more than {MOST_NODES} elements, stretches of text and values")]
    Many,
    #[error("this is not JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("line {0}: an element has more than {MOST_ATTRIBUTES} attributes")]
    Attributes(u32),
    #[error("elements lie in each other more than {MOST_DEPTH} deep")]
    Deep,
    #[error("{}'{key}' must be {wanted}", within.iter().rev().map(|part| format!("{part}: ")).collect::<String>())]
    Shape {
        /// The layer and the object that it is about, from within.
        within: Vec<String>,
        key: String,
        wanted: &'static str,
    },
}

impl TreeError {
    /// The same of something that lies in an element that messages name.
    fn within(mut self, called: Option<&str>) -> Self {
        if let (Self::Shape { within, .. }, Some(called)) = (&mut self, called) {
            within.push(called.to_owned());
        }
        self
    }
}

impl Element {
    /// Reads a file in either form.
    pub(in crate::world::format) fn read(bytes: &[u8], root: &str) -> Result<Self, TreeError> {
        let text = std::str::from_utf8(bytes).map_err(|_| TreeError::NotUtf8)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim_start().starts_with(['{', '[']) {
            return Self::read_json(root, text, MOST_DEPTH);
        }
        few_attributes(text)?;
        let options = roxmltree::ParsingOptions { nodes_limit: MOST_NODES, ..Default::default() };
        let document = roxmltree::Document::parse_with_options(text, options).map_err(|e| match e {
            roxmltree::Error::NodesLimitReached => TreeError::Many,
            e => TreeError::Xml(e),
        })?;
        // Where each line begins: the parser counts from the beginning for each question.
        let lines: Vec<usize> = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at).collect();
        Self::of_xml(document.root_element(), &lines, MOST_DEPTH).ok_or(TreeError::Deep)
    }

    /// An element without anything.
    pub(in crate::world::format) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// The same with an attribute.
    pub(in crate::world::format) fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.attributes.insert(name.to_owned(), value.to_string());
        self
    }

    /// The same with a text.
    pub(in crate::world::format) fn with_text(self, text: String) -> Self {
        Self { text, ..self }
    }

    /// The same with more children.
    pub(in crate::world::format) fn holding(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }

    /// The element and all that lie in it.
    pub(in crate::world::format) fn count(&self) -> usize {
        1 + self.children.iter().map(Self::count).sum::<usize>()
    }

    fn of_xml(node: roxmltree::Node, lines: &[usize], depth: usize) -> Option<Self> {
        let depth = depth.checked_sub(1)?;
        let name = node.tag_name().name().to_owned();
        let elements = || node.children().filter(roxmltree::Node::is_element);
        // An element for each tile takes much memory: these become a text with commas, as in the other encodings.
        let is_tile = |child: &roxmltree::Node| child.has_tag_name("tile");
        let holds_tiles = matches!(name.as_str(), "data" | "chunk") && elements().any(|child| is_tile(&child));
        let (children, text) = if holds_tiles {
            let tiles = elements().filter(is_tile).map(|tile| tile.attribute("gid").unwrap_or("0"));
            (Vec::new(), tiles.collect::<Vec<_>>().join(","))
        } else {
            let children = elements().map(|child| Self::of_xml(child, lines, depth)).collect::<Option<_>>()?;
            let texts = node.children().filter(roxmltree::Node::is_text);
            (children, texts.filter_map(|child| child.text()).collect())
        };
        let line = lines.partition_point(|end| *end < node.range().start) as u32 + 1;
        let attributes = node.attributes().map(|a| (a.name().to_owned(), a.value().to_owned())).collect();
        Some(Self { name, line, attributes, children, text })
    }

    /// The attribute of a name.
    pub(in crate::world::format) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }

    /// The children of a name.
    pub(in crate::world::format) fn all<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The first child of a name.
    pub(in crate::world::format) fn first(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    /// Takes an attribute away.
    pub(in crate::world::format) fn forget(&mut self, name: &str) {
        self.attributes.remove(name);
    }

    /// What differs from another element: its own attributes and children before the other's.
    pub(in crate::world::format) fn over(&self, other: &Self) -> Self {
        let mut merged = self.clone();
        for (name, value) in &other.attributes {
            merged.attributes.entry(name.clone()).or_insert_with(|| value.clone());
        }
        for child in &other.children {
            match merged.children.iter_mut().find(|own| own.name == child.name) {
                // Properties of the same name are its own.
                Some(own) if child.name == "properties" => {
                    let names: Vec<Option<String>> =
                        own.children.iter().map(|p| p.get("name").map(Into::into)).collect();
                    let missing = child.children.iter().filter(|p| !names.contains(&p.get("name").map(Into::into)));
                    own.children.extend(missing.cloned());
                }
                Some(_) => {}
                None => merged.children.push(child.clone()),
            }
        }
        merged
    }
}

/// Looks at the tags of XML before it is parsed.
fn few_attributes(text: &str) -> Result<(), TreeError> {
    let (mut line, mut count, mut quote, mut in_tag) = (1, 0, None, false);
    for byte in text.bytes() {
        line += u32::from(byte == b'\n');
        match (byte, quote) {
            (_, Some(open)) => quote = quote.filter(|_| byte != open),
            (b'"' | b'\'', None) if in_tag => quote = Some(byte),
            (b'<', None) => (in_tag, count) = (true, 0),
            (b'>', None) => in_tag = false,
            (b'=', None) if in_tag => count += 1,
            _ => {}
        }
        if count > MOST_ATTRIBUTES {
            return Err(TreeError::Attributes(line));
        }
    }
    Ok(())
}
