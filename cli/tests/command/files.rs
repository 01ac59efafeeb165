//! `mcore asm` and `mcore disasm`: every format; and the messages of both and of `run` about bad files.

use crate::common::{assert_golden, command, file, finish, japanese, mcore};
use object::read::elf::ElfFile32;
use object::{Endianness, Object as _, ObjectSection as _, ObjectSegment as _, ObjectSymbol as _};

#[test]
fn the_listing_shows_what_each_statement_became() {
    let ran = mcore("asm tiny.s");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_golden("tiny.lst", &ran.out);
}

#[test]
fn json_holds_sections_symbols_lines_and_findings() {
    let ran = mcore("asm --format json tiny.s");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_golden("tiny.json", &ran.out);
    let found: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(found["sections"][0]["name"], ".text");
    assert_eq!(found["sections"][0]["address"], 0x1000);
    assert_eq!(found["entry"], 0x1000);
}

/// A compiler's assembly names its source by `.file`.
#[test]
fn json_names_the_source_of_compiled_lines() {
    let path = file("compiled.s", "main: nop\n .file 1 \"dir/x.c\"\n .loc 1 7\n nop\n break\n");
    let ran = mcore(&format!("asm --format json {path}"));
    let found: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    let place = |i: usize| {
        let line = &found["lines"][i];
        (line["file"].as_str().expect("a name"), line["line"].as_u64().expect("a number"))
    };
    assert_eq!([place(0), place(1), place(2)], [(path.as_str(), 1), ("dir/x.c", 7), ("dir/x.c", 7)]);
}

#[test]
fn json_of_a_wrong_text_says_so_and_standard_error_too() {
    let path = file("wrong.s", "main: nop\n  adiu $t0, $t0, 1\n");
    let ran = mcore(&format!("asm --format json {path}"));
    assert_eq!(ran.status, 2);
    assert!(ran.err.starts_with(&format!("{path}:2:3: error: ")), "{}", ran.err);
    let found: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!((&found["ok"], &found["sections"]), (&false.into(), &serde_json::json!([])));
    let first = &found["diagnostics"][0];
    assert_eq!((&first["line"], &first["column"], &first["severity"]), (&2.into(), &3.into(), &"error".into()));
    assert!(first["message"]["ja"].as_str().is_some_and(|t| !t.is_empty()));
}

#[test]
fn nothing_is_written_for_a_wrong_text() {
    let out = file("untouched.hex", "before");
    let path = file("wrong2.s", "main: adiu $t0, $t0, 1\n");
    for format in ["listing", "json", "hex", "elf"] {
        let ran = mcore(&format!("asm --format {format} -o {out} {path}"));
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    }
    assert_eq!(std::fs::read_to_string(out).expect("still there"), "before");
}

#[test]
fn warnings_are_told_and_do_no_harm() {
    let path = file("warning.s", " nop\n li $v0, 10\n syscall\n");
    let ran = mcore(&format!("asm --format hex {path}"));
    assert_eq!(ran.status, 0);
    assert!(ran.err.contains(": warning: no label `main`"), "{}", ran.err);
    assert!(ran.out.starts_with("@00001000\n00000000\n"), "{}", ran.out);
}

#[test]
fn hex_and_back() {
    let ran = mcore("asm --format hex tiny.s");
    assert_golden("tiny.hex", &ran.out);
    let path = file("tiny.hex", &ran.out);
    let shown = mcore(&format!("disasm {path}"));
    assert_eq!((shown.status, shown.err.as_str()), (0, ""));
    assert_golden("tiny.dis", &shown.out);
}

#[test]
fn raw_words_are_disassembled_from_an_address() {
    let path = file("raw.bin", [0x0c, 0, 0, 0, 0xff, 0xff, 0, 0x10, 0, 0, 0, 0, 1, 2]);
    let ran = mcore(&format!("disasm --base 0x400000 {path}"));
    assert_eq!(
        ran.out,
        "00400000  0000000c  syscall\n00400004  1000ffff  beq $zero, $zero, 0x400004\n00400008  00000000  nop\n\
         0040000c            .byte 0x01, 0x02\n"
    );
    let bad = mcore(&format!("disasm --format hex {}", file("bad.hex", "00000000\n12345\nxyz\n")));
    assert!(bad.status == 2 && bad.err.contains("line 3: `xyz` is not a word"), "{bad:?}");
}

#[test]
fn sections_go_where_the_options_say() {
    let ran = mcore("asm --format json --text 0x2000 --data 0x8000 --bss 0x1_0000 tiny.s");
    let found: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    let places: Vec<_> =
        found["sections"].as_array().expect("sections").iter().map(|s| s["address"].as_u64()).collect();
    assert_eq!(places, [Some(0x2000), Some(0x8000), Some(0x1_0000)]);
    let overlap = mcore("asm --data 0x1000 tiny.s");
    assert!(overlap.status == 2 && overlap.err.contains("overlap"), "{overlap:?}");
    let outside = mcore("asm --data 0x100000 tiny.s");
    assert!(outside.status == 2 && outside.err.contains("does not fit"), "{outside:?}");
    assert_eq!(mcore("asm --data 0x100000 --node-memory 2M tiny.s").status, 0);
}

/// Read by an independent library.
#[test]
fn elf_files_are_as_others_read_them() {
    let out = file("tiny.elf", "");
    let ran = mcore(&format!("asm --format elf -o {out} tiny.s"));
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let bytes = std::fs::read(&out).expect("written");
    let elf = ElfFile32::<Endianness>::parse(&*bytes).expect("ELF");
    assert_eq!(elf.architecture(), object::Architecture::Mips);
    assert!(elf.is_little_endian() && elf.kind() == object::ObjectKind::Executable);
    assert_eq!(elf.entry(), 0x1000);
    let json: serde_json::Value = serde_json::from_str(&mcore("asm --format json tiny.s").out).expect("JSON");
    let hex = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
    for section in json["sections"].as_array().expect("sections") {
        let found = elf.section_by_name(section["name"].as_str().expect("a name")).expect("the section");
        assert_eq!(Some(found.address()), section["address"].as_u64());
        assert_eq!(Some(found.size()), section["size"].as_u64());
        assert_eq!(hex(found.data().expect("data")), section["bytes"].as_str().expect("hex"));
        let segment = elf.segments().find(|s| s.address() == found.address()).expect("a segment");
        assert_eq!((segment.size(), segment.file_range().0 % 4096), (found.size(), found.address() % 4096));
    }
    for symbol in json["symbols"].as_array().expect("symbols") {
        let name = symbol["name"].as_str().expect("a name");
        let found = elf.symbols().find(|s| s.name() == Ok(name)).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(Some(found.address()), symbol["value"].as_u64());
    }
}

#[test]
fn bad_files_get_one_line_that_says_what_to_do() {
    let missing = "no/such/file.s".to_owned();
    let folder = env!("CARGO_TARGET_TMPDIR").to_owned();
    let cases = [
        (missing, "there is no such file"),
        (folder, "this is a folder"),
        (file("empty.s", ""), "the file is empty"),
        (file("blank.s", " \n\t\n"), "the file is empty"),
        (file("latin1.s", b"main: nop\n# caf\xe9\n"), "line 2 is not UTF-8"),
        (file("binary.s", b"\x01\x02\x00\x03"), "a binary file"),
    ];
    for (path, what) in &cases {
        for verb in ["run", "asm"] {
            let ran = mcore(&format!("{verb} {path}"));
            assert_eq!((ran.status, ran.out.as_str(), ran.err.lines().count()), (2, "", 1), "{verb} {path}: {ran:?}");
            assert!(
                ran.err.starts_with(&format!("error: {path}: ")) && ran.err.contains(what),
                "{verb} {path}: {ran:?}"
            );
        }
    }
    for (path, what) in &cases[..3] {
        let ran = mcore(&format!("disasm {path}"));
        assert!(ran.status == 2 && ran.err.contains(what), "{ran:?}");
    }
    let large = file("large.s", "");
    let sparse = std::fs::OpenOptions::new().write(true).open(&large).expect("the file");
    sparse.set_len(65 << 20).expect("a large file");
    let ran = mcore(&format!("run {large}"));
    assert!(ran.status == 2 && ran.err.contains("larger than 64 MiB"), "{ran:?}");
    sparse.set_len(0).expect("small again");
    let nowhere = mcore("asm tiny.s -o no/such/folder/x");
    assert!(nowhere.status == 2 && nowhere.err.contains("cannot be written"), "{nowhere:?}");
}

#[test]
fn findings_can_be_shown_with_their_line() {
    let path = file("rich.s", "main: nop\n\taddiu $t0, $t9x, 1 # あ\n");
    let rich = mcore(&format!("asm --error-format rich {path}"));
    assert!(rich.status == 2 && rich.err.contains("addiu $t0, $t9x, 1") && rich.err.contains("^^^^"), "{rich:?}");
    assert!(!rich.err.contains('\x1b'), "no colours into a pipe");
    let coloured = mcore(&format!("asm --error-format rich --color always {path}"));
    assert!(coloured.err.contains('\x1b'));
    let ja = japanese(&format!("asm --error-format rich {path}"));
    assert!(ja.err.contains("エラー"), "{}", ja.err);
    // The one-line form keeps the word that editors look for.
    assert!(
        japanese(&format!("asm {path}")).err.contains(":2:13: error: "),
        "{}",
        japanese(&format!("asm {path}")).err
    );
}

#[test]
fn help_completions_and_manual_come_from_the_arguments() {
    for (arguments, what) in [
        ("--help", "Usage: mcore"),
        ("run --help", "Exit status:"),
        ("help asm", "--bss <ADDR>"),
        ("--version", "mcore 0."),
        ("completions bash", "complete -F"),
        ("completions zsh", "#compdef mcore"),
        ("completions fish", "complete -c mcore"),
        ("man", ".TH mcore"),
        ("man run", "mcore\\-run"),
        ("help help", "Usage: mcore help [COMMAND]..."),
        ("help --help", "Usage: mcore help [COMMAND]..."),
        ("help -h", "Usage: mcore help [COMMAND]..."),
        ("help run --help", "Usage: mcore run"),
        ("help nsim sweep -h", "Usage: mcore nsim sweep"),
        ("nsim help sweep --help", "Usage: mcore nsim sweep"),
        ("pack help --help", "Usage: mcore pack help [COMMAND]..."),
        ("help --color never run", "Usage: mcore run"),
        ("man nsim sweep", "mcore\\-nsim\\-sweep"),
        ("man mcore-pack-check", ".SH OPTIONS"),
        ("man grade", ".SH EXAMPLES"),
        ("--lang ja help help --help", "使い方: mcore help"),
        ("pmnet help run --lang ja", "使い方: mcore pmnet run"),
    ] {
        let ran = mcore(arguments);
        assert!(ran.status == 0 && ran.out.contains(what) && ran.err.is_empty(), "{arguments}: {ran:?}");
    }
    let ja = japanese("run --help");
    assert!(ja.status == 0 && ja.out.contains("終了ステータス") && ja.out.contains("使い方"), "{}", ja.out);
    assert!(japanese("--help").out.contains("コマンド"));
    for wrong in [
        "",
        "nope",
        "asm",
        "man nope",
        "man run nope",
        "man run -o x",
        "run --nodes",
        "completions tcsh",
        "help nope --help",
    ] {
        let ran = mcore(wrong);
        assert!(ran.status == 2 && ran.out.is_empty() && !ran.err.is_empty(), "{wrong}: {ran:?}");
    }
}

/// Options of a page: the words that begin with `--` where an option is explained.
fn options_of(page: &str) -> Vec<String> {
    let explained = page.lines().filter(|line| line.contains("\\-\\-") && line.starts_with("\\f"));
    explained.map(|line| line.replace("\\-", "-").replace("\\fB", "").replace("\\fR", "").replace("\\fI", "")).collect()
}

#[test]
fn there_is_a_manual_page_for_each_command_with_all_its_options() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("man");
    for (language, head) in [("en", ".SH NAME"), ("ja", ".SH 名前")] {
        let _ = std::fs::remove_dir_all(&folder);
        let ran = finish(command().args(["--lang", language, "man", "--output"]).arg(&folder));
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
        let names: Vec<String> = std::fs::read_dir(&folder)
            .expect("pages")
            .map(|page| page.expect("a page").file_name().to_string_lossy().into_owned())
            .collect();
        for nested in ["mcore.1", "mcore-run.1", "mcore-nsim-sweep.1", "mcore-pack-check.1", "mcore-grade-merge.1"] {
            assert!(names.iter().any(|name| name == nested), "{nested}: {names:?}");
        }
        assert!(names.len() >= 23 && !names.iter().any(|name| name.contains("help")), "{names:?}");
        for name in names {
            let page = std::fs::read_to_string(folder.join(&name)).expect("a page");
            let words = name.trim_end_matches(".1").replace('-', " ");
            let words = words.trim_start_matches("mcore").trim();
            let one = mcore(&format!("--lang {language} man {words}"));
            assert_eq!(one.out, page, "{name}");
            assert!(page.contains(head), "{name}");
            let help = mcore(&format!("--lang {language} {words} --help")).out;
            let explained = options_of(&page).join("\n");
            let begins = |line: &&str| line.starts_with("  -") || line.starts_with("      --");
            for line in help.lines().filter(begins).map(str::trim_start) {
                let option = line.split([' ', ',']).find(|word| word.starts_with("--")).or(line.split(' ').next());
                let option = option.expect("a name");
                // Some lists contain a short name alone.
                assert!(option == "-" || explained.contains(option), "{name}: {option}\n{explained}");
            }
        }
    }
}

/// The examples in the help are read by the parser as they are.
#[test]
fn examples_in_the_help_are_sound() {
    for language in ["en", "ja"] {
        let mut examples = 0;
        for verb in ["run", "grade", "noc", "nsim", "pmnet"] {
            let help = mcore(&format!("--lang {language} help {verb}")).out;
            for line in help
                .lines()
                .filter(|line| line.starts_with("  mcore ") || (line.starts_with("  ") && line.contains("| mcore ")))
            {
                // An explanation follows several spaces; a bar follows the command that writes the input.
                let text = line.trim_start().rsplit("| ").next().expect("a command");
                let text = text.split("    ").next().expect("the command").split(" <").next().expect("the command");
                // With a wrong value at the end it is refused for that value alone.
                let text = text.trim_end().strip_prefix("mcore ").unwrap_or_else(|| panic!("{line}"));
                // The text between quotation marks is one word.
                let parts = text.split('\'').enumerate();
                let words = parts.flat_map(|(at, part)| match at % 2 {
                    0 => part.split_whitespace().collect(),
                    _ => vec![part],
                });
                let ran = finish(command().args(words).arg("--color=nonsense"));
                assert!(ran.status == 2 && ran.err.contains("nonsense"), "{line}: {ran:?}");
                examples += 1;
            }
        }
        assert!(examples >= 20, "{examples}");
    }
}

#[test]
fn options_are_taken_only_where_they_mean_something() {
    for verb in ["run", "asm", "diff"] {
        assert!(mcore(&format!("{verb} --help")).out.contains("--error-format"), "{verb}");
    }
    for verb in ["noc", "nsim run", "pmnet check", "pack check", "grade", "disasm", "completions", "man"] {
        assert!(!mcore(&format!("{verb} --help")).out.contains("--error-format"), "{verb}");
        let ran = mcore(&format!("{verb} --error-format short"));
        assert!(ran.status == 2 && ran.err.contains("--error-format"), "{verb}: {ran:?}");
    }
}

#[test]
fn colours_that_are_always_wanted_come_through_a_pipe_in_the_long_form() {
    let path = file("always.s", "main: nop\n\taddiu $t0, $t9x, 1\n");
    for verb in ["asm", "run"] {
        let ran = mcore(&format!("{verb} --color always {path}"));
        assert!(ran.err.contains("addiu $t0, $t9x, 1") && ran.err.contains("\x1b[1m\x1b[91merror"), "{ran:?}");
        let short = mcore(&format!("{verb} --color always --error-format short {path}"));
        assert!(short.err.contains("always.s:2:") && !short.err.contains("addiu $t0"), "{short:?}");
        let never = mcore(&format!("{verb} --color never --error-format rich {path}"));
        assert!(never.err.contains("addiu $t0, $t9x, 1") && !never.err.contains('\x1b'), "{never:?}");
    }
    assert!(mcore("run --help --color always").out.contains("\x1b["));
    assert!(!mcore("run --help").out.contains('\x1b'));
}

/// Nothing in a file makes the command panic.
#[test]
fn random_bytes_are_answered() {
    let mut rng = mcore::base::Rng::new(5);
    for round in 0..40 {
        let length = 1 + rng.below(400);
        let any = |rng: &mut mcore::base::Rng| {
            if round % 2 == 0 { rng.below(256) as u8 } else { b"\tadlis.:,$()#@0x19\n \""[rng.below(20) as usize] }
        };
        let bytes: Vec<u8> = (0..length).map(|_| any(&mut rng)).collect();
        let path = file("random.s", bytes);
        for verb in ["asm", "disasm", "disasm --format raw", "disasm --format hex", "run --max-cycles 100"] {
            let ran = finish(command().args(verb.split(' ')).arg(&path));
            assert!((0..=5).contains(&ran.status) && !ran.err.contains("panicked"), "{verb}: {ran:?}");
        }
    }
}

/// A byte order mark in front of a text is not part of it, whichever command reads it.
#[test]
fn a_byte_order_mark_is_accepted_everywhere() {
    let marked = |name: &str, text: &str| file(&format!("mark/{name}"), format!("\u{feff}{text}"));
    let plain = |name: &str, text: &str| file(&format!("mark/{name}"), text);
    let program = "main: li $v0, 10\n syscall\n";
    let (with, without) = (marked("with.s", program), plain("without.s", program));
    for verb in ["run", "asm --format hex", "asm --format json"] {
        let (a, b) = (mcore(&format!("{verb} {with}")), mcore(&format!("{verb} {without}")));
        assert_eq!((a.status, &a.err), (0, &b.err), "{verb}: {a:?}");
        assert_eq!(a.out.replace("with.s", "without.s"), b.out, "{verb}");
    }
    let same = mcore(&format!("diff {with} {without}"));
    assert_eq!(same.status, 0, "{same:?}");
    // A file that is included, and words in hex.
    marked("part.inc", "part: nop\n");
    let whole = marked("whole.s", &format!(" .include \"part.inc\"\n{program}"));
    assert_eq!(mcore(&format!("run {whole}")).status, 0);
    let (a, b) = (
        mcore(&format!("disasm {}", marked("a.hex", "24020001\n"))),
        mcore(&format!("disasm {}", plain("b.hex", "24020001\n"))),
    );
    assert!(a.status == 0 && a.out == b.out && a.out.contains("addiu"), "{a:?}");
    // Memory systems and their traces; parameters, programs and mappings of interconnects.
    let dat = mcore::modes::pmnet::model::preset::Preset::read("i7-7700k").expect("a preset").dat().to_json();
    let dat = marked("system.json", &dat);
    let checked = mcore(&format!("pmnet check --dat {dat}"));
    assert_eq!(checked.status, 0, "{checked:?}");
    for (name, text) in [
        ("lackey.txt", " L 1000,4\n S 1004,4\n"),
        ("din.txt", "0 1000\n1 1004\n"),
        ("generic.txt", "R 0x1000 4\nW 0x1004 4\n"),
    ] {
        let (a, b) = (marked(name, text), plain(&format!("plain-{name}"), text));
        let run = |path: &str| mcore(&format!("pmnet run --preset i7-7700k --trace {path} --json"));
        let (a, b) = (run(&a), run(&b));
        assert!(a.status == 0 && a.err.is_empty(), "{name}: {a:?}");
        let without_names = |text: &str| text.replace("plain-", "");
        assert_eq!(without_names(&a.out), without_names(&b.out), "{name}");
    }
    let params = marked("params.toml", "base = \"torus\"\n");
    let ran =
        mcore(&format!("nsim run --topology torus --dims 2x2x2 --program bruck-alltoall --bytes 4 --params {params}"));
    assert_eq!(ran.status, 0, "{ran:?}");
}

/// Source text in the encodings of old Japanese editors runs unchanged, with a note; a binary file is still refused.
#[test]
fn source_text_in_other_encodings_runs_with_a_note() {
    // "行列" by iconv of GNU libc.
    for (name, bytes, encoding) in
        [("sjis.s", &b"\x8d\x73\x97\xf1"[..], "Shift_JIS"), ("euc.s", b"\xb9\xd4\xce\xf3", "EUC-JP")]
    {
        let text = [b"# ", bytes, b"\n .include \"mclib.s\"\nmain: la $a0, s\n li $v0, 4\n syscall\n li $v0, 10\n syscall\n .data\ns: .asciiz \"", bytes, b"\"\n"].concat();
        let path = file(&format!("encodings/{name}"), text);
        for verb in ["run --nodes 1x1", "asm --format hex"] {
            let ran = mcore(&format!("{verb} {path}"));
            assert_eq!(ran.status, 0, "{ran:?}");
            assert!(ran.err.contains(&format!("{name}: warning: read as {encoding}")), "{verb}: {ran:?}");
        }
        let ran = mcore(&format!("run --nodes 1x1 {path}"));
        assert_eq!(ran.out, "行列", "strings become UTF-8");
        assert!(japanese(&format!("run --nodes 1x1 {path}")).err.contains(&format!("{encoding} として読みました")));
        let same = mcore(&format!("diff --nodes 1x1 {path} {path}"));
        assert_eq!(same.status, 0, "{same:?}");
    }
    let binary = mcore(&format!("run {}", file("encodings/binary.s", b"a\0b\x8d")));
    assert!(binary.status == 2 && binary.err.contains("not a text but a binary file"), "{binary:?}");
}
