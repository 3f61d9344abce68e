import com.mascotcapsule.micro3d.v3.*;
import java.io.IOException;
import javax.microedition.lcdui.Canvas;
import javax.microedition.lcdui.Graphics;
import javax.microedition.midlet.MIDlet;

/** An endless road of quads with a robot on it and trees of sprites beside it. */
public final class Coast extends MIDlet {
	@Override public void startApp() {
		try {
			Canvas.current = new Road();
		} catch (IOException e) {
			throw new IllegalStateException(e);
		}
	}

	private static final class Road extends Canvas {
		private static final int PIECES = 24, LENGTH = 160;
		private final Graphics3D graphics = new Graphics3D();
		private final Figure runner = new Figure("tin.mbac");
		private final ActionTable run = new ActionTable("tin.mtra");
		private final Texture trees = new Texture("sprout.bmp", true);
		private final Effect3D plain = new Effect3D();
		private final Effect3D sun = new Effect3D(new Light(new Vector3D(2000, 3000, 1500), 3000, 1400), 0, true, null);
		private final int[] quads = new int[12 * 2 * PIECES], colours = new int[2 * PIECES];
		private final int[] places = new int[3 * PIECES], sprites = new int[8 * PIECES];
		private int way;

		Road() throws IOException { runner.setTexture(new Texture("rust.bmp", true)); }

		private static int bend(int piece) { return Util3D.sin(piece * 37) / 40 + Util3D.sin(piece * 91) / 90; }

		@Override public void paint(Graphics g) {
			way += 45;
			g.setColor(0x70B0E8);
			g.fillRect(0, 0, getWidth(), getHeight() / 2);
			g.setColor(0x407030);
			g.fillRect(0, getHeight() / 2, getWidth(), getHeight());
			int first = way / LENGTH, x = 0, dx = 0;
			for (int i = 0; i < PIECES; i++) {
				int piece = first + i, near = i * LENGTH - way % LENGTH, far = near + LENGTH, next = x + dx + bend(piece);
				for (int part = 0; part < 2; part++) {
					int half = part == 0 ? 200 : 170;
					int[] quad = {x - half, -part, near, x + half, -part, near, next + half, -part, far, next - half, -part, far};
					System.arraycopy(quad, 0, quads, 12 * (2 * i + part), 12);
					colours[2 * i + part] = part == 1 ? 0x50545C : piece % 2 == 0 ? 0xD04030 : 0xF0F0E8;
				}
				int[] place = {x + (piece % 2 == 0 ? 300 : -300), 70, near};
				System.arraycopy(place, 0, places, 3 * i, 3);
				int[] sprite = {150, 150, 0, piece % 4 * 64, 0, piece % 4 * 64 + 63, 63, 0};
				System.arraycopy(sprite, 0, sprites, 8 * i, 8);
				dx += bend(piece);
				x = next;
			}
			AffineTrans view = new AffineTrans();
			view.setViewTrans(new Vector3D(0, 150, -60), new Vector3D(0, -700, 4096), new Vector3D(0, 4096, 0));
			FigureLayout layout = new FigureLayout(view, 512, 512, getWidth() / 2, getHeight() / 2);
			layout.setPerspective(30, 8000, 740);
			int[] none = {};
			graphics.bind(g);
			graphics.renderPrimitives(null, 0, 0, layout, plain, Graphics3D.PRIMITVE_QUADS | Graphics3D.PDATA_COLOR_PER_FACE,
				2 * PIECES, quads, none, none, colours);
			graphics.flush();
			graphics.renderPrimitives(trees, 0, 0, layout, plain, Graphics3D.PRIMITVE_POINT_SPRITES
				| Graphics3D.PDATA_POINT_SPRITE_PARAMS_PER_FACE | Graphics3D.PATTR_COLORKEY, PIECES, places, none, sprites, none);
			runner.setPosture(run, 0, way * 1500 % Math.max(run.getNumFrames(0), 1));
			AffineTrans place = new AffineTrans(), back = new AffineTrans();
			back.setIdentity();
			back.setRotationY(2048);
			back.m23 = 420;
			place.multiply(view, back);
			layout.setAffineTrans(place);
			graphics.renderFigure(runner, 0, 0, layout, sun);
			graphics.flush();
			graphics.release(g);
		}
	}
}
