//! Colours for light backgrounds and for the fixed palette of 256, made from the ones for dark backgrounds in 24 bits.

use ratatui::style::Color;

/// Luminance of the backgrounds, and what is added to each when two are compared (WCAG 2).
const DARK: f32 = 0.008;
const LIGHT: f32 = 0.9;
const FLARE: f32 = 0.05;

/// The same hue with the same contrast on a light background as it has on a dark one. Light adds up as the square of a channel,
/// nearly.
pub(super) fn on_light(rgb: u32) -> u32 {
    let light = channels(rgb).map(|c| (f32::from(c) / 255.0).powi(2));
    let contrast = (luminance(light) + FLARE) / (DARK + FLARE);
    let wanted = ((LIGHT + FLARE) / contrast - FLARE).clamp(0.0, 1.0);
    let scale = wanted / luminance(light).max(0.001);
    // A dark tint made light has too much colour: half of it is enough.
    let grey = if scale > 1.0 { 0.5 } else { 0.0 };
    let mix = |c: f32| (c * scale).min(1.0) * (1.0 - grey) + wanted * grey;
    from_channels(light.map(|c| (mix(c).sqrt() * 255.0).round() as u8))
}

/// Of the light of three channels.
fn luminance([r, g, b]: [f32; 3]) -> f32 {
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// The sixteen named colours: bright ones cannot be read on a light background.
pub(super) fn named_on_light(named: Color) -> Color {
    match named {
        Color::LightRed => Color::Red,
        Color::LightGreen => Color::Green,
        Color::LightYellow => Color::Yellow,
        Color::LightBlue => Color::Blue,
        Color::LightMagenta => Color::Magenta,
        Color::LightCyan => Color::Cyan,
        Color::Gray => Color::DarkGray,
        other => other,
    }
}

/// Values of a channel in the colour cube of the palette.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The entry of the colour cube that is nearest to a colour, and its channels.
fn cube(wanted: [u8; 3]) -> (usize, [u8; 3]) {
    let level = |c: u8| (0..6).min_by_key(|i| LEVELS[*i].abs_diff(c)).unwrap_or(0);
    let [r, g, b] = wanted.map(level);
    (16 + 36 * r + 6 * g + b, [r, g, b].map(|i| LEVELS[i]))
}

/// The entry of the palette of 256 that is nearest to a colour: one of its cube or one of its greys.
pub(super) fn indexed(rgb: u32) -> Color {
    let wanted = channels(rgb);
    let cube = cube(wanted);
    let mean = wanted.iter().map(|c| usize::from(*c)).sum::<usize>() / 3;
    let step = (mean.saturating_sub(3) / 10).min(23);
    let grey = (232 + step, [(8 + 10 * step) as u8; 3]);
    let distance = |c: [u8; 3]| (0..3).map(|i| u32::from(c[i].abs_diff(wanted[i])).pow(2)).sum::<u32>();
    let (entry, _) = if distance(cube.1) < distance(grey.1) { cube } else { grey };
    Color::Indexed(entry as u8)
}

/// So much of the grey in a colour is left out.
const PURER: f32 = 0.8;

/// Dark text in the palette of 256, whose dark entries are few: a colour without most of its grey, as bright as before and from
/// the cube, so that it does not become a grey.
pub(super) fn indexed_text(rgb: u32) -> Color {
    let c = channels(rgb);
    let (low, high) = (c.into_iter().min().unwrap_or(0), c.into_iter().max().unwrap_or(0));
    if high - low < high / 4 {
        return indexed(rgb);
    }
    let brightness = |c: [f32; 3]| luminance(c.map(|c| c * c)).sqrt();
    let (whole, pure) = (c.map(f32::from), c.map(|c| f32::from(c) - PURER * f32::from(low)));
    let scale = brightness(whole) / brightness(pure);
    Color::Indexed(cube(pure.map(|c| (c * scale).min(255.0) as u8)).0 as u8)
}

/// A tint in the palette of 256, whose dark entries are few: its hue counts more than its lightness.
pub(super) fn indexed_tint(rgb: u32) -> Color {
    let c = channels(rgb).map(i32::from);
    let mean = c.iter().sum::<i32>() / 3;
    indexed(from_channels(c.map(|c| (mean + (c - mean) * 2).clamp(0, 255) as u8)))
}

fn channels(rgb: u32) -> [u8; 3] {
    [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8]
}

fn from_channels([r, g, b]: [u8; 3]) -> u32 {
    u32::from(r) << 16 | u32::from(g) << 8 | u32::from(b)
}
