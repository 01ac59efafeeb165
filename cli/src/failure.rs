//! The reasons why the command gives up.

use mcore::base::Text;
use mcore::text;
use std::io;
use std::path::Path;

/// Ends the command; the exit status is 2 unless the reader has closed standard output.
#[derive(Debug)]
pub enum Failure {
    /// One line to report.
    Text(Text),
    /// Everything has been reported already.
    Reported,
    /// The reader has closed standard output.
    ClosedPipe,
}

impl From<Text> for Failure {
    fn from(text: Text) -> Self {
        Self::Text(text)
    }
}

impl Failure {
    /// Standard output cannot be written.
    pub fn writing(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::Text(text!("cannot write to standard output: {error}", "標準出力に書き込めません: {error}")),
        }
    }

    /// A file cannot be read.
    pub fn reading(path: &Path, error: &io::Error) -> Self {
        let name = crate::standard::name(path);
        Self::Text(match error.kind() {
            io::ErrorKind::NotFound => text!(
                "{name}: there is no such file; check the name and the folder",
                "{name}: ファイルがありません。名前とフォルダを確かめてください"
            ),
            io::ErrorKind::PermissionDenied => text!(
                "{name}: permission denied; make the file readable",
                "{name}: 読む許可がありません。読めるようにしてください"
            ),
            io::ErrorKind::IsADirectory => Self::directory(path),
            _ => text!("{name}: cannot be read: {error}", "{name}: 読めません: {error}"),
        })
    }

    /// A file cannot be written.
    pub fn writing_file(path: &Path, error: &io::Error) -> Self {
        let name = path.display();
        text!("{name}: cannot be written: {error}", "{name}: 書き込めません: {error}").into()
    }

    /// The text for a folder where a file is expected.
    pub fn directory(path: &Path) -> Text {
        let name = path.display();
        text!("{name}: this is a folder; name the files in it", "{name}: フォルダです。中のファイルを指定してください")
    }
}

/// The text of a failure.
pub fn text_of(failure: Failure) -> Text {
    match failure {
        Failure::Text(text) => text,
        Failure::Reported | Failure::ClosedPipe => text!("it failed", "失敗しました"),
    }
}
