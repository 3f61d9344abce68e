#!/usr/bin/env bash
# Builds the game to give away: bash package.sh [linux] [windows] [web], or all that this machine has the tools for.
#
#   NAME-VERSION-linux-ARCH.tar.gz     for any Linux with SDL2 and udev
#   NAME_VERSION_ARCH.deb              for Debian and Ubuntu, with the icon and an entry in the menu
#   NAME-VERSION-windows-x86_64.zip    for Windows, with SDL2 and the icon in the program
#   NAME-VERSION-web.zip               for browsers: one page, which sites for games take as it is
#   SHA256SUMS                         check sums of all
#
# The folder packages of Cargo's target folder is cleared first. Each package has the program with all files of `embed!`, README.md
# and NOTICE.txt. PROFILE=dev takes a debug build, to try the script itself.
set -euo pipefail
cd "$(dirname "$0")"
for part in "$@"; do
    case $part in
        linux | windows | web) ;;
        *) echo "$part: expected linux, windows or web" >&2; exit 2 ;;
    esac
done

# For the menu and the package's description.
title="{{title}}"
summary="a game with the 3D of old phones"
maintainer="Nobody <nobody@example.org>"

field() { sed -n "s/^$1 = \"\(.*\)\"$/\1/p" Cargo.toml | head -n 1; }
name=$(field name)
version=$(field version)
profile=${PROFILE:-release}
folder=${profile/#dev/debug}
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
out=$target/packages
rm -rf "$out"
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

have() { command -v "$1" >/dev/null; }
has_target() { [ -d "$(rustc --print target-libdir --target "$1")" ]; }
wants() { [ $# -eq 1 ] || [[ " ${*:2} " == *" $1 "* ]]; }

# Messages about panics name source files. Those of a package begin with `home` instead of your own folder.
# Flags are separated by a control character, because folders may have spaces in their names.
if [ "$profile" = release ] && [ -z "${CARGO_ENCODED_RUSTFLAGS:-}" ]; then
    flags=$(tr -s ' ' '\037' <<<"${RUSTFLAGS:-}" | tr -d '\n')
    export CARGO_ENCODED_RUSTFLAGS=${flags:+$flags$'\037'}--remap-path-prefix=$HOME=home
fi

# Puts a program and its texts into a folder.
fill() {
    mkdir -p "$2"
    cp "$1" README.md NOTICE.txt "$2/"
}

linux() {
    cargo build --profile "$profile"
    local program=$target/$folder/$name machine arch package libc
    # The program that is packed plays the record of the test.
    "$program" --headless --replay tests/play.replay

    machine=$(uname -m)
    fill "$program" "$work/$name-$version"
    tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner -czf "$out/$name-$version-linux-$machine.tar.gz" "$name-$version"

    if ! have dpkg-deb; then
        echo "no package for Debian: dpkg-deb is not installed"
        return
    fi
    arch=$(dpkg --print-architecture)
    # Names of packages have small letters and no underscores.
    package=$(tr 'A-Z_' 'a-z-' <<<"$name")
    local tree=$work/tree
    install -D "$program" "$tree/usr/games/$name"
    install -D -m 644 NOTICE.txt "$tree/usr/share/doc/$package/copyright"
    install -D -m 644 icon.png "$tree/usr/share/icons/hicolor/64x64/apps/$package.png"
    mkdir -p "$tree/usr/share/applications" "$tree/DEBIAN"
    cat >"$tree/usr/share/applications/$package.desktop" <<END
[Desktop Entry]
Type=Application
Name=$title
Comment=$summary
Exec=/usr/games/$name
Icon=$package
Categories=Game;
END
    # The oldest C library that has every symbol of the program.
    libc=$(objdump -T "$program" | sed -n 's/.*GLIBC_\([0-9.]*\).*/\1/p' | sort -V | tail -n 1)
    cat >"$tree/DEBIAN/control" <<END
Package: $package
Version: $version
Architecture: $arch
Maintainer: $maintainer
Section: games
Priority: optional
Installed-Size: $(du -sk "$tree/usr" | cut -f1)
Depends: libc6 (>= $libc), libgcc-s1, libsdl2-2.0-0, libudev1
Description: $summary
END
    dpkg-deb --root-owner-group --build "$tree" "$out/${package}_${version}_$arch.deb"
}

windows() {
    local triple=x86_64-pc-windows-gnu tool size shift
    for tool in x86_64-w64-mingw32-gcc cmake zip; do
        if ! have "$tool"; then
            echo "nothing for Windows: $tool is not installed"
            return
        fi
    done
    if ! has_target "$triple"; then
        echo "nothing for Windows: rustup target add $triple"
        return
    fi
    # A file of icons that has one, the PNG of 64x64 pixels: its size, 22 bytes in.
    size=$(stat -c %s icon.png)
    {
        printf '\0\0\1\0\1\0\100\100\0\0\1\0\40\0'
        for shift in 0 8 16 24; do
            printf '%b' "\\0$(printf %o $(((size >> shift) & 255)))"
        done
        printf '\26\0\0\0'
        cat icon.png
    } >"$work/icon.ico"
    echo '1 ICON "icon.ico"' >"$work/icon.rc"
    (cd "$work" && x86_64-w64-mingw32-windres icon.rc -O coff icon.o)
    cargo rustc --profile "$profile" --target "$triple" -- -C "link-arg=$work/icon.o"
    fill "$target/$triple/$folder/$name.exe" "$work/$name-$version-windows"
    (cd "$work" && zip -q -X -r "$out/$name-$version-windows-x86_64.zip" "$name-$version-windows")
}

web() {
    local triple=wasm32-unknown-unknown browser
    if ! have zip; then
        echo "nothing for browsers: zip is not installed"
        return
    fi
    if ! has_target "$triple"; then
        echo "nothing for browsers: rustup target add $triple"
        return
    fi
    # The bindings of the page are made from what `strip` would take away.
    CARGO_PROFILE_RELEASE_STRIP=false cargo build --profile "$profile" --target "$triple"
    # The folder of the engine that has the page.
    browser=$(cargo metadata --format-version 1 | grep -o '"manifest_path":"[^"]*/engine/browser/Cargo.toml"')
    browser=${browser#*:\"}
    browser=${browser%/Cargo.toml\"}
    mkdir "$work/web"
    cargo run --quiet --locked --manifest-path "$browser/bundle/Cargo.toml" --target-dir "$target/bundle" -- \
        "$target/$triple/$folder/$name.wasm" "$browser/page/game.html" "$work/web/index.html" \
        "title=$title" icon=@icon.png notice=@NOTICE.txt
    cp README.md NOTICE.txt "$work/web/"
    (cd "$work/web" && zip -q -X -r "$out/$name-$version-web.zip" .)
}

if wants linux "$@"; then linux; fi
if wants windows "$@"; then windows; fi
if wants web "$@"; then web; fi
# Not in one pipe, whose file could be among those that are summed.
sums=$(cd "$out" && sha256sum -- *)
printf '%s\n' "$sums" | tee "$out/SHA256SUMS"
echo "the packages are in $out"
