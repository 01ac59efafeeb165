//! The statement, the files, the assembler's messages.

mod breaks;
mod follow;
mod heat;
mod operands;

pub use operands::operand_values;

use super::migration::Migration;
use super::task::Task;
use super::{open, wants};
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::compiler::is_read;
use crate::modes::chip::editor::{Doc, Editor, Label, LineMark, OperandValues};
use crate::modes::chip::store::{
    Checked, Dialog, Histories, Intent, Jump, Keep, Look, PtrEq, Tab, Travelling, Workspace, is_library_of_c,
};
use crate::shell::fields::select_of;
use crate::shell::frame::with_documents;
use crate::widgets::{Icon, IconName, MenuButton, MenuItem, rich, use_left_out};
use gloo_timers::callback::Timeout;
use mcore::base::{Cycle, NodeId, Severity, SourceFile};
use mcore::modes::chip::session::{AssembledView, DiagnosticView, HelpRow, SymbolView};
use mcore::modes::chip::view::{NodeLine, ProfileView, SourcePlace};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`SourcePanel`].
#[derive(Properties, PartialEq)]
pub struct SourcePanelProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The open work.
    pub work: Option<Workspace>,
    /// The same exercise in the other language, assembly or C, and whether that is C.
    pub twin: Option<(String, bool)>,
    /// The shown tab.
    pub tab: Tab,
    pub library: Rc<Vec<SourceFile>>,
    /// Help for instructions.
    pub help: Rc<Vec<HelpRow>>,
    /// Result of the last assembly.
    pub program: Option<Rc<AssembledView>>,
    /// Findings in the text as it is now.
    pub checked: Option<Checked>,
    /// An assembly is in progress.
    pub assembling: bool,
    /// Other work than the shown one is being opened.
    pub changing: bool,
    /// The source is newer than the program.
    pub edited: bool,
    /// The line to show.
    pub jump: Option<Jump>,
    /// Breakpoints.
    pub travel: Travelling,
    /// The lines of the selected node and of the marked ones.
    pub lines: Vec<NodeLine>,
    /// The profile, if its heat is shown beside the lines.
    pub heat: Option<PtrEq<ProfileView>>,
    /// The colours of the lines whose instructions are shown.
    pub tints: Rc<Vec<(SourcePlace, usize)>>,
    /// The line whose instructions are marked; true: the pointer is at one of them.
    pub partner: Option<(SourcePlace, bool)>,
    /// The editor scrolls to the line of the selected node.
    pub follow: bool,
    pub selected: Option<NodeId>,
    /// The shown cycle; none while time runs.
    pub at: Option<Cycle>,
    /// Returns the present values of operands.
    pub values: Callback<Vec<String>, Option<OperandValues>>,
    /// Dark theme.
    pub dark: bool,
    /// Whether this tab may change the files.
    pub may_edit: bool,
    /// The undo histories of the files when they were opened.
    pub undo: Histories,
}

/// The panel.
#[component]
pub fn SourcePanel(props: &SourcePanelProps) -> Html {
    let i18n = use_i18n();
    let act = &props.act;
    let dependencies = (props.work.clone(), props.library.clone(), props.tab.clone(), props.may_edit);
    let docs = use_memo(dependencies, |(work, library, tab, may_edit)| {
        docs(work.as_ref(), library, shown(tab).unwrap_or_default(), *may_edit)
    });
    let symbols = use_memo(props.program.clone(), |program| {
        let label = |s: &SymbolView| Label { name: s.name.clone(), address: format!("0x{:x}", s.value) };
        program.iter().flat_map(|p| &p.symbols).map(label).collect::<Vec<_>>()
    });
    let findings = use_memo((props.program.clone(), props.checked.clone()), |(program, checked)| {
        findings_now(program.as_deref(), checked.as_ref())
    });
    let heat = use_memo((props.heat.clone(), i18n.lang), {
        let i18n = i18n.clone();
        move |(profile, _)| profile.as_deref().map(|profile| heat::of_lines(profile, &i18n)).unwrap_or_default()
    });
    let followed = follow::use_follow(props);
    let on_edit = use_edit(act);
    let breaks = breaks::use_marks(&props.travel, props.edited, &i18n);
    let on_break = breaks::use_breaking(act);
    let on_visit = use_visit(act);
    let on_point = use_point(act);
    let on_history = use_history(act);
    // While the statement is shown the editor stays, hidden, with the last shown document.
    let last = use_mut_ref(String::new);
    let Some(work) = &props.work else {
        return html! {
            <section class="panel source" aria-label={i18n.t("tab-source")}>
                <div class="bar"></div>
                <p class="empty">{ i18n.t("loading") }</p>
            </section>
        };
    };
    let shown = shown(&props.tab);
    let current = current(&mut last.borrow_mut(), shown, &docs);

    let own = |name: &str| work.files.iter().any(|file| file.name == name);
    let library = props.library.iter().filter(|f| !own(&f.name) && (work.has_c() || !is_library_of_c(&f.name)));
    let library: Rc<[AttrValue]> = library.map(|f| f.name.clone().into()).collect();
    let marks = marks(props, &docs);
    let is_elf = work.executable.is_some();
    html! {
        <section
            class="panel source" aria-label={i18n.t("tab-source")} data-tab={if shown.is_some() { "file" } else { "task" }}
        >
            <div class="bar">
                <Files act={act.clone()} work={work.clone()} tab={props.tab.clone()} may_edit={props.may_edit} {library} />
                <AssembleButton
                    act={props.act.clone()} assembling={props.assembling} changing={props.changing} edited={props.edited}
                    has_c={props.work.as_ref().is_some_and(Workspace::has_c)} {is_elf}
                />
            </div>
            <Migration act={act.clone()} work={work.clone()} />
            <div class="source-body">
                <div class="task-host" key={work.id.clone()} role="tabpanel" hidden={shown.is_some()}>
                    <Task act={act.clone()} work={work.clone()} twin={props.twin.clone()} />
                </div>
                <div class="editor-host" role="tabpanel" hidden={shown.is_none()}>
                    <Editor
                        key={editor_key(work)} {docs} {current} in_view={shown.is_some()} label={i18n.t("editor-label")} lang={i18n.lang} dark={props.dark}
                        help={props.help.clone()} {symbols} findings={findings.clone()} {marks} jump={props.jump.clone()} {on_edit}
                        values={props.values.clone()} {heat} tints={props.tints.clone()} partner={props.partner.clone()} {on_point} {followed} {on_visit} {breaks} {on_break} histories={props.undo.clone()}
                        work={work.id.clone()} {on_history}
                    />
                </div>
            </div>
            <Findings act={act.clone()} {findings} program={props.program.clone()} edited={props.edited} checked={props.checked.is_some()} {is_elf} has_c={work.has_c()} foot={foot(props, &i18n)} />
        </section>
    }
}

/// The findings of the last assembly. Those of the text as it is now replace them, if they are known.
fn findings_now(program: Option<&AssembledView>, checked: Option<&Checked>) -> Vec<DiagnosticView> {
    let built = program.map(|p| p.diagnostics.as_slice()).unwrap_or_default();
    let Some(checked) = checked else { return built.to_vec() };
    let others = built.iter().filter(|finding| checked.c_only && !is_read(&finding.file));
    checked.findings.iter().chain(others).cloned().collect()
}

/// The file of a tab.
fn shown(tab: &Tab) -> Option<&str> {
    match tab {
        Tab::File(name) => Some(name),
        Tab::Task => None,
    }
}

/// Whether there is a file of this name.
fn known(docs: &[Doc], name: &str) -> bool {
    docs.iter().any(|doc| doc.name == name)
}

/// The document of the editor: the shown one, else the last one if it still exists, else the first one.
fn current(last: &mut String, shown: Option<&str>, docs: &[Doc]) -> AttrValue {
    if let Some(name) = shown.filter(|name| known(docs, name)) {
        name.clone_into(last);
    } else if !known(docs, last) {
        *last = docs.first().map(|doc| doc.name.to_string()).unwrap_or_default();
    }
    AttrValue::from(last.clone())
}

/// Marks for the lines of nodes. Lines of an older text would be misleading.
fn marks(props: &SourcePanelProps, docs: &[Doc]) -> Vec<LineMark> {
    let current_text = !props.edited && props.program.as_ref().is_some_and(|program| program.ok);
    let own = |place: &SourcePlace| is_own(props, &place.file);
    let mark = |line: &NodeLine, place: &SourcePlace, caller| LineMark {
        file: place.file.clone(),
        line: place.line,
        label: line.node.to_string(),
        caller,
    };
    let mut marks = Vec::new();
    for line in props.lines.iter().filter(|_| current_text) {
        if known(docs, &line.place.file) {
            marks.push(mark(line, &line.place, false));
        }
        // The calls that led there: all of the selected node, of the others the one that left the user's files.
        let selected = props.selected == Some(line.node);
        let most = if selected { usize::MAX } else { usize::from(!own(&line.place)) };
        marks.extend(line.callers.iter().filter(|place| own(place)).take(most).map(|place| mark(line, place, true)));
    }
    marks
}

/// Whether a file is one of the user's.
fn is_own(props: &SourcePanelProps, file: &str) -> bool {
    props.work.as_ref().is_some_and(|work| work.files.iter().any(|f| f.name == file))
}

/// The right end of the foot: the place of the selected node outside the user's files, and whether the editor follows it.
fn foot(props: &SourcePanelProps, i18n: &I18n) -> Html {
    let Some(node) = props.selected.filter(|_| matches!(props.tab, Tab::File(_))) else { return Html::default() };
    let line = props.lines.iter().find(|line| line.node == node).filter(|_| !props.edited);
    let inside = line.filter(|line| !is_own(props, &line.place.file)).map(|line| {
        let caller = line.callers.iter().find(|place| is_own(props, &place.file));
        let caller = caller.map(|place| format!("▷ {}: ", place.line)).unwrap_or_default();
        let place = format!("{}:{}", line.place.file, line.place.line);
        let go = wants(&props.act, Intent::GoTo(line.place.clone()));
        html! {
            <span class="in-library">
                { caller }<button type="button" class="link-button" onclick={go} data-testid="in-library">{ place }</button>
            </span>
        }
    });
    let follow = wants(&props.act, Intent::Look(Look::ToggleFollow));
    html! {
        <>
            { inside.unwrap_or_default() }
            <button
                type="button" class="btn tiny follow" aria-pressed={props.follow.to_string()} onclick={follow}
                title={i18n.t("follow-hint")} data-testid="follow"
            >{ i18n.tf("follow", &[("node", &node.to_string())]) }</button>
        </>
    }
}

/// Milliseconds after which an assembly can be cancelled: a button that changes at once would be pressed by mistake.
const CANCEL_AFTER: u32 = 1_500;

/// Properties of [`AssembleButton`].
#[derive(Properties, PartialEq)]
struct AssembleButtonProps {
    act: Callback<Intent>,
    assembling: bool,
    /// Another work is being opened.
    changing: bool,
    edited: bool,
    has_c: bool,
    is_elf: bool,
}

/// The button that assembles, or loads an ELF program. If that takes long it cancels.
#[component]
fn AssembleButton(props: &AssembleButtonProps) -> Html {
    let i18n = use_i18n();
    let &AssembleButtonProps { assembling, changing, edited, has_c, is_elf, .. } = props;
    let late = use_state_eq(|| false);
    {
        let late = late.setter();
        use_effect_with(assembling, move |&assembling| {
            late.set(false);
            let timer = assembling.then(|| Timeout::new(CANCEL_AFTER, move || late.set(true)));
            move || drop(timer)
        });
    }
    if assembling && *late {
        return html! {
            <button
                type="button" class="btn outlined" title={i18n.t("assembling-cancel")} onclick={wants(&props.act, Intent::CancelAssembly)}
                data-testid="assemble-cancel"
            >{ i18n.t("cancel") }</button>
        };
    }
    let label = match (assembling, is_elf) {
        (true, _) if has_c => "compiling",
        (true, _) => "assembling",
        (false, true) => "load-elf",
        (false, false) if has_c => "compile",
        (false, false) => "assemble",
    };
    let hint = match (is_elf, edited) {
        (true, _) => "load-elf-hint",
        (false, true) if has_c => "compile-edited",
        (false, true) => "assemble-edited",
        (false, false) if has_c => "compile-hint",
        (false, false) => "assemble-hint",
    };
    html! {
        <button
            type="button" class={classes!("btn", "primary", edited.then_some("edited"))} title={i18n.t(hint)}
            onclick={wants(&props.act, Intent::Assemble)} disabled={assembling || changing} data-testid="assemble"
        >{ i18n.t(label) }</button>
    }
}

/// Each work has its own editor, and so has each ELF program: their texts are not edits of one another.
fn editor_key(work: &Workspace) -> String {
    work.executable.as_ref().map_or_else(|| work.id.clone(), |program| format!("{}/{:p}", work.id, Rc::as_ptr(program)))
}

#[hook]
fn use_edit(act: &Callback<Intent>) -> Callback<(String, String)> {
    let act = act.clone();
    use_callback((), move |(name, text): (String, String), ()| act.emit(Intent::Edit(name, text)))
}

#[hook]
fn use_history(act: &Callback<Intent>) -> Callback<(String, String)> {
    let act = act.clone();
    use_callback((), move |(name, history): (String, String), ()| {
        act.emit(Intent::Keep(Keep::Undo(name, history)));
    })
}

/// The line of the cursor, and that under the pointer.
#[hook]
fn use_point(act: &Callback<Intent>) -> Callback<(Option<SourcePlace>, bool)> {
    let act = act.clone();
    use_callback((), move |(place, hovers): (Option<SourcePlace>, bool), ()| match (place, hovers) {
        (place, true) => act.emit(Intent::Point(place.map(|place| (place, false)))),
        (Some(place), false) => act.emit(Intent::Cursor(place)),
        (None, false) => {}
    })
}

#[hook]
fn use_visit(act: &Callback<Intent>) -> Callback<(String, u32)> {
    let act = act.clone();
    use_callback((), move |(file, line): (String, u32), ()| act.emit(Intent::GoTo(SourcePlace { file, line })))
}

/// The documents of the editor: the files of the work and those of the library. The C library has many, so only the one that is
/// `shown` is among them.
fn docs(work: Option<&Workspace>, library: &[SourceFile], shown: &str, may_edit: bool) -> Vec<Doc> {
    let doc = |f: &SourceFile, read_only| Doc {
        name: AttrValue::from(f.name.clone()),
        text: AttrValue::from(f.text.clone()),
        read_only,
    };
    let own = work.iter().flat_map(|w| w.files.iter().map(|f| doc(f, !may_edit || w.is_read_only(&f.name))));
    let mut all: Vec<_> = own.collect();
    // A student's file hides a library file of the same name, for the assembler too.
    let library = library.iter().filter(|f| !is_library_of_c(&f.name) || f.name == shown);
    let library: Vec<_> = library.filter(|f| !all.iter().any(|d| d.name == f.name)).map(|f| doc(f, true)).collect();
    all.extend(library);
    all
}

/// Properties of [`Files`].
#[derive(Properties, PartialEq)]
struct FilesProps {
    act: Callback<Intent>,
    work: Workspace,
    tab: Tab,
    may_edit: bool,
    /// Names of the files of the library.
    library: Rc<[AttrValue]>,
}

/// The statement and the files, by their whole names; those that have no room are in a list.
#[component]
fn Files(props: &FilesProps) -> Html {
    let i18n = use_i18n();
    let host = use_node_ref();
    let task = props.work.exercise.as_ref().map(|_| (Tab::Task, i18n.t("tab-task").to_string(), false));
    let file = |f: &SourceFile| {
        (Tab::File(f.name.clone()), f.name.clone(), !props.may_edit || props.work.is_read_only(&f.name))
    };
    let tabs: Vec<_> = task.into_iter().chain(props.work.files.iter().map(file)).collect();
    let chosen = tabs.iter().position(|(tab, ..)| *tab == props.tab);
    let names: Vec<String> = tabs.iter().map(|(_, name, _)| name.clone()).collect();
    let out = use_left_out(&host, chosen, (i18n.lang, names));
    let items = out.iter().filter_map(|index| tabs.get(*index)).map(|(tab, name, _)| {
        let (act, tab) = (props.act.clone(), tab.clone());
        MenuItem {
            label: name.clone().into(),
            testid: format!("more-{name}").into(),
            on_choose: Callback::from(move |()| act.emit(Intent::ShowTab(tab.clone()))),
        }
    });
    let items: Vec<MenuItem> = items.collect();
    let more = (!items.is_empty()).then(|| {
        let text = format!("+{} ▾", items.len());
        html! { <MenuButton {text} label={i18n.t("files-more")} {items} class="more" testid="files-more" /> }
    });
    let buttons = tabs.iter().enumerate().map(|(index, (tab, name, lock))| {
        let lock = lock.then(|| i18n.t("read-only"));
        tab_button(&props.act, tab.clone(), (&props.tab, out.contains(&index)), name, lock)
    });
    html! {
        <div class="tab-row" ref={host}>
            <div class="tabs" role="tablist" aria-label={i18n.t("files")}>{ for buttons }</div>
            <div>{ for more }</div>
            <div class="tail">{ library_choice(&props.act, &props.library, shown(&props.tab), &i18n) }</div>
            <div class="tail"><FilesMenu act={props.act.clone()} is_elf={props.work.executable.is_some()} /></div>
        </div>
    }
}

/// A tab. `shown` is the chosen one, and whether this one is left out.
fn tab_button(
    act: &Callback<Intent>,
    tab: Tab,
    (shown, out): (&Tab, bool),
    label: &str,
    lock: Option<AttrValue>,
) -> Html {
    let selected = tab == *shown;
    let testid = match &tab {
        Tab::Task => "tab-task".to_owned(),
        Tab::File(name) => format!("tab-{name}"),
    };
    let lock = lock.map(|words| html! { <span class="lock" title={words.clone()}><Icon name={IconName::Lock} /><span class="unseen">{ words }</span></span> });
    html! {
        <button
            key={testid.clone()} type="button" role="tab" class={classes!("tab", out.then_some("out"))}
            aria-selected={selected.to_string()} onclick={wants(act, Intent::ShowTab(tab))} data-testid={testid}
        ><span class="tab-name" data-label={label.to_owned()}>{ label.to_owned() }</span>{ for lock }</button>
    }
}

/// Properties of [`FilesMenu`].
#[derive(Properties, PartialEq)]
struct FilesMenuProps {
    act: Callback<Intent>,
    is_elf: bool,
}

/// The menu for adding, renaming, ordering, removing and opening files.
#[component]
fn FilesMenu(props: &FilesMenuProps) -> Html {
    let i18n = use_i18n();
    let input = use_node_ref();
    let manage = {
        let act = props.act.clone();
        Callback::from(move |()| act.emit(Intent::Open(Dialog::Files)))
    };
    let open_files = {
        let input = input.clone();
        Callback::from(move |()| open::press(&input))
    };
    let manage = MenuItem { label: i18n.t("files-manage"), testid: "files-manage".into(), on_choose: manage };
    let open_files = MenuItem { label: i18n.t("open-files-hint"), testid: "open-files".into(), on_choose: open_files };
    // An ELF program has no files to manage.
    let items: Vec<MenuItem> = (!props.is_elf).then_some(manage).into_iter().chain([open_files]).collect();
    html! {
        <>
            <MenuButton text="⋯" label={i18n.t("files-menu")} {items} class="icon-btn" testid="files-menu" />
            <open::OpenFiles act={props.act.clone()} {input} />
        </>
    }
}

/// The library has many read-only files, so it is one choice instead of many tabs.
fn library_choice(act: &Callback<Intent>, files: &[AttrValue], shown: Option<&str>, i18n: &I18n) -> Html {
    let chosen = files.iter().find(|f| Some(f.as_str()) == shown);
    let onchange = {
        let act = act.clone();
        move |event: Event| {
            let Some(select) = select_of(&event) else { return };
            if !select.value().is_empty() {
                act.emit(Intent::ShowTab(Tab::File(select.value())));
            }
        }
    };
    let option =
        |f: &AttrValue| html! { <option key={f.to_string()} value={f} selected={chosen == Some(f)}>{ f }</option> };
    let groups = ["library-headers", "library-c", "library-mclib"].into_iter().filter_map(|label| {
        let inside: Vec<&AttrValue> = files.iter().filter(|f| library_group(f) == label).collect();
        let options = inside.iter().map(|f| option(f));
        (!inside.is_empty()).then(|| html! { <optgroup key={label} label={i18n.t(label)}>{ for options }</optgroup> })
    });
    html! {
        <select
            class={classes!("library", chosen.is_some().then_some("chosen"))} {onchange} disabled={files.is_empty()}
            aria-label={i18n.t("library")} title={i18n.t("library-hint")} data-testid="library"
        >
            <option key="" value="" selected={chosen.is_none()} disabled={true}>{ i18n.t("library") }</option>
            { for groups }
        </select>
    }
}

/// The message with the group of a file of the library in the list.
fn library_group(name: &str) -> &'static str {
    match name {
        _ if name.ends_with(".h") => "library-headers",
        _ if is_library_of_c(name) => "library-c",
        _ => "library-mclib",
    }
}

/// Properties of [`Findings`].
#[derive(Properties, PartialEq)]
struct FindingsProps {
    act: Callback<Intent>,
    findings: Rc<Vec<DiagnosticView>>,
    program: Option<Rc<AssembledView>>,
    edited: bool,
    /// The findings are those of the text as it is now.
    checked: bool,
    is_elf: bool,
    has_c: bool,
    /// The right end of the last line.
    foot: Html,
}

/// The messages of the last assembly, each with a link to its line.
#[component]
fn Findings(props: &FindingsProps) -> Html {
    let i18n = use_i18n();
    let (errors, warnings) = props.program.as_ref().map_or((0, 0), |program| program.counts);
    let mut summary = match &props.program {
        None => String::new(),
        Some(program) if program.ok => {
            let (text, data) = (grouped(program.text_bytes.into()), grouped(program.data_bytes.into()));
            let message = match props.is_elf {
                true => "loaded-elf",
                false if props.has_c => "compiled-ok",
                false => "assembled-ok",
            };
            i18n.tf(message, &[("text", &text), ("data", &data)]).to_string()
        }
        Some(_) => i18n.tf("errors-count", &[("n", &grouped(errors.into()))]).to_string(),
    };
    if warnings > 0 {
        summary = format!("{summary} · {}", i18n.tf("warnings-count", &[("n", &grouped(warnings.into()))]));
    }
    if props.edited {
        summary = i18n.t(if props.has_c { "compile-edited" } else { "assemble-edited" }).to_string();
        let errors = props.findings.iter().filter(|finding| finding.severity == Severity::Error).count();
        if props.checked && errors > 0 {
            summary = format!("{} · {summary}", i18n.tf("errors-count", &[("n", &grouped(errors as u64))]));
        }
    }
    let rows = props.findings.iter().enumerate().map(|(index, finding)| {
        let place = SourcePlace { file: finding.file.clone(), line: finding.line };
        let (sign, class) = match finding.severity {
            Severity::Error => ("✗", "finding finding-error"),
            Severity::Warning => ("▲", "finding finding-warning"),
        };
        let at = i18n.tf("finding-at", &[("file", &finding.file), ("line", &finding.line.to_string())]);
        // Outside the button, because it may have a link.
        let tip = finding
            .tip
            .as_ref()
            .map(|tip| html! { <p class="finding-tip">{ with_documents(i18n.text(tip), &i18n) }</p> });
        html! {
            <li key={index}>
                <button type="button" {class} onclick={wants(&props.act, Intent::GoTo(place))} data-testid="finding">
                    <span class="sign" aria-hidden="true">{ sign }</span>
                    <span><b>{ at }</b>{ " " }{ rich(i18n.text(&finding.message)) }</span>
                </button>
                { for tip }
            </li>
        }
    });
    let list = (!props.findings.is_empty())
        .then(|| html! { <ul class="findings" aria-label={i18n.t("findings")}>{ for rows }</ul> });
    html! {
        <div class="findings-box" data-testid="findings">
            { for list }
            <div class="source-foot">
                <p class="status-line" data-testid="assembly">{ summary }</p>
                { props.foot.clone() }
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_those_of_the_text_as_it_is_now() {
        let finding = |file: &str, line| DiagnosticView {
            severity: Severity::Error,
            file: file.to_owned(),
            line,
            col: 1,
            len: 1,
            message: mcore::base::Text::default(),
            tip: None,
        };
        let built = vec![finding("a.c", 1), finding("b.s", 2), finding("c.h", 3)];
        let program = AssembledView { diagnostics: built.clone(), ..AssembledView::default() };
        assert_eq!(findings_now(Some(&program), None), built);
        let places = |found: Vec<DiagnosticView>| found.into_iter().map(|f| (f.file, f.line)).collect::<Vec<_>>();
        let checked = |findings, c_only| Checked { findings: Rc::new(findings), c_only };
        let now = findings_now(Some(&program), Some(&checked(vec![finding("a.c", 7)], true)));
        assert_eq!(places(now), [("a.c".to_owned(), 7), ("b.s".to_owned(), 2)]);
        assert_eq!(findings_now(Some(&program), Some(&checked(Vec::new(), true))), [finding("b.s", 2)]);
        let all = checked(vec![finding("b.s", 9)], false);
        assert_eq!(findings_now(Some(&program), Some(&all)), [finding("b.s", 9)]);
        assert!(findings_now(None, None).is_empty());
    }
}
