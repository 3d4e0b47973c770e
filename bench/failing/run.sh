#!/bin/bash
# Failing programs of 200 to 5,000 lines that cgfuzz did not make: `cgfuzz check --report` against C-Vise alone with a
# script by hand. cgfuzz's side also checks the program and writes the report.
#
# Each program is a preprocessed file of libyaml, Lua, expat or zlib, and the program of a trophy follows it.
# Usage: run.sh FOLDER [NAME...]. FOLDER has libyaml-0.2.5, lua5.4-5.4.4, expat-2.5.0 and zlib-1.2.13.dfsg, by apt-get source.
# Added compilers must be on the search path.
# For each program it prints lines, and CPU seconds and bytes of both sides, and whether the report was written.
# CAP is the limit of cgfuzz in CPU seconds; C-Vise gets as many as cgfuzz used. CLOCK is the limit of each in seconds.
# SIDES=cgfuzz leaves C-Vise out.
set -u
folder=$(realpath "$1")
shift
repository=$(realpath "$(dirname "$0")/../..")
trophies=$repository/docs/trophies
cap=${CAP:-120}
clock=${CLOCK:-1200}

# Name, base, trophy, compiler with flags, compilers that cgfuzz asks.
programs="
crash-emitter  libyaml/emitter clang-loop-deletion-goto  'clang-22 -O3'   'clang-22 -O3; clang-22 -O0; gcc-12 -O0'
crash-scanner  libyaml/scanner clang-convert-bfloat      'clang-22 -O1'   'clang-22 -O1; clang-22 -O2'
crash-lvm      lua/lvm         clang-loop-info-goto      'clang-22 -O1'   'clang-22 -O1; clang-22 -O0; gcc-12 -O0'
crash-lcode    lua++/lcode     clang-loop-info-goto      'clang++-22 -O1' 'clang-22 -O1; clang-22 -O0; gcc-12 -O0'
crash-role     expat/xmlrole   gcc-shift-to-bool         'gcc-12 -O0'     'gcc-12 -O0; clang-19 -O0'
wrong-rows     zlib/crc32      gcc-vectorized-rows       'gcc-16 -O2'     'gcc-16 -O2; gcc-16 -O0; clang-19 -O2'
wrong-jumps    zlib/crc32      clang-dfa-jump-threading-goto 'clang-24 -O2' 'clang-24 -O2; clang-24 -O0; gcc-12 -O2'
wrong-division c++/utility     clang-gep-inexact-division 'clang++-22 -O1' 'clang-22 -O1; clang-22 -O0; gcc-12 -O0'
wrong-switch   zlib/crc32      clang-switch-bitint       'clang-22 -O1'   'clang-22 -O1; clang-22 -O0; clang-19 -O0'
hang-rows      zlib/crc32      gcc-vectorized-rows       'gcc-16 -O2'     'gcc-16 -O2; gcc-16 -O0; clang-19 -O2'
"

make_base() { # base
  local yaml=$folder/libyaml-0.2.5 lua=$folder/lua5.4-5.4.4/src expat=$folder/expat-2.5.0/expat/lib zlib=$folder/zlib-1.2.13.dfsg
  local name=${1#*/}
  # Debian's Lua names this header of the machine's folders; the chosen files do not use what it says.
  mkdir -p "$folder/include" && touch "$folder/include/lua5.4-deb-multiarch.h"
  case $1 in
    libyaml/*) gcc -E -P -I"$yaml/src" -I"$yaml/include" -DYAML_VERSION_{MAJOR=0,MINOR=2,PATCH=5} -DYAML_VERSION_STRING='"0.2.5"' "$yaml/src/$name.c" ;;
    lua/*) clang-19 -E -P -I"$folder/include" "$lua/$name.c" ;;
    lua++/*) clang++-19 -E -P -nostdinc++ -x c++ -I"$folder/include" "$lua/$name.c" ;;
    expat/*) gcc -E -P -DXML_POOR_ENTROPY -DBYTEORDER=1234 "$expat/$name.c" ;;
    zlib/*) printf '#include "%s.c"\n' adler32 crc32 zutil | gcc -E -P -w -I"$zlib" - ;;
    c++/*) printf '#include <%s>\n' "$name" | clang++-19 -E -P -x c++ - ;;
  esac
}

make_program() { # name, base, trophy, output
  {
    # clang does not know this attribute with arguments.
    make_base "$2" | sed 's/__attribute__ ((__malloc__ ([a-z_]*, 1)))//'
    case $1 in
      wrong-* | hang-*)
        sed 's/int main(void)/void failing(void)/' "$trophies/$3/reduced.c" |
          if [[ $2 = c++/* ]]; then sed 's/^int printf/extern "C" int printf/'; else cat; fi
        make_main "$1" "$2"
        ;;
      *) cat "$trophies/$3/reduced.c" ;;
    esac
  } >"$4"
}

# The program uses its base, and then fails.
make_main() { # name, base
  echo 'int main(void) {'
  case $2 in
    zlib/*)
      echo '  static const unsigned char text[] = "hello, hello";'
      echo '  printf("%lx %lx\n", adler32(1, text, sizeof text), crc32(0, text, sizeof text));'
      ;;
    c++/*) echo '  std::pair<int, int> two(1, 2); std::swap(two.first, two.second); printf("%d\n", two.first);' ;;
  esac
  case $1 in
    hang-*) echo '  copy();'; echo '  while (*(volatile int *)&m[2][2] == 0) ;' ;;
  esac
  printf '  failing();\n  return 0;\n}\n'
}

write_script() { # name, compiler with flags, file
  case $1 in
    crash-*) printf '#!/bin/sh\n%s -w -c %s -o o.o 2>&1 | grep -Eq "PLEASE submit|internal compiler error"\n' "$2" "$3" ;;
    *)
      local plain=clang-19 standard
      [ "${3##*.}" = cpp ] && plain=clang++-19
      standard=$(grep -o -- '-std=[^ ]*' <<<"$2")
      printf '#!/bin/sh\n%s -w %s -fsanitize=undefined,address -fno-sanitize-recover=all %s -o s -lm && timeout 5 ./s >/dev/null 2>&1 || exit 1\n' "$plain" "$standard" "$3"
      printf '%s -w %s -O0 %s -o a -lm && %s -w %s -o b -lm && [ "$(timeout 5 ./a; echo $?)" != "$(timeout 5 ./b; echo $?)" ]\n' "$plain" "$standard" "$3" "$2" "$3"
      ;;
  esac
}

# CPU milliseconds of a process and all that it started, live or waited for.
cpu_of() { # process
  cat /proc/[0-9]*/stat 2>/dev/null | sed 's/(.*)/x/' | awk -v top="$1" -v tick="$(getconf CLK_TCK)" '
    { parent[$1] = $4; used[$1] = $14 + $15 + $16 + $17 }
    END {
      for (each in used) {
        for (at = each; at != top && at in parent && at > 1;) at = parent[at]
        if (at == top) sum += used[each]
      }
      print int(sum * 1000 / tick)
    }'
}

# Interrupts the command after so many CPU seconds, or after CLOCK seconds. Sets `used` (CPU seconds) and `said`.
measured() { # log, limit, command...
  local log=$1 limit=$2 began=$SECONDS now cut=''
  shift 2
  used=0
  setsid "$@" >"$log.out" 2>"$log.err" </dev/null &
  local top=$!
  trap "kill -KILL -- -$top; exit 1" INT TERM
  while kill -0 "$top" 2>/dev/null; do
    now=$(cpu_of "$top")
    [ "$now" -gt "$used" ] && used=$now
    ((used > limit * 1000)) && cut=', cut'
    ((SECONDS - began > clock)) && cut=', cut by the clock'
    if [ "$cut" ]; then
      kill -INT -- "-$top" 2>/dev/null
      sleep 15
      kill -TERM -- "-$top" 2>/dev/null
      break
    fi
    sleep 2
  done
  wait "$top" 2>/dev/null
  used=$((used / 1000))
  said="$used CPU s, $((SECONDS - began)) s$cut"
}

eval "rows=($programs)"
for ((at = 0; at < ${#rows[@]}; at += 5)); do
  name=${rows[at]}
  [ $# = 0 ] || [[ " $* " == *" $name "* ]] || continue
  work=$folder/$name
  case ${rows[at + 1]} in *++/*) file=test.cpp ;; *) file=test.c ;; esac
  mkdir -p "$work/cvise"
  make_program "$name" "${rows[at + 1]}" "${rows[at + 2]}" "$work/$file"
  cp "$work/$file" "$work/cvise/$file"
  write_script "$name" "${rows[at + 3]}" "$file" >"$work/cvise/ask.sh"
  chmod +x "$work/cvise/ask.sh"
  echo "$name: $(wc -l <"$work/$file") lines, $(wc -c <"$work/$file") bytes"
  (cd "$work/cvise" && ./ask.sh) || { echo "  it does not fail here: left out"; continue; }
  [ "${DRY:-0}" = 1 ] && continue
  rm -rf "$work/test.finding"
  cd "$work" || exit
  measured ours "$cap" "$repository/bin/cgfuzz.mjs" check "$file" --compilers "${rows[at + 4]}" --report
  best=$work/test.finding/text.${file##*.} report=no
  [ -f "$best" ] || best=$file
  ls test.finding/report.* >/dev/null 2>&1 && report=yes
  echo "  cgfuzz: $said, $(wc -c <"$best") bytes, report: $report"
  [ "${SIDES:-both}" = cgfuzz ] && continue
  cd cvise || exit
  measured cvise "$used" cvise --n 1 ./ask.sh "$file"
  echo "  C-Vise: $said, $(wc -c <"$file") bytes"
done
