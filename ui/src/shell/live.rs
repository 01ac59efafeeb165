//! A running worker.

use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, Worker};

#[wasm_bindgen]
extern "C" {
    /// A worker that loads the simulator of the open mode: `www/boot` knows its address.
    #[wasm_bindgen(js_namespace = mcoreBoot, js_name = startWorker, catch)]
    fn start_worker() -> Result<Worker, JsValue>;
    /// A worker that loads the program of another mode.
    #[wasm_bindgen(js_namespace = mcoreBoot, js_name = startMode, catch)]
    fn start_mode(name: &str) -> Result<Worker, JsValue>;
    /// A worker that loads the C compiler.
    #[wasm_bindgen(js_namespace = mcoreBoot, js_name = startCompiler, catch)]
    fn start_compiler() -> Result<Worker, JsValue>;
    /// The message by which the simulator's worker loads the C compiler beside its session.
    #[wasm_bindgen(js_namespace = mcoreBoot, js_name = compiler)]
    fn compiler() -> JsValue;
}

/// The program of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// That of the open mode.
    Simulator,
    /// That of another mode, by its name.
    Mode(&'static str),
    /// The C compiler.
    Compiler,
}

/// A running worker with its listeners. Dropping it terminates the worker.
pub struct Live {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl Live {
    /// Starts a worker. `heard` is called with each message that it posts, `died` with the reason if it cannot be
    /// loaded.
    pub fn start(
        program: Program,
        heard: impl Fn(JsValue) + 'static,
        died: impl Fn(String) + 'static,
    ) -> Result<Self, JsValue> {
        let worker = match program {
            Program::Simulator => start_worker()?,
            Program::Mode(name) => start_mode(name)?,
            Program::Compiler => start_compiler()?,
        };
        let on_message = Closure::new(move |event: MessageEvent| heard(event.data()));
        let on_error = Closure::new(move |event: ErrorEvent| died(event.message()));
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self { worker, _on_message: on_message, _on_error: on_error })
    }

    /// Posts a message to it.
    pub fn post(&self, message: &JsValue) -> Result<(), JsValue> {
        self.worker.post_message(message)
    }
}

impl Live {
    /// Lets it load the C compiler, unless it has done so. Messages posted later wait for that.
    pub fn load_compiler(&self) -> Result<(), JsValue> {
        self.worker.post_message(&compiler())
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}
