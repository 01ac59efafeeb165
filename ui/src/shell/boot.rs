//! The part that must work even if everything else fails: the panic screen.

use crate::i18n::I18n;
use crate::shell::persist;

/// Shows a separate screen when the page itself panics: a bug of the lab, but the student's text is safe in storage.
pub fn install_panic_screen() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        show(&info.to_string());
    }));
}

fn show(details: &str) -> Option<()> {
    let document = web_sys::window()?.document()?;
    let i18n = I18n::new(persist::load_lang());
    let screen = document.create_element("div").ok()?;
    screen.set_class_name("crash");
    screen.set_attribute("role", "alert").ok()?;
    for (tag, text) in [
        ("h1", i18n.t("crash-title").to_string()),
        ("p", i18n.t("crash-body").to_string()),
        ("pre", details.to_owned()),
    ] {
        let part = document.create_element(tag).ok()?;
        part.set_text_content(Some(&text));
        screen.append_child(&part).ok()?;
    }
    document.body()?.append_child(&screen).ok()?;
    Some(())
}
