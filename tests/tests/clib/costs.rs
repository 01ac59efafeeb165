//! The cycles of the functions are those in their comments.

use super::printed;
use std::collections::BTreeMap;

/// A call, the source whose comment states its cost, the function, words of that comment, and the cycles that they allow
/// for this call.
const CALLS: &[(&str, &str, &str, &str, u32)] = &[
    ("memcpy(to, from, 4000)", "memcpy.c", "memcpy", "at most 40 + 1.3 n cycles for n words", 40 + 1300),
    ("memcpy(to, from, 32)", "memcpy.c", "memcpy", "at most 40 + 1.3 n cycles for n words", 40 + 11),
    ("memcpy(to, from + 1, 100)", "memcpy.c", "memcpy", "at most 30 + 6 n for n bytes", 30 + 600),
    ("memcpy(to, from + 4, 400)", "memcpy.c", "memcpy", "at most 60 + 2.4 n if they are multiples of 4", 60 + 240),
    ("memmove(to, from, 400)", "memmove.c", "memmove", "at most 40 + 8 n cycles for n words", 40 + 800),
    ("memset(to, 7, 4000)", "memset.c", "memset", "at most 80 + 0.8 n cycles for n words", 80 + 800),
    ("keep = memcmp(to, to + 400, 400)", "memcmp.c", "memcmp", "at most 50 + 8 n cycles for n equal words", 50 + 800),
    ("keep = strlen(text)", "strlen.c", "strlen", "at most 40 + 2 n cycles for n bytes", 40 + 2 * 43),
    ("strcpy(to, text)", "strcpy.c", "strcpy", "at most 10 + 6 n cycles for n bytes", 10 + 6 * 44),
    ("keep = strcmp(text, text)", "strcmp.c", "strcmp", "at most 20 + 9 n cycles for n equal bytes", 20 + 9 * 43),
    ("keep = (int)strchr(text, 'z')", "strchr.c", "strchr", "at most 10 + 8 n cycles for n bytes", 10 + 8 * 44),
    ("keep = (int)malloc(100)", "malloc.c", "malloc", "at most 80 + 8 n cycles", 80),
    ("keep = rand()", "rand.c", "rand", "at most 40 cycles", 40),
    ("keep = abs(keep)", "abs.c", "abs", "at most 8 cycles", 8),
    ("keep = atoi(\"12345\")", "strtol.c", "strtol", "at most 70 + 25 n cycles for n characters", 15 + 70 + 125),
    ("x = strtod(\"3.25\", 0)", "strtod.c", "strtod", "at most 250 + 30 n cycles for n characters", 250 + 120),
    ("keep = isalpha(keep)", "ctype.c", "", "at most 15 cycles", 15),
    ("keep = clock()", "time.c", "clock", "at most 20 cycles", 20),
    ("x = exp(y)", "exp.c", "exp", "at most 140 cycles", 140),
    ("x = log(y)", "log.c", "log", "at most 190 cycles", 190),
    ("x = log2(y)", "log2.c", "log2", "at most 230 cycles", 230),
    ("x = log10(y)", "log10.c", "log10", "at most 230 cycles", 230),
    ("x = pow(y, 1.7)", "pow.c", "pow", "at most 440 cycles", 440),
    ("x = sin(y)", "sin.c", "sin", "at most 190 cycles", 190),
    ("x = cos(y)", "cos.c", "cos", "at most 190 cycles", 190),
    ("x = tan(y)", "tan.c", "tan", "at most 300 cycles", 300),
    ("x = asin(y * 0.3)", "asin.c", "asin", "at most 140 cycles", 140),
    ("x = acos(y * 0.3)", "acos.c", "acos", "at most 140 cycles", 140),
    ("x = atan(y)", "atan.c", "atan", "at most 180 cycles", 180),
    ("x = atan2(y, 1.5)", "atan2.c", "atan2", "at most 300 cycles", 300),
    ("x = sinh(y)", "sinh.c", "sinh", "at most 220 cycles", 220),
    ("x = cosh(y)", "cosh.c", "cosh", "at most 220 cycles", 220),
    ("x = tanh(y)", "tanh.c", "tanh", "at most 260 cycles", 260),
    ("x = hypot(y, 1.5)", "hypot.c", "hypot", "at most 170 cycles", 170),
    ("x = floor(y)", "floor.c", "floor", "at most 45 cycles", 45),
    ("x = round(y)", "round.c", "round", "at most 45 cycles", 45),
    ("x = ldexp(y, 3)", "ldexp.c", "ldexp", "at most 40 cycles", 40),
    ("x = frexp(y, &e)", "frexp.c", "frexp", "at most 45 cycles", 45),
    ("x = fmod(y, 0.3)", "fmod.c", "fmod", "at most 120 + 15 n cycles for a quotient of n bits", 120 + 60),
    ("x = exp2(y)", "exp2.c", "exp2", "at most 150 cycles", 150),
    ("x = expm1(y)", "expm1.c", "expm1", "at most 160 cycles", 160),
    ("x = log1p(y)", "log1p.c", "double log1p", "at most 190 cycles", 190),
    ("x = cbrt(y)", "cbrt.c", "cbrt", "at most 140 cycles", 140),
    ("x = asinh(y)", "asinh.c", "asinh", "at most 230 cycles", 230),
    ("x = acosh(y)", "acosh.c", "acosh", "at most 240 cycles", 240),
    ("x = atanh(y * 0.3)", "atanh.c", "atanh", "at most 240 cycles", 240),
    ("x = erf(y)", "erf.c", "erf", "at most 270 cycles", 270),
    ("x = erfc(y)", "erfc.c", "erfc", "at most 260 cycles", 260),
    ("x = tgamma(y)", "tgamma.c", "tgamma", "at most 900 cycles; 1500 below 0", 900),
    ("x = lgamma(y * 1.4)", "lgamma.c", "lgamma_r", "at most 900 cycles; 1300 below 0", 920),
    ("x = rint(y)", "rint.c", "rint", "at most 40 cycles", 40),
    ("keep = lround(y)", "lround.c", "lround", "that of round, and at most 10 cycles", 55),
    ("x = fma(y, y, y)", "fma.c", "double fma", "at most 160 cycles; 400", 160),
    ("x = nextafter(y, 2)", "nextafter.c", "nextafter", "at most 40 cycles", 40),
    ("x = logb(y)", "logb.c", "double logb", "that of ilogb, and at most 20 cycles", 80),
    ("x = cabs(z)", "cabs.c", "cabs", "at most 200 cycles", 200),
    ("x = carg(z)", "carg.c", "carg", "at most 320 cycles", 320),
    ("c = cpow(z, 0.3 - 0.2i)", "cpow.c", "cpow", "at most 1100 cycles", 1100),
    ("c = csqrt(z)", "csqrt.c", "csqrt", "at most 280 cycles", 280),
    ("c = cexp(z)", "cexp.c", "cexp", "at most 480 cycles", 480),
    ("c = clog(z)", "clog.c", "clog", "at most 620 cycles", 620),
    ("c = csin(z)", "csin.c", "csin", "at most 700 cycles", 700),
    ("c = ccos(z)", "ccos.c", "ccos", "at most 700 cycles", 700),
    ("c = ctan(z)", "ctan.c", "ctan", "at most 700 cycles", 700),
    ("c = casin(z)", "casin.c", "casin", "at most 1000 cycles", 1000),
    ("c = cacos(z)", "cacos.c", "cacos", "at most 1000 cycles", 1000),
    ("c = catan(z)", "catan.c", "catan", "at most 600 cycles", 600),
    ("c = csinh(z)", "csinh.c", "csinh", "at most 600 cycles", 600),
    ("c = ccosh(z)", "ccosh.c", "ccosh", "at most 600 cycles", 600),
    ("c = ctanh(z)", "ctanh.c", "ctanh", "at most 600 cycles", 600),
    ("c = casinh(z)", "casinh.c", "casinh", "at most 1030 cycles", 1030),
    ("c = cacosh(z)", "cacosh.c", "cacosh", "at most 1030 cycles", 1030),
    ("c = catanh(z)", "catanh.c", "catanh", "at most 580 cycles", 580),
    ("c = 1 / z", "divdc3.c", "__divdc3", "at most 220 cycles", 220),
    ("c = z * bad", "muldc3.c", "__muldc3", "at most 250 cycles", 250),
    ("printf(\"\")", "printf.s", "printf", "8 cycles, whatever the length", 8),
    ("fprintf(stdout, \"\")", "fprintf.s", "fprintf", "10 cycles, whatever the length", 10),
    ("fprintf(stderr, \"\")", "fprintf.s", "fprintf", "with stderr 20", 20),
    ("fputs(\"\", stdout)", "fputs.s", "fputs", "7 cycles", 7),
    ("fputs(\"\", stderr)", "fputs.s", "fputs", "with stderr 15", 15),
    ("fputc(' ', stdout)", "fputc.s", "fputc", "6 cycles", 6),
    ("fputc(' ', stderr)", "fputc.s", "fputc", "with stderr 15", 15),
    ("puts(\"\")", "puts.s", "puts", "8 cycles, whatever the length", 8),
    ("putchar(' ')", "putchar.s", "putchar", "4 cycles", 4),
    (
        "keep = strcasecmp(text, text)",
        "strcasecmp.c",
        "strcasecmp",
        "at most 30 + 18 n cycles for n equal bytes",
        30 + 18 * 43,
    ),
    ("keep = (int)stpcpy(to, text)", "stpcpy.c", "stpcpy", "at most 10 + 6 n cycles for n bytes", 10 + 6 * 44),
    (
        "keep = (int)memccpy(to, text, 'z', 44)",
        "memccpy.c",
        "memccpy",
        "at most 10 + 10 n cycles for n bytes",
        10 + 10 * 44,
    ),
    ("keep = (int)strerror(keep)", "strerror.c", "strerror", "at most 60 cycles", 60),
    ("keep = ffs(keep)", "ffs.c", "ffs", "at most 20 cycles", 20),
    ("keep = rand_r((unsigned *)&keep)", "rand_r.c", "rand_r", "at most 60 cycles", 60),
    ("srandom(3)", "random.c", "srandom", "at most 15000 cycles", 15000),
    ("keep = (int)random()", "random.c", "long random", "at most 40 cycles", 40),
    ("x = drand48()", "drand48.c", "double drand48", "at most 150 cycles", 150),
    ("keep = (int)lrand48()", "drand48.c", "long lrand48", "at most 70 cycles", 70),
    ("gmtime_r(&moment, &date)", "gmtime.c", "gmtime_r", "at most 700 cycles", 700),
    ("moment = timegm(&date)", "mktime.c", "timegm", "that of gmtime_r, and at most 500 cycles", 1200),
    ("asctime_r(&date, to)", "asctime.c", "asctime_r", "at most 400 cycles", 400),
    (
        "strftime(to, 40, \"%c\", &date)",
        "strftime.c",
        "size_t strftime",
        "at most 300 + 500 n cycles for n bytes",
        300 + 500 * 24,
    ),
    (
        "clock_gettime(CLOCK_REALTIME, &now)",
        "clock_gettime.c",
        "clock_gettime",
        "those of __udivdi3 and __umoddi3, and at most 60 cycles",
        360,
    ),
    ("keep = setjmp(place)", "setjmp.s", "setjmp", "20 cycles", 20),
    (
        "keep = (int)(w / v)",
        "udivdi3.c",
        "__udivdi3",
        "at most 40 cycles for numbers below 2^32, else at most 150",
        150,
    ),
    (
        "keep = (int)(w % v)",
        "umoddi3.c",
        "__umoddi3",
        "at most 40 cycles for numbers below 2^32, else at most 150",
        150,
    ),
    ("mc_coords(0, &keep, &e)", "mc_coords.c", "mc_coords", "at most 20 cycles", 20),
];

/// Cycles for arguments, the call itself and the result, besides those of the function.
const AROUND: u32 = 16;

/// The last comment before a function.
fn comment(file: &str, function: &str) -> String {
    let path = format!("{}/../core/lib/c/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let start = if file.ends_with(".s") { format!("\n{function}:") } else { format!("{function}(") };
    let before = text.split_once(&start).map_or(text.as_str(), |(before, _)| before);
    let before = before.rfind("Cost").or(text.find("costs")).map_or("", |at| &before[at.min(before.len())..]);
    let whole = if before.is_empty() { text.as_str() } else { before };
    whole.replace("\n#", " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_function_costs_at_most_what_its_comment_says() {
    let mut text = String::from(
        "#include <complex.h>\n#include <ctype.h>\n#include <math.h>\n#include <mclib.h>\n#include <setjmp.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
         #include <string.h>\n#include <strings.h>\n#include <time.h>\nstatic char to[4096] __attribute__((aligned(8))), from[4096] __attribute__((aligned(8)));\n\
         static const char *volatile text = \"a sentence that has some words and no point\";\nvolatile int keep = 5;\n\
         volatile double x, y = 1.1;\nvolatile unsigned long long w = 0x123456789abcdef, v = 0x12345678;\nvolatile double complex z = 0.7 + 1.3i, bad = __builtin_nan(\"\"), c;\njmp_buf place;\nstatic time_t moment = 1800000000;\nstatic struct tm date;\nstatic struct timespec now;\nint main(void)\n{\n    int e;\n    (void)e;\n",
    );
    for (number, (call, ..)) in CALLS.iter().enumerate() {
        text += &format!(
            "    {{ unsigned start = MC_CYCLE_LO; {}; unsigned end = MC_CYCLE_LO; printf(\"\\n{number} %u\\n\", end - start); }}\n",
            call.replace("&keep", "(int *)&keep")
        );
    }
    text += "    return 0;\n}\n";
    let out = printed(&text);
    let taken: BTreeMap<usize, u32> = out
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(number, cycles)| Some((number.parse().ok()?, cycles.parse().ok()?)))
        .collect();
    let mut wrong = Vec::new();
    for (number, (call, file, function, words, limit)) in CALLS.iter().enumerate() {
        let stated = comment(file, function);
        assert!(stated.contains(words), "{file}, {function}: {stated}");
        let cycles = taken[&number];
        if cycles > limit + AROUND {
            wrong.push(format!("{call}: {cycles}, stated {limit}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Each unit states the cost of its functions.
#[test]
fn every_unit_states_its_cost() {
    let folder = format!("{}/../core/lib/c", env!("CARGO_MANIFEST_DIR"));
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !["errno.c", "assert.c"].contains(&name.as_str()) {
            assert!(text.contains("Cost: ") || text.contains(" costs "), "{name}");
        }
    }
}
