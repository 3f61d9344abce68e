package com.mascotcapsule.micro3d.v3;

import java.util.Arrays;
import java.util.Objects;
import javax.microedition.lcdui.Graphics;

/** Queues figures and primitives, and draws them into the picture of a Graphics. */
public class Graphics3D {
	public static final int COMMAND_LIST_VERSION_1_0 = 0xFE000001, COMMAND_END = 0x80000000, COMMAND_NOP = 0x81000000,
		COMMAND_FLUSH = 0x82000000, COMMAND_ATTRIBUTE = 0x83000000, COMMAND_CLIP = 0x84000000,
		COMMAND_CENTER = 0x85000000, COMMAND_TEXTURE_INDEX = 0x86000000, COMMAND_AFFINE_INDEX = 0x87000000,
		COMMAND_PARALLEL_SCALE = 0x90000000, COMMAND_PARALLEL_SIZE = 0x91000000,
		COMMAND_PERSPECTIVE_FOV = 0x92000000, COMMAND_PERSPECTIVE_WH = 0x93000000,
		COMMAND_AMBIENT_LIGHT = 0xA0000000, COMMAND_DIRECTION_LIGHT = 0xA1000000, COMMAND_THRESHOLD = 0xAF000000;
	public static final int PRIMITVE_POINTS = 0x01000000, PRIMITVE_LINES = 0x02000000, PRIMITVE_TRIANGLES = 0x03000000,
		PRIMITVE_QUADS = 0x04000000, PRIMITVE_POINT_SPRITES = 0x05000000;
	public static final int POINT_SPRITE_LOCAL_SIZE = 0, POINT_SPRITE_PIXEL_SIZE = 1, POINT_SPRITE_PERSPECTIVE = 0,
		POINT_SPRITE_NO_PERS = 2;
	public static final int ENV_ATTR_LIGHTING = 1, ENV_ATTR_SPHERE_MAP = 2, ENV_ATTR_TOON_SHADING = 4,
		ENV_ATTR_SEMI_TRANSPARENT = 8;
	public static final int PATTR_LIGHTING = 0x1, PATTR_SPHERE_MAP = 0x2, PATTR_COLORKEY = 0x10, PATTR_BLEND_NORMAL = 0,
		PATTR_BLEND_HALF = 0x20, PATTR_BLEND_ADD = 0x40, PATTR_BLEND_SUB = 0x60;
	public static final int PDATA_NORMAL_NONE = 0, PDATA_NORMAL_PER_FACE = 0x200, PDATA_NORMAL_PER_VERTEX = 0x300,
		PDATA_COLOR_NONE = 0, PDATA_COLOR_PER_COMMAND = 0x400, PDATA_COLOR_PER_FACE = 0x800,
		PDATA_TEXURE_COORD_NONE = 0, PDATA_TEXURE_COORD = 0x3000, PDATA_POINT_SPRITE_PARAMS_PER_CMD = 0x1000,
		PDATA_POINT_SPRITE_PARAMS_PER_FACE = 0x2000, PDATA_POINT_SPRITE_PARAMS_PER_VERTEX = 0x3000;

	/** Graphics of the library that no object uses, or 0: games that make a Graphics3D for each picture get the same ones. */
	private static long idle;
	private long handle;
	private Graphics bound;
	private Host.Target target;
	private boolean isDisposed;
	/** All numbers of a call, which cross to the library in one piece: layout, effect, and the arrays of the call. */
	private int[] words = new int[256];
	private int count;

	public final synchronized void bind(Graphics graphics) {
		Objects.requireNonNull(graphics);
		if (bound != null) throw new IllegalStateException("Target already bound");
		Host.Target t = Host.current().target(graphics);
		if (isDisposed) throw new RuntimeException("disposed");
		if (handle == 0) synchronized (Resource.LOCK) { handle = idle != 0 ? idle : Native.graphics(); idle = 0; }
		Native.check(Native.bind(handle, t.width, t.height, t.clipX, t.clipY, t.clipWidth, t.clipHeight));
		target = t; bound = graphics;
	}

	/** As KEmulator calls it. */
	public final void bind(Graphics graphics, boolean unused) { bind(graphics); }

	public final synchronized void release(Graphics graphics) {
		if (bound == null) return;
		if (bound != graphics) throw new IllegalArgumentException("Unknown target");
		Host.Target t = target;
		Native.check(close());
		t.released();
	}
	public final synchronized void dispose() { close(); isDisposed = true; }
	@Override protected void finalize() { dispose(); }

	private int close() {
		int result = handle == 0 ? 0 : Native.release(handle);
		synchronized (Resource.LOCK) {
			if (idle == 0) idle = handle; else Native.free(Resource.GRAPHICS, handle);
			handle = 0; bound = null; target = null;
		}
		return result;
	}

	public final synchronized void renderFigure(Figure figure, int x, int y, FigureLayout layout, Effect3D effect) {
		put(layout, effect);
		synchronized (Resource.LOCK) {
			int textures = add(figure.textures());
			Native.check(Native.renderFigure(handle, figure.handle(), x, y, effect.sphere(), words, count, textures));
		}
	}

	public final synchronized void drawFigure(Figure figure, int x, int y, FigureLayout layout, Effect3D effect) {
		renderFigure(figure, x, y, layout, effect);
		flush();
	}

	public final synchronized void renderPrimitives(Texture texture, int x, int y, FigureLayout layout, Effect3D effect,
			int command, int numPrimitives, int[] vertexCoords, int[] normals, int[] textureCoords, int[] colors) {
		put(layout, effect);
		if (command < 0 || numPrimitives <= 0 || numPrimitives > 255) throw new IllegalArgumentException();
		// As many as the largest primitive has: arrays may be much longer.
		int vertices = add(vertexCoords, 12 * numPrimitives), normal = add(normals, 12 * numPrimitives);
		int texels = add(textureCoords, 8 * numPrimitives), colours = add(colors, numPrimitives);
		synchronized (Resource.LOCK) {
			long open = texture == null ? 0 : texture.handle();
			Native.check(Native.renderPrimitives(handle, open, x, y, effect.sphere(), words, count, command, numPrimitives,
				vertices, normal, texels, colours));
		}
	}
	public final void drawCommandList(Texture texture, int x, int y, FigureLayout layout, Effect3D effect, int[] list) {
		drawCommandList(texture == null ? null : new Texture[] {texture}, x, y, layout, effect, list);
	}

	public final synchronized void drawCommandList(Texture[] textures, int x, int y, FigureLayout layout, Effect3D effect,
			int[] list) {
		put(layout, effect);
		for (AffineTrans transform : layout.transforms) add(transform.numbers());
		add(list);
		int[] pixels = target.pixels();
		synchronized (Resource.LOCK) {
			int handles = add(textures);
			Native.check(Native.commandList(handle, x, y, effect.sphere(), words, count, layout.transforms.length,
				handles, pixels, target.stride()));
		}
		target.drawn();
	}

	public final synchronized void flush() {
		checkBound();
		Native.check(Native.flush(handle, target.pixels(), target.stride()));
		target.drawn();
	}
	private void checkBound() { if (bound == null) throw new IllegalStateException("No target is bound"); }

	private void put(FigureLayout layout, Effect3D effect) {
		checkBound();
		write(layout, effect, words);
		count = 30;
	}

	/** Writes the thirty numbers of layout and effect. */
	static void write(FigureLayout layout, Effect3D effect, int[] words) {
		layout.getAffineTrans().get(words, 0);
		System.arraycopy(layout.projection, 0, words, 12, 5);
		words[17] = layout.getCenterX(); words[18] = layout.getCenterY();
		effect.get(words, 19);
	}
	private int add(int... numbers) { return add(numbers, numbers.length); }

	/** Adds numbers to those of the call, `most` of them or fewer, and returns how many. */
	private int add(int[] numbers, int most) {
		int more = Math.min(numbers.length, most);
		if (more > words.length - count) words = Arrays.copyOf(words, 2 * count + more);
		System.arraycopy(numbers, 0, words, count, more);
		count += more;
		return more;
	}

	/** Adds the handles of textures, each as two numbers, and returns how many. */
	private int add(Texture[] textures) {
		if (textures == null) return 0;
		for (Texture texture : textures) add((int) texture.handle(), (int) (texture.handle() >>> 32));
		return textures.length;
	}
}
