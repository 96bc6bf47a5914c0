#!/bin/sh
# Fetches the images that are not of this project and prints each with its digest, to be put into production.env:
#   sh docker/pin.sh >> production.env
# From then on exactly these run, whatever their tags become. Take the lines out and run it again to follow their updates.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
sed -n 's/.*\${\([A-Z]*_IMAGE\):-\([a-z]*:[^}]*\)}.*/\1 \2/p' "$here/compose.yaml" | while read -r name image; do
    docker pull --quiet "$image" >/dev/null
    digest=$(docker image inspect --format '{{index .RepoDigests 0}}' "$image")
    printf '%s=%s@%s\n' "$name" "$image" "${digest##*@}"
done
