#!/bin/sh
# clang for x86-64: an unused atomic_fetch_add of zero with memory_order_acq_rel becomes nothing
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

"$CC" -O2 -w -std=c11 -S reduced.c -o "$work/out.s" || exit 77
grep -q '^P2:' "$work/out.s" || { echo "there is no code of P2"; exit 77; }
sed -n '/^P2:/,/ret/p' "$work/out.s"
# Between its store and its load P2 updates f, which is a full barrier on x86 as a locked instruction.
if sed -n '/^P2:/,/ret/p' "$work/out.s" | grep -qE 'lock|mfence|xchg'; then
  echo "the bug is not there: something keeps the store before the load"
  exit 0
fi
echo "the bug is there: nothing keeps the store before the load"
exit 1
