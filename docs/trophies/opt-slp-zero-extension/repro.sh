#!/bin/sh
# opt-23, `slp-vectorizer`: a number that is extended by zeros becomes negative
#
# Exit code 1 while the bug is there, 0 when it is gone, 77 when the compiler could not be asked.
# Another compiler: CC=/path/to/clang-24 ./repro.sh
CC=${CC:-clang-23}
cd "$(dirname "$0")" || exit 77
# A compiler that was added by cgfuzz is not on the search path.
for added in "${XDG_CACHE_HOME:-$HOME/.cache}"/cgfuzz/compilers/*/bin/"$CC"; do
  if ! command -v "$CC" >/dev/null && [ -x "$added" ]; then CC=$added; fi
done
command -v "$CC" >/dev/null || { echo "$CC is not installed"; exit 77; }
work=$(mktemp -d) || exit 77
trap 'rm -rf "$work"' EXIT

# The opt beside the compiler, of the same release; another one: OPT=/path/to/opt
OPT=${OPT:-$(dirname "$(readlink -f "$(command -v "$CC")")")/opt}
command -v "$OPT" >/dev/null || OPT=opt-23
command -v "$OPT" >/dev/null || { echo "$OPT is not installed"; exit 77; }

{ "$OPT" -passes=slp-vectorizer reduced.ll -o "$work/passes.bc" &&
  "$CC" -w -O0 "$work/passes.bc" -o "$work/program"; } >"$work/log" 2>&1 ||
  { cat "$work/log"; echo "$CC does not compile it"; exit 77; }
actual=$("$work/program")
echo "right: 5; the program prints: $actual"
if [ "$actual" = 5 ]; then
  echo "the bug is not there"
  exit 0
fi
echo "the bug is there"
exit 1
