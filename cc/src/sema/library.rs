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
        "isalnum:ii isalpha:ii isascii:ii isblank:ii iscntrl:ii isdigit:ii isgraph:ii islower:ii isprint:ii \
         ispunct:ii isspace:ii isupper:ii isxdigit:ii toascii:ii tolower:ii toupper:ii",
    ),
    ("errno.h", "errno:?"),
    (
        "fenv.h",
        "feclearexcept:? fegetenv:? fegetround:? feholdexcept:? feraiseexcept:? fesetenv:? fesetround:? \
         fetestexcept:? feupdateenv:?",
    ),
    ("getopt.h", "getopt:? getopt_long:? getopt_long_only:?"),
    ("locale.h", "localeconv:? setlocale:?"),
    ("malloc.h", "memalign:pzz"),
    (
        "math.h",
        "acos:dd acosf:ff acosh:dd acoshf:ff asin:dd asinf:ff asinh:dd asinhf:ff atan:dd atan2:ddd atan2f:fff \
         atanf:ff atanh:dd atanhf:ff cbrt:dd cbrtf:ff ceil:dd ceilf:ff copysign:ddd copysignf:fff cos:dd cosf:ff \
         cosh:dd coshf:ff erf:dd erfc:dd erfcf:ff erff:ff exp:dd exp2:dd exp2f:ff expf:ff expm1:dd expm1f:ff fabs:dd \
         fabsf:ff fdim:ddd fdimf:fff floor:dd floorf:ff fma:dddd fmaf:ffff fmax:ddd fmaxf:fff fmin:ddd fminf:fff \
         fmod:ddd fmodf:fff fpclassify:? frexp:ddI frexpf:ffI hypot:ddd hypotf:fff ilogb:id ilogbf:if isfinite:? \
         isgreater:? isinf:? isless:? isnan:? isnormal:? isunordered:? ldexp:ddi ldexpf:ffi lgamma:dd lgammaf:ff \
         llrint:Ld llrintf:Lf llround:Ld llroundf:Lf log:dd log10:dd log10f:ff log1p:dd log1pf:ff log2:dd log2f:ff \
         logb:dd logbf:ff logf:ff lrint:ld lrintf:lf lround:ld lroundf:lf modf:ddD modff:ffF nan:dS nanf:fS \
         nearbyint:dd nearbyintf:ff nextafter:ddd nextafterf:fff nexttoward:? nexttowardf:? pow:ddd powf:fff \
         remainder:ddd remainderf:fff remquo:dddI remquof:? rint:dd rintf:ff round:dd roundf:ff scalbln:ddl \
         scalblnf:ffl scalbn:ddi scalbnf:ffi signbit:? sin:dd sinf:ff sinh:dd sinhf:ff sqrt:dd sqrtf:ff tan:dd \
         tanf:ff tanh:dd tanhf:ff tgamma:dd tgammaf:ff trunc:dd truncf:ff",
    ),
    (
        "mclib.h",
        "mc_barrier:? mc_bcast:? mc_coords:? mc_cycles:? mc_exit:? mc_get:? mc_get_stride:? mc_height:? mc_id:? \
         mc_mark:? mc_nodes:? mc_print_hex:? mc_print_int:? mc_printf:? mc_put:? mc_put_stride:? mc_putchar:? \
         mc_puts:? mc_rank:? mc_reduce_add:? mc_reduce_max:? mc_reduce_min:? mc_region_begin:? mc_region_end:? \
         mc_signal:? mc_store:? mc_wait:? mc_wait_eq:? mc_wait_ge:? mc_width:? mc_x:? mc_y:?",
    ),
    (
        "omp.h",
        "omp_destroy_lock:? omp_get_max_threads:? omp_get_num_procs:? omp_get_num_threads:? omp_get_thread_num:? \
         omp_get_wtick:? omp_get_wtime:? omp_in_parallel:? omp_init_lock:? omp_set_dynamic:? omp_set_lock:? \
         omp_set_nested:? omp_set_num_threads:? omp_test_lock:? omp_unset_lock:?",
    ),
    ("setjmp.h", "longjmp:? setjmp:?"),
    ("signal.h", "kill:? raise:? sigaction:? sigaddset:? sigemptyset:? sigfillset:? signal:? sigprocmask:?"),
    (
        "stdio.h",
        "asprintf:? clearerr:vp dprintf:? fclose:ip fdopen:piS feof:ip ferror:ip fflush:ip fgetc:ip fgetpos:? \
         fgets:ssip fileno:ip fopen:pSS fprintf:ipS. fputc:iip fputs:iSp fread:zpzzp freopen:pSSp fscanf:ipS. \
         fseek:ipli fseeko:? fsetpos:? ftell:lp ftello:? fwrite:zPzzp getc:ip getc_unlocked:? getchar:i \
         getchar_unlocked:? getdelim:? getline:? getw:? perror:vS printf:iS. putc:iip putc_unlocked:? putchar:ii \
         putchar_unlocked:? puts:iS putw:? remove:iS rename:iSS rewind:vp scanf:iS. setbuf:vps setlinebuf:vp \
         setvbuf:ipsiz snprintf:iszS. sprintf:isS. sscanf:iSS. tmpfile:p tmpnam:? ungetc:iip vasprintf:? vdprintf:? \
         vfprintf:ipSp vfscanf:ipSp vprintf:iSp vscanf:iSp vsnprintf:iszSp vsprintf:isSp vsscanf:iSSp",
    ),
    (
        "stdlib.h",
        "_Exit:vi abort:v abs:ii aligned_alloc:pzz at_quick_exit:? atexit:? atof:dS atoi:iS atol:lS bsearch:? \
         calloc:pzz div:? drand48:d erand48:? exit:vi free:vp getenv:sS jrand48:? labs:ll lcong48:? llabs:LL \
         lrand48:l malloc:pz mblen:? mbstowcs:? mbtowc:? mkstemp:? mrand48:l nrand48:? posix_memalign:? putenv:? \
         qsort:? quick_exit:? rand:i rand_r:? random:l realloc:ppz reallocarray:? seed48:? setenv:? srand:vu \
         srand48:vl srandom:vu strtod:? strtof:? strtol:? strtold:? strtoll:? strtoul:? strtoull:? system:iS \
         unsetenv:? valloc:pz wcstombs:? wctomb:?",
    ),
    (
        "string.h",
        "memccpy:ppPiz memchr:pPiz memcmp:iPPz memcpy:ppPz memmove:ppPz mempcpy:ppPz memset:ppiz stpcpy:ssS \
         stpncpy:ssSz strcat:ssS strchr:sSi strcmp:iSS strcoll:iSS strcpy:ssS strcspn:zSS strdup:sS strerror:si \
         strerror_r:? strlen:zS strncat:ssSz strncmp:iSSz strncpy:ssSz strndup:sSz strnlen:zSz strpbrk:sSS \
         strrchr:sSi strsep:? strsignal:si strspn:zSS strstr:sSS strtok:ssS strtok_r:? strxfrm:zsSz",
    ),
    ("strings.h", "bcmp:iPPz bcopy:vPpz bzero:vpz ffs:ii index:sSi rindex:sSi strcasecmp:iSS strncasecmp:iSSz"),
    ("sys/resource.h", "getrusage:?"),
    ("sys/time.h", "gettimeofday:?"),
    ("sys/times.h", "times:?"),
    ("sys/utsname.h", "uname:?"),
    (
        "time.h",
        "asctime:? asctime_r:? clock:? clock_getres:? clock_gettime:? ctime:? ctime_r:? difftime:? gmtime:? \
         gmtime_r:? localtime:? localtime_r:? mktime:? nanosleep:? strftime:? time:? timegm:? timespec_get:?",
    ),
    (
        "unistd.h",
        "_exit:vi access:? close:? ftruncate:? getcwd:? gethostname:isz getpagesize:i getpid:? getppid:? getuid:? \
         isatty:? lseek:? pread:? pwrite:? read:? sleep:uu sysconf:li unlink:? usleep:iu write:?",
    ),
    (
        "wchar.h",
        "btowc:? fgetwc:? fgetws:? fputwc:? fputws:? getwchar:? mbrtowc:? mbsrtowcs:? putwchar:? swprintf:? \
         wcrtomb:? wcscat:? wcschr:? wcscmp:? wcscpy:? wcsdup:? wcslen:? wcsncmp:? wcsncpy:? wcsstr:? wcstod:? \
         wcstok:? wcstol:? wprintf:?",
    ),
    (
        "wctype.h",
        "iswalnum:? iswalpha:? iswdigit:? iswlower:? iswprint:? iswpunct:? iswspace:? iswupper:? towlower:? \
         towupper:?",
    ),
];

/// Constants and macros of headers.
const CONSTANTS: Table = &[
    ("complex.h", "CMPLX CMPLXF I"),
    ("errno.h", "EDOM EEXIST EINTR EINVAL ENOENT ENOMEM ERANGE"),
    ("float.h", "DBL_EPSILON DBL_MAX FLT_MAX"),
    ("getopt.h", "no_argument optarg opterr optind optional_argument optopt required_argument"),
    ("limits.h", "CHAR_BIT INT_MAX INT_MIN LONG_MAX UINT_MAX"),
    ("locale.h", "LC_ALL LC_CTYPE LC_NUMERIC"),
    ("math.h", "HUGE_VAL INFINITY M_E M_LN2 M_PI M_PI_2 M_PI_4 M_SQRT2 NAN"),
    ("signal.h", "SIGABRT SIGFPE SIGINT SIGSEGV SIGTERM SIGUSR1 SIGUSR2 SIG_DFL SIG_ERR SIG_IGN"),
    ("stdarg.h", "va_arg va_end va_start"),
    ("stdbool.h", "false true"),
    ("stddef.h", "NULL offsetof"),
    ("stdint.h", "INT32_MAX UINT32_MAX"),
    ("stdio.h", "BUFSIZ EOF FILENAME_MAX FOPEN_MAX SEEK_CUR SEEK_END SEEK_SET stderr stdin stdout"),
    ("stdlib.h", "EXIT_FAILURE EXIT_SUCCESS RAND_MAX"),
    ("time.h", "CLOCKS_PER_SEC CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID CLOCK_REALTIME TIME_UTC"),
    ("wctype.h", "WEOF"),
];

/// Types of headers.
const TYPES: Table = &[
    ("complex.h", "complex"),
    ("mpi.h", "MPI_Comm MPI_Datatype MPI_Request MPI_Status"),
    ("omp.h", "omp_lock_t omp_nest_lock_t omp_sched_t"),
    ("setjmp.h", "jmp_buf"),
    ("signal.h", "sig_atomic_t sigset_t"),
    ("stdarg.h", "va_list"),
    ("stdbool.h", "bool"),
    ("stddef.h", "ptrdiff_t size_t wchar_t"),
    ("stdint.h", "int16_t int32_t int64_t int8_t intptr_t uint16_t uint32_t uint64_t uint8_t uintptr_t"),
    ("stdio.h", "FILE fpos_t"),
    ("sys/types.h", "gid_t mode_t off_t pid_t ssize_t suseconds_t uid_t useconds_t"),
    ("time.h", "clock_t clockid_t time_t"),
    ("wchar.h", "mbstate_t"),
    ("wctype.h", "wctrans_t wctype_t wint_t"),
];

/// The header of a function or constant of the library.
pub(super) fn header_of(name: &str) -> Option<&'static str> {
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
    let all = entries(FUNCTIONS).filter(|f| !f.2.is_empty()).map(|f| (super::name::distance(word, f.0, limit), f.0));
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
        "Comm_spawn Comm_spawn_ Comm_get_parent Comm_accept Comm_connect Comm_disconnect Comm_join Open_ Close_ Publish_ Unpublish_ Lookup_ \
         MAX_PORT_NAME ERRCODES_IGNORE ARGV_NULL ARGVS_NULL",
        "no program starts or meets another one: the ranks are the nodes of the chip from the beginning; give parts of the work to \
         some of them by `MPI_Comm_split`",
        "プログラムの起動や、ほかのプログラムとの接続はできません。ランクは最初からチップのノードです。仕事は `MPI_Comm_split` で分けてください",
    ),
    (
        "Intercomm_ ROOT",
        "a communicator has one group of ranks; make one of both groups by `MPI_Comm_split` or `MPI_Comm_create`",
        "コミュニケータのグループは 1 つです。両方のグループのランクを含むものを `MPI_Comm_split` か `MPI_Comm_create` で作ってください",
    ),
    (
        "Session Session_ SESSION_ Group_from_session_pset Comm_create_from_group",
        "sessions are a part of MPI 4; use `MPI_Init` and `MPI_COMM_WORLD`",
        "セッションは MPI 4 の機能です。`MPI_Init` と `MPI_COMM_WORLD` を使ってください",
    ),
    (
        "Psend_init Precv_init Pready Pready_ Parrived",
        "messages in partitions are a part of MPI 4; prepare a message for each part by `MPI_Send_init` and `MPI_Recv_init`",
        "分割通信は MPI 4 の機能です。部分ごとに `MPI_Send_init` と `MPI_Recv_init` を使ってください",
    ),
    ("T_", "leave it out: it has no effect on the program", "省いてください。プログラムの動作には影響しません"),
    (
        "Register_datarep",
        "files have the representations `native` and `internal`",
        "ファイルのデータ表現は `native` と `internal` です",
    ),
    ("Grequest_", "use `MPI_Test`", "`MPI_Test` を使ってください"),
    (
        "CXX_ Fint Type_create_f90_",
        "use a type of C that the program has: `MPI_INT`, `MPI_LONG_LONG`, `MPI_DOUBLE`",
        "プログラムの変数と同じ C の型を使ってください: `MPI_INT`、`MPI_LONG_LONG`、`MPI_DOUBLE`",
    ),
];

/// Advice on a name that belongs to a part of MPI that the library leaves out, and whether it is certain that MPI has the name.
pub(super) fn left_out(word: &str) -> Option<(Text, bool)> {
    let rest = word.strip_prefix("MPI_")?;
    if let Some(tip) = advice(LEFT_OUT, |name| name == rest) {
        return Some((tip, true));
    }
    let tip = advice(LEFT_OUT, |name| name.ends_with('_') && rest.starts_with(name))?;
    Some((tip, false))
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
            assert!(is_there, "{name}");
        }
        assert_eq!(header_of("sqrt"), Some("math.h"));
        assert_eq!(nearest("prinft").as_deref(), Some("printf"));
        assert_eq!((header_of("mc_size"), nearest("mc_barier").as_deref()), (None, Some("mc_barrier")));
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
