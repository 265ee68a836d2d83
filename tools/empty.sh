#!/bin/sh
# Fails when one of the given files is not empty, and prints it.
bad=0
for file in "$@"; do
  if [ -s "$file" ]; then
    echo "must be empty, but is:"
    cat "$file"
    bad=1
  fi
done
exit $bad
