#!/bin/sh
# wrong code: the address for control flow guard is not in rax
#
# Exit code 1 while the bug is there, 0 when it is gone, 77 when the compiler could not be asked.
# Another compiler: CC=/path/to/clang-24 ./repro.sh
CC=${CC:-clang-24}
cd "$(dirname "$0")" || exit 77
# A compiler that was added by cgfuzz is not on the search path.
for added in "${XDG_CACHE_HOME:-$HOME/.cache}"/cgfuzz/compilers/*/bin/"$CC"; do
  if ! command -v "$CC" >/dev/null && [ -x "$added" ]; then CC=$added; fi
done
command -v "$CC" >/dev/null || { echo "$CC is not installed"; exit 77; }
work=$(mktemp -d) || exit 77
trap 'rm -rf "$work"' EXIT

"$CC" --target=x86_64-windows-gnu -O1 -mguard=cf -S reduced.c -o "$work/out.s" >"$work/log" 2>&1 ||
  { cat "$work/log"; echo "$CC does not compile it"; exit 77; }
grep -q 'callq.*__guard_dispatch_icall_fptr' "$work/out.s" || { echo "$CC does not check the call"; exit 77; }
grep -E 'at\(%rip\)|edi|guard_dispatch' "$work/out.s"
if grep -q 'at(%rip), %rax' "$work/out.s"; then
  echo "the bug is not there"
  exit 0
fi
echo "the bug is there: rax does not hold the address"
exit 1
