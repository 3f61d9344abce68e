package com.mascotcapsule.micro3d.v3;

import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferInt;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.microedition.lcdui.Graphics;

/** Finds the pixels (drawn on in place), the clip and the resources of KEmulator and freej2me-plus, which are not changed. */
final class ReflectedHost extends Host {
	private static final String[][] READERS = {
		{"org.recompile.mobile.Mobile", "getMIDletResourceAsStream"},
		{"emulator.custom.ResourceManager", "getResourceAsStream"},
	};
	private final Map<String, Optional<Method>> methods = new ConcurrentHashMap<>();

	/** Calls a method without arguments; null if there is none. */
	private Object call(Object on, String name) {
		if (on == null) return null;
		Optional<Method> method = methods.computeIfAbsent(on.getClass().getName() + "." + name, key -> Arrays
			.stream(on.getClass().getMethods()).filter(m -> m.getName().equals(name) && m.getParameterCount() == 0).findFirst());
		try {
			return method.isPresent() ? method.get().invoke(on) : null;
		} catch (ReflectiveOperationException e) {
			throw new IllegalStateException(e);
		}
	}

	@Override public InputStream resource(String name) {
		for (String[] reader : READERS)
			try {
				return (InputStream) Class.forName(reader[0]).getMethod(reader[1], String.class).invoke(null, name);
			} catch (ClassNotFoundException e) {
				// Another emulator.
			} catch (ReflectiveOperationException e) {
				throw new IllegalStateException(e);
			}
		return Native.class.getResourceAsStream(name);
	}

	@Override public Target target(Graphics graphics) {
		Object picture = call(graphics, "getCanvas");
		if (picture == null) picture = call(call(graphics, "getImage"), "getNative");
		DataBuffer data = picture instanceof BufferedImage ? ((BufferedImage) picture).getRaster().getDataBuffer() : null;
		if (!(data instanceof DataBufferInt))
			throw new IllegalArgumentException("no picture of AWT with 32 bits a pixel in " + graphics.getClass().getName());
		int[] pixels = ((DataBufferInt) data).getData();
		Target target = new Target() {
			@Override public int[] pixels() { return pixels; }
		};
		target.width = ((BufferedImage) picture).getWidth(); target.height = ((BufferedImage) picture).getHeight();
		// The clip of freej2me-plus does not move with its translation, that of Graphics2D does.
		Graphics2D drawn = (Graphics2D) call(graphics, "getGraphics2D");
		Rectangle clip = drawn != null ? drawn.getClipBounds() : new Rectangle(graphics.getClipX(), graphics.getClipY(),
			graphics.getClipWidth(), graphics.getClipHeight());
		int x = graphics.getTranslateX(), y = graphics.getTranslateY();
		if (clip == null) clip = new Rectangle(-x, -y, target.width, target.height);
		target.clipX = clip.x + x; target.clipY = clip.y + y;
		target.clipWidth = clip.width; target.clipHeight = clip.height;
		return target;
	}
}
