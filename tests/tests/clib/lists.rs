//! The lists of functions in docs/c.md and docs/c.ja.md are those of the headers.
//!
//! After a change of a header, `MCORE_BLESS=1 cargo test -p mcore-tests --test clib lists` writes the lists anew.

use super::help::prototypes;
use mcore_tests::docs;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A chapter of MPI 3.1: its number, its title in English and Japanese, and the functions in it: names without `MPI_`, in which `*`
/// is any text. A function belongs to the first chapter that has it.
const CHAPTERS: [(&str, &str, &str, &str); 12] = [
    ("13", "files", "ファイル", "File_* Register_datarep"),
    (
        "11",
        "one-sided communication",
        "片側通信",
        "Win_* Put Get Rput Rget Accumulate Raccumulate Get_accumulate Rget_accumulate Fetch_and_op Compare_and_swap",
    ),
    ("9", "info objects", "info オブジェクト", "Info_*"),
    ("12", "threads, statuses", "スレッド、ステータス", "Init_thread Query_thread Is_thread_main Status_set_*"),
    (
        "15, 16",
        "deprecated and removed names",
        "非推奨、または削除された名前",
        "Attr_* Keyval_* Errhandler_create Errhandler_set Errhandler_get Type_struct Type_hvector Type_hindexed Type_extent Type_lb \
         Type_ub Address",
    ),
    ("14", "profiling", "プロファイル", "Pcontrol"),
    ("7", "topologies", "トポロジ", "Cart* Graph* Dist_graph* Topo_test Dims_create *eighbor_*"),
    (
        "5",
        "calls of all ranks",
        "集団通信",
        "Op_* Barrier Ibarrier Bcast Ibcast Gather* Igather* Scatter* Iscatter* Allgather* Iallgather* Alltoall* Ialltoall* Reduce* Ireduce* \
         Allreduce Iallreduce Scan Iscan Exscan Iexscan",
    ),
    ("4", "datatypes", "データ型", "Type_* Pack* Unpack* Get_address Aint_* Get_elements*"),
    (
        "8",
        "start, end, errors, clock, memory",
        "開始、終了、エラー、時計、メモリ",
        "Init Finalize Initialized Finalized Abort Wtime Wtick Get_processor_name Get_version Get_library_version Alloc_mem Free_mem Error_* \
         Add_error_* *errhandler Errhandler_free",
    ),
    ("6", "communicators, groups, attributes", "コミュニケータ、グループ、属性", "Comm_* COMM_DUP_FN Group_*"),
    (
        "3",
        "from one rank to another",
        "1 対 1 の通信",
        "Send* Bsend* Ssend* Rsend* Recv* Isend Ibsend Issend Irsend Irecv Mrecv Imrecv Probe Iprobe Mprobe Improbe Wait* Test* Request_* \
         Start* Cancel Buffer_* Get_count Sendrecv*",
    ),
];

/// True if a name fits a pattern.
fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((begin, rest)) => name.strip_prefix(begin).is_some_and(|after| {
            rest.is_empty() || (0..=after.len()).any(|at| after.is_char_boundary(at) && fits(rest, &after[at..]))
        }),
    }
}

/// The headers that programs include, in the order of their names.
pub fn headers() -> Vec<String> {
    let folder = mcore_tests::root().join("core/lib/include");
    let mut all = Vec::new();
    for (prefix, path) in [("", folder.clone()), ("sys/", folder.join("sys"))] {
        for entry in std::fs::read_dir(path).expect("a folder") {
            let name = entry.expect("a file").file_name().to_string_lossy().into_owned();
            if name.ends_with(".h") && !name.starts_with("internal_") {
                all.push(format!("{prefix}{name}"));
            }
        }
    }
    all.sort();
    all
}

/// An item of a list: a title, then names as words of code, in lines of at most 120 characters.
fn item<'a>(title: &str, all: impl Iterator<Item = &'a str>, separator: &str) -> String {
    let mut text = String::new();
    let mut line = format!("- {title}: ");
    for name in all {
        let word = format!("`{name}`{separator}");
        if line.chars().count() + word.chars().count() > 118 {
            let _ = writeln!(text, "{}", line.trim_end());
            line = "  ".to_owned();
        }
        let _ = write!(line, "{word} ");
    }
    text + line.trim_end().trim_end_matches(separator) + "\n"
}

/// The functions of a header that its macros declare: those of `long double`, and most of `<complex.h>`.
fn declared_by_macros(header: &str) -> Vec<String> {
    let text = docs::read(&format!("core/lib/include/{header}"));
    let of_line = |line: &str| -> Vec<String> {
        let Some((name, arguments)) =
            line.split_once('(').filter(|(name, _)| name.starts_with("__") && !name.contains(char::is_whitespace))
        else {
            return Vec::new();
        };
        let argument = |number: usize| arguments.split([',', ')']).nth(number).unwrap_or_default().trim();
        match name {
            "__REAL" | "__COMPLEX" => ["", "f", "l"].map(|end| argument(0).to_owned() + end).into(),
            "__LONG_1" | "__LONG_2" => vec![argument(0).to_owned() + "l"],
            "__LONG" => vec![argument(1).to_owned() + "l"],
            _ => panic!("{header}: the list does not know {name}"),
        }
    };
    text.lines().flat_map(of_line).collect()
}

/// The functions of the headers of C, a line for each header.
fn list_of_c(separator: &str) -> String {
    let mut text = String::new();
    for header in headers().iter().filter(|header| !["mpi.h", "mclib.h", "mc.h"].contains(&header.as_str())) {
        let functions: BTreeSet<String> =
            prototypes(header, "").into_keys().chain(declared_by_macros(header)).collect();
        if !functions.is_empty() {
            text += &item(&format!("`<{header}>`"), functions.iter().map(String::as_str), separator);
        }
    }
    text
}

/// The functions of MPI, a line for each chapter.
fn list_of_mpi(title: impl Fn(usize) -> String, separator: &str) -> String {
    let mut chapters: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for name in prototypes("mpi.h", "MPI_").into_keys() {
        let short = name.trim_start_matches("MPI_").to_owned();
        let chapter = CHAPTERS.iter().position(|(.., all)| all.split_whitespace().any(|pattern| fits(pattern, &short)));
        let chapter = chapter.unwrap_or_else(|| panic!("{name} is in no chapter of MPI; add it to this file"));
        chapters.entry(chapter).or_default().push(short);
    }
    let number = |chapter: &usize| CHAPTERS[*chapter].0.split(',').next().and_then(|n| n.parse::<u32>().ok());
    let mut order: Vec<&usize> = chapters.keys().collect();
    order.sort_by_key(|chapter| number(chapter));
    order.into_iter().fold(String::new(), |text, chapter| {
        text + &item(&title(*chapter), chapters[chapter].iter().map(String::as_str), separator)
    })
}

/// Compares the lines between two marks of a document with a list, or replaces them.
fn hold(path: &str, mark: &str, list: &str) {
    let [begin, end] = [format!("<!--list {mark}-->\n"), format!("<!--end {mark}-->\n")];
    docs::hold_edited(path, |text| {
        let (before, rest) = text.split_once(&begin).unwrap_or_else(|| panic!("{path} has no {begin}"));
        let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("{path} has no {end}"));
        // A list of Markdown needs an empty line on both sides, as comments are blocks.
        format!("{before}{begin}\n{list}\n{end}{after}")
    });
}

#[test]
fn the_documents_list_the_functions_of_the_headers() {
    let english = |chapter: usize| format!("Chapter {}, {}", CHAPTERS[chapter].0, CHAPTERS[chapter].1);
    let japanese = |chapter: usize| format!("{} 章、{}", CHAPTERS[chapter].0, CHAPTERS[chapter].2);
    hold("docs/c.md", "mpi", &list_of_mpi(english, ","));
    hold("docs/c.ja.md", "mpi", &list_of_mpi(japanese, "、"));
    hold("docs/c.md", "c", &list_of_c(","));
    hold("docs/c.ja.md", "c", &list_of_c("、"));
}

#[test]
fn a_star_stands_for_any_text() {
    assert!(fits("File_*", "File_open") && fits("*eighbor_*", "Ineighbor_alltoall") && fits("Put", "Put"));
    assert!(
        !fits("Get", "Get_count")
            && !fits("*errhandler", "Errhandler_free")
            && fits("*errhandler", "Comm_set_errhandler")
    );
}
