//! The HTML around documents, their list, and source files.

use super::links::page_of;
use super::{Document, Language};
use anyhow::{Context, Result};
use std::fmt::Write as _;

/// The policy of the lab's page, without the scripts and workers that a document does not have.
const POLICY: &str =
    "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'";

/// File name of the list of documents.
pub const fn index_name(language: Language) -> &'static str {
    match language {
        Language::En => "index.html",
        Language::Ja => "index.ja.html",
    }
}

/// The title of the list of documents.
const fn index_title(language: Language) -> &'static str {
    match language {
        Language::En => "Documentation",
        Language::Ja => "説明書",
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The HTML around every page. `up` leads from the page to the folder `docs`.
struct Frame<'a> {
    language: Language,
    title: &'a str,
    up: &'a str,
    /// The address of the page in the other language.
    other: Option<String>,
    class: &'a str,
}

impl Frame<'_> {
    fn around(&self, main: &str) -> String {
        let (lang, up, title, class) = (self.language.tag(), self.up, escape(self.title), self.class);
        let (index, documents) = (index_name(self.language), index_title(self.language));
        let other = self.other.as_ref().map_or(String::new(), |address| {
            let (tag, name) = (self.language.other().tag(), self.language.other().name());
            format!("<a href=\"{address}\" lang=\"{tag}\" hreflang=\"{tag}\">{name}</a>")
        });
        format!(
            "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\" />\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n\
             <meta name=\"color-scheme\" content=\"light dark\" />\n<title>{title} · M-Core Lab</title>\n\
             <link rel=\"icon\" href=\"{up}icon.svg\" type=\"image/svg+xml\" />\n\
             <link rel=\"stylesheet\" href=\"{up}docs.css\" />\n</head>\n<body>\n<header>\n<nav>\n\
             <a class=\"lab\" href=\"{up}../index.html\">M-Core Lab</a>\n<a href=\"{up}{index}\">{documents}</a>\n\
             <span class=\"grow\"></span>\n{other}\n</nav>\n</header>\n<main class=\"{class}\">\n{main}</main>\n</body>\n</html>\n"
        )
    }
}

/// A document; `other` is the address of its other language.
pub fn document(document: &Document, other: Option<String>) -> String {
    let frame = Frame { language: document.language, title: &document.page.title, up: "", other, class: "prose" };
    frame.around(&document.page.html)
}

/// The list of documents.
pub fn index(language: Language, documents: &[&Document]) -> String {
    let mut main = format!("<h1>{}</h1>\n", index_title(language));
    let (students, engineers) = match language {
        Language::En => ("To use the lab", "To change the lab"),
        Language::Ja => ("ラボを使う", "ラボを作る"),
    };
    let (of_engineers, of_students): (Vec<&Document>, Vec<&Document>) =
        documents.iter().copied().partition(|d| d.is_for_engineers());
    for (heading, listed) in [(students, of_students), (engineers, of_engineers)] {
        if listed.is_empty() {
            continue;
        }
        // Writing into a String cannot fail.
        let _ = writeln!(main, "<h2>{heading}</h2>\n<ul>");
        for document in listed {
            let (address, title) = (page_of(&document.path), escape(&document.page.title));
            let note = match document.language == language {
                true => String::new(),
                false => format!(" <span class=\"quiet\">({})</span>", document.language.name()),
            };
            let _ = writeln!(main, "<li><a href=\"{address}\">{title}</a>{note}</li>");
        }
        main.push_str("</ul>\n");
    }
    let other = Some(index_name(language.other()).to_owned());
    Frame { language, title: index_title(language), up: "", other, class: "prose" }.around(&main)
}

/// A source file with its line numbers.
pub fn source(path: &str, text: &str) -> String {
    let up = "../".repeat(path.matches('/').count() + 1);
    let mut main = format!("<h1>{}</h1>\n<pre tabindex=\"0\"><code>", escape(path));
    for (index, line) in text.lines().enumerate() {
        let _ = writeln!(main, "<span class=\"line\" id=\"L{}\">{}</span>", index + 1, escape(line));
    }
    main.push_str("</code></pre>\n");
    Frame { language: Language::En, title: path, up: &up, other: None, class: "source" }.around(&main)
}

/// The styles: the page's tokens, then ours. Without a program to choose a theme, the dark one follows the system.
pub fn styles(tokens: &str, own: &str) -> Result<String> {
    const DARK: &str = "[data-theme=\"dark\"]";
    let (light, dark) = tokens.split_once(DARK).with_context(|| format!("www/style/tokens.css has no {DARK}"))?;
    let (dark, rest) = dark.split_once('}').context("www/style/tokens.css: the dark theme does not end")?;
    Ok(format!("{light}@media (prefers-color-scheme: dark) {{\n:root{dark}}}\n}}\n{rest}\n{own}"))
}
