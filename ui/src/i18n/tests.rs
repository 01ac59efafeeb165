use super::*;
use crate::shell::modes::Mode;
use mcore_messages::fluent::Locales;
use std::collections::{BTreeMap, BTreeSet};
use std::future::poll_fn;
use std::path::Path;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// The packed messages of all pages in a language. An identifier names one message in all of them.
pub fn packed(lang: &str) -> Option<String> {
    let modes: Vec<String> =
        Mode::ALL.iter().filter(|mode| **mode != Mode::CHIP).map(|mode| mode.id().to_owned()).collect();
    let locales = Locales::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("locales"), &modes).expect("messages");
    let texts: Vec<String> = locales.pages().map(|page| locales.packed(page, lang)).collect();
    Some(texts.iter().flat_map(|text| text.split_inclusive('\0')).collect::<BTreeSet<_>>().into_iter().collect())
}

/// Message IDs of a Fluent source with the names of their values.
fn messages(source: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut out = BTreeMap::<String, BTreeSet<String>>::new();
    let mut last = String::new();
    for line in source.lines().filter(|l| !l.starts_with('#') && !l.trim().is_empty()) {
        if !line.starts_with(' ') {
            last = line.split('=').next().expect("a line has a first part").trim().to_owned();
            assert!(out.insert(last.clone(), BTreeSet::new()).is_none(), "`{last}` is defined twice");
        }
        for piece in line.split("{ $").skip(1) {
            let name: String = piece.chars().take_while(|c| c.is_alphanumeric()).collect();
            out.get_mut(&last).expect("inserted above").insert(name);
        }
    }
    out
}

/// Every string literal outside tests that looks like a message ID.
fn literals(dir: &Path, out: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(dir).expect("the source folder can be read") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            literals(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("i18n/tests.rs") {
            let text = std::fs::read_to_string(&path).expect("a source file is UTF-8");
            out.extend(text.split('"').filter(|s| is_id(s)).map(str::to_owned));
        }
    }
}

fn is_id(s: &str) -> bool {
    s.starts_with(|c: char| c.is_ascii_lowercase())
        && s.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// IDs that the sources use in `.t("…")` or `.tf("…"`.
fn asked(dir: &Path, out: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(dir).expect("the source folder can be read") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            asked(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("i18n/tests.rs") {
            let text = std::fs::read_to_string(&path).expect("a source file is UTF-8");
            for call in [".t(\"", ".tf(\""] {
                out.extend(
                    text.split(call)
                        .skip(1)
                        .filter_map(|s| s.split('"').next())
                        .filter(|s| is_id(s))
                        .map(str::to_owned),
                );
            }
        }
    }
}

/// The message files of a language, by part of the page: `""` is the chip's, `lab` the frame's, others are modes.
fn locales(lang: &str) -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales");
    let files = std::fs::read_dir(folder).expect("the folder of the messages").flatten();
    let own = files.filter_map(|file| {
        let name = file.file_name().into_string().ok()?;
        let part = name.strip_suffix(&format!("{lang}.ftl"))?.trim_end_matches('.').to_owned();
        Some((part, std::fs::read_to_string(file.path()).ok()?))
    });
    own.collect()
}

fn source_folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

#[test]
fn both_languages_have_the_same_messages_with_the_same_values() {
    for (name, en) in locales("en") {
        let ja = locales("ja").remove(&name);
        assert_eq!(Some(messages(&en)), ja.as_deref().map(messages), "{name}");
    }
}

#[test]
fn one_is_not_many() {
    let i18n = I18n::new(Lang::En);
    assert_eq!([i18n.tf("pace", &[("n", "1")]), i18n.tf("pace", &[("n", "1,000")])], ["1 cycle/s", "1,000 cycles/s"]);
    let run = |nodes| i18n.tf("run-of", &[("nodes", nodes), ("cycles", "20,825")]).to_string();
    assert_eq!([run("1"), run("16")], ["1 node · 20,825 cycles", "16 nodes · 20,825 cycles"]);
    assert_eq!(I18n::new(Lang::Ja).tf("pace", &[("n", "1")]), "毎秒 1 サイクル");
}

#[test]
fn every_message_is_used_and_every_used_message_exists() {
    // All together: an ID names one message in the whole page.
    let known: BTreeSet<_> = messages(&locales("en").into_values().collect::<String>()).into_keys().collect();
    let (mut used, mut wanted) = (BTreeSet::new(), BTreeSet::new());
    literals(&source_folder(), &mut used);
    asked(&source_folder(), &mut wanted);
    // `ui/build.rs` makes the identifiers of the names of the modes.
    used.extend(Mode::ALL.iter().map(|mode| mode.label().to_owned()));
    let unused: Vec<_> = known.difference(&used).collect();
    let missing: Vec<_> = wanted.difference(&known).collect();
    assert!(unused.is_empty(), "messages that nothing uses: {unused:?}");
    assert!(missing.is_empty(), "messages that do not exist: {missing:?}");
}

#[test]
fn every_page_has_the_names_of_all_modes() {
    let folders = std::fs::read_dir(source_folder().join("modes")).expect("the folder of the modes").flatten();
    let folders = folders.filter(|entry| entry.path().is_dir()).map(|entry| entry.file_name().into_string());
    let folders: BTreeSet<String> = folders.map(|name| name.expect("UTF-8")).collect();
    assert_eq!(Mode::ALL.iter().map(|mode| mode.id().to_owned()).collect::<BTreeSet<_>>(), folders);
    for lang in [Lang::En, Lang::Ja] {
        for mode in Mode::ALL {
            assert_ne!(I18n::new(lang).t(mode.label()), mode.label(), "{mode:?}");
        }
    }
}

#[test]
fn keys_of_the_key_list_are_messages() {
    let known = messages(&locales("en")[""]);
    for key in crate::modes::chip::keys::KEYS {
        assert!(known.contains_key(key.label), "{}", key.label);
    }
}

#[test]
fn values_are_put_in() {
    let en = I18n::new(Lang::En);
    assert_eq!(en.tf("node-rank", &[("rank", "9")]).as_str(), "rank 9");
}

#[test]
fn the_browser_chooses_the_first_language_that_the_lab_speaks() {
    assert_eq!(choose(["fr-FR", "ja-JP", "en"]), Lang::Ja);
    assert_eq!(choose(["en-GB", "ja"]), Lang::En);
    assert_eq!(choose(["de"]), Lang::En);
}

#[test]
fn the_newest_choice_counts_though_an_earlier_one_arrives_later() {
    let choices = Choices::default();
    let here = [Cell::new(false), Cell::new(false)];
    let arrives = |place: usize| {
        let here = &here;
        choices.newest(poll_fn(move |_| if here[place].get() { Poll::Ready(place) } else { Poll::Pending }))
    };
    let mut context = Context::from_waker(Waker::noop());
    let (mut first, mut second) = (pin!(arrives(0)), pin!(arrives(1)));
    assert_eq!(first.as_mut().poll(&mut context), Poll::Pending);
    assert_eq!(second.as_mut().poll(&mut context), Poll::Pending);
    here[1].set(true);
    assert_eq!(second.poll(&mut context), Poll::Ready(Some(1)));
    here[0].set(true);
    assert_eq!(first.poll(&mut context), Poll::Ready(None));
    let third = pin!(arrives(0));
    assert_eq!(third.poll(&mut context), Poll::Ready(Some(0)));
}
