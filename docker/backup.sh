#!/bin/sh
# Backups of a PostgreSQL server, from which it comes back as it was at any moment: a copy of its files each day, and every
# change since as it happens. They lie in BACKUPS, on another disk than the server; PGHOST, PGUSER and PGDATABASE name it.
#
#   backup.sh run                 what the container does until it is stopped
#   backup.sh base                one more copy of the files, now
#   backup.sh restore DIR [TIME]  put the files of a server into DIR; once started it goes on to the last change, or to TIME (UTC)
#   backup.sh drill               restore into a server of its own, ask it for the newest act, and say how long that took
set -eu

backups=${BACKUPS:?Set BACKUPS to the directory of the backups, on another disk than the database}
hours=${BACKUP_HOURS:-24}
kept=${BACKUPS_KEPT:-7}
slot=videau_backup
changes=$backups/changes

say() {
    printf '%s\n' "backup: $*" >&2
}

bases() {
    find "$backups" -maxdepth 1 -name 'base-*' | sort
}

# The files of the server, checked against their checksums; it has its name once it is whole.
base() {
    draft=$backups/.draft
    rm -rf "$draft"
    pg_basebackup --pgdata="$draft" --checkpoint=fast --wal-method=stream --no-password
    pg_verifybackup --quiet "$draft"
    file=$backups/base-$(date -u +%Y%m%dT%H%M%SZ)
    mv "$draft" "$file"
    say "$file is whole."
    bases | head -n "-$kept" | while read -r old; do rm -rf "$old"; done
    # Changes before the oldest copy belong to none.
    first=$(sed -n 's/^START WAL LOCATION.*file \([0-9A-F]*\).*/\1/p' "$(bases | head -n 1)/backup_label")
    [ ! -d "$changes" ] || pg_archivecleanup "$changes" "$first"
}

run() {
    mkdir -p "$changes"
    receiver=
    trap '[ -z "$receiver" ] || kill "$receiver"; exit 0' TERM INT
    # The server keeps what has not arrived here yet.
    until pg_receivewal --directory="$changes" --slot="$slot" --create-slot --if-not-exists --no-password; do
        say "the server does not answer; once more in five seconds."
        sleep 5
    done
    pg_receivewal --directory="$changes" --slot="$slot" --synchronous --no-password &
    receiver=$!
    while kill -0 "$receiver" 2>/dev/null; do
        if [ -z "$(find "$backups" -maxdepth 1 -name 'base-*' -mmin "-$((hours * 60))")" ]; then
            base || say "no copy could be made; once more in a minute."
        fi
        sleep 60 &
        wait $! || true
    done
    say "the changes are no longer received."
    exit 1
}

restore() {
    directory=$1
    moment=${2:-}
    [ -z "$(ls -A "$directory" 2>/dev/null)" ] || {
        say "$directory is not empty; nothing is replaced."
        exit 1
    }
    last=base-9
    [ -z "$moment" ] || last=base-$(date -u -d "$moment" +%Y%m%dT%H%M%SZ)
    from=$(bases | while read -r one; do [ "$(basename "$one")" \> "$last" ] || printf '%s\n' "$one"; done | tail -n 1)
    [ -n "$from" ] || {
        say "$backups has no copy${moment:+ from before $moment}."
        exit 1
    }
    mkdir -p "$directory"
    cp -R "$from/." "$directory"
    chmod 700 "$directory"
    {
        # The last file of changes is still being written to when a server dies.
        printf "restore_command = 'cp \"%s/%%f\" \"%%p\" 2>/dev/null || cp \"%s/%%f.partial\" \"%%p\" 2>/dev/null'\n" \
            "$changes" "$changes"
        printf "recovery_target_action = 'promote'\n"
        [ -z "$moment" ] || printf "recovery_target_time = '%s UTC'\n" "$moment"
    } >>"$directory/postgresql.auto.conf"
    : >"$directory/recovery.signal"
    say "$from is in $directory. Start the server with it."
}

drill() {
    scratch=$(mktemp -d)
    begin=$(date +%s)
    trap 'pg_ctl --pgdata="$scratch/files" --mode=immediate stop >/dev/null 2>&1; rm -rf "$scratch"' EXIT
    restore "$scratch/files"
    pg_ctl --pgdata="$scratch/files" --log="$scratch/log" --wait --timeout=3600 --silent start \
        --options="-c listen_addresses= -c unix_socket_directories=$scratch -c port=5432"
    ask() {
        psql --host="$scratch" --port=5432 --no-psqlrc --tuples-only --no-align --command="$1"
    }
    until [ "$(ask 'SELECT pg_is_in_recovery()')" = f ]; do sleep 1; done
    acts=$(ask "SELECT count(*) || ' acts, the newest ' || date_trunc('second', now() - max(at)) || ' old' FROM tournaments_logentry")
    say "drill: $acts; restored in $(($(date +%s) - begin)) s."
}

case "${1:-}" in
    run | base | drill)
        "$1"
        ;;
    restore)
        shift
        restore "$@"
        ;;
    *)
        sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2
        exit 2
        ;;
esac
