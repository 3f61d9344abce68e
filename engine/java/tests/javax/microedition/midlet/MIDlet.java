package javax.microedition.midlet;

/** As much of a MIDlet as the tests need. */
public abstract class MIDlet {
	public abstract void startApp();
}
