#!/bin/sh
# wrong code: gcc-12 stores a volatile member once more after a loop, from -O1 on (on x86-64)
#
# Exit code 1 while the bug is there, 0 when it is gone, 77 when the compiler could not be asked.
# Another compiler: CC=/path/to/gcc-12 ./repro.sh
CC=${CC:-gcc-12}
cd "$(dirname "$0")" || exit 77
# A compiler that was added by cgfuzz is not on the search path.
for added in "${XDG_CACHE_HOME:-$HOME/.cache}"/cgfuzz/compilers/*/bin/"$CC"; do
  if ! command -v "$CC" >/dev/null && [ -x "$added" ]; then CC=$added; fi
done
command -v "$CC" >/dev/null || { echo "$CC is not installed"; exit 77; }
work=$(mktemp -d) || exit 77
trap 'rm -rf "$work"' EXIT

"$CC" -O1 -S reduced.c -o "$work/out.s" || exit 77
stores=$(grep -c 'mov.*, s(%rip)' "$work/out.s")
echo "$stores places store the member"
if [ "$stores" -gt 1 ]; then
  echo "the bug is there"
  exit 1
fi
echo "the bug is not there"
exit 0
