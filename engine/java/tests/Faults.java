import com.mascotcapsule.micro3d.v3.*;
import java.io.IOException;
import javax.microedition.lcdui.Canvas;
import javax.microedition.lcdui.Graphics;
import javax.microedition.midlet.MIDlet;

/** Calls that throw, each with the exception that it must throw; a figure is drawn after them. */
public final class Faults extends MIDlet {
	private interface Call {
		void run() throws Exception;
	}

	@Override public void startApp() {
		try {
			Canvas.current = new Page();
		} catch (IOException e) {
			throw new IllegalStateException(e);
		}
	}

	private static final class Page extends Canvas {
		private final Graphics3D graphics = new Graphics3D();
		private final Figure figure = new Figure("tin.mbac");
		private final Texture texture = new Texture("tin.bmp", true), sphere = new Texture("lacquer.bmp", false);
		private final ActionTable table = new ActionTable("tin.mtra");
		private final FigureLayout layout = new FigureLayout();
		private final Effect3D effect = new Effect3D();
		private int tick;

		Page() throws IOException { figure.setTexture(texture); }

		private static void refused(Class<?> expected, Call call) {
			try {
				call.run();
			} catch (Exception e) {
				if (e.getClass() == expected) return;
				throw new AssertionError(expected + " expected", e);
			}
			throw new AssertionError(expected + " expected");
		}

		@Override public void paint(Graphics g) {
			tick++;
			Class<?> argument = IllegalArgumentException.class, state = IllegalStateException.class;
			Class<?> none = NullPointerException.class, runtime = RuntimeException.class;
			int lines = Graphics3D.PRIMITVE_LINES | Graphics3D.PDATA_COLOR_PER_COMMAND;
			int[] one = {0}, six = new int[6];
			refused(state, () -> graphics.flush());
			refused(state, () -> graphics.renderFigure(figure, 0, 0, layout, effect));
			refused(none, () -> graphics.bind(null));
			graphics.release(g);
			graphics.bind(g, true);
			refused(state, () -> graphics.bind(g));
			refused(argument, () -> graphics.release(null));
			refused(none, () -> graphics.renderFigure(null, 0, 0, layout, effect));
			refused(none, () -> graphics.renderFigure(figure, 0, 0, null, effect));
			refused(none, () -> graphics.renderFigure(figure, 0, 0, layout, null));
			refused(none, () -> graphics.renderPrimitives(null, 0, 0, layout, effect, lines, 1, null, one, one, one));
			refused(argument, () -> graphics.renderPrimitives(null, 0, 0, layout, effect, lines, 0, six, one, one, one));
			refused(argument, () -> graphics.renderPrimitives(null, 0, 0, layout, effect, lines, 256, six, one, one, one));
			refused(argument, () -> graphics.renderPrimitives(null, 0, 0, layout, effect, -1, 1, six, one, one, one));
			refused(argument, () -> graphics.renderPrimitives(null, 0, 0, layout, effect, lines, 2, six, one, one, one));
			refused(none, () -> graphics.drawCommandList(texture, 0, 0, layout, effect, null));
			refused(argument, () -> graphics.drawCommandList(texture, 0, 0, layout, effect, new int[] {1, 2, 3}));
			refused(argument, () -> layout.setPerspective(100, 10, 512));
			refused(argument, () -> layout.selectAffineTrans(9));
			refused(argument, () -> effect.setToonParams(256, 0, 0));
			refused(argument, () -> effect.setSphereTexture(texture));
			refused(argument, () -> figure.setTexture(sphere));
			refused(argument, () -> figure.selectTexture(3));
			refused(argument, () -> figure.setPosture(table, 99, 0));
			refused(none, () -> figure.setPosture(null, 0, 0));
			refused(none, () -> new Figure((byte[]) null));
			refused(runtime, () -> new Figure(new byte[] {'M', 'B', 9, 9}));
			refused(runtime, () -> new Texture(new byte[] {'B', 'M'}, true));
			refused(IOException.class, () -> new Texture("nothing.bmp", true));
			refused(argument, () -> new AffineTrans(new int[11]));
			Texture gone = new Texture(bytes(), true);
			gone.dispose();
			gone.dispose();
			refused(runtime, () -> figure.setTexture(gone));
			Graphics3D other = new Graphics3D();
			other.bind(g);
			other.drawFigure(figure, 9, 9, layout, effect);
			other.release(g);
			other.dispose();
			refused(runtime, () -> other.bind(g));
			Vector3D zero = new Vector3D();
			zero.unit();
			if (zero.z != 4096 || zero.x != 0) throw new AssertionError("unit of zero");
			AffineTrans place = new AffineTrans();
			place.lookAt(new Vector3D(0, 90, 420), new Vector3D(0, 0, -4096), new Vector3D(0, 4096, 0));
			layout.setAffineTrans(place);
			layout.setCenter(getWidth() / 2, getHeight() / 2 + tick);
			layout.setPerspective(16, 4000, 700);
			graphics.drawFigure(figure, 0, 0, layout, effect);
			graphics.release(g);
		}

		/** A texture of one texel: a BMP of 8 bits with two colours. */
		private static byte[] bytes() {
			byte[] bytes = new byte[14 + 40 + 8 + 4];
			int[] header = {0x4D42, 66, 0, 0, 0, 62, 0, 40, 0, 1, 0, 1, 0, 1, 8, 0, 0, 4, 0, 0, 0, 0, 0, 2, 0, 2, 0};
			for (int i = 0; i < header.length; i++) {
				bytes[2 * i] = (byte) header[i];
				bytes[2 * i + 1] = (byte) (header[i] >> 8);
			}
			return bytes;
		}
	}
}
