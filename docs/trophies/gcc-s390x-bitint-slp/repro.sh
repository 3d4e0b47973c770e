#!/bin/sh
# gcc, S390x, -O2: _BitInt(7) that are stored together are not extended
#
# Exit code 1 while the bug is there, 0 when it is gone, 77 when the compiler could not be asked.
# Another compiler: CC=/path/to/s390x-linux-gnu-gcc ./repro.sh
CC=${CC:-s390x-linux-gnu-gcc-16}
LINK=${LINK:-s390x-linux-gnu-gcc-12}
RUN="qemu-s390x -L /usr/s390x-linux-gnu"
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

"$CC" -std=c23 -O2 -c reduced.c -o "$work/out.o" && "$LINK" "$work/out.o" -o "$work/program" ||
  { echo "$CC does not compile it"; exit 77; }
(ulimit -t 10; exec $RUN "$work/program")
case $? in
0) echo "the bug is not there"; exit 0 ;;
1) echo "the bug is there: 94 as _BitInt(7) is not -34"; exit 1 ;;
*) echo "the program could not be run"; exit 77 ;;
esac
