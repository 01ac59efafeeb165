//! The library functions that the compiler knows by name: types, headers, and words from other languages.

use super::Sema;
use crate::absent::{Row, advice, instead};
use crate::types::{FunctionType, Ty, qual};
use alloc::{string::String, vec::Vec};
use mcore_base::{Text, text};

/// Names by header, in alphabetical order, so that each header is there once.
type Table = &'static [(&'static str, &'static str)];

/// The entries of a table: name, the type after its colon, header.
fn entries(table: Table) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    table.iter().flat_map(|(header, names)| {
        names.split_whitespace().map(move |entry| {
            let (name, letters) = entry.split_once(':').unwrap_or((entry, ""));
            (name, letters, *header)
        })
    })
}

/// The type and the header of a name.
fn entry(table: Table, name: &str) -> Option<(&'static str, &'static str)> {
    entries(table).find(|entry| entry.0 == name).map(|(_, letters, header)| (letters, header))
}

/// Names with their types. In a type the first letter is the result: `v` void, `i` int, `u` unsigned, `l` long,
/// `L` long long, `z` size_t, `d` double, `f` float, `p` void pointer, `P` pointer to const void, `s` pointer to char,
/// `S` pointer to const char, `D` pointer to double, `F` pointer to float, `I` pointer to int, `.` for `...`, and `?` if
/// the type is known only to the header.
const FUNCTIONS: Table = &[
    ("alloca.h", "alloca:pz"),
    ("assert.h", "assert:?"),
    (
        "complex.h",
        "cabs:? cacos:? cacosh:? carg:? casin:? casinh:? catan:? catanh:? ccos:? ccosh:? cexp:? cimag:? clog:? conj:? cpow:? \
         cpowf:? cproj:? creal:? csin:? csinh:? csqrt:? ctan:? ctanh:?",
    ),
    (
        "ctype.h",
        "isalnum:ii isalpha:ii isdigit:ii islower:ii isprint:ii ispunct:ii isspace:ii isupper:ii isxdigit:ii \
         tolower:ii toupper:ii",
    ),
    ("errno.h", "errno:?"),
    ("getopt.h", "getopt:? getopt_long:? getopt_long_only:?"),
    ("malloc.h", "memalign:pzz"),
    (
        "math.h",
        "acos:dd acosf:ff asin:dd asinf:ff atan:dd atan2:ddd atan2f:fff atanf:ff ceil:dd ceilf:ff copysign:ddd \
         copysignf:fff cos:dd cosf:ff cosh:dd exp:dd expf:ff fabs:dd fabsf:ff floor:dd floorf:ff fmax:ddd \
         fmin:ddd fmod:ddd fmodf:fff frexp:ddI hypot:ddd isfinite:? isinf:? isnan:? ldexp:ddi ldexpf:ffi log:dd \
         log10:dd log2:dd logf:ff modf:ddD modff:ffF pow:ddd powf:fff round:dd roundf:ff signbit:? sin:dd sinf:ff \
         sinh:dd sqrt:dd sqrtf:ff tan:dd tanf:ff tanh:dd trunc:dd truncf:ff",
    ),
    (
        "mclib.h",
        "mc_barrier:? mc_bcast:? mc_coords:? mc_cycles:? mc_exit:? mc_get:? mc_get_stride:? mc_height:? mc_id:? \
         mc_mark:? mc_nodes:? mc_print_hex:? mc_print_int:? mc_printf:? mc_put:? mc_put_stride:? mc_putchar:? \
         mc_puts:? mc_rank:? mc_reduce_add:? mc_reduce_max:? mc_reduce_min:? mc_region_begin:? mc_region_end:? \
         mc_signal:? mc_store:? mc_wait:? mc_wait_eq:? mc_wait_ge:? mc_width:? mc_x:? mc_y:?",
    ),
    ("setjmp.h", "longjmp:? setjmp:?"),
    (
        "stdio.h",
        "clearerr:vp fclose:ip fdopen:piS feof:ip ferror:ip fflush:ip fgetc:ip fgetpos:? fgets:ssip fileno:ip fopen:pSS \
         fprintf:ipS. fputc:iip fputs:iSp fread:zpzzp freopen:pSSp fscanf:ipS. fseek:ipli fseeko:? fsetpos:? ftell:lp \
         ftello:? fwrite:zPzzp getc:ip getchar:i getdelim:? getline:? perror:vS printf:iS. putc:iip putchar:ii puts:iS \
         remove:iS rename:iSS rewind:vp scanf:iS. setbuf:vps setlinebuf:vp setvbuf:ipsiz snprintf:iszS. sprintf:isS. \
         sscanf:iSS. tmpfile:p ungetc:iip vfprintf:ipSp vfscanf:ipSp vprintf:iSp vscanf:iSp vsnprintf:iszSp \
         vsprintf:isSp vsscanf:iSSp",
    ),
    (
        "stdlib.h",
        "_Exit:vi abort:v abs:ii aligned_alloc:pzz atof:dS atoi:iS atol:lS bsearch:? calloc:pzz div:? drand48:d \
         erand48:? exit:vi free:vp getenv:sS jrand48:? labs:ll lcong48:? llabs:LL lrand48:l malloc:pz mrand48:l \
         nrand48:? posix_memalign:? qsort:? rand:i rand_r:? random:l realloc:ppz seed48:? srand:vu srand48:vl \
         srandom:vu strtod:? strtol:? strtold:? strtoll:? strtoul:? system:iS valloc:pz",
    ),
    (
        "string.h",
        "memccpy:ppPiz memchr:pPiz memcmp:iPPz memcpy:ppPz memmove:ppPz mempcpy:ppPz memset:ppiz stpcpy:ssS \
         stpncpy:ssSz strcat:ssS strchr:sSi strcmp:iSS strcoll:iSS strcpy:ssS strcspn:zSS strdup:sS strerror:si \
         strlen:zS strncat:ssSz strncmp:iSSz strncpy:ssSz strndup:sSz strnlen:zSz strpbrk:sSS strrchr:sSi \
         strsep:? strspn:zSS strstr:sSS strtok:ssS strtok_r:? strxfrm:zsSz",
    ),
    ("strings.h", "bcmp:iPPz bcopy:vPpz bzero:vpz ffs:ii index:sSi rindex:sSi strcasecmp:iSS strncasecmp:iSSz"),
    ("sys/time.h", "gettimeofday:?"),
    (
        "time.h",
        "asctime:? asctime_r:? clock:? clock_getres:? clock_gettime:? ctime:? ctime_r:? difftime:? gmtime:? \
         gmtime_r:? localtime:? localtime_r:? mktime:? nanosleep:? strftime:? time:? timegm:? timespec_get:?",
    ),
    ("unistd.h", "_exit:vi gethostname:isz getpagesize:i getpid:? sleep:uu sysconf:li usleep:iu"),
];

/// Constants and macros of headers.
const CONSTANTS: Table = &[
    ("complex.h", "CMPLX CMPLXF I"),
    ("float.h", "DBL_EPSILON DBL_MAX FLT_MAX"),
    ("getopt.h", "no_argument optarg opterr optind optional_argument optopt required_argument"),
    ("limits.h", "CHAR_BIT INT_MAX INT_MIN LONG_MAX UINT_MAX"),
    ("math.h", "M_PI"),
    ("stdarg.h", "va_arg va_end va_start"),
    ("stdbool.h", "false true"),
    ("stddef.h", "NULL offsetof"),
    ("stdint.h", "INT32_MAX UINT32_MAX"),
    ("stdio.h", "BUFSIZ EOF FILENAME_MAX FOPEN_MAX SEEK_CUR SEEK_END SEEK_SET stderr stdin stdout"),
    ("stdlib.h", "EXIT_FAILURE EXIT_SUCCESS RAND_MAX"),
    ("time.h", "CLOCKS_PER_SEC CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID CLOCK_REALTIME TIME_UTC"),
];

/// Types of headers.
const TYPES: Table = &[
    ("complex.h", "complex"),
    ("mpi.h", "MPI_Comm MPI_Datatype MPI_Request MPI_Status"),
    ("setjmp.h", "jmp_buf"),
    ("stdarg.h", "va_list"),
    ("stdbool.h", "bool"),
    ("stddef.h", "ptrdiff_t size_t wchar_t"),
    ("stdint.h", "int16_t int32_t int64_t int8_t intptr_t uint16_t uint32_t uint64_t uint8_t uintptr_t"),
    ("stdio.h", "FILE fpos_t"),
    ("sys/types.h", "gid_t mode_t off_t pid_t ssize_t suseconds_t uid_t useconds_t"),
    ("time.h", "clock_t clockid_t time_t"),
];

/// Functions of which the compiler knows the type, but which no header has.
const NOT_THERE: [&str; 1] = ["alloca"];

/// The header of a function or constant of the library.
pub(super) fn header_of(name: &str) -> Option<&'static str> {
    if NOT_THERE.contains(&name) {
        return None;
    }
    if let Some((_, header)) = entry(FUNCTIONS, name) {
        return Some(header).filter(|header| !header.is_empty());
    }
    if let Some((_, header)) = entry(CONSTANTS, name) {
        return Some(header);
    }
    name.starts_with("MPI_").then_some("mpi.h")
}

/// The header of a type of the library.
pub fn type_header(name: &str) -> Option<&'static str> {
    entry(TYPES, name).map(|(_, header)| header)
}

/// The library function whose name is most like a word.
pub(super) fn nearest(word: &str) -> Option<String> {
    let limit = if word.chars().count() < 5 { 1 } else { 2 };
    let all = entries(FUNCTIONS)
        .filter(|f| !f.2.is_empty() && !NOT_THERE.contains(&f.0))
        .map(|f| (super::name::distance(word, f.0, limit), f.0));
    all.filter(|(n, _)| *n <= limit).min().map(|(_, name)| name.into())
}

/// Advice for a word that is right elsewhere.
pub(super) fn habit(word: &str) -> Option<Text> {
    Some(match word {
        "string" | "String" => {
            text!("strings in C are arrays of `char`, or `char *`", "C の文字列は `char` の配列か `char *` です")
        }
        "boolean" | "Boolean" => text!("use `bool` of `<stdbool.h>`", "`<stdbool.h>` の `bool` を使ってください"),
        "True" => text!("use `true` of `<stdbool.h>`", "`<stdbool.h>` の `true` を使ってください"),
        "False" => text!("use `false` of `<stdbool.h>`", "`<stdbool.h>` の `false` を使ってください"),
        "and" => text!("use `&&`", "`&&` を使ってください"),
        "or" => text!("use `||`", "`||` を使ってください"),
        "not" => text!("use `!`", "`!` を使ってください"),
        "elif" | "elsif" | "elseif" => text!("write `else if`", "`else if` と書いてください"),
        "print" | "println" | "echo" => text!("use `printf`", "`printf` を使ってください"),
        "null" | "nil" | "None" | "nullptr" => {
            text!("use `NULL` of `<stddef.h>`", "`<stddef.h>` の `NULL` を使ってください")
        }
        "byte" | "uint8" => text!("use `uint8_t` of `<stdint.h>`", "`<stdint.h>` の `uint8_t` を使ってください"),
        "uint" => text!("use `unsigned`", "`unsigned` を使ってください"),
        "int32" | "i32" => {
            text!("use `int`, or `int32_t` of `<stdint.h>`", "`int` か `<stdint.h>` の `int32_t` を使ってください")
        }
        "int64" | "i64" => text!(
            "use `long long`, or `int64_t` of `<stdint.h>`",
            "`long long` か `<stdint.h>` の `int64_t` を使ってください"
        ),
        "new" => text!("use `malloc` of `<stdlib.h>`", "`<stdlib.h>` の `malloc` を使ってください"),
        "delete" => text!("use `free` of `<stdlib.h>`", "`<stdlib.h>` の `free` を使ってください"),
        "cout" | "cin" | "std" | "endl" => {
            text!("this is C++; use `printf`", "C++ の書き方です。`printf` を使ってください")
        }
        "mc_size" => text!("`mc_nodes` is the number of nodes", "ノード数は `mc_nodes` で得られます"),
        "mc_fence" | "mc_flush" => text!(
            "`mc_wait` waits until local buffers may be used again",
            "`mc_wait` は、手元のバッファを再び使えるようになるまで待ちます"
        ),
        "mc_send" => text!("use `mc_put`, then `mc_signal`", "`mc_put` を使い、続けて `mc_signal` を使ってください"),
        "mc_recv" => text!(
            "there is no receive; wait for the flag with `mc_wait_eq`",
            "受信の関数はありません。`mc_wait_eq` でフラグを待ってください"
        ),
        "var" | "let" | "def" | "function" | "fn" | "class" | "import" | "using" | "namespace" | "public"
        | "private" => {
            text!("`{word}` belongs to another language", "`{word}` は別の言語の語です")
        }
        _ => return instead(word).or_else(|| variant(word)),
    })
}

/// Advice on a form of a mathematical function for another type: `sinl`, `atan2f`.
fn variant(word: &str) -> Option<Text> {
    let base = word.strip_suffix(['f', 'l'])?;
    let header = entry(FUNCTIONS, base).map(|(_, header)| header);
    header.filter(|header| *header == "math.h").map(|_| text!("use `{base}`", "`{base}` を使ってください"))
}

/// Replacements of the parts of MPI that the library leaves out, by their names without `MPI_`; with `_` at its end it is the
/// beginning of names.
const LEFT_OUT: &[Row] = &[
    (
        "File File_ FILE_ MODE_ SEEK_ DISPLACEMENT_CURRENT Register_datarep",
        "there are no files: use initialised arrays, or data that the exercise places",
        "ファイルはありません。初期値のある配列か、課題が置くデータを使ってください",
    ),
    (
        "Win Win_ WIN_ Put Get Accumulate Get_accumulate Rput Rget Raccumulate Rget_accumulate Fetch_ Compare_ LOCK_ REPLACE NO_OP \
         MODE_NOCHECK MODE_NOSTORE MODE_NOPUT MODE_NOPRECEDE MODE_NOSUCCEED",
        "use `mc_put` of `<mclib.h>`",
        "`<mclib.h>` の `mc_put` を使ってください",
    ),
    (
        "Comm_spawn Comm_spawn_ Comm_get_parent Comm_accept Comm_connect Comm_disconnect Comm_join Open_ Close_ Publish_ Unpublish_ Lookup_ \
         Intercomm_ Comm_remote_ Comm_test_inter ROOT MAX_PORT_NAME ERRCODES_IGNORE UNIVERSE_SIZE APPNUM",
        "the ranks are the nodes of the chip; use `MPI_Comm_split`",
        "ランクはチップのノードです。`MPI_Comm_split` を使ってください",
    ),
    (
        "Neighbor_ Ineighbor_ Graph_ Graphdims_ Dist_ GRAPH DIST_GRAPH UNWEIGHTED WEIGHTS_EMPTY",
        "use `MPI_Sendrecv`",
        "`MPI_Sendrecv` を使ってください",
    ),
    (
        "Info Info_ INFO_ MAX_INFO_ Comm_set_info Comm_get_info Comm_dup_with_info",
        "it only gives hints to files, windows and processes, which are not there; leave the call out, or use `MPI_Comm_dup`",
        "ファイルやウィンドウ、プロセスへのヒントですが、ここにはそれらがありません。呼び出しを省くか、`MPI_Comm_dup` を使ってください",
    ),
    (
        "Comm_set_attr Comm_get_attr Comm_delete_attr Comm_create_keyval Comm_free_keyval Type_set_attr Type_get_attr Type_delete_attr \
         Type_create_keyval Type_free_keyval Attr_ Keyval_ TAG_UB IO HOST WTIME_IS_GLOBAL",
        "keep the value in a variable; tags are at most 32767",
        "値は変数に入れてください。タグは 32767 までです",
    ),
    (
        "Comm_set_name Comm_get_name Type_set_name Type_get_name MAX_OBJECT_NAME Pcontrol T_ Get_library_version",
        "leave it out: it has no effect on the program",
        "省いてください。プログラムの動作には影響しません",
    ),
    (
        "Comm_create_errhandler Comm_call_errhandler Errhandler_ Add_error_ Comm_get_errhandler Error_class",
        "use `MPI_Comm_set_errhandler` with `MPI_ERRORS_RETURN`",
        "`MPI_Comm_set_errhandler` に `MPI_ERRORS_RETURN` を渡してください",
    ),
    (
        "Comm_split_type COMM_TYPE_SHARED",
        "each node has its own memory; use `MPI_Comm_split`",
        "メモリはノードごとに別々です。`MPI_Comm_split` を使ってください",
    ),
    (
        "Group_range_",
        "use `MPI_Group_incl` or `MPI_Group_excl`",
        "`MPI_Group_incl` か `MPI_Group_excl` を使ってください",
    ),
    ("Comm_idup", "use `MPI_Comm_dup`", "`MPI_Comm_dup` を使ってください"),
    ("Group_compare", "use `MPI_Group_translate_ranks`", "`MPI_Group_translate_ranks` を使ってください"),
    ("SHORT_INT", "use `MPI_2INT`", "`MPI_2INT` を使ってください"),
    ("Topo_test Cartdim_get Cart_map CART", "use `MPI_Cart_get`", "`MPI_Cart_get` を使ってください"),
    ("Alloc_mem Free_mem", "use `malloc` and `free`", "`malloc` と `free` を使ってください"),
    (
        "Improbe Mprobe Imrecv Mrecv Message MESSAGE_",
        "use `MPI_Probe`, then `MPI_Recv`",
        "`MPI_Probe` の後に `MPI_Recv` を使ってください",
    ),
    (
        "Irsend Rsend_init Ssend_init Bsend_init",
        "use `MPI_Issend` or `MPI_Send_init`",
        "`MPI_Issend` か `MPI_Send_init` を使ってください",
    ),
    ("Request_get_status Grequest_ Status_set_", "use `MPI_Test`", "`MPI_Test` を使ってください"),
    ("Get_elements Get_elements_x", "use `MPI_Get_count`", "`MPI_Get_count` を使ってください"),
    (
        "Query_thread Is_thread_main",
        "a node has one thread; use `MPI_Init_thread`",
        "ノードのスレッドは 1 つです。`MPI_Init_thread` を使ってください",
    ),
    ("Alltoallw Ialltoallw", "use `MPI_Alltoallv`", "`MPI_Alltoallv` を使ってください"),
    (
        "Reduce_scatter Ireduce_scatter",
        "use `MPI_Reduce_scatter_block`, or `MPI_Reduce` and `MPI_Scatterv`",
        "`MPI_Reduce_scatter_block` か、`MPI_Reduce` と `MPI_Scatterv` を使ってください",
    ),
    ("Reduce_local Op_commutative", "write the loop over the elements", "要素についてのループを書いてください"),
    (
        "Get_address Address Aint_ BOTTOM",
        "give the buffer itself: `&x`, or an array",
        "`&x` や配列のように、バッファそのものを渡してください",
    ),
    (
        "LONG_DOUBLE WCHAR LONG_DOUBLE_INT C_LONG_DOUBLE_COMPLEX CXX_ INTEGER REAL COMPLEX LOGICAL CHARACTER DOUBLE_PRECISION AINT COUNT OFFSET Fint Count Offset",
        "use a type of C that the program has: `MPI_INT`, `MPI_LONG_LONG`, `MPI_DOUBLE`",
        "プログラムの変数と同じ C の型を使ってください: `MPI_INT`、`MPI_LONG_LONG`、`MPI_DOUBLE`",
    ),
    ("DISTRIBUTE_", "use `MPI_Type_create_subarray`", "`MPI_Type_create_subarray` を使ってください"),
    ("Bsend Ibsend Buffer_ BSEND_OVERHEAD", "use `MPI_Isend`", "`MPI_Isend` を使ってください"),
    (
        "Type_hvector Type_hindexed Type_struct Type_ Pack Unpack Pack_ Unpack_",
        "copy the elements into an array, and send this",
        "要素を配列にコピーし、その配列を送ってください",
    ),
];

/// Collectives that MPI also begins with a request: `MPI_Ibcast`.
const COLLECTIVES: &str = "Barrier Bcast Gather Scatter Allgather Alltoall Reduce Allreduce Scan Exscan Gatherv Scatterv \
    Allgatherv Alltoallv Reduce_scatter_block";

/// Advice on a name that belongs to a part of MPI that the library leaves out, and whether it is certain that MPI has the name.
pub(super) fn left_out(word: &str) -> Option<(Text, bool)> {
    let rest = word.strip_prefix("MPI_")?;
    if let Some(tip) = advice(LEFT_OUT, |name| name == rest) {
        return Some((tip, true));
    }
    if let Some(tip) = advice(LEFT_OUT, |name| name.ends_with('_') && rest.starts_with(name)) {
        return Some((tip, false));
    }
    let call = rest.strip_prefix('I')?;
    let other = COLLECTIVES.split_whitespace().find(|name| name.eq_ignore_ascii_case(call))?;
    Some((text!("use `MPI_{other}`", "`MPI_{other}` を使ってください"), false))
}

impl Sema<'_, '_> {
    fn letter(&mut self, letter: u8) -> Ty {
        let to = match letter {
            b'v' => return Ty::VOID,
            b'i' => return Ty::INT,
            b'u' | b'z' => return Ty::UINT,
            b'l' => return Ty::LONG,
            b'L' => return Ty::LLONG,
            b'd' => return Ty::DOUBLE,
            b'f' => return Ty::FLOAT,
            b'p' => Ty::VOID,
            b'P' => Ty::VOID.with(qual::CONST),
            b's' => Ty::CHAR,
            b'S' => Ty::CHAR.with(qual::CONST),
            b'D' => Ty::DOUBLE,
            b'F' => Ty::FLOAT,
            _ => Ty::INT,
        };
        self.unit.types.pointer(to)
    }

    /// The type of a library function, if the compiler knows it.
    pub(super) fn library_type(&mut self, name: &str) -> Option<Ty> {
        self.signature(entry(FUNCTIONS, name)?.0)
    }

    /// The function type that a row of letters describes.
    pub(super) fn signature(&mut self, letters: &str) -> Option<Ty> {
        let (result, rest) = letters.as_bytes().split_first()?;
        if *result == b'?' {
            return None;
        }
        let variadic = rest.last() == Some(&b'.');
        let rest = if variadic { &rest[..rest.len() - 1] } else { rest };
        let params: Vec<Ty> = rest.iter().map(|letter| self.letter(*letter)).collect();
        let result = self.letter(*result);
        Some(self.unit.types.function(FunctionType { result, params, variadic, prototype: true }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        for table in [FUNCTIONS, CONSTANTS, TYPES] {
            assert!(table.is_sorted_by_key(|(header, _)| header));
            let name = |entry: &'static str| entry.split(':').next();
            assert!(table.iter().all(|(_, names)| names.split_whitespace().is_sorted_by_key(name)));
            let mut names: Vec<&str> = entries(table).map(|entry| entry.0).collect();
            names.sort_unstable();
            assert!(names.is_sorted_by(|a, b| a < b), "a name is there twice");
        }
        let headers = crate::library::headers();
        for (name, _, header) in entries(FUNCTIONS).filter(|f| !f.2.is_empty()) {
            let is_there = headers.iter().any(|file| file.name == header && file.text.contains(name));
            assert_eq!(is_there, !NOT_THERE.contains(&name), "{name}");
        }
        assert_eq!(header_of("sqrt"), Some("math.h"));
        assert_eq!(nearest("prinft").as_deref(), Some("printf"));
        assert_eq!((header_of("mc_size"), nearest("mc_barier").as_deref()), (None, Some("mc_barrier")));
    }

    #[test]
    fn a_mode_of_windows_is_none_of_files() {
        let tip = |name: &str| left_out(name).map(|(tip, _)| tip.en).unwrap_or_default();
        assert_eq!(tip("MPI_MODE_NOSUCCEED"), tip("MPI_Win_fence"));
        assert_eq!(tip("MPI_MODE_RDONLY"), tip("MPI_File_open"));
        assert!(!tip("MPI_MODE_RDONLY").is_empty() && tip("MPI_MODE_RDONLY") != tip("MPI_Win_fence"));
    }

    #[test]
    fn the_table_has_each_function_of_the_machine_header() {
        let header = crate::library::headers().iter().find(|file| file.name == "mclib.h").expect("the header");
        let named = |line: &str| {
            line.split_once('(').and_then(|(left, _)| left.split([' ', '*']).next_back().map(String::from))
        };
        let declared = header.text.lines().filter(|line| line.ends_with("*/") || line.ends_with(';')).filter_map(named);
        let mut declared: Vec<String> = declared.filter(|name| name.starts_with("mc_")).collect();
        declared.sort();
        let table = entries(FUNCTIONS).filter(|f| f.2 == "mclib.h").map(|f| String::from(f.0));
        assert_eq!(table.collect::<Vec<_>>(), declared);
    }
}
