package com.mascotcapsule.micro3d.v3;

import java.util.Objects;

/** A light from one direction, and from everywhere; 4096 is full brightness. */
public class Light {
	private Vector3D direction;
	private int intensity, ambient;
	public Light() { this(new Vector3D(0, 0, 4096), 4096, 0); }

	public Light(Vector3D dir, int dirIntensity, int ambIntensity) {
		setParallelLightDirection(dir);
		intensity = dirIntensity; ambient = ambIntensity;
	}

	public final Vector3D getParallelLightDirection() { return direction; }
	public final Vector3D getDirection() { return direction; }
	public final void setDirection(Vector3D v) { setParallelLightDirection(v); }
	public final void setParallelLightDirection(Vector3D v) { direction = Objects.requireNonNull(v); }
	public final int getParallelLightIntensity() { return intensity; }
	public final int getDirIntensity() { return intensity; }
	public final void setParallelLightIntensity(int p) { intensity = p; }
	public final void setDirIntensity(int p) { intensity = p; }
	public final int getAmbientIntensity() { return ambient; }
	public final int getAmbIntensity() { return ambient; }
	public final void setAmbientIntensity(int p) { ambient = p; }
	public final void setAmbIntensity(int p) { ambient = p; }
}
