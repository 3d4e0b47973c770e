#!/bin/sh
# SIGSEGV in EmitInstruction
#
# Exit code 1 while the bug is there, 0 when it is gone, 77 when the compiler could not be asked.
# Another compiler: CC=/path/to/clang-22 ./repro.sh
# An assertion needs a compiler that was built with assertions, which released ones are not.
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

(ulimit -t 60; exec "$CC" -w -std=c11 -O2 --target=arm-linux-gnueabihf -march=armv7-a -fpseudo-probe-for-profiling -c reduced.c -o "$work/out.o") >"$work/log" 2>&1
status=$?
tail -n 40 "$work/log"
if [ $status -ge 128 ] || grep -qE 'Assertion .* failed|UNREACHABLE executed|LLVM ERROR|error in backend|internal compiler error|PLEASE submit a bug report|Stack dump:' "$work/log"; then
  echo "the bug is there (exit code $status)"
  exit 1
fi
echo "the bug is not there (exit code $status)"
exit 0
