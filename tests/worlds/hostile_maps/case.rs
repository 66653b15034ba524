//! A malformed map, and what a message about it must name.

/// Values in place of each attribute's and each JSON value's own.
pub(crate) const WORDS: [&str; 14] = [
    "",
    " ",
    "x",
    "-1",
    "0",
    "1",
    "0.5",
    "1e9",
    "4294967296",
    "99999999999999999999",
    "1e400",
    "NaN",
    "inf",
    "2147483647",
];

/// A map that may be broken.
pub(crate) struct Case {
    /// What was done to which part: `layer[2] @width = "NaN"`.
    pub(crate) name: String,
    /// The name of its file, which says the format.
    pub(crate) file: &'static str,
    pub(crate) bytes: Vec<u8>,
    /// What an error must name: the layer and the object that were changed.
    pub(crate) named: Vec<String>,
}

impl Case {
    pub(crate) fn new(name: impl Into<String>, file: &'static str, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: name.into(), file, bytes: bytes.into(), named: Vec::new() }
    }

    pub(crate) fn naming(self, named: Vec<String>) -> Self {
        Self { named, ..self }
    }
}

/// Which of all cases are made: every one of a stride.
pub(crate) struct Pick {
    stride: usize,
    count: usize,
}

impl Pick {
    pub(crate) fn every(stride: usize) -> Self {
        Self { stride, count: 0 }
    }

    /// Whether the next case is one of them.
    pub(crate) fn next(&mut self) -> bool {
        self.count += 1;
        self.count.is_multiple_of(self.stride)
    }
}
