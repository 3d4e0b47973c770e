#!/bin/sh
# gcc-16, AArch64, `-O1`: a number multiplied by a vector of ones crashes the compiler
#
# Exit code 1 while the bug is there, 0 when it is gone, 77 when the compiler could not be asked.
# Another compiler: CC=/path/to/aarch64-linux-gnu-gcc ./repro.sh
CC=${CC:-aarch64-linux-gnu-gcc-16}
cd "$(dirname "$0")" || exit 77
# A compiler that was added by cgfuzz is not on the search path.
for added in "${XDG_CACHE_HOME:-$HOME/.cache}"/cgfuzz/compilers/*/bin/"$CC"; do
  if ! command -v "$CC" >/dev/null && [ -x "$added" ]; then CC=$added; fi
done
command -v "$CC" >/dev/null || { echo "$CC is not installed"; exit 77; }
work=$(mktemp -d) || exit 77
trap 'rm -rf "$work"' EXIT

"$CC" -O1 -c reduced.c -o "$work/out.o" >"$work/log" 2>&1
status=$?
tail -n 40 "$work/log"
if grep -q "internal compiler error" "$work/log"; then
  echo "the bug is there (exit code $status)"
  exit 1
fi
[ $status = 0 ] || exit 77
echo "the bug is not there"
exit 0
