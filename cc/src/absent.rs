//! Names of C17, POSIX, OpenMP and MPI that the library does not have: what to write instead. A test reads lists of these names.
//!
//! A row counts only where the name is not declared, so it does no harm when the library gets the name.

use mcore_base::{Text, text};

/// Names, then advice in English and Japanese.
pub type Row = (&'static str, &'static str, &'static str);

/// Names, then advice. A name that ends with `*` is the beginning of names.
const NAMES: &[Row] = &[
    ("gets", "use `fgets`, which knows the size of the array", "配列の大きさを渡せる `fgets` を使ってください"),
    (
        "getc_unlocked getchar_unlocked fgetc_unlocked",
        "use `getc` or `getchar`",
        "`getc` か `getchar` を使ってください",
    ),
    ("putc_unlocked putchar_unlocked putw", "use `fputc`, or `putchar`", "`fputc` か `putchar` を使ってください"),
    (
        "asprintf vasprintf dprintf vdprintf open_memstream",
        "use `snprintf` with an array",
        "配列に `snprintf` で書いてください",
    ),
    ("strerror_r strsignal", "print the reason by `printf`", "理由は `printf` で表示してください"),
    (
        "flockfile funlockfile tmpnam mkstemp mkdtemp",
        "use `tmpfile`, or a name of your own",
        "`tmpfile` か、自分で決めた名前を使ってください",
    ),
    (
        "pread pwrite fcntl openat link symlink readlink realpath rmdir chdir chmod chown umask mkfifo getcwd lstat truncate fsync opendir readdir \
         closedir rewinddir DIR select pselect fd_set poll ttyname tcgetattr tcsetattr PROT_* MAP_* POLLIN",
        "the files of the chip have no folders and no owners; use `fopen`, `stat`, `remove` and `rename`",
        "チップのファイルにフォルダや所有者はありません。`fopen`、`stat`、`remove`、`rename` を使ってください",
    ),
    (
        "mmap munmap mprotect msync shm_open",
        "read the file into a block of `malloc` by `fread`",
        "`malloc` の領域に `fread` で読み込んでください",
    ),
    (
        "pthread_* PTHREAD_* thrd_* mtx_* cnd_* tss_* call_once once_flag ONCE_FLAG_INIT thread_local sem_* sched_* omp_*",
        "there are no threads: each node runs `main`, and `MPI_Send` or `mc_put` reach other nodes",
        "スレッドはありません。各ノードが `main` を実行し、`MPI_Send` や `mc_put` でほかのノードと通信します",
    ),
    (
        "atomic_* ATOMIC_* memory_order*",
        "nodes share no memory; use `mc_signal` and `mc_wait_eq`",
        "ノード間の共有メモリはありません。`mc_signal` と `mc_wait_eq` を使ってください",
    ),
    (
        "fork vfork exec* wait waitpid WEXITSTATUS WIFEXITED kill pipe popen pclose daemon dup dup2 nice setsid getppid getuid geteuid \
         getgid getegid getlogin sbrk dlopen dlsym dlclose dlerror",
        "each node runs one program, and there are no processes",
        "各ノードで動くプログラムは 1 つで、プロセスはありません",
    ),
    (
        "signal raise sigaction sigset_t sigemptyset sigfillset sigaddset sigprocmask sigsuspend sig_atomic_t alarm pause SIG*",
        "there are no signals; check for errors where they arise",
        "シグナルはありません。エラーはその場で調べてください",
    ),
    ("sigsetjmp sigjmp_buf", "use `setjmp`", "`setjmp` を使ってください"),
    ("siglongjmp", "use `longjmp`", "`longjmp` を使ってください"),
    (
        "socket bind listen accept connect send recv sendto recvfrom shutdown setsockopt getsockopt htonl htons ntohl ntohs inet_* gethostbyname \
         getaddrinfo freeaddrinfo AF_* SOCK_*",
        "nodes communicate by `MPI_Send` or `mc_put`",
        "ノード間の通信には `MPI_Send` か `mc_put` を使ってください",
    ),
    (
        "settimeofday clock_settime timespec_getres getrusage getrlimit setrlimit setitimer timer_create times RUSAGE_SELF",
        "use `mc_cycles` of `<mclib.h>`, `clock` of `<time.h>`, or `MPI_Wtime`",
        "`<mclib.h>` の `mc_cycles`、`<time.h>` の `clock`、`MPI_Wtime` のどれかを使ってください",
    ),
    ("clock_nanosleep thrd_sleep", "use `usleep` of `<unistd.h>`", "`<unistd.h>` の `usleep` を使ってください"),
    (
        "strptime tzset wcsftime",
        "the time zone is UTC, and dates are written by `strftime`; read one by `strtol`",
        "時間帯は UTC です。日付の書き出しは `strftime`、読み取りは `strtol` で行ってください",
    ),
    ("arc4random getrandom", "use `rand` of `<stdlib.h>`", "`<stdlib.h>` の `rand` を使ってください"),
    ("initstate setstate", "use `srand` of `<stdlib.h>`", "`<stdlib.h>` の `srand` を使ってください"),
    (
        "setenv unsetenv putenv environ",
        "a node has no environment; give the program arguments",
        "ノードに環境変数はありません。プログラムの引数を使ってください",
    ),
    ("getsubopt", "take the text apart by `strsep`", "`strsep` で文字列を分けてください"),
    (
        "uname _SC_*",
        "use `mc_rank` and `mc_nodes` of `<mclib.h>`, or `MPI_Get_processor_name`",
        "`<mclib.h>` の `mc_rank` と `mc_nodes` か、`MPI_Get_processor_name` を使ってください",
    ),
    (
        "atexit at_quick_exit quick_exit",
        "call the function at the end of `main`; `exit` ends the program",
        "関数は `main` の終わりで呼んでください。終了は `exit` です",
    ),
    (
        "reallocarray",
        "use `realloc`, and multiply after a look at the size",
        "`realloc` を使ってください。大きさは確かめてから掛けてください",
    ),
    (
        "setlocale localeconv LC_* MB_* mblen mbtowc wctomb mbstowcs wcstombs mbs* mbr* c16rtomb c32rtomb wcr* mbstate_t wint_t WEOF char16_t char32_t \
         wcs* wmem* btowc wctob fgetw* fputw* getw* putw* ungetwc fwprintf swprintf wprintf isw* tow* wct* wctype",
        "texts are bytes in UTF-8: use `char` and `<string.h>`",
        "テキストは UTF-8 のバイトです。`char` と `<string.h>` を使ってください",
    ),
    (
        "fe* FE_* fexcept_t",
        "numbers are rounded to the nearest, and errors are NaN or infinite: test for these",
        "数は最も近い値に丸められ、エラーは NaN か無限大になります。それを調べてください",
    ),
    (
        "strcasestr strlcpy strlcat strchrnul memmem memrchr",
        "write it with the functions of `<string.h>`: `strcmp`, `strchr`, `strncpy`, `memmove` and others",
        "`<string.h>` の `strcmp`、`strchr`、`strncpy`、`memmove` などで書いてください",
    ),
    (
        "isascii toascii isblank iscntrl isgraph",
        "compare the character: `c == ' '`, `c < 32`",
        "文字を比べてください: `c == ' '`、`c < 32`",
    ),
    (
        "imax* strtoimax strtoumax wcstoimax wcstoumax strtouimax",
        "use `long long`, `llabs` and `strtoll`",
        "`long long` と `llabs`、`strtoll` を使ってください",
    ),
    ("strtof", "use `strtod`", "`strtod` を使ってください"),
    (
        "hcreate hsearch tsearch lfind lsearch regcomp regexec regfree regex_t",
        "write a search of your own, or use `bsearch`",
        "検索を自分で書くか、`bsearch` を使ってください",
    ),
    ("cbrt*", "write `pow(x, 1.0 / 3)`", "`pow(x, 1.0 / 3)` と書いてください"),
    ("exp2* exp10*", "write `pow(2, x)` or `pow(10, x)`", "`pow(2, x)` や `pow(10, x)` と書いてください"),
    ("expm1* log1p*", "write `exp(x) - 1` or `log(1 + x)`", "`exp(x) - 1` や `log(1 + x)` と書いてください"),
    (
        "rint* nearbyint* lrint* llrint* lround* llround*",
        "use `round`, or `floor(x + 0.5)`",
        "`round` か `floor(x + 0.5)` を使ってください",
    ),
    ("fma fmaf fmal fdim*", "write the operations: `x * y + z`", "`x * y + z` のように演算で書いてください"),
    ("asinh* acosh* atanh*", "write it with `log` and `sqrt`", "`log` と `sqrt` で書いてください"),
    ("sincos*", "use `sin` and `cos`", "`sin` と `cos` を使ってください"),
    (
        "logb* ilogb* scalb* significand drem* remainder* remquo* nextafter* nexttoward* nan* erf* lgamma* tgamma* gamma* j0 j1 jn y0 y1 yn float_t \
         double_t FP_* MATH_* math_errhandling isgreater* isless* islessgreater isunordered isnormal HUGE_VAL*",
        "write it with the functions of `<math.h>` that are there: `frexp`, `ldexp`, `fmod`, `exp`, `log` and others",
        "`<math.h>` にある `frexp`、`ldexp`、`fmod`、`exp`、`log` などで書いてください",
    ),
    ("M_*", "write the number", "数値で書いてください"),
    ("EDOM EILSEQ ERANGE errno", "test the result of the function", "関数の結果を調べてください"),
    ("fwrite", "use `printf`, or `putchar` for each byte", "`printf` か、1 バイトずつ `putchar` を使ってください"),
    ("alloca", "use an array, or `malloc`", "配列か `malloc` を使ってください"),
    ("SCN*", "there is no input; put data into the program", "入力はありません。データはプログラムに書いてください"),
    ("DECIMAL_DIG FLT_EVAL_METHOD", "write the number", "数値で書いてください"),
    ("max_align_t", "use `double`", "`double` を使ってください"),
];

/// Headers, then advice. A name that ends with `*` is the beginning of names.
const HEADERS: &[Row] = &[
    (
        "pthread.h threads.h semaphore.h sched.h omp.h thread",
        "there are no threads: each node runs `main`; `<mpi.h>` and `<mclib.h>` reach other nodes",
        "スレッドはありません。各ノードが `main` を実行し、`<mpi.h>` と `<mclib.h>` でほかのノードと通信します",
    ),
    (
        "sys/times.h sys/resource.h sys/timeb.h chrono",
        "use `mc_cycles` of `<mclib.h>`, `clock` of `<time.h>`, or `MPI_Wtime`",
        "`<mclib.h>` の `mc_cycles`、`<time.h>` の `clock`、`MPI_Wtime` のどれかを使ってください",
    ),
    (
        "tgmath.h",
        "use the functions of `<math.h>` and `<complex.h>`",
        "`<math.h>` と `<complex.h>` の関数を使ってください",
    ),
    (
        "locale.h wchar.h wctype.h uchar.h iconv.h langinfo.h",
        "texts are bytes in UTF-8: use `char` and `<string.h>`",
        "テキストは UTF-8 のバイトです。`char` と `<string.h>` を使ってください",
    ),
    ("fenv.h", "numbers are always rounded to the nearest", "数は必ず最も近い値に丸められます"),
    ("signal.h", "there are no signals", "シグナルはありません"),
    (
        "fcntl.h dirent.h poll.h termios.h sys/stat.h sys/mman.h sys/select.h sys/ioctl.h sys/file.h sys/uio.h io.h conio.h curses.h ncurses.h",
        "there are no files and no input; `printf` of `<stdio.h>` prints",
        "ファイルも入力もありません。表示は `<stdio.h>` の `printf` で行います",
    ),
    (
        "sys/wait.h sys/shm.h sys/ipc.h sys/sem.h sys/msg.h dlfcn.h pwd.h grp.h spawn.h sys/utsname.h process.h",
        "each node runs one program, and there are no processes",
        "各ノードで動くプログラムは 1 つで、プロセスはありません",
    ),
    (
        "sys/socket.h sys/un.h netinet/* arpa/* netdb.h net/*",
        "nodes communicate by `<mpi.h>` or `<mclib.h>`",
        "ノード間の通信には `<mpi.h>` か `<mclib.h>` を使ってください",
    ),
    (
        "stdatomic.h",
        "nodes share no memory; use `mc_signal` of `<mclib.h>`",
        "ノード間の共有メモリはありません。`<mclib.h>` の `mc_signal` を使ってください",
    ),
    ("alloca.h", "use an array, or `malloc` of `<stdlib.h>`", "配列か `<stdlib.h>` の `malloc` を使ってください"),
    ("values.h", "include `<limits.h>` and `<float.h>`", "`<limits.h>` と `<float.h>` を使ってください"),
    (
        "search.h regex.h glob.h",
        "the library does not have it; write this part yourself",
        "ライブラリにはありません。この部分は自分で書いてください",
    ),
    (
        "iostream string vector cstdio cstdlib cmath cstring algorithm map bits/*",
        "this is C++; the lab compiles C",
        "C++ のヘッダです。このラボがコンパイルするのは C です",
    ),
    (
        "windows.h cuda.h cuda_runtime.h CL/* immintrin.h x86intrin.h",
        "the chip has none of this",
        "このチップにはありません",
    ),
];

/// The advice of the first row with a name for which `is` holds.
pub fn advice(rows: &[Row], is: impl Fn(&str) -> bool) -> Option<Text> {
    let (_, en, ja) = rows.iter().find(|(names, ..)| names.split_whitespace().any(&is))?;
    Some(text!("{en}", "{ja}"))
}

fn find(rows: &[Row], word: &str) -> Option<Text> {
    advice(rows, |name| match name.strip_suffix('*') {
        Some(begin) => word.starts_with(begin),
        None => name == word,
    })
}

/// Advice on a name that the library does not have.
pub fn instead(word: &str) -> Option<Text> {
    find(NAMES, word)
}

/// Advice on a header that the library does not have.
pub fn instead_of_header(name: &str) -> Option<Text> {
    find(HEADERS, name)
}
