//! Pictures of statements: files in `images/` of an exercise that a page can safely show.

use super::Named;
use super::limits::MAX_PICTURE_BYTES;
use crate::Text;
use crate::text;
use alloc::borrow::ToOwned;

/// The folder of an exercise's pictures.
const FOLDER: &str = "images/";
/// Types of pictures, by extension. Formats that may contain animations, scripts or external links are only shown as
/// images, where none of these are active.
const TYPES: [(&str, &str); 6] = [
    (".svg", "image/svg+xml"),
    (".png", "image/png"),
    (".jpg", "image/jpeg"),
    (".jpeg", "image/jpeg"),
    (".webp", "image/webp"),
    (".gif", "image/gif"),
];

/// A picture that can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picture<'a> {
    /// Its type on the web: `image/png`.
    pub mime: &'static str,
    /// The file.
    pub bytes: &'a [u8],
}

/// The picture that a statement in `folder` of a pack refers to, for example `images/mesh.svg`. The error gives the
/// reason.
pub fn picture<'a, F: Named>(folder: &str, name: &str, files: &'a [F]) -> Result<Picture<'a>, Text> {
    if name.contains([':', '\\']) || name.starts_with('/') || name.split('/').any(|part| part == "..") {
        return Err(text!(
            "the picture `{name}` is not in the pack: put it into images/",
            "図 `{name}` は課題集の中にありません。images/ に入れてください"
        ));
    }
    if !name.starts_with(FOLDER) {
        return Err(text!(
            "the picture `{name}` is not in images/, where the page looks for it",
            "図 `{name}` は、ページが探す images/ にありません"
        ));
    }
    let lower = name.to_ascii_lowercase();
    let Some((_, mime)) = TYPES.iter().find(|(end, _)| lower.ends_with(end)) else {
        return Err(text!(
            "the picture `{name}` is of a kind that the page does not show: use .svg, .png, .jpg, .webp or .gif",
            "図 `{name}` はページで表示できない形式です。.svg、.png、.jpg、.webp、.gif のどれかにしてください"
        ));
    };
    let inside = |path: &str| path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')) == Some(name);
    let Some(file) = files.iter().find(|f| inside(f.name())) else {
        return Err(text!("there is no picture `{name}`", "図 `{name}` がありません"));
    };
    let (bytes, most) = (file.bytes(), MAX_PICTURE_BYTES);
    if bytes.len() > most {
        let (n, most) = (bytes.len().div_ceil(1024), most >> 10);
        return Err(text!(
            "the picture `{name}` is too large: {n} KiB, at most {most}",
            "図 `{name}` が大きすぎます: {n} KiB です（{most} KiB まで）"
        ));
    }
    // Nested entities can make a small file expand without limit.
    if *mime == "image/svg+xml" && has_entities(bytes) {
        return Err(text!(
            "the picture `{name}` defines entities (`<!ENTITY`): save it as plain SVG",
            "図 `{name}` に実体の定義 (`<!ENTITY`) があります。プレーン SVG で保存してください"
        ));
    }
    Ok(Picture { mime, bytes })
}

fn has_entities(svg: &[u8]) -> bool {
    svg.windows(8).any(|w| w.eq_ignore_ascii_case(b"<!ENTITY"))
}

/// The pictures of an exercise by the names that its statement uses; files that cannot be shown are left out.
pub fn pictures<'a, F: Named>(folder: &str, files: &'a [F]) -> alloc::vec::Vec<(alloc::string::String, Picture<'a>)> {
    let names = files.iter().filter_map(|f| f.name().strip_prefix(folder)?.strip_prefix('/'));
    names
        .filter(|name| name.starts_with(FOLDER))
        .filter_map(|name| Some((name.to_owned(), picture(folder, name, files).ok()?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packs::PackFile;
    use alloc::{vec, vec::Vec};

    fn files() -> Vec<PackFile> {
        let file = |name: &str, bytes: &[u8]| PackFile { name: name.into(), bytes: bytes.into() };
        vec![
            file("e/images/mesh.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
            file("e/images/A.PNG", b"\x89PNG"),
            file("e/images/bomb.svg", b"<!DOCTYPE s [<!entity a \"aa\">]><svg/>"),
            file("e/images/large.png", &vec![0; MAX_PICTURE_BYTES + 1]),
            file("e/images/page.html", b"<script>"),
            file("e/start/a.png", b"x"),
            file("e2/images/other.png", b"x"),
            file("pack.toml", b""),
        ]
    }

    #[test]
    fn pictures_come_from_the_exercise_alone() {
        let files = files();
        assert_eq!(picture("e", "images/mesh.svg", &files).map(|p| p.mime), Ok("image/svg+xml"));
        assert_eq!(picture("e", "images/A.PNG", &files).map(|p| p.bytes), Ok(&b"\x89PNG"[..]));
        for (name, why) in [
            ("https://example.org/a.png", "not in the pack"),
            ("data:image/png;base64,AA", "not in the pack"),
            ("//example.org/a.png", "not in the pack"),
            ("images/../../e2/images/other.png", "not in the pack"),
            ("start/a.png", "not in images/"),
            ("images/gone.png", "there is no picture"),
            ("images/page.html", "of a kind"),
            ("images/large.png", "too large: 2049 KiB, at most 2048"),
            ("images/bomb.svg", "entities"),
        ] {
            let found = picture("e", name, &files).expect_err(name);
            assert!(found.en.contains(why) && !found.ja.is_empty(), "{name}: {found:?}");
        }
        let names: Vec<_> = pictures("e", &files).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["images/mesh.svg", "images/A.PNG"]);
    }
}
