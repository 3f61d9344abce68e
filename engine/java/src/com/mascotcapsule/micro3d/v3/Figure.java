package com.mascotcapsule.micro3d.v3;

import java.io.IOException;

/** A figure with its textures and its posture. */
public class Figure extends Resource {
	private Texture[] textures, selected;
	public Figure(byte[] b) { super(FIGURE, Native.figure(b, b.length)); }
	public Figure(String name) throws IOException { this(Native.resource(name)); }
	public final void setPosture(ActionTable table, int action, int frame) {
		synchronized (LOCK) { Native.check(Native.setPosture(handle(), table.handle(), action, frame)); }
	}
	public final int getNumPattern() { synchronized (LOCK) { return Native.patterns(handle()); } }
	public final void setPattern(int mask) { synchronized (LOCK) { Native.check(Native.setPattern(handle(), mask)); } }
	public final int getNumTextures() { return textures == null ? 0 : textures.length; }
	public final Texture getTexture() { return selected == null ? null : selected[0]; }

	public final void setTexture(Texture t) {
		setTexture(new Texture[] {t});
		selected = textures;
	}

	public final void setTexture(Texture[] t) {
		handle();
		if (t.length == 0) throw new IllegalArgumentException();
		for (Texture texture : t) {
			texture.handle();
			if (!texture.isModel) throw new IllegalArgumentException();
		}
		textures = t; selected = null;
	}

	public final void selectTexture(int index) {
		handle();
		if (textures == null || index < 0 || index >= textures.length) throw new IllegalArgumentException();
		textures[index].handle();
		selected = new Texture[] {textures[index]};
	}

	/** Returns the selected texture, or all. */
	final Texture[] textures() { return selected == null ? textures : selected; }
}
