//! Start files with Japanese comments: the same program as the start file, line by line.

/// How comments are written in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comments {
    /// `#`, `//` and `/* */`.
    Assembly,
    /// `//` and `/* */`: in C and in scripts of verbs.
    C,
    /// There are none.
    None,
}

/// A text without its comments.
#[derive(Debug, Default, PartialEq, Eq)]
struct Code {
    /// The lines; white space of any length outside of strings is one space.
    lines: Vec<String>,
    /// The comments, one after the other.
    comments: String,
}

impl Comments {
    /// The length of the comment that a text begins with.
    fn length(self, text: &str) -> Option<usize> {
        let marks: &[&str] = match self {
            Self::Assembly => &["#", "//"],
            Self::C => &["//"],
            Self::None => return None,
        };
        if let Some(inside) = text.strip_prefix("/*") {
            return Some(inside.find("*/").map_or(text.len(), |end| end + "/**/".len()));
        }
        if !marks.iter().any(|mark| text.starts_with(mark)) {
            return None;
        }
        let ends = text.match_indices('\n').map(|(end, _)| end);
        // In C a backslash at the end of a line continues the comment.
        let goes_on = |end: usize| self == Self::C && text[..end].trim_end_matches('\r').ends_with('\\');
        Some(ends.into_iter().find(|end| !goes_on(*end)).unwrap_or(text.len()))
    }

    fn read(self, text: &str) -> Code {
        let (mut code, mut line, mut rest) = (Code::default(), String::new(), text);
        while let Some(letter) = rest.chars().next() {
            if let Some(length) = self.length(rest) {
                let (comment, after) = rest.split_at(length);
                code.comments.push_str(comment);
                space(&mut line);
                comment.matches('\n').for_each(|_| code.end(&mut line));
                rest = after;
                continue;
            }
            let length = match letter {
                '"' | '\'' => literal(rest),
                _ => letter.len_utf8(),
            };
            let (piece, after) = rest.split_at(length);
            match letter {
                '\n' => code.end(&mut line),
                _ if letter.is_whitespace() => space(&mut line),
                _ => line.push_str(piece),
            }
            rest = after;
        }
        code.end(&mut line);
        code
    }
}

impl Code {
    /// Ends a line.
    fn end(&mut self, line: &mut String) {
        line.truncate(line.trim_end().len());
        self.lines.push(std::mem::take(line));
    }
}

/// Adds white space to a line.
fn space(line: &mut String) {
    if !line.is_empty() && !line.ends_with(' ') {
        line.push(' ');
    }
}

/// The length of the string or character that a text begins with. It ends at the end of its line at the latest.
fn literal(text: &str) -> usize {
    let mut letters = text.char_indices();
    let quote = letters.next().map(|(_, letter)| letter);
    let mut escaped = false;
    for (at, letter) in letters {
        match letter {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if Some(letter) == quote => return at + letter.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// The first line, from 1, at which two texts differ in anything but comments.
pub fn difference(one: &str, other: &str, comments: Comments) -> Option<usize> {
    let (one, other) = (comments.read(one).lines, comments.read(other).lines);
    let lines = one.len().max(other.len());
    (0..lines).find(|line| one.get(*line) != other.get(*line)).map(|line| line + 1)
}

/// True if a text has comments in words, none of them Japanese.
pub fn has_foreign_comments(text: &str, comments: Comments) -> bool {
    let said = comments.read(text).comments;
    let is_japanese = |letter: char| matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}');
    said.contains(char::is_alphabetic) && !said.contains(is_japanese)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::{Path, PathBuf};

    #[test]
    fn only_comments_may_differ() {
        let assembly = "main:   li $a0, 1       # one\n# two\n        .ascii \"# no\" // three\n";
        for other in [
            "main:   li $a0, 1       # 一\n# 二\n        .ascii \"# no\" // 三\n",
            "main: li $a0,  1\r\n\r\n .ascii \"# no\" /* 三 */\r\n",
        ] {
            assert_eq!(difference(assembly, other, Comments::Assembly), None, "{other}");
        }
        for (other, line) in [
            ("main:   li $a0, 2       # one\n# two\n        .ascii \"# no\" // three\n", 1),
            ("main:   li $a0, 1       # one\n# two\n        .ascii \"# いいえ\" // three\n", 3),
            ("main:   li $a0, 1       # one\n# two\n# more\n        .ascii \"# no\" // three\n", 3),
            ("main:   li $a0, 1       # one\n", 3),
            ("main:   li $a0, 1       # one\n# two\n        .ascii \"# no\"\n\n", 5),
        ] {
            assert_eq!(difference(assembly, other, Comments::Assembly), Some(line), "{other}");
        }
    }

    #[test]
    fn comments_of_c_are_known() {
        let c = "/* a\n   b */\n#define N 1 // c \\\n d\nchar q = '\"'; /* e */ char *s = \"/* no */\\\"//\";\nint x = 4 / 2;\n";
        let translated = "/* あ\n   い */\n#define N 1 // う \\\n え\nchar q = '\"'; /* お */ char *s = \"/* no */\\\"//\";\nint x = 4 / 2;\n";
        assert_eq!(difference(c, translated, Comments::C), None);
        assert_eq!(difference(c, &translated.replace("#define N 1", "#define N 2"), Comments::C), Some(3));
        assert_eq!(difference(c, &translated.replace("/* no */", "/* いいえ */"), Comments::C), Some(5));
        assert_eq!(difference(c, &translated.replace("4 / 2", "4 /* / 2 */"), Comments::C), Some(6));
        assert_eq!(difference("# 1", "# 2", Comments::C), Some(1), "a directive");
        assert_eq!(difference("a /* b", "a /* c", Comments::C), None);
        assert_eq!(difference("1 # a", "1 # b", Comments::None), Some(1));
    }

    #[test]
    fn the_translations_that_ship_are_the_same_programs() {
        let files = |folder: &Path| -> Vec<PathBuf> {
            let entries = fs::read_dir(folder).into_iter().flatten();
            entries.map(|entry| entry.expect("an entry").path()).collect()
        };
        let read = |path: &Path| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let packs = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../exercises"));
        let exercises: Vec<PathBuf> = packs.iter().flat_map(|pack| files(pack)).collect();
        let mut compared = 0;
        for exercise in exercises.iter().filter(|exercise| exercise.join("start").is_dir()) {
            let start = files(&exercise.join("start"));
            assert_eq!(files(&exercise.join("start.ja")).len(), start.len(), "{}", exercise.display());
            for path in start {
                let name = path.file_name().expect("a name");
                let place = exercise.join("start.ja").join(name);
                let comments =
                    if path.extension().is_some_and(|end| end == "s") { Comments::Assembly } else { Comments::C };
                let translated = read(&place);
                assert_eq!(difference(&read(&path), &translated, comments), None, "{}", place.display());
                assert!(!has_foreign_comments(&translated, comments), "{}", place.display());
                compared += 1;
            }
        }
        assert!(compared > 30, "{compared}");
    }

    #[test]
    fn a_comment_without_japanese_is_foreign() {
        assert!(has_foreign_comments("nop # wait\n", Comments::Assembly));
        for text in ["nop # 待つ (wait)\n", "nop # 1 + 2\n", ".ascii \"# wait\"\n", "// wait\n"] {
            let comments = if text.starts_with("//") { Comments::None } else { Comments::Assembly };
            assert!(!has_foreign_comments(text, comments), "{text}");
        }
    }
}
