//! Roles of characters on the screen, and how each role looks on what the terminal can show.

use super::Mood;
use crate::world::Look;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;

/// The role of a character on the screen. Panels name roles, never colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Borders and rulers.
    Chrome,
    /// The border of the panel that has the keys, and its title.
    Active,
    Text,
    Bright,
    /// Labels.
    Dim,
    Key,
    Good,
    Warn,
    Error,
    /// A creature, by the mood of its state.
    Mood(Mood),
    Player,
    // The overlay of the selected creature.
    Path,
    Feeler,
    Touch,
    Window,
    Target,
    Ground(Look),
    Wood,
    Roof,
}

/// One role in three palettes (16 colours, 256 colours, 24 bits), with the attributes it has in each of them, those that
/// replace colours where there are none, and a 24-bit tint for the ground below it.
struct Palette(Color, u8, u32, Modifier, Modifier, Option<u32>);

fn palette(role: Role) -> Palette {
    use Look::{Floor, Grass, Road, Rock, Sand, Swamp, Tree, Void, Wall, Water};
    const NONE: Modifier = Modifier::empty();
    const BOLD: Modifier = Modifier::BOLD;
    const DIM: Modifier = Modifier::DIM;
    const LINE: Modifier = Modifier::UNDERLINED;
    match role {
        Role::Chrome => Palette(Color::DarkGray, 240, 0x4b5263, NONE, DIM, None),
        Role::Active | Role::Key => Palette(Color::Cyan, 80, 0x7fd1d8, NONE, BOLD, None),
        Role::Text => Palette(Color::Reset, 252, 0xc8ccd4, NONE, NONE, None),
        Role::Bright => Palette(Color::Reset, 231, 0xf2f4f8, BOLD, BOLD, None),
        Role::Dim => Palette(Color::DarkGray, 244, 0x7a8294, NONE, DIM, None),
        Role::Good => Palette(Color::Green, 114, 0x98c379, NONE, NONE, None),
        Role::Warn => Palette(Color::Yellow, 179, 0xe5c07b, NONE, LINE, None),
        Role::Error => Palette(Color::Red, 203, 0xf2777a, BOLD, BOLD, None),
        Role::Mood(Mood::Calm) => Palette(Color::Green, 150, 0xb5d99c, NONE, NONE, None),
        Role::Mood(Mood::Attack) => Palette(Color::LightRed, 203, 0xff7a70, BOLD, BOLD, None),
        Role::Mood(Mood::Fear) => Palette(Color::LightYellow, 221, 0xffd866, NONE, LINE, None),
        Role::Mood(Mood::Duty) => Palette(Color::LightBlue, 111, 0x82b1ff, NONE, NONE, None),
        Role::Mood(Mood::Social) => Palette(Color::LightMagenta, 176, 0xd7a1e8, NONE, NONE, None),
        Role::Mood(Mood::Other) => Palette(Color::Reset, 252, 0xd8dce4, NONE, NONE, None),
        Role::Player => Palette(Color::LightCyan, 123, 0x8ff5ff, BOLD, BOLD, None),
        Role::Path => Palette(Color::Cyan, 80, 0x6fd3e0, NONE, NONE, None),
        Role::Feeler => Palette(Color::Yellow, 179, 0xd9b36c, NONE, NONE, None),
        Role::Touch => Palette(Color::LightRed, 203, 0xff7a70, BOLD, BOLD, None),
        Role::Window => Palette(Color::Blue, 67, 0x5f7fa8, NONE, DIM, None),
        Role::Target => Palette(Color::LightCyan, 123, 0x9ff0f5, BOLD, BOLD, None),
        Role::Ground(Grass) => Palette(Color::DarkGray, 238, 0x3f5140, NONE, DIM, Some(0x171d1a)),
        Role::Ground(Tree) => Palette(Color::Green, 65, 0x5c9156, NONE, NONE, Some(0x18231b)),
        Role::Ground(Water) => Palette(Color::Blue, 67, 0x4f86b5, NONE, NONE, Some(0x142434)),
        Role::Ground(Sand) => Palette(Color::Yellow, 137, 0x8d7a52, NONE, DIM, Some(0x25221b)),
        Role::Ground(Swamp) => Palette(Color::Green, 65, 0x5a7350, NONE, NONE, Some(0x1b231d)),
        Role::Ground(Rock) => Palette(Color::Gray, 246, 0x9a9a96, NONE, NONE, Some(0x262932)),
        Role::Ground(Road) => Palette(Color::DarkGray, 239, 0x5d564a, NONE, DIM, Some(0x221f1b)),
        Role::Ground(Floor) => Palette(Color::DarkGray, 237, 0x3e4149, NONE, DIM, Some(0x1b1d22)),
        Role::Ground(Wall) => Palette(Color::Gray, 243, 0x7d8390, NONE, NONE, Some(0x262932)),
        Role::Ground(Void) => Palette(Color::DarkGray, 236, 0x2b2f38, NONE, DIM, None),
        Role::Wood => Palette(Color::Yellow, 137, 0xa9845a, NONE, NONE, Some(0x241f1a)),
        Role::Roof => Palette(Color::Red, 131, 0xa8675a, NONE, NONE, Some(0x2a1f1e)),
    }
}

/// The background with 24-bit colours, so that contrasts do not depend on the terminal's own background.
const PAPER: u32 = 0x14171c;

/// The styles and characters for one terminal. [`Theme::from_env`] reads the environment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Theme {
    /// How many colours the terminal has.
    pub colours: Colours,
    /// Only characters that every terminal can show.
    pub ascii: bool,
}

impl Theme {
    /// Respects `NO_COLOR`, `COLORTERM`, `TERM`, and the locale's character set (`LC_ALL`, `LC_CTYPE`, `LANG`).
    pub fn from_env() -> Self {
        Self::detect(|name| std::env::var(name).ok())
    }

    /// [`Theme::from_env`] over any environment. An empty variable counts as absent, as <https://no-color.org> says.
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
        Self { colours, ascii }
    }

    /// The style of a role on this terminal.
    pub fn style(&self, role: Role) -> Style {
        let Palette(named, indexed, rgb, modifier, without_colour, _) = palette(role);
        match self.colours {
            Colours::None => Style::new().add_modifier(without_colour),
            Colours::Sixteen => Style::new().fg(named).add_modifier(modifier),
            Colours::Indexed => Style::new().fg(Color::Indexed(indexed)).add_modifier(modifier),
            Colours::True => Style::new().fg(Color::from_u32(rgb)).add_modifier(modifier),
        }
    }

    /// What is selected is reversed, so that it shows without colour.
    pub fn selected_style(&self, role: Role) -> Style {
        self.style(role).add_modifier(Modifier::REVERSED)
    }

    /// The background of the whole screen.
    pub fn paper(&self) -> Style {
        match self.colours {
            Colours::True => self.style(Role::Text).bg(Color::from_u32(PAPER)),
            _ => Style::new(),
        }
    }

    /// A tint for the ground; only 24 bits are fine enough for that.
    pub fn tint(&self, role: Role) -> Option<Color> {
        palette(role).5.filter(|_| self.colours == Colours::True).map(Color::from_u32)
    }

    /// `unicode` where the terminal can show it, else `ascii`.
    pub fn pick<T>(&self, unicode: T, ascii: T) -> T {
        if self.ascii { ascii } else { unicode }
    }

    /// The characters of borders on this terminal.
    pub fn border(&self) -> border::Set<'static> {
        self.pick(border::ROUNDED, ASCII_BORDER)
    }
}

const ASCII_BORDER: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

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
