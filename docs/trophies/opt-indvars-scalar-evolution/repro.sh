#!/bin/sh
# SIGSEGV in isReachableFromEntry
#
# Exit code 1 while the bug is there, 0 when it is gone, 77 when the compiler could not be asked.
# Another compiler: CC=/path/to/clang-23 ./repro.sh
# An assertion needs a compiler that was built with assertions, which released ones are not.
CC=${CC:-clang-23}
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

# The opt beside the compiler, of the same release; another one: OPT=/path/to/opt
OPT=${OPT:-$(dirname "$(readlink -f "$(command -v "$CC")")")/opt}
command -v "$OPT" >/dev/null || OPT=opt-23
command -v "$OPT" >/dev/null || { echo "$OPT is not installed"; exit 77; }
# Makes code of $1, in the form $2, as $3: by the front end, the passes, the code generator.
generate() {
  "$CC" -w -Wno-parentheses -std=c11 -O2 -fno-unroll-loops -fextend-variable-liveness -Xclang -disable-llvm-passes -Xclang -disable-O0-optnone -Xclang -emit-llvm-uselists -emit-llvm -c "$1" -o "$work/test.bc" &&
    "$OPT" '-passes=function(lower-expect),thinlto-pre-link<O2>,function(loop-mssa(loop-rotate,lnicm,indvars))' -preserve-bc-uselistorder -discard-value-names "$work/test.bc" -o "$work/passes.bc" &&
    "$CC" -w -Wno-parentheses -std=c11 -O2 -fno-unroll-loops -fextend-variable-liveness -Xclang -disable-llvm-passes -Xclang -disable-O0-optnone -Wno-unused-command-line-argument -x ir "$work/passes.bc" "$2" -o "$3"
}

(ulimit -t 60; generate reduced.c -c "$work/out.o") >"$work/log" 2>&1
status=$?
tail -n 40 "$work/log"
if [ $status -ge 128 ] || grep -qE 'Assertion .* failed|UNREACHABLE executed|LLVM ERROR|error in backend|internal compiler error|PLEASE submit a bug report|Stack dump:' "$work/log"; then
  echo "the bug is there (exit code $status)"
  exit 1
fi
echo "the bug is not there (exit code $status)"
exit 0
