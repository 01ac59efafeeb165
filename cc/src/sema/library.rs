//! The library functions that the compiler knows by name: types, headers, and words from other languages.

use super::Sema;
use crate::absent::{Row, advice, instead};
use crate::types::{FunctionType, Ty, qual};
use alloc::{string::String, vec::Vec};
use mcore_base::{Text, text};

/// Names with type and header. In a type the first letter is the result: `v` void, `i` int, `u` unsigned, `l` long,
/// `L` long long, `z` size_t, `d` double, `f` float, `p` void pointer, `P` pointer to const void, `s` pointer to char,
/// `S` pointer to const char, `D` pointer to double, `F` pointer to float, `I` pointer to int, `.` for `...`, and `?` if
/// the type is known only to the header.
const FUNCTIONS: &[(&str, &str, &str)] = &[
    ("_Exit", "vi", "stdlib.h"),
    ("_exit", "vi", "unistd.h"),
    ("abort", "v", "stdlib.h"),
    ("abs", "ii", "stdlib.h"),
    ("acos", "dd", "math.h"),
    ("acosf", "ff", "math.h"),
    ("aligned_alloc", "pzz", "stdlib.h"),
    ("alloca", "pz", "alloca.h"),
    ("asctime", "?", "time.h"),
    ("asctime_r", "?", "time.h"),
    ("asin", "dd", "math.h"),
    ("asinf", "ff", "math.h"),
    ("assert", "?", "assert.h"),
    ("atan", "dd", "math.h"),
    ("atan2", "ddd", "math.h"),
    ("atan2f", "fff", "math.h"),
    ("atanf", "ff", "math.h"),
    ("atof", "dS", "stdlib.h"),
    ("atoi", "iS", "stdlib.h"),
    ("atol", "lS", "stdlib.h"),
    ("bcmp", "iPPz", "strings.h"),
    ("bcopy", "vPpz", "strings.h"),
    ("bsearch", "?", "stdlib.h"),
    ("bzero", "vpz", "strings.h"),
    ("calloc", "pzz", "stdlib.h"),
    ("ceil", "dd", "math.h"),
    ("ceilf", "ff", "math.h"),
    ("clock", "?", "time.h"),
    ("clock_getres", "?", "time.h"),
    ("clock_gettime", "?", "time.h"),
    ("copysign", "ddd", "math.h"),
    ("copysignf", "fff", "math.h"),
    ("cos", "dd", "math.h"),
    ("cosf", "ff", "math.h"),
    ("cosh", "dd", "math.h"),
    ("ctime", "?", "time.h"),
    ("ctime_r", "?", "time.h"),
    ("difftime", "?", "time.h"),
    ("div", "?", "stdlib.h"),
    ("drand48", "d", "stdlib.h"),
    ("erand48", "?", "stdlib.h"),
    ("errno", "?", "errno.h"),
    ("exit", "vi", "stdlib.h"),
    ("exp", "dd", "math.h"),
    ("expf", "ff", "math.h"),
    ("fabs", "dd", "math.h"),
    ("fabsf", "ff", "math.h"),
    ("fflush", "?", "stdio.h"),
    ("ffs", "ii", "strings.h"),
    ("floor", "dd", "math.h"),
    ("floorf", "ff", "math.h"),
    ("fmax", "ddd", "math.h"),
    ("fmin", "ddd", "math.h"),
    ("fmod", "ddd", "math.h"),
    ("fmodf", "fff", "math.h"),
    ("fprintf", "ipS.", "stdio.h"),
    ("fputc", "iip", "stdio.h"),
    ("fputs", "iSp", "stdio.h"),
    ("free", "vp", "stdlib.h"),
    ("frexp", "ddI", "math.h"),
    ("fwrite", "zPzzp", "stdio.h"),
    ("getenv", "sS", "stdlib.h"),
    ("gethostname", "isz", "unistd.h"),
    ("getopt", "?", "getopt.h"),
    ("getopt_long", "?", "getopt.h"),
    ("getopt_long_only", "?", "getopt.h"),
    ("getpagesize", "i", "unistd.h"),
    ("getpid", "?", "unistd.h"),
    ("gettimeofday", "?", "sys/time.h"),
    ("gmtime", "?", "time.h"),
    ("gmtime_r", "?", "time.h"),
    ("hypot", "ddd", "math.h"),
    ("index", "sSi", "strings.h"),
    ("isalnum", "ii", "ctype.h"),
    ("isalpha", "ii", "ctype.h"),
    ("isdigit", "ii", "ctype.h"),
    ("isfinite", "?", "math.h"),
    ("isinf", "?", "math.h"),
    ("islower", "ii", "ctype.h"),
    ("isnan", "?", "math.h"),
    ("isprint", "ii", "ctype.h"),
    ("ispunct", "ii", "ctype.h"),
    ("isspace", "ii", "ctype.h"),
    ("isupper", "ii", "ctype.h"),
    ("isxdigit", "ii", "ctype.h"),
    ("jrand48", "?", "stdlib.h"),
    ("labs", "ll", "stdlib.h"),
    ("lcong48", "?", "stdlib.h"),
    ("ldexp", "ddi", "math.h"),
    ("ldexpf", "ffi", "math.h"),
    ("llabs", "LL", "stdlib.h"),
    ("localtime", "?", "time.h"),
    ("localtime_r", "?", "time.h"),
    ("log", "dd", "math.h"),
    ("log10", "dd", "math.h"),
    ("log2", "dd", "math.h"),
    ("logf", "ff", "math.h"),
    ("longjmp", "?", "setjmp.h"),
    ("lrand48", "l", "stdlib.h"),
    ("malloc", "pz", "stdlib.h"),
    ("mc_barrier", "?", "mclib.h"),
    ("mc_bcast", "?", "mclib.h"),
    ("mc_coords", "?", "mclib.h"),
    ("mc_cycles", "?", "mclib.h"),
    ("mc_exit", "?", "mclib.h"),
    ("mc_get", "?", "mclib.h"),
    ("mc_get_stride", "?", "mclib.h"),
    ("mc_height", "?", "mclib.h"),
    ("mc_id", "?", "mclib.h"),
    ("mc_mark", "?", "mclib.h"),
    ("mc_nodes", "?", "mclib.h"),
    ("mc_print_hex", "?", "mclib.h"),
    ("mc_print_int", "?", "mclib.h"),
    ("mc_printf", "?", "mclib.h"),
    ("mc_put", "?", "mclib.h"),
    ("mc_put_stride", "?", "mclib.h"),
    ("mc_putchar", "?", "mclib.h"),
    ("mc_puts", "?", "mclib.h"),
    ("mc_rank", "?", "mclib.h"),
    ("mc_reduce_add", "?", "mclib.h"),
    ("mc_reduce_max", "?", "mclib.h"),
    ("mc_reduce_min", "?", "mclib.h"),
    ("mc_region_begin", "?", "mclib.h"),
    ("mc_region_end", "?", "mclib.h"),
    ("mc_signal", "?", "mclib.h"),
    ("mc_store", "?", "mclib.h"),
    ("mc_wait", "?", "mclib.h"),
    ("mc_wait_eq", "?", "mclib.h"),
    ("mc_wait_ge", "?", "mclib.h"),
    ("mc_width", "?", "mclib.h"),
    ("mc_x", "?", "mclib.h"),
    ("mc_y", "?", "mclib.h"),
    ("memalign", "pzz", "malloc.h"),
    ("memccpy", "ppPiz", "string.h"),
    ("memchr", "pPiz", "string.h"),
    ("memcmp", "iPPz", "string.h"),
    ("memcpy", "ppPz", "string.h"),
    ("memmove", "ppPz", "string.h"),
    ("mempcpy", "ppPz", "string.h"),
    ("memset", "ppiz", "string.h"),
    ("mktime", "?", "time.h"),
    ("modf", "ddD", "math.h"),
    ("modff", "ffF", "math.h"),
    ("mrand48", "l", "stdlib.h"),
    ("nanosleep", "?", "time.h"),
    ("nrand48", "?", "stdlib.h"),
    ("perror", "vS", "stdio.h"),
    ("posix_memalign", "?", "stdlib.h"),
    ("pow", "ddd", "math.h"),
    ("powf", "fff", "math.h"),
    ("printf", "iS.", "stdio.h"),
    ("putchar", "ii", "stdio.h"),
    ("puts", "iS", "stdio.h"),
    ("qsort", "?", "stdlib.h"),
    ("rand", "i", "stdlib.h"),
    ("rand_r", "?", "stdlib.h"),
    ("random", "l", "stdlib.h"),
    ("realloc", "ppz", "stdlib.h"),
    ("rindex", "sSi", "strings.h"),
    ("round", "dd", "math.h"),
    ("roundf", "ff", "math.h"),
    ("scanf", "?", ""),
    ("seed48", "?", "stdlib.h"),
    ("setjmp", "?", "setjmp.h"),
    ("signbit", "?", "math.h"),
    ("sin", "dd", "math.h"),
    ("sinf", "ff", "math.h"),
    ("sinh", "dd", "math.h"),
    ("sleep", "uu", "unistd.h"),
    ("snprintf", "iszS.", "stdio.h"),
    ("sprintf", "isS.", "stdio.h"),
    ("sqrt", "dd", "math.h"),
    ("sqrtf", "ff", "math.h"),
    ("srand", "vu", "stdlib.h"),
    ("srand48", "vl", "stdlib.h"),
    ("srandom", "vu", "stdlib.h"),
    ("stpcpy", "ssS", "string.h"),
    ("stpncpy", "ssSz", "string.h"),
    ("strcasecmp", "iSS", "strings.h"),
    ("strcat", "ssS", "string.h"),
    ("strchr", "sSi", "string.h"),
    ("strcmp", "iSS", "string.h"),
    ("strcoll", "iSS", "string.h"),
    ("strcpy", "ssS", "string.h"),
    ("strcspn", "zSS", "string.h"),
    ("strdup", "sS", "string.h"),
    ("strerror", "si", "string.h"),
    ("strftime", "?", "time.h"),
    ("strlen", "zS", "string.h"),
    ("strncasecmp", "iSSz", "strings.h"),
    ("strncat", "ssSz", "string.h"),
    ("strncmp", "iSSz", "string.h"),
    ("strncpy", "ssSz", "string.h"),
    ("strndup", "sSz", "string.h"),
    ("strnlen", "zSz", "string.h"),
    ("strpbrk", "sSS", "string.h"),
    ("strrchr", "sSi", "string.h"),
    ("strsep", "?", "string.h"),
    ("strspn", "zSS", "string.h"),
    ("strstr", "sSS", "string.h"),
    ("strtod", "?", "stdlib.h"),
    ("strtok", "ssS", "string.h"),
    ("strtok_r", "?", "string.h"),
    ("strtol", "?", "stdlib.h"),
    ("strtold", "?", "stdlib.h"),
    ("strtoll", "?", "stdlib.h"),
    ("strtoul", "?", "stdlib.h"),
    ("strxfrm", "zsSz", "string.h"),
    ("sysconf", "li", "unistd.h"),
    ("system", "iS", "stdlib.h"),
    ("tan", "dd", "math.h"),
    ("tanf", "ff", "math.h"),
    ("tanh", "dd", "math.h"),
    ("time", "?", "time.h"),
    ("timegm", "?", "time.h"),
    ("timespec_get", "?", "time.h"),
    ("tolower", "ii", "ctype.h"),
    ("toupper", "ii", "ctype.h"),
    ("trunc", "dd", "math.h"),
    ("truncf", "ff", "math.h"),
    ("usleep", "iu", "unistd.h"),
    ("valloc", "pz", "stdlib.h"),
    ("vfprintf", "ipSp", "stdio.h"),
    ("vprintf", "iSp", "stdio.h"),
    ("vsnprintf", "iszSp", "stdio.h"),
    ("vsprintf", "isSp", "stdio.h"),
];

/// Constants and macros of headers.
const CONSTANTS: &[(&str, &str)] = &[
    ("CHAR_BIT", "limits.h"),
    ("CLOCKS_PER_SEC", "time.h"),
    ("CLOCK_MONOTONIC", "time.h"),
    ("CLOCK_PROCESS_CPUTIME_ID", "time.h"),
    ("CLOCK_REALTIME", "time.h"),
    ("DBL_EPSILON", "float.h"),
    ("DBL_MAX", "float.h"),
    ("EOF", "stdio.h"),
    ("EXIT_FAILURE", "stdlib.h"),
    ("EXIT_SUCCESS", "stdlib.h"),
    ("FLT_MAX", "float.h"),
    ("INT32_MAX", "stdint.h"),
    ("INT_MAX", "limits.h"),
    ("INT_MIN", "limits.h"),
    ("LONG_MAX", "limits.h"),
    ("M_PI", "math.h"),
    ("NULL", "stddef.h"),
    ("RAND_MAX", "stdlib.h"),
    ("TIME_UTC", "time.h"),
    ("UINT32_MAX", "stdint.h"),
    ("UINT_MAX", "limits.h"),
    ("false", "stdbool.h"),
    ("no_argument", "getopt.h"),
    ("offsetof", "stddef.h"),
    ("optarg", "getopt.h"),
    ("opterr", "getopt.h"),
    ("optind", "getopt.h"),
    ("optional_argument", "getopt.h"),
    ("optopt", "getopt.h"),
    ("required_argument", "getopt.h"),
    ("stderr", "stdio.h"),
    ("stdout", "stdio.h"),
    ("true", "stdbool.h"),
    ("va_arg", "stdarg.h"),
    ("va_end", "stdarg.h"),
    ("va_start", "stdarg.h"),
];

/// Types of headers.
const TYPES: &[(&str, &str)] = &[
    ("FILE", "stdio.h"),
    ("MPI_Comm", "mpi.h"),
    ("MPI_Datatype", "mpi.h"),
    ("MPI_Request", "mpi.h"),
    ("MPI_Status", "mpi.h"),
    ("bool", "stdbool.h"),
    ("clock_t", "time.h"),
    ("clockid_t", "time.h"),
    ("gid_t", "sys/types.h"),
    ("int16_t", "stdint.h"),
    ("int32_t", "stdint.h"),
    ("int64_t", "stdint.h"),
    ("int8_t", "stdint.h"),
    ("intptr_t", "stdint.h"),
    ("jmp_buf", "setjmp.h"),
    ("mode_t", "sys/types.h"),
    ("off_t", "sys/types.h"),
    ("pid_t", "sys/types.h"),
    ("ptrdiff_t", "stddef.h"),
    ("size_t", "stddef.h"),
    ("ssize_t", "sys/types.h"),
    ("suseconds_t", "sys/types.h"),
    ("time_t", "time.h"),
    ("uid_t", "sys/types.h"),
    ("uint16_t", "stdint.h"),
    ("uint32_t", "stdint.h"),
    ("uint64_t", "stdint.h"),
    ("uint8_t", "stdint.h"),
    ("uintptr_t", "stdint.h"),
    ("useconds_t", "sys/types.h"),
    ("va_list", "stdarg.h"),
    ("wchar_t", "stddef.h"),
];

/// Functions of which the compiler knows the type, but which no header has.
const NOT_THERE: [&str; 2] = ["alloca", "fwrite"];

/// The header of a function or constant of the library.
pub(super) fn header_of(name: &str) -> Option<&'static str> {
    if NOT_THERE.contains(&name) {
        return None;
    }
    if let Ok(i) = FUNCTIONS.binary_search_by_key(&name, |f| f.0) {
        return Some(FUNCTIONS[i].2).filter(|header| !header.is_empty());
    }
    if let Ok(i) = CONSTANTS.binary_search_by_key(&name, |c| c.0) {
        return Some(CONSTANTS[i].1);
    }
    name.starts_with("MPI_").then_some("mpi.h")
}

/// The header of a type of the library.
pub fn type_header(name: &str) -> Option<&'static str> {
    TYPES.binary_search_by_key(&name, |t| t.0).ok().map(|i| TYPES[i].1)
}

/// The library function whose name is most like a word.
pub(super) fn nearest(word: &str) -> Option<String> {
    let limit = if word.chars().count() < 5 { 1 } else { 2 };
    let all = FUNCTIONS
        .iter()
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
    let header = FUNCTIONS.binary_search_by_key(&base, |f| f.0).ok().map(|i| FUNCTIONS[i].2);
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
        let i = FUNCTIONS.binary_search_by_key(&name, |f| f.0).ok()?;
        self.signature(FUNCTIONS[i].1)
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
        assert!(FUNCTIONS.is_sorted_by_key(|f| f.0));
        assert!(CONSTANTS.is_sorted_by_key(|c| c.0));
        assert!(TYPES.is_sorted_by_key(|t| t.0));
        let headers = crate::library::headers();
        for (name, _, header) in FUNCTIONS.iter().filter(|f| !f.2.is_empty()) {
            let is_there = headers.iter().any(|file| file.name == *header && file.text.contains(name));
            assert_eq!(is_there, !NOT_THERE.contains(name), "{name}");
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
        let table = FUNCTIONS.iter().filter(|f| f.2 == "mclib.h").map(|f| String::from(f.0));
        assert_eq!(table.collect::<Vec<_>>(), declared);
    }
}
