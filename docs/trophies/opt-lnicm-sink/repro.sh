#!/bin/sh
# SIGSEGV in the verifier: lnicm deletes what the loop uses
#
# Exit code 1 while the bug is there, 0 when it is gone, 77 when opt could not be asked.
# Another opt: OPT=/path/to/opt-24 ./repro.sh
cd "$(dirname "$0")" || exit 77
# An LLVM that was added by cgfuzz is not on the search path.
for added in "${XDG_CACHE_HOME:-$HOME/.cache}"/cgfuzz/compilers/llvm-23/root/usr/lib/llvm-23/bin/opt; do
  if [ -z "$OPT" ] && [ -x "$added" ]; then OPT=$added; fi
done
OPT=${OPT:-opt-23}
command -v "$OPT" >/dev/null || { echo "$OPT is not installed"; exit 77; }
work=$(mktemp -d) || exit 77
trap 'rm -rf "$work"' EXIT
# Programs that crash leave files behind, here.
export TMPDIR="$work"
ulimit -c 0

"$OPT" -passes=verify -disable-output reduced.ll || { echo "$OPT does not read it"; exit 77; }
"$OPT" '-passes=loop-mssa(lnicm)' -disable-output reduced.ll >"$work/log" 2>&1
status=$?
tail -n 40 "$work/log"
if [ $status != 0 ]; then
  echo "the bug is there (exit code $status)"
  exit 1
fi
echo "the bug is not there"
exit 0
