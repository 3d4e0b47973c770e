#!/bin/sh
# gcc, RISC-V and S390x, -O1: an operand of __atomic_add_fetch is read again after the update
#
# Exit code 1 while the bug is there, 0 when it is gone, 77 when the compiler could not be asked.
# Another compiler: CC=/path/to/gcc ./repro.sh; for another machine, RUN says what runs its programs:
# CC=s390x-linux-gnu-gcc-16 LINK=s390x-linux-gnu-gcc RUN="qemu-s390x -L /usr/s390x-linux-gnu" ./repro.sh
CC=${CC:-riscv64-linux-gnu-gcc-16}
case "$CC" in
*riscv64-linux-gnu-*) LINK=${LINK:-riscv64-linux-gnu-gcc-12} RUN=${RUN:-qemu-riscv64 -L /usr/riscv64-linux-gnu} ;;
*) LINK=${LINK:-$CC} ;;
esac
cd "$(dirname "$0")" || exit 77
# A compiler that was added by cgfuzz is not on the search path.
for added in "${XDG_CACHE_HOME:-$HOME/.cache}"/cgfuzz/compilers/*/bin/"$CC"; do
  if ! command -v "$CC" >/dev/null && [ -x "$added" ]; then CC=$added; fi
done
for each in "$CC" "$LINK" $RUN; do
  case "$each" in -*) break ;; esac
  command -v "$each" >/dev/null || { echo "$each is not installed"; exit 77; }
done
work=$(mktemp -d) || exit 77
trap 'rm -rf "$work"' EXIT

"$CC" -O1 -c reduced.c -o "$work/out.o" && "$LINK" "$work/out.o" -o "$work/program" ||
  { echo "$CC does not compile it"; exit 77; }
(ulimit -t 10; exec $RUN "$work/program")
case $? in
0) echo "the bug is not there"; exit 0 ;;
1) echo "the bug is there: 5 and 5 are not 10"; exit 1 ;;
*) echo "the program could not be run"; exit 77 ;;
esac
