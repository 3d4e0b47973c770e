"""A generator in Python: arithmetic, in a file and a header."""

import os
import sys

sys.path.insert(0, os.environ["CGFUZZ_CLIENTS"])
import cgfuzz


def expression(choices, depth):
    with choices.scope("expression"):
        kind = choices.weighted([3, 2, 1]) if depth < 5 else 0
        if kind == 0:
            return str(choices.integer(-9, 99))
        if kind == 1:
            return f"({expression(choices, depth + 1)} {choices.choice(['+', '-', '*'])} {expression(choices, depth + 1)})"
        return f"~{expression(choices, depth + 1)}" if choices.boolean(0.7) else str(choices.word(64))


for choices in cgfuzz.programs(seed=3):
    lines = [f"int x{i} = {expression(choices, 0)};" for i in range(1 + choices.pick(4))]
    choices.write("include/size.h", f"#define N {len(lines)}\n")
    choices.write("test.c", '#include "include/size.h"\n' + "\n".join(lines) + "\n")
