package com.mascotcapsule.micro3d.v3;

/** The matrix, the projection and the centre of a call. */
public class FigureLayout {
	private static final int SCALE = 0, SIZE = 1, ANGLE = 2, PLANE = 3;
	private AffineTrans transform;
	private AffineTrans[] transforms;
	private int kind, scaleX, scaleY, parallelWidth, parallelHeight, near, far, angle, width, height, centerX, centerY;
	public FigureLayout() { this(null, 512, 512, 0, 0); }

	public FigureLayout(AffineTrans trans, int sx, int sy, int cx, int cy) {
		setAffineTrans(trans);
		setScale(sx, sy);
		setCenter(cx, cy);
	}

	public final AffineTrans getAffineTrans() { return transform; }

	public final void setAffineTrans(AffineTrans trans) {
		if (trans == null) { trans = new AffineTrans(); trans.setIdentity(); }
		if (transforms == null) transforms = new AffineTrans[] {trans};
		transform = trans;
	}

	public final void setAffineTrans(AffineTrans[] trans) {
		if (trans.length == 0) throw new IllegalArgumentException();
		for (AffineTrans one : trans) if (one == null) throw new NullPointerException();
		transforms = trans;
	}

	public final void setAffineTransArray(AffineTrans[] trans) { setAffineTrans(trans); }

	public final void selectAffineTrans(int index) {
		if (index < 0 || index >= transforms.length) throw new IllegalArgumentException();
		transform = transforms[index];
	}

	public final int getCenterX() { return centerX; }
	public final int getCenterY() { return centerY; }
	public final void setCenter(int cx, int cy) { centerX = cx; centerY = cy; }
	public final int getScaleX() { return scaleX; }
	public final int getScaleY() { return scaleY; }
	public final void setScale(int sx, int sy) { scaleX = sx; scaleY = sy; kind = SCALE; }
	public final int getParallelWidth() { return parallelWidth; }
	public final int getParallelHeight() { return parallelHeight; }

	public final void setParallelSize(int w, int h) {
		if (w < 0 || h < 0) throw new IllegalArgumentException();
		parallelWidth = w; parallelHeight = h; kind = SIZE;
	}

	public final void setPerspective(int zNear, int zFar, int angle) {
		if (angle < 1 || angle > 2047) throw new IllegalArgumentException();
		setPlanes(zNear, zFar);
		this.angle = angle; kind = ANGLE;
	}

	public final void setPerspective(int zNear, int zFar, int width, int height) {
		if (width < 0 || height < 0) throw new IllegalArgumentException();
		setPlanes(zNear, zFar);
		this.width = width; this.height = height; kind = PLANE;
	}

	private void setPlanes(int zNear, int zFar) {
		if (zNear >= zFar || zNear < 1 || zNear > 32766 || zFar > 32767) throw new IllegalArgumentException();
		near = zNear; far = zFar;
	}

	/** Writes the layout into nineteen numbers. */
	final void put(int[] state) {
		transform.get(state);
		state[12] = kind; state[13] = kind == SCALE ? scaleX : kind == SIZE ? parallelWidth : near;
		state[14] = kind == SCALE ? scaleY : kind == SIZE ? parallelHeight : far;
		state[15] = kind == ANGLE ? angle : width; state[16] = height; state[17] = centerX; state[18] = centerY;
	}

	/** Returns the numbers of all matrices. */
	final int[] transforms() {
		int[] numbers = new int[12 * transforms.length];
		for (int i = 0; i < transforms.length; i++) transforms[i].get(numbers, 12 * i);
		return numbers;
	}
}
