//! The functions of the library do their work.

use super::{ended, printed};
use mcore::modes::chip::{Outcome, TrapCause};

#[test]
fn strings_and_memory() {
    let out = printed(
        r#"
#include <stdio.h>
#include <string.h>
static char a[64], b[64];
int main(void)
{
    strcpy(a, "one");
    strcat(a, " two");
    strncat(a, " three", 3);
    printf("%s %zu %zu\n", a, strlen(a), strnlen(a, 4));
    printf("%d %d %d\n", strcmp("abc", "abd") < 0, strcmp("b", "abc") > 0, strncmp("abcx", "abcy", 3));
    printf("%s %s %s\n", strchr(a, 't'), strrchr(a, 't'), strstr(a, "two"));
    printf("%zu %zu %s\n", strspn("aab1", "ab"), strcspn("aab1", "123"), strpbrk("key=value", "=:"));
    strncpy(b, "ab", 5);
    memset(b + 5, 'x', 3);
    printf("%d %d %c %d\n", b[1], b[2], b[7], memcmp("aa", "ab", 2) < 0);
    memmove(a + 1, a, 8);
    printf("%s %s\n", a, (char *)memchr("where", 'e', 5));
    char list[] = ",x,,yy;z";
    for (char *part = strtok(list, ",;"); part != NULL; part = strtok(NULL, ",;"))
        printf("[%s]", part);
    puts("");
    return 0;
}
"#,
    );
    let expected = "one two th 10 4\n1 1 0\ntwo th th two th\n3 3 =value\n98 0 x 1\noone two h ere\n[x][yy][z]\n";
    assert_eq!(out, expected);
}

/// The expected text is that of the C library of GNU.
#[test]
fn strings_of_posix_bsd_and_gnu() {
    let out = printed(
        r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
static int sign(int value)
{
    return (value > 0) - (value < 0);
}
int main(void)
{
    char a[32] = "................", *rest, *text, *copy;
    copy = strdup("copied");
    printf("%s %s|%s|", copy, strndup("abcdef", 3), strndup("ab", 3));
    printf("%zu\n", strlen(strdup("")));
    char words[] = "a b,c  d";
    for (char *outer = strtok_r(words, ",", &rest); outer != NULL; outer = strtok_r(NULL, ",", &rest)) {
        char *inner;
        for (char *w = strtok_r(outer, " ", &inner); w != NULL; w = strtok_r(NULL, " ", &inner))
            printf("[%s]", w);
        printf(";");
    }
    char fields[] = "x,,y,";
    text = fields;
    for (char *f; (f = strsep(&text, ",")) != NULL;)
        printf("<%s>", f);
    printf("%d\n", text == NULL);
    printf("%d %d", (int)(stpcpy(a, "abc") - a), (int)(stpncpy(a, "de", 5) - a));
    printf(" %d %d %s\n", (int)(stpncpy(a, "123456", 3) - a), a[4], a);
    memset(a, '.', 16);
    printf("%d %d %.6s", (int)((char *)memccpy(a, "key=value", '=', 9) - a), memccpy(a, "key", '=', 3) == NULL, a);
    printf(" %d %.4s\n", (int)((char *)mempcpy(a, "pq", 2) - a), a);
    printf("%d %d %d %d", sign(strcasecmp("Hello", "hELLO")), sign(strcasecmp("a", "B")), sign(strcasecmp("b", "A")),
           sign(strcasecmp("ab", "ABC")));
    printf(" %d %d %d %d\n", sign(strncasecmp("abX", "ABy", 2)), sign(strncasecmp("abX", "ABy", 3)),
           strncasecmp("a", "b", 0), sign(strcasecmp("[", "a")));
    printf("%d %zu %s", sign(strcoll("a", "b")), strxfrm(a, "sort", 10), a);
    printf(" %zu %zu %c\n", strxfrm(a, "longer", 4), strxfrm(NULL, "length", 0), a[0]);
    char b[8] = "abcdefg";
    bcopy(b, b + 2, 4);
    printf("%s", b);
    bzero(b + 1, 2);
    printf(" %d%d%d %d %d", b[0], b[1], b[2], bcmp("aa", "aa", 2), bcmp("aa", "ab", 2) != 0);
    printf(" %s %s %d", index("a.b.c", '.'), rindex("a.b.c", '.'), index("abc", 'x') == NULL);
    printf(" %d %d %d %d\n", ffs(0), ffs(1), ffs(0x50), ffs((int)0x80000000u));
    printf("%s, %s, %s\n", strerror(0), strerror(34), strerror(22));
    return 0;
}
"#,
    );
    assert_eq!(
        out,
        concat!(
            "copied abc|ab|0\n",
            "[a][b];[c][d];<x><><y><>1\n",
            "3 2 3 0 123\n",
            "4 1 key=.. 2 pqy=\n",
            "0 -1 1 -1 0 -1 0 -1\n",
            "-1 4 sort 6 6 l\n",
            "ababcdg 9700 0 1 .b.c .c 1 0 1 5 32\n",
            "Success, Numerical result out of range, Invalid argument\n",
        )
    );
}

/// The expected text is that of the C library of GNU, whose generators these are.
#[test]
fn generators_of_posix_and_aligned_blocks() {
    let out = printed(
        r#"
#include <stdio.h>
#include <stdlib.h>
#include <malloc.h>
#include <stdint.h>
int main(void)
{
    for (int i = 0; i < 4; i++)
        printf("%ld ", random());
    srandom(42);
    for (int i = 0; i < 40; i++)
        random();
    printf("%ld ", random());
    srandom(0);
    printf("%ld ", random());
    srandom(4000000000u);
    printf("%ld\n", random());
    unsigned state = 7;
    for (int i = 0; i < 4; i++)
        printf("%d ", rand_r(&state));
    printf("%u\n", state);
    printf("%.17g", drand48());
    printf(" %.17g", drand48());
    srand48(20261130);
    printf(" %.17g", drand48());
    printf(" %ld", lrand48());
    printf(" %ld", mrand48());
    unsigned short own[3] = {1, 2, 3}, all[7] = {1, 2, 3, 4, 5, 6, 7};
    printf(" %.17g", erand48(own));
    printf(" %ld", nrand48(own));
    printf(" %ld", jrand48(own));
    printf(" %d %d %d\n", own[0], own[1], own[2]);
    unsigned short *before = seed48(all);
    printf("%d %d %d", before[0], before[1], before[2]);
    printf(" %ld", lrand48());
    lcong48(all);
    printf(" %ld", lrand48());
    printf(" %ld\n", mrand48());
    void *block, *list[40];
    int wrong = 0;
    for (int i = 0; i < 40; i++) {
        size_t alignment = (size_t)8 << i % 8;
        list[i] = i % 2 ? aligned_alloc(alignment, alignment * (i % 3 + 1)) : memalign(alignment, 20);
        wrong += (uintptr_t)list[i] % alignment != 0;
        if (i % 3 == 2)
            free(list[i - 1]);
    }
    wrong += posix_memalign(&block, 64, 100);
    printf("%d %d", wrong, (int)((uintptr_t)block % 64));
    printf(" %d %d", posix_memalign(&block, 48, 100), (int)((uintptr_t)valloc(10) % 4096));
    printf(" %d %.3f %s\n", getenv("NO_SUCH_NAME") == NULL, (double)strtold("2.5x", NULL), "end");
    fflush(stdout);
    _Exit(0);
}
"#,
    );
    assert_eq!(
        out,
        concat!(
            "1804289383 846930886 1681692777 1714636915 1961870665 1804289383 1111130805\n",
            "1187592820 153898277 1377876785 706688787 3809678875\n",
            "3.907985046680551e-14 0.00098539467465030839 0.95100165119311342 1594943053 -1559135193 0.44199632268870914 565063343 -1485464893 7666 39619 42869\n",
            "10787 31783 41745 949179875 917510 15925355\n",
            "0 0 22 0 1 2.500 end\n",
        )
    );
}

/// The expected text is that of the C library of GNU with the time zone UTC.
#[test]
fn dates() {
    let out = printed(
        r#"
#include <stdio.h>
#include <string.h>
#include <time.h>
static void show(const char *format, const struct tm *date)
{
    char text[200];
    size_t bytes = strftime(text, sizeof text, format, date);
    printf("%zu %s\n", bytes, text);
}
int main(void)
{
    const time_t times[] = {0, 951782400, 951868799, 1709164800, 4102444800, -1, -2208988800, 1230768000, 1104537600, 253402300799};
    struct tm date;
    char text[32];
    for (unsigned i = 0; i < sizeof times / sizeof *times; i++) {
        gmtime_r(&times[i], &date);
        printf("%d %d %d %d %d %d %d %d %d ", date.tm_year, date.tm_mon, date.tm_mday, date.tm_hour, date.tm_min, date.tm_sec,
               date.tm_wday, date.tm_yday, date.tm_isdst);
        struct tm copy = date;
        printf("%lld %s", (long long)mktime(&copy), asctime_r(&date, text));
        show("%G-W%V-%u %g %U %W %w %j %y %C", &date);
    }
    date = (struct tm){.tm_year = 126, .tm_mon = 14, .tm_mday = -3, .tm_hour = 49, .tm_min = -61, .tm_sec = 4000};
    printf("%lld ", (long long)mktime(&date));
    printf("%d %d %d %d %d %d %d %d\n", date.tm_year, date.tm_mon, date.tm_mday, date.tm_hour, date.tm_min, date.tm_sec,
           date.tm_wday, date.tm_yday);
    show("%a %A %b %B %h|%c|%x|%X|%D|%F|%T|%R|%r", &date);
    show("%d %e %H %I %k %l %m %M %p %P %S %s%%%n%t%z|%Ey%Od", &date);
    printf("%zu", strftime(text, 4, "%Y", &date));
    printf(" %zu %s", strftime(text, 5, "%Y", &date), ctime(&times[1]));
    printf("%d %.1f\n", localtime(&times[0])->tm_year, difftime(times[1], times[0]));
    return 0;
}
"#,
    );
    assert_eq!(
        out,
        concat!(
            "70 0 1 0 0 0 4 0 0 0 Thu Jan  1 00:00:00 1970\n",
            "31 1970-W01-4 70 00 00 4 001 70 19\n",
            "100 1 29 0 0 0 2 59 0 951782400 Tue Feb 29 00:00:00 2000\n",
            "31 2000-W09-2 00 09 09 2 060 00 20\n",
            "100 1 29 23 59 59 2 59 0 951868799 Tue Feb 29 23:59:59 2000\n",
            "31 2000-W09-2 00 09 09 2 060 00 20\n",
            "124 1 29 0 0 0 4 59 0 1709164800 Thu Feb 29 00:00:00 2024\n",
            "31 2024-W09-4 24 08 09 4 060 24 20\n",
            "200 0 1 0 0 0 5 0 0 4102444800 Fri Jan  1 00:00:00 2100\n",
            "31 2099-W53-5 99 00 00 5 001 00 21\n",
            "69 11 31 23 59 59 3 364 0 -1 Wed Dec 31 23:59:59 1969\n",
            "31 1970-W01-3 70 52 52 3 365 69 19\n",
            "0 0 1 0 0 0 1 0 0 -2208988800 Mon Jan  1 00:00:00 1900\n",
            "31 1900-W01-1 00 00 01 1 001 00 19\n",
            "109 0 1 0 0 0 4 0 0 1230768000 Thu Jan  1 00:00:00 2009\n",
            "31 2009-W01-4 09 00 00 4 001 09 20\n",
            "105 0 1 0 0 0 6 0 0 1104537600 Sat Jan  1 00:00:00 2005\n",
            "31 2004-W53-6 04 00 00 6 001 05 20\n",
            "8099 11 31 23 59 59 5 364 0 253402300799 Fri Dec 31 23:59:59 9999\n",
            "31 9999-W52-5 99 52 52 5 365 99 99\n",
            "1803690340 127 1 27 1 5 40 6 57\n",
            "119 Sat Saturday Feb February Feb|Sat Feb 27 01:05:40 2027|02/27/27|01:05:40|02/27/27|2027-02-27|01:05:40|01:05|01:05:40 AM\n",
            "56 27 27 01 01  1  1 02 05 AM am 40 1803690340%\n",
            "\t+0000|2727\n",
            "0 4 Tue Feb 29 00:00:00 2000\n",
            "70 951782400.0\n",
        )
    );
}

/// The expected text is that of the C library of GNU.
#[test]
fn options_of_a_command_line() {
    let out = printed(
        r##"
#include <getopt.h>
#include <stdio.h>
#include <unistd.h>
static int flag;
static const struct option longs[] = {
    {"size", required_argument, NULL, 's'}, {"verbose", no_argument, &flag, 5}, {"version", no_argument, NULL, 'V'},
    {"level", optional_argument, NULL, 'l'}, {NULL, 0, NULL, 0},
};
static void run(const char *options, int kind, char **argv)
{
    int argc = 0, c, place = -1;
    while (argv[argc] != NULL)
        argc++;
    optind = 0;
    for (int times = 0; times < 20; times++) {
        c = kind == 0 ? getopt(argc, argv, options)
            : kind == 1 ? getopt_long(argc, argv, options, longs, &place)
                        : getopt_long_only(argc, argv, options, longs, &place);
        if (c < 0)
            break;
        printf("%c", c > 1 ? c : '0' + c);
        if (optarg != NULL)
            printf("=%s", optarg);
        if (c == '?' || c == ':')
            printf("(%d)", optopt);
        printf(" ");
    }
    printf("| %d:", optind);
    for (int i = 1; i < argc; i++)
        printf(" %s", argv[i]);
    printf(" | %d %d\n", flag, place);
    flag = 0;
}
#define RUN(options, kind, ...) run(options, kind, (char *[]){"prog", __VA_ARGS__, NULL})
int main(void)
{
    opterr = 0;
    RUN("ab:c", 0, "-a", "-b", "2", "rest");
    RUN("ab:c", 0, "one", "-acb2", "two", "-b", "3", "three", "-c");
    RUN("ab:c", 0, "x", "-a", "--", "-b", "y");
    RUN("+ab:c", 0, "-a", "x", "-b", "1");
    RUN("-ab:c", 0, "-a", "x", "-b", "1", "y");
    RUN("ab:c", 0, "-x", "-b");
    RUN(":ab:c", 0, "-x", "-b");
    RUN("ab::c", 0, "-b", "-b7", "-");
    RUN("s:l::V", 1, "file", "--size", "10", "--size=11", "-s12", "--verb", "other", "--level", "--level=3", "-V");
    RUN("s:", 1, "--ver", "--nothing", "--version=2", "--size");
    RUN(":s:", 1, "--size");
    RUN("s:v", 2, "-size", "4", "-v", "-verbose", "x", "-s5");
    return 0;
}
"##,
    );
    assert_eq!(
        out,
        concat!(
            "a b=2 | 4: -a -b 2 rest | 0 -1\n",
            "a c b=2 b=3 c | 5: -acb2 -b 3 -c one two three | 0 -1\n",
            "a | 3: -a -- x -b y | 0 -1\n",
            "a | 2: -a x -b 1 | 0 -1\n",
            "a 1=x b=1 1=y | 6: -a x -b 1 y | 0 -1\n",
            "?(120) ?(98) | 3: -x -b | 0 -1\n",
            "?(120) :(98) | 3: -x -b | 0 -1\n",
            "b b=7 | 3: -b -b7 - | 0 -1\n",
            "s=10 s=11 s=12 0 l l=3 V | 9: --size 10 --size=11 -s12 --verb --level --level=3 -V file other | 5 3\n",
            "?(0) ?(0) ?(86) ?(115) | 5: --ver --nothing --version=2 --size | 0 -1\n",
            ":(115) | 2: --size | 0 -1\n",
            "s=4 v 0 s=5 | 6: -size 4 -v -verbose -s5 x | 5 1\n",
        )
    );
}

#[test]
fn clocks_and_the_node_as_a_system() {
    let out = printed(
        r#"
#include <memory.h>
#include <stdio.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
int main(void)
{
    struct timespec now, later, step, wait = {0, 3500};
    struct timeval first, second, between;
    char name[32];
    clock_gettime(CLOCK_MONOTONIC, &now);
    gettimeofday(&first, NULL);
    printf("%d ", nanosleep(&wait, NULL));
    clock_gettime(CLOCK_MONOTONIC, &later);
    gettimeofday(&second, NULL);
    long taken = (long)(later.tv_sec - now.tv_sec) * 1000000000 + later.tv_nsec - now.tv_nsec;
    timersub(&second, &first, &between);
    printf("%d %d %d ", taken >= 4000 && taken < 6000, (int)between.tv_sec, between.tv_usec >= 4 && between.tv_usec < 6);
    wait.tv_nsec = 1000000000;
    int refused = nanosleep(&wait, NULL), known = clock_getres(CLOCK_REALTIME, &step);
    printf("%d %d %ld ", refused, known, step.tv_nsec);
    printf("%d %d ", clock_gettime(77, &now), timespec_get(&now, TIME_UTC));
    printf("%lld %lld %d\n", (long long)now.tv_sec, (long long)time(NULL), (int)(first.tv_sec - now.tv_sec));
    off_t offset = -1;
    ssize_t bytes = -1;
    pid_t process = getpid();
    int whole = gethostname(name, sizeof name), part = gethostname(name, 4);
    printf("%d %d %d %s %d ", whole, part, process, name, (int)(offset + bytes));
    printf("%ld %ld %ld %d\n", sysconf(_SC_NPROCESSORS_ONLN), sysconf(_SC_PAGESIZE), sysconf(-5), getpagesize());
    _exit(0);
}
"#,
    );
    assert_eq!(out, "0 1 0 1 -1 0 1 -1 1 946684800 946684800 0\n0 -1 1 nod -2 1 4096 -1 4096\n");
}

/// The state after `srand`.
fn seeded(seed: u32) -> u64 {
    let high = (seed ^ seed >> 16).wrapping_mul(0x7feb_352d);
    let high = (high ^ high >> 15).wrapping_mul(0x846c_a68b);
    u64::from(high ^ high >> 16) << 32 | u64::from(seed)
}

/// Every comparison that is greater than 0 for the elements in the wrong order sorts; one that also says so of equal
/// elements does not leave the array.
#[test]
fn qsort_asks_only_whether_a_comparison_is_greater_than_0() {
    let out = printed(
        r#"
#include <stdio.h>
#include <stdlib.h>
static int rising(const void *a, const void *b) { return *(const int *)a > *(const int *)b; }
static int falling(const void *a, const void *b) { return *(const int *)a < *(const int *)b; }
static int equal_too(const void *a, const void *b) { return *(const int *)a >= *(const int *)b; }
static int list[402];
int main(void)
{
    int (*all[])(const void *, const void *) = { rising, falling, equal_too };
    for (int c = 0; c < 3; c++) {
        int bad = 0;
        for (int n = 0; n <= 400; n = n < 20 ? n + 1 : n * 2) {
            for (int values = 1; values < 2000; values = values * 4 + 1) {
                long long sum = 0;
                list[0] = list[n + 1] = -7;
                for (int i = 1; i <= n; i++)
                    sum += list[i] = rand() % values;
                qsort(list + 1, n, sizeof *list, all[c]);
                for (int i = 1; i <= n; i++) {
                    sum -= list[i];
                    if (i > 1)
                        bad |= c == 1 ? list[i - 1] < list[i] : list[i - 1] > list[i];
                }
                bad |= sum != 0 || list[0] != -7 || list[n + 1] != -7;
            }
        }
        printf("%d", bad);
    }
    return 0;
}
"#,
    );
    assert_eq!(out, "000");
}

/// The lowest bits of `rand` are as even as the others, and seeds that follow one another begin far apart.
#[test]
fn random_numbers_have_no_pattern_in_their_low_bits_or_first_values() {
    let out = printed(
        r#"
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int same = 0, ones = 0, last = 0;
    for (int i = 0; i < 2000; i++) {
        int bit = rand() % 2;
        same += bit == last;
        ones += bit;
        last = bit;
    }
    int close = 0, even = 0;
    double before = 0, step = 0;
    for (int seed = 0; seed < 64; seed++) {
        srand(seed);
        double first = rand() / (RAND_MAX + 1.0), now = first - before;
        close += now < 0.001 && now > -0.001;
        even += now - step < 0.001 && now - step > -0.001;
        before = first;
        step = now;
    }
    printf("%d %d %d %d\n", same > 900 && same < 1100, ones > 900 && ones < 1100, close < 3, even < 3);
    return 0;
}
"#,
    );
    assert_eq!(out, "1 1 1 1\n");
}

#[test]
fn numbers_sorting_and_random_numbers() {
    let out = printed(
        r#"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
static int order(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
int main(void)
{
    static int list[300];
    char *end;
    printf("%d %ld %ld %lld\n", atoi(" -42x"), strtol("0x1fz", &end, 0), strtol("777", NULL, 8), atoll("-9000000000"));
    printf("%s %lu %d\n", end, strtoul("4294967296", NULL, 10), errno == ERANGE);
    printf("%.17g %.17g %a\n", strtod("0.1", NULL), strtod("9007199254740993", NULL), strtof("16777217.0000001", NULL));
    printf("%.17g %.17g %g\n", atof("2.4703282292062328e-324"), atof("1.7976931348623157e308"), strtod("1e999", NULL));
    for (int i = 0; i < 300; i++)
        list[i] = rand() % 1000;
    qsort(list, 300, sizeof list[0], order);
    int sorted = 1;
    for (int i = 1; i < 300; i++)
        sorted &= list[i - 1] <= list[i];
    int key = list[77];
    int *found = bsearch(&key, list, 300, sizeof list[0], order);
    printf("%d %d\n", sorted, found != NULL && *found == key);
    srand(1);
    printf("%d %d\n", rand(), rand());
    ldiv_t d = ldiv(-7, 2);
    lldiv_t e = lldiv(-70000000001, 10);
    printf("%ld %ld %lld %lld %lld\n", d.quot, d.rem, e.quot, e.rem, llabs(-5));
    return 0;
}
"#,
    );
    let step = |state: u64| state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let one = step(seeded(1));
    let (first, second) = (one >> 33, step(one) >> 33);
    let expected = format!(
        "-42 31 511 -9000000000\nz 4294967295 1\n0.10000000000000001 9007199254740992 0x1.000002p+24\n\
         4.9406564584124654e-324 1.7976931348623157e+308 inf\n1 1\n{first} {second}\n-3 -1 -7000000000 -1 5\n"
    );
    assert_eq!(out, expected);
}

/// The text of snprintf, which is code on the core, is that of printf, which is the simulator's.
#[test]
fn snprintf_and_printf_agree() {
    let out = printed(
        r##"
#include <stdarg.h>
#include <stdio.h>
static char text[400];
static void both(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int made = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    va_start(list, format);
    int shown = vprintf(format, list);
    va_end(list);
    printf("\n%s\n%d\n", text, made == shown);
}
int main(void)
{
    both("%d|%5d|%-5d|%05d|%+d|% d|%.3d|%x|%#X|%o|%#o", -7, 42, 42, 42, 42, 42, 7, 255u, 255u, 8u, 8u);
    both("%lld|%llu|%llx|%hhd|%hu|%c|%s|%.2s|%8s|%p|%%", -9000000000000LL, 18446744073709551615ULL, 1ULL << 40, 300, 65537, 'q', "word", "word", "word", (void *)4096);
    both("%f|%.0f|%.3e|%g|%G|%#g|%a|%10.2f|%-10.2f|%+.1e", 3.14159, 2.5, 12345.678, 1e-5, 1e20, 1.0, 1.0 / 3, -2.345, 9.995, 0.0);
    both("%.20f|%.15g|%g|%f|%f|%e", 0.1, 0.1, 5e-324, 1e300 * 1e10, 1e15 / 3, 1.7976931348623157e308);
    both("%*d|%-*d|%.*f", 6, 1, 6, 2, 2, 2.0 / 3);
    char small[5];
    int made = snprintf(small, sizeof small, "%d", 1234567);
    printf("%s %d\n", small, made);
    return 0;
}
"##,
    );
    let lines: Vec<&str> = out.lines().collect();
    for three in lines[..15].chunks(3) {
        assert_eq!((three[0], three[2]), (three[1], "1"));
    }
    assert_eq!(lines[15], "1234 7");
    assert!(lines[6].starts_with("3.141590|2|1.235e+04|1e-05|1E+20|1.00000|0x1.5555555555555p-2|"), "{}", lines[6]);
}

#[test]
fn the_heap_gives_takes_back_and_complains() {
    let out = printed(
        r#"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    static char *kept[64];
    unsigned sum = 0;
    for (int round = 0; round < 4000; round++) {
        int i = rand() / 7 % 64;
        if (kept[i] != NULL) {
            int size = kept[i][0];
            for (int j = 1; j < size; j++)
                sum += kept[i][j] != (char)i;
            free(kept[i]);
        }
        int size = rand() / 3 % 100 + 1;
        kept[i] = malloc(size);
        memset(kept[i], i, size);
        kept[i][0] = size;
        sum += ((unsigned)kept[i] & 7) != 0;
    }
    for (int i = 0; i < 64; i++)
        free(kept[i]);
    /* Everything is one free block again, so this fits where the small ones were. */
    char *whole = malloc(3000);
    int *zero = calloc(20, sizeof(int));
    for (int i = 0; i < 20; i++)
        sum += zero[i];
    zero = realloc(zero, 400);
    printf("%u %d %d\n", sum, whole != NULL, zero != NULL && zero[19] == 0);
    int full = malloc(600000) == NULL;
    printf("%d %d\n", full, errno == ENOMEM);
    return 0;
}
"#,
    );
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((lines[0], lines[2]), ("0 1 1", "1 1"), "{out}");
    assert!(lines[1].starts_with("malloc: the heap is full: 600000 bytes are wanted, "), "{out}");
    for (body, message) in [
        ("char *p = malloc(10); free(p); free(p);", "is free already"),
        ("char *p = malloc(10); free(p + 8);", "is no block of the heap"),
        ("static int x; free(&x);", "is no block of the heap"),
        ("char *p = malloc(8), *q = malloc(8); p[8] = 1; p[12] = 1; free(q);", "has been overwritten"),
    ] {
        let machine = ended(1, 1, &format!("#include <stdlib.h>\nint main(void)\n{{\n    {body}\n    return 0;\n}}\n"));
        let console = machine.state.nodes[0].console.tail(1000);
        assert!(console.starts_with("free: ") && console.contains(message), "{body}: {console}");
        let Some(Outcome::Trapped(traps)) = machine.outcome() else { panic!("{body}: {:?}", machine.outcome()) };
        assert_eq!(traps[0].cause, TrapCause::Break(22), "{body}");
    }
}

#[test]
fn jumps_times_characters_and_assertions() {
    let out = printed(
        r#"
#include <ctype.h>
#include <mclib.h>
#include <setjmp.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
static jmp_buf place;
static void deep(int n)
{
    if (n == 0)
        longjmp(place, 7);
    deep(n - 1);
}
int main(void)
{
    volatile double kept = 2.5;
    int value = setjmp(place);
    if (value == 0)
        deep(5);
    clock_t start = clock();
    usleep(3);
    clock_t taken = clock() - start;
    printf("%d %g %d %lld\n", value, kept, taken >= 3000 && taken < 3150, (long long)time(NULL));
    int letters = 0, spaces = 0, others = 0;
    for (int c = 0; c < 128; c++) {
        letters += isalpha(c) != 0;
        spaces += isspace(c) != 0;
        others += ispunct(c) != 0;
        if (isupper(c) && toupper(tolower(c)) != c)
            puts("case");
    }
    printf("%d %d %d\n", letters, spaces, others);
    return 0;
}
"#,
    );
    assert_eq!(out, "7 2.5 1 946684800\n52 6 32\n");
    let machine =
        ended(1, 1, "#include <assert.h>\nint main(void)\n{\n    int x = 3;\n    assert(x == 4);\n    return 0;\n}\n");
    let console = machine.state.nodes[0].console.tail(1000);
    assert_eq!(console, "test.c:5: node (1,1): main: the assertion `x == 4` failed\n");
    assert!(matches!(machine.outcome(), Some(Outcome::Trapped(_))));
}

/// Every node takes part, whatever the shape of the chip.
#[test]
fn collectives_on_all_nodes() {
    for (width, height) in [(1, 1), (2, 1), (3, 2), (4, 4)] {
        let machine = ended(
            width,
            height,
            r#"
#include <mclib.h>
static int data[20];
int main(void)
{
    int nodes = mc_nodes(), rank = mc_rank(), x, y;
    mc_coords(rank, &x, &y);
    if (x != mc_x() || y != mc_y())
        return 1;
    for (int round = 0; round < 5; round++) {
        if (mc_reduce_add(rank + round) != nodes * (nodes - 1) / 2 + nodes * round)
            return 2;
        if (mc_reduce_max(3 * rank - round) != 3 * (nodes - 1) - round || mc_reduce_min(-rank) != 1 - nodes)
            return 3;
    }
    for (int root = 0; root < nodes; root++) {
        if (rank == root)
            for (int i = 0; i < 20; i++)
                data[i] = 100 * root + i;
        mc_bcast(root, data, sizeof data);
        for (int i = 0; i < 20; i++)
            if (data[i] != 100 * root + i)
                return 4;
    }
    static int there[8] = {0, 1, 2, 3, 4, 5, 6, 7}, here[8];
    mc_store(0x4000 + 256 * rank, there, sizeof there);
    mc_wait();
    mc_get_stride(here, 0x4000 + 256 * rank, 16, 4, 8);
    for (int i = 0; i < 4; i++)
        if (here[i] != 2 * i)
            return 5;
    return 0;
}
"#,
        );
        for node in &machine.state.nodes {
            let code = node.core.processor.halted.map(|(code, _)| code);
            assert_eq!(code, Some(0), "{width} x {height}, node {}: {:?}", node.id, machine.outcome());
        }
    }
}
