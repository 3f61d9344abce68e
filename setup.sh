#!/bin/sh
# Installs the system packages that Keitai needs and this machine does not have: a C compiler (Rust links with it),
# pkg-config, SDL2 with its headers and, on Linux, the headers of udev for gamepads. Does nothing when nothing is missing.
# Needs root or sudo. Does not install Rust.
set -eu

say() {
    printf 'setup: %s\n' "$*"
}

have() {
    command -v "$1" >/dev/null 2>&1
}

# Prints the missing packages, one word each.
missing() {
    have cc || echo cc
    if have pkg-config; then
        pkg-config --exists sdl2 || echo sdl2
        [ "$(uname -s)" != Linux ] || pkg-config --exists libudev || echo libudev
    else
        echo pkg-config
        echo sdl2
        [ "$(uname -s)" != Linux ] || echo libudev
    fi
}

# Runs a command as root.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        say "running: $*"
        "$@"
    elif have sudo; then
        say "running: sudo $*"
        sudo "$@"
    else
        say "this needs root, and there is no sudo; please run as root: $*" >&2
        exit 1
    fi
}

# Prints the names of the missing packages. The four arguments are the names of cc, pkg-config, sdl2 and libudev.
packages() {
    for thing in $lacking; do
        case $thing in
            cc) echo "$1" ;;
            pkg-config) echo "$2" ;;
            sdl2) echo "$3" ;;
            libudev) echo "$4" ;;
        esac
    done
}

have cargo || say "note: Rust is not installed; see https://rustup.rs" >&2

case $(uname -s) in
    MINGW* | MSYS* | CYGWIN*)
        say "nothing to install: on Windows SDL2 is built with the project (Visual Studio Build Tools and CMake are needed)"
        exit 0
        ;;
esac

lacking=$(missing)
if [ -z "$lacking" ]; then
    say "nothing is missing"
    exit 0
fi
say "missing: $(echo "$lacking" | tr '\n' ' ')"

# From here on, lists of words are split on purpose.
# shellcheck disable=SC2046
case $(uname -s) in
    Linux)
        if have apt-get; then
            as_root apt-get update -q
            # Between root and the command, because sudo drops variables.
            as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
                $(packages "gcc libc6-dev" pkg-config libsdl2-dev libudev-dev)
        elif have dnf; then
            as_root dnf install -y $(packages gcc pkgconf-pkg-config SDL2-devel systemd-devel)
        elif have pacman; then
            # With an update of the system: packages newer than it may not run.
            as_root pacman -Syu --needed --noconfirm $(packages gcc pkgconf sdl2 systemd-libs)
        else
            say "no apt-get, dnf or pacman here; please install: $(echo "$lacking" | tr '\n' ' ')" >&2
            exit 1
        fi
        ;;
    Darwin)
        case $lacking in
            *cc*)
                say "please install Apple's command line tools first: xcode-select --install" >&2
                exit 1
                ;;
        esac
        if ! have brew; then
            say "please install Homebrew (https://brew.sh), or pkg-config and SDL2 in another way" >&2
            exit 1
        fi
        # Homebrew refuses to run as root.
        say "running: brew install $(packages '' pkg-config sdl2 '' | tr '\n' ' ')"
        brew install $(packages '' pkg-config sdl2 '')
        ;;
    *)
        say "unknown system $(uname -s); please install: $(echo "$lacking" | tr '\n' ' ')" >&2
        exit 1
        ;;
esac

lacking=$(missing)
if [ -n "$lacking" ]; then
    say "still missing: $(echo "$lacking" | tr '\n' ' ')" >&2
    exit 1
fi
say "everything is there"
