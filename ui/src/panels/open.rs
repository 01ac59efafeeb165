//! Opening files of the user's: by a button, or by dropping them on the source.

use crate::i18n::use_i18n;
use crate::intent::{Intent, MOST_BYTES};
use crate::widgets::{Icon, IconName};
use js_sys::Uint8Array;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{File, FileList, HtmlInputElement};
use yew::prelude::*;

/// Properties of [`OpenFiles`].
#[derive(Properties, PartialEq)]
pub struct OpenFilesProps {
    /// Told what the user wants.
    pub act: Callback<Intent>,
}

/// The button.
#[component]
pub fn OpenFiles(props: &OpenFilesProps) -> Html {
    let i18n = use_i18n();
    let input = use_node_ref();
    let onclick = {
        let input = input.clone();
        move |_: MouseEvent| {
            if let Some(input) = input.cast::<HtmlInputElement>() {
                input.click();
            }
        }
    };
    let onchange = {
        let (act, input) = (props.act.clone(), input.clone());
        move |_: Event| {
            let Some(input) = input.cast::<HtmlInputElement>() else { return };
            read(input.files(), act.clone());
            // So that the same file can be chosen again after it has changed.
            input.set_value("");
        }
    };
    html! {
        <>
            <button
                type="button" class="btn icon-btn" {onclick} title={i18n.t("open-files-hint")}
                aria-label={i18n.t("open-files")} data-testid="open-files"
            ><Icon name={IconName::Folder} /></button>
            <input
                ref={input} type="file" multiple={true} hidden={true} {onchange} aria-label={i18n.t("open-files")}
                data-testid="files-input"
            />
        </>
    }
}

/// Opens what is dropped.
pub fn dropped(act: &Callback<Intent>) -> Callback<DragEvent> {
    let act = act.clone();
    Callback::from(move |event: DragEvent| {
        let files = event.data_transfer().and_then(|data| data.files()).filter(|files| files.length() > 0);
        if files.is_some() {
            // Else the browser leaves the page and shows the file.
            event.prevent_default();
            read(files, act.clone());
        }
    })
}

/// Reads all files and then tells of them together: a program and its sources belong together.
fn read(files: Option<FileList>, act: Callback<Intent>) {
    let Some(files) = files else { return };
    let files: Vec<File> = (0..files.length()).filter_map(|i| files.get(i)).collect();
    spawn_local(async move {
        let mut contents = Vec::new();
        for file in files {
            if file.size() > MOST_BYTES {
                return act.emit(Intent::RefuseFile(file.name()));
            }
            match JsFuture::from(file.array_buffer()).await {
                Ok(buffer) => contents
                    .push((file.name(), Uint8Array::new(&buffer.unchecked_into::<js_sys::ArrayBuffer>()).to_vec())),
                // A folder, or a file that has gone meanwhile.
                Err(_) => return act.emit(Intent::RefuseFile(file.name())),
            }
        }
        act.emit(Intent::OpenFiles(contents));
    });
}
