"""Programs of one choice, by a process that ends a moment after each of them."""

import os
import sys
import threading

sys.path.insert(0, os.environ["CGFUZZ_CLIENTS"])
import cgfuzz

for choices in cgfuzz.programs(seed=1):
    choices.write("test.c", f"int x = {choices.integer(0, 999)};\n")
    threading.Timer(0.05, os._exit, [0]).start()
