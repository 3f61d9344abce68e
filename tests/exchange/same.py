"""Compares a figure before and after Blender: bones, textures, materials, patterns, polygons and postures, whatever their order.

Usage: python same.py BEFORE.glb BLENDER.glb AFTER.glb
BEFORE is an export, BLENDER the same file as Blender exported it again, AFTER the export of the figure that BLENDER was imported
as. Prints what the file of Blender lacks, and fails when the two figures differ or a vertex is more than a unit away."""

import sys
from collections import Counter

import numpy as np

from posture import File

UNIT = 100.0
BOUND = 1.0


def ours(item):
    return item.get("extras", {}).get("keitai", {})


class Figure(File):
    def bones(self):
        """The bones by name: the integers of the matrix, and the name of the parent."""
        joints = {joint for skin in self.json.get("skins", []) for joint in skin["joints"]}
        found = {}
        for joint in joints:
            above = self.parents.get(joint)
            while above is not None and above not in joints:
                above = self.parents.get(above)
            parent = None if above is None else self.nodes[above]["name"]
            found[self.nodes[joint]["name"]] = (tuple(ours(self.nodes[joint])["matrix"]), parent)
        return found

    def pictures(self):
        """The PNG files by texture slot."""
        found = {}
        for slot, texture in enumerate(self.json.get("textures", [])):
            image = self.json["images"][texture["source"]]
            if not ours(image).get("sphere"):
                view = self.json["bufferViews"][image["bufferView"]]
                start = view.get("byteOffset", 0)
                found[slot] = self.bytes[start : start + view["byteLength"]]
        return found

    def polygons(self):
        """The polygons: pattern, material and corners, each with bone, place in the bone, and texel or colour. The numbers of
        the vertices come with them. Corners begin with the least, and go round as in the file."""
        found = []
        for node in (node for node in self.nodes if "mesh" in node and "skin" in node):
            skin = self.json["skins"][node["skin"]]
            inverse = self.accessor(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
            names = [self.nodes[joint]["name"] for joint in skin["joints"]]
            for primitive in self.json["meshes"][node["mesh"]]["primitives"]:
                found += self.primitive(primitive, inverse, names, ours(node).get("pattern", 0))
        return found

    def primitive(self, primitive, inverse, names, pattern):
        attributes = primitive["attributes"]
        material = ours(self.json["materials"][primitive["material"]])
        points = self.accessor(attributes["POSITION"])
        owners = self.accessor(attributes["JOINTS_0"])[:, 0].astype(int)
        local = np.einsum("nij,nj->ni", inverse[owners], np.c_[points, np.ones(len(points))])[:, :3]
        places = np.round(local).astype(int).tolist()
        # A colour is compared in the 65536 steps of the file, a texel in a 65536th of the picture.
        paint = attributes["TEXCOORD_0" if "texture" in material else "COLOR_0"]
        paints = np.round(self.accessor(paint) * 65536).astype(int).tolist()
        numbers = self.accessor(attributes["_VERTEX"])[:, 0].astype(int)
        corners = [(names[owners[i]], tuple(places[i]), tuple(paints[i])) for i in range(len(points))]
        indices = self.accessor(primitive["indices"])[:, 0].astype(int).tolist()
        quads = ours(primitive)["quads"]
        # A quad is two triangles: (0, 2, 1) and (2, 3, 1) of its strip order.
        around = [[indices[i], indices[i + 1], indices[i + 4], indices[i + 2]] for i in range(0, quads * 6, 6)]
        around += [indices[i : i + 3] for i in range(quads * 6, len(indices), 3)]
        key = (pattern, material["bits"], material.get("texture"))
        found = []
        for polygon in around:
            turns = [polygon[i:] + polygon[:i] for i in range(len(polygon))]
            least = min(turns, key=lambda turn: [corners[i] for i in turn])
            found.append(((key, tuple(corners[i] for i in least)), [numbers[i] for i in least]))
        return found


def lacks(before, blender):
    """What a file of Blender lacks, in words."""
    count = lambda file, name: len(file.json.get(name, []))
    with_extras = lambda file, list: sum(bool(ours(item)) for item in list)
    primitives = lambda file: [own for mesh in file.json.get("meshes", []) for own in mesh["primitives"]]
    numbers = {
        "textures that no material uses": (count(before, "textures"), count(blender, "textures")),
        "extras of animations": [with_extras(file, file.json.get("animations", [])) for file in (before, blender)],
        "extras of meshes, with the order of polygons": [with_extras(file, primitives(file)) for file in (before, blender)],
        "scenes": (count(before, "scenes"), count(blender, "scenes")),
        "stored tables": [max(len(ours(node).get("tables", [])) for node in file.nodes) for file in (before, blender)],
        "vertex numbers": [sum("_VERTEX" in own["attributes"] for own in primitives(file)) for file in (before, blender)],
    }
    return [f"{name} ({own - left} of {own})" for name, (own, left) in numbers.items() if left < own]


def main(before, blender, after):
    stem = before.rsplit("/", 1)[-1].removesuffix(".glb")
    before, blender, after = Figure(before), Figure(blender), Figure(after)
    print(f"  Blender lost: {', '.join(lacks(before, blender)) or 'nothing'}")
    faults = []

    def compare(what, first, second):
        if first != second:
            faults.append(what)

    compare("bones", before.bones(), after.bones())
    used = {ours(material).get("texture") for material in before.json.get("materials", [])}
    pictures = [{slot: png for slot, png in file.pictures().items() if slot in used} for file in (before, after)]
    compare("textures", *pictures)
    compare("number of patterns", *[max(ours(node).get("patterns", 0) for node in file.nodes) for file in (before, after)])
    polygons = [sorted(file.polygons()) for file in (before, after)]
    contents = [Counter(content for content, _ in list) for list in polygons]
    compare(f"{sum((contents[0] - contents[1]).values())} of {len(polygons[0])} polygons", *contents)
    pairs = {}
    if contents[0] == contents[1]:
        pairs = {own: other for (_, owns), (_, others) in zip(*polygons) for own, other in zip(owns, others)}
    worst, frames = 0.0, 0
    names = {name.removeprefix(f"{stem}_"): index for index, name in enumerate(after.names())}
    for index, name in enumerate(before.names()):
        other = names.get(name)
        if other is None or before.last_frame(index) != after.last_frame(other):
            faults.append(f"animation {name}")
            continue
        compare(f"pattern keys of {name}", *[ours(file.json["animations"][number]).get("patterns")
                                            for file, number in ((before, index), (after, other))])
        for frame in range(before.last_frame(index) + 1):
            frames += 1
            first, second = before.positions(index, frame / 30), after.positions(other, frame / 30)
            apart = [np.linalg.norm(first[own] - second[pair]) for own, pair in pairs.items()]
            worst = max(worst, float(max(apart, default=0.0)) * UNIT)
    print(f"  before and after: {len(polygons[0])} polygons, {frames} frames at most {worst:.4f} units apart")
    if faults:
        print(f"  differences: {'; '.join(faults)}")
    return not faults and worst <= BOUND


if __name__ == "__main__":
    sys.exit(0 if main(*sys.argv[1:4]) else 1)
