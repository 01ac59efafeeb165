//! The page of M-Core Lab and its worker: one program for both.
//!
//! `www/boot.js` starts it in the page, `www/worker.js` in the worker; `main` tells them apart by the window, which
//! only the page has. This is the smallest program that shows the whole way: the page sends a number, the worker
//! sends it back doubled, the page shows it.

use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Worker, WorkerOptions, WorkerType};

#[wasm_bindgen]
extern "C" {
    /// Address of this program's generated module (`www/boot.js` sets it; the page only).
    #[wasm_bindgen(thread_local_v2, js_namespace = mcoreBoot, js_name = js)]
    static MODULE_ADDRESS: String;

    /// Address of `www/worker.js` (likewise).
    #[wasm_bindgen(thread_local_v2, js_namespace = mcoreBoot, js_name = worker)]
    static WORKER_ADDRESS: String;
}

fn main() {
    console_error_panic_hook::set_once();
    match web_sys::window() {
        Some(window) => page(&window).expect_throw("the page cannot start its worker"),
        None => worker(),
    }
}

/// Starts the worker, asks it to double 21 and puts the answer into the page.
fn page(window: &web_sys::Window) -> Result<(), JsValue> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = WORKER_ADDRESS.with(|address| Worker::new_with_options(address, &options))?;

    let document = window.document().expect_throw("a window has a document");
    let shown = document.create_element("output")?;
    shown.set_id("doubled");
    document.body().expect_throw("the document has a body").append_child(&shown)?;

    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let text = event.data().as_f64().map_or_else(|| format!("{:?}", event.data()), |number| number.to_string());
        shown.set_text_content(Some(&text));
    });
    worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();

    // The first message starts the worker: it carries the module that this page has compiled already.
    let start = js_sys::Object::new();
    js_sys::Reflect::set(&start, &"js".into(), &MODULE_ADDRESS.with(|address| JsValue::from_str(address)))?;
    js_sys::Reflect::set(&start, &"wasm".into(), &wasm_bindgen::module())?;
    worker.post_message(&start)?;
    // Posted before the worker is ready, on purpose: worker.js keeps it.
    worker.post_message(&21.into())
}

/// Doubles every number that comes in.
fn worker() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let answer = scope.clone();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let number = event.data().as_f64().expect_throw("the page sends numbers");
        answer.post_message(&(2.0 * number).into()).expect_throw("a number can be posted");
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
}
