//! Roles of characters on the screen, and how each role looks on what the terminal can show.

use super::{Mood, shades};
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
    /// Running text.
    Text,
    /// What matters most.
    Bright,
    /// Labels.
    Dim,
    /// A key to press.
    Key,
    /// Something succeeded.
    Good,
    /// Something may be wrong.
    Warn,
    /// Something went wrong.
    Error,
    /// A creature, by the mood of its state.
    Mood(Mood),
    /// The person's character.
    Player,
    /// The path of the selected creature.
    Path,
    /// One of its feelers …
    Feeler,
    /// … that touches something.
    Touch,
    /// The window that its search looked at.
    Window,
    /// Where it goes.
    Target,
    /// A named place or area.
    Area,
    /// A kind of ground.
    Ground(Look),
    /// Things of wood.
    Wood,
    /// Houses.
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
        Role::Chrome => Palette(Color::DarkGray, 243, 0x666e80, NONE, DIM, None),
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
        Role::Area => Palette(Color::Magenta, 139, 0xa98fb8, NONE, NONE, None),
        Role::Ground(Grass) => Palette(Color::DarkGray, 238, 0x3f5140, NONE, DIM, Some(0x171d1a)),
        Role::Ground(Tree) => Palette(Color::Green, 65, 0x5c9156, NONE, NONE, Some(0x18231b)),
        Role::Ground(Water) => Palette(Color::Blue, 67, 0x4f86b5, NONE, NONE, Some(0x142434)),
        Role::Ground(Sand) => Palette(Color::Yellow, 137, 0x8d7a52, NONE, DIM, Some(0x25221b)),
        Role::Ground(Swamp) => Palette(Color::Green, 65, 0x5a7350, NONE, NONE, Some(0x1b231d)),
        Role::Ground(Rock) => Palette(Color::Gray, 246, 0x9a9a96, NONE, NONE, Some(0x262932)),
        Role::Ground(Road) => Palette(Color::DarkGray, 239, 0x5d564a, NONE, DIM, Some(0x221f1b)),
        Role::Ground(Floor) => Palette(Color::DarkGray, 237, 0x3e4149, NONE, DIM, Some(0x1b1d22)),
        Role::Ground(Wall) => Palette(Color::Gray, 243, 0x7d8390, NONE, NONE, Some(0x262932)),
        Role::Ground(Void) => Palette(Color::DarkGray, 245, 0x78808f, NONE, NONE, Some(0x2a2e38)),
        Role::Wood => Palette(Color::Yellow, 137, 0xa9845a, NONE, NONE, Some(0x241f1a)),
        Role::Roof => Palette(Color::Red, 131, 0xa8675a, NONE, NONE, Some(0x2a1f1e)),
    }
}

/// The background, so that contrasts do not depend on the terminal's own background: dark, light.
const PAPER: [u32; 2] = [0x14171c, 0xf6f4ef];

/// The styles and characters for one terminal. [`Theme::from_env`] reads the environment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Theme {
    /// How many colours the terminal has.
    pub colours: Colours,
    /// Only characters that every terminal can show.
    pub ascii: bool,
    /// For a light background.
    pub light: bool,
}

impl Theme {
    /// Respects `NO_COLOR`, `COLORTERM`, `TERM`, `COLORFGBG`, and the locale's character set (`LC_ALL`, `LC_CTYPE`, `LANG`).
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
        // As some terminals say it: foreground and background of the sixteen.
        let light = get("COLORFGBG").is_some_and(|v| v.ends_with(";15") || v.ends_with(";7"));
        Self { colours, ascii, light }
    }

    /// The style of a role on this terminal.
    pub fn style(&self, role: Role) -> Style {
        let Palette(named, indexed, rgb, modifier, without_colour, _) = palette(role);
        let colour = match (self.colours, self.light) {
            (Colours::None, _) => return Style::new().add_modifier(without_colour),
            (Colours::Sixteen, false) => named,
            (Colours::Sixteen, true) => shades::named_on_light(named),
            (Colours::Indexed, false) => Color::Indexed(indexed),
            (Colours::Indexed, true) => shades::indexed_text(shades::on_light(rgb)),
            (Colours::True, _) => Color::from_u32(self.shaded(rgb)),
        };
        Style::new().fg(colour).add_modifier(modifier)
    }

    /// What is selected is reversed, so that it shows without colour.
    pub fn selected_style(&self, role: Role) -> Style {
        self.style(role).add_modifier(Modifier::REVERSED)
    }

    /// A colour of the palette, on this background.
    fn shaded(&self, rgb: u32) -> u32 {
        if self.light { shades::on_light(rgb) } else { rgb }
    }

    /// The background of the whole screen.
    pub fn paper(&self) -> Style {
        let paper = PAPER[usize::from(self.light)];
        match self.colours {
            Colours::True => self.style(Role::Text).bg(Color::from_u32(paper)),
            Colours::Indexed => self.style(Role::Text).bg(shades::indexed(paper)),
            _ => Style::new(),
        }
    }

    /// A tint for the ground; sixteen colours are too few for that.
    pub fn tint(&self, role: Role) -> Option<Color> {
        let tint = self.shaded(palette(role).5?);
        match self.colours {
            Colours::True => Some(Color::from_u32(tint)),
            Colours::Indexed => Some(shades::indexed_tint(tint)),
            _ => None,
        }
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Colours {
    /// None: bold, dim and reversed characters, and marks
    None,
    /// The sixteen of every terminal, in the person's own palette
    #[default]
    #[value(name = "16")]
    Sixteen,
    /// The fixed palette of 256
    #[value(name = "256")]
    Indexed,
    /// 24 bits
    #[value(name = "true")]
    True,
}

/// What background the colours are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Background {
    /// A dark background
    Dark,
    /// A light background
    Light,
}
