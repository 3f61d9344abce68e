// Devices of people: sound that a touch starts, the keys of a Mac, pads that a browser does not know, and displays of any density.
import { equal, fingers, gamepad, holds } from "./person.mjs";

// Evaluates an expression without counting as a press, as reading by a test does otherwise.
async function quietly(context, page) {
  const session = await context.newCDPSession(page);
  return async (expression) => (await session.send("Runtime.evaluate", { expression, userGesture: false })).result.value;
}

async function open(page, address, read) {
  await page.goto(address);
  for (let look = 0; look < 600 && !await read("picture > 0"); look++) await page.waitForTimeout(100);
}

// Lists what the page gives to the program.
async function listen(page, method) {
  await page.addInitScript((method) => {
    window.heard = [];
    addEventListener("DOMContentLoaded", () => {
      const given = keitaiProgram.Host.prototype[method];
      keitaiProgram.Host.prototype[method] = function (...values) {
        heard.push(values.join());
        return given.apply(this, values);
      };
    });
  }, method);
  return () => page.evaluate(() => heard.splice(0));
}

export const devices = {
  async "the first touch starts the sound"({ page, context, rallyPage }) {
    const { down, up } = await fingers(context, page);
    const read = await quietly(context, page);
    await open(page, rallyPage, read);
    await down({ 0: [300, 300] });
    await page.waitForTimeout(80);
    await up(0);
    await page.waitForTimeout(1000);
    equal(await read("sound.context.state"), "running", "state of the sound");
  },

  async "keys go up with the key Command"({ page, context, rallyPage }) {
    const heard = await listen(page, "key");
    await open(page, rallyPage, await quietly(context, page));
    const send = (type, key) => page.evaluate(([type, key]) =>
      screen.dispatchEvent(new KeyboardEvent(type, { ...key, bubbles: true })), [type, key]);
    await heard();
    await send("keydown", { code: "ArrowUp", key: "ArrowUp" });
    await send("keydown", { code: "MetaLeft", key: "Meta", metaKey: true });
    await send("keydown", { code: "KeyC", key: "c", metaKey: true });
    await send("keyup", { code: "MetaLeft", key: "Meta" });
    equal(await heard(), ["ArrowUp,true", "ArrowUp,false", "MetaLeft,false"], "keys");
  },

  async "a pad without the standard layout has the buttons that the community knows"({ page, context, rallyPage }) {
    const pad = await gamepad(page);
    await open(page, rallyPage, await quietly(context, page));
    await pad.plug({ id: "045e-028e-Microsoft X-Box 360 pad", mapping: "", buttons: 11, axes: [0, 0, -1, 0, 0, -1, 0, 0] });
    const shown = () => page.evaluate(() => {
      const [{ buttons, axes }] = navigator.getGamepads();
      return [buttons.flatMap(({ pressed }, number) => (pressed ? [number] : [])), axes];
    });
    equal(await shown(), [[], [0, 0, 0, 0]], "at rest");
    await pad.button(7, true);
    await pad.axis(7, 1);
    await pad.axis(5, 1);
    await pad.axis(4, 1);
    // Start, D-pad down, the right trigger and the right stick down.
    equal(await shown(), [[7, 9, 13], [0, 0, 0, 1]], "Linux");
    // A page keeps the name of the first pad in a place, so the next one is plugged into a new page.
    await open(page, rallyPage, await quietly(context, page));
    await pad.plug({ id: "Unheard of", mapping: "", buttons: 12, axes: [0, 0, 0, 0, 0, 0, 0, 0, 0, -1] });
    equal((await shown())[0], [12], "one axis as a D-pad, up");
    await page.waitForFunction(() => /does not know its buttons; F2/.test(host.message()), null, { timeout: 5000 });
  },

  async "every pixel is a square of whole pixels on displays of any density"({ browser, rallyPage }) {
    for (const density of [1, 1.1, 1.25, 1.5, 1.75, 2, 2.625, 3]) {
      for (const [width, height] of [[1000, 900], [1001, 901], [1283, 721]]) {
        const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: density });
        const page = await context.newPage();
        await open(page, rallyPage, await quietly(context, page));
        // A board of pixels in turn black and white.
        await page.evaluate(() => {
          const pixels = new Uint32Array(240 * 320).map((_, pixel) => ((pixel + Math.trunc(pixel / 240)) & 1 ? ~0 : 0xFF000000));
          host.pixels = () => new Uint8ClampedArray(pixels.buffer);
          picture = -1;
        });
        await page.waitForTimeout(300);
        const png = await page.screenshot();
        // Lengths of the runs of one colour along the middle row and the middle column, but for those at the edges.
        const runs = await page.evaluate(async (png) => {
          const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
          const canvas = new OffscreenCanvas(image.width, image.height), area = screen.getBoundingClientRect();
          const context = canvas.getContext("2d"), inside = (length) => Math.floor(length * devicePixelRatio);
          context.drawImage(image, 0, 0);
          const { data } = context.getImageData(inside(area.x), inside(area.y), inside(area.width), inside(area.height));
          const line = (length, at) => {
            const ends = Array.from({ length: length - 1 }, (_, n) => n + 1).filter((n) => data[at(n) * 4] !== data[at(n - 1) * 4]);
            return new Set(ends.slice(1).map((end, n) => end - ends[n]));
          };
          const wide = inside(area.width), high = inside(area.height);
          return [line(wide, (n) => (high >> 1) * wide + n), line(high, (n) => n * wide + (wide >> 1))].map((set) => [...set]);
        }, png.toString("base64"));
        holds(runs.every(({ length }) => length === 1) && runs[0][0] === runs[1][0], `${density}, ${width}: ${JSON.stringify(runs)}`);
        await context.close();
      }
    }
  },
};
