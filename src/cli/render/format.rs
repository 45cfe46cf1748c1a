//! The formats of pictures.

use std::io;
use std::io::IsTerminal;

use clap::ValueEnum;

use super::RenderOptions;
use crate::cli::destination::Destination;
use crate::words::{display_path, join_list};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A vector graphic, animated with `--solution`
    Svg,
    /// Pixels
    Png,
    /// Pixels, animated
    Apng,
    /// All pages of a sheet in one file, to print with a browser
    Html,
}

impl Format {
    /// Returns the format that the options name, or the one of the output file's extension.
    ///
    /// # Errors
    ///
    /// Fails if there is no such format, or if it does not go with the other options.
    pub(super) fn of(options: &RenderOptions, destination: &Destination) -> io::Result<Self> {
        let format = match options.format {
            Some(format) => format,
            None => Self::of_file(destination)?,
        };
        let is_to_terminal =
            matches!(destination, Destination::Stdout) && io::stdout().is_terminal();
        let fault = match format {
            Self::Html if !options.sheet => "`--format html` needs `--sheet`",
            Self::Apng if options.sheet => "a sheet is not animated; use svg, png or html",
            Self::Apng if !options.solution => "`--format apng` needs `--solution`",
            Self::Png if options.solution => "PNG is not animated; use `--format apng`",
            Self::Png | Self::Apng if is_to_terminal => {
                "a terminal does not show PNG; redirect it, or name a file with `--output`"
            }
            _ => return Ok(format),
        };
        Err(io::Error::other(fault))
    }

    /// Returns the format of a file by its extension, and SVG without one.
    fn of_file(destination: &Destination) -> io::Result<Self> {
        let Destination::File(path) = destination else {
            return Ok(Self::Svg);
        };
        let Some(extension) = path.extension() else {
            return Ok(Self::Svg);
        };
        let formats = Self::value_variants().iter();
        let mut formats =
            formats.filter(|format| extension.eq_ignore_ascii_case(format.extension()));
        let unknown = || {
            let extensions = Self::value_variants().iter().map(|format| format.extension());
            io::Error::other(format!(
                "{}: expected the extension {}; or name the format with `--format`",
                display_path(path),
                join_list(extensions, "or")
            ))
        };
        formats.next().copied().ok_or_else(unknown)
    }

    /// Returns the extension of a file.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Apng => "apng",
            Self::Html => "html",
        }
    }
}
