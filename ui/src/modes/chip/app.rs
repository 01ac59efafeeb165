//! The page as a whole: holds the [`Controller`] and gives its state to the panels.

mod controller;
mod effects;
mod page;
mod throttle;

use crate::i18n::I18n;
use crate::modes::chip::panels::{Newest, operand_values};
use crate::modes::chip::store::{Intent, State};
use controller::Controller;
use effects::{use_document, use_dropping, use_keys, use_narrow, use_saving};
use page::Page;
use std::rc::Rc;
use throttle::use_throttled;
use yew::prelude::*;

/// The page.
#[component]
pub fn App() -> Html {
    let shown = use_state(|| None::<Rc<State>>);
    let controller = {
        let publish = shown.setter();
        use_memo((), |()| Controller::new(Callback::from(move |state| publish.set(Some(state)))))
    };
    use_effect_with(controller.clone(), |c| c.start());
    let newest = (*shown).clone().unwrap_or_else(|| controller.state());
    let (state, frame) = use_throttled(&newest);
    // Only the chip's canvas gets the frame here; it draws at the next screen refresh. The page itself is not rendered
    // again.
    let pictures = use_memo((), |()| Newest::default());
    pictures.pass_on(&newest.frame);
    let act = {
        let controller = controller.clone();
        use_callback((), move |intent: Intent, ()| controller.perform(intent))
    };
    // Evaluated only while help is shown, so it is not a property that changes with every frame.
    let values = {
        let controller = controller.clone();
        use_callback((), move |operands: Vec<String>, ()| operand_values(&controller.state(), &operands))
    };
    let i18n = use_memo(state.lang, |lang| I18n::new(*lang));
    let dark = use_document(&state, &i18n);
    use_keys(&act, state.looks.letters_off);
    use_narrow(&act);
    use_dropping(&act);
    use_saving(&controller);

    html! {
        <ContextProvider<I18n> context={(*i18n).clone()}>
            <Page {state} {frame} newest={(*pictures).clone()} {act} {values} {dark} />
        </ContextProvider<I18n>>
    }
}
