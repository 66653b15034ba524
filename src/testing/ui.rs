//! What tests of `ui` use beyond its public face.

pub use crate::ui::{ScreenshotFormat, screenshot};
