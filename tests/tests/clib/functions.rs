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
