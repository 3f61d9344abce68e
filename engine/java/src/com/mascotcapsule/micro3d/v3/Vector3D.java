package com.mascotcapsule.micro3d.v3;

/** Three numbers. */
public class Vector3D {
	public int x, y, z;
	public Vector3D() {}
	public Vector3D(int x, int y, int z) { set(x, y, z); }
	public Vector3D(Vector3D v) { set(v); }
	public final int getX() { return x; }
	public final int getY() { return y; }
	public final int getZ() { return z; }
	public final void setX(int x) { this.x = x; }
	public final void setY(int y) { this.y = y; }
	public final void setZ(int z) { this.z = z; }
	public final void set(Vector3D v) { set(v.x, v.y, v.z); }
	public final void set(int x, int y, int z) { this.x = x; this.y = y; this.z = z; }

	/** Makes the vector 4096 long; (0, 0, 0) becomes (0, 0, 4096). */
	public final void unit() {
		int[] v = {x, y, z};
		Native.unit(v);
		set(v[0], v[1], v[2]);
	}
	public final int innerProduct(Vector3D v) { return innerProduct(this, v); }
	public static final int innerProduct(Vector3D a, Vector3D b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
	public final void outerProduct(Vector3D v) { set(outerProduct(this, v)); }

	public static final Vector3D outerProduct(Vector3D a, Vector3D b) {
		return new Vector3D(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
	}
}
