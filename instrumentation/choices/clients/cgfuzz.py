"""Lets a generator in Python draw from cgfuzz: the stream protocol, version 1 (see ../README.md).

    import cgfuzz

    for choices in cgfuzz.programs(seed=1):
        with choices.scope("expression"):
            kind = choices.pick(4)
        choices.write("test.c", text)

Without an engine it is a plain seeded generator that makes one program and prints it.
"""

import contextlib
import json
import os
import random
import sys


class Engine:
    """Asks the engine for each choice; one object for all programs of a process."""

    def __init__(self, from_engine, to_engine):
        self._from = os.fdopen(from_engine, "rb")
        self._to = os.fdopen(to_engine, "wb")
        self._say("cgfuzz 1")
        self.arguments = []

    def _say(self, line):
        self._to.write(line.encode() + b"\n")

    def _hear(self):
        self._to.flush()
        return self._from.readline().decode().rstrip("\n")

    def _ask(self, question):
        self._say(question)
        answer = self._hear()
        if not answer:
            sys.exit(1)
        return int(answer)

    def next_program(self):
        line = self._hear()
        if line.startswith("program "):
            self.arguments = json.loads(line[len("program ") :])
        return line.startswith("program ")

    def pick(self, count):
        return self._ask(f"pick {count}")

    def choice(self, options):
        return options[self.pick(len(options))]

    def weighted(self, weights):
        return self._ask("weighted " + " ".join(str(weight) for weight in weights))

    def integer(self, low, high):
        return self._ask(f"integer {low} {high}")

    def boolean(self, probability=0.5):
        return self._ask(f"boolean {probability}") == 1

    def word(self, bits):
        return self._ask(f"word {bits}")

    @contextlib.contextmanager
    def scope(self, label):
        self._say(f"open {label}")
        try:
            yield
        finally:
            self._say("close")

    def write(self, name, text):
        content = text.encode()
        self._say(f"file {len(content)} {name}")
        self._to.write(content)

    def end(self):
        self._say("end")
        self._to.flush()


class Alone:
    """The same face over Python's own generator."""

    def __init__(self, seed):
        self._random = random.Random(seed)
        self.arguments = sys.argv

    def pick(self, count):
        return self._random.randrange(count)

    def choice(self, options):
        return self._random.choice(options)

    def weighted(self, weights):
        return self._random.choices(range(len(weights)), weights)[0]

    def integer(self, low, high):
        return self._random.randint(low, high)

    def boolean(self, probability=0.5):
        return self._random.random() < probability

    def word(self, bits):
        return self._random.getrandbits(bits)

    def scope(self, label):
        return contextlib.nullcontext(label)

    def write(self, name, text):
        print(f"// {name}\n{text}", end="")


def programs(seed=0):
    """Yields what to draw from, once for each program that is wanted."""
    pipes = os.environ.get("CGFUZZ_STREAM")
    if pipes is None:
        yield Alone(seed)
        return
    engine = Engine(*(int(number) for number in pipes.split(",")))
    while engine.next_program():
        yield engine
        engine.end()
