import com.mascotcapsule.micro3d.v3.*;
import java.io.IOException;
import javax.microedition.lcdui.Canvas;
import javax.microedition.lcdui.Graphics;
import javax.microedition.lcdui.Image;
import javax.microedition.midlet.MIDlet;

/** Robots in six rooms, one after the other: every class and nearly every call. */
public final class Hangar extends MIDlet {
	@Override public void startApp() {
		try {
			Canvas.current = new Rooms();
		} catch (IOException e) {
			throw new IllegalStateException(e);
		}
	}

	private static final class Rooms extends Canvas {
		/** Frames in a room. */
		private static final int STAY = 8;
		private final Graphics3D screen = new Graphics3D(), small = new Graphics3D();
		private final Image mirror = Image.createImage(60, 48);
		private final Figure tin = new Figure("tin.mbac"), sprout = new Figure("sprout.mbac");
		private final ActionTable walk = new ActionTable("tin.mtra"), grow = new ActionTable("sprout.mtra");
		private final Texture paint = new Texture("tin.bmp", true), gold = new Texture("midas.bmp", true);
		private final Texture leaves = new Texture("sprout.bmp", true), shine = new Texture("lacquer.bmp", false);
		private final Light lamp = new Light(new Vector3D(-1500, 2600, 2400), 3400, 1100);
		private final Effect3D plain = new Effect3D(), lit = new Effect3D(lamp, Effect3D.NORMAL_SHADING, true, null);
		private final Effect3D toon = new Effect3D(lamp, Effect3D.TOON_SHADING, false, null);
		private final Effect3D shiny = new Effect3D(lamp, Effect3D.NORMAL_SHADING, true, shine);
		private final AffineTrans eye = new AffineTrans(), turn = new AffineTrans();
		private final AffineTrans[] shelves = {new AffineTrans(), new AffineTrans(), new AffineTrans()};
		private int tick;

		Rooms() throws IOException {
			tin.setTexture(new Texture[] {paint, gold});
			tin.selectTexture(0);
			sprout.setTexture(leaves);
			toon.setToonParams(120, 250, 70);
			for (int i = 0; i < shelves.length; i++) {
				shelves[i].setIdentity();
				shelves[i].m03 = 40 * (i - 1);
				shelves[i].m23 = 20 * i;
			}
		}

		@Override public void paint(Graphics g) {
			tick++;
			eye.lookAt(new Vector3D(0, 90, 420), new Vector3D(0, -400, -4096), new Vector3D(0, 4096, 0));
			turn.setIdentity();
			g.setColor(0x102040 + tick * 3);
			g.fillRect(0, 0, getWidth(), getHeight());
			switch (tick / STAY % 6) {
				case 0: parade(g); break;
				case 1: windows(g); break;
				case 2: mirrors(g); break;
				case 3: shapes(g); break;
				case 4: shelf(g); break;
				default: lateChanges(g);
			}
		}

		private FigureLayout layout(int x, int y) {
			AffineTrans place = new AffineTrans();
			place.mul(eye, turn);
			FigureLayout layout = new FigureLayout(place, 512, 512, x, y);
			layout.setPerspective(16, 4000, 700);
			return layout;
		}

		private void pose(Figure figure, ActionTable table, int action) {
			int last = table.getNumFrames(action);
			figure.setPosture(table, action, last == 0 ? 0 : tick * 40000 % last);
		}

		/** Two robots, toon and shiny, in one flush. */
		private void parade(Graphics g) {
			turn.rotationY(tick * 90);
			pose(tin, walk, tick % walk.getNumActions());
			pose(sprout, grow, 0);
			screen.bind(g);
			screen.renderFigure(tin, -30, 10, layout(getWidth() / 2, getHeight() / 2), shiny);
			turn.rotationV(new Vector3D(1000, 3000, 2000), tick * 70);
			screen.renderFigure(sprout, 30, 0, layout(getWidth() / 2, getHeight() / 2), toon);
			screen.flush();
			screen.release(g);
		}

		/** The four projections in four clipped and moved quarters. */
		private void windows(Graphics g) {
			turn.rotationX(tick * 30);
			for (int i = 0; i < 4; i++) {
				int width = getWidth() / 2, height = getHeight() / 2;
				g.translate(i % 2 * width, i / 2 * height);
				g.setClip(3, 3, width - 6, height - 6);
				FigureLayout layout = layout(i % 2 * width + width / 2, i / 2 * height + height / 2);
				if (i == 1) layout.setScale(1500, 1200);
				if (i == 2) layout.setParallelSize(500, 640);
				if (i == 3) layout.setPerspective(40, 3000, 30 << 12, 40 << 12);
				screen.bind(g);
				screen.drawFigure(tin, 0, 0, layout, i < 2 ? lit : plain);
				screen.release(g);
				g.translate(-(i % 2 * width), -(i / 2 * height));
			}
			g.setClip(0, 0, getWidth(), getHeight());
		}

		/** A picture of another size, drawn by other graphics and shown three times, with 3D over it. */
		private void mirrors(Graphics g) {
			Graphics m = mirror.getGraphics();
			m.setColor(0x604020);
			m.fillRect(0, 0, 60, 48);
			turn.rotationZ(tick * 50);
			small.bind(m);
			small.drawFigure(sprout, 0, 0, layout(30, 24), shiny);
			small.release(m);
			for (int i = 0; i < 3; i++) g.drawImage(mirror, 5 + 40 * i, 8 + 30 * i, 0);
			screen.bind(g);
			screen.renderFigure(tin, 0, 0, layout(getWidth() / 2, getHeight() / 2), lit);
			screen.flush();
			screen.release(g);
		}

		/** All kinds of primitives. */
		private void shapes(Graphics g) {
			FigureLayout layout = layout(getWidth() / 2, getHeight() / 2);
			int[] none = {}, colours = {0xFF4020, 0x40FF80, 0x4060FF};
			int[] corners = {-90, -30, 0, 20, -60, 40, 0, 80, 20, 30, 0, 60, 90, 20, 0, 70, 90, -40};
			int perFace = Graphics3D.PDATA_COLOR_PER_FACE, perCommand = Graphics3D.PDATA_COLOR_PER_COMMAND;
			screen.bind(g);
			screen.renderPrimitives(null, 0, 0, layout, plain, Graphics3D.PRIMITVE_TRIANGLES | perFace
				| Graphics3D.PATTR_BLEND_HALF, 2, corners, none, none, colours);
			screen.renderPrimitives(null, 0, 0, layout, plain, Graphics3D.PRIMITVE_LINES | perFace, 3, corners, none, none, colours);
			screen.renderPrimitives(null, 3, 3, layout, plain, Graphics3D.PRIMITVE_POINTS | perCommand, 6, corners, none, none,
				new int[] {0xFFFFFF});
			int[] quad = {-60, -40, -30, 60, -40, -30, 60, 60, 10, -60, 60, 10}, texels = {0, 255, 255, 255, 255, 0, 0, 0};
			screen.renderPrimitives(paint, 0, 0, layout, lit, Graphics3D.PRIMITVE_QUADS | Graphics3D.PDATA_TEXURE_COORD
				| Graphics3D.PDATA_NORMAL_PER_FACE | Graphics3D.PATTR_LIGHTING, 1, quad,
				new int[] {0, Util3D.sin(tick * 60), -Util3D.cos(tick * 60)}, texels, none);
			int size = Util3D.sqrt(tick * 400) + 40;
			screen.renderPrimitives(gold, 0, 0, layout, plain, Graphics3D.PRIMITVE_POINT_SPRITES
				| Graphics3D.PDATA_POINT_SPRITE_PARAMS_PER_CMD | Graphics3D.PATTR_BLEND_ADD, 1, new int[] {30, 30, -60},
				none, new int[] {size, size, tick * 64, 0, 0, 120, 90, 0}, none);
			screen.flush();
			screen.release(g);
		}

		/** A command list with textures and matrices of its own, and one texture twice. */
		private void shelf(Graphics g) {
			FigureLayout layout = layout(0, 0);
			layout.setAffineTrans(shelves);
			layout.selectAffineTrans(1);
			int triangle = Graphics3D.PRIMITVE_TRIANGLES | Graphics3D.PDATA_COLOR_PER_COMMAND | 1 << 16;
			int quad = Graphics3D.PRIMITVE_QUADS | Graphics3D.PDATA_TEXURE_COORD | 1 << 16;
			int[] list = {Graphics3D.COMMAND_LIST_VERSION_1_0, Graphics3D.COMMAND_CENTER, getWidth() / 2, getHeight() / 2,
				Graphics3D.COMMAND_PARALLEL_SCALE, 3000, 3000, Graphics3D.COMMAND_CLIP, 0, 0, getWidth(), 100 + tick,
				Graphics3D.COMMAND_AFFINE_INDEX, triangle, -20, 20, 0, 20, 20, 0, 0, -30, 0, 0x80C0FF,
				Graphics3D.COMMAND_NOP | 1, 7, Graphics3D.COMMAND_AFFINE_INDEX | 2, Graphics3D.COMMAND_TEXTURE_INDEX | 2,
				quad, -25, -25, 0, 25, -25, 0, 25, 25, 0, -25, 25, 0, 0, 0, 255, 0, 255, 255, 0, 255,
				Graphics3D.COMMAND_ATTRIBUTE | Graphics3D.ENV_ATTR_LIGHTING, Graphics3D.COMMAND_AMBIENT_LIGHT, 2000,
				Graphics3D.COMMAND_DIRECTION_LIGHT, 0, 0, 4096, 3000, Graphics3D.COMMAND_THRESHOLD, 100, 200, 50,
				Graphics3D.COMMAND_FLUSH, Graphics3D.COMMAND_END};
			screen.bind(g);
			screen.drawCommandList(new Texture[] {paint, gold, gold}, 0, 0, layout, lit, list);
			screen.drawCommandList(gold, 0, 0, layout, plain, list);
			screen.release(g);
		}

		/** What is queued does not change: not by a new posture, nor when its figure and its texture are disposed. */
		private void lateChanges(Graphics g) {
			try {
				Figure one = new Figure("sprout.mbac");
				Texture skin = new Texture("sprout.bmp", true);
				one.setTexture(skin);
				one.setPattern(tick % 2 == 0 ? 0 : -2);
				screen.bind(g);
				screen.renderFigure(one, 0, 0, layout(getWidth() / 2, getHeight() / 2), lit);
				pose(one, grow, 0);
				one.dispose();
				skin.dispose();
				screen.flush();
				screen.release(g);
			} catch (IOException e) {
				throw new IllegalStateException(e);
			}
		}
	}
}
