#!/bin/sh
# Makes the daemon as a WebAssembly module: build.sh MODULE [OPTION …]
#   --without-formats    leaves the formats of others out
#   -Onone, -O, -Osize   how it is compiled; without one -Osize, which takes some minutes
#   --check              looks whether it compiles, and makes nothing
#   --names              keeps the names of functions, for profilers
# It needs the toolchain of Swift, and Debian's wasi-libc and a libclang-rt-*-dev-wasm32.
set -eu
cd "$(dirname "$0")/../.."
module=$1
shift
optimization=-Osize formats=yes symbols=--strip-all check=no
for option; do
  case $option in
    -O*) optimization=$option ;;
    --without-formats) formats=no ;;
    --names) symbols= ;;
    --check) check=yes ;;
    *) echo "build.sh has no option $option" >&2 && exit 2 ;;
  esac
done

fail() {
  echo "$1" >&2
  exit 1
}

# The compilers of C and of modules are beside that of Swift.
swiftc=$(realpath "$(command -v swiftc)")
toolchain=$(dirname "$swiftc")
triple=wasm32-unknown-none-wasm
tables=$toolchain/../lib/swift/embedded/$triple/libswiftUnicodeDataTables.a
[ -f "$tables" ] || fail "this toolchain has no Embedded Swift for $triple"
libc=/usr/lib/wasm32-wasi/libc.a
builtins=$(ls /usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a 2>/dev/null | tail -1)
[ -f "$libc" ] || fail "$libc is missing: apt-get install wasi-libc"
[ -n "$builtins" ] || fail "libclang_rt for wasm32 is missing: apt-get install libclang-rt-19-dev-wasm32"

work=$module.build
mkdir -p "$work"
# Files import the modules of the package; here all of them are one, and these are empty.
echo >"$work/empty.swift"
for name in FieldModels FieldConversion FieldSession; do
  swiftc -emit-module -wmo -parse-as-library -module-name $name -package-name fieldd -target $triple \
    -enable-experimental-feature Embedded -o "$work/$name.swiftmodule" "$work/empty.swift"
done

{
  # Fields described in code are values of any type, which Embedded Swift does not have; records made up for
  # forms, and what waits for a clock, are no part of the daemon.
  find Sources/FieldModels -name '*.swift' ! -path '*/Live/*' ! -path '*/Samples/*' ! -path '*/Comparison/*' \
    ! -path '*/Inference/*' ! -path '*/Conversion/*' ! -path '*/Interchange/*' ! -name FieldDescription.swift
  if [ "$formats" = yes ]; then
    find Sources/FieldModels/Conversion Sources/FieldModels/Interchange -name '*.swift'
  else
    ls packaging/wasm/without-formats/*.swift
  fi
  find Sources/FieldRPC -name '*.swift' ! -path '*/Transport/*' ! -path '*/Library/*'
  ls packaging/wasm/*.swift
} >"$work/files"

# The package's own build has looked for warnings. The stack of a module is out of reach of what it writes, and
# only its own functions are on it.
if [ "$check" = yes ]; then
  set -- -typecheck
else
  set -- -c "$optimization" -o "$work/fieldd.o"
fi
swiftc "$@" -wmo -parse-as-library -swift-version 6 -suppress-warnings \
  -module-name FieldModels -package-name fieldd -target $triple -Xfrontend -disable-stack-protector \
  -enable-experimental-feature Embedded -enable-experimental-feature Extern \
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility \
  -enable-upcoming-feature InternalImportsByDefault -I "$work" "@$work/files"
[ "$check" = no ] || exit 0
"$toolchain/clang" --target=wasm32-unknown-wasi -O2 -c -isystem /usr/include/wasm32-wasi \
  -o "$work/system.o" packaging/wasm/system.c
wraps=
for name in close seek write; do wraps="$wraps --wrap=__wasi_fd_$name"; done
"$toolchain/wasm-ld" --no-entry --gc-sections --stack-first $symbols -z stack-size=1048576 --export-memory $wraps \
  -o "$module" "$work/fieldd.o" "$work/system.o" "$tables" "$libc" "$builtins"
