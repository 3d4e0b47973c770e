#!/bin/sh
# crash: a thunk of -mretpoline, with -fpartition-static-data-sections
#
# Exit code 1 while the bug is there, 0 when it is gone, 77 when the compiler could not be asked.
# Another compiler: CC=/path/to/clang-24 ./repro.sh
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

"$CC" -O2 -fpartition-static-data-sections -mretpoline -c reduced.c -o "$work/test.o" >"$work/log" 2>&1
grep -q 'unknown argument' "$work/log" && { cat "$work/log"; exit 77; }
if grep -q 'PLEASE submit a bug report' "$work/log"; then
  head -n 6 "$work/log"
  echo "the bug is there"
  exit 1
fi
echo "the bug is not there"
exit 0
