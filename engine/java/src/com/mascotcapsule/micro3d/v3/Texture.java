package com.mascotcapsule.micro3d.v3;

import java.io.IOException;

/** A texture of figures and primitives, or a sphere map. */
public class Texture extends Resource {
	final boolean isModel;

	public Texture(byte[] b, boolean isForModel) {
		super(TEXTURE, Native.texture(check(b), isForModel));
		isModel = isForModel;
	}

	public Texture(String name, boolean isForModel) throws IOException { this(Native.resource(name), isForModel); }

	/** Returns the handles of textures, in the array of the last time if it has their number. */
	static long[] handles(Texture[] textures, long[] last) {
		int count = textures == null ? 0 : textures.length;
		long[] handles = last.length == count ? last : new long[count];
		for (int i = 0; i < count; i++) handles[i] = textures[i].handle();
		return handles;
	}
}
