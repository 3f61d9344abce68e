package com.mascotcapsule.micro3d.v3;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.microedition.lcdui.Graphics;
import javax.microedition.lcdui.Image;

/**
 * Draws shots by calls of Java, in turn with the same calls of C (alone.c): Shots FILE... prints the time of a frame in both, and fails
 * if Java takes more than 1.15 of the time and 5 us more, or draws another picture.
 */
final class Shots extends Host {
	private static native void draw(long graphics, int frames, int[] tape, int[] pixels, int width, int background);

	/** A value of RON: its name, what follows the name in brackets, and what has a key there. */
	private static final class Ron {
		private static final Pattern TOKEN = Pattern.compile("//.*|\"[^\"]*\"|[-\\w./]+|[\\[\\](){}:,]");
		String name = "";
		final List<Ron> values = new ArrayList<>();
		final Map<String, Ron> keys = new HashMap<>();

		static Ron parse(String text) {
			List<String> tokens = new ArrayList<>();
			for (Matcher matcher = TOKEN.matcher(text); matcher.find(); )
				if (!matcher.group().startsWith("//") && !matcher.group().equals(",")) tokens.add(matcher.group());
			return new Ron(tokens.listIterator());
		}

		private Ron(java.util.ListIterator<String> tokens) {
			String token = tokens.next();
			if (!"([{".contains(token)) {
				name = token.replace("\"", "");
				if (!tokens.hasNext()) return;
				if (!tokens.next().equals("(")) { tokens.previous(); return; }
			}
			while (!")]}".contains(tokens.next())) {
				tokens.previous();
				Ron value = new Ron(tokens);
				if (tokens.next().equals(":")) keys.put(value.name, new Ron(tokens));
				else { tokens.previous(); values.add(value); }
			}
		}

		/** What is in `Some`. */
		Ron some() { return name.equals("Some") ? values.get(0) : this; }
		boolean isNone() { return name.equals("None"); }
		int number() { return Long.decode(name).intValue(); }
		Ron at(int index) { return values.get(index); }
		int number(int index) { return at(index).number(); }
		int[] numbers() { return values.stream().mapToInt(Ron::number).toArray(); }
		AffineTrans matrix() { return new AffineTrans(numbers()); }
	}

	private interface Call {
		void run();
	}

	private final File folder;
	private final Image screen;
	private final int background;
	private final Map<String, Texture> textures = new HashMap<>();
	private final Map<String, Figure> figures = new HashMap<>();
	private final Map<String, ActionTable> tables = new HashMap<>();
	private final List<Call> calls = new ArrayList<>();
	/** The calls of C: the number of the call, and its arguments. */
	private final IntStream.Builder tape = IntStream.builder();
	private final Graphics3D graphics = new Graphics3D();
	private final FigureLayout layout = new FigureLayout();
	private final Effect3D effect = new Effect3D();

	private Shots(File file) throws IOException {
		Host.set(this);
		folder = file.getParentFile();
		Ron shot = Ron.parse(new String(Files.readAllBytes(file.toPath()), StandardCharsets.UTF_8));
		screen = Image.createImage(shot.keys.get("size").number(0), shot.keys.get("size").number(1));
		background = shot.keys.get("background").number();
		Ron none = Ron.parse("{}");
		for (Map.Entry<String, Ron> one : shot.keys.getOrDefault("textures", none).keys.entrySet())
			textures.put(one.getKey(), new Texture(one.getValue().at(0).name, one.getValue().name.equals("Model")));
		for (Map.Entry<String, Ron> one : shot.keys.getOrDefault("figures", none).keys.entrySet())
			figures.put(one.getKey(), new Figure(one.getValue().name));
		for (Map.Entry<String, Ron> one : shot.keys.getOrDefault("actions", none).keys.entrySet())
			tables.put(one.getKey(), new ActionTable(one.getValue().name));
		Graphics g = screen.getGraphics();
		graphics.bind(g);
		boolean isPlaced = false;
		for (Ron statement : shot.keys.get("frame").values) {
			// Layout and effect of the calls after it.
			Call call = call(statement);
			call.run();
			// A product takes the place of its first factor: it is not made again in each frame.
			boolean isPlace = Arrays.asList("Matrix", "Mul", "Rotate").contains(statement.name);
			if (isPlace && isPlaced) calls.set(calls.size() - 1, call);
			else calls.add(call);
			isPlaced = isPlace;
		}
		graphics.release(g);
	}

	private void tape(int... numbers) { for (int number : numbers) tape.add(number); }

	private void tape(Resource resource) {
		long handle = resource == null ? 0 : resource.handle();
		tape((int) handle, (int) (handle >>> 32));
	}

	private void tape(int call, int[] at, Texture... textures) {
		tape(call, at[0], at[1]);
		int[] look = new int[30];
		Graphics3D.write(layout, effect, look);
		tape(look);
		tape(effect.getSphereTexture());
		tape(textures.length);
		for (Texture texture : textures) tape(texture);
	}

	private Texture[] textures(Ron names) {
		return names.values.stream().map(name -> textures.get(name.name)).toArray(Texture[]::new);
	}

	private AffineTrans product(AffineTrans other) {
		AffineTrans product = new AffineTrans();
		product.mul(layout.getAffineTrans(), other);
		return product;
	}

	private Call place(AffineTrans matrix) { return () -> layout.setAffineTrans(matrix); }

	private Call call(Ron statement) {
		Ron first = statement.values.isEmpty() ? null : statement.at(0);
		switch (statement.name) {
			case "Textures": {
				Texture[] list = textures(statement.at(1));
				return () -> figures.get(first.name).setTexture(list);
			}
			case "Pattern": {
				Figure figure = figures.get(first.name);
				int mask = statement.number(1);
				tape(2);
				tape(figure);
				tape(mask);
				return () -> figure.setPattern(mask);
			}
			case "Posture": {
				Figure figure = figures.get(statement.keys.get("figure").name);
				ActionTable table = tables.get(statement.keys.get("actions").name);
				int action = statement.keys.get("action").number(), start = statement.keys.get("start").number();
				int length = statement.keys.get("step").number() == 0 ? 0 : table.getNumFrames(action);
				int frame = length == 0 ? start : Math.floorMod(start, length);
				tape(1);
				tape(figure);
				tape(table);
				tape(action, frame);
				return () -> figure.setPosture(table, action, frame);
			}
			case "Matrix": return place(first.matrix());
			case "Mul": return place(product(first.matrix()));
			case "Rotate": {
				AffineTrans turn = new AffineTrans();
				int angle = statement.number(1);
				if (first.name.equals("X")) turn.rotationX(angle);
				else if (first.name.equals("Y")) turn.rotationY(angle);
				else turn.rotationZ(angle);
				return place(product(turn));
			}
			case "Center": {
				int x = statement.number(0), y = statement.number(1);
				return () -> layout.setCenter(x, y);
			}
			case "Projection": {
				int[] n = first.numbers();
				switch (first.name) {
					case "ParallelScale": return () -> layout.setScale(n[0], n[1]);
					case "ParallelSize": return () -> layout.setParallelSize(n[0], n[1]);
					case "PerspectiveFov": return () -> layout.setPerspective(n[0], n[1], n[2]);
					default: return () -> layout.setPerspective(n[0], n[1], n[2], n[3]);
				}
			}
			case "Light": {
				if (first.isNone()) return () -> effect.setLight(null);
				Map<String, Ron> keys = first.some().keys;
				int[] way = keys.get("direction").numbers();
				Vector3D direction = new Vector3D(way[0], way[1], way[2]);
				Light light = new Light(direction, keys.get("intensity").number(), keys.get("ambient").number());
				return () -> effect.setLight(light);
			}
			case "Shading": {
				if (first.name.equals("Normal")) return () -> effect.setShadingType(Effect3D.NORMAL_SHADING);
				int threshold = first.keys.get("threshold").number();
				int high = first.keys.get("high").number(), low = first.keys.get("low").number();
				return () -> { effect.setShadingType(Effect3D.TOON_SHADING); effect.setToonParams(threshold, high, low); };
			}
			case "Transparency": {
				boolean is = Boolean.parseBoolean(first.name);
				return () -> effect.setTransparency(is);
			}
			case "SphereMap": {
				Texture map = textures.get(first.some().name);
				return () -> effect.setSphereTexture(map);
			}
			case "Render": {
				Figure figure = figures.get(first.name);
				int x = statement.number(1), y = statement.number(2);
				tape(3, new int[] {x, y}, figure.textures() == null ? new Texture[0] : figure.textures());
				tape(figure);
				return () -> graphics.renderFigure(figure, x, y, layout, effect);
			}
			case "Primitives": {
				Map<String, Ron> keys = statement.keys;
				Texture texture = textures.get(keys.get("texture").some().name);
				int[] at = keys.get("at").numbers(), vertices = keys.get("vertices").numbers();
				int[] normals = keys.get("normals").numbers(), texels = keys.get("texcoords").numbers();
				int[] colours = keys.get("colors").numbers();
				int command = keys.get("command").number(), count = keys.get("count").number();
				tape(4, at, texture == null ? new Texture[0] : new Texture[] {texture});
				tape(command, count, vertices.length, normals.length, texels.length, colours.length);
				for (int[] numbers : new int[][] {vertices, normals, texels, colours}) tape(numbers);
				return () -> graphics.renderPrimitives(texture, at[0], at[1], layout, effect, command, count, vertices, normals,
					texels, colours);
			}
			case "CommandList": {
				Texture[] list = textures(statement.keys.get("textures"));
				Ron places = statement.keys.get("transforms");
				AffineTrans[] transforms = places == null ? new AffineTrans[0]
					: places.values.stream().map(Ron::matrix).toArray(AffineTrans[]::new);
				int[] at = statement.keys.get("at").numbers(), words = statement.keys.get("words").numbers();
				tape(5, at, list);
				tape(transforms.length, words.length);
				for (AffineTrans transform : transforms) tape(transform.numbers());
				tape(words);
				return () -> {
					if (transforms.length > 0) layout.setAffineTrans(transforms);
					graphics.drawCommandList(list, at[0], at[1], layout, effect, words);
				};
			}
			case "Flush": {
				tape(0);
				return graphics::flush;
			}
			default: throw new IllegalArgumentException(statement.name);
		}
	}

	private void draw(int frames) {
		Graphics g = screen.getGraphics();
		for (; frames > 0; frames--) {
			Arrays.fill(screen.pixels, background);
			graphics.bind(g);
			for (Call call : calls) call.run();
			graphics.release(g);
		}
	}

	@Override public InputStream resource(String name) {
		try {
			return new FileInputStream(new File(folder, name));
		} catch (IOException e) {
			return null;
		}
	}

	@Override public Target target(Graphics g) {
		return new Target() {
			{
				width = clipWidth = screen.width;
				height = clipHeight = screen.height;
			}

			@Override public int[] pixels() { return screen.pixels; }
		};
	}

	public static void main(String[] files) throws IOException {
		System.load(System.getProperty("alone"));
		boolean isGood = true;
		for (String file : files) {
			Shots shot = new Shots(new File(file).getAbsoluteFile());
			int[] tape = shot.tape.build().toArray(), pixels = shot.screen.pixels;
			long graphics = Native.graphics();
			shot.draw(2000);
			int[] picture = pixels.clone();
			draw(graphics, 10, tape, pixels, shot.screen.width, shot.background);
			boolean isEqual = Arrays.equals(picture, pixels);
			// The quickest of many short rounds: other programs take time from the rest.
			double[] least = {1e9, 1e9};
			for (int round = 0; round < 500; round++) {
				long start = System.nanoTime();
				draw(graphics, 10, tape, pixels, shot.screen.width, shot.background);
				long middle = System.nanoTime();
				shot.draw(10);
				least[0] = Math.min(least[0], (middle - start) / 1e4);
				least[1] = Math.min(least[1], (System.nanoTime() - middle) / 1e4);
			}
			System.out.printf("%-28s %8.1f us in C %8.1f us in Java %5.2f%s%n", new File(file).getName(), least[0], least[1],
				least[1] / least[0], isEqual ? "" : "  other picture");
			isGood &= isEqual && least[1] <= Math.max(1.15 * least[0], least[0] + 5);
		}
		System.exit(isGood ? 0 : 1);
	}
}
