//! `bestiary path --svg` and `--png`: the picture of a path.

use super::legs::Leg;
use crate::cli::picture_file::{self, Picture, fault};
use crate::cli::{Args, Diagnostic, outcome};
use crate::diag::shown;
use crate::experiment::picture::Scene;
use crate::file;
use crate::geom::Storey;
use std::io::{Error, Write};
use std::path::{Path, PathBuf};

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Pictures")]
pub(in crate::cli) struct PictureArgs {
    /// Draw the map, what was searched, and the path as it was found, pulled straight and made round; with
    /// --graph the graph, too
    #[arg(long, value_name = "FILE", conflicts_with_all = ["changes", "target_track"], value_parser = Picture::Svg.file())]
    pub svg: Option<PathBuf>,
    /// The same as a picture of pixels, 1000 wide
    #[arg(long, value_name = "FILE", conflicts_with_all = ["changes", "target_track"], value_parser = Picture::Png.file())]
    pub png: Option<PathBuf>,
}

impl PictureArgs {
    pub(super) fn is_some(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Whether the files can be written: before anything is searched.
    pub(super) fn precheck(&self, map: &Path) -> Result<(), Vec<Diagnostic>> {
        picture_file::precheck(&[(&self.svg, Picture::Svg), (&self.png, Picture::Png)], map)
    }

    /// Writes the pictures of a path's legs, the storey of each; a path on the ground alone has no title.
    pub(super) fn write(&self, legs: Vec<(&Leg, Scene)>) -> Result<(), Vec<Diagnostic>> {
        let is_plain = matches!(&legs[..], [(leg, _)] if leg.storey == Storey::GROUND);
        let mut legs = legs.into_iter();
        let only = if is_plain { legs.next() } else { None };
        let scene = match only {
            Some((_, scene)) => scene,
            None => Scene::stacked(legs.map(|(leg, scene)| (leg.title(), scene))),
        };
        let write = |path: &Option<PathBuf>, write: &dyn Fn(&mut dyn Write) -> Result<(), Error>| match path {
            Some(path) => {
                file::replace(path, write).map_err(|e| fault(path, &e))?;
                outcome::note(format!("wrote {}", shown(path)));
                Ok(())
            }
            None => Ok(()),
        };
        write(&self.svg, &|out| scene.write_svg(out))?;
        write(&self.png, &|out| scene.write_png(out))
    }
}
