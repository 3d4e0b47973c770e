#!/bin/sh
# wrong IR: poison: llvm.fshl argument range, instcombine
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

command -v cgfuzz >/dev/null || { echo "cgfuzz is not installed, which judges this"; exit 77; }
{ "$CC" -O1 -Xclang -disable-llvm-passes -emit-llvm -c reduced.c -o "$work/before.bc" &&
  "$CC" -O1 -emit-llvm -c reduced.c -o "$work/after.bc"; } >"$work/log" 2>&1 ||
  { cat "$work/log"; echo "$CC does not compile it"; exit 77; }
cgfuzz judge "$work/before.bc" || { echo "the program is wrong before the passes"; exit 77; }
cgfuzz judge "$work/after.bc" --output >"$work/actual.txt"
status=$?
cat "$work/actual.txt"
[ $status -eq 1 ] && { echo "the bug is there"; exit 1; }
[ $status -eq 0 ] || exit 77
printf 'exit 0\n2048\n' | diff - "$work/actual.txt" && { echo "the bug is not there"; exit 0; }
echo "the bug is there: < is right, > is what the program does"
exit 1
