//! Inks: what a mark means, and how that looks with the colours there are.

use super::options::{Colours, UiOptions};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;

/// A role on the screen. Panels name roles, never colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Borders, rulers, labels.
    Chrome,
    /// The border of the panel that has the keys, and its title.
    Active,
    Text,
    Bright,
    Dim,
    Key,
    Good,
    Warn,
    Error,
    // Creatures, by what their state is like.
    Calm,
    Hunt,
    Fear,
    Duty,
    Social,
    Other,
    Player,
    // The chosen creature's own picture.
    Path,
    Feeler,
    Touch,
    Window,
    Target,
    // Ground and objects.
    Grass,
    Tree,
    Water,
    Sand,
    Swamp,
    Rock,
    Road,
    Floor,
    Wall,
    Void,
    Wood,
    Roof,
}

/// One ink in three palettes: sixteen colours, 256 colours, 24 bits; and the attributes it keeps in each of them.
struct Pigment(Color, u8, u32, Modifier);

/// Attributes that stand in where there are no colours.
fn plain_modifier(ink: Ink) -> Modifier {
    match ink {
        Ink::Chrome | Ink::Dim | Ink::Grass | Ink::Floor | Ink::Void | Ink::Sand | Ink::Road | Ink::Window => {
            Modifier::DIM
        }
        Ink::Fear | Ink::Warn => Modifier::UNDERLINED,
        Ink::Bright | Ink::Key | Ink::Active | Ink::Hunt | Ink::Player | Ink::Error | Ink::Target | Ink::Touch => {
            Modifier::BOLD
        }
        _ => Modifier::empty(),
    }
}

fn pigment(ink: Ink) -> Pigment {
    const NONE: Modifier = Modifier::empty();
    const BOLD: Modifier = Modifier::BOLD;
    let (named, indexed, rgb, modifier) = match ink {
        Ink::Chrome => (Color::DarkGray, 240, 0x4b5263, NONE),
        Ink::Active => (Color::Cyan, 80, 0x7fd1d8, NONE),
        Ink::Text => (Color::Reset, 252, 0xc8ccd4, NONE),
        Ink::Bright => (Color::Reset, 231, 0xf2f4f8, BOLD),
        Ink::Dim => (Color::DarkGray, 244, 0x7a8294, NONE),
        Ink::Key => (Color::Cyan, 80, 0x7fd1d8, NONE),
        Ink::Good => (Color::Green, 114, 0x98c379, NONE),
        Ink::Warn => (Color::Yellow, 179, 0xe5c07b, NONE),
        Ink::Error => (Color::Red, 203, 0xf2777a, BOLD),
        Ink::Calm => (Color::Green, 150, 0xb5d99c, NONE),
        Ink::Hunt => (Color::LightRed, 203, 0xff7a70, BOLD),
        Ink::Fear => (Color::LightYellow, 221, 0xffd866, NONE),
        Ink::Duty => (Color::LightBlue, 111, 0x82b1ff, NONE),
        Ink::Social => (Color::LightMagenta, 176, 0xd7a1e8, NONE),
        Ink::Other => (Color::Reset, 252, 0xd8dce4, NONE),
        Ink::Player => (Color::LightCyan, 123, 0x8ff5ff, BOLD),
        Ink::Path => (Color::Cyan, 80, 0x6fd3e0, NONE),
        Ink::Feeler => (Color::Yellow, 179, 0xd9b36c, NONE),
        Ink::Touch => (Color::LightRed, 203, 0xff7a70, BOLD),
        Ink::Window => (Color::Blue, 67, 0x5f7fa8, NONE),
        Ink::Target => (Color::LightCyan, 123, 0x9ff0f5, BOLD),
        Ink::Grass => (Color::DarkGray, 238, 0x3f5140, NONE),
        Ink::Tree => (Color::Green, 65, 0x5c9156, NONE),
        Ink::Water => (Color::Blue, 67, 0x4f86b5, NONE),
        Ink::Sand => (Color::Yellow, 137, 0x8d7a52, NONE),
        Ink::Swamp => (Color::Green, 65, 0x5a7350, NONE),
        Ink::Rock => (Color::Gray, 246, 0x9a9a96, NONE),
        Ink::Road => (Color::DarkGray, 239, 0x5d564a, NONE),
        Ink::Floor => (Color::DarkGray, 237, 0x3e4149, NONE),
        Ink::Wall => (Color::Gray, 243, 0x7d8390, NONE),
        Ink::Void => (Color::DarkGray, 236, 0x2b2f38, NONE),
        Ink::Wood => (Color::Yellow, 137, 0xa9845a, NONE),
        Ink::Roof => (Color::Red, 131, 0xa8675a, NONE),
    };
    Pigment(named, indexed, rgb, modifier)
}

/// The colour behind everything when the dashboard paints in 24 bits: then its contrasts are its own.
const PAPER: u32 = 0x14171c;

/// Inks and characters for one terminal.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    pub colours: Colours,
    pub ascii: bool,
}

impl Theme {
    pub fn new(options: UiOptions) -> Self {
        Self { colours: options.colours, ascii: options.ascii }
    }

    pub fn style(&self, ink: Ink) -> Style {
        let Pigment(named, indexed, rgb, modifier) = pigment(ink);
        match self.colours {
            Colours::None => Style::new().add_modifier(plain_modifier(ink)),
            Colours::Sixteen => Style::new().fg(named).add_modifier(modifier),
            Colours::Indexed => Style::new().fg(Color::Indexed(indexed)).add_modifier(modifier),
            Colours::True => Style::new().fg(Color::from_u32(rgb)).add_modifier(modifier),
        }
    }

    /// Whatever is chosen: reversed, so that it shows without colour.
    pub fn chosen(&self, ink: Ink) -> Style {
        self.style(ink).add_modifier(Modifier::REVERSED)
    }

    /// What the whole screen is painted with first.
    pub fn paper(&self) -> Style {
        match self.colours {
            Colours::True => self.style(Ink::Text).bg(Color::from_u32(PAPER)),
            _ => Style::new(),
        }
    }

    /// A tint under the ground; only 24 bits are fine enough for that.
    pub fn tint(&self, ink: Ink) -> Option<Color> {
        if self.colours != Colours::True {
            return None;
        }
        let rgb = match ink {
            Ink::Grass => 0x171d1a,
            Ink::Tree => 0x18231b,
            Ink::Water => 0x142434,
            Ink::Sand => 0x25221b,
            Ink::Swamp => 0x1b231d,
            Ink::Road => 0x221f1b,
            Ink::Floor => 0x1b1d22,
            Ink::Wall | Ink::Rock => 0x262932,
            Ink::Roof => 0x2a1f1e,
            Ink::Wood => 0x241f1a,
            _ => return None,
        };
        Some(Color::from_u32(rgb))
    }

    /// The first of two where Unicode can be shown, else the second.
    pub fn pick<T>(&self, unicode: T, ascii: T) -> T {
        if self.ascii { ascii } else { unicode }
    }

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
