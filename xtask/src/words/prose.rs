//! The prose of a file: the comments of a source text and the paragraphs of a document, without code, quotations and links.

use std::path::Path;

/// A language whose comments can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Rust.
    Rust,
    /// JavaScript.
    Script,
    /// CSS.
    Style,
    /// Markdown.
    Document,
}

impl Language {
    /// The language of an English text by its file name; `None` for every other file.
    pub fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        match name.rsplit_once('.')?.1 {
            "rs" => Some(Self::Rust),
            "js" | "mjs" => Some(Self::Script),
            "css" => Some(Self::Style),
            "md" if !name.ends_with(".ja.md") => Some(Self::Document),
            _ => None,
        }
    }
}

/// Lines that belong together. Code, quotations and addresses in it are masked by `_`.
#[derive(Debug, PartialEq, Eq)]
pub struct Paragraph {
    /// The masked lines, joined by blanks. Each byte is where it is in the plain text.
    pub masked: String,
    /// The lines with everything readable.
    pub plain: String,
    /// For each line of the file: its number (the first is 1) and its first byte in the texts.
    lines: Vec<(usize, usize)>,
}

impl Paragraph {
    /// The line of the file that holds byte `at`.
    pub fn line(&self, at: usize) -> usize {
        self.lines.iter().rev().find(|(_, first)| *first <= at).map_or(1, |(line, _)| *line)
    }
}

/// A line of a comment or document.
struct Line<'a> {
    number: usize,
    text: &'a str,
    /// Whether the line belongs to the comment of the line before.
    joined: bool,
}

/// All paragraphs of a text.
pub fn paragraphs(text: &str, language: Language) -> Vec<Paragraph> {
    let lines = match language {
        Language::Document => {
            text.lines().enumerate().map(|(i, text)| Line { number: i + 1, text, joined: true }).collect()
        }
        _ => comments(text, language),
    };
    let mut found = Vec::new();
    let mut open: Vec<(usize, &str)> = Vec::new();
    let mut fence = None;
    for line in lines {
        let trimmed = line.text.trim();
        if !line.joined {
            close(&mut open, &mut found);
            fence = None;
        }
        if let Some(mark) = fence {
            if trimmed.starts_with(mark) {
                fence = None;
            }
            continue;
        }
        fence = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark));
        if fence.is_some() || trimmed.is_empty() {
            close(&mut open, &mut found);
        } else if let Some(row) = trimmed.strip_prefix('|') {
            close(&mut open, &mut found);
            for cell in row.split('|').map(str::trim).filter(|cell| cell.contains(char::is_alphabetic)) {
                open.push((line.number, cell));
                close(&mut open, &mut found);
            }
        } else {
            let (mark, rest) = item(trimmed);
            if mark {
                close(&mut open, &mut found);
            }
            open.push((line.number, rest));
            if trimmed.starts_with('#') {
                close(&mut open, &mut found);
            }
        }
    }
    close(&mut open, &mut found);
    found
}

/// A line without the mark of a heading, quotation or item of a list, and whether there was one.
fn item(line: &str) -> (bool, &str) {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered =
        (digits.len() < line.len()).then(|| digits.strip_prefix(". ").or(digits.strip_prefix(") "))).flatten();
    let bullet = ["- ", "* ", "+ ", "> "].into_iter().find_map(|mark| line.strip_prefix(mark));
    let heading = line.starts_with('#').then(|| line.trim_start_matches('#'));
    match numbered.or(bullet).or(heading) {
        Some(rest) => (true, rest.trim_start()),
        None => (false, line),
    }
}

/// Makes a paragraph of the open lines, if there are any.
fn close(open: &mut Vec<(usize, &str)>, found: &mut Vec<Paragraph>) {
    let mut plain = String::new();
    let mut lines = Vec::new();
    for (number, text) in open.drain(..) {
        if !plain.is_empty() {
            plain.push(' ');
        }
        lines.push((number, plain.len()));
        plain.push_str(text);
    }
    if !lines.is_empty() {
        found.push(Paragraph { masked: masked(&plain), plain, lines });
    }
}

/// Overwrites everything by `_` that is not the author's sentence: code in backticks, what is quoted, targets of links,
/// addresses, remarks and tags of HTML. Every byte keeps its place.
fn masked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = masked_length(text, text.len() - rest.len()).unwrap_or(0);
        if length > 0 {
            out.extend(std::iter::repeat_n('_', length));
            rest = &rest[length..];
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// The longest quotation in bytes: marks farther apart are hardly a pair.
const MAX_QUOTATION: usize = 160;

/// Length of what begins at byte `at` and is to be masked.
fn masked_length(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let before = text[..at].chars().next_back();
    let until = |open: &str, end: &str| {
        let inner = rest.strip_prefix(open)?;
        inner.find(end).map(|length| open.len() + length + end.len())
    };
    match rest.chars().next()? {
        '`' => {
            let ticks = rest.len() - rest.trim_start_matches('`').len();
            until(&rest[..ticks], &rest[..ticks])
        }
        '"' => until("\"", "\"").filter(|length| *length <= MAX_QUOTATION),
        '“' => until("“", "”").filter(|length| *length <= MAX_QUOTATION),
        '<' => until("<!--", "-->").or_else(|| {
            let is_tag = rest[1..].starts_with(|c: char| c.is_alphabetic() || c == '/');
            if is_tag { until("<", ">") } else { None }
        }),
        '(' if before == Some(']') => until("(", ")"),
        'h' if rest.starts_with("http://") || rest.starts_with("https://") => {
            Some(rest.find(|c: char| c.is_whitespace() || ")>".contains(c)).unwrap_or(rest.len()))
        }
        _ => None,
    }
}

/// The lines of all comments.
fn comments(text: &str, language: Language) -> Vec<Line<'_>> {
    let mut found: Vec<Line<'_>> = Vec::new();
    let mut scan = Scan { text, at: 0, language, value_before: false };
    // The line and the mark of the last comment that had its lines for itself.
    let mut last: Option<(usize, &str)> = None;
    let mut number = 1;
    let mut counted = 0;
    while let Some((start, end)) = scan.next_comment() {
        number += text[counted..start].matches('\n').count();
        counted = start;
        let comment = &text[start..end];
        let alone = text[..start]
            .lines()
            .next_back()
            .is_none_or(|line| text[..start].ends_with('\n') || line.trim().is_empty());
        if let Some(inner) = comment.strip_prefix("/*") {
            let inner = inner.strip_suffix("*/").unwrap_or(inner);
            for (i, line) in inner.lines().enumerate() {
                let line = line.trim_start().trim_start_matches(['*', '!']);
                found.push(Line { number: number + i, text: line, joined: i > 0 });
            }
            last = None;
        } else {
            let mark = ["///", "//!", "//"].into_iter().find(|mark| comment.starts_with(mark)).unwrap_or("//");
            let joined = alone && last == Some((number - 1, mark));
            found.push(Line { number, text: &comment[mark.len()..], joined });
            last = alone.then_some((number, mark));
        }
    }
    found
}

/// Goes through a source text from comment to comment, past strings.
struct Scan<'a> {
    text: &'a str,
    at: usize,
    language: Language,
    /// Whether the last thing was a value, so that `/` divides (JavaScript).
    value_before: bool,
}

impl Scan<'_> {
    /// Moves to the end of the next comment and gives its bytes, without the line feed of a line.
    fn next_comment(&mut self) -> Option<(usize, usize)> {
        while self.at < self.text.len() {
            let start = self.at;
            let rest = &self.text[start..];
            if rest.starts_with("//") && self.language != Language::Style {
                self.at = start + rest.find('\n').unwrap_or(rest.len());
                return Some((start, self.at));
            }
            if rest.starts_with("/*") {
                self.at = start + self.block(rest);
                return Some((start, self.at));
            }
            self.skip(rest);
        }
        None
    }

    /// Length of a comment in `/* */`, which nest in Rust.
    fn block(&self, rest: &str) -> usize {
        let mut depth = 0;
        let mut at = 0;
        while at < rest.len() {
            if rest[at..].starts_with("/*") && (depth == 0 || self.language == Language::Rust) {
                depth += 1;
                at += 2;
            } else if rest[at..].starts_with("*/") {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return at;
                }
            } else {
                at += rest[at..].chars().next().map_or(1, char::len_utf8);
            }
        }
        rest.len()
    }

    /// Moves past one string, character, word or other sign.
    fn skip(&mut self, rest: &str) {
        let first = rest.chars().next().unwrap_or(' ');
        let length = match (self.language, first) {
            (_, '"') => quoted(rest, '"'),
            (Language::Rust, '\'') => character(rest),
            (_, '\'') => quoted(rest, '\''),
            (Language::Script, '`') => template(rest),
            (Language::Script, '/') if !self.value_before => regular_expression(rest),
            (Language::Rust, 'r' | 'b' | 'c') => raw(rest).unwrap_or_else(|| word(rest)),
            (_, c) if c.is_alphanumeric() || c == '_' || c == '$' => word(rest),
            _ => first.len_utf8(),
        };
        if !first.is_whitespace() {
            let word = &rest[..length];
            let keyword = ["return", "typeof", "case", "in", "of", "await", "yield", "else", "do"].contains(&word);
            let is_value = first.is_alphanumeric() || "_$)]\"'`".contains(first) || (first == '/' && length > 1);
            self.value_before = is_value && !keyword;
        }
        self.at += length;
    }
}

/// Length of a word, at least one character.
fn word(rest: &str) -> usize {
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(rest.len());
    end.max(rest.chars().next().map_or(1, char::len_utf8))
}

/// Length of a string whose mark `\` can hide; of the mark alone if it has no end.
fn quoted(rest: &str, mark: char) -> usize {
    let mut hidden = false;
    for (i, c) in rest.char_indices().skip(1) {
        if hidden {
            hidden = false;
        } else if c == '\\' {
            hidden = true;
        } else if c == mark {
            return i + c.len_utf8();
        }
    }
    1
}

/// Length of a character of Rust, or of the mark of a lifetime.
fn character(rest: &str) -> usize {
    let mut inner = rest[1..].chars();
    match inner.next() {
        Some('\\') => quoted(rest, '\''),
        Some(c) if inner.next() == Some('\'') => 1 + c.len_utf8() + 1,
        _ => 1,
    }
}

/// Length of a raw string of Rust, or `None` if `rest` begins with a word.
fn raw(rest: &str) -> Option<usize> {
    let start = rest.find(|c: char| !"rbc".contains(c))?;
    let marks = rest[start..].len() - rest[start..].trim_start_matches('#').len();
    let inner = rest[start + marks..].strip_prefix('"')?;
    if !rest[..start].contains('r') {
        return None;
    }
    let end = format!("\"{}", "#".repeat(marks));
    Some(start + marks + 1 + inner.find(&end).map_or(inner.len(), |length| length + end.len()))
}

/// Length of a template of JavaScript. Code in `${}` belongs to it, and so do the templates in that.
fn template(rest: &str) -> usize {
    let mut at = 1;
    while at < rest.len() {
        let here = &rest[at..];
        if here.starts_with('`') {
            return at + 1;
        }
        at += if here.starts_with("${") {
            inserted(here)
        } else if let Some(hidden) = here.strip_prefix('\\') {
            1 + hidden.chars().next().map_or(0, char::len_utf8)
        } else {
            here.chars().next().map_or(1, char::len_utf8)
        };
    }
    rest.len()
}

/// Length of `${…}` in a template.
fn inserted(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 1;
    while at < rest.len() {
        let here = &rest[at..];
        at += match here.chars().next() {
            Some('`') => template(here),
            Some(mark @ ('"' | '\'')) => quoted(here, mark),
            Some('{') => {
                depth += 1;
                1
            }
            Some('}') => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
                1
            }
            c => c.map_or(1, char::len_utf8),
        };
    }
    rest.len()
}

/// Length of a regular expression of JavaScript, or of the stroke alone if the line ends before it does.
fn regular_expression(rest: &str) -> usize {
    let (mut hidden, mut class) = (false, false);
    for (i, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return 1,
            _ if hidden => hidden = false,
            '\\' => hidden = true,
            '[' => class = true,
            ']' => class = false,
            '/' if !class => return i + 1,
            _ => {}
        }
    }
    1
}
