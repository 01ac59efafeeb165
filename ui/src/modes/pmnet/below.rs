//! Below the picture: properties of the selected objects, and the DAT text. Each follows changes of the other at once.

use super::Props;
use super::state::{Act, Below};
use crate::i18n::{I18n, use_i18n};
use crate::shell::fields::{Line, List};
use crate::widgets::{Choice, Segmented};
use mcore::modes::pmnet::kind_text;
use mcore::modes::pmnet::{PmnetDat, PmnetEdit, PmnetKind};
use wasm_bindgen::JsCast as _;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// Properties or text.
#[component]
pub fn BelowPanel(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let choices = vec![
        Choice { label: i18n.t("pmnet-properties"), lang: None, testid: "pmnet-below-properties".into() },
        Choice { label: i18n.t("pmnet-text"), lang: None, testid: "pmnet-below-text".into() },
    ];
    let on_choose = {
        let act = act.clone();
        move |index: usize| act.emit(Act::Below(if index == 0 { Below::Properties } else { Below::Text }))
    };
    let chosen = usize::from(state.below == Below::Text);
    html! {
        <section class="panel lab-below pmnet-below" aria-label={i18n.t("pmnet-below")}>
            <div class="bar"><Segmented label={i18n.t("pmnet-below")} {choices} {chosen} {on_choose} /></div>
            if state.below == Below::Text {
                <DatText ..props.clone() />
            } else {
                <Properties ..props.clone() />
            }
        </section>
    }
}

/// The DAT as text, and its errors.
#[component]
fn DatText(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let area = use_node_ref();
    let oninput = {
        let act = act.clone();
        move |event: InputEvent| {
            if let Some(area) = event.target().and_then(|t| t.dyn_into::<HtmlTextAreaElement>().ok()) {
                act.emit(Act::Type(area.value()));
            }
        }
    };
    let text = state.doc.text().clone();
    let go = |line: usize| {
        let (area, text) = (area.clone(), text.clone());
        move |_: MouseEvent| {
            let Some(area) = area.cast::<HtmlTextAreaElement>() else { return };
            // Positions in a text area are counted in UTF-16 units.
            let units = |text: &str| text.encode_utf16().count() as u32;
            let begin: u32 = text.split_inclusive('\n').take(line - 1).map(units).sum();
            let end = begin + text.split('\n').nth(line - 1).map_or(0, units);
            // Fails only for other elements.
            let _ = area.focus();
            let _ = area.set_selection_range(begin, end);
            let high = f64::from(area.scroll_height()) / text.split('\n').count().max(1) as f64;
            area.set_scroll_top(((line as f64 - 3.0) * high).max(0.0) as i32);
        }
    };
    let errors = state.doc.errors().iter().take(20).map(|(line, why)| {
        let place = line.map(|line| {
            html! { <button type="button" class="btn tiny outlined" onclick={go(line)}>{ i18n.tf("pmnet-line", &[("n", &line.to_string())]) }</button> }
        });
        html! { <li>{ for place }<span>{ i18n.text(why) }</span></li> }
    });
    let wrong = !state.doc.errors().is_empty();
    let give_up = {
        let act = act.clone();
        move |_: MouseEvent| act.emit(Act::Undo)
    };
    html! {
        <div class="pmnet-dat">
            <textarea
                ref={area.clone()} aria-label={i18n.t("pmnet-text")} spellcheck="false" value={text.to_string()} {oninput} data-testid="pmnet-dat"
                aria-invalid={wrong.then_some("true")} aria-describedby="pmnet-dat-errors" wrap="off"
            />
            <div id="pmnet-dat-errors" class="pmnet-errors" role="status" data-testid="pmnet-dat-errors">
                if wrong {
                    <p>{ i18n.t("pmnet-text-wrong") }{ " " }<button type="button" class="btn tiny outlined" onclick={give_up} data-testid="pmnet-give-up">{ i18n.t("pmnet-give-up") }</button></p>
                    <ul class="lab-wrong">{ for errors }</ul>
                }
            </div>
        </div>
    }
}

/// The lists of objects and classes of a kind.
fn lists(kind: PmnetKind) -> (&'static str, &'static str) {
    match kind {
        PmnetKind::Core => ("core_obj", "core_class"),
        PmnetKind::Cache => ("cache_obj", "cache_class"),
        PmnetKind::Memory => ("mem_obj", "mem_class"),
        PmnetKind::Router => ("router_obj", "router_class"),
    }
}

/// The text of a size, in the largest unit that gives a whole number.
fn size_value(bytes: u64) -> String {
    match bytes {
        0 => "0".into(),
        _ if bytes % (1 << 30) == 0 => format!("{} GiB", bytes >> 30),
        _ if bytes % (1 << 20) == 0 => format!("{} MiB", bytes >> 20),
        _ if bytes % (1 << 10) == 0 => format!("{} KiB", bytes >> 10),
        _ => bytes.to_string(),
    }
}

/// The text of a rate.
fn rate_value(rate: f64, unit: &str) -> String {
    match rate {
        r if r >= 1e9 => format!("{} G{unit}", r / 1e9),
        r if r >= 1e6 => format!("{} M{unit}", r / 1e6),
        r => format!("{r}"),
    }
}

/// Keys and values of a class, and which of them are assumptions.
fn class_fields(dat: &PmnetDat, kind: PmnetKind, class: &str) -> (Vec<(&'static str, String)>, Vec<String>) {
    let assumed = |extra: &std::collections::BTreeMap<String, serde_json::Value>| {
        let keys = extra.get("assumed").and_then(|keys| keys.as_array()).map(Vec::as_slice).unwrap_or_default();
        keys.iter().filter_map(|key| key.as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    let rate = |rate: Option<f64>, unit: &str| rate.map(|rate| rate_value(rate, unit)).unwrap_or_default();
    match kind {
        PmnetKind::Core => dat.core_class.iter().find(|c| c.name == class).map(|c| {
            let of = vec![
                ("dp_flops", rate(c.dp_flops, "FLOPS")),
                ("sp_flops", rate(c.sp_flops, "FLOPS")),
                ("ips", rate(c.ips, "")),
            ];
            (of, assumed(&c.extra))
        }),
        PmnetKind::Cache => dat.cache_class.iter().find(|c| c.name == class).map(|c| {
            let of = vec![
                ("capacity", size_value(c.capacity)),
                ("associativity", c.associativity.to_string()),
                ("linesize", c.linesize.to_string()),
                ("read_bandwidth", rate_value(c.read_bandwidth, "B/s")),
                ("write_bandwidth", rate_value(c.write_bandwidth, "B/s")),
            ];
            (of, assumed(&c.extra))
        }),
        PmnetKind::Memory => dat.mem_class.iter().find(|c| c.name == class).map(|c| {
            let of = vec![
                ("capacity", size_value(c.capacity)),
                ("linesize", c.linesize.to_string()),
                ("read_bandwidth", rate_value(c.read_bandwidth, "B/s")),
                ("write_bandwidth", rate_value(c.write_bandwidth, "B/s")),
            ];
            (of, assumed(&c.extra))
        }),
        PmnetKind::Router => dat.router_class.iter().find(|c| c.name == class).map(|c| {
            let of = vec![
                ("read_bandwidth", rate_value(c.read_bandwidth, "B/s")),
                ("write_bandwidth", rate_value(c.write_bandwidth, "B/s")),
            ];
            (of, assumed(&c.extra))
        }),
    }
    .unwrap_or_default()
}

/// The message with the meaning of a key.
fn key_label(key: &str) -> &'static str {
    match key {
        "dp_flops" => "pmnet-key-dp",
        "sp_flops" => "pmnet-key-sp",
        "ips" => "pmnet-key-ips",
        "capacity" => "pmnet-key-capacity",
        "associativity" => "pmnet-key-ways",
        "linesize" => "pmnet-key-line",
        "read_bandwidth" => "pmnet-key-read",
        "write_bandwidth" => "pmnet-key-write",
        "numa_node" => "pmnet-key-numa",
        "num_dp_flops" => "pmnet-key-num-dp",
        "num_sp_flops" => "pmnet-key-num-sp",
        "num_inst" => "pmnet-key-num-inst",
        "group" => "pmnet-key-group",
        _ => "pmnet-key-name",
    }
}

/// Keys and values of an object.
fn object_fields(dat: &PmnetDat, kind: PmnetKind, name: &str) -> Vec<(&'static str, String)> {
    let count = |n: Option<u64>| n.map(|n| n.to_string()).unwrap_or_default();
    let core = dat.core_obj.iter().find(|o| o.name == name);
    let mut parts = dat.cache_obj.iter().chain(&dat.mem_obj).chain(&dat.router_obj);
    match (kind, core) {
        (PmnetKind::Core, Some(core)) => vec![
            ("numa_node", count(core.numa_node)),
            ("num_dp_flops", count(core.num_dp_flops)),
            ("num_sp_flops", count(core.num_sp_flops)),
            ("num_inst", count(core.num_inst)),
        ],
        _ => vec![("numa_node", count(parts.find(|o| o.name == name).and_then(|o| o.numa_node)))],
    }
}

/// Properties of the selected objects.
#[component]
fn Properties(props: &Props) -> Html {
    let i18n = use_i18n();
    let (state, act) = (&props.state, &props.act);
    let dat = state.doc.dat();
    let [name] = &state.selected[..] else {
        let text = match state.selected.len() {
            0 => i18n.t("pmnet-select-one"),
            n => i18n.tf("pmnet-selected", &[("n", &n.to_string())]),
        };
        let refused = state
            .refused
            .as_ref()
            .map(|refused| html! { <p class="lab-wrong" role="alert">{ i18n.text(&refused.why) }</p> });
        return html! { <div class="pmnet-fields" data-testid="pmnet-no-properties"><p class="quiet">{ text }</p>{ for refused }</div> };
    };
    let Some((kind, _, class, extra)) = dat.objects().find(|(_, own, ..)| own == name) else { return Html::default() };
    let (list, class_list) = lists(kind);
    let refused = |list: &str, name: &str, key: &str| {
        let refused = state.refused.as_ref()?;
        match &refused.edit {
            PmnetEdit::Set(l, n, k, _) if l == list && n == name && k == key => {
                Some(AttrValue::from(i18n.text(&refused.why).to_owned()))
            }
            _ => None,
        }
    };
    let general = state.refused.as_ref().filter(|refused| !matches!(refused.edit, PmnetEdit::Set(..)));
    let general = general.map(|refused| html! { <p class="lab-wrong" role="alert" data-testid="pmnet-refused">{ i18n.text(&refused.why) }</p> });
    let set = |list: &'static str, name: &str, key: &'static str| {
        let (act, name) = (act.clone(), name.to_owned());
        Callback::from(move |value: String| {
            act.emit(Act::Edit(PmnetEdit::Set(list.into(), name.clone(), key.into(), value)));
        })
    };
    let field = |list: &'static str, of: &str, key: &'static str, value: String, assumed: bool, i18n: &I18n| {
        let id = format!("pmnet-{list}-{key}");
        let mut label = i18n.t(key_label(key)).to_string();
        if assumed {
            label += &format!(" · {}", i18n.t("pmnet-is-assumed"));
        }
        // The key prevents text typed for one object from appearing in another's field.
        html! { <Line key={format!("{of} {key}")} {id} {label} {value} wrong={refused(list, of, key)} on_change={set(list, of, key)} /> }
    };
    let (class_keys, assumed) = class_fields(dat, kind, class);
    let users = dat.objects().filter(|(k, _, c, _)| *k == kind && *c == class).count();
    let classes: Vec<(AttrValue, AttrValue)> = match kind {
        PmnetKind::Core => dat.core_class.iter().map(|c| c.name.clone()).collect::<Vec<_>>(),
        PmnetKind::Cache => dat.cache_class.iter().map(|c| c.name.clone()).collect(),
        PmnetKind::Memory => dat.mem_class.iter().map(|c| c.name.clone()).collect(),
        PmnetKind::Router => dat.router_class.iter().map(|c| c.name.clone()).collect(),
    }
    .into_iter()
    .map(|name| (AttrValue::from(name.clone()), AttrValue::from(name)))
    .collect();
    let own_class = {
        let (act, name) = (act.clone(), name.clone());
        move |_: MouseEvent| act.emit(Act::Edit(PmnetEdit::OwnClass(name.clone())))
    };
    let group = extra.get("group").and_then(|group| group.as_str()).unwrap_or_default().to_owned();
    let numbers =
        object_fields(dat, kind, name).into_iter().map(|(key, value)| field(list, name, key, value, false, &i18n));
    let of_class = class_keys
        .into_iter()
        .map(|(key, value)| field(class_list, class, key, value, assumed.iter().any(|a| a == key), &i18n));
    html! {
        <div class="pmnet-fields" tabindex="0" role="group" aria-label={i18n.t("pmnet-properties")} data-testid="pmnet-properties">
            { for general }
            <h2>{ format!("{} {name}", i18n.text(&kind_text(kind, 0))) }</h2>
            <div class="pmnet-grid">
                { field(list, name, "name", name.clone(), false, &i18n) }
                <List id="pmnet-class" label={i18n.t("pmnet-key-class")} choices={classes} now={class.to_owned()} on_choose={set(list, name, "class")} />
                { for numbers }
                { field(list, name, "group", group, false, &i18n) }
            </div>
            <h2>{ i18n.tf("pmnet-class-of", &[("name", class), ("n", &users.to_string())]) }
                if users > 1 {
                    {" "}<button type="button" class="btn tiny outlined" onclick={own_class} data-testid="pmnet-own-class">{ i18n.t("pmnet-own-class") }</button>
                }
            </h2>
            <div class="pmnet-grid">{ for of_class }</div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_they_are_read() {
        let dat = mcore::modes::pmnet::pmnet_preset("i7-7700k").expect("a preset");
        for (kind, name, class) in dat.objects().map(|(kind, name, class, _)| (kind, name, class)).collect::<Vec<_>>() {
            let (list, class_list) = lists(kind);
            for (key, value) in class_fields(&dat, kind, class).0 {
                let edit = PmnetEdit::Set(class_list.into(), class.into(), key.into(), value.clone());
                let (same, _) = dat.edit(&edit).unwrap_or_else(|e| panic!("{key} {value}: {e:?}"));
                assert_eq!(same, dat, "{class} {key} {value}");
            }
            for (key, value) in object_fields(&dat, kind, name) {
                let edit = PmnetEdit::Set(list.into(), name.into(), key.into(), value.clone());
                assert_eq!(dat.edit(&edit).expect("sound").0, dat, "{name} {key} {value}");
            }
        }
    }
}
