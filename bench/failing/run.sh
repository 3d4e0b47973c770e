#!/bin/bash
# Failing programs of 200 to 5,000 lines that cgfuzz did not make: cgfuzz reduce against C-Vise with a script by hand.
#
# Each program is a preprocessed file of libyaml, or preprocessed headers. The trigger of a trophy follows it.
# Usage: run.sh FOLDER [NAME...]; libyaml's source lies in FOLDER/libyaml-0.2.5, and compilers are on the search path. For each program it prints lines, CPU seconds and bytes of both sides. CAP is their limit in seconds.
set -u
folder=$(realpath "$1")
shift
repository=$(realpath "$(dirname "$0")/../..")
trophies=$repository/docs/trophies
cap=${CAP:-600}

# Name, base, trophy, compiler with flags, compilers that cgfuzz asks.
programs="
crash-emitter   emitter.c clang-loop-deletion-goto      'clang-22 -O3'  'clang-22 -O3; clang-22 -O0; gcc-12 -O0'
crash-writer    writer.c  gcc-shift-to-bool             'gcc-12 -O0'    'gcc-12 -O0; clang-19 -O0'
crash-parser    parser.c  clang-loop-info-goto          'clang-22 -O1'  'clang-22 -O1; clang-22 -O0; gcc-12 -O0'
crash-scanner   scanner.c clang-convert-bfloat          'clang-22 -O1'  'clang-22 -O1; clang-22 -O2'
crash-api       api.c     clang-convert-bfloat          'clang-19 -O1'  'clang-19 -O1; clang-19 -O2'
crash-loader    loader.c  clang-loop-deletion-goto      'clang-24 -O3'  'clang-24 -O3; clang-24 -O0; gcc-12 -O0'
wrong-rows      math      gcc-vectorized-rows           'gcc-16 -O2'    'gcc-16 -O2; gcc-16 -O0; clang-19 -O2'
wrong-jumps     math      clang-dfa-jump-threading-goto 'clang-22 -O2'  'clang-22 -O2; clang-22 -O0; gcc-12 -O2'
changes-probe   math      x86-stack-clash-register      'clang-19 -O1 -fstack-clash-protection' 'clang-19 -O1 -fstack-clash-protection; gcc-12 -O0'
wrong-add       math      gcc-add-fetch-operand         'gcc-12 -O1'    'gcc-12 -O1; gcc-12 -O0; clang-19 -O2'
"

make_program() { # base, trophy, output
  {
    if [ "$1" = math ]; then
      printf '#include <%s.h>\n' math stdlib string wchar time signal | gcc -E -P -
    else
      gcc -E -P -I"$folder/libyaml-0.2.5/src" -I"$folder/libyaml-0.2.5/include" \
        -DYAML_VERSION_{MAJOR=0,MINOR=2,PATCH=5} -DYAML_VERSION_STRING='"0.2.5"' "$folder/libyaml-0.2.5/src/$1"
    fi
    cat "$trophies/$2/reduced.c"
  } >"$3"
}

write_script() { # name, compiler with flags
  case $1 in
    crash-*) printf '#!/bin/sh\n%s -w -c test.c -o /dev/null 2>&1 | grep -Eq "PLEASE submit|internal compiler error"\n' "$2" ;;
    *)
      printf '#!/bin/sh\nclang-19 -w -fsanitize=undefined,address -fno-sanitize-recover=all test.c -o s -lm && ./s >/dev/null 2>&1 || exit 1\n'
      printf 'clang-19 -w -O0 test.c -o a -lm && %s -w test.c -o b -lm && [ "$(timeout 5 ./a; echo $?)" != "$(timeout 5 ./b; echo $?)" ]\n' "$2"
      ;;
  esac
}

measured() { # log, command...
  local log=$1
  shift
  ( TIMEFORMAT='%U %S'; time timeout -s INT "$cap" "$@" >"$log.out" 2>"$log.err" ) 2>&1 | awk '{ printf "%.0f CPU s", $1 + $2 }'
}

eval "rows=($programs)"
for ((at = 0; at < ${#rows[@]}; at += 5)); do
  name=${rows[at]}
  [ $# = 0 ] || [[ " $* " == *" $name "* ]] || continue
  work=$folder/$name
  mkdir -p "$work/cvise"
  make_program "${rows[at + 1]}" "${rows[at + 2]}" "$work/test.c"
  cp "$work/test.c" "$work/cvise/test.c"
  write_script "$name" "${rows[at + 3]}" >"$work/cvise/ask.sh"
  chmod +x "$work/cvise/ask.sh"
  echo "$name: $(wc -l <"$work/test.c") lines, $(wc -c <"$work/test.c") bytes"
  (cd "$work" && echo "  cgfuzz: $(measured ours "$repository/bin/cgfuzz.mjs" reduce test.c --compilers "${rows[at + 4]}" --restart), $(wc -c <test.reduced.c) bytes")
  (cd "$work/cvise" && echo "  C-Vise: $(measured cvise cvise --n 1 ./ask.sh test.c), $(wc -c <test.c) bytes")
done
