#!/usr/bin/env python3
"""Makes math/points.txt: arguments of the functions of <math.h> and their exact results, by mpmath (PyPI).

A line is a function, its arguments, and the result as the sum of two doubles, all as bits in hexadecimal. A test compares
the library on the chip with them.
"""

import math
import random
import struct
from pathlib import Path

import mpmath
from mpmath import mp, mpf

mp.prec = 250
random.seed(20)
POINTS = 24


def bits(value):
    return struct.pack(">d", float(value)).hex()


def wide(low, high):
    """A number of either sign with an exponent between two."""
    return lambda: random.choice((-1, 1)) * random.uniform(1, 2) * 2.0 ** random.randint(low, high)


def positive(low, high):
    return lambda: random.uniform(1, 2) * 2.0 ** random.randint(low, high)


def one_of(*ways):
    return lambda: random.choice(ways)()


def uniform(low, high):
    return lambda: random.uniform(low, high)


def near_one():
    return 1 + random.choice((-1, 1)) * 2.0 ** random.uniform(-45, -2)


def near_quarter_turns():
    return random.randint(1, 600000) * math.pi / 2


angles = one_of(uniform(-7, 7), uniform(-(2**20), 2**20), wide(-30, 18), near_quarter_turns)
unit = one_of(uniform(-1, 1), wide(-30, -1), lambda: 1 - 2.0 ** random.uniform(-45, -1))
logarithm = one_of(positive(-1000, 1000), near_one, uniform(0.3, 3))
ONE = {
    "exp": (mpmath.exp, one_of(uniform(-700, 709), uniform(-1, 1), wide(-40, 2))),
    "log": (mpmath.log, logarithm),
    "log2": (lambda x: mpmath.log(x, 2), one_of(logarithm, lambda: 2.0 ** random.randint(-1000, 1000))),
    "log10": (lambda x: mpmath.log(x, 10), one_of(logarithm, lambda: 10.0 ** random.randint(0, 22))),
    "sin": (mpmath.sin, angles),
    "cos": (mpmath.cos, angles),
    "tan": (mpmath.tan, angles),
    "asin": (mpmath.asin, unit),
    "acos": (mpmath.acos, unit),
    "atan": (mpmath.atan, one_of(uniform(-4, 4), wide(-30, 50))),
    "sinh": (mpmath.sinh, one_of(uniform(-4, 4), uniform(-700, 700), wide(-30, 1))),
    "cosh": (mpmath.cosh, one_of(uniform(-4, 4), uniform(-700, 700), wide(-30, 1))),
    "tanh": (mpmath.tanh, one_of(uniform(-4, 4), uniform(-20, 20), wide(-30, 1))),
}
pairs = one_of(
    lambda: (random.uniform(-5, 5), random.uniform(-5, 5)),
    lambda: (wide(-900, 900)(), wide(-900, 900)()),
    lambda: (wide(-30, 30)(), wide(-30, 30)()),
)
TWO = {
    "pow": (
        mpmath.power,
        one_of(
            lambda: (random.uniform(0.1, 5), random.uniform(-200, 200)),
            lambda: (positive(-300, 300)(), random.uniform(-3, 3)),
            lambda: (1 + random.uniform(-1, 1) * 2.0 ** random.randint(-30, -2), wide(0, 9)()),
            lambda: (float(random.randint(1, 40)), float(random.randint(-20, 20))),
        ),
    ),
    "atan2": (mpmath.atan2, pairs),
    "hypot": (mpmath.hypot, pairs),
}

# Behind the others, whose random numbers stay as they were.
LATER = {
    "exp2": (lambda x: mpf(2) ** x, one_of(uniform(-900, 900), uniform(-2, 2), wide(-40, 2))),
    "expm1": (mpmath.expm1, one_of(uniform(-1, 1), wide(-50, 3), uniform(-45, 700))),
    "log1p": (mpmath.log1p, one_of(uniform(-1, 1), wide(-54, -2), positive(-3, 500))),
    "cbrt": (lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)), one_of(wide(-900, 900), uniform(-10, 10))),
    "asinh": (mpmath.asinh, one_of(wide(-40, 60), uniform(-3, 3))),
    "acosh": (mpmath.acosh, one_of(lambda: 1 + positive(-50, 0)(), positive(0, 60), uniform(1, 3))),
    "atanh": (mpmath.atanh, one_of(uniform(-1, 1), wide(-40, -2), lambda: 1 - positive(-45, -2)())),
    "erf": (mpmath.erf, one_of(uniform(-6, 6), wide(-40, 1), uniform(-1, 1))),
    "erfc": (mpmath.erfc, one_of(uniform(-6, 6), uniform(0, 25), uniform(0, 2))),
    "tgamma": (mpmath.gamma, one_of(uniform(-20, 20), uniform(0, 171), uniform(-160, 0), wide(-40, 3))),
    "lgamma": (
        lambda x: mpmath.log(abs(mpmath.gamma(x))),
        one_of(uniform(0, 10), positive(-40, 1000), uniform(0.5, 2.5)),
    ),
}


def main():
    lines = []
    for name, (function, choose) in {**ONE, **TWO, **LATER}.items():
        made = 0
        while made < POINTS:
            chosen = choose()
            arguments = chosen if isinstance(chosen, tuple) else (chosen,)
            result = function(*(mpf(a) for a in arguments))
            if not 1e-290 < abs(result) < mpf(2) ** 1023:
                continue
            high = mpf(float(result))
            lines.append(" ".join([name, *map(bits, arguments), bits(high), bits(result - high)]))
            made += 1
    (Path(__file__).parent / "math" / "points.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
