"""Small files of kinds that the repository has none of, some of which stand for very many pixels or bytes."""

import struct


def bits(*fields):
    """Returns numbers of so many bits each, the lowest first."""
    whole, at = 0, 0
    for value, count in fields:
        whole |= value << at
        at += count
    return whole.to_bytes((at + 7) // 8, "little")


def webp(width, height):
    """Returns a lossless picture of one colour: each of five codes has one symbol, which takes no bits."""
    head = [(0x2F, 8), (width - 1, 14), (height - 1, 14), (0, 1), (0, 3), (0, 1), (0, 1), (0, 1)]
    data = bits(*head, *[(1, 4)] * 5, (0, 32))
    data += bytes(len(data) % 2)
    body = b"WEBPVP8L" + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", len(body)) + body


def jpeg(side):
    """Returns a grey progressive picture with one scan: a bit of 0 for each block."""

    def part(marker, data):
        return struct.pack(">BBH", 0xFF, marker, 2 + len(data)) + data

    frame = struct.pack(">BHHBBBB", 8, side, side, 1, 1, 0x11, 0)
    parts = part(0xDB, bytes([0]) + bytes([1] * 64)) + part(0xC2, frame)
    parts += part(0xC4, bytes([0, 1] + [0] * 15 + [0])) + part(0xDA, bytes([1, 1, 0, 0, 0, 0]))
    return b"\xff\xd8" + parts + bytes((side // 8) ** 2 // 8 + 1) + b"\xff\xd9"


def gif(width, height):
    """Returns a picture of this size that covers one pixel of it."""
    colours = struct.pack("<HHBBB", width, height, 0x80, 0, 0) + bytes(6)
    frame = struct.pack("<BHHHHB", 0x2C, 0, 0, 1, 1, 0) + b"\x02\x02\x44\x01\x00"
    return b"GIF89a" + colours + frame + b";"


def tga(side):
    """Returns a picture of one colour in run lengths."""
    runs = bytes([255, 1, 2, 3]) * (side * side // 128 + 1)
    return struct.pack("<BBBHHBHHHHBB", 0, 0, 10, 0, 0, 0, 0, 0, side, side, 24, 0) + runs


def bitmap(side, depth, method, colours, pixels):
    offset = 54 + len(colours)
    head = struct.pack("<2sIHHI", b"BM", offset + len(pixels), 0, 0, offset)
    info = struct.pack("<IIIHHIIIIII", 40, side, side, 1, depth, method, len(pixels), 0, 0, len(colours) // 4, 0)
    return head + info + colours + pixels


def bits_bmp(side):
    """Returns a black picture of one bit a pixel."""
    return bitmap(side, 1, 0, struct.pack("<II", 0, 0xFFFFFF), bytes(side * side // 8))


def runs_bmp(side):
    """Returns a picture of one colour in run lengths."""
    return bitmap(side, 8, 1, bytes(1024), b"\xff\0" * (side * side // 255 + 1) + b"\0\1")


def ogg():
    """Returns the first page of a Vorbis stream."""
    head = b"\x01vorbis" + struct.pack("<IBIiiiBB", 0, 1, 8000, 0, 0, 0, 0xB8, 1)
    return b"OggS" + struct.pack("<BBqIIIBB", 0, 2, 0, 1, 0, 0, 1, len(head)) + head


def yaz0(size):
    """Returns a stream of zeros: one byte, then copies of 273 bytes from one byte back."""
    copies = (size - 1 + 272) // 273
    groups = bytearray()
    pieces = [b"\0"] + [b"\0\0\xff"] * copies
    for first in range(0, len(pieces), 8):
        group = pieces[first : first + 8]
        groups += bytes([0x80 if first == 0 else 0]) + b"".join(group)
    return b"Yaz0" + struct.pack(">I", size) + bytes(8) + bytes(groups)


def tracks(actions, bones):
    """Returns an action table whose tracks have one byte each."""
    head = struct.pack("<2sHHH8HI", b"MT", 4, actions, bones, 0, min(actions * bones, 65535), 0, 0, 0, 0, 0, 0, 0)
    return head + (bytes(2) + b"\1" * bones) * actions


def joints(count, keys):
    """Returns a joint animation of tracks that share their keys."""
    pool = b"".join(struct.pack(">3f", key, 0, 0) for key in range(keys))
    turns = b"".join(struct.pack(">3h", key, 0, 0) for key in range(min(keys, 32767)))
    table = 64
    starts = [table + 54 * count, table + 54 * count + len(pool)]
    track = struct.pack(">HHH", keys, 0, 0)
    turn = struct.pack(">HHH", min(keys, 32767), 0, 0)
    head = struct.pack(">4sIBBhHHHHIIII", b"ANK1", 0, 0, 0, keys, count, 3 * keys, 3 * min(keys, 32767), 3 * keys, table, starts[0], starts[1], starts[0])
    block = head.ljust(table, b"\0") + (track + turn + track) * 3 * count + pool + turns
    return b"J3D1bck1" + struct.pack(">II", 32 + len(block), 1) + bytes(16) + block


def polygons():
    """Returns a figure of 131,070 polygons of colours, whose fields have no bits: all are the same."""
    counts = struct.pack("<9H", 1, 0, 0, 1, 65535, 65535, 0, 1, 1)
    vertex, block = bytes(6), bytes([0, 0, 0, 0, 0])
    bone = struct.pack("<Hh12h", 1, -1, 4096, 0, 0, 0, 0, 4096, 0, 0, 0, 0, 4096, 0)
    return b"MB\5\0\1\0\3\1" + counts + struct.pack("<2H", 65535, 65535) + vertex + block + bone + bytes(20)


def adpcm(frames):
    """Returns a sound of silence in four bits a value."""
    block = 256
    data = bytes(block * (frames // 505 + 1))
    head = struct.pack("<4sIHHIIHHHH", b"fmt ", 20, 0x11, 1, 8000, 4055, block, 4, 2, 505) + struct.pack("<4sI", b"data", len(data))
    return b"RIFF" + struct.pack("<I", 4 + len(head) + len(data)) + b"WAVE" + head + data


def notes(count):
    """Returns a tune of so many short notes, which follow one another."""
    track = b"\0\x90\x3c\x40" + b"\1\x3c\0\0\x3c\x40" * count + b"\1\x3c\0\0\xff\x2f\0"
    return b"MThd" + struct.pack(">IHHH", 6, 0, 1, 96) + b"MTrk" + struct.pack(">I", len(track)) + track
