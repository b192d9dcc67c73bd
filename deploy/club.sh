#!/bin/sh
# Upgrades the club and rolls it back, each release in a folder of its own (docs/operations.md). What it does for a release
# that came as a file and for one that is built from a branch is the same but for how the folder is filled.
set -eu

HOME_DIR=${CLUB_HOME:-/srv/club}
ENV_FILE=${CLUB_ENV:-/etc/club/club.env}
OWNER=${CLUB_USER:-club}
# Where a release says that it serves: RuntimeDirectory= of club@.service.
RUNS=${CLUB_RUNS:-/run/club}
SYSTEMCTL=${CLUB_SYSTEMCTL:-systemctl}
KEEP=3
# A release has less than half of either.
ENTRIES_MAX=50000
BYTES_MAX=1000000000

releases=$HOME_DIR/releases
# What each release took the place of, and the backup from before it. Of root: what the club may write, root does not follow.
state=$HOME_DIR/state
current=$HOME_DIR/current
work=

say() { printf '%s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }

usage() {
	say 'club upgrade <archivo>     una versión que bajaste, con su .sha256 al lado
club upgrade <rama o tag>  o armada acá, de tu propio repositorio
club rollback              la versión anterior, con todo lo que se escribió desde entonces
club rollback --data       y con los datos y fotos de antes: lo escrito desde entonces se pierde
club pulso <comando>       ./pulso de la versión en uso, como el usuario del club y con sus variables'
}

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

# A command of the club, of the release that is named first: ./pulso, or what stood for it before there was one.
pulso() {
	release=$1 command=$2
	shift 2
	if [ -f "$release/server.js" ]; then
		as_club "$release" ./pulso "$command" "$@"
		return
	fi
	for program in "server/ops/cli/main.ts $command" "server/ops/backup/$command-main.ts" "server/backup/$command-main.ts"; do
		if [ -f "$release/${program% *}" ]; then
			# shellcheck disable=SC2086 # Two words.
			as_club "$release" node_modules/.bin/node $program "$@"
			return
		fi
	done
	fail "$release no sabe hacer $command."
}

switch_to() {
	ln -sfn "$1" "$current.new"
	# Renamed, not removed and made: at every moment there is one.
	mv -T "$current.new" "$current"
}

# ── A folder for the release: $name, $next ─────────────────────────────────────────────────────────────────────────────

make_room() {
	next=$releases/$name
	[ ! -L "$current" ] || [ "$(readlink -f "$current")" != "$next" ] || fail "$name es la que está en uso."
	# One that was left a moment ago may still end what it had under way.
	for _ in $(seq 140); do
		serves "$name" || break
		sleep 1
	done
	! serves "$name" || fail "$name todavía está en uso."
	rm -rf "$next"
	install -d -o "$OWNER" -g "$OWNER" "$next"
}

from_file() {
	file=$(basename "$1")
	case $file in
	*.tar.xz) name=${file%.tar.xz} ;;
	*.tar.gz) name=${file%.tar.gz} ;;
	esac
	# It becomes the name of a folder and of a unit.
	case $name in pulso-*[!A-Za-z0-9._-]* | *..*) fail "$file no es un nombre de versión." ;; pulso-?*) ;; *) fail "$file no es un nombre de versión." ;; esac
	[ -f "$1" ] || fail "No está $1."
	[ -f "$1.sha256" ] || fail "Falta $1.sha256: bajalo del mismo lugar."
	wanted=$(awk -v file="$file" '$2 == file || $2 == "*" file { print $1 }' "$1.sha256")
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	# What is checked is what is unpacked, whoever may write where it came from.
	cp -- "$1" "$work/$file"
	[ "$(sha256sum <"$work/$file")" = "$wanted  -" ] || fail "$file no es lo que dice $file.sha256: bajalo de nuevo."
	tar -tvf "$work/$file" --numeric-owner --quoting-style=escape >"$work/list" || fail "$file está dañado."
	awk -v folder="$name" -v entries="$ENTRIES_MAX" -v bytes="$BYTES_MAX" '
		{
			path = $0
			# Mode, owner, size, date, time.
			sub(/^[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+ +[^ ]+ /, "", path)
			target = ""
			if ($1 ~ /^l/) {
				if (split(path, parts, " -> ") != 2) bad = 1
				path = parts[1]
				target = parts[2]
			}
			total += $3
			if ($1 !~ /^[-dl]/ || index(path "/", folder "/") != 1 || target ~ /^\// ||
				("/" path "/" target "/") ~ /\/\.\.\// || NR > entries || total > bytes) bad = 1
			if (bad) exit
		}
		END { exit bad || NR == 0 }' "$work/list" || fail "$file no es una versión del club: trae algo que no va en su carpeta."
	make_room
	say "1. $name, desempaquetada al lado de la que está en uso"
	runuser -u "$OWNER" -- tar -x --no-same-permissions -C "$next" --strip-components=1 -f - --"$(compression "$file")" <"$work/$file"
	as_club "$next" ./pulso --version >/dev/null || fail "$name no arranca acá."
}

compression() {
	case $1 in *.xz) echo xz ;; *) echo gzip ;; esac
}

from_repository() {
	git -C "$HOME_DIR/repository" fetch --quiet --tags --prune origin
	commit=$(git -C "$HOME_DIR/repository" rev-parse --verify --quiet "$1^{commit}" ||
		git -C "$HOME_DIR/repository" rev-parse --verify --quiet "origin/$1^{commit}") || fail "No hay ningún $1."
	name=$(git -C "$HOME_DIR/repository" log -1 --format=%cd-%h --date=format:%Y%m%d%H%M%S "$commit")
	make_room
	say "1. $name, instalada y armada al lado de la que está en uso"
	git -C "$HOME_DIR/repository" archive "$commit" | runuser -u "$OWNER" -- tar -x -C "$next"
	as_club "$next" npm run --silent build
}

# ── Which one runs ─────────────────────────────────────────────────────────────────────────────────────────────────────

# Whether systemd holds the port: then releases follow each other without a gap. A unit of before opens it itself.
holds_port() { $SYSTEMCTL --quiet is-enabled club.socket 2>/dev/null; }

serves() { [ -e "$RUNS/$1/open" ]; }

can_take_over() { [ -f "$1/deploy/club.socket" ]; }

# Starts a release beside the one that serves, and resolves once it serves too. One that is to change the database under
# the others says so: then they go first, and whoever comes meanwhile waits.
start_beside() {
	$SYSTEMCTL reset-failed "club@$1" 2>/dev/null || true
	$SYSTEMCTL start "club@$1" || return 1
	for tried in $(seq 300); do
		! serves "$1" || return 0
		# One that has ended once would be started again, and again.
		$SYSTEMCTL --quiet is-active "club@$1" || return 1
		if [ -e "$RUNS/$1/waits" ]; then
			[ -n "${waited_from-}" ] || waited_from=$tried
			stop_others "$1"
			# They may end what is under way for ten seconds; then they are told to hurry.
			# shellcheck disable=SC2046
			[ "$tried" -ne $((waited_from + 50)) ] || $SYSTEMCTL kill -s TERM $(instances_but "$1") || true
		fi
		sleep 0.2
	done
	return 1
}

# Every instance but one, whatever it does; with --state=active those that serve.
instances_but() {
	own=$1
	shift
	$SYSTEMCTL list-units --plain --no-legend "$@" 'club@*' | awk -v own="club@$own.service" '$1 != own { print $1 }'
}

stop_others() {
	for other in $(instances_but "$1" --state=active); do $SYSTEMCTL stop --no-block "$other"; done
}

# Whether the release answers and reaches its database and pictures, for a unit that opens the port itself. /api/live is not
# enough here: a release that cannot reach its database must not take over.
is_well() {
	node=node
	for own in node/bin/node node_modules/.bin/node; do
		[ ! -x "$current/$own" ] || node=$own
	done
	for _ in $(seq 60); do
		# One that has ended once would be started again, and again.
		$SYSTEMCTL --quiet is-active club || return 1
		# shellcheck disable=SC2016 # JavaScript.
		if as_club "$current" "$node" -e '
			fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`)
				.then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))'; then
			return 0
		fi
		sleep 0.5
	done
	return 1
}

# ── Commands ───────────────────────────────────────────────────────────────────────────────────────────────────────────

upgrade() {
	install -d "$state"
	install -d -o "$OWNER" -g "$OWNER" "$HOME_DIR/home" "$releases"
	# What a machine starts with: club@current.
	[ -L "$releases/current" ] || ln -s ../current "$releases/current"
	case $1 in
	*.tar.xz | *.tar.gz) from_file "$1" ;;
	*) from_repository "$1" ;;
	esac
	# Not when it was committed: when it came here.
	touch "$next"
	! holds_port || can_take_over "$next" || fail "$name no sabe recibir el puerto de club.socket: es anterior a eso."

	before=
	if [ -L "$current" ]; then
		before=$(readlink -f "$current")
		# Pages that are open go on asking for the scripts of the release that made them.
		# shellcheck disable=SC2016
		as_club "$next" sh -c 'cp -ln "$1"/build/client/assets/* build/client/assets/' sh "$before"
		say '2. Una copia del club como está'
		status=0
		pulso "$before" backup >"$state/$name.backup" || status=$?
		case $status in
		0) cat "$state/$name.backup" ;;
		# Two machines share a PostgreSQL, and the first one has upgraded it: the old release cannot read it any more.
		4) say 'La base ya es de una versión más nueva: otra máquina la actualizó, y allá está la copia de antes.' ;;
		*) exit "$status" ;;
		esac
		printf '%s\n' "$before" >"$state/$name.before"
		say '3. El cambio'
	fi
	if holds_port; then
		if ! start_beside "$name"; then
			$SYSTEMCTL stop "club@$name" || true
			say "$name no anda: journalctl -u club@$name dice por qué." >&2
			[ -n "$before" ] || exit 1
			if [ -z "$(instances_but "$name" --state=active)" ]; then start_beside current || fail "$(basename "$before") tampoco: si la base ya es de la nueva, club rollback no alcanza. Volvé a los datos de antes: pulso restore $(archive_of "$name") --replace"; fi
			fail "Sigue $(basename "$before")."
		fi
		switch_to "$next"
		stop_others "$name"
	else
		[ -z "$before" ] || $SYSTEMCTL stop club
		switch_to "$next"
		# It fails when the release ends at once. Going back is for is_well to decide, not for `set -e`.
		$SYSTEMCTL start club || true
		if ! is_well; then
			say "$name no anda: vuelve la anterior." >&2
			rollback || true
			exit 1
		fi
	fi
	say "Anda $name."
	tidy
}

archive_of() { sed -n 's/^Copia lista: //p' "$state/$1.backup"; }

rollback() {
	failed=$(basename "$(readlink -f "$current")")
	[ -f "$state/$failed.before" ] || fail 'No hay versión anterior a esta.'
	before=$(cat "$state/$failed.before")
	name=$(basename "$before")
	! holds_port || can_take_over "$before" || fail "$name no sabe recibir el puerto de club.socket: es anterior a eso. Antes hay que volver a la unidad de entonces (docs/operations.md)."
	if [ "${1-}" = --data ]; then
		# The port too: whoever came would start what is to be stopped. Until then a proxy asks again, or says that nobody is there.
		# shellcheck disable=SC2046
		if holds_port; then $SYSTEMCTL stop club.socket $(instances_but ''); else $SYSTEMCTL stop club; fi
		if ! pulso "$before" restore "$(archive_of "$failed")" --replace; then
			if holds_port; then $SYSTEMCTL start club.socket && start_beside current; else $SYSTEMCTL start club; fi
			fail "Los datos no volvieron. Sigue $failed."
		fi
		# Before the port: who comes first starts what is current.
		switch_to "$before"
		! holds_port || $SYSTEMCTL start club.socket
	fi
	if holds_port; then
		if ! start_beside "$name"; then
			$SYSTEMCTL stop "club@$name" || true
			fail "$name no anda. Si la base es más nueva que ella, tienen que volver también los datos: club rollback --data"
		fi
		switch_to "$before"
		stop_others "$name"
	else
		$SYSTEMCTL stop club
		switch_to "$before"
		$SYSTEMCTL start club || true
		is_well || fail "$name no anda. Si la base es más nueva que ella, tienen que volver también los datos: club rollback --data"
	fi
	say "Anda $name."
}

# The newest few stay; whatever runs, and what it would go back to, always.
tidy() {
	keep=$(readlink -f "$current")
	before=$(cat "$state/$(basename "$keep").before" 2>/dev/null || true)
	find "$releases" -mindepth 1 -maxdepth 1 -type d -printf '%T@ %p\n' | sort -rn | cut -d' ' -f2- | tail -n +$((KEEP + 1)) | while read -r old; do
		[ "$old" = "$keep" ] || [ "$old" = "$before" ] || serves "$(basename "$old")" || rm -rf "$old"
	done
}

[ "$(id -u)" = 0 ] || fail 'Esto lo hace root.'
case ${1-} in
upgrade) [ -n "${2-}" ] || fail '¿Cuál? club upgrade <archivo, rama o tag>'; upgrade "$2" ;;
rollback) rollback "${2-}" ;;
pulso) shift; as_club "$current" env INIT_CWD="$PWD" ./pulso "$@" ;;
*) usage; exit 1 ;;
esac
