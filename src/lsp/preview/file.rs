//! The preview of a file without an editor: its document follows the file on disk.

use std::io;
use std::mem;
use std::time::Duration;

use tokio::time::MissedTickBehavior;
use tower_lsp::ls_types::{Position, Uri};

use super::command::PreviewOptions;
use crate::lsp::session::{PreviewedFile, Server, Shared, document_uri};
use crate::project::{File, Source};
use crate::text::{Edit, LineIndex};

/// The interval between two looks at the file.
const INTERVAL: Duration = Duration::from_millis(100);

/// The document of a file.
struct Follower<'a> {
    shared: &'a Shared,
    file: &'a PreviewedFile,
    uri: Uri,
    /// The version that was last opened or closed.
    version: i32,
    /// The text of the file at the last look, if it is another one than that of the document.
    seen: Option<String>,
    /// Whether the file could not be read at the last look.
    is_missing: bool,
}

impl Server {
    /// Starts the preview of a file, passes its address to `ready`, and follows the file.
    ///
    /// # Errors
    ///
    /// An error if the preview cannot start, or if `ready` fails.
    pub(in crate::lsp) async fn preview_file(
        &self,
        file: PreviewedFile,
        options: PreviewOptions,
        ready: impl FnOnce(&str) -> io::Result<()>,
    ) -> io::Result<()> {
        let shared = &self.shared;
        let file = shared.preview.file.get_or_init(|| file);
        let uri = document_uri(&file.path)
            .ok_or_else(|| io::Error::other("the path of the file is no address"))?;
        shared.preview.show(uri.clone(), Position::default());
        let (version, seen, is_missing) = (0, None, false);
        let mut follower = Follower { shared, file, uri, version, seen, is_missing };
        follower.look();
        ready(self.start_preview(options).await.map_err(io::Error::other)?)?;
        let mut ticks = tokio::time::interval(INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            follower.look();
        }
    }
}

impl Follower<'_> {
    /// Takes the text of the file if it has changed, and shows the line of the change. Some programs
    /// save a file in steps, or remove it for a moment: only what is seen twice counts.
    fn look(&mut self) {
        let file = File::read(Source::File(self.file.path.clone()), "-");
        let mut state = self.shared.lock();
        let document = state.workspace.documents.get(&self.uri);
        match (file, document) {
            (Err(_), document) => {
                self.seen = None;
                if !mem::replace(&mut self.is_missing, true) {
                    return;
                }
                let Some(document) = document else {
                    return;
                };
                self.version = document.version.unwrap_or_default();
                state.close(&self.uri);
            }
            (Ok(File { text, .. }), None) => {
                self.is_missing = false;
                self.version += 1;
                state.open(self.uri.clone(), self.version, &text);
            }
            (Ok(File { text, .. }), Some(document)) => {
                self.is_missing = false;
                let change = Edit::between(&document.text, &text);
                let Some(change) = change else {
                    self.seen = None;
                    return;
                };
                if self.seen.as_ref() != Some(&text) {
                    self.seen = Some(text);
                    return;
                }
                // A new puzzle follows blank lines.
                let new = change.replacement.as_str();
                let blank = u32::try_from(new.len() - new.trim_start().len()).unwrap_or_default();
                let line = LineIndex::new(&text).line(change.span.start + blank);
                state.rewrite(&self.uri, text);
                self.shared.preview.show(self.uri.clone(), Position::new(line, 0));
            }
        }
        drop(state);
        self.shared.edited.notify_one();
    }
}
