//! What tests of `ui` use beyond its public face.

pub use crate::ui::theme::Role;
pub use crate::ui::{Colours, Dashboard, Theme};

pub use crate::ui::braille::Braille;
pub use crate::ui::camera::{Camera, M_PER_COLUMN, View};
pub use crate::ui::layout::{Areas, Slot};
pub use crate::ui::mood::{History, KEPT as SAMPLES_KEPT, Mood, Moods};
pub use crate::ui::place::{Place, command_line as editor_command_line};
pub use crate::ui::screenshot::{plain, svg};

pub mod memory {
    pub use crate::ui::panels::creature::memory::{DEEPEST, MOST_ROWS, rows};
}

pub mod text {
    pub use crate::ui::text::{ago, bar, clock, fit, grouped, width, wrap};
}
