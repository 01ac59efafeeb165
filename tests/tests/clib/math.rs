//! `<math.h>` against `tests/golden/math/points.txt`, which has the exact results (`tests/golden/make_math.py`).

use super::printed;
use std::collections::BTreeMap;
use std::fmt::Write;

struct Point {
    arguments: Vec<u64>,
    /// The exact result is the sum of both.
    high: f64,
    low: f64,
}

fn points() -> BTreeMap<&'static str, Vec<Point>> {
    let mut all: BTreeMap<&str, Vec<Point>> = BTreeMap::new();
    for line in include_str!("../../golden/math/points.txt").lines() {
        let mut words = line.split(' ');
        let name = words.next().unwrap();
        let mut bits: Vec<u64> = words.map(|w| u64::from_str_radix(w, 16).unwrap()).collect();
        let low = f64::from_bits(bits.pop().unwrap());
        let high = f64::from_bits(bits.pop().unwrap());
        all.entry(name).or_default().push(Point { arguments: bits, high, low });
    }
    all
}

/// The largest error of a function in units in the last place, as the header says.
fn most(name: &str) -> f64 {
    if matches!(name, "erf" | "erfc" | "tgamma" | "lgamma") { 2.0 } else { 1.0 }
}

#[test]
fn errors_are_at_most_those_of_the_header() {
    for (name, points) in points() {
        let count = points[0].arguments.len();
        let mut text = format!("#include <math.h>\n#include <stdio.h>\nstatic const double x[][{count}] = {{\n");
        for point in &points {
            for bits in &point.arguments {
                // A decimal number with 17 digits is this double again.
                write!(text, "{:e}, ", f64::from_bits(*bits)).unwrap();
            }
            text.push('\n');
        }
        let arguments = if count == 1 { "x[i][0]" } else { "x[i][0], x[i][1]" };
        let floats = if count == 1 { "(float)x[i][0]" } else { "(float)x[i][0], (float)x[i][1]" };
        write!(
            text,
            "}};\nint main(void)\n{{\n    for (int i = 0; i < {}; i++) {{\n        union {{ double d; unsigned w[2]; }} u;\n\
             \n        union {{ float f; unsigned w; }} v;\n        u.d = {name}({arguments});\n        v.f = {name}f({floats});\n\
             \n        printf(\"%08x%08x %08x\\n\", u.w[1], u.w[0], v.w);\n    }}\n    return 0;\n}}\n",
            points.len()
        )
        .unwrap();
        let out = printed(&text.replace("}, \n", "}\n"));
        assert_eq!(out.lines().count(), points.len(), "{name}");
        for (line, point) in out.lines().zip(&points) {
            let (double, _) = line.split_once(' ').unwrap();
            let got = f64::from_bits(u64::from_str_radix(double, 16).unwrap());
            let unit = f64::from_bits(point.high.abs().to_bits() + 1) - point.high.abs();
            let error = ((got - point.high) - point.low).abs() / unit;
            assert!(
                error <= most(name),
                "{name}{:x?} is {got:e}, {error} units from {:e}",
                point.arguments,
                point.high
            );
        }
    }
}

/// Single precision against the host's double precision, which is much finer than a unit of a float.
#[test]
fn singles_are_rounded_once() {
    let out = printed(
        "#include <math.h>\n#include <stdio.h>\nint main(void)\n{\n    for (int i = -30; i < 30; i++) {\n        float x = i * 0.37f;\n\
         \n        printf(\"%a %a %a %a %a\\n\", x, sinf(x), expf(x), atanf(x), tanhf(x));\n    }\n    return 0;\n}\n",
    );
    let parse = |text: &str| {
        let (mantissa, exponent) = text.split_once('p').unwrap();
        let negative = mantissa.starts_with('-');
        let digits = mantissa.trim_start_matches('-').trim_start_matches("0x");
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let value = i64::from_str_radix(&format!("{whole}{fraction}"), 16).unwrap() as f64
            / 16f64.powi(fraction.len() as i32)
            * 2f64.powi(exponent.parse().unwrap());
        if negative { -value } else { value }
    };
    for line in out.lines() {
        let values: Vec<f64> = line.split(' ').map(parse).collect();
        let x = values[0];
        for (got, exact) in values[1..].iter().zip([x.sin(), x.exp(), x.atan(), x.tanh()]) {
            let nearest = exact as f32;
            let off = (*got as f32).to_bits().abs_diff(nearest.to_bits());
            assert!(off <= 1, "{line}: {got} {nearest}");
        }
    }
}

#[test]
fn special_cases_are_those_of_the_standard() {
    let out = printed(
        "#include <math.h>\n#include <stdio.h>\nint main(void)\n{\n    volatile double zero = 0, one = 1, big = 1e308, nan = NAN;\n\
         \n    printf(\"%g %g %g %g\\n\", exp(-INFINITY), exp(INFINITY), log(zero), pow(zero, -1));\n\
         \n    printf(\"%g %g %g %g\\n\", pow(nan, zero), pow(one, nan), pow(-8, 1.0 / 3), pow(-2, 3));\n\
         \n    printf(\"%g %g %g %g\\n\", atan2(zero, -one), atan2(-zero, -one), hypot(big, big), hypot(INFINITY, nan));\n\
         \n    printf(\"%g %g %g %g\\n\", fmod(5.5, -2), fmod(-5.5, 2), fmin(nan, 2), fmax(3, nan));\n\
         \n    printf(\"%g %g %g %g\\n\", round(-2.5), floor(-0.5), ceil(-0.5), trunc(1e300));\n\
         \n    printf(\"%g %g %g\\n\", ldexp(1, -1074), ldexp(1, 2000), sqrt(2));\n\
         \n    int e;\n    double whole, m = frexp(-48, &e), rest = modf(-3.25, &whole);\n\
         \n    printf(\"%g %d %g %g\\n\", m, e, whole, rest);\n\
         \n    printf(\"%d%d%d%d%d\\n\", isnan(nan), isinf(big * 10), isfinite(big), signbit(-zero) != 0, fpclassify(5e-324) == FP_SUBNORMAL);\n\
         \n    return 0;\n}\n",
    );
    let expected = "0 inf -inf inf\n1 1 nan -8\n3.14159 -3.14159 1.41421e+308 inf\n1.5 -1.5 2 3\n-3 -1 -0 1e+300\n\
                    4.94066e-324 inf 1.41421\n-0.75 6 -3 -0.25\n11111\n";
    assert_eq!(out.replace("-nan", "nan"), expected);
}
