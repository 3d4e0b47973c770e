"""A generator in Python that gives up on an expression by an exception."""

import os
import sys

sys.path.insert(0, os.environ["CGFUZZ_CLIENTS"])
import cgfuzz


def expression(choices, depth):
    with choices.scope("expression"):
        if depth == 0 and choices.pick(1) == 0:
            raise ValueError("too deep")
        return expression(choices, depth - 1)


for choices in cgfuzz.programs():
    for _ in range(3):
        with choices.scope("statement"):
            try:
                expression(choices, 3)
            except ValueError:
                pass
    choices.write("test.c", f"int x = {choices.pick(10)};\n")
