#!/bin/sh
# clang, AArch64, `-O2`: the vectorizer crashes at sums of distances from a value that does not change
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

"$CC" --target=aarch64-linux-gnu -O2 -w -std=c11 -c reduced.c -o "$work/out.o" >"$work/log" 2>&1
status=$?
tail -n 40 "$work/log"
if [ $status != 0 ]; then
  echo "the bug is there (exit code $status)"
  exit 1
fi
echo "the bug is not there"
exit 0
