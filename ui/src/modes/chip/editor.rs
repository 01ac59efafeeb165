//! The source editor (CodeMirror, `www/editor`) as a component.

mod breakpoints;
mod library;
mod undo;

pub use breakpoints::{BreakMark, Breaking};

use crate::i18n;
use crate::modes::chip::compiler::is_read;
use crate::modes::chip::store::{Histories, Jump, is_help_of_c};
use js_sys::{Array, Function, Object, Reflect};
use library::{Library, use_library};
use mcore::base::{Cycle, Lang, NodeId, Severity};
use mcore::modes::chip::session::{DiagnosticView, HelpKind, HelpRow};
use mcore::modes::chip::view::SourcePlace;
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
    #[wasm_bindgen(method, js_name = setHeat)]
    fn set_heat(this: &Handle, list: &Array, name: &str);
    #[wasm_bindgen(method, js_name = setTints)]
    fn set_tints(this: &Handle, list: &Array, name: &str);
    #[wasm_bindgen(method)]
    fn reveal(this: &Handle, line: u32);
    #[wasm_bindgen(method, js_name = setBreakpoints)]
    fn set_breakpoints(this: &Handle, list: &Array, name: &str);
    #[wasm_bindgen(method, js_name = onBreakpoint)]
    fn on_breakpoint(this: &Handle, callback: &Function) -> Function;
    #[wasm_bindgen(method, js_name = goTo)]
    fn go_to(this: &Handle, line: u32);
    #[wasm_bindgen(method, js_name = setTheme)]
    fn set_theme(this: &Handle, theme: &str);
    #[wasm_bindgen(method, js_name = setPhrases)]
    fn set_phrases(this: &Handle, lang: &str);
    #[wasm_bindgen(method, js_name = setLabel)]
    fn set_label(this: &Handle, label: &str);
    #[wasm_bindgen(method, js_name = setHelp)]
    fn set_help(this: &Handle, list: &Array);
    #[wasm_bindgen(method, js_name = setSymbols)]
    fn set_symbols(this: &Handle, list: &Array);
    #[wasm_bindgen(method, js_name = setValues)]
    fn set_values(this: &Handle, callback: &Function);
    #[wasm_bindgen(method, js_name = setPartner)]
    fn set_partner(this: &Handle, line: u32, name: &str);
    #[wasm_bindgen(method, js_name = onPoint)]
    fn on_point(this: &Handle, callback: &Function) -> Function;
    #[wasm_bindgen(method, js_name = onVisit)]
    fn on_visit(this: &Handle, callback: &Function) -> Function;
    #[wasm_bindgen(method, js_name = onChange)]
    fn on_change(this: &Handle, callback: &Function) -> Function;
    #[wasm_bindgen(method)]
    fn history(this: &Handle, name: &str, most: u32) -> String;
    #[wasm_bindgen(method, js_name = restoreHistory)]
    fn restore_history(this: &Handle, name: &str, text: &str) -> bool;
    #[wasm_bindgen(method)]
    fn destroy(this: &Handle);
}

/// A document in the editor.
#[derive(Clone, Debug, PartialEq)]
pub struct Doc {
    pub name: AttrValue,
    pub text: AttrValue,
    /// Whether it is read-only.
    pub read_only: bool,
}

/// A label of the program.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    pub name: String,
    /// Its address as text.
    pub address: String,
}

/// Operands of the selected node with their present values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperandValues {
    /// The node, for example `(2,1)`.
    pub node: String,
    /// Operand as written, and its value.
    pub rows: Vec<(String, String)>,
}

/// The line of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct LineMark {
    /// Document.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Name of the node.
    pub label: String,
    /// The line has called the function in which the node is.
    pub caller: bool,
}

/// The line to which the editor scrolls. It does so whenever this changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Followed {
    /// The line.
    pub place: SourcePlace,
    pub node: NodeId,
    pub cycle: Cycle,
}

/// The share of a line in the cycles of a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineHeat {
    /// Document.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Width of its strip, 1 to 7.
    pub width: u32,
    /// The share in words; may be empty.
    pub share: String,
    /// Most of its cycles are in polling loops.
    pub polls: bool,
}

/// Properties of [`Editor`].
#[derive(Clone, Properties, PartialEq)]
pub struct EditorProps {
    /// All documents.
    pub docs: Rc<Vec<Doc>>,
    /// Name of the document to show.
    pub current: AttrValue,
    /// Whether the editor is in view, rather than the statement.
    pub in_view: bool,
    /// The name of the editor for screen readers.
    pub label: AttrValue,
    pub lang: Lang,
    /// Dark theme.
    pub dark: bool,
    /// Help for instructions.
    pub help: Rc<Vec<HelpRow>>,
    /// Labels of the last assembly, offered while typing.
    pub symbols: Rc<Vec<Label>>,
    /// Returns the present values of operands.
    pub values: Callback<Vec<String>, Option<OperandValues>>,
    /// Called with the document and the line of a definition to show.
    pub on_visit: Callback<(String, u32)>,
    /// The assembler's messages.
    pub findings: Rc<Vec<DiagnosticView>>,
    /// Lines of nodes.
    pub marks: Vec<LineMark>,
    /// Heat of the lines; empty: none is shown.
    pub heat: Rc<Vec<LineHeat>>,
    /// The colours of lines: place and number of the colour.
    pub tints: Rc<Vec<(SourcePlace, usize)>>,
    /// The line whose instructions are marked; with true the editor scrolls to it.
    pub partner: Option<(SourcePlace, bool)>,
    /// Called with the line of the cursor (false), or with the line under the pointer (true), none if it is at none.
    pub on_point: Callback<(Option<SourcePlace>, bool)>,
    /// The line of the selected node to scroll to.
    pub followed: Option<Followed>,
    /// Line to show.
    pub jump: Option<Jump>,
    /// Called with the name and the new text after an edit.
    pub on_edit: Callback<(String, String)>,
    /// Breakpoints.
    pub breaks: Rc<Vec<BreakMark>>,
    /// Called when breakpoints are set, removed or moved.
    pub on_break: Callback<Breaking>,
    /// The undo histories when the work was opened: restored where the text is still the same.
    pub histories: Histories,
    /// The work to which the documents belong.
    pub work: AttrValue,
    /// Called with the name of a document and its undo history, some time after an edit.
    pub on_history: Callback<(String, String)>,
}

/// Returns the present values of operands.
type Values = Callback<Vec<String>, Option<OperandValues>>;

/// A live editor. Dropping it removes it from the page.
struct Live {
    handle: Handle,
    /// Open documents, in order.
    names: Vec<AttrValue>,
    shown: AttrValue,
    /// The documents with marks.
    marked: Vec<String>,
    _on_change: Closure<dyn FnMut(String)>,
    _on_break: breakpoints::Listener,
    _on_visit: Closure<dyn FnMut(String, u32)>,
    _on_point: Closure<dyn FnMut(String, u32, bool)>,
    _values: Closure<dyn FnMut(Array) -> JsValue>,
}

impl Drop for Live {
    fn drop(&mut self) {
        self.handle.destroy();
    }
}

/// The editor. Give it a `key` that changes with the exercise, so that undo does not cross exercises. Until its library is loaded, it
/// shows the text only.
#[component]
pub fn Editor(props: &EditorProps) -> Html {
    let i18n = i18n::use_i18n();
    let (library, again) = use_library(props.in_view);
    let note = match library {
        Library::Loaded => return html! { <LoadedEditor ..props.clone() /> },
        Library::Pending => html! { <p class="editor-note" role="status">{ i18n.t("editor-loading") }</p> },
        Library::Failed => html! {
            <p class="editor-note" role="alert">
                { i18n.t("editor-failed") }
                { " " }
                <button type="button" class="btn tiny outlined" onclick={again.reform(|_| ())} data-testid="editor-again">{ i18n.t("editor-again") }</button>
            </p>
        },
    };
    let shown = props.docs.iter().find(|doc| doc.name == props.current);
    html! {
        <div class="editor waiting" data-testid="editor-waiting">
            { note }
            <pre class="editor-text">{ shown.map(|doc| doc.text.clone()) }</pre>
        </div>
    }
}

/// The editor with its library.
#[component]
fn LoadedEditor(props: &EditorProps) -> Html {
    let host = use_node_ref();
    let live = use_mut_ref(|| None::<Live>);
    // The editor outlives many renders; it must always call the newest callback.
    let on_edit = use_mut_ref(|| props.on_edit.clone());
    *on_edit.borrow_mut() = props.on_edit.clone();
    let on_break = use_mut_ref(|| props.on_break.clone());
    *on_break.borrow_mut() = props.on_break.clone();
    let on_history = use_mut_ref(|| props.on_history.clone());
    *on_history.borrow_mut() = props.on_history.clone();
    {
        let (host, live) = (host.clone(), live.clone());
        let (values, on_visit) = (props.values.clone(), (props.on_visit.clone(), props.on_point.clone()));
        let first = (props.docs.clone(), props.current.clone(), props.label.clone(), props.lang, props.dark);
        use_effect_with((), move |()| {
            if let Some(element) = host.cast::<Element>() {
                *live.borrow_mut() =
                    Some(open(&element, first, (&on_edit, on_break, on_history), (values, on_visit), &live));
            }
            move || drop(live.borrow_mut().take())
        });
    }
    use_live(&live, (props.docs.clone(), props.current.clone()), |live, (docs, current)| {
        live.show(docs, current);
    });
    use_live(&live, (props.histories.clone(), props.work.clone()), |live, (histories, work)| {
        for (name, history) in histories.of(work) {
            if live.names.iter().any(|n| *n == **name) {
                // False if the text has changed since; then there is no history to restore.
                live.handle.restore_history(name, history);
            }
        }
    });
    use_live(&live, props.dark, |live, dark| live.handle.set_theme(theme(*dark)));
    use_live(&live, (props.lang, props.label.clone()), |live, (lang, label)| {
        live.handle.set_phrases(i18n::tag(*lang));
        live.handle.set_label(label);
    });
    use_live(&live, (props.help.clone(), is_read(&props.current)), |live, (help, in_c)| {
        live.handle.set_help(&help_list(help, *in_c));
    });
    use_live(&live, props.symbols.clone(), |live, symbols| live.handle.set_symbols(&symbol_list(symbols)));
    use_live(&live, (props.findings.clone(), props.lang, props.docs.len()), |live, (findings, lang, _)| {
        for name in &live.names {
            live.handle.set_diagnostics(&findings_of(findings, name, *lang), name);
        }
    });
    use_live(&live, (props.marks.clone(), props.docs.len()), |live, (marks, _)| live.mark(marks));
    use_live(&live, (props.breaks.clone(), props.docs.len()), |live, (breaks, _)| live.set_breaks(breaks));
    use_live(&live, (props.heat.clone(), props.docs.len()), |live, (heat, _)| {
        for name in &live.names {
            let list: Array = heat.iter().filter(|heat| heat.file == **name).map(heat_entry).collect();
            live.handle.set_heat(&list, name);
        }
    });
    use_live(&live, (props.tints.clone(), props.docs.len()), |live, (tints, _)| {
        for name in &live.names {
            let list: Array = tints.iter().filter(|(place, _)| place.file == **name).map(tint_entry).collect();
            live.handle.set_tints(&list, name);
        }
    });
    use_live(&live, (props.partner.clone(), props.docs.len()), |live, (partner, _)| {
        for name in &live.names {
            let line = partner.as_ref().filter(|(place, _)| place.file == **name).map_or(0, |(place, _)| place.line);
            live.handle.set_partner(line, name);
        }
        // A line under the pointer in the editor is in view, and the text must not move away from the pointer.
        if let Some((place, true)) = partner
            && *place.file == *live.shown
        {
            live.handle.reveal(place.line);
        }
    });
    use_live(&live, (props.followed.clone(), props.current.clone()), |live, (followed, _)| {
        if let Some(followed) = followed
            && *followed.place.file == *live.shown
        {
            live.handle.reveal(followed.place.line);
        }
    });
    use_live(&live, props.jump.clone(), |live, jump| {
        if let Some(jump) = jump
            && *jump.place.file == *live.shown
        {
            live.handle.go_to(jump.place.line);
        }
    });
    html! { <div class="editor" ref={host} data-testid="editor"></div> }
}

/// Runs a function on the editor when `value` has changed.
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

/// A callback that is replaced at each render.
type Newest<T> = Rc<RefCell<Callback<T>>>;
/// The editor's callbacks: a file's new text, a breakpoint, a file's undo history.
type Listeners<'a> = (&'a Newest<(String, String)>, Newest<Breaking>, Newest<(String, String)>);
/// Called with the place of a definition, and with the line of the cursor or the pointer.
type Visits = (Callback<(String, u32)>, Callback<(Option<SourcePlace>, bool)>);
type First = (Rc<Vec<Doc>>, AttrValue, AttrValue, Lang, bool);

fn open(
    element: &Element,
    (docs, current, label, lang, dark): First,
    (on_edit, on_break, on_history): Listeners<'_>,
    (values, (on_visit, on_point)): (Values, Visits),
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
    let saver = undo::Saver::new(live, on_history);
    let on_change = Closure::<dyn FnMut(String)>::new(move |name: String| {
        saver.changed(&name);
        let text = weak
            .upgrade()
            .and_then(|live| live.try_borrow().ok().and_then(|l| l.as_ref().map(|l| l.handle.text_of(&name))));
        if let Some(text) = text {
            on_edit.borrow().emit((name, text));
        }
    });
    handle.on_change(on_change.as_ref().unchecked_ref());
    let on_break = breakpoints::listen(&handle, on_break);
    let on_visit = Closure::<dyn FnMut(String, u32)>::new(move |name, line| on_visit.emit((name, line)));
    handle.on_visit(on_visit.as_ref().unchecked_ref());
    let on_point = Closure::<dyn FnMut(String, u32, bool)>::new(move |file, line, hovers| {
        on_point.emit(((line > 0).then_some(SourcePlace { file, line }), hovers));
    });
    handle.on_point(on_point.as_ref().unchecked_ref());
    let values = Closure::<dyn FnMut(Array) -> JsValue>::new(move |operands: Array| {
        let operands = operands.iter().filter_map(|o| o.as_string()).collect();
        values.emit(operands).map_or(JsValue::NULL, |found| values_object(&found).into())
    });
    handle.set_values(values.as_ref().unchecked_ref());
    Live {
        handle,
        names: vec![name.clone()],
        shown: name,
        marked: Vec::new(),
        _on_change: on_change,
        _on_break: on_break,
        _on_visit: on_visit,
        _on_point: on_point,
        _values: values,
    }
}

impl Live {
    /// Opens, changes and closes documents to match `docs`. Texts reported by the editor itself are already equal.
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

    fn mark(&mut self, marks: &[LineMark]) {
        let before = std::mem::take(&mut self.marked);
        for name in &self.names {
            let list: Array = marks.iter().filter(|mark| mark.file == **name).map(mark_entry).collect();
            if list.length() > 0 || before.iter().any(|b| **b == **name) {
                self.handle.set_current_lines(&list, name);
            }
            if list.length() > 0 {
                self.marked.push(name.to_string());
            }
        }
    }
}

fn mark_entry(mark: &LineMark) -> Object {
    let entry = Object::new();
    put(&entry, "line", &mark.line.into());
    put(&entry, "label", &mark.label.as_str().into());
    put(&entry, "caller", &mark.caller.into());
    entry
}

fn heat_entry(heat: &LineHeat) -> Object {
    let entry = Object::new();
    put(&entry, "line", &heat.line.into());
    put(&entry, "width", &heat.width.into());
    put(&entry, "share", &heat.share.as_str().into());
    put(&entry, "polls", &heat.polls.into());
    entry
}

fn tint_entry((place, colour): &(SourcePlace, usize)) -> Object {
    let entry = Object::new();
    put(&entry, "line", &place.line.into());
    put(&entry, "colour", &(*colour as u32).into());
    entry
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

/// The help for texts of C or of assembly, where names such as `div` have another meaning.
fn help_list(help: &[HelpRow], in_c: bool) -> Array {
    let list = Array::new();
    for row in help.iter().filter(|row| in_c || !is_help_of_c(row)) {
        let entry = Object::new();
        let meaning = Object::new();
        for lang in [Lang::En, Lang::Ja] {
            put(&meaning, i18n::tag(lang), &row.meaning.get(lang).into());
        }
        let kind = match row.kind {
            HelpKind::Instruction => "Instruction",
            HelpKind::Pseudo => "Pseudo",
            HelpKind::Directive => "Directive",
            HelpKind::Register => "Register",
            HelpKind::Function => "Function",
            HelpKind::Constant => "Constant",
        };
        put(&entry, "word", &row.word.as_str().into());
        put(&entry, "kind", &kind.into());
        put(&entry, "operands", &row.operands.as_str().into());
        put(&entry, "meaning", &meaning);
        put(&entry, "encoding", &row.encoding.as_str().into());
        put(&entry, "note", &row.note.as_str().into());
        list.push(&entry);
    }
    list
}

fn symbol_list(symbols: &[Label]) -> Array {
    let list = Array::new();
    for symbol in symbols {
        let entry = Object::new();
        put(&entry, "name", &symbol.name.as_str().into());
        put(&entry, "detail", &symbol.address.as_str().into());
        list.push(&entry);
    }
    list
}

fn values_object(values: &OperandValues) -> Object {
    let object = Object::new();
    let rows = values.rows.iter().map(|(operand, value)| Array::of2(&operand.as_str().into(), &value.as_str().into()));
    put(&object, "node", &values.node.as_str().into());
    put(&object, "rows", &rows.collect::<Array>());
    object
}
