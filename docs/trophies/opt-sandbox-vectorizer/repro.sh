#!/bin/sh
# A broken module: sandbox-vectorizer uses a value before it is there
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
# Compilers that crash leave files behind, here.
export TMPDIR="$work"
ulimit -c 0

# The opt beside the compiler, of the same release; another one: OPT=/path/to/opt
OPT=${OPT:-$(dirname "$(readlink -f "$(command -v "$CC")")")/opt}
command -v "$OPT" >/dev/null || OPT=opt-23
command -v "$OPT" >/dev/null || { echo "$OPT is not installed"; exit 77; }

"$CC" -O2 -Xclang -disable-llvm-passes -emit-llvm -c reduced.c -o "$work/test.bc" ||
  { echo "$CC does not compile it"; exit 77; }
"$OPT" '-passes=function(sroa,sandbox-vectorizer)' -disable-output "$work/test.bc" >"$work/log" 2>&1
status=$?
tail -n 40 "$work/log"
if [ $status != 0 ]; then
  echo "the bug is there (exit code $status)"
  exit 1
fi
echo "the bug is not there"
exit 0
