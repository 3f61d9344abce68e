package com.mascotcapsule.micro3d.v3;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/** The library. Every call takes numbers, handles and arrays; none reads an object of Java. */
final class Native {
	private static final int ARGUMENT = -1, UNBOUND = -3;
	private static final int[] SINE = new int[4096];

	static {
		load();
		for (int angle = 0; angle < SINE.length; angle++) SINE[angle] = sin(angle);
	}

	static native long texture(byte[] bytes, int length, boolean model);
	static native long figure(byte[] bytes, int length);
	static native long actions(byte[] bytes, int length);
	static native long graphics();
	static native void free(int kind, long handle);
	static native int patterns(long figure);
	static native int setPattern(long figure, int mask);
	static native int setPosture(long figure, long actions, int action, int frame);
	static native int actionCount(long actions);
	static native int frames(long actions, int action);
	static native int bind(long graphics, int width, int height, int x, int y, int clipWidth, int clipHeight);
	static native int release(long graphics);
	// The first `length` words are layout and effect, and what the numbers after them count.
	static native int renderFigure(long graphics, long figure, int x, int y, long sphere, int[] words, int length, int textures);
	static native int renderPrimitives(long graphics, long texture, int x, int y, long sphere, int[] words, int length,
		int command, int count, int vertices, int normals, int texcoords, int colours);
	static native int commandList(long graphics, int x, int y, long sphere, int[] words, int length, int transforms,
		int textures, int[] pixels, int stride);
	static native int flush(long graphics, int[] pixels, int stride);
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
		return bytes(name, Host.current().resource(Objects.requireNonNull(name)));
	}

	private static byte[] bytes(String name, InputStream from) throws IOException {
		if (from == null) throw new IOException(name);
		try (InputStream in = from) {
			ByteArrayOutputStream bytes = new ByteArrayOutputStream();
			byte[] part = new byte[1 << 14];
			for (int read; (read = in.read(part)) >= 0; ) bytes.write(part, 0, read);
			return bytes.toByteArray();
		}
	}

	/** Loads the library in the file that the property keitai.micro3d names, or the one in the jar. */
	private static void load() {
		String path = System.getProperty("keitai.micro3d"), file = System.mapLibraryName("keitai_micro3d");
		try {
			if (path == null) {
				Path copy = Files.createTempFile("keitai", file);
				copy.toFile().deleteOnExit();
				String name = "/keitai/" + platform() + "/" + file;
				path = Files.write(copy, bytes(name, Native.class.getResourceAsStream(name))).toString();
			}
			System.load(path);
		} catch (IOException e) {
			throw new UnsatisfiedLinkError("not in the jar: " + e);
		}
	}

	/** Returns the folder of the library for this machine. */
	private static String platform() {
		String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT).replaceFirst("^amd64$", "x86_64")
			.replaceFirst("^(x86|i[3-6]86)$", "i686").replaceFirst("^arm64$", "aarch64").replaceFirst("^arm.*$", "armhf");
		return (System.getProperty("os.name").startsWith("Windows") ? "windows-" : "linux-") + machine;
	}
}
