//! `mcore pack serve`: the page and a pack on this machine, to try the pack as students will see it.

use super::args::Serve;
use crate::failure::{Failure, text_of};
use crate::kind::{Kinds, PackSource};
use crate::output;
use crate::report::Report;
use mcore::base::Text;
use mcore::text;
use mcore_edition::student_edition;
use mcore_serve::{CannotServe, Made, Server};
use std::path::Path;

/// Serves until the process is ended.
pub fn run(options: &Serve, kinds: Kinds, report: &Report) -> Result<u8, Failure> {
    // Report faults of the pack now rather than at the first visit.
    let source = PackSource::read(&options.pack)?;
    let info = source.info()?;
    let (id, page) = (info.id, kinds.page(&info.exercises, &source.files));
    let archive = format!("packs/{id}.zip");
    built(&options.pack)?;
    let (site, shown) = (&options.site, options.site.display());
    if !site.join("index.html").is_file() {
        return Err(text!(
            "{shown}: there is no page in this folder; name the folder of the built site (`cargo xtask build --release` makes dist/)",
            "{shown}: このフォルダにページがありません。ビルドしたサイトのフォルダを指定してください（`cargo xtask build --release` で dist/ ができます）"
        )
        .into());
    }
    let (pack, report_later, name) = (options.pack.clone(), *report, archive.clone());
    let make = move |path: &str| {
        let asked = path == name;
        asked.then(|| match built(&pack) {
            Ok(bytes) => Made::File(bytes),
            Err(why) => {
                report_later.error(&why);
                Made::Failed
            }
        })
    };
    let server = Server::start_with(site, "/", Some(options.port), Box::new(make)).map_err(failure)?;
    let url = format!("{}?pack={archive}{page}", server.address());
    report.line(report.say(&text!(
        "Students see the pack at {url} (Ctrl-C ends). It is built anew at each reload",
        "学生に見えるページ: {url}（Ctrl-C で終了）。再読み込みのたびに課題集を作り直します"
    )));
    output::line(&url)?;
    server.wait();
    Ok(0)
}

/// The students' edition of the pack's current files.
fn built(pack: &Path) -> Result<Vec<u8>, Text> {
    let source = PackSource::read(pack).map_err(text_of)?;
    mcore_archive::pack(&student_edition(&source.files)?)
}

fn failure(why: CannotServe) -> Failure {
    match why {
        CannotServe::Folder(why) => {
            text!("the folder of the page cannot be read: {why}", "ページのフォルダを読めません: {why}")
        }
        CannotServe::Port(port, why) => text!(
            "port {port} cannot be used: {why}; choose another by --port",
            "ポート {port} は使えません: {why}。--port でほかのポートを指定してください"
        ),
        CannotServe::NoPort(why) => text!("no port can be used: {why}", "使えるポートがありません: {why}"),
    }
    .into()
}
