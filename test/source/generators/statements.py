"""A small generator of C in Python, as people write them: with the random of Python's own, or with cgfuzz's client."""

import contextlib
import os
import random
import sys


class Own:
    """Python's random, with the face of the client."""

    def __init__(self):
        self._random = random.Random()

    def pick(self, count):
        return self._random.randrange(count)

    def weighted(self, weights):
        return self._random.choices(range(len(weights)), weights)[0]

    def integer(self, low, high):
        return self._random.randint(low, high)

    def scope(self, label):
        return contextlib.nullcontext(label)

    def write(self, name, text):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)


def expression(choices, depth):
    with choices.scope("expression"):
        kind = choices.weighted([3, 2, 4, 1]) if depth < 5 else choices.pick(2)
        if kind == 0:
            return f"v{choices.pick(8)}"
        if kind == 1:
            return str(choices.integer(-1000, 1000))
        if kind == 2:
            operator = ["+", "-", "*", "&", "|", "^"][choices.pick(6)]
            return f"({expression(choices, depth + 1)} {operator} {expression(choices, depth + 1)})"
        return f"~{expression(choices, depth + 1)}"


def statement(choices, depth):
    with choices.scope("statement"):
        kind = choices.weighted([5, 2, 1]) if depth < 4 else 0
        indent = "  " * depth
        if kind == 0:
            return [f"{indent}v{choices.pick(8)} = {expression(choices, 0)};"]
        head = "if" if kind == 1 else "while"
        lines = [f"{indent}{head} ({expression(choices, 2)} > {choices.integer(0, 99)}) {{"]
        for _ in range(1 + choices.pick(4)):
            lines += statement(choices, depth + 1)
        return lines + [f"{indent}}}"]


def program(choices):
    lines = [f"static int v{i};" for i in range(8)] + ["int main(void) {"]
    for _ in range(10 + choices.pick(20)):
        lines += statement(choices, 1)
    choices.write("test.c", "\n".join(lines + ["  return v0;", "}", ""]))


if "CGFUZZ_CLIENTS" in os.environ:
    sys.path.insert(0, os.environ["CGFUZZ_CLIENTS"])
    import cgfuzz

    for each in cgfuzz.programs():
        program(each)
else:
    program(Own())
