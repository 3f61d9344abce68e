package com.mascotcapsule.micro3d.v3;

import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import javax.microedition.lcdui.Graphics;

/** Finds the pixels, the clip and the resources of KEmulator and freej2me-plus, which are not changed. */
final class ReflectedHost extends Host {
	private static final String[][] READERS = {
		{"org.recompile.mobile.Mobile", "getMIDletResourceAsStream"},
		{"emulator.custom.ResourceManager", "getResourceAsStream"},
	};
	private final Map<String, Method> methods = new HashMap<String, Method>();

	/** Calls a method without arguments; null if there is none. */
	private synchronized Object call(Object on, String name) {
		if (on == null) return null;
		String key = on.getClass().getName() + "." + name;
		if (!methods.containsKey(key)) methods.put(key, method(on.getClass(), name));
		try {
			Method method = methods.get(key);
			return method == null ? null : method.invoke(on);
		} catch (ReflectiveOperationException e) {
			throw new IllegalStateException(e);
		}
	}

	private static Method method(Class<?> type, String name) {
		for (Class<?> at = type; at != null; at = at.getSuperclass())
			for (Method method : at.getDeclaredMethods())
				if (method.getName().equals(name) && method.getParameterTypes().length == 0) {
					method.setAccessible(true);
					return method;
				}
		return null;
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
		if (picture == null) {
			picture = call(graphics, "getImage");
			Object inside = call(picture, "getNative");
			if (inside instanceof BufferedImage) picture = inside;
		}
		if (picture instanceof BufferedImage) return new Picture((BufferedImage) picture, graphics);
		throw new IllegalArgumentException("no picture of AWT in " + graphics.getClass().getName());
	}

	/** A picture of AWT: its pixels are drawn on in place. */
	private final class Picture extends Target {
		private final int[] pixels;

		Picture(BufferedImage picture, Graphics graphics) {
			if (!(picture.getRaster().getDataBuffer() instanceof DataBufferInt))
				throw new IllegalArgumentException("a picture without 32 bits a pixel");
			pixels = ((DataBufferInt) picture.getRaster().getDataBuffer()).getData();
			width = picture.getWidth(); height = picture.getHeight();
			Rectangle clip = new Rectangle(graphics.getClipX(), graphics.getClipY(), graphics.getClipWidth(),
				graphics.getClipHeight());
			// The clip of freej2me-plus does not move with its translation, that of Graphics2D does.
			Object drawn = call(graphics, "getGraphics2D");
			if (drawn instanceof Graphics2D) clip = ((Graphics2D) drawn).getClipBounds();
			if (clip == null) clip = new Rectangle(-graphics.getTranslateX(), -graphics.getTranslateY(), width, height);
			clipX = clip.x + graphics.getTranslateX();
			clipY = clip.y + graphics.getTranslateY();
			clipWidth = clip.width;
			clipHeight = clip.height;
		}

		@Override public int[] pixels() { return pixels; }
	}
}
