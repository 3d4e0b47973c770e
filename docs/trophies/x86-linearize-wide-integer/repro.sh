#!/bin/sh
# clang-22, x86-64, `-mllvm -pre-RA-sched=linearize`: a difference of pointers as `__int128`
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
ulimit -c 0

"$CC" -O2 -mllvm -pre-RA-sched=linearize -w -std=c11 reduced.c -o "$work/program" -lm >"$work/log" 2>&1 ||
  { cat "$work/log"; echo "$CC does not compile it"; exit 77; }
(cd "$work" && ulimit -t 10 && exec ./program) >"$work/stdout" 2>/dev/null
code=$?
{ echo "exit $code"; cat "$work/stdout"; } >"$work/actual.txt"
printf '%s\n' 'exit 0' '1 0' >"$work/expected.txt"
if diff "$work/expected.txt" "$work/actual.txt"; then
  echo "the bug is not there"
  exit 0
fi
echo "the bug is there: < is right, > is what the program does"
exit 1
