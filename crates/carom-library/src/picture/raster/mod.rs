//! Pictures as pixels: PNG, and animated PNG.

mod letters;

use std::borrow::Cow;

use png::{BlendOp, Encoder, EncodingError};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Options, Tree};
use thiserror::Error;

use super::Still;

/// The most pixels of a picture: they take 200 MB.
const MOST: f32 = 50e6;

/// The bytes of a pixel.
const PIXEL: usize = 4;

/// A picture that cannot be drawn as PNG.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum RasterError {
    /// The picture has too many pixels.
    #[error("a picture of {width} × {height} pixels is too large")]
    TooLarge {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// There are no pictures, or one is not a valid SVG document, or their sizes differ.
    #[error("the picture cannot be drawn: {0}")]
    Invalid(Cow<'static, str>),
}

impl From<EncodingError> for RasterError {
    fn from(error: EncodingError) -> Self {
        invalid(&error)
    }
}

impl From<usvg::Error> for RasterError {
    fn from(error: usvg::Error) -> Self {
        invalid(&error)
    }
}

fn invalid(error: &dyn std::error::Error) -> RasterError {
    RasterError::Invalid(error.to_string().into())
}

/// Returns an SVG document of this module as PNG, `zoom` times as large. The bytes depend only on
/// the document: text is drawn in a font of carom's own.
///
/// # Errors
///
/// Fails if the picture is too large, or if `svg` is not a valid document.
pub fn png(svg: &str, zoom: f32) -> Result<Vec<u8>, RasterError> {
    let pixels = Pixels::draw(svg, zoom)?;
    let mut bytes = Vec::new();
    let mut writer = encoder(&mut bytes, &pixels)?.write_header()?;
    writer.write_image_data(&pixels.rgba)?;
    writer.finish()?;
    Ok(bytes)
}

/// Returns the pictures of an animation as one animated PNG that repeats, `zoom` times as large.
/// Programs without animations show the first.
///
/// # Errors
///
/// Fails if there are no pictures, if one is too large or not a valid document, or if their sizes
/// differ.
pub fn apng(stills: &[Still], zoom: f32) -> Result<Vec<u8>, RasterError> {
    let [first, others @ ..] = stills else {
        return Err(RasterError::Invalid("there are no pictures".into()));
    };
    let mut shown = Pixels::draw(&first.svg, zoom)?;
    let mut bytes = Vec::new();
    let mut encoder = encoder(&mut bytes, &shown)?;
    encoder.set_animated(u32::try_from(stills.len()).unwrap_or(u32::MAX), 0)?;
    encoder.set_blend_op(BlendOp::Source)?;
    encoder.set_frame_delay(first.tenths, 10)?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&shown.rgba)?;
    for still in others {
        let next = Pixels::draw(&still.svg, zoom)?;
        let part = shown.difference(&next)?;
        writer.set_frame_delay(still.tenths, 10)?;
        // The old position with the new size could lie outside the picture.
        writer.reset_frame_position()?;
        writer.set_frame_dimension(part.width, part.height)?;
        writer.set_frame_position(part.x, part.y)?;
        writer.write_image_data(&next.part(&part))?;
        shown = next;
    }
    writer.finish()?;
    Ok(bytes)
}

/// Creates an encoder of pictures with the size of `pixels`.
fn encoder<'a>(
    bytes: &'a mut Vec<u8>,
    pixels: &Pixels,
) -> Result<Encoder<'a, &'a mut Vec<u8>>, RasterError> {
    let mut encoder = Encoder::new(bytes, pixels.width, pixels.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.add_text_chunk("Software".to_owned(), "carom".to_owned())?;
    Ok(encoder)
}

/// A drawn picture.
struct Pixels {
    width: u32,
    height: u32,
    /// Red, green, blue and opacity of each pixel, row by row.
    rgba: Vec<u8>,
}

/// A part of a picture.
struct Part {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

impl Pixels {
    fn draw(svg: &str, zoom: f32) -> Result<Self, RasterError> {
        let svg = letters::outlined(svg).map_err(|error| invalid(&*error))?;
        let tree = Tree::from_str(&svg, &Options::default())?;
        let size = tree.size();
        let size = size.scale_by(zoom).unwrap_or(size);
        let whole = size.to_int_size();
        let (width, height) = (whole.width(), whole.height());
        let too_large = RasterError::TooLarge { width, height };
        let is_drawable = size.width() * size.height() <= MOST;
        let mut pixmap =
            is_drawable.then(|| Pixmap::new(width, height)).flatten().ok_or(too_large)?;
        let across = width as f32 / tree.size().width();
        let down = height as f32 / tree.size().height();
        resvg::render(&tree, Transform::from_scale(across, down), &mut pixmap.as_mut());
        Ok(Self { width, height, rgba: pixmap.take_demultiplied() })
    }

    fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.rgba.chunks_exact(self.width as usize * PIXEL)
    }

    /// Returns the smallest part outside of which two pictures are equal. It has at least one
    /// pixel.
    fn difference(&self, other: &Self) -> Result<Part, RasterError> {
        if (self.width, self.height) != (other.width, other.height) {
            return Err(RasterError::Invalid("the sizes of the pictures differ".into()));
        }
        let (mut left, mut right) = (self.width - 1, 0);
        let (mut top, mut bottom) = (self.height - 1, 0);
        let rows = (0..).zip(self.rows().zip(other.rows()));
        for (y, (old, new)) in rows.filter(|(_, (old, new))| old != new) {
            (top, bottom) = (top.min(y), y);
            let pixels = (0..).zip(old.chunks_exact(PIXEL).zip(new.chunks_exact(PIXEL)));
            for (x, _) in pixels.filter(|(_, (old, new))| old != new) {
                (left, right) = (left.min(x), right.max(x));
            }
        }
        let (x, y) = (left.min(right), top.min(bottom));
        Ok(Part { x, y, width: right - x + 1, height: bottom - y + 1 })
    }

    fn part(&self, part: &Part) -> Vec<u8> {
        let rows = self.rows().skip(part.y as usize).take(part.height as usize);
        let pixels = rows.flat_map(|row| {
            let from = row.iter().skip(part.x as usize * PIXEL);
            from.take(part.width as usize * PIXEL)
        });
        pixels.copied().collect()
    }
}
