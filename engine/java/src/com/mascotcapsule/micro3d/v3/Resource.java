package com.mascotcapsule.micro3d.v3;

/** Something that the library holds. Its handle is valid while {@link #LOCK} is held, so that no other thread frees it in a call. */
abstract class Resource {
	static final Object LOCK = new Object();
	static final int TEXTURE = 0, FIGURE = 1, ACTIONS = 2, GRAPHICS = 3;
	private final int kind;
	private long handle;

	Resource(int kind, long handle) {
		if (handle == 0) throw new RuntimeException("damaged");
		this.kind = kind; this.handle = handle;
	}
	public final synchronized void dispose() {
		synchronized (LOCK) { Native.free(kind, handle); handle = 0; }
	}
	@Override protected void finalize() { dispose(); }

	final long handle() {
		if (handle == 0) throw new RuntimeException("disposed");
		return handle;
	}
}
