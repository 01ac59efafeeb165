//! Breakpoints in the editor's gutter.

use super::{Handle, Live, put};
use js_sys::{Array, Object, Reflect};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use yew::Callback;

/// A breakpoint in the gutter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreakMark {
    /// Its number.
    pub id: u32,
    /// Document.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Whether its line has code, as far as is known.
    pub bound: bool,
    /// Its tooltip.
    pub title: String,
}

/// An action in the gutter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Breaking {
    /// Sets or removes a breakpoint on a line of a document.
    Toggle(String, u32),
    /// Gives the breakpoint of a line a condition.
    Condition(String, u32),
    /// An edit has moved them: number and line of all in a document.
    Moved(String, Vec<(u32, u32)>),
}

/// Listens until it is dropped.
pub type Listener = Closure<dyn FnMut(String, u32, JsValue)>;

/// Calls `listener_of` with each action in the gutter.
pub fn listen(handle: &Handle, listener_of: Rc<RefCell<Callback<Breaking>>>) -> Listener {
    let listener = Listener::new(move |file: String, line: u32, list: JsValue| {
        let what = match list.dyn_into::<Array>() {
            Ok(list) => Breaking::Moved(file, list.iter().filter_map(|entry| moved(&entry)).collect()),
            Err(none) if none.is_null() => Breaking::Condition(file, line),
            Err(_) => Breaking::Toggle(file, line),
        };
        let listener_of = listener_of.borrow().clone();
        listener_of.emit(what);
    });
    handle.on_breakpoint(listener.as_ref().unchecked_ref());
    listener
}

fn moved(entry: &JsValue) -> Option<(u32, u32)> {
    let number = |name: &str| Reflect::get(entry, &name.into()).ok()?.as_f64().map(|n| n as u32);
    Some((number("id")?, number("line")?))
}

impl Live {
    /// Shows exactly these breakpoints.
    pub(super) fn set_breaks(&mut self, breaks: &[BreakMark]) {
        for name in &self.names {
            let list = Array::new();
            for mark in breaks.iter().filter(|m| *m.file == **name) {
                let entry = Object::new();
                put(&entry, "id", &mark.id.into());
                put(&entry, "line", &mark.line.into());
                put(&entry, "enabled", &mark.enabled.into());
                put(&entry, "bound", &mark.bound.into());
                put(&entry, "title", &mark.title.as_str().into());
                list.push(&entry);
            }
            self.handle.set_breakpoints(&list, name);
        }
    }
}
