"""Compares the postures of Blender with those of a GLB file, draws a picture, and exports the file again without a change.

Usage: python blender.py FILE.glb PICTURE.png AGAIN.glb
Prints the number of frames and the largest distance in model units (a hundredth of a metre)."""

import sys

import bpy
import numpy as np

from posture import File

UNIT = 100.0


def vertices(scene, graph):
    """The places of all vertices of the shown meshes, by the numbers of `_VERTEX`, in the axes of glTF."""
    found = {}
    for item in scene.objects:
        if item.type != "MESH" or "_VERTEX" not in item.data.attributes:
            continue
        # What is hidden is not evaluated.
        if not item.visible_get(view_layer=scene.view_layers[0]):
            continue
        evaluated = item.evaluated_get(graph)
        mesh = evaluated.to_mesh()
        for vertex, number in zip(mesh.vertices, mesh.attributes["_VERTEX"].data):
            x, y, z = evaluated.matrix_world @ vertex.co
            found[round(number.value)] = np.array([x, z, -y])
        evaluated.to_mesh_clear()
    return found


def main(path, picture, again):
    file = File(path)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    # Before the import, which turns seconds into frames.
    scene.render.fps = 30
    bpy.ops.import_scene.gltf(filepath=path)
    scene = next(own for own in bpy.data.scenes if any(item.type == "MESH" for item in own.objects))
    armature = next((item for item in bpy.data.objects if item.type == "ARMATURE"), None)
    graph = scene.view_layers[0].depsgraph
    frames, compared, worst, where = 0, 0, 0.0, ""

    def compare(expected, label):
        nonlocal frames, compared, worst, where
        graph.update()
        found = vertices(scene, graph)
        frames += 1
        common = found.keys() & expected.keys()
        compared += len(common)
        for number in common:
            distance = float(np.linalg.norm(found[number] - expected[number])) * UNIT
            if distance > worst:
                worst, where = distance, label

    for index, name in enumerate(file.names()):
        action = bpy.data.actions.get(name) or next(own for own in bpy.data.actions if own.name.startswith(name))
        animation = armature.animation_data
        for track in animation.nla_tracks:
            track.mute = True
        animation.action = action
        animation.action_slot = action.slots[0]
        for frame in range(file.last_frame(index) + 1):
            scene.frame_set(frame)
            compare(file.positions(index, frame / 30), f"{name} at frame {frame}")
    if not file.names():
        compare(file.positions(), "at rest")
    print(f"{path}: {frames} frames, {compared} vertices, at most {worst:.4f} units apart, {where}")
    assert compared > 0
    bpy.ops.export_scene.gltf(filepath=again, export_extras=True, export_attributes=True, export_animation_mode="ACTIONS")
    # The camera and the light are no part of the file.
    draw(scene, picture)
    return worst


def draw(scene, picture):
    """Draws the scene from the front and above with Cycles on the processor."""
    bpy.context.window.scene = scene if bpy.context.window else scene
    scene.frame_set(0)
    places = np.array(list(vertices(scene, scene.view_layers[0].depsgraph).values()))
    low, high = places.min(axis=0), places.max(axis=0)
    x, y, z = (low + high) / 2
    size = float(np.linalg.norm(high - low))
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.location = (x + size * 0.7, -z - size * 1.2, y + size * 0.5)
    aim = bpy.data.objects.new("aim", None)
    aim.location = (x, -z, y)
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.rotation_euler = (0.7, 0.2, 0.5)
    sun.data.energy = 3
    for item in (camera, aim, sun):
        scene.collection.objects.link(item)
    track = camera.constraints.new("TRACK_TO")
    track.target = aim
    camera.data.clip_end = size * 10
    scene.camera = camera
    scene.world = bpy.data.worlds.new("world")
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (0.25, 0.3, 0.35, 1)
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = 8
    scene.view_settings.view_transform = "Standard"
    scene.render.resolution_x = scene.render.resolution_y = 320
    scene.render.filepath = picture
    bpy.ops.render.render(write_still=True, scene=scene.name)


if __name__ == "__main__":
    sys.exit(0 if main(*sys.argv[1:4]) <= 0.25 else 1)
