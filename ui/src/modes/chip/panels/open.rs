//! Opening files and folders of the user's: by a button, or by dropping them anywhere on the page.

use crate::i18n::use_i18n;
use crate::modes::chip::store::Intent;
use crate::shell::files::{MAX_BYTES, bytes_of};
use crate::widgets::{Icon, IconName};
use js_sys::{Array, Function, Promise, Reflect};
use mcore::modes::chip::exercise::{PackFile, is_private};
use mcore_archive::Limits;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DataTransfer, File, FileSystemDirectoryEntry, FileSystemEntry, FileSystemFileEntry, HtmlInputElement};
use yew::prelude::*;

/// The opened files.
#[derive(Clone, Debug, PartialEq)]
pub enum Opened {
    /// Files, with their names.
    Files(Vec<(String, Vec<u8>)>),
    /// A folder: its files with their paths.
    Folder(Vec<PackFile>),
    /// A file that is too large, or cannot be read.
    Refused(String),
}

impl Opened {
    /// The intent that opens it on the page.
    fn intent(self) -> Intent {
        match self {
            Self::Files(files) => Intent::OpenFiles(files),
            Self::Folder(files) => Intent::OpenPack(files),
            Self::Refused(name) => Intent::RefuseFile(name),
        }
    }
}

/// The kind of object that a button opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    File,
    /// Any number of files.
    Files,
    /// A folder with everything in it.
    Folder,
}

/// Properties of [`OpenButton`].
#[derive(Properties, PartialEq)]
pub struct OpenButtonProps {
    pub label: AttrValue,
    /// The input field, for an item of a menu that does what the button does; then there is no button.
    #[prop_or_default]
    pub input: Option<NodeRef>,
    /// The kind of object to open.
    pub what: What,
    /// Extensions of the offered files; empty for all.
    #[prop_or_default]
    pub accept: AttrValue,
    /// Receives the opened files.
    pub on_open: Callback<Opened>,
    /// Name for tests of the button; that of its input field is `input_testid`.
    pub testid: AttrValue,
    /// Name for tests.
    pub input_testid: AttrValue,
}

/// A button that opens files or a folder.
#[component]
pub fn OpenButton(props: &OpenButtonProps) -> Html {
    let own = use_node_ref();
    let input = props.input.clone().unwrap_or(own);
    let onclick = {
        let input = input.clone();
        move |_: MouseEvent| press(&input)
    };
    let folder = props.what == What::Folder;
    let onchange = {
        let (on_open, input) = (props.on_open.clone(), input.clone());
        move |_: Event| {
            let Some(input) = input.cast::<HtmlInputElement>() else { return };
            let list = input.files();
            let files: Vec<File> = list.iter().flat_map(|l| (0..l.length()).filter_map(move |i| l.get(i))).collect();
            // Allows choosing the same file again after it has changed.
            input.set_value("");
            let on_open = on_open.clone();
            spawn_local(async move {
                on_open.emit(if folder { read_folder(with_paths(files)).await } else { read_files(files).await });
            });
        }
    };
    let button = props.input.is_none().then(|| {
        html! {
            <button type="button" class="btn" {onclick} data-testid={props.testid.clone()}>
                <Icon name={IconName::Folder} />{ &props.label }
            </button>
        }
    });
    html! {
        <>
            <span>{ for button }</span>
            <input
                ref={input} type="file" multiple={props.what == What::Files} hidden={true} accept={props.accept.clone()} {onchange}
                webkitdirectory={folder} aria-label={props.label.clone()} data-testid={props.input_testid.clone()}
            />
        </>
    }
}

/// Lets the browser ask for files, as the button of an input field does.
pub fn press(input: &NodeRef) {
    if let Some(input) = input.cast::<HtmlInputElement>() {
        input.click();
    }
}

/// Properties of [`OpenFiles`].
#[derive(Properties, PartialEq)]
pub struct OpenFilesProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The input field, which a menu item presses.
    pub input: NodeRef,
}

/// The input field for programs, sources and packs.
#[component]
pub fn OpenFiles(props: &OpenFilesProps) -> Html {
    let i18n = use_i18n();
    html! {
        <OpenButton
            label={i18n.t("open-files")} input={props.input.clone()} what={What::Files} on_open={opens(&props.act)}
            testid="" input_testid="files-input"
        />
    }
}

/// Opens the chosen files on the page.
pub fn opens(act: &Callback<Intent>) -> Callback<Opened> {
    let act = act.clone();
    Callback::from(move |opened: Opened| act.emit(opened.intent()))
}

/// True for a drag with files: a drag of text is handled by the editor.
pub fn has_files(data: &DataTransfer) -> bool {
    data.types().iter().any(|kind| kind.as_string().as_deref() == Some("Files"))
}

/// Opens dropped files or a folder. The entries must be read at once, before the event is over.
pub fn dropped(act: &Callback<Intent>, data: &DataTransfer) {
    let items = data.items();
    let entries = (0..items.length()).filter_map(|i| items.get(i)?.webkit_get_as_entry().ok().flatten());
    let entries: Vec<FileSystemEntry> = entries.collect();
    let list = data.files();
    let files: Vec<File> = list.iter().flat_map(|l| (0..l.length()).filter_map(move |i| l.get(i))).collect();
    let act = act.clone();
    spawn_local(async move {
        let opened = if entries.iter().any(FileSystemEntry::is_directory) {
            match below(entries).await {
                Ok(files) => read_folder(files).await,
                Err(name) => Opened::Refused(name),
            }
        } else {
            read_files(files).await
        };
        act.emit(opened.intent());
    });
}

/// Reads all files and emits them together: a program and its sources belong together.
async fn read_files(files: Vec<File>) -> Opened {
    let mut contents = Vec::new();
    for file in files {
        let bytes = if file.size() > MAX_BYTES { None } else { bytes_of(&file).await };
        match bytes {
            Some(bytes) => contents.push((file.name(), bytes)),
            None => return Opened::Refused(file.name()),
        }
    }
    Opened::Files(contents)
}

/// Files of a chosen folder, by their paths.
fn with_paths(files: Vec<File>) -> Vec<(String, File)> {
    let path = |file: &File| {
        let path = Reflect::get(file, &JsValue::from_str("webkitRelativePath")).ok().and_then(|p| p.as_string());
        path.filter(|p| !p.is_empty()).unwrap_or_else(|| file.name())
    };
    files.into_iter().map(|file| (path(&file), file)).collect()
}

/// Reads a folder within the limits of a pack. Private files of the lecturer are not read: the page does not need them.
async fn read_folder(files: Vec<(String, File)>) -> Opened {
    let limits = Limits::PACK;
    let files: Vec<_> = files.into_iter().filter(|(path, _)| !is_private(path)).collect();
    let total: f64 = files.iter().map(|(_, file)| file.size()).sum();
    if files.len() > limits.files || total > limits.total as f64 {
        let top = files.first().and_then(|(path, _)| path.split('/').next()).unwrap_or_default();
        return Opened::Refused(top.to_owned());
    }
    let mut contents = Vec::new();
    for (name, file) in files {
        match bytes_of(&file).await {
            Some(bytes) => contents.push(PackFile { name, bytes }),
            None => return Opened::Refused(name),
        }
    }
    Opened::Folder(contents)
}

/// All files below the dropped entries, by paths; fails with the name of the entry that cannot be read. The search
/// stops at the maximum number of files of a pack.
async fn below(entries: Vec<FileSystemEntry>) -> Result<Vec<(String, File)>, String> {
    let (mut open, mut files) = (entries, Vec::new());
    while let Some(entry) = open.pop() {
        let path = entry.full_path().trim_start_matches('/').to_owned();
        let failed = |_: JsValue| path.clone();
        if entry.is_file() {
            let entry: FileSystemFileEntry = entry.unchecked_into();
            let file = promise(|resolve, reject| entry.file_with_callback_and_callback(resolve, reject));
            files.push((path.clone(), file.await.map_err(failed)?.unchecked_into::<File>()));
        } else {
            let reader = entry.unchecked_into::<FileSystemDirectoryEntry>().create_reader();
            // A reader returns some entries at a time, and none at the end.
            loop {
                let some = promise(|resolve, reject| {
                    // Never fails; errors are passed to `reject`.
                    let _ = reader.read_entries_with_callback_and_callback(resolve, reject);
                });
                let some: Array = some.await.map_err(failed)?.unchecked_into();
                if some.length() == 0 {
                    break;
                }
                open.extend(some.iter().map(JsCast::unchecked_into::<FileSystemEntry>));
            }
        }
        if files.len() + open.len() > Limits::PACK.files * 2 {
            return Err(path.split('/').next().unwrap_or_default().to_owned());
        }
    }
    files.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(files)
}

/// The result of a function that takes callbacks for success and failure.
async fn promise(mut ask: impl FnMut(&Function, &Function)) -> Result<JsValue, JsValue> {
    JsFuture::from(Promise::new(&mut |resolve, reject| ask(&resolve, &reject))).await
}
