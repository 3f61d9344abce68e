package com.mascotcapsule.micro3d.v3;

import java.util.Objects;

/** The matrix, the projection and the centre of a call. */
public class FigureLayout {
	private AffineTrans transform;
	AffineTrans[] transforms;
	private int scaleX, scaleY, parallelWidth, parallelHeight, centerX, centerY;
	/** Its kind (0 scale, 1 size, 2 angle, 3 near plane), and four numbers. */
	int[] projection;
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
		for (AffineTrans one : trans) Objects.requireNonNull(one);
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
	public final void setScale(int sx, int sy) { scaleX = sx; scaleY = sy; projection = new int[] {0, sx, sy, 0, 0}; }
	public final int getParallelWidth() { return parallelWidth; }
	public final int getParallelHeight() { return parallelHeight; }

	public final void setParallelSize(int w, int h) {
		if (w < 0 || h < 0) throw new IllegalArgumentException();
		parallelWidth = w; parallelHeight = h;
		projection = new int[] {1, w, h, 0, 0};
	}

	public final void setPerspective(int zNear, int zFar, int angle) {
		if (angle < 1 || angle > 2047) throw new IllegalArgumentException();
		setPlanes(2, zNear, zFar, angle, 0);
	}

	public final void setPerspective(int zNear, int zFar, int width, int height) {
		if (width < 0 || height < 0) throw new IllegalArgumentException();
		setPlanes(3, zNear, zFar, width, height);
	}

	private void setPlanes(int kind, int near, int far, int a, int b) {
		if (near >= far || near < 1 || near > 32766 || far > 32767) throw new IllegalArgumentException();
		projection = new int[] {kind, near, far, a, b};
	}
}
