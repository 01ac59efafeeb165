//! The contents of a file: a picture, a text, or bytes.

use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::store::PtrEq;
use crate::paint::canvas;
use crate::widgets::address_of;
use mcore::modes::chip::exercise::Raster;
use std::fmt::Write as _;
use wasm_bindgen::Clamped;
use web_sys::{HtmlCanvasElement, ImageData, Url};
use yew::prelude::*;

/// Maximum number of bytes that are shown as text.
const MAX_TEXT: usize = 64 * 1024;
/// Maximum number of bytes that are shown as numbers.
const MAX_HEX: usize = 4 * 1024;
/// Bytes in a row of numbers.
pub const HEX_ROW: usize = 16;

/// A form in which a file is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    Picture,
    Text,
    Bytes,
}

impl View {
    /// The forms in which bytes can be shown, the best one first.
    pub fn of(bytes: &[u8]) -> Vec<Self> {
        let mut views = Self::to_compare(bytes);
        if Header::read(bytes).is_some() {
            views.insert(0, Self::Picture);
        }
        views
    }

    /// The forms in which bytes can be compared. The pixels of pictures that the browser decodes are unknown here.
    pub fn to_compare(bytes: &[u8]) -> Vec<Self> {
        let picture = Raster::read(bytes).map(|_| Self::Picture);
        let text = std::str::from_utf8(bytes).ok().map(|_| Self::Text);
        picture.into_iter().chain(text).chain([Self::Bytes]).collect()
    }

    /// The key of its name, and its name for tests.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Picture => ("files-as-picture", "file-as-picture"),
            Self::Text => ("files-as-text", "file-as-text"),
            Self::Bytes => ("files-as-bytes", "file-as-bytes"),
        }
    }
}

/// Properties of [`Contents`].
#[derive(Properties, PartialEq)]
pub struct ContentsProps {
    pub bytes: PtrEq<Vec<u8>>,
    /// One of their forms.
    pub view: View,
}

/// The bytes as a picture, as text, or as numbers.
#[component]
pub fn Contents(props: &ContentsProps) -> Html {
    let i18n = use_i18n();
    let bytes = &props.bytes;
    match (props.view, Header::read(bytes)) {
        (View::Picture, Some(header)) => html! { <EncodedPicture bytes={bytes.clone()} {header} /> },
        (View::Picture, None) => match Raster::read(bytes) {
            Some(raster) => {
                let (width, height) = (raster.width.to_string(), raster.height.to_string());
                let label = i18n.tf("files-picture", &[("width", &width), ("height", &height)]);
                html! { <Picture raster={PtrEq::new(raster)} {label} /> }
            }
            None => characters(bytes, false, &i18n),
        },
        (view, _) => characters(bytes, view == View::Bytes, &i18n),
    }
}

/// The bytes as a text, or as numbers, if `numbers` says so or if they are no text.
fn characters(bytes: &[u8], numbers: bool, i18n: &I18n) -> Html {
    let (text, whole) = match std::str::from_utf8(bytes) {
        Ok(text) if !numbers => (text.chars().take(MAX_TEXT).map(visible).collect::<String>(), text.len() <= MAX_TEXT),
        _ => (hex(&bytes[..bytes.len().min(MAX_HEX)]), bytes.len() <= MAX_HEX),
    };
    let more = (!whole).then(|| html! { <p class="quiet">{ i18n.t("files-cut") }</p> });
    html! { <><pre class="file-text" data-testid="file-text">{ text }</pre>{ for more }</> }
}

/// The header of a picture that the browser decodes: PNG or BMP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Header {
    mime: &'static str,
    width: u32,
    height: u32,
}

impl Header {
    /// Reads the beginning of a file; `None` if it is no such picture, or one with too many pixels.
    fn read(bytes: &[u8]) -> Option<Self> {
        let four = |at: usize| bytes.get(at..)?.first_chunk::<4>().copied();
        let little = |at| four(at).map(u32::from_le_bytes);
        let header = if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            let [width, height] = [16, 20].map(|at| four(at).map(u32::from_be_bytes));
            Self { mime: "image/png", width: width?, height: height? }
        } else if bytes.starts_with(b"BM") && (40..=124).contains(&little(14)?) {
            // A negative height means that the upper row is the first one.
            Self { mime: "image/bmp", width: little(18)?, height: (little(22)? as i32).unsigned_abs() }
        } else {
            return None;
        };
        let pixels = u64::from(header.width) * u64::from(header.height);
        (1..=Raster::MAX_PIXELS as u64).contains(&pixels).then_some(header)
    }
}

/// Properties of [`EncodedPicture`].
#[derive(Properties, PartialEq)]
struct EncodedProps {
    bytes: PtrEq<Vec<u8>>,
    header: Header,
}

/// A picture that the browser decodes; its bytes if the browser cannot.
#[component]
fn EncodedPicture(props: &EncodedProps) -> Html {
    let i18n = use_i18n();
    let address = use_state(|| None::<String>);
    let broken = use_state(|| false);
    {
        let (address, broken) = (address.clone(), broken.clone());
        use_effect_with((props.bytes.clone(), props.header), move |(bytes, header)| {
            let new = address_of(header.mime, bytes);
            broken.set(new.is_none());
            address.set(new.clone());
            move || drop(new.map(|new| Url::revoke_object_url(&new)))
        });
    }
    if *broken {
        return characters(&props.bytes, true, &i18n);
    }
    let Some(src) = (*address).clone() else { return Html::default() };
    let (width, height) = (props.header.width.to_string(), props.header.height.to_string());
    let alt = i18n.tf("files-picture", &[("width", &width), ("height", &height)]);
    let onerror = Callback::from(move |_: Event| broken.set(true));
    html! { <img class="file-picture" {src} {alt} {onerror} data-testid="file-picture" /> }
}

/// A character of a text, or a picture of a control character.
pub fn visible(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        '\0'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or(c),
        _ => c,
    }
}

/// Rows of bytes in hexadecimal, each with its place and its characters.
fn hex(bytes: &[u8]) -> String {
    let mut out = String::new();
    for (row, bytes) in bytes.chunks(HEX_ROW).enumerate() {
        let _ = writeln!(out, "{}  {}", place(row * HEX_ROW), hex_row(bytes));
    }
    out
}

/// The place of a byte in its file.
pub fn place(at: usize) -> String {
    format!("{at:06x}")
}

/// One row of bytes in hexadecimal, with its characters.
pub fn hex_row(bytes: &[u8]) -> String {
    let numbers: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let shown = |byte: &u8| if byte.is_ascii_graphic() || *byte == b' ' { char::from(*byte) } else { '.' };
    let text: String = bytes.iter().map(shown).collect();
    let width = 3 * HEX_ROW;
    format!("{:<width$} {text}", numbers.join(" "))
}

/// Properties of [`Picture`].
#[derive(Properties, PartialEq)]
pub struct PictureProps {
    pub raster: PtrEq<Raster>,
    pub label: AttrValue,
}

/// A picture, one pixel of the canvas for each of its own.
#[component]
pub fn Picture(props: &PictureProps) -> Html {
    let host = use_node_ref();
    {
        let host = host.clone();
        use_effect_with(props.raster.clone(), move |raster| {
            if let Some(canvas) = host.cast::<HtmlCanvasElement>() {
                draw(&canvas, raster);
            }
        });
    }
    let (width, height) = (props.raster.width.to_string(), props.raster.height.to_string());
    html! {
        <canvas
            ref={host} class="file-picture" {width} {height} role="img" aria-label={props.label.clone()}
            data-testid="file-picture"
        />
    }
}

/// The samples as red, green, blue and opacity of 8 bits.
fn pixels(raster: &Raster) -> Vec<u8> {
    let maximum = u32::from(raster.maximum);
    let byte = |sample: u16| (u32::from(sample).min(maximum) * 255 / maximum) as u8;
    let pixel = |samples: &[u16]| match samples {
        [red, green, blue] => [byte(*red), byte(*green), byte(*blue), 255],
        [grey, ..] => [byte(*grey), byte(*grey), byte(*grey), 255],
        [] => [0; 4],
    };
    raster.samples.chunks(raster.channels).flat_map(pixel).collect()
}

fn draw(canvas: &HtmlCanvasElement, raster: &Raster) {
    // The image refers to these bytes.
    let data = pixels(raster);
    let image = ImageData::new_with_u8_clamped_array(Clamped(&data), raster.width as u32);
    if let (Ok(image), Some(context)) = (image, canvas::context(canvas)) {
        // Fails only for a canvas without pixels.
        let _ = context.put_image_data(&image, 0.0, 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_shown_in_rows() {
        let rows = hex(b"M-Core\n\xff0123456789");
        assert_eq!(
            rows,
            "000000  4d 2d 43 6f 72 65 0a ff 30 31 32 33 34 35 36 37  M-Core..01234567\n\
             000010  38 39                                            89\n"
        );
    }

    #[test]
    fn headers_of_png_and_bmp_are_read() {
        let png = |width: u32, height: u32| {
            let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
            bytes.extend(width.to_be_bytes().into_iter().chain(height.to_be_bytes()));
            bytes
        };
        assert_eq!(Header::read(&png(3, 2)), Some(Header { mime: "image/png", width: 3, height: 2 }));
        let bmp = |height: i32| {
            let mut bytes = b"BM".to_vec();
            bytes.extend([0; 12].into_iter().chain(40_u32.to_le_bytes()).chain(5_u32.to_le_bytes()));
            bytes.extend(height.to_le_bytes());
            bytes
        };
        for height in [7, -7] {
            assert_eq!(Header::read(&bmp(height)), Some(Header { mime: "image/bmp", width: 5, height: 7 }));
        }
        for none in
            [png(0, 2), png(1 << 20, 1 << 20), png(3, 2)[..20].to_vec(), b"BM is a text of some length".to_vec()]
        {
            assert_eq!(Header::read(&none), None, "{none:?}");
        }
    }

    #[test]
    fn each_file_has_its_forms() {
        assert_eq!(View::of(b"P2 1 1 9 0"), [View::Picture, View::Text, View::Bytes]);
        assert_eq!(View::of(b"P5 1 1 255 \xff"), [View::Picture, View::Bytes]);
        assert_eq!(View::of("次\n".as_bytes()), [View::Text, View::Bytes]);
        assert_eq!(View::of(b"\xff"), [View::Bytes]);
        let png = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &[0, 0, 0, 1, 0, 0, 0, 1]].concat();
        assert_eq!((View::of(&png), View::to_compare(&png)), (vec![View::Picture, View::Bytes], vec![View::Bytes]));
    }

    #[test]
    fn samples_become_pixels() {
        let grey = Raster::read(b"P2 2 1 10 0 5").expect("a picture");
        assert_eq!(pixels(&grey), [0, 0, 0, 255, 127, 127, 127, 255]);
        let color = Raster::read(b"P3 1 1 255 1 2 3").expect("a picture");
        assert_eq!(pixels(&color), [1, 2, 3, 255]);
    }
}
