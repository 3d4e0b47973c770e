#!/bin/sh
# -g -S is refused: unassigned file number in '…' directive, .loc
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

# Another disassembler: OBJDUMP=/path/to/llvm-objdump ./repro.sh
OBJDUMP=${OBJDUMP:-objdump}
command -v "$OBJDUMP" >/dev/null || { echo "$OBJDUMP is not installed"; exit 77; }
first() { "$CC" -O2 -c reduced.c -o "$work/first.o"; }
second() { "$CC" -O2 -g -S reduced.c -o "$work/second.s" && "$CC" -O2 -c "$work/second.s" -o "$work/second.o"; }
# Code and relocations without addresses and padding; bytes if the disassembler does not know the architecture.
code() {
  { "$OBJDUMP" -dr --no-show-raw-insn "$1" 2>/dev/null || "$OBJDUMP" -s -j .text "$1"; } |
    sed -e '/file format/d' -e '/nop/d' -e '/xchg  *%ax,%ax/d'
}
first >"$work/log" 2>&1 || { cat "$work/log"; echo "$CC does not compile it"; exit 77; }
if ! second >"$work/log" 2>&1; then
  tail -n 40 "$work/log"
  if grep -qF 'unassigned file number in' "$work/log"; then
    echo "the bug is there"
    exit 1
  fi
  exit 77
fi
code "$work/first.o" >"$work/first"
code "$work/second.o" >"$work/second"
if cmp -s "$work/first" "$work/second"; then
  echo "the bug is not there"
  exit 0
fi
diff "$work/first" "$work/second" | head -n 40
echo "the bug is not there; the code differs, which is another one"
exit 0
