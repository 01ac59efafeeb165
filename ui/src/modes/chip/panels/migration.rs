//! The pack has another version than the one the work was written for: continue with the work, or start again.

use super::wants;
use crate::i18n::use_i18n;
use crate::modes::chip::store::{Intent, Keep, Workspace};
use yew::prelude::*;

/// Properties of [`Migration`].
#[derive(Properties, PartialEq)]
pub struct MigrationProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The open work.
    pub work: Workspace,
}

/// The question, until it is answered.
#[component]
pub fn Migration(props: &MigrationProps) -> Html {
    let i18n = use_i18n();
    let (Some(migration), Some(exercise)) = (&props.work.migration, &props.work.exercise) else {
        return Html::default();
    };
    let versions = [("old", migration.from.as_str()), ("new", exercise.pack_version.as_str())];
    html! {
        <div class="carry" role="group" aria-labelledby="carry-title" data-testid="carry">
            <p id="carry-title" role="status"><strong>{ i18n.tf("carry-title", &versions) }</strong></p>
            <p class="small">{ i18n.tf("carry-kept", &[("name", migration.kept.as_str())]) }</p>
            <div class="ways">
                <button
                    type="button" class="btn primary" onclick={wants(&props.act, Intent::Keep(Keep::Migrate(true)))}
                    data-testid="carry-over"
                >{ i18n.t("carry-over") }</button>
                <button
                    type="button" class="btn outlined" onclick={wants(&props.act, Intent::Keep(Keep::Migrate(false)))}
                    data-testid="carry-anew"
                >{ i18n.t("carry-anew") }</button>
            </div>
        </div>
    }
}
