#!/bin/sh
# gcc-snapshot, `-O1`: the sign of `a | 1` is taken from `a`, and the range of a remainder is lost
#
# Exit code 1 while the bug is there, 0 when it is gone, 77 when the compiler could not be asked.
# Another compiler: CC=/path/to/gcc ./repro.sh
CC=${CC:-gcc-snapshot}
cd "$(dirname "$0")" || exit 77
# A compiler that was added by cgfuzz is not on the search path.
for added in "${XDG_CACHE_HOME:-$HOME/.cache}"/cgfuzz/compilers/*/bin/"$CC"; do
  if ! command -v "$CC" >/dev/null && [ -x "$added" ]; then CC=$added; fi
done
command -v "$CC" >/dev/null || { echo "$CC is not installed"; exit 77; }
work=$(mktemp -d) || exit 77
trap 'rm -rf "$work"' EXIT

"$CC" -O2 -S reduced.c -o "$work/out.s" || { echo "$CC does not compile it"; exit 77; }
if grep foo "$work/out.s"; then
  echo "the bug is there: the call in the block that never runs is kept"
  exit 1
fi
echo "the bug is not there"
exit 0
