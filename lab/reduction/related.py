"""The 24 challenges of test/quality/related-challenges.ts for Hypothesis: python3 related.py SEEDS.

Prints for each challenge how often the minimal test was reached, and the result that came most often else.
"""

import collections
import json
import random
import sys

from hypothesis import HealthCheck, find, settings
from hypothesis import strategies as st

small = st.integers


def leaves(node):
    return [node] if isinstance(node, str) else leaves(node[0]) + leaves(node[1])


def depth(value):
    return 0 if isinstance(value, int) else 1 + max([0, *map(depth, value)])


def at_level(value, level):
    if isinstance(value, int):
        return [value] if level == 0 else []
    return [each for inner in value for each in at_level(inner, level - 1)]


def fixed(item, length):
    return st.lists(item, min_size=length, max_size=length)


def grown(leaf, node, most):
    @st.composite
    def draw_all(draw):
        def grow(level):
            if level < most and draw(st.integers(0, 4)) >= 2:
                return node(draw, lambda: grow(level + 1))
            return draw(leaf)

        return grow(0)

    return draw_all()


def some(draw, most, item):
    items = []
    while len(items) < most and draw(st.integers(0, 9)) >= 3:
        items.append(item())
    return items


nest = grown(small(0, 20), lambda draw, inner: some(draw, 4, inner), 5)
tree = grown(st.sampled_from("oab"), lambda draw, inner: [inner(), inner()], 6)
wide = st.integers(0, 2**64 - 1)
name = st.tuples(st.sampled_from("abcd"), st.sampled_from("xy")).map("".join)
SAFE = 2**53


def is_two_of_three(value):
    return not isinstance(value, int) and any(not isinstance(each, int) and each.count(3) == 2 for each in value)


def three(first):
    return st.tuples(st.just(first), fixed(st.booleans(), len(first)), fixed(small(0, 9), len(first))).map(list)


challenges = [
    (small(0, 12).flatmap(lambda n: fixed(small(0, 99), n)), lambda v: len(v) >= 4 and v[-1] >= 50, "[0,0,0,50]"),
    (
        small(1, 12).flatmap(lambda n: fixed(st.sampled_from("ab!"), n).map(lambda signs: [n, *signs])),
        lambda v: v[-1] == "!" and "b" in v,
        '[2,"b","!"]',
    ),
    (
        st.lists(small(0, 9), max_size=8).flatmap(three),
        lambda v: any(a > 4 and b and c > 6 for a, b, c in zip(*v)),
        "[[5],[true],[7]]",
    ),
    (
        st.tuples(small(1, 5), small(1, 5)).flatmap(lambda size: fixed(fixed(small(0, 9), size[0]), size[1])),
        lambda v: len(v) >= 2 and len(v[0]) >= 2 and sum(v[-1]) >= 9,
        "[[0,0],[0,9]]",
    ),
    (st.tuples(small(0, 30), small(0, 30)), lambda v: v[0] == v[1] > 6, "[7,7]"),
    (st.tuples(small(0, 40), small(0, 80)), lambda v: v[1] == 2 * v[0] and v[0] > 8, "[9,18]"),
    (
        st.fixed_dictionaries({"declared": st.lists(name, max_size=5), "used": st.lists(name, max_size=5)}),
        lambda v: any(each in v["used"] and each != "ax" for each in v["declared"]),
        '{"declared":["ay"],"used":["ay"]}',
    ),
    (st.lists(small(0, 60), max_size=8), lambda v: any(each > 11 and each + 1 in v for each in v), "[12,13]"),
    (st.tuples(small(0, 60), small(0, 60)), lambda v: v[0] + v[1] == 70, "[10,60]"),
    (st.tuples(small(0, 60), small(0, 60)), lambda v: v[0] - v[1] == 13, "[13,0]"),
    (
        st.tuples(
            small(0, 30), st.sampled_from("xy"), small(0, 30), st.lists(small(0, 30), max_size=4), small(0, 30)
        ),
        lambda v: v[0] + v[2] + v[4] == 50,
        '[0,"x",20,[],30]',
    ),
    (
        st.lists(small(0, 50), max_size=8),
        lambda v: any(at >= 2 and each == v[at - 2] + 7 for at, each in enumerate(v)),
        "[0,0,7]",
    ),
    (wide.map(str), lambda v: int(v) > SAFE + 12, f'"{SAFE + 13}"'),
    (wide.map(str), lambda v: int(v) >= 2**60 and int(v) % 4 == 3, f'"{2**60 + 3}"'),
    (st.lists(wide.map(str), max_size=5), lambda v: any(int(each) > 3 * SAFE for each in v), f'["{3 * SAFE + 1}"]'),
    (
        st.tuples(wide.map(str), wide.map(str)),
        lambda v: SAFE < int(v[0]) < int(v[1]),
        f'["{SAFE + 1}","{SAFE + 2}"]',
    ),
    (nest, lambda v: depth(v) >= 3, "[[[]]]"),
    (nest, lambda v: any(each > 5 for each in at_level(v, 3)), "[[[6]]]"),
    (
        st.lists(st.lists(st.lists(st.sampled_from("xyz"), max_size=3), max_size=3), max_size=3),
        lambda v: any("y" in section and len(part) > 1 for part in v for section in part),
        '[[[],["y"]]]',
    ),
    (nest, is_two_of_three, "[[3,3]]"),
    (tree, lambda v: {"a", "b"} <= set(leaves(v)), '["a","b"]'),
    (tree, lambda v: "a" in "".join(leaves(v)).partition("b")[2], '["b","a"]'),
    (
        tree,
        lambda v: len(v) == 2 and "a" in leaves(v[0]) and "b" in leaves(v[1]) and len(leaves(v)) >= 3,
        '["a",["o","b"]]',
    ),
    (tree, lambda v: any(part for part in "".join(leaves(v)).strip("oa").split("b")), '["b",["o","b"]]'),
]

seeds = int(sys.argv[1])
asked = settings(max_examples=200_000, database=None, deadline=None, suppress_health_check=list(HealthCheck))
for number, (strategy, fails, minimal) in enumerate(challenges, 1):
    found = collections.Counter()
    for seed in range(1, seeds + 1):
        value = find(strategy, fails, settings=asked, random=random.Random(seed))
        found[json.dumps(value, separators=(",", ":"))] += 1
    others = [(text, count) for text, count in found.most_common() if text != minimal]
    print(number, found[minimal], "of", seeds, others[:1] or "", flush=True)
