//! The documents of the repository as pages of the site: every `docs/*.md` (Japanese: `.ja.md`), the two files in the
//! top folder that engineers read first, the descriptions of packages, and each source file that a document links to.
//!
//! The pages need no program and nothing from other hosts. A link that works in the repository works in the site: a
//! broken one stops the build.

mod links;
mod markdown;
mod page;

use crate::exercises;
use anyhow::{Context, Result, bail};
use links::{Place, Target};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Documents outside `docs/` that are published too. They are for engineers.
const TOP: [&str; 5] = ["ARCHITECTURE.md", "CONTRIBUTING.md", "cc/README.md", "ui/README.md", "www/README.md"];
/// Documents in `docs/` that the list shows with them.
const OF_ENGINEERS: [&str; 2] = ["mpi-calls", "saved-work"];
/// Documents in the order in which the list shows them; others follow in the order of their names.
const ORDER: [&str; 8] = ["machine", "assembler", "dma-put", "speed", "time", "network", "checks", "noc"];
/// Folders whose files may be shown as source text.
const SOURCES: [&str; 8] = ["core/", "cc/", "cli/", "ui/", "tests/", "xtask/", "www/", "docs/"];

/// The number of written files, for the report of the build.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Number of documents.
    pub documents: usize,
    /// Number of source files.
    pub sources: usize,
}

/// A language of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// English.
    En,
    /// Japanese.
    Ja,
}

impl Language {
    const ALL: [Self; 2] = [Self::En, Self::Ja];

    /// As HTML names it.
    const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ja => "ja",
        }
    }

    /// Its own name.
    const fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::Ja => "日本語",
        }
    }

    const fn other(self) -> Self {
        match self {
            Self::En => Self::Ja,
            Self::Ja => Self::En,
        }
    }
}

/// A document.
struct Document {
    /// Its path in the repository.
    path: String,
    /// Its name, the same in both languages.
    name: String,
    language: Language,
    page: markdown::Page,
}

impl Document {
    /// True for a document that describes the code.
    fn is_for_engineers(&self) -> bool {
        !self.path.starts_with("docs/") || OF_ENGINEERS.contains(&self.name.as_str())
    }
}

/// Everything to be written.
struct Library {
    documents: Vec<Document>,
    sources: BTreeSet<String>,
    pictures: BTreeSet<String>,
}

/// Language and name of a document, by its path. The `README.md` of a folder is named after the folder.
fn identity(path: &str) -> (Language, String) {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let file = file.to_lowercase();
    let stem = file.strip_suffix(".md").unwrap_or(&file);
    match stem.strip_suffix(".ja") {
        Some(name) => (Language::Ja, name.to_owned()),
        None if stem == "readme" => (Language::En, format!("{stem}-{}", folder.replace('/', "-"))),
        None => (Language::En, stem.to_owned()),
    }
}

/// Reads all documents and follows their links.
fn collect(root: &Path) -> Result<Library> {
    let mut paths: Vec<String> = exercises::files_here(&root.join("docs"))?
        .into_iter()
        .filter(|name| name.ends_with(".md"))
        .map(|name| format!("docs/{name}"))
        .collect();
    paths.extend(TOP.map(str::to_owned).into_iter().filter(|path| root.join(path).is_file()));
    let place = Place { root, documents: paths.iter().cloned().collect() };
    let mut library = Library { documents: Vec::new(), sources: BTreeSet::new(), pictures: BTreeSet::new() };
    for path in paths {
        let text = fs::read_to_string(root.join(&path)).with_context(|| format!("cannot read {path}"))?;
        let mut found = Vec::new();
        let page = markdown::render(&text, |link, shown| {
            let target = place.resolve(&path, link, shown)?;
            found.push(target.clone());
            Ok(target.address())
        })
        .with_context(|| path.clone())?;
        for target in found {
            match target {
                Target::Source { path, .. } => drop(library.sources.insert(path)),
                Target::Picture(path) => drop(library.pictures.insert(path)),
                Target::Document { .. } | Target::Here(_) | Target::Elsewhere(_) => {}
            }
        }
        let (language, name) = identity(&path);
        library.documents.push(Document { path, name, language, page });
    }
    library.check_anchors(&place)?;
    let rank = |name: &str| ORDER.iter().position(|n| *n == name).unwrap_or(ORDER.len());
    library.documents.sort_by(|a, b| {
        let place = |d: &Document| (d.is_for_engineers(), d.path.starts_with("docs/"), d.path.contains('/'));
        (place(a), rank(&a.name), &a.name, a.language).cmp(&(place(b), rank(&b.name), &b.name, b.language))
    });
    Ok(library)
}

impl Library {
    /// Checks that each link into a document finds its heading.
    fn check_anchors(&self, place: &Place<'_>) -> Result<()> {
        let anchors: BTreeMap<&str, &BTreeSet<String>> =
            self.documents.iter().map(|d| (d.path.as_str(), &d.page.anchors)).collect();
        for document in &self.documents {
            for link in &document.page.links {
                let (path, anchor) = match place.resolve(&document.path, link, "")? {
                    Target::Document { path, anchor: Some(anchor) } => (path, anchor),
                    Target::Here(anchor) => (document.path.clone(), anchor),
                    _ => continue,
                };
                if !anchors.get(path.as_str()).is_some_and(|known| known.contains(&anchor)) {
                    bail!("{}: the link {link} leads to a heading that {path} does not have", document.path);
                }
            }
        }
        Ok(())
    }

    /// The document of that name in a language.
    fn find(&self, name: &str, language: Language) -> Option<&Document> {
        self.documents.iter().find(|d| d.name == name && d.language == language)
    }

    /// The documents listed in a language; those that exist only in the other language are listed too.
    fn index(&self, language: Language) -> Vec<&Document> {
        let mut listed: Vec<&Document> = Vec::new();
        for document in &self.documents {
            if !listed.iter().any(|d| d.name == document.name) {
                listed.extend(self.find(&document.name, language).or(Some(document)));
            }
        }
        listed
    }
}

/// The paths of the source files that the documents' pages quote or link to.
pub fn inputs(root: &Path) -> Result<Vec<String>> {
    Ok(collect(root)?.sources.into_iter().collect())
}

/// Writes the pages into the folder `docs` of the site.
pub fn write(root: &Path, site: &Path) -> Result<Written> {
    let library = collect(root)?;
    let put = |path: &str, content: &[u8]| {
        let target = site.join(path);
        let folder = target.parent().context("a file is in a folder")?;
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        fs::write(&target, content).with_context(|| format!("cannot write {}", target.display()))
    };
    for document in &library.documents {
        let other = library.find(&document.name, document.language.other());
        let html = page::document(document, other.map(|d| links::page_of(&d.path)));
        put(&format!("docs/{}", links::page_of(&document.path)), html.as_bytes())?;
    }
    for language in Language::ALL {
        let html = page::index(language, &library.index(language));
        put(&format!("docs/{}", page::index_name(language)), html.as_bytes())?;
    }
    let read = |path: &str| fs::read(root.join(path)).with_context(|| format!("cannot read {path}"));
    for path in &library.sources {
        let text = String::from_utf8(read(path)?).with_context(|| format!("{path} is no text"))?;
        put(&format!("docs/{}", links::source_page(path)), page::source(path, &text).as_bytes())?;
    }
    for path in &library.pictures {
        put(path, &read(path)?)?;
    }
    put("docs/icon.svg", &read("assets/icon.svg")?)?;
    let own = String::from_utf8(read("www/style/docs.css")?).context("www/style/docs.css is no text")?;
    let tokens = String::from_utf8(read("www/style/tokens.css")?).context("www/style/tokens.css is no text")?;
    put("docs/docs.css", page::styles(&tokens, &own)?.as_bytes())?;
    Ok(Written { documents: library.documents.len(), sources: library.sources.len() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place;
    use crate::site::tests::Scratch;

    /// A repository with these documents, and the pages that it gives.
    fn site(name: &str, files: &[(&str, &str)]) -> (Scratch, Result<Written>) {
        let scratch = Scratch::new(name);
        for (path, text) in [
            ("in/assets/icon.svg", "<svg/>"),
            ("in/www/style/docs.css", "main { color: var(--ink) }"),
            ("in/www/style/tokens.css", ":root { --ink: #000; }\n[data-theme=\"dark\"] { --ink: #fff; }\n"),
            ("in/core/src/a.rs", "struct A;\n\nimpl A {\n    fn b() -> bool { 1 < 2 }\n}\n"),
        ] {
            scratch.write(path, text);
        }
        for (path, text) in files {
            scratch.write(&format!("in/{path}"), text);
        }
        let written = write(&scratch.path("in"), &scratch.path("out"));
        (scratch, written)
    }

    fn read(scratch: &Scratch, path: &str) -> String {
        fs::read_to_string(scratch.path(&format!("out/docs/{path}"))).unwrap_or_else(|e| panic!("{path}: {e}"))
    }

    #[test]
    fn links_are_good_in_the_site_as_in_the_repository() {
        let a = "# One & two\n\nSee [b](b.md#part-2), [its source](../core/src/a.rs), [`A::b`](../core/src/a.rs), \
                 [down](#below), [away](https://example.org/x), ![a picture](pictures/p.png) \
                 and [the plan](../ARCHITECTURE.md).\n\n## Below\n\nX <!--note-->12.\n";
        let (out, written) = site(
            "docs-links",
            &[
                ("docs/a.md", a),
                ("docs/a.ja.md", "# 一と二\n\n[b](b.md)\n"),
                ("docs/b.md", "# B\n\n## Part 2\n\n| a | b |\n|--:|---|\n| 1 | 2 |\n"),
                ("docs/pictures/p.png", "png"),
                ("ARCHITECTURE.md", "# Plan\n\n[a](docs/a.md)\n"),
            ],
        );
        assert_eq!(written.expect("sound documents"), Written { documents: 4, sources: 1 });
        let page = read(&out, "a.html");
        for part in [
            "<html lang=\"en\">",
            "<title>One &amp; two · M-Core Lab</title>",
            "href=\"b.html#part-2\"",
            "href=\"source/core/src/a.rs.html\"",
            "href=\"source/core/src/a.rs.html#L4\"",
            "href=\"#below\"",
            "href=\"https://example.org/x\"",
            "src=\"pictures/p.png\"",
            "href=\"architecture.html\"",
            "<h2 id=\"below\">",
            "X 12.",
            "href=\"a.ja.html\" lang=\"ja\" hreflang=\"ja\"",
            "href=\"../index.html\"",
        ] {
            assert!(page.contains(part), "{part} is missing in:\n{page}");
        }
        assert!(!page.contains("<!--note"), "comments stay at home");
        assert!(read(&out, "architecture.html").contains("href=\"a.html\""));
        assert!(!read(&out, "b.html").contains("style="), "the policy forbids styles in the text");
        let source = read(&out, "source/core/src/a.rs.html");
        assert!(
            source.contains("<span class=\"line\" id=\"L4\">    fn b() -&gt; bool { 1 &lt; 2 }</span>"),
            "{source}"
        );
        assert!(source.contains("href=\"../../../docs.css\""), "{source}");
        assert_eq!(read(&out, "pictures/p.png"), "png");
        let list = read(&out, "index.html");
        assert!(list.contains(">One &amp; two</a>") && list.contains("href=\"index.ja.html\""), "{list}");
        let list = read(&out, "index.ja.html");
        assert!(
            list.contains(">一と二</a>") && list.contains(">B</a> <span class=\"quiet\">(English)</span>"),
            "{list}"
        );
        assert!(read(&out, "docs.css").contains("@media (prefers-color-scheme: dark) {\n:root { --ink: #fff; }\n}"));
        for page in ["a.html", "a.ja.html", "b.html", "index.html", "index.ja.html", "source/core/src/a.rs.html"] {
            let text = read(&out, page);
            assert!(text.contains("Content-Security-Policy") && !text.contains("<script"), "{page}");
        }
    }

    #[test]
    fn what_is_wrong_stops_the_build_and_is_named() {
        for (text, said) in [
            ("# A\n\n[x](missing.md)\n", "missing.md"),
            ("# A\n\n[x](#nowhere)\n", "#nowhere"),
            ("# A\n\n[x](a.md#nowhere)\n", "#nowhere"),
            ("# A\n\n![x](pictures/missing.png)\n", "missing.png"),
            ("# A\n\n[x](../../outside.md)\n", "outside.md"),
            ("# A\n\n[x](../exercises/class/solution/a.s)\n", "solution"),
            ("# A\n\n[x](http://example.org)\n", "http://example.org"),
            ("# A\n\n<b>x</b>\n", "<b>"),
            ("no heading\n", "heading"),
        ] {
            let (_scratch, written) =
                site("docs-wrong", &[("docs/a.md", text), ("exercises/class/solution/a.s", "nop\n")]);
            let error = format!("{:#}", written.expect_err(text));
            assert!(error.contains("docs/a.md") && error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn the_documents_of_this_repository_are_sound() {
        let scratch = Scratch::new("docs-own");
        let written = write(&place::root(), &scratch.path("")).unwrap_or_else(|e| panic!("{e:#}"));
        assert!(written.documents >= TOP.len(), "{written:?}");
    }
}
