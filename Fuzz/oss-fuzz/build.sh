#!/bin/bash -eu
# Makes a fuzz target of each entry point of Fuzz/, with its seeds and its words: OSS-Fuzz runs this in its image.

# Sets SWIFTFLAGS for the sanitizer that is wanted.
. precompile_swift
# The flags are meant to be split.
# shellcheck disable=SC2086
swift build --package-path Fuzz --scratch-path .build/fuzz -c release $SWIFTFLAGS --product fuzz
python3 -B Fuzz/seeds.py .build/fuzz/seeds

# One program has all entry points. Its name has an ending, so that nobody takes it for a target.
cp .build/fuzz/release/fuzz "$OUT/fuzz.program"
for seeds in .build/fuzz/seeds/*/; do
  entry=$(basename "$seeds")
  target=$OUT/fieldd_$entry
  cat >"$target" <<END
#!/bin/sh
# LLVMFuzzerTestOneInput is in the program that this starts: OSS-Fuzz looks for that name.
SWIFT_BACKTRACE=enable=no exec "\$(dirname "\$0")/fuzz.program" --entry=$entry "\$@"
END
  chmod +x "$target"
  cp .build/fuzz/seeds/words "$target.dict"
  (cd "$seeds" && python3 -m zipfile -c "${target}_seed_corpus.zip" .)
done
