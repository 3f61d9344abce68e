#!/bin/sh
# Starts a program of Keitai on a handheld. Saves, controls and messages stay in the folder `keitai` beside this script. Words in
# the file `options.txt` there are options of the program: `--turn left` for a wide screen that is held upright.
cd "$(dirname "$0")/keitai" || exit 1
export XDG_DATA_HOME="$PWD/saves" XDG_CONFIG_HOME="$PWD/saves"
[ -z "${sdl_controllerconfig:-}" ] || export SDL_GAMECONTROLLERCONFIG="$sdl_controllerconfig"
# shellcheck disable=SC2046
exec @COMMAND@ $(cat options.txt 2>/dev/null) >messages.txt 2>&1
