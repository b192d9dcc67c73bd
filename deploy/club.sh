#!/bin/sh
# Upgrades the club and rolls it back. Each release has its own folder (docs/operations.md). Releases from a file and
# releases that are built from a branch differ only in how the folder is filled.
set -eu

HOME_DIR=${CLUB_HOME:-/srv/club}
ENV_FILE=${CLUB_ENV:-/etc/club/club.env}
OWNER=${CLUB_USER:-club}
# A running release creates the file `open` in its folder here: RuntimeDirectory= of club@.service.
RUNS=${CLUB_RUNS:-/run/club}
SYSTEMCTL=${CLUB_SYSTEMCTL:-systemctl}
UNITS=${CLUB_UNITS:-/etc/systemd/system}
FSTAB=${CLUB_FSTAB:-/etc/fstab}
TEMPORARY_UNITS=${CLUB_TEMPORARY_UNITS:-/run/systemd/system}
# This script, as installed.
SCRIPT=${CLUB_SCRIPT:-/usr/local/sbin/club}
KEEP=3
# Limits of a release file. A real release has less than half of either.
ENTRIES_MAX=50000
BYTES_MAX=1000000000

releases=$HOME_DIR/releases
# For each release: the previous release, and the backup before the upgrade. It belongs to root, because root must not trust
# files that the club can write.
state=$HOME_DIR/state
current=$HOME_DIR/current
work=

print() { printf '%s\n' "$*"; }
fail() { print "$*" >&2; exit 1; }

usage() {
	print 'club upgrade <archivo>     una versión que bajaste, con su .sha256 al lado
club upgrade <rama o tag>  o armada acá, de tu propio repositorio
club rollback              la versión anterior, con todo lo que se escribió desde entonces
club rollback --data       y con los datos y fotos de antes: lo escrito desde entonces se pierde
club restart               después de cambiar club.env, o cuando dejó de intentar
club pulso <comando>       ./pulso de la versión en uso, como el usuario del club y con sus variables'
}

# Runs a program as the user of the club, with its variables. The first argument is the release. The file is read as in
# systemd: a value ends at the end of its line, without shell syntax.
run_as_club() {
	release=$1
	shift
	# shellcheck disable=SC2016 # The inner shell expands the variables.
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

# Prints the value of a variable of the club. As in systemd, the last line with its name counts.
variable() { sed -n "s/^$1=//p" "$ENV_FILE" | tail -n 1 | sed 's/^"\(.*\)"$/\1/'; }

# Runs a command of a release, which is the first argument. Older releases have separate programs instead of ./pulso.
pulso() {
	release=$1 command=$2
	shift 2
	if [ -f "$release/server.js" ]; then
		run_as_club "$release" ./pulso "$command" "$@"
		return
	fi
	for program in "server/ops/cli/main.ts $command" "server/ops/backup/$command-main.ts" "server/backup/$command-main.ts"; do
		if [ -f "$release/${program% *}" ]; then
			# shellcheck disable=SC2086 # Two words.
			run_as_club "$release" node_modules/.bin/node $program "$@"
			return
		fi
	done
	fail "$release no sabe hacer $command."
}

switch_to() {
	ln -sfn "$1" "$current.new"
	# A rename, so that the link exists at every moment.
	mv -T "$current.new" "$current"
}

# ── The folders that the unit may use ────────────────────────────────────────────────────────────────────────────────────

# Lets the unit use the folders that the variables name, in a file beside club@.service. That unit allows only /var/lib/club,
# and hides /srv. The folders are bound, because a hidden folder cannot be made writable. systemd skips missing ones ("-").
allow_folders() {
	[ -f "$UNITS/club@.service" ] || return 0
	extra=$UNITS/club@.service.d/folders.conf
	lines=$(for setting in DATA_DIR MEDIA_URL BACKUP_TO BACKUP_KEY; do allow_folder "$setting" "$(variable "$setting")"; done)
	[ -z "$lines" ] || lines="# Written by $SCRIPT from $ENV_FILE.
[Service]
$lines"
	[ "$lines" != "$(cat "$extra" 2>/dev/null)" ] || return 0
	rm -f "$extra"
	if [ -n "$lines" ]; then
		install -d "$UNITS/club@.service.d"
		print "$lines" >"$extra"
	fi
	$SYSTEMCTL daemon-reload
}

# Prints the mount point of a folder whose disk is listed in /etc/fstab and is not mounted.
unmounted_disk() {
	[ -r "$FSTAB" ] || return 0
	awk '!/^[[:space:]]*#/ && $2 ~ "^/." { print $2 }' "$FSTAB" | while read -r point; do
		case $1/ in "$point"/*) mountpoint -q "$point" || print "$point" ;; esac
	done
}

# Prints the line for one variable: nothing for a bucket, for an unset variable, and for a folder that the unit allows anyway.
allow_folder() {
	kind=BindPaths
	case $1:$2 in
	*:/var/lib/club | *:/var/lib/club/*) return ;;
	*:/home/* | *:/root | *:/root/* | *:/run/user/*)
		print "$1 ($2): el club no llega a /home ni a /root. Usá otra carpeta, por ejemplo en /srv." >&2
		return
		;;
	BACKUP_KEY:/srv/*) kind=BindReadOnlyPaths ;;
	BACKUP_KEY:*) return ;;
	*:/*)
		disk=$(unmounted_disk "$2")
		if [ -n "$disk" ]; then
			print "$1 ($2): falta montar $disk." >&2
			return
		fi
		[ -d "$2" ] || install -d -m 0700 -o "$OWNER" -g "$OWNER" "$2" || true
		;;
	*) return ;;
	esac
	print "$kind=\"-$(print "$2" | sed 's/[\\"]/\\&/g; s/%/%%/g')\""
}

# Runs the doctor with the user, the variables and the folders of the unit: as root or as the club's user without the unit it
# reaches folders that the club does not. A unit of its own, and not systemd-run, because that needs D-Bus.
doctor() {
	allow_folders
	unit=club-doctor-$$.service
	work=$(mktemp -d)
	trap 'rm -rf "$work" "$TEMPORARY_UNITS/$unit"' EXIT
	if ! $SYSTEMCTL cat club@current.service >"$work/unit" 2>/dev/null; then
		print 'systemd no tiene club@.service: el doctor corre sin sus límites, y puede llegar a carpetas a las que el club no llega.' >&2
		run_as_club "$current" env INIT_CWD="$PWD" ./pulso doctor "$@"
		return
	fi
	# The port, the start at boot and the limit of starts are the club's.
	sed -E '/^(Sockets|RuntimeDirectory|After|Wants|WantedBy|DefaultInstance|StartLimit[A-Za-z]+)=/d; s/%i/current/g' "$work/unit" >"$TEMPORARY_UNITS/$unit"
	print "[Service]
Type=oneshot
Restart=no
ExecStart=
ExecStart=/bin/sh -c 'exec ./pulso doctor $*'
StandardOutput=file:$work/out
StandardError=file:$work/errors" >>"$TEMPORARY_UNITS/$unit"
	$SYSTEMCTL daemon-reload
	status=0
	if ! $SYSTEMCTL start "$unit" 2>/dev/null; then
		status=$($SYSTEMCTL show -p ExecMainStatus --value "$unit")
		$SYSTEMCTL reset-failed "$unit"
		# 200 and above are systemd's own (systemd.exec(5)), and 0 means a failure before the doctor: it did not start.
		[ "$status" -gt 0 ] && [ "$status" -lt 200 ] || fail "systemd no pudo preparar lo que pide club@.service: journalctl -u $unit dice por qué."
	fi
	cat "$work/errors" >&2
	cat "$work/out"
	return "$status"
}

# ── A folder for the release: $name, $next ─────────────────────────────────────────────────────────────────────────────

prepare_folder() {
	next=$releases/$name
	[ ! -L "$current" ] || [ "$(readlink -f "$current")" != "$next" ] || fail "$name es la que está en uso."
	# A release that was just replaced may still finish its requests.
	for _ in $(seq 140); do
		is_open "$name" || break
		sleep 1
	done
	! is_open "$name" || fail "$name todavía está en uso."
	rm -rf "$next"
	install -d -o "$OWNER" -g "$OWNER" "$next"
}

unpack_file() {
	file=$(basename "$1")
	case $file in
	*.tar.xz) name=${file%.tar.xz} ;;
	*.tar.gz) name=${file%.tar.gz} ;;
	esac
	# The name becomes a folder and a unit.
	case $name in pulso-*[!A-Za-z0-9._-]* | *..*) fail "$file no es un nombre de versión." ;; pulso-?*) ;; *) fail "$file no es un nombre de versión." ;; esac
	[ -f "$1" ] || fail "No está $1."
	[ -f "$1.sha256" ] || fail "Falta $1.sha256: bajalo del mismo lugar."
	wanted=$(awk -v file="$file" '$2 == file || $2 == "*" file { print $1 }' "$1.sha256")
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	# Copied first, so that the checked file is the unpacked one even if others can write to its folder.
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
	prepare_folder
	print "1. $name, desempaquetada al lado de la que está en uso"
	runuser -u "$OWNER" -- tar -x --no-same-permissions -C "$next" --strip-components=1 -f - --"$(compression "$file")" <"$work/$file"
	run_as_club "$next" ./pulso --version >/dev/null || fail "$name no arranca acá."
}

compression() {
	case $1 in *.xz) echo xz ;; *) echo gzip ;; esac
}

build_commit() {
	for program in git npm; do
		command -v "$program" >/dev/null || fail "Falta $program, para armar una rama: apt-get install -y git npm"
	done
	git -C "$HOME_DIR/repository" fetch --quiet --tags --prune origin
	commit=$(git -C "$HOME_DIR/repository" rev-parse --verify --quiet "$1^{commit}" ||
		git -C "$HOME_DIR/repository" rev-parse --verify --quiet "origin/$1^{commit}") || fail "No hay ningún $1."
	name=$(git -C "$HOME_DIR/repository" log -1 --format=%cd-%h --date=format:%Y%m%d%H%M%S "$commit")
	prepare_folder
	print "1. $name, instalada y armada al lado de la que está en uso"
	git -C "$HOME_DIR/repository" archive "$commit" | runuser -u "$OWNER" -- tar -x -C "$next"
	# npm leaves out packages that refuse its Node, and Debian 12 has Node 18. The release in use has a newer one.
	PATH=$current/node/bin:$current/node_modules/.bin:$PATH
	# shellcheck disable=SC2016 # JavaScript.
	run_as_club "$next" node -e '
		const [major, minor] = process.versions.node.split(".").map(Number)
		process.exit(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19) ? 0 : 1)' ||
		fail 'Para armar una rama hace falta Node 22 o más nuevo. Instalá antes una versión que lo trae: club upgrade pulso-…-node.tar.gz'
	run_as_club "$next" npm run --silent build
}

# ── The script and the units of the new release ──────────────────────────────────────────────────────────────────────────

# Prints a file of the new release. $next belongs to the club's user, so root reads the checked archive or the repository.
print_original() {
	if [ -n "$work" ]; then
		tar -xOf "$work/$file" --"$(compression "$file")" "$name/$1"
	else
		git -C "$HOME_DIR/repository" show "$commit:$1"
	fi
}

# Prints where the script or a unit is installed. Files of proxies have no fixed place.
find_installed() {
	case $1 in club.sh) print "$SCRIPT" ;; club.socket | club@.service) print "$UNITS/$1" ;; esac
}

# Replaces the installed script and units by those of the new release, unless somebody has edited them: then they differ from
# those of the release before. Lists the files in deploy/ that changed and are not replaced.
renew_files() {
	renewed=
	[ -n "$before" ] || return 0
	for part in club.sh club.socket club@.service; do
		installed=$(find_installed "$part") mode=0644
		[ "$part" != club.sh ] || mode=0755
		cmp -s "$installed" "$before/deploy/$part" || continue
		print_original "deploy/$part" >"$state/$part.new" 2>/dev/null || continue
		! cmp -s "$installed" "$state/$part.new" || continue
		cp -p "$installed" "$state/$part.old"
		# A rename, because the shell still reads this script.
		install -m "$mode" "$state/$part.new" "$installed.new"
		mv "$installed.new" "$installed"
		renewed="$renewed $part"
		print "   Se renovó $installed"
	done
	rm -f "$state"/*.new
	[ -z "$renewed" ] || $SYSTEMCTL daemon-reload
}

# Puts the files back that renew_files replaced, after a release that does not start.
restore_files() {
	for part in $renewed; do
		mv "$state/$part.old" "$(find_installed "$part")"
	done
	[ -z "$renewed" ] || $SYSTEMCTL daemon-reload
}

# Lists the files of deploy/ that the release changed and that were not renewed, such as the one of the proxy.
list_changed_files() {
	[ -n "$before" ] || return 0
	changed=
	for path in "$before"/deploy/*; do
		part=$(basename "$path")
		[ -e "$next/deploy/$part" ] || continue
		! cmp -s "$next/deploy/$part" "$(find_installed "$part")" || continue
		diff -rq "$path" "$next/deploy/$part" >/dev/null || changed="$changed $part"
	done
	[ -z "$changed" ] || print "Cambió en deploy/, y lo instalado no se toca porque puede tener cambios tuyos:$changed
Compará, y pasá a lo instalado lo que uses: diff -ru $before/deploy $next/deploy"
}

# ── Which one runs ─────────────────────────────────────────────────────────────────────────────────────────────────────

# True if systemd holds the port, so that an upgrade has no gap. An older unit opens the port itself.
systemd_holds_port() { $SYSTEMCTL --quiet is-enabled club.socket 2>/dev/null; }

is_open() { [ -e "$RUNS/$1/open" ]; }

can_take_over() { [ -f "$1/deploy/club.socket" ]; }

# Starts a release beside the running one, and returns when both serve. A release that has to change the database creates the
# file `waits`. Then the other releases are stopped first, and requests wait meanwhile.
start_beside() {
	$SYSTEMCTL reset-failed "club@$1" 2>/dev/null || true
	$SYSTEMCTL start "club@$1" || return 1
	for tried in $(seq 300); do
		! is_open "$1" || return 0
		# systemd restarts a release that ended, so the check must fail at the first end.
		$SYSTEMCTL --quiet is-active "club@$1" || return 1
		if [ -e "$RUNS/$1/waits" ]; then
			[ -n "${waited_from-}" ] || waited_from=$tried
			stop_others "$1"
			# The others have ten seconds for their requests. A second signal then shortens their stop.
			# shellcheck disable=SC2046
			[ "$tried" -ne $((waited_from + 50)) ] || $SYSTEMCTL kill -s TERM $(list_other_instances "$1") || true
		fi
		sleep 0.2
	done
	return 1
}

# Lists every instance except one, in any state. With --state=active: the serving ones.
list_other_instances() {
	own=$1
	shift
	$SYSTEMCTL list-units --plain --no-legend "$@" 'club@*' | awk -v own="club@$own.service" '$1 != own { print $1 }'
}

stop_others() {
	for other in $(list_other_instances "$1" --state=active); do $SYSTEMCTL stop --no-block "$other"; done
}

# True if the release reaches its database and pictures. Used for a unit that opens the port itself. /api/live is not enough
# here: a release that cannot reach its database must not take over.
is_healthy() {
	node=node
	for own in node/bin/node node_modules/.bin/node; do
		[ ! -x "$current/$own" ] || node=$own
	done
	for _ in $(seq 60); do
		# systemd restarts a release that ended, so the check must fail at the first end.
		$SYSTEMCTL --quiet is-active club || return 1
		# shellcheck disable=SC2016 # JavaScript.
		if run_as_club "$current" "$node" -e '
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
	# The unit that starts at boot is club@current.
	[ -L "$releases/current" ] || ln -s ../current "$releases/current"
	case $1 in
	*.tar.xz | *.tar.gz) unpack_file "$1" ;;
	*) build_commit "$1" ;;
	esac
	# The order of releases is the time of their arrival, not of their commit.
	touch "$next"
	! systemd_holds_port || can_take_over "$next" || fail "$name no sabe recibir el puerto de club.socket: es anterior a eso."

	before=
	if [ -L "$current" ]; then
		before=$(readlink -f "$current")
		# Open pages still load the scripts of their own release.
		# shellcheck disable=SC2016
		run_as_club "$next" sh -c 'cp -ln "$1"/build/client/assets/* build/client/assets/' sh "$before"
		print '2. Una copia del club como está'
		status=0
		pulso "$before" backup >"$state/$name.backup" || status=$?
		rename_backups
		case $status in
		0) cat "$state/$name.backup" ;;
		# Another machine has upgraded the shared PostgreSQL: the old release can no longer read it.
		4) print 'La base ya es de una versión más nueva: otra máquina la actualizó, y allá está la copia de antes.' ;;
		*) exit "$status" ;;
		esac
		printf '%s\n' "$before" >"$state/$name.before"
		print '3. El cambio'
	fi
	renew_files
	allow_folders
	if systemd_holds_port; then
		if ! start_beside "$name"; then
			$SYSTEMCTL stop "club@$name" || true
			restore_files
			print "$name no anda: journalctl -u club@$name dice por qué." >&2
			[ -n "$before" ] || exit 1
			if [ -z "$(list_other_instances "$name" --state=active)" ]; then start_beside current || fail "$(basename "$before") tampoco: si la base ya es de la nueva, club rollback no alcanza. Volvé a los datos de antes: pulso restore $(find_backup "$name") --replace"; fi
			fail "Sigue $(basename "$before")."
		fi
		switch_to "$next"
		stop_others "$name"
	else
		[ -z "$before" ] || $SYSTEMCTL stop club
		switch_to "$next"
		# start fails when the release ends at once. is_healthy decides about the rollback, not `set -e`.
		$SYSTEMCTL start club || true
		if ! is_healthy; then
			restore_files
			print "$name no anda: vuelve la anterior." >&2
			rollback || true
			exit 1
		fi
	fi
	print "Anda $name."
	list_changed_files
	remove_old_releases
}

# Starts the release in use with the variables as they are now. After five failed starts systemd refuses every start, and
# closes the port, until reset-failed.
restart() {
	[ -L "$current" ] || fail 'Todavía no hay ninguna versión: club upgrade <archivo, rama o tag>'
	name=$(basename "$(readlink -f "$current")")
	allow_folders
	if systemd_holds_port; then
		$SYSTEMCTL reset-failed club.socket 'club@*' 2>/dev/null || true
		$SYSTEMCTL start club.socket
		# shellcheck disable=SC2046
		$SYSTEMCTL --quiet stop $(list_other_instances '') club@current
		start_beside current || fail "$name no arranca: journalctl -u 'club@*' -o cat -n 20 dice por qué."
	else
		$SYSTEMCTL reset-failed club 2>/dev/null || true
		$SYSTEMCTL restart club || true
		is_healthy || fail "$name no arranca: journalctl -u club -o cat -n 20 dice por qué."
	fi
	print "Anda $name."
}

# Renames the backups of upgrades, so that the club deletes them 30 days later. Backups that somebody made by hand keep their
# name, and stay: club-2026-11-27T153000Z.tar becomes upgrade-T153000Z-2026-11-27.tar. A subshell, because the variables of a
# function are global, and the upgrade still needs `file`.
rename_backups() (
	for record in "$state"/*.backup; do
		archive=$(find_backup "$(basename "$record" .backup)")
		file=$(basename "$archive")
		case $file in club-????-??-??T??????Z.tar) ;; *) continue ;; esac
		time=${file#club-??????????}
		day=${file#club-}
		renamed=$(dirname "$archive")/upgrade-${time%.tar}-${day%T*}.tar
		# A backup that is no longer there keeps its record.
		if run_as_club "$current" mv -nT "$archive" "$renamed" 2>/dev/null; then
			printf 'Copia lista: %s\n' "$renamed" >"$record"
		fi
	done
)

find_backup() { sed -n 's/^Copia lista: //p' "$state/$1.backup"; }

rollback() {
	failed=$(basename "$(readlink -f "$current")")
	[ -f "$state/$failed.before" ] || fail 'No hay versión anterior a esta.'
	before=$(cat "$state/$failed.before")
	name=$(basename "$before")
	! systemd_holds_port || can_take_over "$before" || fail "$name no sabe recibir el puerto de club.socket: es anterior a eso. Antes hay que volver a la unidad de entonces (docs/operations.md)."
	if [ "${1-}" = --data ]; then
		# Also stops the port, because a request would start the stopped release again. Meanwhile a proxy retries or answers 502.
		# shellcheck disable=SC2046
		if systemd_holds_port; then $SYSTEMCTL stop club.socket $(list_other_instances ''); else $SYSTEMCTL stop club; fi
		if ! pulso "$before" restore "$(find_backup "$failed")" --replace; then
			if systemd_holds_port; then $SYSTEMCTL start club.socket && start_beside current; else $SYSTEMCTL start club; fi
			fail "Los datos no volvieron. Sigue $failed."
		fi
		# Before the port opens, because the first request starts the current release.
		switch_to "$before"
		! systemd_holds_port || $SYSTEMCTL start club.socket
	fi
	if systemd_holds_port; then
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
		is_healthy || fail "$name no anda. Si la base es más nueva que ella, tienen que volver también los datos: club rollback --data"
	fi
	print "Anda $name."
}

# Keeps the newest releases, and always those that run and the target of a rollback.
remove_old_releases() {
	keep=$(readlink -f "$current")
	before=$(cat "$state/$(basename "$keep").before" 2>/dev/null || true)
	find "$releases" -mindepth 1 -maxdepth 1 -type d -printf '%T@ %p\n' | sort -rn | cut -d' ' -f2- | tail -n +$((KEEP + 1)) | while read -r old; do
		[ "$old" = "$keep" ] || [ "$old" = "$before" ] || is_open "$(basename "$old")" || rm -rf "$old"
	done
}

[ "$(id -u)" = 0 ] || fail 'Esto lo hace root.'
case ${1-} in
upgrade) [ -n "${2-}" ] || fail '¿Cuál? club upgrade <archivo, rama o tag>'; upgrade "$2" ;;
rollback) rollback "${2-}" ;;
restart) restart ;;
pulso) shift; if [ "${1-}" = doctor ]; then shift; doctor "$@"; exit; fi; run_as_club "$current" env INIT_CWD="$PWD" ./pulso "$@" ;;
*) usage; exit 1 ;;
esac
