package com.mascotcapsule.micro3d.v3;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Locale;

/** The library. Every call takes numbers, handles and arrays; none reads an object of Java. */
final class Native {
	private static final int ARGUMENT = -1, UNBOUND = -3;
	private static final int[] SINE = new int[4096];

	static {
		load();
		for (int angle = 0; angle < SINE.length; angle++) SINE[angle] = sin(angle);
	}

	private Native() {}
	static native long texture(byte[] bytes, boolean model);
	static native long figure(byte[] bytes);
	static native long actions(byte[] bytes);
	static native long graphics();
	static native void free(int kind, long handle);
	static native int patterns(long figure);
	static native int setPattern(long figure, int mask);
	static native int setPosture(long figure, long actions, int action, int frame);
	static native int actionCount(long actions);
	static native int frames(long actions, int action);
	static native int bind(long graphics, int width, int height, int x, int y, int clipWidth, int clipHeight);
	static native int release(long graphics);
	static native int renderFigure(long graphics, long figure, long[] textures, int x, int y, int[] state, long sphere);
	static native int renderPrimitives(long graphics, long texture, int x, int y, int[] state, long sphere, int command,
		int count, int[] vertices, int[] normals, int[] texcoords, int[] colours);
	static native int commandList(long graphics, long[] textures, int[] transforms, int x, int y, int[] state,
		long sphere, int[] words, int[] pixels, int stride);
	static native int flush(long graphics, int[] pixels, int stride);
	static native int record(long graphics, String folder, int pictures);
	static native int sqrt(int value);
	private static native int sin(int angle);
	static native void rotation(int[] matrix, int[] axis, int angle);
	static native void lookAt(int[] matrix, int[] nine);
	static native void unit(int[] vector);
	static int sine(int angle) { return SINE[angle & 4095]; }

	static void check(int result) {
		if (result >= 0) return;
		if (result == ARGUMENT) throw new IllegalArgumentException();
		if (result == UNBOUND) throw new IllegalStateException("No target is bound");
		throw new RuntimeException();
	}

	/** Returns the bytes of a resource of the game. */
	static byte[] resource(String name) throws IOException {
		if (name == null) throw new NullPointerException();
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		copy(name, Host.current().resource(name), bytes);
		return bytes.toByteArray();
	}

	private static void copy(String name, InputStream from, OutputStream to) throws IOException {
		if (from == null) throw new IOException(name);
		try (InputStream in = from; OutputStream out = to) {
			byte[] part = new byte[1 << 14];
			for (int read; (read = in.read(part)) >= 0; ) out.write(part, 0, read);
		}
	}

	/** Loads the library in the file that the property keitai.micro3d names, or the one in the jar. */
	private static void load() {
		String path = System.getProperty("keitai.micro3d");
		String name = "/keitai/" + platform() + "/" + System.mapLibraryName("keitai_micro3d");
		try {
			if (path == null) {
				File file = File.createTempFile("keitai_micro3d", name.substring(name.lastIndexOf('.')));
				file.deleteOnExit();
				copy(name, Native.class.getResourceAsStream(name), new FileOutputStream(file));
				path = file.getPath();
			}
			System.load(path);
		} catch (IOException e) {
			throw new UnsatisfiedLinkError("not in the jar: " + e);
		}
	}

	/** Returns the folder of the library for this machine. */
	private static String platform() {
		String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows") ? "windows" : "linux";
		String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
		if (machine.equals("amd64")) machine = "x86_64";
		if (machine.matches("x86|i[3-6]86")) machine = "i686";
		if (machine.startsWith("arm") && !machine.equals("arm64")) machine = "armhf";
		if (machine.equals("arm64")) machine = "aarch64";
		return system + "-" + machine;
	}
}
