package javax.microedition.lcdui;

/** A picture that can be drawn into. */
public class Image {
	public final int[] pixels;
	public final int width, height;

	private Image(int width, int height) {
		this.width = width;
		this.height = height;
		pixels = new int[width * height];
		java.util.Arrays.fill(pixels, -1);
	}

	public static Image createImage(int width, int height) { return new Image(width, height); }
	public Graphics getGraphics() { return new Graphics(this); }
}
