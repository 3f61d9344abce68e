package com.mascotcapsule.micro3d.v3;

/** Square roots, sines and cosines; 4096 is 1.0, and a turn. */
public class Util3D {
	public static final int sqrt(int p) { return Native.sqrt(p); }
	public static final int sin(int p) { return Native.sine(p); }
	public static final int cos(int p) { return Native.sine(p + 1024); }
}
