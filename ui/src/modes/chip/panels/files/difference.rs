//! The differences of two files: lines, pixels, or bytes.

use super::contents::{HEX_ROW, Picture, View, hex_row, place, visible};
use crate::fmt::grouped;
use crate::i18n::I18n;
use crate::modes::chip::store::PtrEq;
use mcore::modes::chip::exercise::Raster;
use yew::prelude::*;

/// Maximum number of rows of a table of differences.
const MAX_ROWS: usize = 200;
/// Maximum number of characters of a line in such a table.
const MAX_LINE: usize = 160;

/// The differences between a file and another one.
#[derive(Debug, PartialEq)]
pub enum Difference {
    /// There are none.
    Equal,
    /// Lines, counted from 1, or rows of bytes, by the place of the first one.
    Rows {
        /// Number of differing lines or bytes.
        differ: usize,
        /// Number of differing rows: there may be more than those here.
        rows: usize,
        shown: Vec<Row>,
    },
    /// Two pictures of the same shape.
    Pixels {
        differ: usize,
        /// Largest difference of two samples.
        largest: u16,
        /// Column and row of the first one, from 0.
        first: (usize, usize),
        /// White where they differ.
        map: Raster,
    },
    /// Two pictures that differ in width, height, channels or maximum.
    Shapes,
}

/// Lines or bytes at the same place. `None` after the end of a file.
#[derive(Debug, PartialEq)]
pub struct Row {
    place: String,
    this: Option<String>,
    other: Option<String>,
}

impl Difference {
    /// Compares two files in a form that both have.
    pub fn of(this: &[u8], other: &[u8], view: View) -> Self {
        if this == other {
            return Self::Equal;
        }
        match view {
            View::Picture => match (Raster::read(this), Raster::read(other)) {
                (Some(a), Some(b)) => Self::of_pictures(&a, &b),
                _ => Self::of_bytes(this, other),
            },
            View::Text => Self::of_texts(&String::from_utf8_lossy(this), &String::from_utf8_lossy(other)),
            View::Bytes => Self::of_bytes(this, other),
        }
    }

    /// Lines that both texts have at the beginning and at the end are left out. The others are compared in their order.
    fn of_texts(this: &str, other: &str) -> Self {
        // Line ends are kept, so that a missing one at the end of a file is a difference.
        let [mut a, mut b] = [this, other].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
        let before = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        let most = a.len().min(b.len()) - before;
        let after = a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
        a.truncate(a.len() - after);
        b.truncate(b.len() - after);
        let (mut differ, mut shown) = (0, Vec::new());
        for at in before..a.len().max(b.len()) {
            let (this, other) = (a.get(at), b.get(at));
            if this == other {
                continue;
            }
            differ += 1;
            if shown.len() < MAX_ROWS {
                let cut = |line: &&str| line.chars().take(MAX_LINE).map(mark).collect();
                shown.push(Row { place: (at + 1).to_string(), this: this.map(cut), other: other.map(cut) });
            }
        }
        Self::Rows { differ, rows: differ, shown }
    }

    fn of_bytes(this: &[u8], other: &[u8]) -> Self {
        let mut differ = this.len().abs_diff(other.len());
        let (mut rows, mut shown) = (0, Vec::new());
        differ += this.iter().zip(other).filter(|(a, b)| a != b).count();
        let [mut a, mut b] = [this, other].map(|bytes| bytes.chunks(HEX_ROW));
        for row in 0..a.len().max(b.len()) {
            let (a, b) = (a.next(), b.next());
            if a == b {
                continue;
            }
            rows += 1;
            if shown.len() < MAX_ROWS {
                shown.push(Row { place: place(row * HEX_ROW), this: a.map(hex_row), other: b.map(hex_row) });
            }
        }
        Self::Rows { differ, rows, shown }
    }

    fn of_pictures(this: &Raster, other: &Raster) -> Self {
        if !this.has_shape_of(other) {
            return Self::Shapes;
        }
        let pairs = this.samples.chunks(this.channels).zip(other.samples.chunks(this.channels));
        let far = |(a, b): (&[u16], &[u16])| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
        let distances: Vec<u16> = pairs.map(far).collect();
        let Some(first) = distances.iter().position(|distance| *distance > 0) else {
            // The same samples, written as text and as bytes.
            return Self::Equal;
        };
        // The picture itself is dim, so that one sees where the differences are.
        let dim = |pixel: &[u16]| {
            let sum: u32 = pixel.iter().map(|sample| u32::from(*sample)).sum();
            (sum * 96 / (pixel.len() as u32 * u32::from(this.maximum))) as u16
        };
        let samples = distances.iter().zip(this.samples.chunks(this.channels));
        let samples = samples.map(|(distance, pixel)| if *distance > 0 { 255 } else { dim(pixel) }).collect();
        Self::Pixels {
            differ: distances.iter().filter(|distance| **distance > 0).count(),
            largest: distances.iter().copied().max().unwrap_or(0),
            first: (first % this.width, first / this.width),
            map: Raster { width: this.width, height: this.height, channels: 1, maximum: 255, samples },
        }
    }

    /// The differences in one sentence.
    fn summary(&self, view: View, i18n: &I18n) -> AttrValue {
        let number = |n: usize| grouped(n as u64);
        match self {
            Self::Equal => i18n.t("files-equal"),
            Self::Rows { differ, shown, .. } => {
                let first = shown.first().map(|row| row.place.as_str()).unwrap_or_default();
                let key = if view == View::Text { "files-lines-differ" } else { "files-bytes-differ" };
                i18n.tf(key, &[("n", &number(*differ)), ("first", first)])
            }
            Self::Pixels { differ, largest, first: (x, y), map } => i18n.tf(
                "files-pixels-differ",
                &[
                    ("n", &number(*differ)),
                    ("all", &number(map.width * map.height)),
                    ("most", &largest.to_string()),
                    ("x", &x.to_string()),
                    ("y", &y.to_string()),
                ],
            ),
            Self::Shapes => i18n.t("files-shapes-differ"),
        }
    }
}

/// A character of a line; the end of the line is shown, because a file may lack it.
fn mark(c: char) -> char {
    if c == '\n' { '\u{21b5}' } else { visible(c) }
}

/// The differences, in a sentence and as a table or picture.
pub fn differing(found: &Difference, view: View, i18n: &I18n) -> Html {
    let summary = found.summary(view, i18n);
    let picture = match found {
        Difference::Pixels { map, .. } => {
            html! { <Picture raster={PtrEq::new(map.clone())} label={i18n.t("files-map")} /> }
        }
        Difference::Rows { rows, shown, .. } => table(*rows, shown, view, i18n),
        Difference::Equal | Difference::Shapes => Html::default(),
    };
    html! { <><p class="file-summary" role="status" data-testid="file-difference">{ summary }</p>{ picture }</> }
}

fn table(rows: usize, shown: &[Row], view: View, i18n: &I18n) -> Html {
    let cell = |text: &Option<String>| match text {
        Some(text) => html! { <td>{ text }</td> },
        None => html! { <td class="quiet">{ "\u{2013}" }</td> },
    };
    let row = |row: &Row| html! { <tr key={row.place.clone()}><th scope="row">{ &row.place }</th>{ cell(&row.this) }{ cell(&row.other) }</tr> };
    let of = i18n.t(if view == View::Text { "files-line" } else { "files-place" });
    let cut = (rows > shown.len()).then(|| {
        let words = i18n.tf("files-rows-cut", &[("n", &grouped(shown.len() as u64)), ("all", &grouped(rows as u64))]);
        html! { <p class="quiet">{ words }</p> }
    });
    html! {
        <>
            <table class="file-rows" data-testid="file-rows">
                <thead><tr><th scope="col">{ of }</th><th scope="col">{ i18n.t("files-this") }</th><th scope="col">{ i18n.t("files-other") }</th></tr></thead>
                <tbody>{ for shown.iter().map(row) }</tbody>
            </table>
            { for cut }
        </>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(place: &str, this: Option<&str>, other: Option<&str>) -> Row {
        Row { place: place.into(), this: this.map(Into::into), other: other.map(Into::into) }
    }

    #[test]
    fn equal_files_have_no_differences() {
        for view in [View::Picture, View::Text, View::Bytes] {
            assert_eq!(Difference::of(b"P2 1 1 9 0", b"P2 1 1 9 0", view), Difference::Equal);
        }
        let text = Difference::of(b"P2 1 1 255 7", b"P5 1 1 255 \x07", View::Picture);
        assert_eq!(text, Difference::Equal, "the same picture as text and as bytes");
    }

    #[test]
    fn lines_before_and_after_the_differences_are_left_out() {
        let lines = |a: &str, b: &str| Difference::of(a.as_bytes(), b.as_bytes(), View::Text);
        let changed = lines("a\nb\nc\nd\n", "a\nB\nc\nD\n");
        let shown =
            vec![row("2", Some("b\u{21b5}"), Some("B\u{21b5}")), row("4", Some("d\u{21b5}"), Some("D\u{21b5}"))];
        assert_eq!(changed, Difference::Rows { differ: 2, rows: 2, shown });
        let added = lines("a\nc\n", "a\nb\nc\n");
        let shown = vec![row("2", None, Some("b\u{21b5}"))];
        assert_eq!(added, Difference::Rows { differ: 1, rows: 1, shown });
        let end = lines("a", "a\n");
        assert_eq!(end, Difference::Rows { differ: 1, rows: 1, shown: vec![row("1", Some("a"), Some("a\u{21b5}"))] });
        let repeated = lines("a\na\n", "a\n");
        assert_eq!(repeated, Difference::Rows { differ: 1, rows: 1, shown: vec![row("2", Some("a\u{21b5}"), None)] });
        let long: String = (0..3 * MAX_ROWS).map(|n| format!("{n}\n")).collect();
        let Difference::Rows { differ, rows, shown } = lines(&long, "") else { panic!("lines differ") };
        assert_eq!((differ, rows, shown.len()), (3 * MAX_ROWS, 3 * MAX_ROWS, MAX_ROWS));
    }

    #[test]
    fn bytes_are_compared_by_place() {
        let (mut a, mut b) = (vec![0_u8; 40], vec![0_u8; 35]);
        (a[17], b[17]) = (0xab, 0xcd);
        let Difference::Rows { differ, rows, shown } = Difference::of(&a, &b, View::Bytes) else {
            panic!("bytes differ")
        };
        assert_eq!((differ, rows), (6, 2));
        assert_eq!(shown.iter().map(|row| row.place.as_str()).collect::<Vec<_>>(), ["000010", "000020"]);
        assert!(shown[0].this.as_ref().is_some_and(|row| row.starts_with("00 ab 00")), "{shown:?}");
        assert!(shown[0].other.as_ref().is_some_and(|row| row.starts_with("00 cd 00")), "{shown:?}");
    }

    #[test]
    fn pixels_are_counted_and_marked() {
        let found = Difference::of(b"P2 2 2 10 0 5 10 10", b"P2 2 2 10 0 7 10 9", View::Picture);
        let map = Raster { width: 2, height: 2, channels: 1, maximum: 255, samples: vec![0, 255, 96, 255] };
        assert_eq!(found, Difference::Pixels { differ: 2, largest: 2, first: (1, 0), map });
        let shapes = Difference::of(b"P2 2 1 10 0 5", b"P2 1 1 10 0", View::Picture);
        assert_eq!(shapes, Difference::Shapes);
    }
}
