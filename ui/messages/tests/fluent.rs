//! The messages of the page, packed and looked up, against what Fluent itself makes of the same files.

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use mcore_messages::fluent::{CHIP, LANGUAGES, Locales};
use mcore_messages::{Words, filled};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs, process};
use unic_langid::LanguageIdentifier;

/// The folder of the message files.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../locales")
}

/// The modes that have a message file.
fn modes() -> Vec<String> {
    let files = fs::read_dir(folder()).expect("the folder of the messages").flatten();
    let names = files.filter_map(|file| file.file_name().into_string().ok());
    let modes = names.filter_map(|name| Some(name.strip_suffix(".en.ftl")?.to_owned())).filter(|mode| mode != "lab");
    let modes: Vec<String> = modes.collect();
    assert!(modes.len() >= 2, "{modes:?}");
    modes
}

/// The text between braces that Fluent takes for the name of a value.
fn values_of(source: &str) -> BTreeSet<String> {
    let names = source.split("{ $").skip(1).map(|rest| rest.chars().take_while(|c| c.is_alphanumeric()).collect());
    names.collect()
}

#[test]
fn every_message_reads_as_fluent_would_write_it() {
    let locales = Locales::read(&folder(), &modes()).expect("the messages of the page");
    let mut compared = 0;
    for lang in LANGUAGES {
        for page in locales.pages() {
            let parts: Vec<String> = match page {
                CHIP => vec![format!("{lang}.ftl")],
                mode => vec![format!("lab.{lang}.ftl"), format!("{mode}.{lang}.ftl")],
            };
            let words = Words::new(&locales.packed(page, lang));
            let mut bundle = FluentBundle::new(vec![lang.parse::<LanguageIdentifier>().expect("a language")]);
            bundle.set_use_isolating(false);
            for file in parts {
                let source = fs::read_to_string(folder().join(&file)).expect("a message file");
                let names = values_of(&source);
                bundle
                    .add_resource(FluentResource::try_new(source.clone()).expect("Fluent"))
                    .expect("no message twice");
                let ids = source.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
                for id in ids.filter_map(|line| Some(line.split_once('=')?.0.trim())) {
                    for text in ["1", "2", "20,825", "x"] {
                        let args = names.iter().map(|name| {
                            // A variant for 1 is chosen by the number.
                            let value = if text == "1" { FluentValue::from(1) } else { FluentValue::from(text) };
                            (name.as_str(), value)
                        });
                        let args: FluentArgs<'_> = args.collect();
                        let pattern = bundle.get_message(id).and_then(|message| message.value()).expect("a text");
                        let expected = bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned();
                        let values: Vec<_> = names.iter().map(|name| (name.as_str(), text)).collect();
                        let own = words.get(id).unwrap_or_else(|| panic!("{page} has no {id}"));
                        assert_eq!(filled(own, &values), expected, "{lang} {id}");
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 6000, "{compared}");
}

#[test]
fn a_page_has_the_messages_of_its_mode_and_the_names_of_all_modes() {
    let locales = Locales::read(&folder(), &modes()).expect("the messages of the page");
    for page in locales.pages() {
        for lang in LANGUAGES {
            let words = Words::new(&locales.packed(page, lang));
            for mode in modes() {
                assert!(words.get(&format!("mode-{mode}")).is_some(), "{page} {mode}");
            }
            assert!(words.get("app-name").is_some() && words.get("no-such-message").is_none(), "{page}");
        }
    }
}

/// Reads one file with this text beside those that are needed.
fn read(text: &str) -> Result<Locales, String> {
    let folder = env::temp_dir().join(format!("mcore-lab-messages-{}-{}", process::id(), text.len()));
    fs::create_dir_all(&folder).expect("a folder");
    for file in ["en.ftl", "ja.ftl", "lab.en.ftl", "lab.ja.ftl", "a.ja.ftl"] {
        fs::write(folder.join(file), "mode-a = A\n").expect("a file");
    }
    fs::write(folder.join("a.en.ftl"), text).expect("a file");
    let read = Locales::read(&folder, &["a".to_owned()]);
    fs::remove_dir_all(&folder).expect("it is there");
    read
}

#[test]
fn a_file_that_the_page_cannot_show_is_refused_with_its_name() {
    assert!(read("mode-a = A\n").is_ok());
    for (text, why) in [
        ("one = 1\n", "must have the name of the mode"),
        ("mode-a = A\ntwice = 1\ntwice = 2\n", "`twice` is defined twice"),
        ("mode-a = A\n-term = x\n", "knows no terms"),
        ("mode-a = A\nattr = x\n    .title = y\n", "no attributes"),
        ("mode-a = A\nfun = { NUMBER($n) }\n", "`fun`"),
        ("mode-a = A\nword = { $n ->\n    [one] x\n   *[other] y\n}\n", "[one]"),
        ("mode-a = A\nbad\n", "a.en.ftl"),
        ("mode-a = A\u{2}\n", "cannot be part of a message"),
    ] {
        let error = read(text).err().unwrap_or_else(|| panic!("{text:?} was accepted"));
        assert!(error.contains(why) && error.contains("ui/locales/a.en.ftl"), "{error}");
    }
    assert!(Locales::read(Path::new("/no/such/folder"), &[]).err().expect("no folder").contains("ui/locales/en.ftl"));
}
