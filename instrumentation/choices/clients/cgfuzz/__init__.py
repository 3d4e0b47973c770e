"""Lets a generator in Python draw from cgfuzz: over memory if the choice library is preloaded, or over the stream.

    import cgfuzz

    for choices in cgfuzz.programs(seed=1):
        with choices.scope("expression"):
            kind = choices.pick(4)
        choices.write("test.c", text)

Without an engine it is a plain seeded generator that makes one program and prints it.
"""

import contextlib
import ctypes
import json
import os
import random
import subprocess
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

    def open(self, label):
        self._say(f"open {label}")

    def close(self):
        self._say("close")

    @contextlib.contextmanager
    def scope(self, label):
        self.open(label)
        try:
            yield
        finally:
            self.close()

    def write(self, name, text):
        content = text.encode()
        self._say(f"file {len(content)} {name}")
        self._to.write(content)

    def end(self):
        self._say("end")
        self._to.flush()


class Library:
    """Calls the preloaded choice library: a choice costs a microsecond, and 60 over the stream."""

    def __init__(self, library):
        self._library = library
        self._open, self._close = library.cgfuzz_abi_open, library.cgfuzz_abi_close
        for name, result, takes in (
            ("pick", ctypes.c_uint32, [ctypes.c_uint32]),
            ("weighted", ctypes.c_uint32, [ctypes.POINTER(ctypes.c_double), ctypes.c_uint32]),
            ("integer", ctypes.c_int64, [ctypes.c_int64, ctypes.c_int64]),
            ("boolean", ctypes.c_int, [ctypes.c_double]),
            ("word", ctypes.c_uint64, [ctypes.c_uint]),
            ("open", None, [ctypes.c_char_p, ctypes.c_size_t]),
            ("close", None, []),
            ("next", ctypes.c_int, []),
            ("argument", ctypes.c_char_p, [ctypes.c_uint]),
        ):
            function = getattr(library, "cgfuzz_abi_" + name)
            function.restype, function.argtypes = result, takes
        self.pick = library.cgfuzz_abi_pick
        self.integer = library.cgfuzz_abi_integer
        self.word = library.cgfuzz_abi_word
        self.arguments = []

    @staticmethod
    def find():
        """The library, or None if it is not preloaded."""
        try:
            return Library(ctypes.CDLL(None))
        except AttributeError:
            return None

    def next_program(self):
        sys.stdout.flush()
        if not self._library.cgfuzz_abi_next():
            return False
        self.arguments = []
        while (word := self._library.cgfuzz_abi_argument(len(self.arguments))) is not None:
            self.arguments.append(os.fsdecode(word))
        return True

    def choice(self, options):
        return options[self.pick(len(options))]

    def weighted(self, weights):
        count = len(weights)
        return self._library.cgfuzz_abi_weighted((ctypes.c_double * count)(*weights), count)

    def boolean(self, probability=0.5):
        return self._library.cgfuzz_abi_boolean(probability) == 1

    def open(self, label):
        name = label.encode()
        self._open(name, len(name))

    def close(self):
        self._close()

    @contextlib.contextmanager
    def scope(self, label):
        self.open(label)
        try:
            yield
        finally:
            self.close()

    def write(self, name, text):
        folder = os.path.dirname(name)
        if folder:
            os.makedirs(folder, exist_ok=True)
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)

    def end(self):
        pass


class Alone:
    """The same interface over Python's own generator."""

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

    def open(self, label):
        pass

    def close(self):
        pass

    def scope(self, label):
        return contextlib.nullcontext(label)

    def write(self, name, text):
        print(f"// {name}\n{text}", end="")


def programs(seed=0):
    """Yields an object to draw from, once for each program that the engine wants."""
    pipes = os.environ.get("CGFUZZ_STREAM")
    library = Library.find() if pipes is None else None
    if pipes is None and library is None:
        yield Alone(seed)
        return
    engine = library or Engine(*(int(number) for number in pipes.split(",")))
    while engine.next_program():
        yield engine
        engine.end()


class FuzzFailure(AssertionError):
    """The campaign has findings: the message has the smallest input, and the command that shows all of it."""


def fuzz_cleanly(**settings):
    """Runs a campaign, for tests of pytest and unittest; fails if the campaign has a finding.

        cgfuzz.fuzz_cleanly(target="./parser_fuzzer", source="json", dir="fuzz-parser", time="20s")

    The settings are the flags of `cgfuzz run`. The same folder goes on at the next call.
    """
    folder = settings.setdefault("dir", "campaign")
    words = [f"--{name.replace('_', '-')}={value}" for name, value in settings.items()]
    command = [os.environ.get("CGFUZZ", "cgfuzz")]
    if "CGFUZZ" not in os.environ:
        here = os.path.dirname(os.path.realpath(__file__))
        own = os.path.join(here, "..", "..", "..", "..", "bin", "cgfuzz.mjs")
        command = ["node", own] if os.path.exists(own) else command
    ran = subprocess.run([*command, "run", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    found = findings(folder)
    if not found and ran.returncode != 0:
        raise RuntimeError(ran.stdout[-4000:])
    if found:
        lines = [f"{each['id']} {each['title']}" for each in found]
        text = found[0]["bytes"].decode(errors="backslashreplace")[:2000]
        again = f"cgfuzz findings show {found[0]['id']} --dir {folder}"
        raise FuzzFailure("\n".join([*lines, f"the input of {found[0]['id']}:", text, f"all of it: {again}"]))


def findings(folder):
    """The findings of a campaign: `id`, `title`, the `bytes` of the smallest test, and the files that its source `made`."""
    found = []
    root = os.path.join(folder, "findings")
    for path in sorted(os.path.join(root, name) for name in _listed(root)):
        if not os.path.exists(os.path.join(path, "meta.json")):
            continue
        with open(os.path.join(path, "meta.json"), encoding="utf-8") as file:
            record = json.load(file)
        shape = record["program"]
        programs = [_program(path, which, shape) for which in ("text", "reduced", "original")]
        # A text reducer made the first of these from the second.
        smallest = next(files for files in programs if files)
        made = next((files for files in programs[1:] if files), smallest)
        found.append({"id": record["id"], "title": record["title"], "bytes": smallest[shape["main"]], "made": made})
    return found


def _program(path, which, shape):
    main = shape["main"]
    if shape.get("isOneFile"):
        names = {main: os.path.join(path, which + os.path.splitext(main)[1])}
    else:
        names = {name: os.path.join(path, which, name) for name in _listed(os.path.join(path, which))}
    files = {}
    for name, file in names.items():
        if os.path.isfile(file):
            with open(file, "rb") as opened:
                files[name] = opened.read()
    return files if main in files else {}


def _listed(folder):
    return os.listdir(folder) if os.path.isdir(folder) else []
