//! A figure of the analysis: headline, picture, export as a file, and its table.

use super::export::save_text;
use super::{Icon, IconName};
use crate::i18n::use_i18n;
use std::rc::Rc;
use yew::prelude::*;
use yew::virtual_dom::VNode;

/// Properties of [`Figure`].
#[derive(Properties, PartialEq)]
pub struct FigureProps {
    /// Headline.
    pub title: AttrValue,
    /// A line below it.
    #[prop_or_default]
    pub note: AttrValue,
    /// Whether it uses the whole width.
    #[prop_or_default]
    pub wide: bool,
    /// Name for tests.
    pub testid: AttrValue,
    /// Its content.
    pub children: Html,
}

/// A figure.
#[component]
pub fn Figure(props: &FigureProps) -> Html {
    let class = classes!("figure", props.wide.then_some("figure-wide"));
    html! {
        <section {class} data-testid={&props.testid} aria-label={&props.title}>
            <h2>{ &props.title }</h2>
            if !props.note.is_empty() {
                <p class="quiet small">{ &props.note }</p>
            }
            { props.children.clone() }
        </section>
    }
}

/// Properties of [`Chart`].
#[derive(Properties, PartialEq)]
pub struct ChartProps {
    /// The picture, an SVG text.
    pub svg: Rc<str>,
    /// Its name.
    pub label: AttrValue,
    /// Name of the file.
    pub file: AttrValue,
}

/// A picture that can be saved.
#[component]
pub fn Chart(props: &ChartProps) -> Html {
    let i18n = use_i18n();
    let save = {
        let (svg, file) = (props.svg.clone(), props.file.clone());
        move |_: MouseEvent| save_text(&format!("{file}.svg"), "image/svg+xml", &svg)
    };
    html! {
        <div class="drawing">
            <div role="img" aria-label={&props.label}><Picture svg={props.svg.clone()} /></div>
            <button type="button" class="btn tiny save" onclick={save} title={i18n.t("save-svg")} aria-label={i18n.t("save-svg")}>
                <Icon name={IconName::Save} />{ "SVG" }
            </button>
        </div>
    }
}

/// Properties of [`Picture`].
#[derive(Properties, PartialEq)]
pub struct PictureProps {
    /// An SVG text made by the page itself.
    pub svg: Rc<str>,
}

/// A picture; screen readers use the text beside it instead.
#[component]
pub fn Picture(props: &PictureProps) -> Html {
    // The backend has escaped all text in it.
    html! { <span class="picture" aria-hidden="true">{ VNode::from_html_unchecked(AttrValue::from(props.svg.clone())) }</span> }
}
