//! The link to the shown work.

use crate::fmt::grouped;
use crate::i18n::use_i18n;
use crate::modes::chip::share::Made;
use crate::shell::share;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`ShareForm`].
#[derive(Properties, PartialEq)]
pub struct ShareFormProps {
    /// The link; `None` while it is being made.
    pub made: Option<Rc<Made>>,
}

/// The address and its code.
#[component]
pub fn ShareForm(props: &ShareFormProps) -> Html {
    let i18n = use_i18n();
    let shared = props.made.as_ref().map(|made| &made.shared);
    let carries = shared.map_or_else(AttrValue::default, |shared| {
        let (columns, rows) = (shared.machine.width.to_string(), shared.machine.height.to_string());
        let (files, cycle) = (shared.files.len().to_string(), grouped(shared.cycle));
        i18n.tf("share-carries", &[("files", &files), ("columns", &columns), ("rows", &rows), ("cycle", &cycle)])
    });
    let warning = shared.and_then(|shared| shared.exercise.is_some().then(|| i18n.t("share-exercise")));
    let link = props.made.as_ref().map(|made| made.link.clone());
    html! { <share::ShareForm {link} {carries} {warning} /> }
}
