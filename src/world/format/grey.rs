//! Grey images that are drawn over the ground.

use super::files::OpenError;
use std::io::{BufRead, Cursor, Read};

/// Pixels of an image: as many as a world has tiles.
const MOST_PIXELS: u64 = 1 << 24;
/// Bytes of an image's file.
const MOST_BYTES: u64 = 64 << 20;
/// Bytes that decoding takes, besides the pixels.
const DECODER_BYTES: usize = 16 << 20;

/// Why an image cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum ImageError {
    #[error("{0}")]
    Open(#[from] OpenError),
    #[error("it is no PNG image that can be read: {0}")]
    Png(#[from] png::DecodingError),
    #[error("its file is larger than {} MiB", MOST_BYTES >> 20)]
    LongFile,
    #[error("it has {0} × {1} pixels, more than {MOST_PIXELS}")]
    TooLarge(u32, u32),
    #[error("it has colours; a grey image is needed, with 8 or 16 bits a pixel")]
    Colours,
}

/// A grey image as it was decoded, row by row.
pub(super) struct Grey {
    width: usize,
    height: usize,
    /// Bytes from a pixel to the next, and of its grey: the greater byte comes first.
    step: usize,
    depth: usize,
    bytes: Vec<u8>,
}

impl Grey {
    /// Reads a PNG file. What the pixels would take is looked at before anything is decoded.
    pub(super) fn read(source: impl BufRead) -> Result<Self, ImageError> {
        let mut file = Vec::new();
        source.take(MOST_BYTES + 1).read_to_end(&mut file).map_err(|e| ImageError::Open(e.into()))?;
        if file.len() as u64 > MOST_BYTES {
            return Err(ImageError::LongFile);
        }
        let mut decoder = png::Decoder::new_with_limits(Cursor::new(file), png::Limits { bytes: DECODER_BYTES });
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info()?;
        let (width, height) = (reader.info().width, reader.info().height);
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return Err(ImageError::TooLarge(width, height));
        }
        let (colour, depth) = reader.output_color_type();
        let channels = match colour {
            png::ColorType::Grayscale => 1,
            png::ColorType::GrayscaleAlpha => 2,
            _ => return Err(ImageError::Colours),
        };
        let depth = if depth == png::BitDepth::Sixteen { 2 } else { 1 };
        let mut bytes = vec![0; reader.output_buffer_size().ok_or(ImageError::TooLarge(width, height))?];
        reader.next_frame(&mut bytes)?;
        Ok(Self { width: width as usize, height: height as usize, step: depth * channels, depth, bytes })
    }

    /// From 0 (black) to 1 (white).
    fn share(&self, x: usize, y: usize) -> f32 {
        let at = (y * self.width + x) * self.step;
        match self.depth {
            1 => f32::from(self.bytes[at]) / f32::from(u8::MAX),
            _ => f32::from(u16::from_be_bytes([self.bytes[at], self.bytes[at + 1]])) / f32::from(u16::MAX),
        }
    }

    /// Shares of so many columns and rows that the image is drawn over: each of them the share in its middle, bilinear between
    /// the pixels.
    pub(super) fn stretched(&self, columns: usize, rows: usize) -> Vec<f32> {
        let split = |i: usize, of: usize, pixels: usize| {
            let at = ((i as f32 + 0.5) * pixels as f32 / of as f32 - 0.5).clamp(0.0, pixels as f32 - 1.0);
            (at as usize, (at as usize + 1).min(pixels - 1), at.fract())
        };
        let share = |(x, y): (usize, usize)| {
            let ((x0, x1, right), (y0, y1, down)) = (split(x, columns, self.width), split(y, rows, self.height));
            let along = |y: usize| {
                let (a, b) = (self.share(x0, y), self.share(x1, y));
                a + (b - a) * right
            };
            along(y0) + (along(y1) - along(y0)) * down
        };
        (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).map(share).collect()
    }
}
