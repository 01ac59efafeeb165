//! A window of node memory: by address, label or register.

use super::format::{AsObjects, OF_MEMORY, format_choice};
use super::since::Since;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::{Inspect, Intent};
use crate::widgets::{Icon, IconName};
use mcore::base::{Cycle, NodeId};
use mcore::modes::chip::session::AssembledView;
use mcore::modes::chip::view::{MemoryFocus, MemoryRow, MemoryView, MemoryWord, ObjectRow, Typed, typed};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Names of the general registers, by number.
pub const REGISTERS: [&str; 32] = [
    "zero", "at", "v0", "v1", "a0", "a1", "a2", "a3", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "s0", "s1", "s2",
    "s3", "s4", "s5", "s6", "s7", "t8", "t9", "k0", "k1", "gp", "sp", "fp", "ra",
];

/// Parses the typed text: `$t2`, `0x2000`, `8192` or a label.
fn read(text: &str, known: impl Fn(&str) -> bool) -> Option<MemoryFocus> {
    let text = text.trim();
    if let Some(name) = text.strip_prefix('$') {
        let by_name = REGISTERS.iter().position(|r| *r == name).or_else(|| (name == "s8").then_some(30));
        let number = by_name.or_else(|| name.parse().ok().filter(|n| *n < 32))?;
        return Some(MemoryFocus::Register(number as u8));
    }
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let number = hex.map_or_else(|| text.parse().ok(), |digits| u32::from_str_radix(digits, 16).ok());
    match number {
        Some(address) => Some(MemoryFocus::Address(address & !3)),
        None if known(text) => Some(MemoryFocus::Symbol(text.to_owned())),
        None => None,
    }
}

/// The text form of a focus.
fn write(focus: &MemoryFocus) -> String {
    match focus {
        MemoryFocus::Address(address) => format!("{address:#x}"),
        MemoryFocus::Symbol(name) => name.clone(),
        MemoryFocus::Register(number) => format!("${}", REGISTERS.get(usize::from(*number)).unwrap_or(&"zero")),
    }
}

/// The field for the focus. A typed text stays in it until it is read or the field is left, whatever is drawn meanwhile.
#[derive(Clone, Debug, Default, PartialEq)]
struct Field {
    /// Text that is not read, or that cannot be.
    typed: Option<String>,
    /// The last text could not be read.
    wrong: bool,
    /// The user is in the field.
    within: bool,
}

/// An event of the field.
enum Typing {
    /// The text has changed.
    Typed(String),
    /// The text was read.
    Read,
    /// This text could not be read.
    NotRead(String),
    /// The user has left the field.
    Left,
    /// The window has another focus.
    Moved,
}

impl Field {
    /// The text in the field.
    fn text(&self, focus: &MemoryFocus) -> String {
        self.typed.clone().unwrap_or_else(|| write(focus))
    }
}

impl Reducible for Field {
    type Action = Typing;

    fn reduce(self: Rc<Self>, event: Typing) -> Rc<Self> {
        let Self { wrong, within, .. } = *self;
        match event {
            Typing::Typed(text) => Rc::new(Self { typed: Some(text), wrong, within: true }),
            Typing::Read => Rc::new(Self { within, ..Self::default() }),
            Typing::NotRead(text) => Rc::new(Self { typed: Some(text), wrong: true, within }),
            // A wrong text stays beside the message about it.
            Typing::Left if wrong => Rc::new(Self { within: false, ..Self::clone(&self) }),
            Typing::Left => Rc::default(),
            Typing::Moved if within => self,
            Typing::Moved => Rc::default(),
        }
    }
}

/// Properties of [`Memory`].
#[derive(Properties, PartialEq)]
pub struct MemoryProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    pub node: NodeId,
    /// The shown cycle.
    pub cycle: Cycle,
    /// The window.
    pub memory: MemoryView,
    /// The chosen focus.
    pub focus: MemoryFocus,
    /// Labels.
    pub program: Option<Rc<AssembledView>>,
    /// For a program in C, its objects from the start of the window on; empty while they are not wanted.
    pub objects: Option<Vec<ObjectRow>>,
    /// They are wanted.
    pub as_objects: bool,
}

/// The window.
#[component]
pub fn Memory(props: &MemoryProps) -> Html {
    let i18n = use_i18n();
    let field = use_reducer_eq(Field::default);
    {
        let field = field.dispatcher();
        use_effect_with(props.focus.clone(), move |_| field.dispatch(Typing::Moved));
    }
    let known = {
        let program = props.program.clone();
        move |name: &str| program.iter().flat_map(|p| &p.symbols).any(|s| s.name == name)
    };
    let onchange = {
        let (act, field) = (props.act.clone(), field.dispatcher());
        move |event: Event| {
            let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) else { return };
            let text = input.value();
            match read(&text, &known) {
                Some(focus) => {
                    field.dispatch(Typing::Read);
                    act.emit(Intent::FocusMemory(focus));
                }
                None => field.dispatch(Typing::NotRead(text)),
            }
        }
    };
    let oninput = {
        let field = field.dispatcher();
        move |event: InputEvent| {
            if let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) {
                field.dispatch(Typing::Typed(input.value()));
            }
        }
    };
    let onblur = {
        let field = field.dispatcher();
        move |_: FocusEvent| field.dispatch(Typing::Left)
    };
    let format = use_state(Typed::default);
    let since = use_mut_ref(Since::default);
    let mut since = since.borrow_mut();
    let words = props.memory.rows.iter().flat_map(|row| &row.words).map(|word| word.value);
    since.look(props.node, props.cycle, (props.memory.base..).step_by(4).zip(words));
    let shown = rows_shown(*format, props.memory.rows.len());
    let (base, size) = (props.memory.base, props.memory.size);
    let objects = props.objects.as_deref().filter(|_| props.as_objects);
    // The window moves by whole rows of 16 bytes. The objects after the last one shown follow it.
    let page = match objects.and_then(<[ObjectRow]>::last) {
        Some(last) => (last.addr.saturating_sub(base) & !15).max(16),
        None => shown as u32 * 16,
    };
    let turn = |address: u32| {
        let (act, field) = (props.act.clone(), field.dispatcher());
        Callback::from(move |_: MouseEvent| {
            field.dispatch(Typing::Read);
            act.emit(Intent::FocusMemory(MemoryFocus::Address(address)));
        })
    };
    let labels = props.program.iter().flat_map(|p| &p.symbols).filter(|s| !s.code && s.line.is_some());
    let labels = labels.map(|s| html! { <option key={s.name.clone()} value={s.name.clone()} /> });
    let registers = REGISTERS.iter().map(|r| html! { <option key={*r} value={format!("${r}")} /> });
    let look = Look { node: props.node, format: *format, since: &since, i18n: &i18n };
    let addresses = (base..).step_by(16);
    let lines: Html = match objects {
        Some(objects) => objects.iter().map(|row| look.object(row)).collect(),
        None => props.memory.rows.iter().take(shown).zip(addresses).flat_map(|(row, at)| look.lines(row, at)).collect(),
    };
    let class = if objects.is_some() { "objects" } else { class_of(*format) };
    let as_objects = props.objects.is_some().then(|| AsObjects {
        chosen: props.as_objects,
        choose: props.act.reform(|on| Intent::Inspect(Inspect::Memory(on))),
    });
    let place = props.memory.rows.first().map(|row| if row.label.is_empty() { &row.within } else { &row.label });
    let place = place.map(|name| format!("0x{base:05x} {name}")).unwrap_or_default();
    let problem = if field.wrong { i18n.t("memory-bad-focus") } else { AttrValue::default() };
    html! {
        <div class="card">
            <div class="card-head">
                <h2>{ i18n.t("memory-title") }</h2>
                { format_choice(&i18n, "memory-format", &OF_MEMORY, &format, "memory-format", as_objects) }
                <input
                    type="text" class="focus" list="memory-places" value={field.text(&props.focus)} {onchange} {oninput} {onblur}
                    spellcheck="false" autocomplete="off" aria-label={i18n.t("memory-focus")} title={i18n.t("memory-focus")}
                    aria-invalid={field.wrong.to_string()} data-testid="memory-focus"
                />
                <datalist id="memory-places">{ for labels }{ for registers }</datalist>
                <button
                    type="button" class="btn icon-btn small-btn" onclick={turn(base.saturating_sub(page))} disabled={base == 0}
                    aria-label={i18n.t("memory-up")} title={i18n.t("memory-up")} data-testid="memory-up"
                ><Icon name={IconName::Up} /></button>
                <button
                    type="button" class="btn icon-btn small-btn" onclick={turn(base.saturating_add(page))}
                    disabled={base.saturating_add(page) >= size}
                    aria-label={i18n.t("memory-down")} title={i18n.t("memory-down")} data-testid="memory-down"
                ><Icon name={IconName::Down} /></button>
            </div>
            <p class="problem" role="alert">{ problem }</p>
            <p class="memory-place small quiet" data-testid="memory-place">{ place }</p>
            <table tabindex="0" data-places="" class={classes!("memory", class)} data-testid="memory"><tbody>{ lines }</tbody></table>
        </div>
    }
}

/// Maximum number of lines in the table.
const MAX_LINES: usize = 32;

/// Words per line: as many as fit in a narrow panel.
fn words_in_line(format: Typed) -> usize {
    match format {
        Typed::Hex | Typed::Text => 4,
        Typed::Binary => 1,
        _ => 2,
    }
}

/// Number of shown rows of four words.
fn rows_shown(format: Typed, rows: usize) -> usize {
    rows.min(MAX_LINES * words_in_line(format) / 4)
}

/// Class of a table with that many columns.
fn class_of(format: Typed) -> &'static str {
    match words_in_line(format) / format.words() {
        4 => "columns-4",
        2 => "columns-2",
        _ => "columns-1",
    }
}

/// The format of the rows.
struct Look<'a> {
    node: NodeId,
    format: Typed,
    since: &'a Since<NodeId, u32, u32>,
    i18n: &'a I18n,
}

impl Look<'_> {
    /// The lines of a row that starts at an address.
    fn lines(&self, row: &MemoryRow, addr: u32) -> Vec<Html> {
        let count = words_in_line(self.format);
        let lines = row.words.chunks(count).zip((addr..).step_by(4 * count));
        lines
            .map(|(words, at)| {
                let named = at == addr && !row.label.is_empty();
                let head = if named { row.label.clone() } else { format!("0x{at:05x}") };
                let title = if row.within.is_empty() {
                    format!("0x{at:05x} {}", row.ascii)
                } else {
                    format!("0x{at:05x} {} {}", row.within, row.ascii)
                };
                let cells = words.chunks(self.format.words()).zip((at..).step_by(4 * self.format.words()));
                html! {
                    <tr key={at}>
                        <th scope="row" class={named.then_some("label")} {title}>{ head }</th>
                        { for cells.map(|(words, at)| self.cell(words, at)) }
                    </tr>
                }
            })
            .collect()
    }

    /// An object of the program: its name, or the address of a word that is none, and its value.
    fn object(&self, row: &ObjectRow) -> Html {
        let ObjectRow { addr, bytes, name, ty, value } = row;
        let place = format!("0x{addr:05x}");
        let words = (*addr & !3..addr.saturating_add(*bytes)).step_by(4);
        let before: Vec<Option<u32>> = words.map(|at| self.since.before(&at).copied()).collect();
        let changed = before.iter().any(Option::is_some);
        // A cell has no room for a long value.
        let mut title = format!("{place} {ty}\n{value}");
        // Of a whole word its old value is known.
        if let ([Some(was)], 4) = (&before[..], *bytes) {
            title.push('\n');
            title.push_str(&self.i18n.tf("node-before", &[("value", &format!("0x{}", typed(Typed::Hex, *was, *was)))]));
        }
        html! {
            <tr key={*addr}>
                <th scope="row" class={(!name.is_empty()).then_some("label")} title={title.clone()}>
                    { if name.is_empty() { &place } else { name } }
                </th>
                <td
                    class={changed.then_some("since")} {title} tabindex="-1" data-kind="variable"
                    data-place={format!("0x{:x}", addr & !3)} data-value="0" data-part=""
                >{ value }</td>
            </tr>
        }
    }

    /// An element of one word or, for a double, of two.
    fn cell(&self, words: &[MemoryWord], at: u32) -> Html {
        let value = |i: usize| words.get(i).map_or(0, |w| w.value);
        let before = |i: u32| self.since.before(&(at + 4 * i)).copied();
        let was = (0..words.len() as u32).any(|i| before(i).is_some()).then(|| {
            let old = |i: u32| before(i).unwrap_or_else(|| value(i as usize));
            typed(self.format, old(0), old(1))
        });
        let class = if words.iter().any(|w| w.changed) { Some("changed") } else { was.as_ref().map(|_| "since") };
        let other: Vec<String> = match self.format {
            Typed::Hex => words.iter().map(|w| w.dec.clone()).collect(),
            _ => words.iter().rev().map(|w| w.hex.clone()).collect(),
        };
        let mut title = format!("0x{at:05x}  {}", other.join(" "));
        if let Some(was) = &was {
            title.push('\n');
            title.push_str(&self.i18n.tf("node-before", &[("value", was)]));
        }
        // Only a whole word can be changed and asked for its writer.
        let word = (words.len() == 1).then(|| words[0].hex.clone());
        html! {
            <td
                data-place={word.is_some().then(|| format!("{at:#x}"))} data-value={word} tabindex="-1"
                key={at} {class} {title} data-kind="word" data-node={format!("{},{}", self.node.x, self.node.y)}
                data-address={at.to_string()}
            >{ typed(self.format, value(0), value(1)) }</td>
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reading_fits_into_its_lines() {
        for (format, _) in OF_MEMORY {
            let lines = rows_shown(format, 16) * 4 / words_in_line(format);
            assert!((16..=MAX_LINES).contains(&lines), "{format:?}: {lines}");
            assert!(words_in_line(format).is_multiple_of(format.words()), "{format:?}");
            // 44 characters of 12 pixels fit beside the address.
            assert!(words_in_line(format) / format.words() * (format.width() + 1) <= 40, "{format:?}");
        }
        assert_eq!(rows_shown(Typed::Hex, 3), 3);
    }

    #[test]
    fn a_focus_is_an_address_a_register_or_a_known_label() {
        let known = |name: &str| name == "flag";
        assert_eq!(read("0x2004", known), Some(MemoryFocus::Address(0x2004)));
        assert_eq!(read(" 8193 ", known), Some(MemoryFocus::Address(8192)));
        assert_eq!(read("$t2", known), Some(MemoryFocus::Register(10)));
        assert_eq!(read("$29", known), Some(MemoryFocus::Register(29)));
        assert_eq!(read("flag", known), Some(MemoryFocus::Symbol("flag".to_owned())));
        for bad in ["", "flog", "$t99", "$32", "0xzz", "99999999999"] {
            assert_eq!(read(bad, known), None, "{bad}");
        }
    }

    #[test]
    fn a_typed_text_stays_until_it_is_read_or_left() {
        let [flag, other] = ["flag", "other"].map(|name| MemoryFocus::Symbol(name.to_owned()));
        let after = |events: Vec<Typing>| events.into_iter().fold(Rc::new(Field::default()), Reducible::reduce);
        let typed = || Typing::Typed("0x20".to_owned());
        let wrong = || Typing::NotRead("0x2z".to_owned());
        assert_eq!(after(vec![]).text(&flag), "flag");
        // A frame that moves the window does not replace the text.
        assert_eq!(after(vec![typed(), Typing::Moved]).text(&other), "0x20");
        assert_eq!(after(vec![typed(), Typing::Read]).text(&other), "other");
        assert_eq!(after(vec![typed(), Typing::Left]).text(&flag), "flag");
        // A wrong text stays with its message, until the window has another focus.
        let left = after(vec![typed(), wrong(), Typing::Left]);
        assert_eq!((left.text(&flag).as_str(), left.wrong), ("0x2z", true));
        let moved = after(vec![typed(), wrong(), Typing::Left, Typing::Moved]);
        assert_eq!((moved.text(&other).as_str(), moved.wrong), ("other", false));
        assert_eq!(*after(vec![typed(), wrong(), typed(), Typing::Read, Typing::Left]), Field::default());
    }

    #[test]
    fn what_is_written_can_be_read() {
        for focus in [MemoryFocus::Address(0x1000), MemoryFocus::Register(29), MemoryFocus::Symbol("a".to_owned())] {
            assert_eq!(read(&write(&focus), |_| true), Some(focus));
        }
    }
}
