//! Watched expressions: a row for each expression, a column for each rank; on large chips a grid in the shape of the
//! chip.

use super::{Props, wants};
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::paint::hover::role_label;
use crate::modes::chip::store::travel::{Format, MAX_WATCHES, Notes, WatchNote};
use crate::modes::chip::store::{Intent, PtrEq, Travel};
use crate::shell::fields::select_of;
use crate::widgets::{CoreMark, Icon, IconName, elements, rich, roam};
use mcore::base::NodeId;
use mcore::modes::chip::view::{CoreRole, Frame, Typed, WatchRow, typed};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

/// From this number of ranks on, one expression is shown in the shape of the chip.
const GRID_RANKS: usize = 64;

/// The value of a row at a rank, as the user wants to read it; `None` if there is none.
pub fn value_text(row: &WatchRow, rank: usize, format: Format) -> Option<String> {
    let known = row.known.get(rank).is_some_and(|known| *known != 0);
    let value = *row.values.get(rank).filter(|_| known)?;
    let as_type = |kind| typed(kind, value, 0).trim().to_owned();
    // As C writes it, unless the user wants another form.
    if let (Format::Signed, Some(text)) = (format, row.texts.get(rank)) {
        return Some(text.clone());
    }
    Some(match format {
        _ if row.file.is_some() => value.to_string(),
        Format::Signed => (value as i32).to_string(),
        Format::Unsigned => value.to_string(),
        Format::Hex => format!("0x{value:x}"),
        Format::Text => as_type(Typed::Text),
        Format::Single => as_type(Typed::Single),
    })
}

/// Message of a format.
fn format_label(format: Format) -> &'static str {
    match format {
        Format::Signed => "watch-signed",
        Format::Unsigned => "watch-unsigned",
        Format::Hex => "watch-hex",
        Format::Text => "watch-text",
        Format::Single => "watch-single",
    }
}

/// Replaces the list of expressions.
fn change(act: &Callback<Intent>, notes: &Notes, edit: impl FnOnce(&mut Vec<WatchNote>)) {
    let mut list = notes.watches.clone();
    edit(&mut list);
    act.emit(Intent::Travel(Travel::Watches(list)));
}

/// The panel.
#[component]
pub fn WatchPanel(props: &Props) -> Html {
    let i18n = use_i18n();
    // On large chips: the expression in the grid.
    let chosen = use_state(|| 0_usize);
    let mesh = props.frame.mesh.as_ref();
    let (width, height) = mesh.map_or((0, 0), |m| (usize::from(m.width), usize::from(m.height)));
    let ranks = width * height;
    let grid = ranks >= GRID_RANKS;
    let node = |rank: usize| NodeId::new((rank % width.max(1)) as u8 + 1, (rank / width.max(1)) as u8 + 1);
    let role = |rank: usize| mesh.and_then(|m| m.cores.get(rank)).map(|byte| CoreRole::from_byte(*byte));
    let heads = (0..ranks).filter(|_| !grid).map(|rank| head(props, rank, node(rank), role(rank), &i18n));
    let rows = props.state.travel.notes.watches.iter().enumerate().map(|(index, watch)| {
        let row = props.frame.watched.iter().find(|row| row.text == watch.text);
        let cells = (0..ranks).filter(|_| !grid).map(|rank| {
            let here = props.state.watch.node == Some(node(rank));
            let text = row.and_then(|row| value_text(row, rank, watch.format));
            html! { <td key={rank} class={classes!("num", here.then_some("here"))}>{ text.unwrap_or_else(|| "–".to_owned()) }</td> }
        });
        let choose = {
            let chosen = chosen.clone();
            Callback::from(move |_| chosen.set(index))
        };
        let pick = grid.then(|| {
            html! {
                <td><input
                    type="radio" name="watch-grid" checked={*chosen == index} onchange={choose}
                    aria-label={i18n.tf("watch-show", &[("text", &watch.text)])} data-testid="watch-pick"
                /></td>
            }
        });
        html! {
            <tr key={index} data-testid="watch-row">
                <th scope="row">{ expression(props, index, watch, row, &i18n) }</th>
                { for cells }{ for pick }
                <td><div class="watch-tools">{ tools(props, index, watch, &i18n) }</div></td>
            </tr>
        }
    });
    let problems = props.frame.watched.iter().filter_map(|row| {
        let (at, text) = row.error.as_ref()?;
        let place = i18n.tf("watch-at", &[("text", &row.text), ("n", &(at + 1).to_string())]);
        Some(html! { <li key={row.text.clone()} class="watch-error" data-testid="watch-error"><b>{ place }</b>{ " " }{ rich(i18n.text(text)) }</li> })
    });
    let picture = grid.then(|| {
        let watch = props.state.travel.notes.watches.get(*chosen)?;
        let place = props.frame.watched.iter().position(|row| row.text == watch.text)?;
        let (act, frame) = (props.act.clone(), PtrEq::from(props.frame.clone()));
        Some(html! { <Grid {act} {frame} {place} format={watch.format} selected={props.state.watch.node} /> })
    });
    // One press of Tab passes all ranks: the arrow keys go from one to the next.
    let onkeydown = |event: KeyboardEvent| {
        let button = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let row = button.and_then(|button| button.closest("tr").ok().flatten());
        if row.is_some_and(|row| roam(&elements(&row, "button"), ["ArrowLeft", "ArrowRight"], 0, &event.key())) {
            event.prevent_default();
            event.stop_propagation();
        }
    };
    html! {
        <div class="watch-panel" data-testid="watch">
            <div class="watch-scroll" tabindex="0">
                <table class="watch-table" aria-label={i18n.t("analysis-watch")}>
                    <thead><tr onkeydown={onkeydown}>
                        <th scope="col">{ i18n.t("watch-expression") }</th>
                        { for heads }
                        if grid { <th scope="col">{ i18n.t("watch-in-grid") }</th> }
                        <th scope="col"><span class="unseen">{ i18n.t("watch-tools") }</span></th>
                    </tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
                { for picture.flatten() }
            </div>
            <ul class="watch-errors">{ for problems }</ul>
            { add(props, &i18n) }
        </div>
    }
}

/// The head of a rank's column: selects its node.
fn head(props: &Props, rank: usize, node: NodeId, role: Option<CoreRole>, i18n: &I18n) -> Html {
    let here = props.state.watch.node == Some(node);
    let is_stop = here || rank == 0 && props.state.watch.node.is_none_or(|node| node == NodeId::MEMORY);
    let state = role.map_or_else(AttrValue::default, |role| i18n.t(role_label(role)));
    let label = format!("{node} · {rank} · {state}");
    html! {
        <th key={rank} scope="col" class={classes!("num", here.then_some("here"))}>
            <button
                type="button" class="watch-head" onclick={wants(&props.act, Intent::Select(node))} title={label}
                aria-pressed={here.to_string()} tabindex={if is_stop { "0" } else { "-1" }} data-testid={format!("watch-rank-{rank}")}
            >{ for role.map(|role| html! { <CoreMark {role} /> }) }{ rank }</button>
        </th>
    }
}

/// The expression of a row: it can be changed in its place.
fn expression(props: &Props, index: usize, watch: &WatchNote, row: Option<&WatchRow>, i18n: &I18n) -> Html {
    let onchange = {
        let (act, notes) = (props.act.clone(), props.state.travel.notes.clone());
        Callback::from(move |event: Event| {
            let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) else { return };
            change(&act, &notes, |list| {
                if let Some(watch) = list.get_mut(index) {
                    watch.text = input.value();
                }
            });
        })
    };
    let wrong = row.is_some_and(|row| row.error.is_some());
    let why = row.and_then(|row| row.why.as_ref()).map(|why| i18n.text(why).to_owned());
    html! {
        <input
            class="watch-text" value={watch.text.clone()} {onchange} aria-label={i18n.t("watch-expression")}
            aria-invalid={wrong.to_string()} title={why} spellcheck="false" autocomplete="off" data-testid="watch-expression"
        />
    }
}

/// Format, on the chip, remove.
fn tools(props: &Props, index: usize, watch: &WatchNote, i18n: &I18n) -> Html {
    let edit = |act: fn(&mut Vec<WatchNote>, usize)| {
        let (emit, notes) = (props.act.clone(), props.state.travel.notes.clone());
        Callback::from(move |_: MouseEvent| change(&emit, &notes, |list| act(list, index)))
    };
    let onchange = {
        let (act, notes) = (props.act.clone(), props.state.travel.notes.clone());
        Callback::from(move |event: Event| {
            let Some(select) = select_of(&event) else { return };
            let format = select.value().parse().ok().and_then(|at: usize| Format::ALL.get(at).copied());
            change(&act, &notes, |list| {
                if let (Some(watch), Some(format)) = (list.get_mut(index), format) {
                    watch.format = format;
                }
            });
        })
    };
    let formats = Format::ALL.into_iter().enumerate().map(|(at, format)| {
        html! { <option key={at} value={at.to_string()} selected={format == watch.format}>{ i18n.t(format_label(format)) }</option> }
    });
    let on_chip = edit(|list, index| {
        for (at, watch) in list.iter_mut().enumerate() {
            watch.on_chip = at == index && !watch.on_chip;
        }
    });
    let remove = edit(|list, index| {
        if index < list.len() {
            list.remove(index);
        }
    });
    let (eye, gone) =
        (i18n.tf("watch-on-chip", &[("text", &watch.text)]), i18n.tf("watch-remove", &[("text", &watch.text)]));
    html! {
        <>
            <select {onchange} aria-label={i18n.t("watch-format")} data-testid="watch-format">{ for formats }</select>
            <button
                type="button" class="btn tiny icon-btn" onclick={on_chip}
                aria-pressed={watch.on_chip.to_string()} aria-label={eye.clone()} title={eye} data-testid="watch-on-chip"
            ><Icon name={IconName::Gallery} /></button>
            <button
                type="button" class="btn tiny icon-btn" onclick={remove} aria-label={gone.clone()} title={gone} data-testid="watch-remove"
            ><Icon name={IconName::Close} /></button>
        </>
    }
}

/// The field for another expression.
fn add(props: &Props, i18n: &I18n) -> Html {
    let full = props.state.travel.notes.watches.len() >= MAX_WATCHES;
    let take = {
        let (act, notes) = (props.act.clone(), props.state.travel.notes.clone());
        move |input: &HtmlInputElement| {
            let text = input.value().trim().to_owned();
            // Rows are found by their text.
            if !text.is_empty() && !notes.watches.iter().any(|watch| watch.text == text) {
                change(&act, &notes, |list| list.push(WatchNote { text, ..WatchNote::default() }));
            }
            input.set_value("");
        }
    };
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Enter"
            && let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok())
        {
            event.prevent_default();
            take(&input);
        }
    });
    html! {
        <p class="watch-add">
            <input
                class="watch-text" {onkeydown} disabled={full} placeholder={i18n.t("watch-add")} aria-label={i18n.t("watch-add")}
                spellcheck="false" autocomplete="off" data-testid="watch-add"
            />
            <span class="quiet small">{ rich(&i18n.t("watch-hint")) }</span>
        </p>
    }
}

/// Properties of [`Grid`].
#[derive(Properties, PartialEq)]
struct GridProps {
    act: Callback<Intent>,
    frame: PtrEq<Frame>,
    /// The place of the expression among those of the frame.
    place: usize,
    format: Format,
    selected: Option<NodeId>,
}

/// One expression on all nodes, in the shape of the chip. It is drawn again only for another frame.
#[component]
fn Grid(props: &GridProps) -> Html {
    let GridProps { act, frame, place, format, selected } = props;
    let (Some(row), Some(mesh)) = (frame.watched.get(*place), &frame.mesh) else { return Html::default() };
    let (width, height) = (usize::from(mesh.width), usize::from(mesh.height));
    let line = |y: usize| {
        let cells = (0..width).map(|x| {
            let (rank, node) = (y * width + x, NodeId::new(x as u8 + 1, y as u8 + 1));
            let here = *selected == Some(node);
            let text = value_text(row, rank, *format).unwrap_or_else(|| "–".to_owned());
            html! {
                <td key={x} class={classes!("num", here.then_some("here"))}>
                    <button type="button" class="watch-cell" onclick={wants(act, Intent::Select(node))} title={format!("{node} · {rank}")}>{ text }</button>
                </td>
            }
        });
        html! { <tr key={y}>{ for cells }</tr> }
    };
    html! {
        <table class="watch-grid" aria-label={row.text.clone()} data-testid="watch-grid"><tbody>{ for (0..height).map(line) }</tbody></table>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_chosen_and_missing_ones_not_at_all() {
        let row = WatchRow {
            text: "x".into(),
            values: vec![u32::MAX, 0x3fc0_0000, 0x4142_4344, 7],
            known: vec![1, 1, 1, 0],
            ..WatchRow::default()
        };
        let text = |rank, format| value_text(&row, rank, format);
        assert_eq!(text(0, Format::Signed).as_deref(), Some("-1"));
        assert_eq!(text(0, Format::Unsigned).as_deref(), Some("4294967295"));
        assert_eq!(text(0, Format::Hex).as_deref(), Some("0xffffffff"));
        assert_eq!(text(1, Format::Single).as_deref(), Some("1.5"));
        assert_eq!(text(2, Format::Text).as_deref(), Some("DCBA"));
        assert_eq!(text(3, Format::Signed), None);
        assert_eq!(text(9, Format::Signed), None);
        let row = WatchRow { texts: ["-1", "1.5", "DCBA", ""].map(str::to_owned).to_vec(), ..row };
        assert_eq!(value_text(&row, 1, Format::Signed).as_deref(), Some("1.5"), "as C writes it");
        assert_eq!(value_text(&row, 0, Format::Hex).as_deref(), Some("0xffffffff"));
    }
}
