"""C programs of small functions, some of which hold what makes a clang end: for tests of findings and their reduction."""

import os
import sys

sys.path.insert(0, os.environ["CGFUZZ_CLIENTS"])
import cgfuzz


def expression(choices, depth):
    with choices.scope("expression"):
        kind = choices.weighted([3, 2, 2]) if depth < 4 else 0
        if kind == 0:
            return str(choices.integer(0, 999))
        if kind == 1:
            return "x"
        return f"({expression(choices, depth + 1)} {choices.choice(['+', '^', '&', '|'])} {expression(choices, depth + 1)})"


def statement(choices):
    with choices.scope("statement"):
        kind = choices.weighted([30, 30, 1, 1])
        if kind == 0:
            return f"  x += {expression(choices, 0)};"
        if kind == 1:
            return f"  if (x > {expression(choices, 0)}) x ^= {expression(choices, 0)};"
        return "#pragma clang __debug " + ["llvm_fatal_error", "crash"][kind - 2]


for choices in cgfuzz.programs(seed=3):
    functions = []
    for i in range(1 + choices.pick(6)):
        with choices.scope("function"):
            body = "\n".join(statement(choices) for _ in range(choices.pick(8)))
            functions.append(f"static unsigned f{i}(unsigned x) {{\n{body}\n  return x;\n}}\n")
    calls = " ^ ".join(f"f{i}({i}u)" for i in range(len(functions)))
    main = f'int main(void) {{\n  printf("%u\\n", {calls});\n  return 0;\n}}\n'
    choices.write("test.c", "#include <stdio.h>\n" + "".join(functions) + main)
