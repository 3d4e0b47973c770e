#!/bin/sh
# AArch64, -O2: a plain load after an acquire load gets the value of a store before it
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
# Where d is read at all after the acquire load of y, by a load from an address in a register.
after=$("$CC" --target=aarch64-linux-gnu -ffreestanding -O2 -S reduced.c -o - | sed -n '/^P0:/,/ret$/p' | sed '1,/ldar/d') ||
  { echo "$CC does not compile it"; exit 77; }
[ -n "$after" ] || { echo "there is no ldar in what $CC makes"; exit 77; }
if echo "$after" | grep -qE 'ldr[[:space:]]+w[0-9]+, \[x[0-9]+\]'; then
  echo "the bug is not there"
  exit 0
fi
echo "the bug is there: after ldar nothing loads d"
exit 1
