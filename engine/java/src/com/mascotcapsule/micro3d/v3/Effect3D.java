package com.mascotcapsule.micro3d.v3;

/** Light, shading, transparency and reflection of a call. */
public class Effect3D {
	public static final int NORMAL_SHADING = 0, TOON_SHADING = 1;
	private static final Light DARK = new Light();
	private Light light;
	private int shading, threshold, high, low;
	private boolean isTransparent = true;
	private Texture sphere;
	public Effect3D() {}

	public Effect3D(Light light, int shading, boolean isEnableTrans, Texture tex) {
		setShadingType(shading);
		setSphereTexture(tex);
		this.light = light; isTransparent = isEnableTrans;
	}

	public final Light getLight() { return light; }
	public final void setLight(Light l) { light = l; }
	public final int getShading() { return shading; }
	public final int getShadingType() { return shading; }
	public final void setShading(int type) { setShadingType(type); }

	public final void setShadingType(int type) {
		if (type != NORMAL_SHADING && type != TOON_SHADING) throw new IllegalArgumentException();
		shading = type;
	}

	public final int getThreshold() { return threshold; }
	public final int getToonThreshold() { return threshold; }
	public final int getThresholdHigh() { return high; }
	public final int getToonHigh() { return high; }
	public final int getThresholdLow() { return low; }
	public final int getToonLow() { return low; }
	public final void setThreshold(int t, int h, int l) { setToonParams(t, h, l); }

	public final void setToonParams(int t, int h, int l) {
		if (((t | h | l) & ~255) != 0) throw new IllegalArgumentException();
		threshold = t; high = h; low = l;
	}

	public final boolean isSemiTransparentEnabled() { return isTransparent; }
	public final boolean isTransparency() { return isTransparent; }
	public final void setSemiTransparentEnabled(boolean is) { isTransparent = is; }
	public final void setTransparency(boolean is) { isTransparent = is; }
	public final Texture getSphereMap() { return sphere; }
	public final Texture getSphereTexture() { return sphere; }
	public final void setSphereMap(Texture t) { setSphereTexture(t); }

	public final void setSphereTexture(Texture t) {
		if (t != null && t.isModel) throw new IllegalArgumentException();
		if (t != null) t.handle();
		sphere = t;
	}

	/** Writes the eleven numbers of a call. */
	final void get(int[] a, int offset) {
		Light lamp = light == null ? DARK : light;
		Vector3D way = lamp.getDirection();
		a[offset] = light == null ? 0 : 1; a[offset + 1] = way.x; a[offset + 2] = way.y; a[offset + 3] = way.z;
		a[offset + 4] = lamp.getDirIntensity(); a[offset + 5] = lamp.getAmbIntensity(); a[offset + 6] = shading;
		a[offset + 7] = threshold; a[offset + 8] = high; a[offset + 9] = low; a[offset + 10] = isTransparent ? 1 : 0;
	}
	final long sphere() { return sphere == null ? 0 : sphere.handle(); }
}
