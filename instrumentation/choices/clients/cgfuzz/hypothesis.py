"""Makes a strategy of Hypothesis a source: cgfuzz answers its draws, and its spans are scopes.

    import cgfuzz.hypothesis
    from hypothesis import strategies as st

    cgfuzz.hypothesis.source(st.lists(st.integers()), write=str)

Texts and bytes are written as they are, other values as `write` says, `repr` by default. `value.py` beside the test
then has the value itself, for `examples`. Works with the byte stream of Hypothesis 6 to 6.98 and with the choices of later
versions.
"""

import inspect
import os
import random
import struct
import sys

import hypothesis
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.control import BuildContext
from hypothesis.errors import StopTest, UnsatisfiedAssumption
from hypothesis.internal.conjecture import data as conjecture
from hypothesis.internal.conjecture import utils

import cgfuzz

TEST, VALUE = "test.txt", "value.py"
MOST_TRIES = 100
WARMING = 20
WORD = 64
# Widths of wide integers, and how often each one is drawn: small numbers are more often of use.
WIDTHS, WEIGHTS = (8, 16, 32, 64, 128), (4, 8, 1, 1, 0.5)


class Asker:
    """The draws that both ages of Hypothesis need."""

    def __init__(self, choices):
        self.choices = choices
        self.names = {}
        self.depth = 0

    def name(self, strategy, label):
        """A name for people; equal labels are equal kinds of things."""
        if label not in self.names:
            self.names[label] = repr(strategy)[:60] or "strategy"
        return self.names[label]

    def open(self, label):
        self.choices.open(self.names.get(label) or f"span {label & 0xFFFF:x}")
        self.depth += 1

    def close(self):
        self.choices.close()
        self.depth -= 1

    def bits(self, count):
        number = 0
        for low in range(0, count, WORD):
            number |= self.choices.word(min(WORD, count - low)) << low
        return number

    def boolean(self, probability):
        if probability <= 0 or probability >= 1:
            return probability >= 1
        return self.choices.boolean(probability)

    def integer(self, low, high, center=None):
        if low == high:
            return low
        if (high - low).bit_length() > 24:
            center = min(max(0 if center is None else center, low), high)
            width = WIDTHS[self.choices.weighted(WEIGHTS)]
            low, high = max(low, center - 2**width), min(high, center + 2**width)
        if -(2**63) <= low and high < 2**63:
            return self.choices.integer(low, high)
        return low + self.bits((high - low).bit_length()) % (high - low + 1)


class OfBytes:
    """Hypothesis up to 6.98: a strategy draws bits, by a few functions that know the bounds."""

    @staticmethod
    def prepare(asker):
        def integer_range(data, lower, upper, center=None, forced=None):
            return asker.integer(lower, upper, center) if forced is None else forced

        def biased_coin(data, p, *, forced=None):
            return asker.boolean(p) if forced is None else forced

        for name, instead in (("integer_range", integer_range), ("biased_coin", biased_coin)):
            known = getattr(utils, name)
            for module in [each for key, each in sys.modules.items() if key.startswith("hypothesis.")]:
                if getattr(module, name, None) is known:
                    setattr(module, name, instead)

        class Data(conjecture.ConjectureData):
            def draw(self, strategy, label=None):
                asker.name(strategy, strategy.label if label is None else label)
                return super().draw(strategy, label)

            def draw_bits(self, n, *, forced=None):
                return asker.bits(n) if forced is None else forced

            def start_example(self, label):
                super().start_example(label)
                asker.open(label)

            def stop_example(self, discard=False):
                if not self.frozen:
                    asker.close()
                super().stop_example(discard)

        return lambda: Data(2**30, b"", random.Random(0))


class OfChoices:
    """Hypothesis from 6.99: a strategy draws typed choices of a provider."""

    @staticmethod
    def prepare(asker):
        from hypothesis.internal.conjecture.providers import PrimitiveProvider

        class Provider(PrimitiveProvider):
            def draw_boolean(self, p=0.5):
                return asker.boolean(p)

            def draw_integer(self, min_value=None, max_value=None, *, weights=None, shrink_towards=0):
                if weights is not None:
                    values = list(weights)
                    at = asker.choices.weighted([*weights.values(), max(0.0, 1 - sum(weights.values()))])
                    if at < len(values):
                        return values[at]
                low = -(2**127) if min_value is None else min_value
                high = 2**127 - 1 if max_value is None else max_value
                low, high = min(low, high), max(low, high)
                return asker.integer(low, high, shrink_towards)

            def draw_float(
                self,
                *,
                min_value=-float("inf"),
                max_value=float("inf"),
                allow_nan=True,
                smallest_nonzero_magnitude=0.0,
            ):
                if asker.choices.boolean(0.5):
                    value = asker.choices.integer(-1000, 1000) / 8
                else:
                    (value,) = struct.unpack("<d", struct.pack("<Q", asker.bits(WORD)))
                if value != value:
                    value = value if allow_nan else 0.0
                value = min(max(value, min_value), max_value) if value == value else value
                if value != 0 and abs(value) < smallest_nonzero_magnitude:
                    value = 0.0 if min_value <= 0 <= max_value else smallest_nonzero_magnitude
                return value

            def draw_string(self, intervals, *, min_size=0, max_size=40):
                count = len(intervals)
                most = max_size if count > 0 else 0

                def character():
                    return intervals.char_in_shrink_order(asker.integer(0, min(255, count - 1)))

                return "".join(self.items(min_size, most, character))

            def draw_bytes(self, min_size=0, max_size=40):
                return bytes(self.items(min_size, max_size, lambda: asker.choices.integer(0, 255)))

            def items(self, least, most, draw):
                made = []
                while len(made) < most:
                    with asker.choices.scope("character"):
                        if len(made) >= least and not asker.boolean(0.8):
                            break
                        made.append(draw())
                return made

            def span_start(self, label):
                asker.open(label)

            def span_end(self, discard):
                asker.close()

        class Data(conjecture.ConjectureData):
            def draw(self, strategy, label=None, observe_as=None):
                asker.name(strategy, strategy.label if label is None else label)
                return super().draw(strategy, label, observe_as)

        return lambda: Data(random=None, provider=Provider(None))


def built(data, strategy):
    """The value, within what strategies may ask of a running test."""
    wants = inspect.signature(BuildContext).parameters
    with BuildContext(data, **({"wrapped_test": built} if "wrapped_test" in wants else {})):
        return data.draw(strategy)


def attempt(asker, new, strategy):
    """A list with the value; an empty list if a filter or an assumption refuses it. Closes every scope."""
    try:
        return [built(new(), strategy)]
    except (StopTest, UnsatisfiedAssumption):
        return []
    finally:
        # A refusal leaves spans open.
        while asker.depth > 0:
            asker.close()


def values(strategy):
    """Yields a pair for each program that the engine wants: an object to write with, and a value of the strategy."""
    # Hypothesis keeps tables there, which would be files of the first program. It goes on without.
    set_hypothesis_home_dir(os.path.join(os.devnull, "hypothesis"))
    asker = Asker(cgfuzz.Alone(1))
    age = OfBytes if hasattr(conjecture.ConjectureData, "draw_bits") else OfChoices
    new = age.prepare(asker)
    # First draws load modules and fill caches, which must not depend on the first program.
    for _ in range(WARMING):
        attempt(asker, new, strategy)
    for choices in cgfuzz.programs(seed=1):
        asker.choices = choices
        for _ in range(MOST_TRIES):
            with choices.scope("try"):
                made = attempt(asker, new, strategy)
            if made:
                yield choices, made[0]
                break


def source(strategy, write=repr):
    """Writes a test for each program that the engine wants, until the engine ends."""
    for choices, value in values(strategy):
        if isinstance(value, (str, bytes)) and write is repr:
            put(choices, TEST, value)
            if isinstance(value, bytes):
                put(choices, VALUE, repr(value))
        else:
            put(choices, TEST, write(value))
            put(choices, VALUE, repr(value))


def put(choices, name, content):
    if isinstance(choices, cgfuzz.Alone):
        if name == TEST:
            print(content)
        return
    with open(name, "wb") as file:
        file.write(content if isinstance(content, bytes) else str(content).encode("utf-8", "surrogatepass"))


def examples(folder, names=None):
    """A decorator: what a campaign found are examples that Hypothesis runs first. Stands above `given`.

    `names` are the names that the `repr` of a value needs.
    """

    def decorate(test):
        for finding in cgfuzz.findings(folder):
            # A text that was reduced as text no longer has the value that made it.
            files = finding["made"]
            if VALUE in files:
                value = eval(files[VALUE].decode(), dict(names or {}))
            else:
                value = files[TEST].decode("utf-8", "surrogatepass")
            test = hypothesis.example(value)(test)
        return test

    return decorate
