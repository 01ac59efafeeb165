//! `mcore pack` and `mcore grade`: from a new pack to a graded class, and what hostile submissions do to it (nothing).

mod common;

use common::{Run, command, finish, japanese, mcore};
use mcore::base::SourceFile;
use mcore::exercise::{HandedIn, PackFile, Submission, read_exercise};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of a test's own, empty.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("grade").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn write(path: &Path, bytes: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, bytes).expect("a file");
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Runs in a folder.
fn run_in(folder: &Path, arguments: &str) -> Run {
    finish(command().current_dir(folder).args(arguments.split_whitespace()))
}

/// A folder with a new pack `demo`.
fn with_pack(name: &str) -> PathBuf {
    let folder = folder(name);
    let made = run_in(&folder, "pack new demo");
    assert_eq!(made.status, 0, "{made:?}");
    folder
}

fn solution(folder: &Path) -> String {
    read(&folder.join("demo/sum/solution/sum.s"))
}

/// A hand-in file as the page writes it.
fn handed_in(folder: &Path, text: &str) -> Submission {
    let file =
        |name: &str| PackFile { name: name.into(), bytes: fs::read(folder.join("demo").join(name)).expect("a file") };
    let names = [
        "pack.toml",
        "sum/exercise.toml",
        "sum/task.en.md",
        "sum/task.ja.md",
        "sum/hints.en.md",
        "sum/hints.ja.md",
        "sum/start/sum.s",
    ];
    let exercise = read_exercise("sum", &names.map(file)).unwrap_or_else(|e| panic!("{}", e.text().en));
    let work = HandedIn::new(vec![SourceFile { name: "sum.s".into(), text: text.into() }], None).expect("work");
    Submission::new(&exercise, "", "0.1.0", &work)
}

#[test]
fn a_new_pack_is_sound_and_its_students_edition_holds_no_answers() {
    let folder = with_pack("new");
    let checked = run_in(&folder, "pack check demo --sizes");
    assert_eq!(checked.status, 0, "{checked:?}");
    assert!(checked.err.ends_with("0 errors, 0 warnings\n"), "{checked:?}");
    assert!(
        checked.out.contains("sum: sum/solution: 40 of 40 points") && checked.out.contains("right  4x4"),
        "{}",
        checked.out
    );

    let built = run_in(&folder, "pack build demo -o demo.zip");
    assert_eq!(built.status, 0, "{built:?}");
    let files = mcore_archive::unpack(&fs::read(folder.join("demo.zip")).expect("a file"), mcore_archive::Limits::PACK)
        .expect("an archive");
    let names: Vec<&str> = files.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "pack.toml",
            "sum/exercise.toml",
            "sum/hints.en.md",
            "sum/hints.ja.md",
            "sum/start/sum.s",
            "sum/task.en.md",
            "sum/task.ja.md"
        ]
    );
    // Students and lecturers get the same verdict.
    for pack in ["demo", "demo.zip"] {
        let graded = run_in(&folder, &format!("grade {pack} demo/sum/solution/sum.s --csv out.csv"));
        assert_eq!(graded.status, 0, "{graded:?}");
        assert!(read(&folder.join("out.csv")).contains("sum.s,sum,pass,40,40,"), "{}", read(&folder.join("out.csv")));
    }
    // Once more into the same folder is refused.
    let again = run_in(&folder, "pack new demo");
    assert!(again.status == 2 && again.err.contains("something in this folder"), "{again:?}");
}

#[test]
fn hidden_answers_become_digests() {
    let folder = with_pack("hidden");
    let path = folder.join("demo/sum/exercise.toml");
    let extra = "\n[[case]]\nname.en = \"Secret\"\nname.ja = \"秘密\"\nvisibility = \"hidden\"\ncycle_limit = 100_000\n\n\
        [[case.input]]\nnode = \"all\"\nsymbol = \"X\"\nrandom = { low = 3, high = 3, count = 512 }\n\n\
        [[case.expect]]\nmemory = { node = \"1,1\", symbol = \"SUM\", equals = [1536] }\n\n\
        [[case]]\nname.en = \"Away\"\nname.ja = \"別\"\nvisibility = \"withheld\"\ncycle_limit = 100_000\nseed = 77777\n\n\
        [[case.input]]\nnode = \"all\"\nsymbol = \"X\"\nrandom = { low = 5, high = 99, count = 512 }\n\n\
        [[case.expect]]\nmemory = { node = \"1,1\", symbol = \"SUM\", words = 1, equals = \"reference\" }\n\n[score]";
    write(&path, read(&path).replace("\n[score]", extra));
    let built = run_in(&folder, "pack build demo -o demo.zip");
    assert_eq!(built.status, 0, "{built:?}");
    let bytes = fs::read(folder.join("demo.zip")).expect("a file");
    let files = mcore_archive::unpack(&bytes, mcore_archive::Limits::PACK).expect("an archive");
    let text = String::from_utf8(files[1].bytes.clone()).expect("text");
    assert!(!text.contains("1536") && !text.contains("77777") && text.contains("digest = "), "{text}");
    // The same again.
    assert_eq!(run_in(&folder, "pack build demo -o again.zip").status, 0);
    assert_eq!(fs::read(folder.join("again.zip")).expect("a file"), bytes);

    let row = |pack: &str, program: &str| -> serde_json::Value {
        run_in(&folder, &format!("grade {pack} {program} --json out.json"));
        serde_json::from_str(&read(&folder.join("out.json"))).expect("JSON")
    };
    let (full, student) = (row("demo", "demo/sum/solution/sum.s"), row("demo.zip", "demo/sum/solution/sum.s"));
    let verdicts = |sheet: &serde_json::Value| -> Vec<(bool, bool)> {
        let cases = sheet["rows"][0]["cases"].as_array().expect("cases");
        cases.iter().map(|c| (c["judged"].as_bool().expect("bool"), c["passed"].as_bool().expect("bool"))).collect()
    };
    assert_eq!(verdicts(&full), [(true, true); 4]);
    assert_eq!(verdicts(&student), [(true, true), (true, true), (true, true), (false, false)]);
    write(&folder.join("wrong.s"), solution(&folder).replace("sw      $s2, SUM", "sw      $zero, SUM"));
    assert_eq!(verdicts(&row("demo.zip", "wrong.s"))[2], (true, false));
}

/// The students' edition as a folder holds the same files as the archive; what is in a folder already is not touched.
#[test]
fn the_students_edition_can_be_a_folder() {
    let folder = with_pack("edition");
    assert_eq!(run_in(&folder, "pack build demo -o demo.zip").status, 0);
    let built = run_in(&folder, "pack build demo --folder -o out/demo");
    assert!(built.status == 0 && built.err.starts_with("out/demo: 7 files, without solutions"), "{built:?}");
    let bytes = fs::read(folder.join("demo.zip")).expect("a file");
    for file in mcore_archive::unpack(&bytes, mcore_archive::Limits::PACK).expect("an archive") {
        assert_eq!(fs::read(folder.join("out/demo").join(&file.name)).expect("a file"), file.bytes, "{}", file.name);
    }
    let again = run_in(&folder, "pack build demo --folder -o out/demo");
    assert!(again.status == 2 && again.err.contains("this is there already"), "{again:?}");
    let named = run_in(&folder, "pack build demo --folder");
    assert!(named.status == 0 && folder.join("demo-0.1.0/pack.toml").is_file(), "{named:?}");
}

/// Page and pack are served on this machine, the pack as students get it and as it is now.
#[test]
fn a_pack_is_served_beside_the_page() {
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};
    let folder = with_pack("serve");
    write(&folder.join("site/index.html"), "<!doctype html>the page");
    write(&folder.join("site/app.wasm"), "code");
    let mut server = command()
        .current_dir(&folder)
        .args(["pack", "serve", "demo", "--site", "site", "--port", "0"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("was asked for")).read_line(&mut line).expect("it tells its address");
    // Whatever fails below, the server ends.
    let ask = |path: &str| -> Option<(String, Vec<u8>)> {
        let host = line.strip_prefix("http://")?.split('/').next()?;
        let mut stream = std::net::TcpStream::connect(host).ok()?;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").ok()?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).ok()?;
        let at = bytes.windows(4).position(|w| w == b"\r\n\r\n")?;
        Some((String::from_utf8_lossy(&bytes[..at]).into_owned(), bytes[at + 4..].to_vec()))
    };
    let (page, code, pack) = (ask("/"), ask("/app.wasm"), ask("/packs/demo.zip"));
    let outside = ask("/../demo/sum/solution/sum.s");
    let task = folder.join("demo/sum/task.en.md");
    write(&task, "# Another task\n");
    let changed = ask("/packs/demo.zip");
    fs::remove_file(&task).expect("it was there");
    let broken = ask("/packs/demo.zip");
    server.kill().and_then(|()| server.wait()).expect("it ends");

    assert!(line.trim_end().ends_with("/?pack=packs/demo.zip"), "{line}");
    let (head, body) = page.expect("an answer");
    assert!(head.starts_with("HTTP/1.1 200") && head.contains("text/html"), "{head}");
    assert_eq!(body, b"<!doctype html>the page");
    assert!(code.expect("an answer").0.contains("application/wasm"));
    let names = |answer: Option<(String, Vec<u8>)>| -> Vec<PackFile> {
        let (head, body) = answer.expect("an answer");
        assert!(head.starts_with("HTTP/1.1 200") && head.contains("application/zip"), "{head}");
        mcore_archive::unpack(&body, mcore_archive::Limits::PACK).expect("an archive")
    };
    let files = names(pack);
    assert!(files.iter().any(|f| f.name == "sum/task.en.md"));
    assert!(!files.iter().any(|f| f.name.contains("solution")), "as students get it");
    let changed = names(changed);
    let text = changed.iter().find(|f| f.name == "sum/task.en.md").expect("the statement");
    assert_eq!(text.bytes, b"# Another task\n", "as it is now");
    assert!(broken.expect("an answer").0.starts_with("HTTP/1.1 500"));
    assert!(outside.expect("an answer").0.starts_with("HTTP/1.1 40"));
}

#[test]
fn faults_of_a_pack_are_told() {
    let folder = with_pack("faults");
    let spoil = |path: &str, from: &str, to: &str| {
        let path = folder.join("demo").join(path);
        let text = read(&path);
        assert!(text.contains(from), "{from}");
        write(&path, text.replacen(from, to, 1));
    };
    spoil("sum/task.en.md", "# Sum", "![mesh](images/gone.png)\n\n# Sum");
    spoil("sum/exercise.toml", "at_least = 3,", "at_least = 30,");
    fs::remove_file(folder.join("demo/sum/lecturer.ja.md")).expect("it was there");
    write(&folder.join("demo/sum/taks.en.md"), "x");
    let checked = run_in(&folder, "pack check demo");
    assert_eq!(checked.status, 1, "{checked:?}");
    for what in [
        "sum/task.en.md:1: there is no picture `images/gone.png`",
        "no solution reaches the 20 points for a speed-up of 30.00",
        "sum/lecturer.ja.md: warning: there are no notes",
        "sum/taks.en.md: warning: nothing refers to this file",
        "2 errors, 2 warnings",
    ] {
        assert!(checked.err.contains(what), "{what}: {}", checked.err);
    }
    // A start file that passes, and a solution that does not.
    let folder = with_pack("faults2");
    let (start, solution) = (folder.join("demo/sum/start/sum.s"), folder.join("demo/sum/solution/sum.s"));
    let (a, b) = (read(&start), read(&solution));
    write(&folder.join("demo/sum/reference/seq.s"), &a);
    let toml = folder.join("demo/sum/exercise.toml");
    write(&toml, read(&toml).replace("start/sum.s", "reference/seq.s"));
    write(&start, b);
    write(&solution, a);
    let checked = run_in(&folder, "pack check demo");
    assert!(
        checked.err.contains("the start files pass already") && checked.err.contains("case `512 random numbers` fails"),
        "{}",
        checked.err
    );
    let japanese = japanese(&format!("pack check {}", folder.join("demo").display()));
    assert!(japanese.err.contains("これでは課題になりません"), "{}", japanese.err);
    // An error of the format, with its place.
    let wrong = read(&toml).replace("points = 10", "pionts = 10");
    let line = wrong.lines().position(|l| l.starts_with("pionts")).expect("the key is there") + 1;
    write(&toml, wrong);
    let checked = run_in(&folder, "pack check demo");
    assert!(
        checked.err.contains(&format!("sum/exercise.toml:{line} `case.pionts`"))
            && checked.err.contains("did you mean `points`?"),
        "{}",
        checked.err
    );
}

/// A class of ten, as `docs/grading.md` goes through it: hand-in files, a folder, an archive, and programs of every kind of
/// wrongness. Results in every format.
#[test]
fn a_class_of_ten_is_graded() {
    let folder = with_pack("class");
    let class = folder.join("class");
    let good = solution(&folder);
    let submit =
        |name: &str, text: &str| write(&class.join(format!("{name}.mcsub")), handed_in(&folder, text).to_json());
    submit("01-aoki", &good);
    submit("02-baba", &read(&folder.join("demo/sum/start/sum.s")));
    submit("03-chiba", &good.replace("jal     mc_wait_eq", "nop"));
    submit("04-doi", &good.replace("mflo    $a1 ", "li $a1, 100 #"));
    submit("05-endo", &good.replace("jal     mc_signal", "nop"));
    write(&class.join("06-fuji/sum.s"), &good);
    write(&class.join("06-fuji/report.txt"), "my report");
    let archive = mcore_archive::pack(&[PackFile { name: "goto/sum.s".into(), bytes: good.clone().into_bytes() }]);
    write(&class.join("07-goto.zip"), archive.expect("an archive"));
    write(&class.join("08-hara.s"), good.replace("addu    $v0, $v0, $t2", "adu     $v0, $v0, $t2"));
    let mut other = handed_in(&folder, &good);
    other.exercise = "product".into();
    write(&class.join("09-imai.mcsub"), other.to_json());
    write(&class.join("10-jinnai.txt"), "I did it but my computer broke");

    let arguments = "grade demo class/01-aoki.mcsub class/02-baba.mcsub class/03-chiba.mcsub class/04-doi.mcsub class/05-endo.mcsub \
        class/06-fuji class/07-goto.zip class/08-hara.s class/09-imai.mcsub class/10-jinnai.txt";
    let graded = run_in(
        &folder,
        &format!("{arguments} --csv a.csv --json a.json --junit a.xml --gradescope gs --classroom gc --jobs 2"),
    );
    assert_eq!(graded.status, 1, "{graded:?}");
    assert!(graded.err.ends_with("10 submissions: 3 passed, 3 could not be run\n"), "{}", graded.err);
    common::assert_golden("grade.txt", &graded.out);
    common::assert_golden("grade.csv", &read(&folder.join("a.csv")));
    common::assert_golden("grade.xml", &read(&folder.join("a.xml")));
    common::assert_golden("grade-gradescope.json", &read(&folder.join("gs/04-doi.mcsub.json")));
    common::assert_golden("grade-classroom.json", &read(&folder.join("gc/04-doi.mcsub.json")));
    // However many at a time, in whatever order they are named, and however the class is split.
    let reversed: Vec<&str> = arguments.split_whitespace().skip(2).collect();
    let reversed = reversed.iter().rev().copied().collect::<Vec<_>>().join(" ");
    let alone = run_in(&folder, &format!("grade demo {reversed} --json b.json --jobs 1"));
    assert_eq!((alone.status, &alone.out), (1, &graded.out));
    assert_eq!(read(&folder.join("b.json")), read(&folder.join("a.json")));
    for part in 1..=3 {
        run_in(&folder, &format!("{arguments} --shard {part}/3 --json part{part}.json"));
    }
    let merged = run_in(&folder, "grade merge part2.json part3.json part1.json --json c.json --csv c.csv");
    assert_eq!((merged.status, &merged.out), (1, &graded.out));
    assert_eq!(read(&folder.join("c.json")), read(&folder.join("a.json")));
    assert_eq!(read(&folder.join("c.csv")), read(&folder.join("a.csv")));
    let twice = run_in(&folder, "grade merge part1.json part1.json");
    assert!(twice.status == 2 && twice.err.contains("is in two parts"), "{twice:?}");
}

/// The pipeline of `docs/grading.md`: one process for each part, several at a time.
#[test]
#[cfg(unix)]
fn a_class_is_split_over_processes() {
    let folder = with_pack("parallel");
    let good = solution(&folder);
    for n in 0..7 {
        let text = if n % 3 == 0 { good.clone() } else { read(&folder.join("demo/sum/start/sum.s")) };
        write(&folder.join(format!("class/{n}.mcsub")), handed_in(&folder, &text).to_json());
    }
    let tool =
        |name: &str| std::process::Command::new(name).arg("--version").output().is_ok_and(|o| o.status.success());
    let mcore = env!("CARGO_BIN_EXE_mcore");
    let each = match tool("parallel") {
        true => format!(
            "parallel --will-cite '{mcore} grade demo class/* --shard {{}}/4 --json part{{}}.json -- > /dev/null || true' ::: 1 2 3 4"
        ),
        false => format!(
            "seq 4 | xargs -P 4 -I N sh -c '{mcore} grade demo class/* --shard N/4 --json partN.json > /dev/null || true'"
        ),
    };
    let each = each.replace(" -- >", " >");
    let ran = std::process::Command::new("sh").arg("-c").arg(&each).current_dir(&folder).output().expect("a shell");
    assert!(ran.status.success(), "{ran:?}");
    let merged = run_in(&folder, "grade merge part1.json part2.json part3.json part4.json --csv all.csv");
    assert_eq!(merged.status, 1, "{merged:?}");
    let csv = read(&folder.join("all.csv"));
    assert_eq!((csv.lines().count(), csv.matches(",pass,40,").count()), (8, 3), "{csv}");
}

/// Each hostile submission is one failed row with its reason, and the others are graded as if they were alone.
#[test]
fn hostile_submissions_are_one_row_each() {
    let folder = with_pack("hostile");
    let class = folder.join("class");
    let good = solution(&folder);
    write(&class.join("a-good.s"), &good);
    write(&class.join("z-good.s"), &good);
    let data = " .data\nX: .space 2048\nSUM: .word 0\n";
    write(&class.join("endless.s"), format!("main: addiu $t0, $t0, 1\n b main\n{data}"));
    write(&class.join("flood.s"), format!("main: li $a0, 65\n li $v0, 11\nl: syscall\n b l\n{data}"));
    // Asks for a page of main memory after the other.
    write(
        &class.join("memory.s"),
        format!(
            " .include \"mclib.s\"\nmain: li $s0, 0\nl: li $a0, 0\n move $a1, $s0\n la $a2, X\n li $a3, 4\n sw $a0, -256($zero)\n sw $a2, -252($zero)\n \
             sw $a1, -248($zero)\n li $t1, 4\n sw $t1, -240($zero)\nw: lw $t2, -236($zero)\n bnez $t2, w\n addiu $s0, $s0, 4096\n b l\n{data}"
        ),
    );
    write(&class.join("space.s"), " .data\nX: .space 0x7fffffff\n .space 0x7fffffff\n");
    write(&class.join("repeat.s"), " .rept 1000000\n .rept 1000000\n .word 1\n .endr\n .endr\n");
    write(&class.join("recursion.s"), " .macro m\n m\n m\n .endm\nmain: m\n");
    write(&class.join("include.s"), "main: nop\n .include \"include.s\"\n .include \"/etc/passwd\"\n");
    write(&class.join("utf8.s"), b"main: nop\n# \xff\xfe\n");
    write(&class.join("empty.mcsub"), "");
    write(&class.join("deep.mcsub"), "[".repeat(200_000));
    write(&class.join("names.mcsub"), {
        let mut bad = handed_in(&folder, &good);
        bad.files[0].name = "../../evil.s".into();
        bad.to_json()
    });
    let zip = |name: &str, files: &[(&str, Vec<u8>)]| {
        let files: Vec<PackFile> =
            files.iter().map(|(name, bytes)| PackFile { name: (*name).into(), bytes: bytes.clone() }).collect();
        write(&class.join(name), mcore_archive::pack(&files).expect("an archive"));
    };
    zip("bomb.zip", &[("sum.s", vec![b' '; 60 << 20])]);
    zip("outside.zip", &[("../../../tmp/evil.s", good.clone().into_bytes())]);
    write(&class.join("damaged.zip"), b"PK\x03\x04 and nothing more");

    let mut names: Vec<String> = fs::read_dir(&class)
        .expect("a class")
        .flatten()
        .map(|e| format!("class/{}", e.file_name().to_string_lossy()))
        .collect();
    names.push("class/gone.s".into());
    let graded = run_in(&folder, &format!("grade demo {} --json out.json --jobs 2", names.join(" ")));
    assert_eq!(graded.status, 1, "{graded:?}");
    assert!(!graded.err.contains("panicked"), "{}", graded.err);
    let sheet: serde_json::Value = serde_json::from_str(&read(&folder.join("out.json"))).expect("JSON");
    let rows = sheet["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), names.len());
    let mut passed = Vec::new();
    for row in rows {
        let name = row["submission"].as_str().expect("a name");
        if row["passed"] == true {
            passed.push(name);
            assert_eq!(row["points"], 40);
            continue;
        }
        let failed = row["cases"]
            .as_array()
            .expect("cases")
            .iter()
            .any(|c| c["passed"] == false && c["checks"].as_array().is_some_and(|c| !c.is_empty()));
        let why = row["error"]["en"].as_str().unwrap_or_default();
        assert!(failed || !why.is_empty(), "{row}");
        let wanted = match name {
            "utf8.s" => "line 2 is not UTF-8",
            "bomb.zip" => "too much",
            "outside.zip" => "outside",
            "names.mcsub" => "not possible as the name",
            "deep.mcsub" | "empty.mcsub" => "not a hand-in file",
            "gone.s" => "no such file",
            "include.s" | "recursion.s" | "repeat.s" | "space.s" => "cannot be assembled",
            _ => "",
        };
        assert!(why.contains(wanted), "{name}: {why}");
    }
    assert_eq!(passed, ["a-good.s", "z-good.s"]);
}

#[test]
fn what_cannot_be_graded_is_refused_with_what_to_do() {
    let folder = with_pack("refused");
    for (arguments, wanted) in [
        ("grade demo", "required"),
        ("grade gone x.s", "gone: there is no such file"),
        ("grade demo x.s --exercise product", "it has `sum`"),
        ("grade demo x.s --shard 3/2", "for example 2/4"),
        ("grade demo x.s --jobs 0", "1 to 1024"),
        ("grade demo/sum x.s", "`mcore pack new`"),
        ("grade merge demo/pack.toml", "not what `mcore grade --json` writes"),
        ("pack new Bad_Name", "--id"),
        ("pack serve demo --site demo", "no page in this folder"),
    ] {
        let ran = run_in(&folder, arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments}: {ran:?}");
        assert!(ran.err.contains(wanted), "{arguments}: {}", ran.err);
    }
    let ja = mcore("--lang ja grade --help");
    assert!(ja.out.contains("学生の提出物を採点します") && ja.out.contains("終了ステータス"), "{}", ja.out);
    let ja = mcore("--lang ja pack check --help");
    assert!(ja.out.contains("使い方") && ja.out.contains("--sizes"), "{}", ja.out);
}
