//! The source editor (CodeMirror, `www/editor`) as a component.

use crate::i18n;
use crate::store::Jump;
use js_sys::{Array, Function, Object, Reflect};
use mcore::base::{Lang, Severity};
use mcore::session::{DiagnosticView, HelpRow};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::Element;
use yew::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Handle of an editor.
    type Handle;
    #[wasm_bindgen(js_namespace = McoreEditor, js_name = create)]
    fn create(parent: &Element, options: &JsValue) -> Handle;
    #[wasm_bindgen(method, js_name = openDoc)]
    fn open_doc(this: &Handle, name: &str, text: &str, read_only: bool);
    #[wasm_bindgen(method, js_name = closeDoc)]
    fn close_doc(this: &Handle, name: &str) -> bool;
    #[wasm_bindgen(method, js_name = switchTo)]
    fn switch_to(this: &Handle, name: &str);
    #[wasm_bindgen(method, js_name = getText)]
    fn text_of(this: &Handle, name: &str) -> String;
    #[wasm_bindgen(method, js_name = setDiagnostics)]
    fn set_diagnostics(this: &Handle, list: &Array, name: &str);
    #[wasm_bindgen(method, js_name = setCurrentLines)]
    fn set_current_lines(this: &Handle, list: &Array, name: &str);
    #[wasm_bindgen(method, js_name = goTo)]
    fn go_to(this: &Handle, line: u32);
    #[wasm_bindgen(method, js_name = setTheme)]
    fn set_theme(this: &Handle, theme: &str);
    #[wasm_bindgen(method, js_name = setPhrases)]
    fn set_phrases(this: &Handle, lang: &str);
    #[wasm_bindgen(method, js_name = setLabel)]
    fn set_label(this: &Handle, label: &str);
    #[wasm_bindgen(method, js_name = setInstructionHelp)]
    fn set_help(this: &Handle, help: &Object);
    #[wasm_bindgen(method, js_name = setCompletions)]
    fn set_completions(this: &Handle, list: &Array);
    #[wasm_bindgen(method, js_name = onChange)]
    fn on_change(this: &Handle, callback: &Function) -> Function;
    #[wasm_bindgen(method)]
    fn destroy(this: &Handle);
}

/// A text in the editor.
#[derive(Clone, Debug, PartialEq)]
pub struct Doc {
    /// Name.
    pub name: AttrValue,
    /// Text.
    pub text: AttrValue,
    /// May not be edited.
    pub read_only: bool,
}

/// A line at which a node is.
#[derive(Clone, Debug, PartialEq)]
pub struct LineMark {
    /// Document.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Name of the node.
    pub label: String,
}

/// Properties of [`Editor`].
#[derive(Properties, PartialEq)]
pub struct EditorProps {
    /// All texts.
    pub docs: Rc<Vec<Doc>>,
    /// Name of the text to show.
    pub current: AttrValue,
    /// What a screen reader calls the editor.
    pub label: AttrValue,
    /// Language.
    pub lang: Lang,
    /// Dark theme.
    pub dark: bool,
    /// Help for instructions.
    pub help: Rc<[HelpRow]>,
    /// Further words to offer while typing.
    pub words: Rc<Vec<String>>,
    /// Findings of the assembler.
    pub findings: Rc<Vec<DiagnosticView>>,
    /// Line of the selected node.
    pub mark: Option<LineMark>,
    /// Line to show.
    pub jump: Option<Jump>,
    /// Told the name and the new text after an edit.
    pub on_edit: Callback<(String, String)>,
}

/// A live editor. Dropping it takes it out of the page.
struct Live {
    handle: Handle,
    /// Documents that are open, in order.
    names: Vec<AttrValue>,
    shown: AttrValue,
    /// The document with the mark.
    marked: Option<String>,
    _on_change: Closure<dyn FnMut(String)>,
}

impl Drop for Live {
    fn drop(&mut self) {
        self.handle.destroy();
    }
}

/// The editor. Give it a `key` that changes with the exercise, so that undo does not reach into another one.
#[component]
pub fn Editor(props: &EditorProps) -> Html {
    let host = use_node_ref();
    let live = use_mut_ref(|| None::<Live>);
    // The editor outlives many renders; it must always call the newest callback.
    let on_edit = use_mut_ref(|| props.on_edit.clone());
    *on_edit.borrow_mut() = props.on_edit.clone();
    {
        let (host, live) = (host.clone(), live.clone());
        let first = (props.docs.clone(), props.current.clone(), props.label.clone(), props.lang, props.dark);
        use_effect_with((), move |()| {
            if let Some(element) = host.cast::<Element>() {
                *live.borrow_mut() = Some(open(&element, first, &on_edit, &live));
            }
            move || drop(live.borrow_mut().take())
        });
    }
    use_live(&live, (props.docs.clone(), props.current.clone()), |live, (docs, current)| {
        live.show(docs, current);
    });
    use_live(&live, props.dark, |live, dark| live.handle.set_theme(theme(*dark)));
    use_live(&live, (props.lang, props.label.clone()), |live, (lang, label)| {
        live.handle.set_phrases(i18n::tag(*lang));
        live.handle.set_label(label);
    });
    use_live(&live, (props.help.clone(), props.words.clone()), |live, (help, words)| {
        live.handle.set_help(&help_object(help));
        live.handle.set_completions(&completions(help, words));
    });
    use_live(&live, (props.findings.clone(), props.lang, props.docs.len()), |live, (findings, lang, _)| {
        for name in &live.names {
            live.handle.set_diagnostics(&findings_of(findings, name, *lang), name);
        }
    });
    use_live(&live, (props.mark.clone(), props.docs.len()), |live, (mark, _)| live.mark(mark.as_ref()));
    use_live(&live, props.jump.clone(), |live, jump| {
        if let Some(jump) = jump
            && *jump.place.file == *live.shown
        {
            live.handle.go_to(jump.place.line);
        }
    });
    html! { <div class="editor" ref={host} data-testid="editor"></div> }
}

/// Does something with the editor when `value` has changed.
#[hook]
fn use_live<T: PartialEq + 'static>(
    live: &Rc<RefCell<Option<Live>>>,
    value: T,
    act: impl FnOnce(&mut Live, &T) + 'static,
) {
    let live = live.clone();
    use_effect_with(value, move |value| {
        if let Some(live) = live.borrow_mut().as_mut() {
            act(live, value);
        }
    });
}

type First = (Rc<Vec<Doc>>, AttrValue, AttrValue, Lang, bool);

fn open(
    element: &Element,
    (docs, current, label, lang, dark): First,
    on_edit: &Rc<RefCell<Callback<(String, String)>>>,
    live: &Rc<RefCell<Option<Live>>>,
) -> Live {
    let shown = docs.iter().find(|d| d.name == current).or_else(|| docs.first());
    let (name, text, read_only) = match shown {
        Some(doc) => (doc.name.clone(), doc.text.clone(), doc.read_only),
        None => (AttrValue::default(), AttrValue::default(), true),
    };
    let options = Object::new();
    put(&options, "label", &label.as_str().into());
    put(&options, "lang", &i18n::tag(lang).into());
    put(&options, "theme", &theme(dark).into());
    put(&options, "name", &name.as_str().into());
    put(&options, "text", &text.as_str().into());
    put(&options, "readOnly", &read_only.into());
    let handle = create(element, &options);

    let (on_edit, weak) = (on_edit.clone(), Rc::downgrade(live));
    let on_change = Closure::<dyn FnMut(String)>::new(move |name: String| {
        let text = weak
            .upgrade()
            .and_then(|live| live.try_borrow().ok().and_then(|l| l.as_ref().map(|l| l.handle.text_of(&name))));
        if let Some(text) = text {
            on_edit.borrow().emit((name, text));
        }
    });
    handle.on_change(on_change.as_ref().unchecked_ref());
    Live { handle, names: vec![name.clone()], shown: name, marked: None, _on_change: on_change }
}

impl Live {
    /// Opens, changes and closes documents until they are as wanted. Texts that came from the editor are equal already.
    fn show(&mut self, docs: &[Doc], current: &AttrValue) {
        for doc in docs {
            self.handle.open_doc(&doc.name, &doc.text, doc.read_only);
            if !self.names.contains(&doc.name) {
                self.names.push(doc.name.clone());
            }
        }
        if *current != self.shown && self.names.contains(current) {
            self.handle.switch_to(current);
            self.shown = current.clone();
        }
        let handle = &self.handle;
        self.names.retain(|name| docs.iter().any(|d| d.name == *name) || !handle.close_doc(name));
    }

    fn mark(&mut self, mark: Option<&LineMark>) {
        if let Some(old) = self.marked.take() {
            self.handle.set_current_lines(&Array::new(), &old);
        }
        if let Some(mark) = mark.filter(|m| self.names.iter().any(|n| **n == *m.file)) {
            let entry = Object::new();
            put(&entry, "line", &mark.line.into());
            put(&entry, "label", &mark.label.as_str().into());
            self.handle.set_current_lines(&Array::of1(&entry), &mark.file);
            self.marked = Some(mark.file.clone());
        }
    }
}

fn theme(dark: bool) -> &'static str {
    if dark { "dark" } else { "light" }
}

fn put(object: &Object, name: &str, value: &JsValue) {
    // Fails only for frozen objects.
    let _ = Reflect::set(object, &name.into(), value);
}

fn findings_of(findings: &[DiagnosticView], name: &str, lang: Lang) -> Array {
    let list = Array::new();
    for finding in findings.iter().filter(|f| f.file == name) {
        let entry = Object::new();
        put(&entry, "line", &finding.line.into());
        put(&entry, "col", &finding.col.into());
        put(&entry, "len", &finding.len.into());
        let severity = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        put(&entry, "severity", &severity.into());
        put(&entry, "message", &finding.message.get(lang).into());
        if let Some(tip) = &finding.tip {
            put(&entry, "tip", &tip.get(lang).into());
        }
        list.push(&entry);
    }
    list
}

fn help_object(help: &[HelpRow]) -> Object {
    let all = Object::new();
    for row in help {
        let entry = Object::new();
        for lang in [Lang::En, Lang::Ja] {
            let gap = if row.operands.is_empty() { "" } else { ": " };
            let text = format!("{}{gap}{}", row.operands, row.meaning.get(lang));
            put(&entry, i18n::tag(lang), &text.into());
        }
        put(&all, &row.mnemonic, &entry);
    }
    all
}

fn completions(help: &[HelpRow], words: &[String]) -> Array {
    let list = Array::new();
    let add = |label: &str, kind: &str, detail: &str| {
        let entry = Object::new();
        put(&entry, "label", &label.into());
        put(&entry, "type", &kind.into());
        put(&entry, "detail", &detail.into());
        list.push(&entry);
    };
    help.iter().for_each(|row| add(&row.mnemonic, "keyword", &row.operands));
    words.iter().for_each(|word| add(word, "variable", ""));
    list
}
