//! `mcore pack` and `mcore grade`: from a new pack to a graded class, and what hostile submissions do to it (nothing).

use crate::common::{Run, command, finish, japanese, mcore};
use mcore::base::SourceFile;
use mcore::modes::chip::exercise::{HandedIn, PackFile, Submission, read_exercise};
use std::fs;
use std::path::{Path, PathBuf};

/// An empty folder for one test.
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
        "sum/start.ja/sum.s",
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
            "sum/start.ja/sum.s",
            "sum/start/sum.s",
            "sum/task.en.md",
            "sum/task.ja.md"
        ]
    );
    // Students and lecturers get the same verdict, except for the case of which students get only the name.
    for (pack, row) in [("demo", "sum.s,sum,pass,40,40,"), ("demo.zip", "sum.s,sum,pass,30,40,")] {
        let graded = run_in(&folder, &format!("grade {pack} demo/sum/solution/sum.s --csv out.csv"));
        assert_eq!(graded.status, 0, "{graded:?}");
        assert!(read(&folder.join("out.csv")).contains(row), "{}", read(&folder.join("out.csv")));
    }
    // Writing into the same folder again is refused.
    let again = run_in(&folder, "pack new demo");
    assert!(again.status == 2 && again.err.contains("something in this folder"), "{again:?}");
}

#[test]
fn translations_of_start_files_are_compared_with_them() {
    let folder = with_pack("translations");
    let path = folder.join("demo/sum/start.ja/sum.s");
    let (start, translated) = (read(&folder.join("demo/sum/start/sum.s")), read(&path));
    let checked = |lang: &str| run_in(&folder, &format!("pack check demo --lang {lang}"));
    let clean = "0 errors, 0 warnings\n";
    for (text, status, said, counts) in [
        (
            translated.replacen("li      $a0, 0", "li      $a0, 1", 1),
            1,
            "sum/start.ja/sum.s:12: the program",
            "1 error, 0",
        ),
        (format!("# 和\n{translated}"), 1, "sum/start.ja/sum.s:2: the program differs from start/sum.s", "1 error, 0"),
        (translated.replacen("最初の数", "はじめの数", 1), 0, "", clean),
        (start, 0, "sum/start.ja/sum.s: warning: the same text as in English", "0 errors, 1 warning\n"),
    ] {
        write(&path, text);
        let checked = checked("en");
        assert!(checked.status == status && checked.err.contains(said) && checked.err.contains(counts), "{checked:?}");
    }
    fs::rename(&path, folder.join("demo/sum/start.ja/som.s")).expect("a file");
    let checked = checked("en");
    assert!(checked.err.contains("sum/start.ja/som.s: warning: no start file has this name"), "{checked:?}");
    assert!(checked.err.contains("sum/start/sum.s: its comments are not in Japanese"), "{checked:?}");
    assert!(checked.status == 0 && checked.err.ends_with("0 errors, 1 warning\n"), "{checked:?}");
}

/// A start file that passes is found whatever its name ends with.
#[test]
fn start_files_are_checked_with_every_ending_of_assembly() {
    let folder = with_pack("endings");
    let toml = folder.join("demo/sum/exercise.toml");
    write(&toml, read(&toml).replace("sum.s", "sum.S"));
    for place in ["start", "solution"] {
        let place = folder.join("demo/sum").join(place);
        fs::rename(place.join("sum.s"), place.join("sum.S")).expect("a file");
    }
    let checked = run_in(&folder, "pack check demo");
    assert!(checked.status == 0 && checked.out.contains("sum: sum/start: "), "{checked:?}");
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
    // A second build gives the same bytes.
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
    assert_eq!(verdicts(&student), [(true, true), (false, false), (true, true), (false, false)]);
    write(&folder.join("wrong.s"), solution(&folder).replace("sw      $s2, SUM", "sw      $zero, SUM"));
    assert_eq!(verdicts(&row("demo.zip", "wrong.s"))[2], (true, false));
}

/// The students' edition as a folder holds the same files as the archive; files that a folder already holds are not
/// touched.
#[test]
fn the_students_edition_can_be_a_folder() {
    let folder = with_pack("edition");
    assert_eq!(run_in(&folder, "pack build demo -o demo.zip").status, 0);
    let built = run_in(&folder, "pack build demo --folder -o out/demo");
    assert!(built.status == 0 && built.err.starts_with("out/demo: 8 files, without solutions"), "{built:?}");
    let bytes = fs::read(folder.join("demo.zip")).expect("a file");
    for file in mcore_archive::unpack(&bytes, mcore_archive::Limits::PACK).expect("an archive") {
        assert_eq!(fs::read(folder.join("out/demo").join(&file.name)).expect("a file"), file.bytes, "{}", file.name);
    }
    let again = run_in(&folder, "pack build demo --folder -o out/demo");
    assert!(again.status == 2 && again.err.contains("this is there already"), "{again:?}");
    let named = run_in(&folder, "pack build demo --folder");
    assert!(named.status == 0 && folder.join("demo-0.1.0/pack.toml").is_file(), "{named:?}");
}

/// The page and the pack are served on this machine, the pack in its current students' edition.
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
    // The server ends, whatever fails below.
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

/// A class of ten, the example of `docs/grading.md`: hand-in files, a folder, an archive, and programs that are wrong
/// in every way. Results in every format.
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
    crate::common::assert_golden("grade.txt", &graded.out);
    crate::common::assert_golden("grade.csv", &read(&folder.join("a.csv")));
    crate::common::assert_golden("grade.xml", &read(&folder.join("a.xml")));
    crate::common::assert_golden("grade-gradescope.json", &read(&folder.join("gs/04-doi.mcsub.json")));
    crate::common::assert_golden("grade-classroom.json", &read(&folder.join("gc/04-doi.mcsub.json")));
    // For any number at a time, any order of names, and any split of the class.
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
    // It touches one page of main memory after the other.
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

/// The JSON that a run has written.
fn sheet(path: &Path) -> serde_json::Value {
    serde_json::from_str(&read(path)).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A solution that loops for ever once it has its result, so that a node neither halts nor waits.
fn without_end(folder: &Path) -> String {
    let good = solution(folder);
    let changed = good.replace(
        "end:    li      $a0, 0\n        jal     mc_exit",
        "end:    addiu   $t0, $t0, 1\n        sw      $t0, own\n        b       end",
    );
    assert_ne!(changed, good);
    changed
}

/// A program that has the right result but never ends passes no case, whether the case says `halted` or not.
#[test]
fn a_program_that_never_ends_passes_no_case() {
    let folder = with_pack("endless");
    write(&folder.join("endless.s"), without_end(&folder));
    for halted in [true, false] {
        let toml = folder.join("demo/sum/exercise.toml");
        if !halted {
            let text = read(&toml);
            assert_eq!(
                text.matches("[[case.expect]]\nhalted = true\n").count(),
                2,
                "every case of the template has it"
            );
            write(&toml, text.replace("[[case.expect]]\nhalted = true\n", ""));
        }
        let graded = run_in(&folder, "grade demo endless.s --json out.json");
        assert_eq!(graded.status, 1, "{graded:?}");
        assert!(graded.out.contains("0/40") && graded.out.contains("limit of 100,000 cycles"), "{}", graded.out);
        let sheet = sheet(&folder.join("out.json"));
        let row = &sheet["rows"][0];
        assert_eq!(
            (&row["points"], &row["passed"], &row["speedup_hundredths"]),
            (&0.into(), &false.into(), &().into())
        );
        assert!(row["cases"].as_array().expect("cases").iter().all(|c| c["passed"] == false), "{row}");
    }
}

/// `pack check` runs programs without end where a case could let one pass, and names such cases.
#[test]
fn a_case_that_an_endless_program_passes_is_warned_of() {
    let folder = with_pack("ends");
    let toml = folder.join("demo/sum/exercise.toml");
    let text = read(&toml);
    let with = |ends: &str, halted: bool, memory: bool| {
        let mut text = text.replacen("seed = 1\n", &format!("seed = 1\nends = \"{ends}\"\n"), 1);
        let mut without = |piece: &str| text = text.replacen(piece, "", 1);
        if !halted {
            without("[[case.expect]]\nhalted = true\n");
        }
        if !memory {
            without(
                "[[case.expect]]\nmemory = { node = \"1,1\", symbol = \"SUM\", words = 1, equals = \"reference\" }\n",
            );
            without("[[case.expect]]\nworked = 4\n");
            text = text.replacen("[[case]]", "[[case]]\nexpect = [{ cycles = 1_000_000 }]", 1);
        }
        write(&toml, text);
        run_in(&folder, "pack check demo").err
    };
    let (nothing, result) = ("computes nothing and never ends", "never ends, once it has the result");
    // Any ending is accepted, and the result is checked: a program with the result passes.
    let found = with("any", false, true);
    assert!(found.contains(result) && !found.contains(nothing), "{found}");
    // The result is checked, and the cores must halt.
    let found = with("any", true, true);
    assert!(!found.contains(result) && !found.contains(nothing), "{found}");
    // Only the cycles are checked.
    for ends in ["any", "limit"] {
        let found = with(ends, false, false);
        assert!(found.contains(nothing), "{ends}: {found}");
    }
    let found = with("halted", false, false);
    assert!(!found.contains(result) && !found.contains(nothing), "{found}");
}

/// Hidden answers that a student can find out are reported with the reason; they are no fault of a pack.
#[test]
fn cases_that_a_student_can_compute_are_named() {
    let folder = with_pack("computable");
    let sound = run_in(&folder, "pack check demo");
    assert!(!sound.err.contains("find out its answer"), "the template's case is withheld: {}", sound.err);
    let toml = folder.join("demo/sum/exercise.toml");
    let text = read(&toml).replace("visibility = \"withheld\"", "visibility = \"hidden\"");
    write(&toml, &text);
    let found = run_in(&folder, "pack check demo");
    assert_eq!(found.status, 0, "{found:?}");
    assert!(
        found.err.contains("case `Other numbers`: students can find out its answer: the start files compute it"),
        "{}",
        found.err
    );
    assert!(found.err.ends_with("0 errors, 0 warnings\n"), "{}", found.err);
    // The start files do not compute it, but the reference does.
    write(&folder.join("demo/sum/reference/seq.s"), read(&folder.join("demo/sum/start/sum.s")));
    write(&toml, text.replace("start/sum.s", "reference/seq.s"));
    let start = folder.join("demo/sum/start/sum.s");
    write(&start, read(&start).replace("sw      $v0, SUM", "nop"));
    let found = run_in(&folder, "pack check demo");
    assert!(found.err.contains("the reference computes it"), "{}", found.err);
    // One word of which students get only a digest.
    let one = "memory = { node = \"1,1\", symbol = \"SUM\", words = 1, equals = \"reference\" }";
    let known = text.replace("start/sum.s", "reference/seq.s").replace(
        "random = { low = -1_000_000, high = 1_000_000, count = 512 }",
        "random = { low = 3, high = 3, count = 512 }",
    );
    let (before, after) = known.rsplit_once(one).expect("the hidden case");
    write(&toml, format!("{before}memory = {{ node = \"1,1\", symbol = \"SUM\", equals = [1536] }}{after}"));
    let found = run_in(&folder, "pack check demo");
    assert!(found.err.contains("so short that all values can be tried"), "{}", found.err);
}

/// No file that students read or that a lecturer forwards holds the expected or found values of a hidden or withheld
/// case.
#[test]
fn secrets_of_hidden_cases_are_told_nowhere() {
    let folder = with_pack("secrets");
    let path = folder.join("demo/sum/exercise.toml");
    let case = |name: &str, visibility: &str, value: u32| {
        let input = format!(
            "[[case.input]]\nnode = \"all\"\nsymbol = \"X\"\nrandom = {{ low = {value}, high = {value}, count = 512 }}\n\n"
        );
        let sum = value * 512;
        format!(
            "[[case]]\nname.en = \"{name}\"\nname.ja = \"{name}\"\nvisibility = \"{visibility}\"\ncycle_limit = 100_000\npoints = 10\n\n{input}\
             [[case.expect]]\nexit = {{ node = \"all\", code = 0 }}\n\n\
             [[case.expect]]\nconsole = {{ node = \"1,1\", exact = \"{sum}\" }}\n\n\
             [[case.expect]]\nconsole = {{ node = \"1,1\", regex = \"^{sum}$\" }}\n\n\
             [[case.expect]]\nmemory = {{ node = \"1,1\", symbol = \"SUM\", equals = [{sum}] }}\n\n"
        )
    };
    // 31 * 512 = 15872 and 37 * 512 = 18944.
    let cases = case("Secret one", "hidden", 31) + &case("Secret two", "withheld", 37);
    write(&path, read(&path).replace("[score]", &(cases + "[score]")));
    // It prints an input, exits with a code computed from it, and leaves another value: everything that could be found.
    let spy = solution(&folder)
        .replace("sw      $s2, SUM", "lw $a0, X\n addiu $a0, $a0, 60000\n sw $a0, SUM\n li $v0, 1\n syscall")
        .replace("end:    li      $a0, 0", "end: lw $a0, X\n addiu $a0, $a0, 50000");
    write(&folder.join("spy.s"), spy);
    // It has no label, so no case can begin; for a program that lacks it only in the withheld case, the name is not
    // revealed.
    write(&folder.join("other.s"), solution(&folder).replace("li      $a3, 4", "li      $a3, 8"));
    let all = "--csv a.csv --json a.json --junit a.xml --gradescope gs --classroom gc";
    let secrets = ["15872", "18944", "60031", "60037", "50031", "50037"];
    let files = ["a.csv", "a.json", "a.xml", "gs/spy.s.json", "gc/spy.s.json", "gs/other.s.json", "gc/other.s.json"];
    let leaks = |out: &str| -> Vec<String> {
        let mut texts: Vec<(&str, String)> = files.iter().map(|f| (*f, read(&folder.join(f)))).collect();
        texts.push(("standard output", out.to_owned()));
        let found = texts.iter().flat_map(|(name, text)| {
            secrets.iter().filter(|s| text.contains(**s)).map(move |s| format!("{name}: {s}"))
        });
        found.collect()
    };
    for language in ["en", "ja"] {
        let graded = run_in(&folder, &format!("--lang {language} grade demo spy.s other.s {all}"));
        assert_eq!(graded.status, 1, "{graded:?}");
        assert_eq!(leaks(&graded.out), Vec::<String>::new());
    }
    // The cases are listed with their points and whether they passed.
    let reported = sheet(&folder.join("a.json"));
    assert_eq!(reported["hidden_values"], false);
    let cases = reported["rows"][1]["cases"].as_array().expect("cases").clone();
    let of = |name: &str| cases.iter().find(|c| c["name"]["en"] == name).expect("the case").clone();
    let (hidden, withheld) = (of("Secret one"), of("Secret two"));
    for case in [&hidden, &withheld] {
        assert_eq!((&case["passed"], &case["of"], &case["visible"]), (&false.into(), &10.into(), &false.into()));
        assert_eq!(case["checks"].as_array().map(Vec::len), Some(0));
    }
    assert_eq!((&hidden["withheld"], &withheld["withheld"]), (&false.into(), &true.into()));
    assert!(hidden["cycles"] != 0 && withheld["cycles"] == 0, "cycles can carry an input out");
    assert!(
        read(&folder.join("gs/spy.s.json")).contains("only whether it passes is told")
            || read(&folder.join("gs/spy.s.json")).contains("合否だけ")
    );
    // The lecturer's own files hold them on request; the others do not.
    let graded = run_in(&folder, &format!("grade demo spy.s other.s {all} --with-hidden-values"));
    let found = leaks(&graded.out);
    assert!(found.iter().all(|leak| leak.starts_with("a.json") || leak.starts_with("a.csv")), "{found:?}");
    for secret in &secrets[..4] {
        assert!(found.contains(&format!("a.json: {secret}")), "{secret}: {found:?}");
    }
    // Merging keeps the contents of the parts, in the same files only.
    fs::rename(folder.join("a.json"), folder.join("part.json")).expect("it is there");
    let merged = run_in(&folder, &format!("grade merge part.json {all}"));
    assert_eq!(leaks(&merged.out), Vec::<String>::new(), "{merged:?}");
    run_in(&folder, &format!("grade merge part.json {all} --with-hidden-values"));
    assert_eq!(read(&folder.join("a.json")), read(&folder.join("part.json")));
    run_in(&folder, "grade demo spy.s --json without.json");
    let refused = run_in(&folder, "grade merge without.json --with-hidden-values --csv b.csv");
    assert!(refused.status == 2 && refused.err.contains("no hidden values"), "{refused:?}");
}

/// A withheld case into which a program does not fit names none of its inputs.
#[test]
fn the_inputs_of_a_withheld_case_are_not_named() {
    let folder = with_pack("names");
    // The reference has the label; the program under test lacks it.
    let start = folder.join("demo/sum/start/sum.s");
    write(&start, read(&start).replace("X:      .space", "QUIETLABEL:\nX:      .space"));
    let path = folder.join("demo/sum/exercise.toml");
    let text = read(&path);
    let at = text.find("name.en = \"Other numbers\"").expect("the withheld case");
    write(&path, format!("{}{}", &text[..at], text[at..].replace("symbol = \"X\"", "symbol = \"QUIETLABEL\"")));
    let graded = run_in(
        &folder,
        "grade demo demo/sum/solution/sum.s --csv a.csv --json a.json --junit a.xml --gradescope gs --classroom gc",
    );
    assert_eq!(graded.status, 1);
    for file in ["a.csv", "a.json", "a.xml", "gs", "gc"] {
        assert!(!read(&folder.join(file)).contains("QUIETLABEL"), "{file}");
    }
    assert!(!graded.out.contains("QUIETLABEL") && graded.out.contains("withheld"), "{}", graded.out);
    // The only case that there is.
    let (head, tail) = text.split_at(text.find("[[case]]").expect("a case"));
    let second = &tail[tail[8..].find("[[case]]").expect("another") + 8..];
    write(&path, format!("{head}{}", second.replace("symbol = \"X\"", "symbol = \"QUIETLABEL\"")));
    let graded = run_in(&folder, "grade demo demo/sum/solution/sum.s --json a.json");
    assert!(
        !graded.out.contains("QUIETLABEL") && !read(&folder.join("a.json")).contains("QUIETLABEL"),
        "{}",
        graded.out
    );
    assert!(graded.err.contains("1 could not be run"), "{}", graded.err);
}

/// Parts that are missing, doubled, or not of one class are named, and nothing is written.
#[test]
fn parts_that_are_no_whole_class_are_named() {
    let folder = with_pack("parts");
    let good = solution(&folder);
    for n in 0..8 {
        write(&folder.join(format!("class/{n}.s")), &good);
    }
    let names: Vec<String> = (0..8).map(|n| format!("class/{n}.s")).collect();
    let names = names.join(" ");
    for part in 1..=4 {
        let graded = run_in(&folder, &format!("grade demo {names} --shard {part}/4 --json part{part}.json"));
        assert_eq!(graded.status, 0, "{graded:?}");
        let part_sheet = sheet(&folder.join(format!("part{part}.json")));
        assert_eq!(part_sheet["shard"], serde_json::json!({ "index": part, "of": 4 }));
        assert_eq!((&part_sheet["class"], &part_sheet["left"]), (&8.into(), &0.into()));
    }
    let refused = |parts: &str, wanted: &[&str]| {
        let _ = fs::remove_file(folder.join("all.csv"));
        let merged = run_in(&folder, &format!("grade merge {parts} --csv all.csv"));
        assert_eq!((merged.status, merged.out.as_str()), (2, ""), "{parts}: {merged:?}");
        for what in wanted {
            assert!(merged.err.contains(what), "{parts}: {what}: {}", merged.err);
        }
        assert!(!folder.join("all.csv").exists(), "{parts}");
    };
    refused("part1.json part2.json part4.json", &["missing: 3/4; grade with `--shard 3/4 --json FILE`"]);
    refused("part2.json part4.json", &["missing: 1/4, 3/4"]);
    refused(
        "part1.json part2.json part3.json part4.json part2.json",
        &["part 2/4 is there more than once: part2.json, part2.json", "`1.s` is in two parts"],
    );
    // Each contradiction: the number of parts, the list, the exercise, the files of the pack, the hidden values, the command.
    let other = |name: &str, arguments: &str| {
        run_in(&folder, &format!("grade demo {arguments} --json {name}"));
    };
    other("thirds.json", &format!("{names} --shard 3/3"));
    refused(
        "part1.json part2.json part4.json thirds.json",
        &["thirds.json: this is one of 3 parts, the others are of 4", "missing: 3/4"],
    );
    other("list.json", "class/0.s class/1.s class/2.s class/3.s --shard 3/4");
    refused(
        "part1.json part2.json list.json part4.json",
        &["list.json: this part is of another list of submissions (4)"],
    );
    other("chosen.json", &format!("{names} --shard 3/4 --exercise sum"));
    refused(
        "part1.json part2.json chosen.json part4.json",
        &["chosen.json: this part was graded with another --exercise"],
    );
    other("values.json", &format!("{names} --shard 3/4 --with-hidden-values"));
    refused("part1.json part2.json values.json part4.json", &["values.json: give all parts --with-hidden-values"]);
    let third = read(&folder.join("part3.json"));
    write(&folder.join("tool.json"), third.replace("\"tool\": \"", "\"tool\": \"9."));
    refused("part1.json part2.json tool.json part4.json", &["by version 9."]);
    write(&folder.join("short.json"), third.replace("\"left\": 0", "\"left\": 1"));
    refused("part1.json part2.json short.json part4.json", &["short.json: 1 submission is left to be graded"]);
    let mut cut = sheet(&folder.join("part3.json"));
    cut["rows"].as_array_mut().expect("rows").pop();
    write(&folder.join("cut.json"), cut.to_string());
    refused("part1.json part2.json cut.json part4.json", &["the parts hold 7 rows, which are not the 8 submissions"]);
    write(&folder.join("demo/sum/task.en.md"), "# Another statement\n");
    other("pack.json", &format!("{names} --shard 3/4"));
    refused("part1.json part2.json pack.json part4.json", &["pack.json: this part was graded with other files"]);
    // Two classes that were never split may be joined.
    other("monday.json", "class/0.s class/1.s");
    other("tuesday.json", "class/2.s");
    other("both.json", "class/0.s class/1.s class/2.s");
    let merged = run_in(&folder, "grade merge tuesday.json monday.json --json joined.json");
    assert_eq!(merged.status, 0, "{merged:?}");
    assert_eq!(read(&folder.join("joined.json")), read(&folder.join("both.json")));
}

/// If a submission cannot be graded, for whatever reason, its row still has the maximum points of the exercise.
#[test]
fn rows_that_fail_early_are_out_of_all_points() {
    let folder = with_pack("early");
    write(&folder.join("class/zip.zip"), b"PK\x03\x04 and nothing more");
    write(&folder.join("class/large.s"), vec![b'#'; (16 << 20) + 1]);
    write(&folder.join("class/latin1.s"), b"main: nop # caf\xe9\n");
    write(&folder.join("class/empty/report.txt"), "nothing");
    write(&folder.join("class/bad.mcsub"), "{\"kind\": \"mcore-submission\"");
    let mut names = vec!["zip.zip", "large.s", "latin1.s", "empty", "bad.mcsub", "gone.s"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.join("class/empty"), folder.join("class/linked")).expect("a link");
        names.push("linked");
    }
    let arguments: Vec<String> = names.iter().map(|n| format!("class/{n}")).collect();
    let arguments = arguments.join(" ");
    for exercise in ["", "--exercise sum"] {
        let graded = run_in(&folder, &format!("grade demo {arguments} {exercise} --json out.json --csv out.csv"));
        assert_eq!(graded.status, 1, "{graded:?}");
        let sheet = sheet(&folder.join("out.json"));
        let rows = sheet["rows"].as_array().expect("rows");
        assert_eq!(rows.len(), names.len());
        for row in rows {
            assert_eq!((&row["points"], &row["of"], &row["speedup_of"]), (&0.into(), &40.into(), &20.into()), "{row}");
            assert!(!row["error"].is_null() && row["exercise"] == "sum", "{row}");
        }
        assert_eq!(read(&folder.join("out.csv")).matches(",sum,error,0,40,").count(), names.len());
    }
}

/// A link on the command line is not followed, whatever its target: none of that may be quoted.
#[test]
#[cfg(unix)]
fn links_are_not_followed() {
    let folder = with_pack("links");
    write(&folder.join("private.s"), "secretlabel: nop\nsecretlabel: nop\n");
    write(&folder.join("class/good.s"), solution(&folder));
    std::os::unix::fs::symlink(folder.join("private.s"), folder.join("class/link.s")).expect("a link");
    std::os::unix::fs::symlink(folder.join("demo/sum/solution"), folder.join("class/folder")).expect("a link");
    let graded = run_in(&folder, "grade demo class/good.s class/link.s class/folder --json out.json");
    assert_eq!(graded.status, 1);
    assert_eq!(graded.out.matches("this is a link, which is not followed").count(), 2, "{}", graded.out);
    assert!(!read(&folder.join("out.json")).contains("secretlabel") && graded.out.contains("40/40"), "{}", graded.out);
}

/// A pattern without matching files is an error in every part of a class, not an empty list.
#[test]
fn a_pattern_without_files_is_an_error_in_every_part() {
    let folder = with_pack("pattern");
    for shard in ["", " --shard 1/3", " --shard 2/3", " --shard 3/3"] {
        let graded = run_in(&folder, &format!("grade demo submissions/*{shard} --json out.json"));
        assert_eq!((graded.status, graded.out.as_str()), (2, ""), "{shard}: {graded:?}");
        assert!(graded.err.contains("no file matches `submissions/*`"), "{shard}: {}", graded.err);
        assert!(!folder.join("out.json").exists());
    }
    // A file may be named like a pattern.
    write(&folder.join("class/a*.s"), solution(&folder));
    assert_eq!(run_in(&folder, "grade demo class/a*.s").status, 0);
}

/// Source text in the encodings of old Japanese editors and of PowerShell is decoded, with a note; the program is the
/// same.
#[test]
fn text_in_other_encodings_is_graded_with_a_note() {
    let folder = with_pack("encodings");
    let good = solution(&folder);
    let (head, tail) = (good.clone() + "# ", "\n");
    // "行列の積 (ｶﾅ)" by iconv of GNU libc.
    let sjis: &[u8] = b"\x8d\x73\x97\xf1\x82\xcc\x90\xcf (\xb6\xc5)";
    let euc: &[u8] = b"\xb9\xd4\xce\xf3\xa4\xce\xc0\xd1 (\x8e\xb6\x8e\xc5)";
    let with = |name: &str, bytes: &[u8]| write(&folder.join(name), [head.as_bytes(), bytes, tail.as_bytes()].concat());
    with("sjis.s", sjis);
    with("euc.s", euc);
    with("utf8.s", "行列の積 (ｶﾅ)".as_bytes());
    with("mark.s", "行列の積 (ｶﾅ)".as_bytes());
    write(
        &folder.join("mark.s"),
        [b"\xef\xbb\xbf", fs::read(folder.join("utf8.s")).expect("a file").as_slice()].concat(),
    );
    let wide: Vec<u8> =
        [0xfeff].into_iter().chain(read(&folder.join("utf8.s")).encode_utf16()).flat_map(u16::to_le_bytes).collect();
    write(&folder.join("utf16.s"), wide);
    let graded = run_in(&folder, "grade demo sjis.s euc.s utf8.s mark.s utf16.s --json out.json");
    assert_eq!(graded.status, 0, "{graded:?}");
    let sheet = sheet(&folder.join("out.json"));
    let note = |name: &str| -> String {
        let row = sheet["rows"].as_array().expect("rows").iter().find(|r| r["submission"] == name).expect("a row");
        assert_eq!(row["points"], 40, "{row}");
        row["notes"].as_array().expect("notes").iter().map(|n| n["en"].as_str().expect("text").to_owned()).collect()
    };
    assert!(note("sjis.s").starts_with("sjis.s: read as Shift_JIS"), "{}", note("sjis.s"));
    assert!(note("euc.s").starts_with("euc.s: read as EUC-JP"), "{}", note("euc.s"));
    assert!(note("utf16.s").starts_with("utf16.s: read as UTF-16LE"), "{}", note("utf16.s"));
    assert_eq!((note("utf8.s"), note("mark.s")), (String::new(), String::new()));
}

/// Excel reads a table as UTF-8 only after a byte order mark, as the page's tables have it.
#[test]
fn tables_begin_with_a_byte_order_mark_and_name_students_of_moodle() {
    let folder = with_pack("moodle");
    write(&folder.join("class/Hana Aoki_4711_assignsubmission_file/sum.s"), solution(&folder));
    write(&folder.join("class/Ken Baba_4712_assignsubmission_file_sum.s"), solution(&folder));
    let mut run = command();
    run.current_dir(&folder).args(["grade", "demo", "--csv", "out.csv"]);
    run.args(["class/Hana Aoki_4711_assignsubmission_file", "class/Ken Baba_4712_assignsubmission_file_sum.s"]);
    assert_eq!(finish(&mut run).status, 0);
    let text = read(&folder.join("out.csv"));
    let lines: Vec<&str> = text.strip_prefix('\u{feff}').expect("the mark").lines().collect();
    assert!(lines[0].starts_with("submission,exercise,verdict,points,of,"), "{}", lines[0]);
    assert!(lines[0].ends_with(",message,notes,student,participant"), "{}", lines[0]);
    assert!(
        lines[1].starts_with("Hana Aoki_4711_assignsubmission_file,sum,pass,40,40,")
            && lines[1].ends_with(",Hana Aoki,4711"),
        "{text}"
    );
    assert!(lines[2].ends_with(",Ken Baba,4712"), "{text}");
}

/// Ctrl-C writes the finished rows and reports how many are left; `--resume` keeps the rows that have not changed and
/// grades the rest.
#[test]
#[cfg(unix)]
fn an_interrupted_class_is_resumed() {
    let folder = with_pack("resume");
    let toml = folder.join("demo/sum/exercise.toml");
    write(&toml, read(&toml).replace("cycle_limit = 100_000", "cycle_limit = 1_000_000_000_000"));
    write(&folder.join("class/a.s"), solution(&folder));
    write(&folder.join("class/b.s"), read(&folder.join("demo/sum/start/sum.s")));
    write(&folder.join("class/c.s"), without_end(&folder));
    write(&folder.join("class/d.s"), solution(&folder));
    let arguments =
        "grade demo class/a.s class/b.s class/c.s class/d.s --jobs 1 --json out.json --csv out.csv --resume";
    let mut child = command()
        .current_dir(&folder)
        .args(arguments.split_whitespace())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    // The first two take milliseconds, the third would take days.
    std::thread::sleep(std::time::Duration::from_secs(5));
    assert!(child.try_wait().expect("a child").is_none(), "it is at work");
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(err.contains("interrupted: 2 submissions are left"), "{err}");
    let names = |sheet: &serde_json::Value| -> Vec<String> {
        let rows = sheet["rows"].as_array().expect("rows");
        rows.iter().map(|r| r["submission"].as_str().expect("a name").to_owned()).collect()
    };
    let half = sheet(&folder.join("out.json"));
    assert_eq!((names(&half), &half["left"]), (vec!["a.s".to_owned(), "b.s".to_owned()], &2.into()));
    assert_eq!(read(&folder.join("out.csv")).lines().count(), 3);
    let merged = run_in(&folder, "grade merge out.json");
    assert!(merged.status == 2 && merged.err.contains("2 submissions are left"), "{merged:?}");
    // One of the finished submissions is changed; the row of the other one is kept unchanged.
    write(&folder.join("class/b.s"), solution(&folder));
    write(&folder.join("class/c.s"), solution(&folder));
    let marked = read(&folder.join("out.json")).replace("\"points\": 40", "\"points\": 39");
    assert!(marked.contains("\"points\": 39"));
    write(&folder.join("out.json"), marked);
    let resumed = run_in(&folder, arguments);
    assert_eq!(resumed.status, 0, "{resumed:?}");
    assert!(resumed.err.contains("1 of 4 submissions had been graded already"), "{}", resumed.err);
    let whole = sheet(&folder.join("out.json"));
    let points: Vec<u64> =
        whole["rows"].as_array().expect("rows").iter().map(|r| r["points"].as_u64().expect("points")).collect();
    assert_eq!((points, &whole["left"]), (vec![39, 40, 40, 40], &0.into()));
    // Another pack: everything is graded again.
    write(&folder.join("demo/sum/task.en.md"), "# Another statement\n");
    let again = run_in(&folder, arguments);
    assert!(again.err.contains("0 of 4 submissions"), "{}", again.err);
    assert!(!read(&folder.join("out.json")).contains("\"points\": 39"));
    assert_eq!(run_in(&folder, "grade demo class/a.s --resume").status, 2, "it needs --json");
}

/// At the first Ctrl-C the finished rows are written at once, although another submission does not end: here one that waits for
/// standard input.
#[test]
#[cfg(unix)]
fn finished_rows_are_written_at_the_first_interrupt() {
    let folder = with_pack("at-once");
    write(&folder.join("a.s"), solution(&folder));
    let out = folder.join("out.json");
    // If Ctrl-C was too early for the first row, again with more time.
    for seconds in [1, 2, 4, 8, 16, 32] {
        let _ = fs::remove_file(&out);
        let mut child = command()
            .current_dir(&folder)
            .args("grade demo a.s - --exercise sum --jobs 2 --json out.json".split_whitespace())
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("it starts");
        std::thread::sleep(std::time::Duration::from_secs(seconds));
        assert!(child.try_wait().expect("a child").is_none(), "it waits for its input");
        let interrupt = || {
            let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            assert!(sent.expect("kill starts").success());
        };
        interrupt();
        while !out.exists() {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let half = sheet(&out);
        // A second Ctrl-C ends the command, and the file stays.
        interrupt();
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        assert_eq!(sheet(&out), half);
        let rows = half["rows"].as_array().expect("rows").len();
        assert_eq!(half["left"], serde_json::json!(2 - rows));
        if rows == 1 {
            return;
        }
    }
    panic!("the first submission is graded in less than half a minute");
}

/// Texts of a hand-in and of a pack cannot steer the lecturer's terminal.
#[test]
fn control_characters_are_pictures_in_every_printed_text() {
    let folder = with_pack("pictures");
    let title = "\u{1b}]0;owned\u{7}";
    write(&folder.join(format!("{title}.s")), format!(".error \"{title}\"\n"));
    write(&folder.join("bad.c"), format!("#error {title}\u{9b}2J\n"));
    write(&folder.join("b.s"), format!("main: {title}\n"));
    let toml = folder.join("demo/sum/exercise.toml");
    let named = read(&toml).replacen("name.en = \"", "name.en = \"\\u001b[2J\\u009b31m\\nforged: 40 of 40 points", 1);
    assert_ne!(named, read(&toml));
    write(&toml, named);
    let is_clean = |run: &Run| {
        let all = format!("{}{}", run.out, run.err);
        assert!(!all.chars().any(|c| c.is_control() && c != '\n'), "{all:?}");
        assert!(!all.lines().any(|line| line.starts_with("forged")), "{all}");
        all
    };
    let files = finish(command().current_dir(&folder).args([
        "grade",
        "demo",
        "bad.c",
        "b.s",
        &format!("{title}.s"),
        "--exercise",
        "sum",
        "--gradescope",
        "out",
    ]));
    assert!(is_clean(&files).contains("␛]0;owned␇"), "{files:?}");
    for file in fs::read_dir(folder.join("out")).expect("a folder").flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        assert!(!name.chars().any(char::is_control), "{name:?}");
    }
    let checked = run_in(&folder, "pack check demo");
    assert!(is_clean(&checked).contains("␛[2J␛[31m␊forged"), "{checked:?}");
}

/// A hand-in cannot change what the exercise's own files include.
#[test]
fn read_only_files_see_the_pack_and_the_library_only() {
    let folder = with_pack("headers");
    let toml = folder.join("demo/sum/exercise.toml");
    let text = read(&toml).replacen("editable = [\"sum.s\"]", "editable = [\"sum.s\"]\nread_only = [\"check.s\"]", 1);
    assert!(text.contains("check.s"), "{text}");
    write(&toml, text);
    write(&folder.join("demo/sum/start/check.s"), "        .include \"mclib.s\"\n");
    write(&folder.join("work/sum.s"), solution(&folder));
    let graded = || run_in(&folder, "grade demo work --exercise sum");
    write(&folder.join("work/mclib.s"), "        .text\nown:    nop\n");
    let refused = graded();
    let said = "`mclib.s` would replace a file that the exercise's own `check.s` includes";
    assert!(refused.status == 1 && refused.out.contains(said), "{refused:?}");
    // The library itself changes nothing.
    write(&folder.join("work/mclib.s"), &mcore::toolchain::mclib::library()[0].text);
    assert_eq!(graded().status, 0, "{:?}", graded());
}
