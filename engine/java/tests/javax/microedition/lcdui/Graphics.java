package javax.microedition.lcdui;

/** As much of a Graphics as the tests need. */
public class Graphics {
	public final Image image;
	private int clipX, clipY, clipWidth, clipHeight, x, y, colour;

	Graphics(Image image) {
		this.image = image;
		clipWidth = image.width;
		clipHeight = image.height;
	}

	public int getClipX() { return clipX - x; }
	public int getClipY() { return clipY - y; }
	public int getClipWidth() { return clipWidth; }
	public int getClipHeight() { return clipHeight; }
	public int getTranslateX() { return x; }
	public int getTranslateY() { return y; }
	public void translate(int x, int y) { this.x += x; this.y += y; }
	public void setColor(int colour) { this.colour = 0xFF000000 | colour; }

	public void setClip(int x, int y, int width, int height) {
		int left = Math.max(x + this.x, 0), top = Math.max(y + this.y, 0);
		clipWidth = Math.max(Math.min(x + this.x + width, image.width) - left, 0);
		clipHeight = Math.max(Math.min(y + this.y + height, image.height) - top, 0);
		clipX = left;
		clipY = top;
	}

	public void fillRect(int x, int y, int width, int height) {
		for (int row = y; row < y + height; row++) for (int column = x; column < x + width; column++) set(column, row, colour);
	}

	public void drawImage(Image image, int x, int y, int anchor) {
		for (int row = 0; row < image.height; row++)
			for (int column = 0; column < image.width; column++)
				set(x + column, y + row, image.pixels[row * image.width + column]);
	}

	private void set(int column, int row, int colour) {
		column += x;
		row += y;
		if (column >= clipX && column < clipX + clipWidth && row >= clipY && row < clipY + clipHeight)
			image.pixels[row * image.width + column] = colour;
	}
}
