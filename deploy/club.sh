#!/bin/sh
# Upgrades the club and rolls it back, each release in a folder of its own (docs/operations.md). Run it as root:
#   club.sh upgrade <tag or commit>   backup, new release beside the old one, switch, restart, look; back if it is not well
#   club.sh rollback                  the release before
#   club.sh rollback --data           and the rows and pictures from before the upgrade: what was written since is gone
#   club.sh pulso <command>           ./pulso of the release that runs, as the club, with its variables
set -eu

HOME_DIR=${CLUB_HOME:-/srv/club}
ENV_FILE=${CLUB_ENV:-/etc/club/club.env}
OWNER=${CLUB_USER:-club}
STOP=${CLUB_STOP:-systemctl stop club}
START=${CLUB_START:-systemctl start club}
KEEP=3

releases=$HOME_DIR/releases
# What each release took the place of, and the backup from before it. Of root: what the club may write, root does not follow.
state=$HOME_DIR/state
current=$HOME_DIR/current

say() { printf '%s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }

# A program of the club, as the club, with its variables; the first argument is the release. The file is read as systemd
# reads it: a value goes to the end of its line, whatever a shell would make of it.
as_club() {
	release=$1
	shift
	# shellcheck disable=SC2016 # It is the inner shell that expands.
	runuser -u "$OWNER" -- env -i PATH="$PATH" HOME="$HOME_DIR/home" sh -c '
		while IFS= read -r line || [ -n "$line" ]; do
			case $line in [A-Z]*=*) ;; *) continue ;; esac
			value=${line#*=}
			case $value in \"*\") value=${value#\"} value=${value%\"} ;; esac
			export "${line%%=*}=$value"
		done <"$1"
		cd "$2"
		shift 2
		exec "$@"' sh "$ENV_FILE" "$release" "$@"
}

switch_to() {
	ln -sfn "$1" "$current.new"
	# Renamed, not removed and made: at every moment there is one.
	mv -T "$current.new" "$current"
}

# Whether it answers, and says that every part of it does.
is_well() {
	for _ in $(seq 60); do
		# shellcheck disable=SC2016 # JavaScript.
		if as_club "$current" node_modules/.bin/node -e '
			fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`)
				.then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))'; then
			return 0
		fi
		sleep 0.5
	done
	return 1
}

# A release up to November 2026 has these programs one by one, in this folder or that: what its Node is told to run.
program_in() {
	if [ -f "$1/server/ops/cli/main.ts" ]; then
		echo "server/ops/cli/main.ts $2"
		return
	fi
	for folder in server/ops/backup server/backup; do
		if [ -f "$1/$folder/$2-main.ts" ]; then
			echo "$folder/$2-main.ts"
			return
		fi
	done
	fail "$1 has no program for $2."
}

upgrade() {
	wanted=$1
	git -C "$HOME_DIR/repository" fetch --quiet --tags --prune origin
	commit=$(git -C "$HOME_DIR/repository" rev-parse --verify --quiet "$wanted^{commit}" ||
		git -C "$HOME_DIR/repository" rev-parse --verify --quiet "origin/$wanted^{commit}") || fail "There is no $wanted."
	name=$(git -C "$HOME_DIR/repository" log -1 --format=%cd-%h --date=format:%Y%m%d%H%M%S "$commit")
	next=$releases/$name
	[ ! -L "$current" ] || [ "$(readlink -f "$current")" != "$next" ] || fail "$name is what runs."

	install -d "$state"
	install -d -o "$OWNER" -g "$OWNER" "$HOME_DIR/home" "$releases"
	say "1. $name, installed and built beside what runs"
	rm -rf "$next"
	install -d -o "$OWNER" -g "$OWNER" "$next"
	git -C "$HOME_DIR/repository" archive "$commit" | runuser -u "$OWNER" -- tar -x -C "$next"
	as_club "$next" npm run --silent build

	if [ -L "$current" ]; then
		before=$(readlink -f "$current")
		# Pages that are open go on asking for the scripts of the release that made them.
		# shellcheck disable=SC2016
		as_club "$next" sh -c 'cp -ln "$1"/build/client/assets/* build/client/assets/' sh "$before"
		say '2. A backup of the club as it is'
		program=$(program_in "$before" backup)
		# shellcheck disable=SC2086 # A program, and what it is asked for.
		as_club "$before" node_modules/.bin/node $program | tee "$state/$name.backup"
		printf '%s\n' "$before" >"$state/$name.before"
		say '3. Switching'
		$STOP
	fi
	switch_to "$next"
	$START
	if ! is_well; then
		say 'It is not well: back to what ran.' >&2
		rollback || true
		exit 1
	fi
	say "$name runs."
	tidy
}

rollback() {
	failed=$(basename "$(readlink -f "$current")")
	[ -f "$state/$failed.before" ] || fail 'There is no release before this one.'
	before=$(cat "$state/$failed.before")
	$STOP
	if [ "${1-}" = --data ]; then
		archive=$(sed -n 's/^Copia lista: //p' "$state/$failed.backup")
		program=$(program_in "$before" restore)
		# shellcheck disable=SC2086
		as_club "$before" node_modules/.bin/node $program "$archive" --replace
	fi
	switch_to "$before"
	$START
	is_well || fail 'It is not well. If the database is newer than this release, its rows have to go back too: club.sh rollback --data'
	say "$(basename "$before") runs."
}

# The newest few stay; whatever runs, and what it would go back to, always.
tidy() {
	keep=$(readlink -f "$current")
	before=$(cat "$state/$(basename "$keep").before" 2>/dev/null || true)
	find "$releases" -mindepth 1 -maxdepth 1 -type d | sort -r | tail -n +$((KEEP + 1)) | while read -r old; do
		[ "$old" = "$keep" ] || [ "$old" = "$before" ] || rm -rf "$old"
	done
}

[ "$(id -u)" = 0 ] || fail 'Run it as root.'
case ${1-} in
upgrade) [ -n "${2-}" ] || fail 'Which one? club.sh upgrade <tag or commit>'; upgrade "$2" ;;
rollback) rollback "${2-}" ;;
pulso) shift; as_club "$current" env INIT_CWD="$PWD" ./pulso "$@" ;;
*) sed -n '2,6p' "$0" | sed 's/^# \{0,1\}//'; exit 1 ;;
esac
