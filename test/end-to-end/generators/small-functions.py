"""Twenty functions in C: 2 ways to declare one, and 2 + 2 * 2 * 2 expressions, the small ones far more often."""

import os
import sys

sys.path.insert(0, os.environ["CGFUZZ_CLIENTS"])
import cgfuzz


def expression(choices, depth):
    with choices.scope("expression"):
        kind = choices.weighted([9, 9, 1]) if depth == 0 else choices.pick(2)
        if kind < 2:
            return "ab"[kind]
        operator = choices.choice(["+", "/"])
        return f"({expression(choices, depth + 1)} {operator} {expression(choices, depth + 1)})"


for choices in cgfuzz.programs(seed=1):
    text = f"{''.join(choices.arguments)} int f(int a, int b) {{ return {expression(choices, 0)}; }}\n"
    choices.write("test.c", text)
