"""A generator as people write them: it knows no cgfuzz, and uses most of what `random` has."""

import random
import sys
from random import choice


def number():
    return random.choice(["0", "1", str(random.randint(2, 99)), str(random.getrandbits(70))])


def operator():
    return random.choices(["+", "*", "-"], weights=[5, 1, 2])[0]


def expression(depth):
    if depth == 0 or random.random() < 0.3:
        return number()
    return "(" + expression(depth - 1) + operator() + expression(depth - 1) + ")"


def main():
    names = list("abc")
    random.seed(5)
    random.shuffle(names)
    own = random.Random(3)
    for name in random.sample(names, own.randrange(1, 4)):
        print(choice(["int", "long"]), name, "=", expression(int(random.uniform(1, 5))), ";")
    print(sys.argv[1:])


if __name__ == "__main__":
    main()
