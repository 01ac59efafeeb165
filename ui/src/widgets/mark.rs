//! The signs of the mesh as small pictures for legends and pills: drawn by the same code as on the canvas.

use crate::paint::marks::{self, FlitForm};
use crate::paint::surface::{Ink, Lettering, Surface};
use mcore::modes::chip::view::CoreRole;
use std::fmt::Write as _;
use yew::prelude::*;

/// A surface that writes SVG path data.
#[derive(Default)]
struct Path(String);

// Writing into a String cannot fail.
impl Surface for Path {
    fn ink(&mut self, _: Ink) {}
    fn block(&mut self, x: f64, y: f64, w: f64, h: f64) {
        self.rect(x, y, w, h);
    }
    fn begin(&mut self) {
        self.0.clear();
    }
    fn rect(&mut self, x: f64, y: f64, w: f64, h: f64) {
        let _ = write!(self.0, "M{x:.2} {y:.2}h{w:.2}v{h:.2}h{:.2}Z", -w);
    }
    fn round_rect(&mut self, x: f64, y: f64, w: f64, h: f64, _: f64) {
        self.rect(x, y, w, h);
    }
    fn circle(&mut self, x: f64, y: f64, r: f64) {
        let _ = write!(
            self.0,
            "M{:.2} {y:.2}a{r:.2} {r:.2} 0 1 0 {:.2} 0a{r:.2} {r:.2} 0 1 0 {:.2} 0Z",
            x - r,
            2.0 * r,
            -2.0 * r
        );
    }
    fn quarter(&mut self, x: f64, y: f64, r: f64) {
        let _ = write!(self.0, "M{x:.2} {y:.2}v{:.2}a{r:.2} {r:.2} 0 0 1 {r:.2} {r:.2}Z", -r);
    }
    fn line(&mut self, x1: f64, y1: f64, x2: f64, y2: f64) {
        let _ = write!(self.0, "M{x1:.2} {y1:.2}L{x2:.2} {y2:.2}");
    }
    fn triangle(&mut self, a: (f64, f64), b: (f64, f64), c: (f64, f64)) {
        let _ = write!(self.0, "M{:.2} {:.2}L{:.2} {:.2}L{:.2} {:.2}Z", a.0, a.1, b.0, b.1, c.0, c.1);
    }
    fn curve(&mut self, from: (f64, f64), c1: (f64, f64), c2: (f64, f64), to: (f64, f64)) {
        let _ = write!(
            self.0,
            "M{:.2} {:.2}C{:.2} {:.2},{:.2} {:.2},{:.2} {:.2}",
            from.0, from.1, c1.0, c1.1, c2.0, c2.1, to.0, to.1
        );
    }
    fn fill(&mut self, _: Ink) {}
    fn stroke(&mut self, _: Ink, _: f64, _: bool) {}
    fn text(&mut self, _: Ink, _: Lettering, _: f64, _: f64, _: &str) {}
}

/// Properties of [`CoreMark`].
#[derive(Properties, PartialEq)]
pub struct CoreMarkProps {
    /// State of the core.
    pub role: CoreRole,
}

/// The sign of a core's state.
#[component]
pub fn CoreMark(props: &CoreMarkProps) -> Html {
    let (mut fill, mut outline) = (Path::default(), Path::default());
    marks::core_fill(&mut fill, props.role, 0.0, 0.0, 6.0);
    marks::core_outline(&mut outline, props.role, 0.0, 0.0, 6.0);
    let class = match props.role {
        CoreRole::Computing => "mark ink-work",
        CoreRole::Polling => "mark ink-poll",
        CoreRole::Halted => "mark ink-halt",
        CoreRole::Trapped => "mark ink-trap",
    };
    html! {
        <svg {class} viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
            <path d={fill.0} fill="currentColor" />
            <path d={outline.0} fill="none" stroke="currentColor" stroke-width="1.8" />
        </svg>
    }
}

/// Properties of [`FlitMark`].
#[derive(Properties, PartialEq)]
pub struct FlitMarkProps {
    /// Form of the sign.
    pub form: FlitForm,
}

/// The sign of a kind of flit.
#[component]
pub fn FlitMark(props: &FlitMarkProps) -> Html {
    let (mut fill, mut cut) = (Path::default(), Path::default());
    marks::flit_fill(&mut fill, props.form, 0.0, 0.0, 1.0);
    marks::flit_cut(&mut cut, props.form, 0.0, 0.0, 1.0);
    html! {
        <svg class="mark ink-p1" viewBox="-6 -6 12 12" width="12" height="12" aria-hidden="true">
            <path d={fill.0} fill="currentColor" />
            <path d={cut.0} class="mark-cut" />
        </svg>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_differ_in_shape() {
        let mut shapes = Vec::new();
        for form in [FlitForm::Arrow, FlitForm::Empty, FlitForm::Cross, FlitForm::Full, FlitForm::Bars] {
            let (mut fill, mut cut) = (Path::default(), Path::default());
            marks::flit_fill(&mut fill, form, 0.0, 0.0, 1.0);
            marks::flit_cut(&mut cut, form, 0.0, 0.0, 1.0);
            shapes.push((fill.0, cut.0));
        }
        shapes.sort();
        shapes.dedup();
        assert_eq!(shapes.len(), 5);
    }
}
