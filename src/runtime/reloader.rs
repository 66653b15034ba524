//! Reads, compiles and validates what was saved, on a thread of its own, and sends the world only what loads.

use super::Control;
use super::remarks::Unchecked;
use super::world_thread::Message;
use crate::diag::{Diagnostic, joined};
use crate::file::{ReadError, leaves, text_up_to};
use crate::lua::api::params::ScriptParams;
use crate::lua::host::program::Program;
use crate::lua::source::mods::{FileKey, ModSet, is_runtime_file};
use crate::sim::{Command, Sim, SourceFile};
use crate::watch::{Watch, WatchError};
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

/// How long the thread waits before it looks whether it should end.
const PATIENCE: Duration = Duration::from_millis(200);
/// An empty or unreadable file is most likely half written: it is read again after each of these waits.
const HALF_WRITTEN: [Duration; 4] =
    [Duration::from_millis(10), Duration::from_millis(20), Duration::from_millis(40), Duration::from_millis(80)];

/// What the world runs. The simulation owns it; the reloader gets it after every save that it sent and after every rollback.
pub(super) struct Live {
    /// Saves that the world has applied or refused so far.
    saves: u64,
    mods: Arc<ModSet>,
    program: Arc<Program>,
    /// The sources that were rolled back: a save of such a file is a new attempt, whatever it contains.
    rolled_back: BTreeMap<FileKey, Option<String>>,
}

impl Live {
    pub(super) fn of(sim: &Sim, saves: u64) -> Self {
        let (mods, program) = (Arc::clone(sim.mods()), Arc::clone(&sim.program));
        Self { saves, mods, program, rolled_back: sim.rolled_back.clone() }
    }
}

/// A thread that reloads what is saved. Ends when dropped.
pub(super) struct Reloader {
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Reloader {
    /// Watches the folders of all mods that come from folders; `None` when none does.
    pub(super) fn start(
        live: Live,
        params: ScriptParams,
        send: Sender<Message>,
        newer: Receiver<Live>,
    ) -> Result<Option<Self>, WatchError> {
        let roots = live.mods.roots();
        if roots.is_empty() {
            return Ok(None);
        }
        let watch = Watch::new(&roots.iter().map(|(_, dir)| dir.clone()).collect::<Vec<_>>(), &[])?;
        let over = Arc::new(AtomicBool::new(false));
        let unchecked = Unchecked::all(&live.mods);
        let (pending, unreadable) = (BTreeMap::new(), BTreeSet::new());
        let mut work = Work { live, params, send, roots, pending, unreadable, unchecked };
        let end = Arc::clone(&over);
        let run = move || {
            while !end.load(Ordering::Relaxed) {
                let touched = watch.next(PATIENCE);
                newer.try_iter().for_each(|live| work.update(live));
                match touched {
                    // Saves come first.
                    Some(files) if files.is_empty() => work.remark(),
                    Some(files) => work.reload(&files),
                    None => break,
                }
            }
        };
        let thread = std::thread::Builder::new().name("reload".into()).spawn(run).ok();
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
    /// What the world runs, or will run once it has taken the saves that were sent.
    live: Live,
    params: ScriptParams,
    send: Sender<Message>,
    roots: Vec<(String, PathBuf)>,
    /// Changed files that did not load yet: the next save may be the other half of the change.
    pending: BTreeMap<FileKey, SourceFile>,
    unchecked: Unchecked,
    /// Files that could not be read when they were last saved.
    unreadable: BTreeSet<FileKey>,
}

impl Work {
    /// Replaces what is known of the world, unless saves are still on their way to it.
    fn update(&mut self, live: Live) {
        if live.saves == self.live.saves {
            self.live = live;
        }
    }

    fn reload(&mut self, touched: &BTreeSet<PathBuf>) {
        let mut fresh = Vec::new();
        for path in self.with_files_of_folders(touched) {
            match self.read(&path) {
                Some(Ok(file)) => {
                    // One that can be read again takes its place even with the text it had before.
                    let again = self.unreadable.remove(&file.key());
                    if again || self.is_new(&file, touched.contains(&path)) {
                        fresh.push(file);
                    }
                }
                Some(Err((file, message))) => {
                    self.unreadable.insert(file.key());
                    self.reject(&file, &message);
                }
                None => {}
            }
        }
        if fresh.is_empty() {
            return;
        }
        for file in &fresh {
            self.pending.insert(file.key(), file.clone());
        }
        let all: Vec<SourceFile> = self.pending.values().cloned().collect();
        match self.try_load(&all) {
            Ok(()) => self.pending.clear(),
            Err(_) => self.load_one_by_one(&fresh),
        }
    }

    /// A folder that was renamed, moved or deleted is one event: every script of its mod is looked at then.
    fn with_files_of_folders(&self, touched: &BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
        let mut files = touched.clone();
        for path in touched.iter().filter(|p| p.is_dir() || p.extension().is_none()) {
            let Some((name, root)) = self.roots.iter().find(|(_, root)| path.starts_with(root)) else { continue };
            let known = self.live.mods.mods.iter().filter(|m| m.manifest.name == *name).flat_map(|m| m.files.keys());
            files.extend(known.map(|inside| root.join(inside)));
            below(path, &mut files);
        }
        files
    }

    /// All changes together do not load: those that do so alone go ahead, the others wait.
    fn load_one_by_one(&mut self, fresh: &[SourceFile]) {
        for file in fresh {
            match self.try_load(std::slice::from_ref(file)) {
                Ok(()) => {
                    self.pending.remove(&file.key());
                }
                Err(faults) => self.reject(file, &joined(&faults)),
            }
        }
    }

    fn try_load(&mut self, files: &[SourceFile]) -> Result<(), Vec<Diagnostic>> {
        let mods = self.live.mods.with(files);
        let program = Arc::new(Program::load(&mods, &self.params, Some(&self.live.program.catalogue))?);
        self.live.rolled_back.retain(|k, _| files.iter().all(|f| f.key() != *k));
        self.live.saves += 1;
        (self.live.mods, self.live.program) = (Arc::new(mods), Arc::clone(&program));
        self.unchecked.add(files);
        let _ = self.send.send(Message::Save(files.to_vec(), program));
        Ok(())
    }

    /// Sends what checks find in the files that run.
    fn remark(&mut self) {
        for command in self.unchecked.take(&self.live.mods, &self.params) {
            let _ = self.send.send(Message::Control(Control::Command(command)));
        }
    }

    fn reject(&self, file: &SourceFile, message: &str) {
        let command = Command::Rejected { file: file.clone(), message: message.to_owned() };
        let _ = self.send.send(Message::Control(Control::Command(command)));
    }

    /// Whether a file differs from what runs, or from what was refused last. What was rolled back is tried
    /// again when it is saved again; that only its folder was touched (`saved` is false) is no save.
    fn is_new(&self, file: &SourceFile, saved: bool) -> bool {
        if let Some(failed) = self.live.rolled_back.get(&file.key()) {
            return saved || *failed != file.text;
        }
        match self.pending.get(&file.key()) {
            Some(refused) => refused.text != file.text,
            None => self.live.mods.text(&file.key()) != file.text.as_deref(),
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

/// Adds every file below a folder; a folder that is gone has none.
fn below(dir: &Path, files: &mut BTreeSet<PathBuf>) {
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(t) if t.is_dir() => below(&entry.path(), files),
            Ok(_) => drop(files.insert(entry.path())),
            Err(_) => {}
        }
    }
}

/// A file's text; `None` when there is no such file any more. Waits a little for a file that is still being written.
fn read_whole(path: &Path, most_kb: usize) -> Result<Option<String>, ReadError> {
    let read = || match text_up_to(path, most_kb) {
        Err(ReadError::Io(e)) if e.kind() == ErrorKind::NotFound => Ok(None),
        text => text.map(Some),
    };
    for wait in HALF_WRITTEN {
        match read() {
            Ok(text) if text.as_ref().is_none_or(|t| t.trim().is_empty()) => std::thread::sleep(wait),
            whole => return whole,
        }
    }
    read()
}
