import com.mascotcapsule.micro3d.v3.Host;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import javax.microedition.lcdui.Canvas;
import javax.microedition.lcdui.Graphics;
import javax.microedition.lcdui.Image;
import javax.microedition.midlet.MIDlet;

/** Plays a MIDlet without a window: Player CLASS WIDTH HEIGHT FRAMES ASSETS. Writes each picture at its release to standard output. */
final class Player extends Host {
	private final File assets;
	private final DataOutputStream out = new DataOutputStream(new java.io.BufferedOutputStream(System.out, 1 << 20));

	private Player(File assets) { this.assets = assets; }

	public static void main(String[] arguments) throws Exception {
		Canvas.width = Integer.parseInt(arguments[1]);
		Canvas.height = Integer.parseInt(arguments[2]);
		Player player = new Player(new File(arguments[4]));
		Host.set(player);
		((MIDlet) Class.forName(arguments[0]).getDeclaredConstructor().newInstance()).startApp();
		Image screen = Image.createImage(Canvas.width, Canvas.height);
		for (int frame = Integer.parseInt(arguments[3]); frame > 0; frame--) Canvas.current.paint(screen.getGraphics());
		player.out.flush();
	}

	@Override public InputStream resource(String name) {
		try {
			return new FileInputStream(new File(assets, name));
		} catch (IOException e) {
			return null;
		}
	}

	@Override public Target target(Graphics graphics) {
		return new Target() {
			{
				width = graphics.image.width;
				height = graphics.image.height;
				clipX = graphics.getClipX() + graphics.getTranslateX();
				clipY = graphics.getClipY() + graphics.getTranslateY();
				clipWidth = graphics.getClipWidth();
				clipHeight = graphics.getClipHeight();
			}

			@Override public int[] pixels() { return graphics.image.pixels; }

			@Override public void released() {
				try {
					out.writeInt(width);
					out.writeInt(height);
					for (int pixel : graphics.image.pixels) out.writeInt(pixel);
				} catch (IOException e) {
					throw new IllegalStateException(e);
				}
			}
		};
	}
}
