#!/bin/sh
# clang, `-O1 -save-temps`: `__builtin_bswapg` takes a `_BitInt(24)` that has another name
#
# Exit code 1 while the bug is there, 0 when it is gone, 77 when the compiler could not be asked.
# Another compiler: CC=/path/to/clang-22 ./repro.sh
CC=${CC:-clang-22}
cd "$(dirname "$0")" || exit 77
# A compiler that was added by cgfuzz is not on the search path.
for added in "${XDG_CACHE_HOME:-$HOME/.cache}"/cgfuzz/compilers/*/bin/"$CC"; do
  if ! command -v "$CC" >/dev/null && [ -x "$added" ]; then CC=$added; fi
done
command -v "$CC" >/dev/null || { echo "$CC is not installed"; exit 77; }
work=$(mktemp -d) || exit 77
trap 'rm -rf "$work"' EXIT
# Compilers that crash leave files behind, here.
export TMPDIR="$work"

if "$CC" -O1 -w -std=c2x -save-temps=obj -c reduced.c -o "$work/object.o" 2>"$work/log"; then
  echo "the bug is not there"
  exit 0
fi
cat "$work/log"
if grep -qF 'invalid LLVM IR input: bswap must be an even number of bytes' "$work/log"; then
  echo "the bug is there: the compiler refuses the code that it wrote itself"
  exit 1
fi
if grep -qF 'must be a multiple of 16 bits for byte swapping' "$work/log"; then
  echo "the bug is not there: the compiler refuses the program"
  exit 0
fi
exit 77
