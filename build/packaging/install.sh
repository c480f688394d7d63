#!/bin/sh
# Puts Vierblatt into your menu, for you alone; the program stays in this folder. "./install.sh --remove" undoes it.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}

files() {
    (cd "$here/share" && find icons mime -type f)
}

entry=$data/applications/vierblatt.desktop
if [ "${1:-}" = --remove ]; then
    files | while IFS= read -r file; do rm -f -- "$data/$file"; done
    rm -f -- "$entry"
else
    files | while IFS= read -r file; do
        mkdir -p -- "$(dirname -- "$data/$file")"
        cp -- "$here/share/$file" "$data/$file"
    done
    mkdir -p -- "$data/applications"
    # In a desktop file a path is quoted, and what is special inside the quotes is escaped twice.
    program=$(printf '%s' "$here/vierblatt" | sed 's/[\\`$"]/\\\\&/g; s/%/%%/g')
    while IFS= read -r line; do
        case $line in
            Exec=*) printf 'Exec="%s" %%f\n' "$program" ;;
            *) printf '%s\n' "$line" ;;
        esac
    done < "$here/share/applications/vierblatt.desktop" > "$entry"
fi
for command in "update-mime-database $data/mime" "update-desktop-database $data/applications"; do
    if command -v "${command%% *}" > /dev/null; then
        "${command%% *}" "${command#* }" || true
    fi
done
