#!/bin/sh
# gcc, by which nothing can be linked that needs a symbol which is not in the list beside this script.
here=${0%/*}
out=a.out
last=
for a in "$@"; do
  case $a in
  -c | -E | -S | -M | -MM | -fsyntax-only | --version | -v | -V | -qversion | -version | -dump* | -print-* | --print-*) exec gcc "$@" ;;
  esac
  if test "$last" = -o; then out=$a; fi
  last=$a
done
gcc "$@" || exit
missing=$(nm -D -u "$out" 2>/dev/null | awk -v list="$here/symbols" '
  BEGIN { while ((getline name < list) > 0) known[name] = 1 }
  $1 == "U" { sub(/@.*/, "", $2); if (!($2 in known)) print $2 }')
for name in $missing; do echo "undefined reference to \`$name' in the C library of the engine" >&2; done
if test -n "$missing"; then
  rm -f "$out"
  exit 1
fi
