//! PNG and animated PNG, read with a decoder.

use std::fs;
use std::io::Cursor;

use carom::games::{Motion, Position};
use carom::picture::{Picture, Style, describe, png, styled};

use super::super::folder::Folder;
use super::PUZZLES;

/// Decoded frames: red, green, blue and opacity of each pixel.
struct Film {
    width: usize,
    height: usize,
    frames: Vec<Vec<u8>>,
    /// The number of pixels in the file, in all frames together.
    stored: usize,
}

impl Film {
    fn decode(bytes: &[u8]) -> Self {
        let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
        let (width, height) = (reader.info().width as usize, reader.info().height as usize);
        assert_eq!(reader.info().color_type, png::ColorType::Rgba);
        let count = reader.info().animation_control.map_or(1, |all| all.num_frames);
        let mut shown = vec![0; width * height * 4];
        let (mut frames, mut stored) = (Vec::new(), 0);
        for _ in 0..count {
            let mut part = vec![0; reader.output_buffer_size().unwrap()];
            let size = reader.next_frame(&mut part).unwrap();
            let (x, y) = reader.info().frame_control.map_or((0, 0), |frame| {
                assert_eq!(frame.dispose_op, png::DisposeOp::None);
                assert_eq!(frame.blend_op, png::BlendOp::Source);
                (frame.x_offset as usize, frame.y_offset as usize)
            });
            let wide = size.width as usize * 4;
            for (down, row) in part[..size.buffer_size()].chunks(wide).enumerate() {
                let at = ((y + down) * width + x) * 4;
                shown[at..at + wide].copy_from_slice(row);
            }
            stored += size.buffer_size() / 4;
            frames.push(shown.clone());
        }
        Self { width, height, frames, stored }
    }
}

/// Draws a position after a move with the library.
fn draw_with_library(position: &Position, motions: &[Motion]) -> Film {
    let picture = Picture { position, motions, title: "", description: &describe(position) };
    Film::decode(&png(&styled(&picture, Style::default()), 2.0).unwrap())
}

/// Renders a puzzle into a file twice, and returns its bytes.
fn render(folder: &Folder, file: &str, more: &[&str]) -> Vec<u8> {
    let draw = || {
        let arguments = [&["render", "a.carom", "-o", file][..], more].concat();
        folder.run(&arguments).is(0, "", "");
        fs::read(folder.path(file)).unwrap()
    };
    let bytes = draw();
    assert_eq!(draw(), bytes, "equal puzzles must give equal bytes");
    bytes
}

#[test]
fn animation_shows_each_position_of_solution() {
    let folder = Folder::of(&[("a.carom", PUZZLES)]);
    for (number, named) in (1..).zip(carom::read(PUZZLES).unwrap()) {
        let puzzle = number.to_string();
        let more = ["--solution", "--puzzle", &puzzle];
        let bytes = render(&folder, &format!("{puzzle}.apng"), &more);
        let film = Film::decode(&bytes);
        let mut position = named.position;
        let answer = carom::Task::new(&position).run();
        let mut expected = vec![draw_with_library(&position, &[])];
        for &played in &answer.outcome.solution().unwrap().moves {
            for stage in position.clone().stages(played).unwrap() {
                position = stage.position;
                expected.push(draw_with_library(&position, &stage.motions));
            }
        }
        assert_eq!(film.frames.len(), expected.len());
        for (frame, picture) in film.frames.iter().zip(&expected) {
            // The caption is below the picture.
            assert_eq!(film.width, picture.width);
            assert!(film.height > picture.height);
            let (board, caption) = frame.split_at(picture.frames[0].len());
            assert!(board == picture.frames[0]);
            assert!(caption.iter().any(|&byte| byte != 0));
        }
        // Later frames contain only what changed.
        assert!(film.stored < film.width * film.height * film.frames.len());
    }
}

#[test]
fn png_has_requested_size() {
    let folder = Folder::of(&[("a.carom", PUZZLES)]);
    let film = Film::decode(&render(&folder, "a.png", &["--puzzle", "2"]));
    assert_eq!((film.width, film.height), (2 * 200, 2 * 160));
    for theme in ["light", "dark", "print"] {
        let more = ["--puzzle", "2", "--size", "100", "--theme", theme];
        let film = Film::decode(&render(&folder, "a.png", &more));
        assert_eq!((film.width, film.height), (100, 80));
        // Only the light picture is transparent.
        let is_transparent = film.frames[0][3] == 0;
        assert_eq!(is_transparent, theme == "light", "{theme}");
    }
    let huge = ["render", "a.carom", "--puzzle", "2", "--size", "10000", "-o", "a.png"];
    let error = "error: a picture of 10000 × 8000 pixels is too large; choose a smaller `--size`\n";
    folder.run(&huge).is(2, "", error);
}

#[test]
fn png_replaces_only_pictures_of_carom() {
    let other = b"\x89PNG\r\n\x1a\nsomebody's";
    let folder = Folder::of(&[("a.carom", PUZZLES)]);
    folder.write("out/a-Round.png", other);
    let arguments = ["render", "a.carom", "--format", "png", "-o", "out"];
    let ended = folder.run(&arguments);
    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert_eq!(fs::read(folder.path("out/a-Round.png")).unwrap(), other);
    assert!(!folder.path("out/a-One-only.png").exists());
}

#[test]
fn incompatible_format_and_flags_are_refused() {
    let folder = Folder::of(&[("a.carom", PUZZLES)]);
    for (arguments, reason) in [
        (&["--format", "apng"][..], "`--format apng` needs `--solution`"),
        (&["-o", "a.apng"], "`--format apng` needs `--solution`"),
        (&["--solution", "-o", "a.png"], "PNG is not animated; use `--format apng`"),
        (&["--sheet", "-o", "a.apng"], "a sheet is not animated; use svg, png or html"),
        (&["-o", "a.html"], "`--format html` needs `--sheet`"),
    ] {
        let ended = folder.run(&[&["render", "a.carom"], arguments].concat());
        ended.is(2, "", &format!("error: {reason}\n"));
    }
    assert_eq!(folder.names(), ["a.carom"]);
}

#[cfg(unix)]
#[test]
fn sheet_is_split_into_paper_pages() {
    let folder = Folder::of(&[("a.carom", PUZZLES)]);
    let arguments = ["--sheet", "--format", "png", "--size", "210", "-o", "out"];
    folder.run(&[&["render", "a.carom"], &arguments[..]].concat()).is(0, "", "");
    let names = ["sheet-1.png", "sheet-2.png"];
    for name in names {
        let film = Film::decode(&fs::read(folder.path("out").join(name)).unwrap());
        assert_eq!((film.width, film.height), (210, 297));
    }
    assert_eq!(fs::read_dir(folder.path("out")).unwrap().count(), 2);
}
