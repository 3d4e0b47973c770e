#!/bin/sh
# A judge for tests: runs both modules without optimisation, and wants the same exit code and the same output.
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
clang-19 -w -O0 -x ir "$1" -o "$work/first" 2>/dev/null || exit 2
clang-19 -w -O0 -x ir "$2" -o "$work/second" 2>/dev/null || exit 2
first=$("$work/first"; echo "exit code $?")
second=$("$work/second"; echo "exit code $?")
[ "$first" = "$second" ] && exit 0
echo "ERROR: Value mismatch"
exit 1
