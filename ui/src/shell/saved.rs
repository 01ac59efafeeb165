//! The buttons that give a picture of a mode as a file: SVG, or PNG drawn by the browser.

use crate::i18n::use_i18n;
use crate::widgets::{Icon, IconName, save_text, save_url};
use gloo_events::EventListener;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};
use yew::prelude::*;

/// Pixels of a PNG for each unit of the picture.
const SCALE: f64 = 2.0;

/// Properties of [`Saved`].
#[derive(Properties, PartialEq)]
pub struct SavedProps {
    /// The picture.
    pub svg: Rc<str>,
    /// The name of the file, without its ending.
    pub file: AttrValue,
}

/// The buttons that save a picture.
#[component]
pub fn Saved(props: &SavedProps) -> Html {
    let i18n = use_i18n();
    let save_svg = {
        let (svg, file) = (props.svg.clone(), props.file.clone());
        move |_: MouseEvent| save_text(&format!("{file}.svg"), "image/svg+xml", &svg)
    };
    let save_png = {
        let (svg, file) = (props.svg.clone(), props.file.clone());
        move |_: MouseEvent| {
            // A browser that refuses leaves the SVG.
            let _ = png(&svg, format!("{file}.png"));
        }
    };
    html! {
        <>
            <button type="button" class="btn tiny" onclick={save_svg} title={i18n.t("save-svg")} aria-label={i18n.t("save-svg")} data-testid={format!("{}-svg", props.file)}><Icon name={IconName::Save} />{ "SVG" }</button>
            <button type="button" class="btn tiny" onclick={save_png} title={i18n.t("lab-save-png")} aria-label={i18n.t("lab-save-png")} data-testid={format!("{}-png", props.file)}><Icon name={IconName::Save} />{ "PNG" }</button>
        </>
    }
}

/// Draws a picture on a canvas, and gives it to the user.
fn png(svg: &str, name: String) -> Option<()> {
    let image = HtmlImageElement::new().ok()?;
    let own = image.clone();
    let listener = EventListener::once(&image, "load", move |_| {
        let _ = draw(&own).map(|url| save_url(&name, &url));
    });
    // The listener ends with its one event.
    listener.forget();
    let text = js_sys::encode_uri_component(svg);
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{}", String::from(text)));
    Some(())
}

fn draw(image: &HtmlImageElement) -> Option<String> {
    let canvas = gloo_utils::document().create_element("canvas").ok()?.dyn_into::<HtmlCanvasElement>().ok()?;
    let (width, height) = (f64::from(image.width()) * SCALE, f64::from(image.height()) * SCALE);
    canvas.set_width(width as u32);
    canvas.set_height(height as u32);
    let context = canvas.get_context("2d").ok()??.dyn_into::<CanvasRenderingContext2d>().ok()?;
    context.draw_image_with_html_image_element_and_dw_and_dh(image, 0.0, 0.0, width, height).ok()?;
    canvas.to_data_url().ok()
}
