package com.mascotcapsule.micro3d.v3;

import java.io.IOException;

/** A texture of figures and primitives, or a sphere map. */
public class Texture extends Resource {
	final boolean isModel;

	public Texture(byte[] b, boolean isForModel) {
		super(TEXTURE, Native.texture(b, b.length, isForModel));
		isModel = isForModel;
	}
	public Texture(String name, boolean isForModel) throws IOException { this(Native.resource(name), isForModel); }
}
