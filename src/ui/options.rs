//! What the terminal can do, and the person's preferences.

/// How many colours to draw with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Colours {
    /// Attributes (bold, dim, reversed) and marks only.
    None,
    /// The sixteen of every terminal, in the person's own palette.
    #[default]
    Sixteen,
    /// The fixed palette of 256.
    Indexed,
    /// 24 bits.
    True,
}

/// How the dashboard is drawn. [`UiOptions::from_env`] reads the environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UiOptions {
    pub colours: Colours,
    /// Only characters that every terminal can show.
    pub ascii: bool,
    /// The mouse selects, pans and zooms.
    pub mouse: bool,
}

impl Default for UiOptions {
    fn default() -> Self {
        Self { colours: Colours::Sixteen, ascii: false, mouse: true }
    }
}

impl UiOptions {
    /// Respects `NO_COLOR`, `COLORTERM`, `TERM`, and the locale's character set (`LC_ALL`, `LC_CTYPE`, `LANG`).
    pub fn from_env() -> Self {
        Self::detect(|name| std::env::var(name).ok())
    }

    /// [`UiOptions::from_env`] over any environment. An empty variable counts as absent, as <https://no-color.org> says.
    pub fn detect(env: impl Fn(&str) -> Option<String>) -> Self {
        let get = |name| env(name).filter(|v| !v.is_empty());
        let term = get("TERM").unwrap_or_default();
        let colours = if get("NO_COLOR").is_some() || term == "dumb" {
            Colours::None
        } else if get("COLORTERM").is_some_and(|v| v == "truecolor" || v == "24bit") {
            Colours::True
        } else if term.contains("256color") {
            Colours::Indexed
        } else {
            Colours::Sixteen
        };
        let locale = get("LC_ALL").or_else(|| get("LC_CTYPE")).or_else(|| get("LANG")).unwrap_or_default();
        let locale = locale.to_ascii_lowercase();
        // A missing locale more often means a container or a service than a terminal without Unicode.
        let ascii = !(locale.is_empty() || locale.contains("utf-8") || locale.contains("utf8"));
        Self { colours, ascii, mouse: true }
    }
}
