#!/bin/sh
# wrong code: probing the stack overwrites r11 in a function that must preserve it
#
# Exit code 1 while the bug is there, 0 when it is gone, 77 when the compiler could not be asked.
# Another compiler: CC=/path/to/gcc-16 ./repro.sh
CC=${CC:-gcc-16}
cd "$(dirname "$0")" || exit 77
# A compiler that was added by cgfuzz is not on the search path.
for added in "${XDG_CACHE_HOME:-$HOME/.cache}"/cgfuzz/compilers/*/bin/"$CC"; do
  if ! command -v "$CC" >/dev/null && [ -x "$added" ]; then CC=$added; fi
done
command -v "$CC" >/dev/null || { echo "$CC is not installed"; exit 77; }
work=$(mktemp -d) || exit 77
trap 'rm -rf "$work"' EXIT

"$CC" -O2 -mgeneral-regs-only -fstack-clash-protection reduced.c -o "$work/program" >"$work/log" 2>&1 ||
  { cat "$work/log"; echo "$CC does not compile it"; exit 77; }
actual=$("$work/program")
echo "right: 66; the program prints: $actual"
if [ "$actual" = '66' ]; then
  echo "the bug is not there"
  exit 0
fi
echo "the bug is there"
exit 1
