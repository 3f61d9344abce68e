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
