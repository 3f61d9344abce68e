package com.mascotcapsule.micro3d.v3;

import java.io.IOException;

/** The actions of figures. */
public class ActionTable extends Resource {
	public ActionTable(byte[] b) { super(ACTIONS, Native.actions(b, b.length)); }
	public ActionTable(String name) throws IOException { this(Native.resource(name)); }
	public final int getNumAction() { return getNumActions(); }
	public final int getNumFrame(int action) { return getNumFrames(action); }
	public final int getNumActions() { synchronized (LOCK) { return Native.actionCount(handle()); } }

	/** The last frame of an action, in 1/65536 of a frame. */
	public final int getNumFrames(int action) {
		synchronized (LOCK) {
			if (action < 0 || action >= getNumActions()) throw new IllegalArgumentException();
			return Native.frames(handle(), action);
		}
	}
}
