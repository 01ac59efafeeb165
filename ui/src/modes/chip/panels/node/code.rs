//! The instructions around the one that executes next, or those of the line of C that the user looks at.

use crate::fmt::plain;
use crate::i18n::use_i18n;
use crate::modes::chip::panels::tints::{first_in_sight, tints};
use crate::modes::chip::store::Intent;
use crate::widgets::rich;
use crate::widgets::{elements, is_focused, roam};
use mcore::base::SourceFile;
use mcore::modes::chip::view::{DisasmRow, SourcePlace};
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// Properties of [`Code`].
#[derive(Properties, PartialEq)]
pub struct CodeProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The instructions.
    pub rows: Vec<DisasmRow>,
    /// They are those of the line `in_view` instead of those around the next one.
    pub elsewhere: bool,
    /// The number of executed ones, as text.
    pub counts: AttrValue,
    /// The source files of the program.
    pub files: Option<Rc<Vec<SourceFile>>>,
    /// Lines have the colours that they have in the editor.
    pub tinted: bool,
    /// The line whose instructions are marked.
    pub partner: Option<SourcePlace>,
    /// The line of which an instruction is brought into view.
    pub in_view: Option<SourcePlace>,
    /// The files of the library, which a source file of the same name hides.
    pub library: Rc<Vec<SourceFile>>,
}

/// The source line of an instruction, without leading and trailing blanks.
fn source_line<'a>(files: &'a [SourceFile], library: &'a [SourceFile], place: &SourcePlace) -> Option<&'a str> {
    let file = files.iter().chain(library).find(|f| f.name == place.file)?;
    file.text.lines().nth((place.line as usize).checked_sub(1)?).map(str::trim)
}

/// Moves the focus from row to row of the region, first to the instruction that executes next or to the first one in sight; Enter
/// chooses a row. True if the key was used.
fn walk(region: &Element, in_sight: usize, key: &str) -> bool {
    let rows = elements(region, "tr");
    let here = rows.iter().position(is_focused);
    if let ("Enter", Some(here)) = (key, here) {
        rows[here].click();
        return true;
    }
    let current = rows.iter().position(|row| row.class_list().contains("current"));
    roam(&rows, ["ArrowUp", "ArrowDown"], current.unwrap_or(in_sight), key)
}

/// The instructions in a region that scrolls; a click or Enter goes to the source line.
#[component]
pub fn Code(props: &CodeProps) -> Html {
    let i18n = use_i18n();
    let region = use_node_ref();
    // When the list or the line changes, it scrolls there, also if it has been scrolled by hand.
    let listed_from = props.rows.first().map(|row| row.addr.clone());
    let follows = (first_in_sight(&props.rows, props.in_view.as_ref()), listed_from, props.in_view.clone());
    use_effect_with((follows, region.clone()), |((first, ..), region)| {
        if let Some(region) = region.cast::<Element>() {
            let rows = region.query_selector_all("tr").map_or(1, |rows| rows.length());
            region.set_scroll_top(*first as i32 * region.scroll_height() / rows.max(1) as i32);
        }
    });
    let onkeydown = {
        let (region, in_sight) = (region.clone(), first_in_sight(&props.rows, props.in_view.as_ref()));
        move |event: KeyboardEvent| {
            let is_plain = !(event.ctrl_key() || event.alt_key() || event.meta_key() || event.shift_key());
            if is_plain && region.cast::<Element>().is_some_and(|region| walk(&region, in_sight, &event.key())) {
                event.prevent_default();
                event.stop_propagation();
            }
        }
    };
    let point = |place: Option<SourcePlace>| {
        let act = props.act.clone();
        move || act.emit(Intent::Point(place.clone().map(|place| (place, true))))
    };
    let leave = point(None);
    let tints = if props.tinted { tints(&props.rows) } else { Vec::new() };
    let rows = props.rows.iter().enumerate().map(|(index, row)| {
        let tint = row.source.as_ref().and_then(|place| tints.iter().find(|(known, _)| known == place));
        let tint = tint.map(|(_, colour)| format!("tint-{colour}"));
        let line = row.source.as_ref().map(|s| s.line.to_string()).unwrap_or_default();
        let go = row.source.clone().map(|place| {
            let act = props.act.clone();
            Callback::from(move |_: MouseEvent| act.emit(Intent::GoTo(place.clone())))
        });
        let marked = props.partner.is_some() && row.source == props.partner;
        let class = classes!(row.current.then_some("current"), marked.then_some("partner"));
        let (label_class, place) = match row.label.as_str() {
            "" => ("addr", row.addr.clone()),
            label => ("addr label", format!("{label}:")),
        };
        let look = point(row.source.clone().filter(|_| props.tinted));
        let onfocus = look.clone();
        html! {
            <tr
                key={index} {class} onclick={go} onpointerenter={move |_| look()} onfocus={move |_| onfocus()} tabindex="-1" title={plain(i18n.text(&row.meaning))}
                data-kind="instruction" data-address={row.addr.clone()}
            >
                <td class="arrow" aria-hidden="true">{ if row.current { "▶" } else { "" } }</td>
                <td class={label_class} title={row.addr.clone()}>{ place }</td>
                <td class="ins" title={plain(&format!("{}: {}", row.text, i18n.text(&row.meaning)))}>{ &row.text }</td>
                <td class={classes!("line", tint)}>{ line }</td>
            </tr>
        }
    });
    let source = props.rows.iter().find(|r| r.current).and_then(|r| r.source.as_ref()).map(|place| {
        let text = source_line(props.files.as_ref().map_or(&[], |f| f.as_slice()), &props.library, place).unwrap_or_default();
        html! { <><span class="quiet">{ format!("{}:{}", place.file, place.line) }</span>{ " " }<code>{ text }</code></> }
    });
    let meaning = props.rows.iter().find(|r| r.current).map(|r| rich(i18n.text(&r.meaning)));
    let beside = match (&props.in_view, props.elsewhere) {
        (Some(place), true) => i18n.tf("code-elsewhere", &[("line", &place.line.to_string())]),
        _ => props.counts.clone(),
    };
    html! {
        <div class="card">
            <div class="card-head"><h2>{ i18n.t("code-title") }</h2><span class="quiet small">{ beside }</span></div>
            <div class="code-rows" ref={region} tabindex="0" role="group" aria-label={i18n.t("code-title")} aria-description={i18n.t("code-keys")} {onkeydown} onpointerleave={move |_| leave()} data-testid="code">
                <table class="code"><tbody>{ for rows }</tbody></table>
            </div>
            <p class="source-line small" data-testid="source-line">{ source.unwrap_or_default() }</p>
            <p class="meaning small quiet" data-testid="meaning">{ meaning.unwrap_or_default() }</p>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_in_the_own_files_first_and_then_in_the_library() {
        let file = |name: &str, text: &str| SourceFile { name: name.into(), text: text.into() };
        let own = [file("main.s", "a\n  b\n"), file("put.s", "mine\n")];
        let library = [file("put.s", "theirs\n"), file("wait.s", "\tlw $t0, 0($a0)\n")];
        let line = |file: &str, line| source_line(&own, &library, &SourcePlace { file: file.into(), line });
        assert_eq!(line("main.s", 2), Some("b"));
        assert_eq!(line("put.s", 1), Some("mine"));
        assert_eq!(line("wait.s", 1), Some("lw $t0, 0($a0)"));
        assert_eq!((line("wait.s", 0), line("wait.s", 9), line("gone.s", 1)), (None, None, None));
    }
}
