#!/bin/sh
# Installs Keitai for one user, or elsewhere: sh install.sh [FOLDER]. FOLDER is ~/.local by default. Programs go to FOLDER/bin; file
# managers and menus know the files of phones afterwards.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
to=${1:-$HOME/.local}
mkdir -p "$to"
cp -R "$here/bin" "$here/share" "$to/"
# Menus and thumbnailers find the program wherever it is.
for file in applications/keitai.desktop applications/tin-sumo.desktop thumbnailers/keitai.thumbnailer; do
    sed "s#^\(TryExec\|Exec\)=#\1=$to/bin/#" "$here/share/$file" >"$to/share/$file"
done
for tool in "update-mime-database $to/share/mime" "update-desktop-database $to/share/applications"; do
    if command -v "${tool%% *}" >/dev/null; then $tool; else echo "${tool%% *} is not installed: file managers may not know the files"; fi
done
echo "installed in $to"
