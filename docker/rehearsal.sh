#!/bin/sh
# From an empty machine to a service that came back: installs it, fills it, backs it up, loses the server, brings it back as it was
# before a mistake, and compares every row.
#
#   sh docker/rehearsal.sh DIRECTORY      an empty directory; the programs of PostgreSQL are on the path
#
# PostgreSQL refuses to be root: run by root, its server belongs to SERVER_USER (postgres).
set -eu

work=${1:?Name an empty directory}
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
user=${SERVER_USER:-postgres}
mkdir -p "$work"
[ -z "$(ls -A "$work")" ] || {
    printf '%s\n' "$work is not empty." >&2
    exit 1
}
work=$(CDPATH='' cd -- "$work" && pwd)
files=$work/server
mkdir "$files" "$work/socket" "$work/backups"
chmod 711 "$work"
[ "$(id -u)" != 0 ] || chown "$user" "$files" "$work/socket" "$work/backups"

# Without Redis, so that one machine and one database are enough.
export VIDEAU_DATA="$work/data" EMBEDDED_RUNNER=1 DATABASE_URL="postgres:///videau?host=$work/socket&user=videau"
export BACKUPS="$work/backups" PGHOST="$work/socket" PGUSER=videau PGDATABASE=videau

step() {
    printf '%s\n' "== $*"
}

become_server() {
    [ "$(id -u)" = 0 ] || exec "$@"
    exec setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups env HOME="$work" "$@"
}

as_server() {
    (become_server "$@")
}

start_server() {
    as_server pg_ctl --pgdata="$1" --log="$work/socket/log" --wait --silent start \
        --options="-c listen_addresses= -c unix_socket_directories=$work/socket"
    until [ "$(psql --no-psqlrc --tuples-only --no-align --dbname=postgres --command='SELECT pg_is_in_recovery()')" = f ]; do sleep 1; done
}

# What stands in the database: the verdict of the audit, and the digest of every tournament.
state() {
    "$here/videau" audit >"$work/audit" 2>&1 || [ $? = 3 ] || {
        cat "$work/audit" >&2
        return 1
    }
    cat "$work/audit"
    sed -n 's/^\([a-z0-9]*\)  .* draws, .*/\1/p' "$work/audit" | while read -r uid; do
        printf '%s %s\n' "$uid" "$("$here/videau" digest "$uid")"
    done
}

receiver=
end() {
    [ -z "$receiver" ] || kill "$receiver" 2>/dev/null || true
    for one in "$files" "$work/socket/again"; do
        as_server pg_ctl --pgdata="$one" --mode=immediate --silent stop 2>/dev/null || true
    done
}
trap end EXIT

step "install: the libraries and a server"
"$here/videau" environment
as_server initdb --pgdata="$files" --username=videau --auth=trust --data-checksums >/dev/null
start_server "$files"
createdb videau

step "migrate and fill"
"$here/videau" migrate --verbosity 0
"$here/videau" demo >/dev/null

step "back up: a copy of the files, and every change from now on"
become_server sh "$here/docker/backup.sh" run &
receiver=$!
until [ -n "$(find "$BACKUPS" -maxdepth 1 -name 'base-*')" ]; do sleep 1; done
# What happens after the copy is in the changes alone.
"$here/videau" demo >/dev/null
state >"$work/before"
as_server sh "$here/docker/backup.sh" drill

step "a mistake, and the loss of the server"
sleep 1
moment=$(date -u '+%Y-%m-%d %H:%M:%S')
sleep 1
psql --no-psqlrc --quiet --command="UPDATE tournaments_tournament SET name = 'a mistake'"
as_server pg_ctl --pgdata="$files" --mode=immediate --silent stop
kill "$receiver"
receiver=
rm -rf "$files"
lost_at=$(date +%s)

step "restore the state of $moment UTC"
as_server mkdir -m 700 "$work/socket/again"
as_server sh "$here/docker/backup.sh" restore "$work/socket/again" "$moment"
start_server "$work/socket/again"
back_at=$(date +%s)

step "verify: every row, the audit, the doctor"
state >"$work/after"
cmp "$work/before" "$work/after"
# What the lost jobs would have done.
"$here/videau" tick
"$here/videau" doctor
printf '%s\n' "Verified: every row is as before. The server was back after $((back_at - lost_at)) s."
