//! Reads, compiles and validates what was saved, on a thread of its own, and sends the world only what loads.

use super::Control;
use super::changes::{Changes, Live, Sent};
use super::disk::{below, read_whole};
use super::manifests::Manifests;
use super::map_file::MapFile;
use super::message::Message;
use super::panics::survive;
use super::remarks::Unchecked;
use crate::file::{ReadError, leaves};
use crate::lua::api::params::ScriptParams;
use crate::lua::source::mods::{FileKey, is_runtime_file};
use crate::sim::{Command, Level, Saved, SourceFile};
use crate::watch::{Watch, WatchError};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

/// Stack of the thread, bytes: checks look into functions that call each other.
const STACK: usize = 64 * 1024 * 1024;

/// How long the thread waits before it looks whether it should end.
const PATIENCE: Duration = Duration::from_millis(200);

/// A thread that reloads what is saved. Ends when dropped.
pub(super) struct Reloader {
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Reloader {
    /// Watches the folders of all mods that come from folders, and those of the map's files; `None` where there are none.
    pub(super) fn start(
        live: Live,
        map: Option<MapFile>,
        params: ScriptParams,
        send: Sender<Message>,
        newer: Receiver<Live>,
    ) -> Result<Option<Self>, WatchError> {
        let roots = live.mods().roots();
        let folders = map.as_ref().map(MapFile::folders).unwrap_or_default();
        if roots.is_empty() && folders.is_empty() {
            return Ok(None);
        }
        let mut watch = Watch::new(&roots.iter().map(|(_, dir)| dir.clone()).collect::<Vec<_>>(), &folders)?;
        let over = Arc::new(AtomicBool::new(false));
        let unchecked = Unchecked::all(live.mods());
        let manifests = Manifests::of(&roots, params.source_max_kb);
        let (changes, unreadable) = (Changes::new(live, params.clone()), BTreeSet::new());
        let mut work = Work { changes, params, send, roots, unchecked, unreadable, manifests, map };
        let end = Arc::clone(&over);
        let run = move || {
            while !end.load(Ordering::Relaxed) {
                let Some(touched) = watch.next(PATIENCE) else { break };
                let done = survive(|| {
                    newer.try_iter().for_each(|live| work.update(live));
                    // Saves come first.
                    if touched.is_empty() { work.remark() } else { work.reload(&touched, &mut watch) }
                });
                if let Err(panic) = done {
                    let text =
                        format!("a fault of this program: what was saved last is not looked at further: {panic}");
                    work.send(vec![Sent::Note { level: Level::Error, text }]);
                }
            }
        };
        let thread = std::thread::Builder::new().name("reload".into()).stack_size(STACK).spawn(run).ok();
        Ok(Some(Self { over, thread }))
    }

    /// Does not wait until the thread has ended.
    pub(super) fn abandon(mut self) {
        self.thread = None;
    }
}

impl Drop for Reloader {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Work {
    changes: Changes,
    params: ScriptParams,
    send: Sender<Message>,
    roots: Vec<(String, PathBuf)>,
    unchecked: Unchecked,
    /// Files that could not be read when they were last saved.
    unreadable: BTreeSet<FileKey>,
    manifests: Manifests,
    map: Option<MapFile>,
}

impl Work {
    fn update(&mut self, live: Live) {
        let sends = self.changes.update(live);
        self.send(sends);
    }

    fn reload(&mut self, touched: &BTreeSet<PathBuf>, watch: &mut Watch) {
        for sent in self.map.as_mut().map(|map| map.saved(touched, watch)).unwrap_or_default() {
            // A world that has ended takes nothing.
            let _ = self.send.send(command(sent));
        }
        let mut fresh = Vec::new();
        for path in self.with_files_of_folders(touched) {
            let note = self.manifests.saved(&path);
            self.send(note.into_iter().collect());
            match self.read(&path) {
                Some(Ok(file)) => {
                    // One that can be read again takes its place even with the text it had before.
                    let again = self.unreadable.remove(&file.key());
                    if again || self.changes.is_new(&file, touched.contains(&path)) {
                        fresh.push(file);
                    }
                }
                Some(Err((file, message))) => {
                    self.unreadable.insert(file.key());
                    self.send(vec![Sent::Rejected { file, message }]);
                }
                None => {}
            }
        }
        if !fresh.is_empty() {
            let sends = self.changes.save(fresh);
            self.send(sends);
        }
    }

    fn send(&mut self, all: Vec<Sent>) {
        for sent in all {
            let message = match sent {
                Sent::Reload { files, program } => {
                    self.unchecked.add(&files);
                    Message::Save(Saved { files, program })
                }
                Sent::Rejected { file, message } => command(Command::Rejected { file, message }),
                Sent::Note { level, text } => command(Command::Note { level, text }),
            };
            // A world that has ended takes nothing.
            let _ = self.send.send(message);
        }
    }

    /// A folder that was renamed, moved or deleted is one event: every script of its mod is looked at then.
    fn with_files_of_folders(&self, touched: &BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
        let mut files = touched.clone();
        for path in touched.iter().filter(|p| p.is_dir() || p.extension().is_none()) {
            let Some((name, root)) = self.roots.iter().find(|(_, root)| path.starts_with(root)) else { continue };
            let mods = self.changes.mods().mods.iter();
            files.extend(mods.filter(|m| m.manifest.name == *name).flat_map(|m| m.files.keys()).map(|f| root.join(f)));
            below(path, &mut files);
        }
        files
    }

    /// Sends what checks find in the files that run. A world of many creatures has enough to do with what was saved at first.
    fn remark(&mut self) {
        if !self.changes.are_settled() {
            return;
        }
        for found in self.unchecked.take(self.changes.mods(), &self.params) {
            let _ = self.send.send(command(found));
        }
    }

    /// Reads a touched file, if it is one that matters to the running world.
    fn read(&self, path: &Path) -> Option<Result<SourceFile, (SourceFile, String)>> {
        let (mod_name, root, inside) = self.roots.iter().find_map(|(name, root)| {
            let inside = path.strip_prefix(root).ok()?.to_str()?.replace('\\', "/");
            Some((name.clone(), root, inside))
        })?;
        if !is_runtime_file(&inside) {
            return None;
        }
        let text =
            if leaves(path, root) { Err(ReadError::Outside) } else { read_whole(path, self.params.source_max_kb) };
        let file = SourceFile { mod_name, path: inside, text: None };
        Some(match text {
            Ok(text) => Ok(SourceFile { text, ..file }),
            Err(e) => Err((file.clone(), format!("{}: error: {e}", file.path))),
        })
    }
}

fn command(command: Command) -> Message {
    Message::Control(Control::Command(command))
}
