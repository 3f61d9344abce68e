package com.mascotcapsule.micro3d.v3;

/** A matrix of 3 rows with 4 numbers; 4096 is 1.0, the fourth column is in model units. */
public class AffineTrans {
	public int m00, m01, m02, m03, m10, m11, m12, m13, m20, m21, m22, m23;

	/** Twelve zeros. */
	public AffineTrans() {}
	public AffineTrans(AffineTrans a) { set(a); }
	public AffineTrans(int[][] a) { set(a); }
	public AffineTrans(int[] a) { set(a); }
	public AffineTrans(int[] a, int offset) { set(a, offset); }
	public AffineTrans(int m00, int m01, int m02, int m03, int m10, int m11, int m12, int m13, int m20, int m21, int m22,
			int m23) { set(m00, m01, m02, m03, m10, m11, m12, m13, m20, m21, m22, m23); }

	public final void set(int m00, int m01, int m02, int m03, int m10, int m11, int m12, int m13, int m20, int m21,
			int m22, int m23) {
		this.m00 = m00; this.m01 = m01; this.m02 = m02; this.m03 = m03;
		this.m10 = m10; this.m11 = m11; this.m12 = m12; this.m13 = m13;
		this.m20 = m20; this.m21 = m21; this.m22 = m22; this.m23 = m23;
	}
	public final void set(AffineTrans a) { set(a.numbers()); }

	public final void set(int[][] a) {
		if (a.length < 3 || a[0].length < 4 || a[1].length < 4 || a[2].length < 4) throw new IllegalArgumentException();
		set(a[0][0], a[0][1], a[0][2], a[0][3], a[1][0], a[1][1], a[1][2], a[1][3], a[2][0], a[2][1], a[2][2], a[2][3]);
	}
	public final void set(int[] a) { set(a, 0); }

	public final void set(int[] a, int o) {
		if (o < 0 || a.length - o < 12) throw new IllegalArgumentException();
		set(a[o], a[o + 1], a[o + 2], a[o + 3], a[o + 4], a[o + 5], a[o + 6], a[o + 7], a[o + 8], a[o + 9], a[o + 10],
			a[o + 11]);
	}
	public final void get(int[] a) { get(a, 0); }

	public final void get(int[] a, int offset) {
		if (offset < 0 || a.length - offset < 12) throw new IllegalArgumentException();
		a[offset] = m00; a[offset + 1] = m01; a[offset + 2] = m02; a[offset + 3] = m03;
		a[offset + 4] = m10; a[offset + 5] = m11; a[offset + 6] = m12; a[offset + 7] = m13;
		a[offset + 8] = m20; a[offset + 9] = m21; a[offset + 10] = m22; a[offset + 11] = m23;
	}
	final int[] numbers() { return new int[] {m00, m01, m02, m03, m10, m11, m12, m13, m20, m21, m22, m23}; }
	public final void setIdentity() { set(4096, 0, 0, 0, 0, 4096, 0, 0, 0, 0, 4096, 0); }

	public final void rotationX(int r) {
		int s = Util3D.sin(r), c = Util3D.cos(r);
		set(4096, 0, 0, m03, 0, c, -s, m13, 0, s, c, m23);
	}

	public final void rotationY(int r) {
		int s = Util3D.sin(r), c = Util3D.cos(r);
		set(c, 0, s, m03, 0, 4096, 0, m13, -s, 0, c, m23);
	}

	public final void rotationZ(int r) {
		int s = Util3D.sin(r), c = Util3D.cos(r);
		set(c, -s, 0, m03, s, c, 0, m13, 0, 0, 4096, m23);
	}

	public final void rotationV(Vector3D v, int r) {
		int[] matrix = numbers();
		Native.rotation(matrix, new int[] {v.x, v.y, v.z}, r);
		set(matrix);
	}

	public final void setRotation(Vector3D v, int r) { rotationV(v, r); }
	public final void setRotationX(int r) { rotationX(r); }
	public final void setRotationY(int r) { rotationY(r); }
	public final void setRotationZ(int r) { rotationZ(r); }

	public final void lookAt(Vector3D pos, Vector3D look, Vector3D up) {
		int[] matrix = new int[12];
		Native.lookAt(matrix, new int[] {pos.x, pos.y, pos.z, look.x, look.y, look.z, up.x, up.y, up.z});
		set(matrix);
	}
	public final void setViewTrans(Vector3D pos, Vector3D look, Vector3D up) { lookAt(pos, look, up); }
	public final void mul(AffineTrans a) { mul(this, a); }

	public final void mul(AffineTrans a, AffineTrans b) {
		set(dot(a.m00, b.m00, a.m01, b.m10, a.m02, b.m20), dot(a.m00, b.m01, a.m01, b.m11, a.m02, b.m21),
			dot(a.m00, b.m02, a.m01, b.m12, a.m02, b.m22), dot(a.m00, b.m03, a.m01, b.m13, a.m02, b.m23) + a.m03,
			dot(a.m10, b.m00, a.m11, b.m10, a.m12, b.m20), dot(a.m10, b.m01, a.m11, b.m11, a.m12, b.m21),
			dot(a.m10, b.m02, a.m11, b.m12, a.m12, b.m22), dot(a.m10, b.m03, a.m11, b.m13, a.m12, b.m23) + a.m13,
			dot(a.m20, b.m00, a.m21, b.m10, a.m22, b.m20), dot(a.m20, b.m01, a.m21, b.m11, a.m22, b.m21),
			dot(a.m20, b.m02, a.m21, b.m12, a.m22, b.m22), dot(a.m20, b.m03, a.m21, b.m13, a.m22, b.m23) + a.m23);
	}
	public final void multiply(AffineTrans a) { mul(a); }
	public final void multiply(AffineTrans a, AffineTrans b) { mul(a, b); }

	public final Vector3D transform(Vector3D v) {
		return new Vector3D(dot(m00, v.x, m01, v.y, m02, v.z) + m03, dot(m10, v.x, m11, v.y, m12, v.z) + m13,
			dot(m20, v.x, m21, v.y, m22, v.z) + m23);
	}
	public final Vector3D transPoint(Vector3D v) { return transform(v); }

	/** Returns a * b + c * d + e * f, rounded. Sums wrap as in the renderer. */
	private static int dot(int a, int b, int c, int d, int e, int f) { return a * b + c * d + e * f + 2048 >> 12; }
}
