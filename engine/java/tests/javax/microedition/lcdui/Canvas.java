package javax.microedition.lcdui;

/** As much of a canvas as the tests need. */
public abstract class Canvas {
	/** The size of the screen, and what is shown on it. */
	public static int width, height;
	public static Canvas current;

	public int getWidth() { return width; }
	public int getHeight() { return height; }
	public abstract void paint(Graphics g);
}
