//! A small static server for this machine alone, as strict as the ones that courses use. `cargo xtask serve`, the
//! browser tests and `mcore pack serve` use it.

// A panic loses work, so every failure is returned as an error.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::VecDeque;
use std::fmt;
use std::fs;
use std::io::{self, Read as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// The first port that `serve` tries.
const FIRST_PORT: u16 = 8080;
/// The number of ports that `serve` tries before it takes any free one.
const PORTS: u16 = 20;
/// A connection that stays silent for this long is closed.
const PATIENCE: Duration = Duration::from_secs(30);
/// After a malformed request, the server reads and discards further bytes for at most this long.
const LINGER: Duration = Duration::from_millis(500);
/// Maximum number of connections at once: far fewer than the files that a process may have open, and far more than one browser uses.
const MAX_CONNECTIONS: usize = 100;
/// After a connection that could not be accepted, and while all connections are busy, the server waits for this long.
const PAUSE: Duration = Duration::from_millis(20);
/// No browser sends a longer head.
const LONGEST_HEAD: usize = 64 * 1024;

/// Why a site cannot be served.
#[derive(Debug)]
pub enum CannotServe {
    /// The folder cannot be read.
    Folder(io::Error),
    /// The port that was asked for cannot be used.
    Port(u16, io::Error),
    /// No port can be used.
    NoPort(io::Error),
}

/// Makes a file on request, by its path below the site; `None`: the file is read from the folder.
pub type Make = dyn Fn(&str) -> Option<Made> + Send + Sync;

/// A file that is made on request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Made {
    /// Its contents.
    File(Vec<u8>),
    /// It cannot be made now; the function that makes it has reported why.
    Failed,
}

/// A server that runs in its own threads until the process ends.
pub struct Server {
    address: String,
    accepting: std::thread::JoinHandle<()>,
}

impl Server {
    /// Serves `folder` under the path `under` on `port` of this machine (`None`: the first free one of a few, 0: any).
    pub fn start(folder: &Path, under: &str, port: Option<u16>) -> Result<Self, CannotServe> {
        Self::start_with(folder, under, port, Box::new(|_| None))
    }

    /// As [`Server::start`], with files that `make` generates for each request.
    pub fn start_with(folder: &Path, under: &str, port: Option<u16>, make: Box<Make>) -> Result<Self, CannotServe> {
        let folder = folder.canonicalize().map_err(CannotServe::Folder)?;
        let inner = under.trim_matches('/');
        let under = if inner.is_empty() { "/".to_owned() } else { format!("/{inner}/") };
        let listener = listen(port)?;
        let address = format!("http://{}{under}", listener.local_addr().map_err(CannotServe::NoPort)?);
        let files = Arc::new(Files { folder, under, make });
        let accepting = std::thread::spawn(move || {
            let mut open = Connections::default();
            for stream in listener.incoming() {
                let Ok(stream) = stream else {
                    // No file can be opened, or the browser has gone: the next attempt would fail as quickly.
                    std::thread::sleep(PAUSE);
                    continue;
                };
                let connection = open.admit(stream);
                let files = files.clone();
                // A thread for each connection: browsers open some in advance and leave them idle, and an idle one must
                // not block the others. If no thread can be made, the connection is closed.
                if std::thread::Builder::new().spawn(move || files.talk(&connection)).is_err() {
                    std::thread::sleep(PAUSE);
                }
            }
        });
        Ok(Self { address, accepting })
    }

    /// The address of the page.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Waits until the server ends, which only a fault in it causes.
    pub fn wait(self) {
        // A thread that panicked has already written its message to standard error.
        let _ = self.accepting.join();
    }
}

/// A listener on `port`, or on the first free one from [`FIRST_PORT`] up.
fn listen(port: Option<u16>) -> Result<TcpListener, CannotServe> {
    // Only this machine: this server is not meant to publish the site.
    let at = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    match port {
        Some(port) => at(port).map_err(|why| CannotServe::Port(port, why)),
        None => (FIRST_PORT..FIRST_PORT + PORTS)
            .find_map(|port| at(port).ok())
            .map_or_else(|| at(0), Ok)
            .map_err(CannotServe::NoPort),
    }
}

impl fmt::Display for CannotServe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(why) => write!(f, "the folder cannot be served: {why}"),
            Self::Port(port, why) => {
                write!(
                    f,
                    "port {port} of this machine cannot be used: choose another by --port, or leave it out: {why}"
                )
            }
            Self::NoPort(why) => write!(f, "no port of this machine can be used: choose one by --port: {why}"),
        }
    }
}

impl std::error::Error for CannotServe {}

/// A connection.
struct Connection {
    stream: TcpStream,
    /// It has sent its request.
    asked: AtomicBool,
}

/// The connections that are open, the oldest first.
#[derive(Default)]
struct Connections(VecDeque<Weak<Connection>>);

impl Connections {
    /// Takes a new connection. If there are too many, the oldest of those that have asked nothing is closed; if there is none,
    /// this waits until another one ends.
    fn admit(&mut self, stream: TcpStream) -> Arc<Connection> {
        loop {
            self.0.retain(|connection| connection.strong_count() > 0);
            if self.0.len() < MAX_CONNECTIONS {
                break;
            }
            let idle = |connection: &Weak<Connection>| {
                connection.upgrade().is_some_and(|connection| !connection.asked.load(Ordering::Relaxed))
            };
            match self.0.iter().position(idle).and_then(|at| self.0.remove(at)).and_then(|oldest| oldest.upgrade()) {
                // Its thread reads the end of the connection, and ends.
                Some(oldest) => {
                    let _ = oldest.stream.shutdown(Shutdown::Both);
                }
                None => std::thread::sleep(PAUSE),
            }
        }
        let connection = Arc::new(Connection { stream, asked: AtomicBool::new(false) });
        self.0.push_back(Arc::downgrade(&connection));
        connection
    }
}

/// The served files.
struct Files {
    /// Canonical, so that links out of it are detected.
    folder: PathBuf,
    /// Begins and ends with `/`.
    under: String,
    make: Box<Make>,
}

/// The result of a request's address.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    File(PathBuf),
    Redirect(String),
    NotFound,
    BadRequest,
}

impl Files {
    /// Answers the one request of a connection; an error only means that the browser closed it.
    fn talk(&self, connection: &Connection) {
        let mut stream = &connection.stream;
        let _ = stream.set_read_timeout(Some(PATIENCE)).and_then(|()| stream.set_write_timeout(Some(PATIENCE)));
        let request = read_request(&mut stream);
        connection.asked.store(true, Ordering::Relaxed);
        let Ok(Some(request)) = request else {
            let _ = Reply::text(400, "Bad request").send(&mut stream, true);
            hear_out(stream);
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
        let path = &*path_of(url);
        match path.strip_prefix(self.under.as_str()).and_then(|inside| (self.make)(inside)) {
            Some(Made::File(body)) => return Reply::file(Path::new(path), body),
            Some(Made::Failed) => return Reply::text(500, "Internal server error"),
            None => {}
        }
        match self.answer(url) {
            Answer::File(path) => match fs::read(&path) {
                Ok(body) => Reply::file(&path, body),
                Err(_) => Reply::text(404, "Not found"),
            },
            Answer::Redirect(to) => Reply { status: 308, headers: vec![("Location", to)], body: Vec::new() },
            Answer::NotFound => Reply::text(404, "Not found"),
            Answer::BadRequest => Reply::text(400, "Bad request"),
        }
    }

    /// Finds the file or error for `url`.
    fn answer(&self, url: &str) -> Answer {
        let path = &*path_of(url);
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

/// The path of a request's address, with single slashes: `//docs/` as a redirection would be the host `docs`.
fn path_of(url: &str) -> String {
    let mut path = url.split(['?', '#']).next().unwrap_or_default().to_owned();
    while path.contains("//") {
        path = path.replace("//", "/");
    }
    path
}

/// The parts of a request that the server uses.
struct Asked {
    method: String,
    path: String,
}

/// Reads the head of a request; `None` if it is malformed, or larger than any browser's.
fn read_request(stream: &mut impl io::Read) -> io::Result<Option<Asked>> {
    let mut head = Vec::new();
    let mut chunk = [0; 4096];
    while head.len() < LONGEST_HEAD {
        let length = stream.read(&mut chunk)?;
        if length == 0 {
            return Ok(None);
        }
        head.extend_from_slice(&chunk[..length]);
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

/// Reads and discards further bytes, within bounds: closing a connection with unread bytes resets it, and the answer
/// may be lost.
fn hear_out(mut stream: &TcpStream) {
    let _ = stream.shutdown(Shutdown::Write).and_then(|()| stream.set_read_timeout(Some(LINGER)));
    let mut chunk = [0; 4096];
    for _ in 0..LONGEST_HEAD / chunk.len() * 4 {
        if !matches!(stream.read(&mut chunk), Ok(1..)) {
            return;
        }
    }
}

/// A response.
struct Reply {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

impl Reply {
    /// A whole file.
    fn file(path: &Path, body: Vec<u8>) -> Self {
        Self { status: 200, headers: vec![("Content-Type", mime(path).to_owned())], body }
    }

    /// A short answer in plain text.
    fn text(status: u16, text: &str) -> Self {
        let headers = vec![("Content-Type", "text/plain; charset=utf-8".to_owned())];
        Self { status, headers, body: format!("{status} {text}\n").into_bytes() }
    }

    /// Writes head and, if `with_body`, body.
    fn send(&self, stream: &mut impl io::Write, with_body: bool) -> io::Result<()> {
        let reason = match self.status {
            200 => "OK",
            308 => "Permanent Redirect",
            400 => "Bad Request",
            404 => "Not Found",
            500 => "Internal Server Error",
            _ => "Method Not Allowed",
        };
        let mut head = format!("HTTP/1.1 {} {reason}\r\nContent-Length: {}\r\n", self.status, self.body.len());
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        // No-cache: a developer wants the newest build.
        head.push_str("X-Content-Type-Options: nosniff\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes())?;
        if with_body {
            stream.write_all(&self.body)?;
        }
        stream.flush()
    }
}

/// Decodes percent escapes; `None` if the result is not valid UTF-8.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        if *first == b'%' {
            let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
            // `from_str_radix` would accept a sign.
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

/// The MIME type of a file, by its extension. Browsers refuse scripts and WebAssembly of a wrong type.
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
    use std::io::Write as _;

    /// A folder for one test, removed when dropped.
    struct Scratch(PathBuf);

    impl Scratch {
        fn path(&self, inside: &str) -> PathBuf {
            self.0.join(inside)
        }

        fn write(&self, inside: &str, text: &str) {
            let path = self.path(inside);
            fs::create_dir_all(path.parent().expect("inside the folder")).expect("folders can be made");
            fs::write(path, text).expect("files can be written");
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn scratch(name: &str) -> Scratch {
        let scratch = Scratch(std::env::temp_dir().join(format!("mcore-serve-{}-{name}", std::process::id())));
        let _ = fs::remove_dir_all(&scratch.0);
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
    fn a_file_can_be_made_when_it_is_asked_for() {
        let scratch = scratch("made");
        let count = std::sync::atomic::AtomicUsize::new(0);
        let make: Box<Make> = Box::new(move |path| match path {
            "made/pack.zip" => {
                let n = count.fetch_add(1, Ordering::Relaxed);
                Some(if n < 2 { Made::File(format!("made {n}").into_bytes()) } else { Made::Failed })
            }
            _ => None,
        });
        let server = Server::start_with(&scratch.path("site"), "/", Some(0), make).expect("starts");
        let (head, body) = ask(server.address(), "GET", "/made/pack.zip?x");
        assert!(head.contains("Content-Type: application/zip") && body == "made 0", "{head} {body}");
        assert_eq!(ask(server.address(), "GET", "/made/pack.zip").1, "made 1", "anew each time");
        assert!(ask(server.address(), "GET", "/made/pack.zip").0.starts_with("HTTP/1.1 500"));
        assert_eq!(ask(server.address(), "GET", "/").1, "<p>home", "the others are as ever");
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

    /// A process may have few files open, so idle connections are closed when there are many.
    #[test]
    fn many_idle_connections_keep_nobody_waiting() {
        let scratch = scratch("many");
        let server = Server::start(&scratch.path("site"), "/", Some(0)).expect("starts");
        let host =
            server.address().strip_prefix("http://").and_then(|rest| rest.split('/').next()).expect("an address");
        let mut idle: Vec<_> =
            (0..MAX_CONNECTIONS + 50).map(|_| TcpStream::connect(host).expect("it listens")).collect();
        assert_eq!(ask(server.address(), "GET", "/").1, "<p>home");
        let mut text = String::new();
        assert_eq!(
            idle[0].read_to_string(&mut text).expect("an end"),
            0,
            "the oldest is closed without an answer: {text}"
        );
        let last = idle.last_mut().expect("some");
        write!(last, "GET / HTTP/1.1\r\n\r\n").expect("the newest is open");
        last.read_to_string(&mut text).expect("it answers");
        assert!(text.ends_with("<p>home"), "{text}");
    }

    #[test]
    fn a_redirection_never_leads_to_another_host() {
        let scratch = scratch("slashes");
        let server = Server::start(&scratch.path("site"), "/", Some(0)).expect("starts");
        for path in ["//sub", "///sub", "//sub?x=1", "/sub"] {
            let (head, _) = ask(server.address(), "GET", path);
            assert!(head.contains("Location: /sub/\r\n"), "{path}: {head}");
        }
        assert_eq!(ask(server.address(), "GET", "//sub//index.html").1, "<p>sub");
    }

    #[test]
    fn what_is_no_request_gets_an_answer_too() {
        let scratch = scratch("garbage");
        let server = Server::start(&scratch.path("site"), "/", Some(0)).expect("starts");
        assert!(ask(server.address(), "G\u{1}T", "/").0.starts_with("HTTP/1.1 400"));
        // Also if many unread bytes follow it.
        for _ in 0..20 {
            let long = format!("G\u{1}{}", "T".repeat(50_000));
            assert!(ask(server.address(), &long, "/").0.starts_with("HTTP/1.1 400"));
        }
        assert!(ask(server.address(), "GET", &format!("/{}", "a".repeat(20_000))).0.starts_with("HTTP/1.1 404"));
    }

    #[test]
    fn an_absolute_path_stays_inside() {
        // Joining an absolute path would replace the folder.
        let scratch = scratch("absolute");
        let files = Files {
            folder: scratch.path("site").canonicalize().expect("there"),
            under: "/".to_owned(),
            make: Box::new(|_| None),
        };
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
