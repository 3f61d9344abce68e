"""Makes files as people make them in Blender, exports them with the options of the dialog, and checks what Keitai reads of them.

Usage: python made.py car KEITAI FOLDER
       python made.py robot KEITAI FOLDER ROBOT.glb
`car` is a body with four wheels that turn, each with an action of its own. `robot` is an export of Keitai with a new action, a new
material and a painted texture. Prints the largest distance of a vertex at any frame, and fails above one unit."""

import json
import math
import subprocess
import sys

import bpy
import numpy as np

from posture import File

UNIT = 100.0
BOUND = 1.0
# Of Blender's default.
FPS = 24


def material(name, image=None, colour=None):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"]
    if image:
        texture = made.node_tree.nodes.new("ShaderNodeTexImage")
        texture.image = image
        made.node_tree.links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    if colour:
        shader.inputs["Base Color"].default_value = (*colour, 1)
    return made


def picture(name, side, colour):
    image = bpy.data.images.new(name, side, side)
    image.pixels = [part for y in range(side) for x in range(side) for part in colour(x, y)]
    image.pack()
    return image


def car():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = FPS
    paint = material("paint", picture("paint", 32, lambda x, y: (x / 31, y / 31, 0.2, 1)))
    rubber = material("rubber", colour=(0.02, 0.02, 0.02))
    bpy.ops.mesh.primitive_cube_add(size=1, location=(0, 0, 0.6))
    body = bpy.context.object
    body.name, body.scale = "body", (2, 1, 0.5)
    body.data.materials.append(paint)
    for x in (-0.6, 0.6):
        for y in (-0.55, 0.55):
            bpy.ops.mesh.primitive_cylinder_add(vertices=12, radius=0.3, depth=0.2, location=(x, y, 0.3), rotation=(math.pi / 2, 0, 0))
            wheel = bpy.context.object
            wheel.name = f"wheel {x} {y}"
            wheel.data.materials.append(rubber)
            wheel.rotation_mode = "XYZ"
            for frame, turn in ((1, 0), (13, math.pi), (25, 2 * math.pi)):
                wheel.rotation_euler = (math.pi / 2, turn, 0)
                wheel.keyframe_insert("rotation_euler", frame=frame)
    bpy.context.scene.frame_end = 25


def robot(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = 30
    bpy.ops.import_scene.gltf(filepath=path)
    armature = next(item for item in bpy.data.objects if item.type == "ARMATURE")
    for track in armature.animation_data.nla_tracks:
        track.mute = True
    # A new action of one bone, while the others stay at rest.
    action = bpy.data.actions.new("wave")
    armature.animation_data.action = action
    bone = next(own for own in armature.pose.bones if own.parent and own.parent.parent)
    bone.rotation_mode = "QUATERNION"
    for frame, turn in ((0, 0.0), (10, 0.8), (20, 0.0)):
        bone.rotation_quaternion = (math.cos(turn / 2), math.sin(turn / 2), 0, 0)
        bone.keyframe_insert("rotation_quaternion", frame=frame)
    # A new material for the first triangles, and a red corner of the texture.
    mesh = bpy.data.objects["pattern0"].data
    mesh.materials.append(material("chrome", colour=(0, 0, 1)))
    for polygon in mesh.polygons[:6]:
        polygon.material_index = len(mesh.materials) - 1
    image = next(own for own in bpy.data.images if own.size[0] and not own.name.startswith("Render"))
    pixels = np.array(image.pixels[:]).reshape(-1, 4)
    pixels[:4] = (1, 0, 0, 1)
    image.pixels = pixels.ravel().tolist()
    image.pack()


def shown(scene, graph):
    """The places of all vertices of the shown meshes, in the axes of glTF. What is hidden is not evaluated."""
    found = []
    meshes = [own for own in scene.objects if own.type == "MESH" and own.name != "Icosphere"]
    for item in (own for own in meshes if own.visible_get(view_layer=scene.view_layers[0])):
        evaluated = item.evaluated_get(graph)
        mesh = evaluated.to_mesh()
        used = {vertex for polygon in mesh.polygons for vertex in polygon.vertices}
        found += [evaluated.matrix_world @ mesh.vertices[vertex].co for vertex in sorted(used)]
        evaluated.to_mesh_clear()
    return np.array([(x, z, -y) for x, y, z in found])


def apart(first, second):
    """The largest distance from a place of the first list to the nearest of the second, in units."""
    return max(float(np.min(np.linalg.norm(second - place, axis=1))) for place in first) * UNIT


def main(kind, keitai, folder, *rest):
    car() if kind == "car" else robot(*rest)
    made, figure, again = (f"{folder}/{kind}{ending}" for ending in (".glb", ".mbac", ".again.glb"))
    bpy.ops.export_scene.gltf(filepath=made)
    for source, target in ((made, figure), (figure, again)):
        said = subprocess.run([keitai, "convert", source, "-o", target, "--force"], capture_output=True, text=True)
        print("\n".join(f"  {line}" for line in (said.stdout + said.stderr).splitlines()))
        assert said.returncode == 0
    report = json.loads(subprocess.run([keitai, "info", figure, "--json"], capture_output=True, text=True).stdout)
    print(f"  polygons: {report['polygons']}")
    # The new material has its six triangles, the halves of three quads.
    assert report["polygons"]["colour_quads"] == (3 if kind == "robot" else 72)
    scene = next(own for own in bpy.data.scenes if any(item.type == "MESH" for item in own.objects))
    graph = scene.view_layers[0].depsgraph
    ours = File(again)
    worst = 0.0
    names = ours.names()
    print("  actions:", ", ".join(f"{name} ({ours.last_frame(index)})" for index, name in enumerate(names)))
    index = 0 if kind == "car" else next(number for number, name in enumerate(names) if name.endswith("wave"))
    fps = FPS if kind == "car" else 30
    for frame in range(ours.last_frame(index)):
        whole, part = divmod(frame / 30 * fps, 1)
        # Bones without keys keep their posture of the action before.
        for armature in (own for own in bpy.data.objects if own.type == "ARMATURE"):
            for bone in armature.pose.bones:
                bone.matrix_basis.identity()
        scene.frame_set(int(whole), subframe=part)
        graph.update()
        places = np.array(list(ours.positions(index, frame / 30).values()))
        found = shown(scene, graph)
        worst = max(worst, apart(found, places))
    print(f"{kind}: {frame + 1} frames, at most {worst:.4f} units apart")
    return worst


if __name__ == "__main__":
    sys.exit(0 if main(*sys.argv[1:]) <= BOUND else 1)
