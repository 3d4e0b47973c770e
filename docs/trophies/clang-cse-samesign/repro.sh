#!/bin/sh
# clang, `-O2`: a comparison keeps `samesign` from a block where it held, and `1 < -1` becomes true
#
# Exit code 1 while the bug is there, 0 when it is gone, 77 when the compiler could not be asked.
# Another compiler: CC=/path/to/clang-24 ./repro.sh
CC=${CC:-clang-24}
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
ulimit -c 0

"$CC" -O2 -w -std=c11 reduced.c -o "$work/program" 2>"$work/log" ||
  { cat "$work/log"; echo "$CC does not compile it"; exit 77; }
"$work/program" >"$work/actual.txt" || exit 77
echo not less | diff - "$work/actual.txt" && { echo "the bug is not there"; exit 0; }
echo "the bug is there: < is right, > is what the program does"
exit 1
