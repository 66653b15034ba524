//! `bestiary run --svg` and `--gif`: pictures of the world while it runs.

use super::{RunArgs, Stop};
use crate::cli::picture_file::{Picture, fault, precheck};
use crate::cli::{Args, Diagnostic, outcome};
use crate::diag::shown;
use crate::experiment::picture::{Canvas, Frames, Scene};
use crate::file;
use crate::sim::{PhaseTimes, Sim};
use crate::world::World;
use gif::{Encoder, EncodingError, Frame, Repeat};
use std::cell::RefCell;
use std::io::{Error, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// The width of pictures, pixels.
const SVG_WIDTH: f32 = 1000.0;
const GIF_WIDTH: f32 = 640.0;
/// Frames of an animation after the first: of a longer stretch fewer steps are shown.
const MOST_FRAMES: u64 = 300;
/// The least steps from one frame to the next: animations show ten a second.
const LEAST_EVERY: u64 = 2;
/// The largest file of an animation.
const MOST_BYTES: usize = 64 << 20;
/// How hard the encoder looks for few colours, 1 to 30: frames have few.
const SPEED: i32 = 30;

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Pictures of a headless run")]
pub(in crate::cli) struct PictureArgs {
    /// Draw the world as it is in one step: ground, boxes, doors, areas, and the creatures with their headings and paths
    #[arg(long, value_name = "FILE", value_parser = Picture::Svg.file())]
    pub svg: Option<PathBuf>,
    /// The step that --svg shows [default: the last one]
    #[arg(long, value_name = "STEP", requires = "svg")]
    pub at: Option<u64>,
    /// Draw an animation of a stretch of the run; it is played as fast as the world's time goes
    ///
    /// 640 pixels wide. It has at most 301 frames, one for two steps: of more than 600 steps they are farther apart.
    #[arg(long, value_name = "FILE", value_parser = Picture::Gif.file())]
    pub gif: Option<PathBuf>,
    /// The first step that --gif shows
    #[arg(long, value_name = "STEP", default_value_t = 0, requires = "gif")]
    pub gif_from: u64,
    /// How many steps --gif shows, 50 ms each
    #[arg(long, value_name = "N", default_value_t = 200, requires = "gif", value_parser = clap::value_parser!(u64).range(1..))]
    pub gif_steps: u64,
}

impl PictureArgs {
    pub(super) fn is_some(&self) -> bool {
        self.svg.is_some() || self.gif.is_some()
    }

    /// Whether the files can be written, and whether the run comes to what they show: before anything runs.
    ///
    /// # Errors
    /// Steps after the end are wrong usage.
    pub(super) fn precheck(&self, args: &RunArgs) -> Result<(), Stop> {
        let late = [("--at", self.at), ("--gif-from", self.gif.as_ref().map(|_| self.gif_from))];
        for (option, step) in late {
            if let Some(step) = step.filter(|step| *step > args.ticks()) {
                let message = format!("{option} {step} is after the end of the run, which has {} steps", args.ticks());
                return Err(Stop::usage(message));
            }
        }
        Ok(precheck(&[(&self.svg, Picture::Svg), (&self.gif, Picture::Gif)], Path::new(&args.map))?)
    }
}

/// Draws a run, step by step, and writes its pictures when it is over.
pub(super) struct Drawer<'a> {
    args: &'a PictureArgs,
    /// The step of the picture.
    at: u64,
    picture: Option<Scene>,
    animation: Option<Animation>,
    /// From one frame to the next, steps.
    every: u64,
    failed: Option<Error>,
}

/// An animation that is being made.
struct Animation {
    frames: Frames,
    /// What does not move, of this world.
    still: (Arc<World>, Canvas),
    size: (u32, u32),
    /// The pixels of the last frame.
    before: Vec<u8>,
    encoder: Encoder<Bytes>,
    bytes: Bytes,
}

/// Bytes that the encoder writes, and that are looked at meanwhile.
#[derive(Clone, Default)]
struct Bytes(Rc<RefCell<Vec<u8>>>);

impl Write for Bytes {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> Drawer<'a> {
    pub(super) fn new(args: &'a PictureArgs, ticks: u64) -> Self {
        let steps = args.gif_steps.min(ticks.saturating_sub(args.gif_from));
        let every = steps.div_ceil(MOST_FRAMES).max(LEAST_EVERY);
        Self { args, at: args.at.unwrap_or(ticks), picture: None, animation: None, every, failed: None }
    }

    /// Draws the world as it is after so many steps, where that is wanted.
    pub(super) fn look(&mut self, sim: &mut Sim, steps: u64) {
        if self.args.svg.is_some() && steps == self.at {
            let snapshot = sim.snapshot(None, PhaseTimes::default());
            let frames = Frames::new(&snapshot, SVG_WIDTH);
            self.picture = Some(frames.still(&snapshot).under(frames.life(&snapshot, &sim.shown_paths())));
        }
        let shown = steps.checked_sub(self.args.gif_from).filter(|step| *step <= self.args.gif_steps);
        if self.args.gif.is_some() && self.failed.is_none() && shown.is_some_and(|step| step % self.every == 0) {
            self.failed = self.frame(sim).err();
        }
    }

    fn frame(&mut self, sim: &mut Sim) -> Result<(), Error> {
        let (snapshot, paths) = (sim.snapshot(None, PhaseTimes::default()), sim.shown_paths());
        let large = || Error::other("it is too large to draw");
        if self.animation.is_none() {
            let frames = Frames::new(&snapshot, GIF_WIDTH);
            let canvas = Canvas::new(&frames.still(&snapshot)).ok_or_else(large)?;
            let (bytes, (width, height)) = (Bytes::default(), canvas.size());
            let mut encoder = Encoder::new(bytes.clone(), width as u16, height as u16, &[]).map_err(Error::other)?;
            encoder.set_repeat(Repeat::Infinite).map_err(Error::other)?;
            let (size, still) = (canvas.size(), (Arc::clone(&snapshot.world), canvas));
            self.animation = Some(Animation { frames, still, size, before: Vec::new(), encoder, bytes });
        }
        let Some(animation) = &mut self.animation else { return Ok(()) };
        // Doors turn, boxes come and go: then what stays is drawn again.
        if !Arc::ptr_eq(&animation.still.0, &snapshot.world) {
            let canvas = Canvas::new(&animation.frames.still(&snapshot)).ok_or_else(large)?;
            if canvas.size() == animation.size {
                animation.still = (Arc::clone(&snapshot.world), canvas);
            }
        }
        let pixels = animation.still.1.with(&animation.frames.life(&snapshot, &paths));
        let delay_ms = self.every * u64::from(snapshot.step_ms);
        animation.add(pixels, delay_ms).map_err(Error::other)?;
        if animation.bytes.0.borrow().len() > MOST_BYTES {
            return Err(Error::other(format!("it would be larger than {} MiB: show fewer steps", MOST_BYTES >> 20)));
        }
        Ok(())
    }

    /// Writes the pictures, each whole or not at all.
    ///
    /// # Errors
    /// What cannot be drawn or written.
    pub(super) fn write(self) -> Result<(), Vec<Diagnostic>> {
        if let Some((path, scene)) = self.args.svg.as_ref().zip(self.picture) {
            file::replace(path, |out| scene.write_svg(out)).map_err(|e| fault(path, &e))?;
            outcome::note(format!("wrote {}", shown(path)));
        }
        if let Some(path) = &self.args.gif {
            let bytes = match (self.failed, self.animation) {
                (Some(e), _) => return Err(fault(path, &e)),
                (None, None) => return Ok(()),
                (None, Some(animation)) => animation.finish(),
            };
            file::replace(path, |out| out.write_all(&bytes)).map_err(|e| fault(path, &e))?;
            outcome::note(format!("wrote {}", shown(path)));
        }
        Ok(())
    }
}

impl Animation {
    /// Adds a frame: the rectangle in which something changed. What is in it as before is transparent, which takes almost no space.
    fn add(&mut self, pixels: Vec<u8>, delay_ms: u64) -> Result<(), EncodingError> {
        let width = self.size.0 as usize;
        let is_changed = |i: usize| self.before.get(4 * i..4 * i + 4) != pixels.get(4 * i..4 * i + 4);
        let changed = || (0..pixels.len() / 4).filter(|i| is_changed(*i));
        // A frame has one pixel at least.
        let (mut low, mut high) = ((width - 1, self.size.1 as usize - 1), (0, 0));
        for i in changed() {
            let (x, y) = (i % width, i / width);
            (low, high) = ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y)));
        }
        (low.0, low.1) = (low.0.min(high.0), low.1.min(high.1));
        let rows = (low.1..=high.1).flat_map(|y| (low.0..=high.0).map(move |x| y * width + x));
        let pixel =
            |i: usize| if is_changed(i) { [pixels[4 * i], pixels[4 * i + 1], pixels[4 * i + 2], 255] } else { [0; 4] };
        let mut part: Vec<u8> = rows.flat_map(pixel).collect();
        let (columns, rows) = (high.0 - low.0 + 1, high.1 - low.1 + 1);
        let mut frame = Frame::from_rgba_speed(columns as u16, rows as u16, &mut part, SPEED);
        (frame.left, frame.top) = (low.0 as u16, low.1 as u16);
        // In hundredths of a second.
        frame.delay = (delay_ms / 10) as u16;
        self.before = pixels;
        self.encoder.write_frame(&frame)
    }

    /// The whole file.
    fn finish(self) -> Vec<u8> {
        // Its end is written when the encoder goes.
        drop(self.encoder);
        self.bytes.0.take()
    }
}
