package com.mascotcapsule.micro3d.v3;

import java.io.InputStream;
import java.util.Objects;
import javax.microedition.lcdui.Graphics;

/** Supplied by an emulator. Else {@link ReflectedHost} finds pixels and resources of KEmulator and freej2me-plus. */
public abstract class Host {
	private static volatile Host current = new ReflectedHost();

	/** Sets the host for all graphics. */
	public static void set(Host host) { current = Objects.requireNonNull(host); }
	static Host current() { return current; }

	/** Returns a resource of the game, or null. */
	public abstract InputStream resource(String name);

	/** Returns the picture behind a Graphics. Asked once, at bind. */
	public abstract Target target(Graphics graphics);

	/** The picture behind a Graphics. */
	public abstract static class Target {
		/** Width and height, pixels. */
		public int width, height;
		/** The clip in pixels of the picture, whatever the translation. */
		public int clipX, clipY, clipWidth, clipHeight;

		/** Returns the pixels, 0xAARRGGBB, to draw on. */
		public abstract int[] pixels();

		/** Returns the number of pixels from a row to the next. */
		public int stride() { return width; }

		/** Takes the pixels back after something was drawn. */
		public void drawn() {}

		/** Ends drawing on the picture. */
		public void released() {}
	}
}
