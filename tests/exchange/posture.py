"""Postures of a GLB file, by the rules of glTF alone: the places of all vertices at a time of an animation."""

import json
import struct

import numpy as np

COMPONENTS = {5121: ("u1", 255.0), 5123: ("<u2", 65535.0), 5125: ("<u4", 1.0), 5126: ("<f4", 1.0)}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


class File:
    def __init__(self, path):
        data = open(path, "rb").read()
        length = struct.unpack_from("<I", data, 12)[0]
        self.json = json.loads(data[20 : 20 + length])
        self.bytes = data[28 + length :]
        self.nodes = self.json["nodes"]
        self.parents = {child: index for index, node in enumerate(self.nodes) for child in node.get("children", [])}

    def accessor(self, index):
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        kind, one = COMPONENTS[accessor["componentType"]]
        width, count = WIDTHS[accessor["type"]], accessor["count"]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        values = np.frombuffer(self.bytes, kind, count * width, start).reshape(count, width).astype(float)
        return values / one if accessor.get("normalized") else values

    def names(self):
        return [animation["name"] for animation in self.json.get("animations", [])]

    def last_frame(self, animation, fps=30):
        inputs = [sampler["input"] for sampler in self.json["animations"][animation]["samplers"]]
        return round(max(self.json["accessors"][index]["max"][0] for index in inputs) * fps)

    def positions(self, animation=None, time=0.0):
        """Returns the places in the scene by the numbers of `_VERTEX`."""
        places = [
            [np.array(node.get(name, usual), float) for name, usual in
             (("translation", [0, 0, 0]), ("rotation", [0, 0, 0, 1]), ("scale", [1, 1, 1]))]
            for node in self.nodes
        ]
        if animation is not None:
            self.apply(self.json["animations"][animation], time, places)
        worlds = {}

        def world(node):
            if node not in worlds:
                own = matrix(*places[node])
                worlds[node] = world(self.parents[node]) @ own if node in self.parents else own
            return worlds[node]

        found = {}
        for node in self.nodes:
            if "mesh" not in node or "skin" not in node:
                continue
            skin = self.json["skins"][node["skin"]]
            inverse = self.accessor(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
            joints = np.array([world(joint) @ own for joint, own in zip(skin["joints"], inverse)])
            for primitive in self.json["meshes"][node["mesh"]]["primitives"]:
                attributes = primitive["attributes"]
                points = np.c_[self.accessor(attributes["POSITION"]), np.ones(len(self.accessor(attributes["POSITION"])))]
                owners = self.accessor(attributes["JOINTS_0"])[:, 0].astype(int)
                places_now = np.einsum("nij,nj->ni", joints[owners], points)[:, :3]
                numbers = self.accessor(attributes["_VERTEX"])[:, 0].astype(int)
                found.update(zip(numbers.tolist(), places_now))
        return found

    def apply(self, animation, time, places):
        for channel in animation["channels"]:
            sampler = animation["samplers"][channel["sampler"]]
            times = self.accessor(sampler["input"])[:, 0]
            values = self.accessor(sampler["output"])
            index = max(np.searchsorted(times, time + 1e-5) - 1, 0)
            following = min(index + 1, len(times) - 1)
            part = 0.0
            if following > index and sampler["interpolation"] == "LINEAR":
                part = min(max((time - times[index]) / (times[following] - times[index]), 0.0), 1.0)
            slot = ["translation", "rotation", "scale"].index(channel["target"]["path"])
            value = values[index] * (1 - part) + values[following] * part
            places[channel["target"]["node"]][slot] = value / np.linalg.norm(value) if slot == 1 else value


def matrix(translation, rotation, scale):
    x, y, z, w = rotation
    turn = np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])
    result = np.eye(4)
    result[:3, :3] = turn * scale
    result[:3, 3] = translation
    return result


if __name__ == "__main__":
    import sys

    own = File(sys.argv[1])
    listed = []

    def frame(number, time):
        places = own.positions(number, time).items()
        return {"time": time, "places": {str(vertex): place.round(6).tolist() for vertex, place in places}}

    for number, name in enumerate(own.names()):
        frames = [frame(number, index / 30) for index in range(own.last_frame(number) + 1)]
        listed.append({"name": name, "frames": frames})
    if not listed:
        listed.append({"name": None, "frames": [frame(None, 0.0)]})
    json.dump(listed, sys.stdout)
