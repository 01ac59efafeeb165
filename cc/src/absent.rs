//! Names of C17, POSIX, OpenMP and MPI that the library does not have: what to write instead. A test reads lists of these names.
//!
//! A row counts only where the name is not declared, so it does no harm when the library gets the name.

use mcore_base::{Text, text};

/// Names, then advice in English and Japanese.
pub type Row = (&'static str, &'static str, &'static str);

/// Names, then advice. A name that ends with `*` is the beginning of names.
const NAMES: &[Row] = &[
    ("gets", "use `fgets`, which knows the size of the array", "配列の大きさを渡せる `fgets` を使ってください"),
    ("open_memstream fmemopen", "use `snprintf` with an array", "配列に `snprintf` で書いてください"),
    ("mkdtemp tempnam", "use `tmpfile`, or a name of your own", "`tmpfile` か、自分で決めた名前を使ってください"),
    (
        "fcntl openat link symlink readlink realpath rmdir chmod chown umask mkfifo lstat truncate opendir readdir \
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
        "pthread_* PTHREAD_* thrd_* mtx_* cnd_* tss_* call_once once_flag ONCE_FLAG_INIT thread_local sem_* sched_*",
        "there are no threads: each node runs `main`, and `MPI_Send` or `mc_put` reach other nodes",
        "スレッドはありません。各ノードが `main` を実行し、`MPI_Send` や `mc_put` でほかのノードと通信します",
    ),
    (
        "atomic_* ATOMIC_* memory_order*",
        "nodes share no memory; use `mc_signal` and `mc_wait_eq`",
        "ノード間の共有メモリはありません。`mc_signal` と `mc_wait_eq` を使ってください",
    ),
    (
        "fork vfork exec* wait waitpid WEXITSTATUS WIFEXITED pipe popen pclose daemon dup dup2 nice setsid getlogin sbrk dlopen dlsym dlclose dlerror",
        "each node runs one program, and there are no processes",
        "各ノードで動くプログラムは 1 つで、プロセスはありません",
    ),
    (
        "sigsuspend sigwait sigaltstack sigqueue alarm ualarm pause",
        "no signal comes from outside: a program can only raise one itself, by `raise` of `<signal.h>`",
        "外から来るシグナルはありません。プログラムが自分で `<signal.h>` の `raise` を呼ぶときだけ発生します",
    ),
    (
        "socket bind listen accept connect send recv sendto recvfrom shutdown setsockopt getsockopt htonl htons ntohl ntohs inet_* gethostbyname \
         getaddrinfo freeaddrinfo AF_* SOCK_*",
        "nodes communicate by `MPI_Send` or `mc_put`",
        "ノード間の通信には `MPI_Send` か `mc_put` を使ってください",
    ),
    (
        "settimeofday clock_settime timespec_getres setitimer getitimer timer_create ftime",
        "use `mc_cycles` of `<mclib.h>`, `clock` of `<time.h>`, or `MPI_Wtime`",
        "`<mclib.h>` の `mc_cycles`、`<time.h>` の `clock`、`MPI_Wtime` のどれかを使ってください",
    ),
    ("clock_nanosleep thrd_sleep", "use `usleep` of `<unistd.h>`", "`<unistd.h>` の `usleep` を使ってください"),
    (
        "strptime getdate",
        "the time zone is UTC, and dates are written by `strftime`; read one by `strtol`",
        "時間帯は UTC です。日付の書き出しは `strftime`、読み取りは `strtol` で行ってください",
    ),
    ("arc4random getrandom", "use `rand` of `<stdlib.h>`", "`<stdlib.h>` の `rand` を使ってください"),
    ("initstate setstate", "use `srand` of `<stdlib.h>`", "`<stdlib.h>` の `srand` を使ってください"),
    ("getsubopt", "take the text apart by `strsep`", "`strsep` で文字列を分けてください"),
    (
        "wscanf fwscanf swscanf vwscanf vfwscanf vswscanf mbsnrtowcs wcsnrtombs open_wmemstream newlocale uselocale nl_langinfo iconv* \
         gettext textdomain bindtextdomain",
        "texts are bytes in UTF-8: use `char`, `scanf` and `mbstowcs`",
        "テキストは UTF-8 のバイトです。`char`、`scanf`、`mbstowcs` を使ってください",
    ),
    (
        "strcasestr strlcpy strlcat strchrnul memmem memrchr rawmemchr qsort_r exp10* pow10 sincos*",
        "write `#define _GNU_SOURCE` in front of the first `#include`",
        "最初の `#include` の前に `#define _GNU_SOURCE` と書いてください",
    ),
    (
        "hcreate hsearch tsearch lfind lsearch regcomp regexec regfree regex_t",
        "write a search of your own, or use `bsearch`",
        "検索を自分で書くか、`bsearch` を使ってください",
    ),
    (
        "j0 j1 jn y0 y1 yn j0f j1f jnf y0f y1f ynf scalb scalbf scalbl",
        "write it with the functions of `<math.h>` that are there: `sin`, `pow`, `tgamma` and others",
        "`<math.h>` にある `sin`、`pow`、`tgamma` などで書いてください",
    ),
];

/// Headers, then advice. A name that ends with `*` is the beginning of names.
const HEADERS: &[Row] = &[
    (
        "pthread.h threads.h semaphore.h sched.h thread",
        "there are no threads: each node runs `main`; `<mpi.h>` and `<mclib.h>` reach other nodes",
        "スレッドはありません。各ノードが `main` を実行し、`<mpi.h>` と `<mclib.h>` でほかのノードと通信します",
    ),
    (
        "sys/timeb.h chrono",
        "use `mc_cycles` of `<mclib.h>`, `clock` of `<time.h>`, or `MPI_Wtime`",
        "`<mclib.h>` の `mc_cycles`、`<time.h>` の `clock`、`MPI_Wtime` のどれかを使ってください",
    ),
    (
        "iconv.h langinfo.h libintl.h xlocale.h",
        "texts are bytes in UTF-8: use `char` and `<string.h>`",
        "テキストは UTF-8 のバイトです。`char` と `<string.h>` を使ってください",
    ),
    (
        "dirent.h poll.h termios.h termio.h sys/mman.h sys/select.h sys/ioctl.h sys/file.h sys/uio.h sys/vfs.h ftw.h io.h conio.h curses.h ncurses.h",
        "the chip has files without folders, and no terminal; use `<stdio.h>`",
        "チップにはフォルダのないファイルだけがあり、端末はありません。`<stdio.h>` を使ってください",
    ),
    (
        "sys/wait.h sys/shm.h sys/ipc.h sys/sem.h sys/msg.h dlfcn.h pwd.h grp.h spawn.h process.h sys/ptrace.h",
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
