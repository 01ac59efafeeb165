//! `cargo xtask serve`: a small static server for this machine, as strict as the ones that courses use.

use crate::{place, run, site};
use anyhow::{Context, Result, anyhow, bail};
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Where `serve` tries first.
const FIRST_PORT: u16 = 8080;
/// How many ports `serve` tries before it takes any.
const PORTS: u16 = 20;
/// How long a silent connection is kept.
const PATIENCE: Duration = Duration::from_secs(30);
/// No browser sends a longer head.
const LONGEST_HEAD: usize = 64 * 1024;

/// Options of `serve`.
#[derive(clap::Args)]
pub struct Options {
    /// Port on this machine; 0 takes any free one [default: the first free one from 8080]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Folder that the site is served under
    #[arg(long, value_name = "PATH", default_value = "/")]
    under: String,
    /// Open the page in the default browser
    #[arg(long)]
    open: bool,
    /// Serve dist/ as it is
    #[arg(long)]
    no_build: bool,
    #[command(flatten)]
    build: site::Options,
}

/// Builds, then serves until the process is ended.
pub fn run(options: &Options) -> Result<()> {
    if !options.no_build {
        site::build(&options.build)?;
    } else if !site::dist().join("index.html").is_file() {
        bail!("there is no site in {}: leave out --no-build", site::dist().display());
    }
    let server = Server::start(&site::dist(), &options.under, options.port)?;
    println!("M-Core Lab is at {}  (Ctrl-C ends it)", server.address());
    // A script may be waiting for the line at the other end of a pipe.
    std::io::stdout().flush().context("cannot write to the standard output")?;
    if options.open {
        open_browser(server.address());
    }
    server.wait()
}

/// Opens the page; only a warning if that does not work, the address stands above it.
fn open_browser(address: &str) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    if place::find_on_path(opener).is_none_or(|program| run::command(program).arg(address).spawn().is_err()) {
        eprintln!("warning: no browser could be opened by `{opener}`; open the address above by hand");
    }
}

/// A server that runs in threads of its own until the process ends.
pub struct Server {
    address: String,
    accepting: std::thread::JoinHandle<()>,
}

impl Server {
    /// Serves `folder` under the path `under` on `port` of this machine (none: a handy one, 0: any).
    pub fn start(folder: &Path, under: &str, port: Option<u16>) -> Result<Self> {
        let folder = folder.canonicalize().with_context(|| format!("cannot serve {}", folder.display()))?;
        let inner = under.trim_matches('/');
        let under = if inner.is_empty() { "/".to_owned() } else { format!("/{inner}/") };
        let listener = listen(port)?;
        let address = format!("http://{}{under}", listener.local_addr().context("the server got no address")?);
        let files = Arc::new(Files { folder, under });
        let accepting = std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let files = files.clone();
                // A thread for each connection: browsers open some in advance and leave them idle, and none of those
                // may keep the others waiting.
                std::thread::spawn(move || files.talk(stream));
            }
        });
        Ok(Self { address, accepting })
    }

    /// The address of the page.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Waits for the end of the server, which only an error brings.
    fn wait(self) -> Result<()> {
        self.accepting.join().map_err(|_| anyhow!("the server broke off: run the command again"))
    }
}

/// A listener on `port`, or on the first free one from [`FIRST_PORT`] up.
fn listen(port: Option<u16>) -> Result<TcpListener> {
    // Only this machine: the site is not meant to be published by this server.
    let at = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    match port {
        Some(port) => at(port).with_context(|| {
            format!("port {port} of this machine cannot be used: choose another by --port, or leave it out")
        }),
        None => (FIRST_PORT..FIRST_PORT + PORTS)
            .find_map(|port| at(port).ok())
            .map_or_else(|| at(0), Ok)
            .context("no port of this machine can be used: choose one by --port"),
    }
}

/// What is served.
struct Files {
    /// Canonical, so that links out of it can be told.
    folder: PathBuf,
    /// Begins and ends with `/`.
    under: String,
}

/// What a request leads to.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    File(PathBuf),
    Redirect(String),
    NotFound,
    BadRequest,
}

impl Files {
    /// Answers the one request of a connection; an error only means that the browser has gone.
    fn talk(&self, mut stream: TcpStream) {
        let _ = stream.set_read_timeout(Some(PATIENCE)).and_then(|()| stream.set_write_timeout(Some(PATIENCE)));
        let Ok(Some(request)) = read_request(&mut stream) else {
            let _ = Reply::text(400, "Bad request").send(&mut stream, true);
            return;
        };
        let reply = match request.method.as_str() {
            "GET" | "HEAD" => self.reply(&request.path),
            _ => Reply::text(405, "Only GET and HEAD"),
        };
        let _ = reply.send(&mut stream, request.method != "HEAD");
    }

    /// The reply to a request for `url`.
    fn reply(&self, url: &str) -> Reply {
        match self.answer(url) {
            Answer::File(path) => match fs::read(&path) {
                Ok(body) => Reply { status: 200, headers: vec![("Content-Type", mime(&path).to_owned())], body },
                Err(_) => Reply::text(404, "Not found"),
            },
            Answer::Redirect(to) => Reply { status: 308, headers: vec![("Location", to)], body: Vec::new() },
            Answer::NotFound => Reply::text(404, "Not found"),
            Answer::BadRequest => Reply::text(400, "Bad request"),
        }
    }

    /// What `url` leads to.
    fn answer(&self, url: &str) -> Answer {
        let path = url.split(['?', '#']).next().unwrap_or_default();
        if path.len() + 1 == self.under.len() && self.under.starts_with(path) {
            return Answer::Redirect(self.under.clone());
        }
        let Some(inside) = path.strip_prefix(self.under.as_str()) else { return Answer::NotFound };
        let Some(decoded) = decode(inside) else { return Answer::BadRequest };
        let mut file = self.folder.clone();
        for part in decoded.split('/') {
            // Colons and backslashes have a meaning on Windows.
            if part == ".." || part == "." || part.contains(['\\', ':', '\0']) {
                return Answer::BadRequest;
            }
            file.push(part);
        }
        if file.is_dir() {
            if !path.ends_with('/') {
                return Answer::Redirect(format!("{path}/"));
            }
            file.push("index.html");
        }
        match fs::canonicalize(&file) {
            Ok(real) if real.is_file() && real.starts_with(&self.folder) => Answer::File(real),
            _ => Answer::NotFound,
        }
    }
}

/// The part of a request that matters here.
struct Asked {
    method: String,
    path: String,
}

/// Reads the head of a request; none if it is not one, or larger than any browser's.
fn read_request(stream: &mut TcpStream) -> std::io::Result<Option<Asked>> {
    let mut head = Vec::new();
    let mut piece = [0; 4096];
    while head.len() < LONGEST_HEAD {
        let length = stream.read(&mut piece)?;
        if length == 0 {
            return Ok(None);
        }
        head.extend_from_slice(&piece[..length]);
        let mut headers = [httparse::EMPTY_HEADER; 100];
        let mut request = httparse::Request::new(&mut headers);
        match request.parse(&head) {
            Ok(httparse::Status::Complete(_)) => {
                let (method, path) = (request.method.unwrap_or_default(), request.path.unwrap_or_default());
                return Ok(Some(Asked { method: method.to_owned(), path: path.to_owned() }));
            }
            Ok(httparse::Status::Partial) => {}
            Err(_) => return Ok(None),
        }
    }
    Ok(None)
}

/// What goes back.
struct Reply {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

impl Reply {
    /// A short answer in plain text.
    fn text(status: u16, text: &str) -> Self {
        let headers = vec![("Content-Type", "text/plain; charset=utf-8".to_owned())];
        Self { status, headers, body: format!("{status} {text}\n").into_bytes() }
    }

    /// Writes head and, if `with_body`, body.
    fn send(&self, stream: &mut TcpStream, with_body: bool) -> std::io::Result<()> {
        let reason = match self.status {
            200 => "OK",
            308 => "Permanent Redirect",
            400 => "Bad Request",
            404 => "Not Found",
            _ => "Method Not Allowed",
        };
        let mut head = format!("HTTP/1.1 {} {reason}\r\nContent-Length: {}\r\n", self.status, self.body.len());
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        // No-cache: a developer wants what was built last.
        head.push_str("X-Content-Type-Options: nosniff\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes())?;
        if with_body {
            stream.write_all(&self.body)?;
        }
        stream.flush()
    }
}

/// The text behind percent signs, if it is valid UTF-8.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        if *first == b'%' {
            let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
            // `from_str_radix` would take a sign.
            if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                return None;
            }
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &tail[2..];
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8(bytes).ok()
}

/// The type of a file, by the end of its name. Browsers refuse scripts and WebAssembly of a wrong type.
fn mime(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "gif" => "image/gif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "zip" => "application/zip",
        "txt" | "md" | "s" | "c" | "h" | "toml" | "csv" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::tests::Scratch;

    fn scratch(name: &str) -> Scratch {
        let scratch = Scratch::new(name);
        scratch.write("secret.txt", "not served");
        scratch.write("site/index.html", "<p>home");
        scratch.write("site/app.wasm", "wasm");
        scratch.write("site/app.js", "js");
        scratch.write("site/sub/index.html", "<p>sub");
        scratch.write("site/empty/x.md", "x");
        scratch.write("site/日本 語.txt", "ja");
        scratch
    }

    /// The answer to a raw request: status line and headers, then the body.
    fn ask(address: &str, method: &str, path: &str) -> (String, String) {
        let host = address.strip_prefix("http://").and_then(|rest| rest.split('/').next()).expect("an address");
        let mut stream = TcpStream::connect(host).expect("the server listens");
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .expect("it can be asked");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("it answers");
        let (head, body) = text.split_once("\r\n\r\n").expect("head and body");
        (head.to_owned(), body.to_owned())
    }

    #[test]
    fn files_have_their_types() {
        let scratch = scratch("types");
        let server = Server::start(&scratch.path("site"), "/", Some(0)).expect("starts");
        for (path, mime, body) in [
            ("/", "text/html; charset=utf-8", "<p>home"),
            ("/?bench=1", "text/html; charset=utf-8", "<p>home"),
            ("/app.wasm", "application/wasm", "wasm"),
            ("/app.js", "text/javascript; charset=utf-8", "js"),
            ("/sub/", "text/html; charset=utf-8", "<p>sub"),
            ("/%E6%97%A5%E6%9C%AC%20%E8%AA%9E.txt", "text/plain; charset=utf-8", "ja"),
        ] {
            let (head, got) = ask(server.address(), "GET", path);
            assert!(head.starts_with("HTTP/1.1 200"), "{path}: {head}");
            assert!(head.contains(&format!("Content-Type: {mime}")), "{path}: {head}");
            assert_eq!(got, body, "{path}");
        }
        let (head, body) = ask(server.address(), "HEAD", "/app.wasm");
        assert!(head.starts_with("HTTP/1.1 200") && body.is_empty(), "{head}");
    }

    #[test]
    fn nothing_outside_the_folder_is_served() {
        let scratch = scratch("outside");
        #[cfg(unix)]
        std::os::unix::fs::symlink("../secret.txt", scratch.path("site/link.txt")).expect("a link");
        let server = Server::start(&scratch.path("site"), "/", Some(0)).expect("starts");
        for path in [
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/sub/../../secret.txt",
            "/sub/%2E%2E/%2e./secret.txt",
            "/..%2fsecret.txt",
            "/..%5csecret.txt",
            "//../secret.txt",
            "/link.txt",
            "/%00",
            "/%zz",
            "/%+1",
            "/%",
            "/%ff",
            "/nothing.html",
            "/empty/",
        ] {
            let (head, body) = ask(server.address(), "GET", path);
            assert!(head.starts_with("HTTP/1.1 40"), "{path}: {head}");
            assert!(!body.contains("not served"), "{path}: {body}");
        }
        assert!(ask(server.address(), "GET", "/nothing.html").0.starts_with("HTTP/1.1 404"));
        assert!(ask(server.address(), "POST", "/").0.starts_with("HTTP/1.1 405"));
    }

    #[test]
    fn idle_connections_keep_nobody_waiting() {
        let scratch = scratch("idle");
        let server = Server::start(&scratch.path("site"), "/", Some(0)).expect("starts");
        let host =
            server.address().strip_prefix("http://").and_then(|rest| rest.split('/').next()).expect("an address");
        let idle: Vec<_> = (0..20).map(|_| TcpStream::connect(host).expect("the server listens")).collect();
        for _ in 0..20 {
            assert_eq!(ask(server.address(), "GET", "/").1, "<p>home");
        }
        drop(idle);
    }

    #[test]
    fn what_is_no_request_gets_an_answer_too() {
        let scratch = scratch("garbage");
        let server = Server::start(&scratch.path("site"), "/", Some(0)).expect("starts");
        assert!(ask(server.address(), "G\u{1}T", "/").0.starts_with("HTTP/1.1 400"));
        assert!(ask(server.address(), "GET", &format!("/{}", "a".repeat(20_000))).0.starts_with("HTTP/1.1 404"));
    }

    #[test]
    fn an_absolute_path_stays_inside() {
        // Joining an absolute path would replace the folder.
        let scratch = scratch("absolute");
        let files = Files { folder: scratch.path("site").canonicalize().expect("there"), under: "/".to_owned() };
        let secret = scratch.path("secret.txt");
        let url = format!("/{}", secret.display());
        assert_eq!(files.answer(&url), Answer::NotFound);
        assert_eq!(files.answer(&url.replace("//", "/%2f")), Answer::NotFound);
    }

    #[test]
    fn folders_and_sub_paths() {
        let scratch = scratch("under");
        let server = Server::start(&scratch.path("site"), "course/lab", Some(0)).expect("starts");
        assert!(server.address().ends_with("/course/lab/"));
        assert_eq!(ask(server.address(), "GET", "/course/lab/").1, "<p>home");
        assert_eq!(ask(server.address(), "GET", "/course/lab/sub/index.html").1, "<p>sub");
        for (from, to) in [("/course/lab", "/course/lab/"), ("/course/lab/sub", "/course/lab/sub/")] {
            let (head, _) = ask(server.address(), "GET", from);
            assert!(
                head.starts_with("HTTP/1.1 308") && head.contains(&format!("Location: {to}\r\n")),
                "{from}: {head}"
            );
        }
        assert!(ask(server.address(), "GET", "/").0.starts_with("HTTP/1.1 404"));
        assert!(ask(server.address(), "GET", "/course/laboratory/").0.starts_with("HTTP/1.1 404"));
    }

    #[test]
    fn a_taken_port_is_an_error_only_if_it_was_chosen() {
        let scratch = scratch("port");
        let first = Server::start(&scratch.path("site"), "/", Some(0)).expect("starts");
        let port = first.address().trim_end_matches('/').rsplit(':').next().and_then(|text| text.parse().ok());
        let error = Server::start(&scratch.path("site"), "/", port).err().expect("taken");
        assert!(error.to_string().contains("--port"), "{error}");
        Server::start(&scratch.path("site"), "/", None).expect("finds another");
    }
}
