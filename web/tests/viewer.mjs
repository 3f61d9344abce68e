// The viewer: figures are dropped, turned, played, checked and saved.
import { readFile, writeFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import validator from "gltf-validator";
import { download, drop, equal, fingers, gamepad, holds, open, run, state, until } from "./person.mjs";

// A real figure with its actions and texture, or one of the repository.
function figure(repository) {
  const corpus = process.env.KEITAI_CORPUS && join(process.env.KEITAI_CORPUS, "corpus");
  const own = join(repository, "assets/robots");
  return corpus
    ? ["test_model_robo.mbac", "action_01.mtra", "action_02.mtra", "tex_001.bmp"].map((name) => join(corpus, name))
    : ["tin.mbac", "tin.mtra", "tin.bmp"].map((name) => join(own, name));
}

const digest = (page) => page.evaluate(() => host.digest());

// Returns how many pictures differ within a second.
async function moving(page) {
  const seen = new Set();
  for (let look = 0; look < 12; look++) {
    seen.add(await digest(page));
    await page.waitForTimeout(70);
  }
  return seen.size;
}

// Opens the page with a figure at rest: what is framed depends on the frame. Returns its address, the middle of the picture, a
// function that waits until one part of the address has changed, and one that restores the address.
async function onShow(page) {
  await open(page, "action=1");
  const reset = async () => {
    await page.click("#reset");
    // The next tick frames the figure as it is then.
    await page.waitForTimeout(300);
    await page.evaluate(() => change("action=1&frame=12"));
    await page.waitForTimeout(300);
    return (await state(page)).address;
  };
  const usual = await reset();
  const area = await page.locator("#screen").boundingBox();
  let last = usual;
  const changed = async (what, part) => {
    last = (await until(page, what, ({ address }) => value(address, part) !== value(last, part))).address;
    return last;
  };
  const restored = async () => equal(last = await reset(), usual, "reset");
  return { usual, middle: [area.x + area.width / 2, area.y + area.height / 2], changed, restored };
}

// The value of one part of an address.
const value = (address, part) => new URLSearchParams(address).get(part);

const turned = (address, usual) => value(address, "yaw") !== value(usual, "yaw");

export const viewer = {
  async "the first picture comes at once, and is that of every machine"({ page, context, repository, keitai, pictures }) {
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    await open(page, "action=1&frame=12&yaw=45&pitch=10");
    const first = await page.evaluate(() => performance.getEntriesByName("first picture")[0].startTime);
    // The time of the machine's processor, whatever else it is doing.
    const { metrics } = await session.send("Performance.getMetrics");
    const busy = 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
    await until(page, "paused", (now) => !now.playing && now.frame === 12);
    const tin = join(repository, "assets/robots/tin.mbac");
    const native = run(keitai, ["shot", tin, "--action", "1", "--frame", "12", "--yaw", "45", "--pitch", "10", "--digest"]);
    equal(await digest(page), native, "digest");
    await page.screenshot({ path: join(pictures, "first.png") });
    holds(busy < 1000, `the first picture took ${busy} ms of processor time`);
    return `first picture after ${Math.round(first)} ms, ${Math.round(busy)} ms of them busy`;
  },

  async "a dropped figure walks, and its actions are clicked through"({ page, context, repository, keitai, pictures }) {
    await open(page);
    const files = figure(repository);
    await drop(context, page, files);
    const name = files[0].split("/").pop();
    const shown = await until(page, "the figure", (now) => now.name === name);
    holds(shown.log.length >= files.length, `all files are used: ${shown.log}`);
    holds(await moving(page) > 3, "it walks");
    await page.screenshot({ path: join(pictures, "viewer.png") });

    const before = shown.action;
    await page.click("#action-next");
    await until(page, "the next action", (now) => now.action === (before + 1) % now.actions.length);
    await page.selectOption("#action", "1");
    await until(page, "action 1", (now) => now.action === 1);
    await page.click("#play");
    await until(page, "paused", (now) => !now.playing);
    await page.fill("#frame", "7");
    await until(page, "frame 7", (now) => now.frame === 7);
    await page.setChecked("#light", false);
    const dark = await until(page, "dark", (now) => !now.light);
    holds(!dark.address.includes("light"), dark.address);
    await page.check("#light");
    const lit = await until(page, "lit", (now) => now.light);
    // The page writes its address some pictures later.
    await page.waitForFunction((address) => location.hash.slice(1) === address, lit.address, { timeout: 5000 });
    holds(lit.address.startsWith("action=1&frame=7"), lit.address);
    await page.waitForTimeout(100);
    const options = lit.address.split("&").map((part) => `--${part}`);
    equal(await digest(page), run(keitai, ["shot", files[0], ...options, "--digest"]), "digest");
  },

  async "both back ends are shown side by side"({ page, repository, keitai, pictures }) {
    await open(page, "action=1&frame=12");
    await page.check("#beside");
    await page.waitForFunction(() => !document.getElementById("other").hidden);
    await page.waitForTimeout(300);
    const differing = await page.evaluate(() => {
      const [one, two] = ["screen", "other"].map((id) =>
        document.getElementById(id).getContext("2d").getImageData(0, 0, 240, 320).data);
      return one.filter((value, index) => value !== two[index]).length;
    });
    holds(differing > 100, `${differing} values differ`);
    // The second picture is there as soon as it is asked for, though nothing moves and no message goes.
    await page.uncheck("#beside");
    await page.waitForFunction(() => document.getElementById("other").hidden);
    await page.waitForTimeout(3000);
    await page.evaluate(() => { other.getContext("2d").clearRect(0, 0, 240, 320); });
    await page.check("#beside");
    await page.waitForTimeout(500);
    const drawn = await page.evaluate(() => {
      const { data } = other.getContext("2d").getImageData(0, 0, 240, 320);
      return !other.hidden && data.every((value, index) => index % 4 !== 3 || value === 255);
    });
    holds(drawn, "the second picture while the view is paused");
    await page.screenshot({ path: join(pictures, "beside.png") });
    await page.check("#enhanced");
    await page.waitForTimeout(300);
    const tin = join(repository, "assets/robots/tin.mbac");
    const { address } = await state(page);
    const options = address.split("&").map((part) => `--${part}`);
    const native = run(keitai, ["shot", tin, ...options, "--backend", "enhanced", "--digest"]);
    equal(await digest(page), native, "digest of the enhanced back end");
  },

  async "a mouse turns, moves, zooms and frames the figure"({ page }) {
    const { usual, middle, changed, restored } = await onShow(page);
    const go = async (x, y) => {
      await page.mouse.move(middle[0] + x, middle[1] + y, { steps: 8 });
      await page.waitForTimeout(150);
    };
    const drag = async (button) => {
      await go(0, 0);
      await page.mouse.down({ button });
      await go(60, 20);
      await page.mouse.up({ button });
    };
    await drag("left");
    await changed("turned", "yaw");
    await drag("right");
    await changed("moved", "shift");
    await drag("middle");
    await changed("moved again", "shift");
    await page.mouse.wheel(0, -300);
    await changed("zoomed", "zoom");
    await restored();

    // A second button while the first is held: browsers tell it with a move.
    await go(0, 0);
    await page.mouse.down({ button: "right" });
    await go(30, 0);
    const moved = await changed("moved", "shift");
    holds(!turned(moved, usual), `not turned: ${moved}`);
    await page.mouse.down({ button: "left" });
    await go(60, 0);
    const both = await changed("turned", "yaw");
    holds(turned(both, usual), `turned: ${both}`);
    await page.mouse.up({ button: "right" });
    await page.mouse.up({ button: "left" });
    await page.waitForTimeout(150);
    const released = (await state(page)).address;
    await go(0, 40);
    equal((await state(page)).address, released, "a move without a button");

    // A double click beside the figure frames all of it; on the figure it frames the bone under the pointer.
    const area = await page.locator("#screen").boundingBox();
    const beside = [area.x + 6, area.y + 6];
    await page.mouse.dblclick(...beside);
    const whole = await changed("framed whole", "yaw");
    await page.mouse.dblclick(...middle);
    const framed = await changed("framed", "target");
    await page.mouse.click(...middle);
    await page.waitForTimeout(700);
    await page.mouse.click(...middle);
    await page.waitForTimeout(300);
    equal((await state(page)).address, framed, "two clicks that are no double click");
    await page.mouse.dblclick(...beside);
    await until(page, "framed whole again", (now) => now.address === whole);
  },

  async "fingers turn, move, zoom and frame the figure"({ page, context }) {
    const { down, move, up } = await fingers(context, page);
    const { usual, middle: [x, y], changed, restored } = await onShow(page);
    const rest = () => page.waitForTimeout(150);
    const steps = async (path) => {
      for (let step = 1; step <= 8; step++) await move(path(step / 8));
      await rest();
    };
    await down({ 0: [x, y] });
    await steps((part) => ({ 0: [x + 60 * part, y + 20 * part] }));
    await up(0);
    await changed("turned", "yaw");
    await restored();

    // Two fingers side by side move it, and turn nothing.
    await down({ 0: [x - 40, y] });
    await down({ 0: [x - 40, y], 1: [x + 40, y] });
    await rest();
    equal((await state(page)).address, usual, "two fingers at rest");
    await steps((part) => ({ 0: [x - 40 + 50 * part, y + 30 * part], 1: [x + 40 + 50 * part, y + 30 * part] }));
    const moved = await changed("moved", "shift");
    holds(!turned(moved, usual) && value(moved, "zoom") === value(usual, "zoom"), `only moved: ${moved}`);
    // One finger stays and moves on: nothing happens until another one comes.
    await up(1);
    await steps((part) => ({ 0: [x + 10, y + 30 - 60 * part] }));
    equal((await state(page)).address, moved, "the finger that stays");
    await up(0);

    await down({ 0: [x - 20, y] });
    await down({ 0: [x - 20, y], 1: [x + 20, y] });
    await steps((part) => ({ 0: [x - 20 - 60 * part, y], 1: [x + 20 + 60 * part, y] }));
    await up(0, 1);
    const zoomed = await changed("zoomed", "zoom");
    holds(Number(value(zoomed, "zoom")) > Number(value(moved, "zoom")), zoomed);

    // The same between two pictures: two fingers that come down together, or a slow machine.
    await restored();
    await Promise.all([
      down({ 0: [x - 40, y] }), down({ 0: [x - 40, y], 1: [x + 40, y] }),
      move({ 0: [x - 10, y + 30], 1: [x + 70, y + 30] }), up(0, 1),
    ]);
    const swept = await changed("moved at once", "shift");
    holds(!turned(swept, usual), `only moved: ${swept}`);

    await restored();
    // Two taps, however slow the machine is.
    await Promise.all([down({ 0: [x, y] }), up(0), down({ 0: [x, y] }), up(0)]);
    await changed("framed", "target");
  },

  async "a gamepad turns the figure and steps through its actions"({ page }) {
    const pad = await gamepad(page);
    const { usual, changed } = await onShow(page);
    await pad.plug();
    await page.waitForTimeout(200);
    await pad.axis(0, 1);
    const left = await changed("turned", "yaw");
    holds(turned(left, usual), left);
    await pad.axis(0, 0);
    await page.waitForTimeout(200);
    await pad.button(5, true);
    await until(page, "the next action", (now) => now.action === 2);
    await pad.button(5, false);
  },

  async "a figure is saved as GLB, text, GIF and PNG"({ page, context, repository, keitai }) {
    await open(page);
    const files = figure(repository);
    await drop(context, page, files);
    await until(page, "the figure", (now) => files[0].endsWith(now.name));
    const glb = await download(page, "#save-glb");
    holds(glb.name.endsWith(".glb"), glb.name);
    const report = await validator.validateBytes(new Uint8Array(await readFile(glb.path)));
    const faults = report.issues.messages.filter(({ severity }) => severity < 2);
    equal(faults, [], "faults in the GLB");
    holds(report.info.animationCount > 0 && report.info.hasTextures, "actions and textures are in it");

    const folder = await mkdtemp(join(tmpdir(), "keitai-web-"));
    try {
      run(keitai, ["convert", ...files, "-o", join(folder, glb.name)]);
      equal((await readFile(join(folder, glb.name))).equals(await readFile(glb.path)), true, "the program's GLB");
      const text = await download(page, "#save-bac");
      // Text of a figure and of its actions, in one archive.
      const archive = join(folder, text.name);
      await writeFile(archive, await readFile(text.path));
      const source = `${archive}!${glb.name.replace(/glb$/, "bac")}`;
      run(keitai, ["convert", source, "-o", join(folder, "again.mbac")]);
    } finally {
      await rm(folder, { recursive: true });
    }
    const gif = await download(page, "#save-gif");
    equal((await readFile(gif.path)).subarray(0, 6).toString(), "GIF89a", gif.name);
    await page.focus("#screen");
    const byKey = page.waitForEvent("download");
    await page.keyboard.press("x");
    holds((await (await byKey).suggestedFilename()).endsWith(".gif"), "X saves a GIF, too");
    const png = await download(page, "#save-png");
    equal((await readFile(png.path)).subarray(1, 4).toString(), "PNG", png.name);
  },

  async "folders and archives are dropped, and figures in them gone through"({ page, context, repository }) {
    await open(page);
    await drop(context, page, [join(repository, "assets/robots")]);
    const first = await until(page, "a figure of the folder", (now) => now.files?.some((path) => path.startsWith("drop-1!robots/")));
    await page.click("#screen");
    await page.keyboard.press("End");
    const next = await until(page, "the next figure", (now) => now.name !== first.name);
    holds(next.log.some((line) => line.startsWith("texture 0: ")), `its texture is found: ${next.log}`);
    // The same without a keyboard.
    holds((await page.$eval("#figures", (list) => list.selectedOptions[0].textContent)).endsWith(next.name), "the list shows it");
    await page.click("#file-before");
    await until(page, "the first figure again", (now) => now.name === first.name && now.place.startsWith("1 of "));
    await page.click("#file-next");
    await until(page, "the next figure again", (now) => now.name === next.name);
    await page.waitForFunction((name) => $("told").textContent.startsWith(name), next.name);
    holds((await page.getAttribute("#screen", "aria-label")).includes(next.name), "the picture has the name of the figure");

    // The archive of the texts that the page has saved.
    const texts = await download(page, "#save-bac");
    holds(texts.name.endsWith(".zip"), texts.name);
    const archive = join(await mkdtemp(join(tmpdir(), "keitai-web-")), "texts.jar");
    await writeFile(archive, await readFile(texts.path));
    await drop(context, page, [archive]);
    const again = await until(page, "the figure of the text", (now) => now.name.endsWith(".bac"));
    holds(again.files.every((path) => path.startsWith("drop-2!texts.jar!")), `${again.files}`);
    equal([again.bones, again.vertices], [next.bones, next.vertices], "bones and vertices");
    await rm(dirname(archive), { recursive: true });
  },

  async "findings of the check are listed, and damaged files are errors"({ page, context, repository }) {
    await open(page);
    const files = figure(repository);
    await drop(context, page, files);
    await until(page, "the figure", (now) => files[0].endsWith(now.name));
    const summary = await page.textContent("#check-summary");
    holds(summary.startsWith(`${files.length} files, 0 errors`), summary);
    // A figure that ends after twenty bytes.
    await page.evaluate(() => {
      const broken = new Uint8Array([0x4d, 0x42, 5, 0, 2, 2, 2, 1, 3, 0, 3, 0, 1, 0, 1, 0, 1, 0, 1, 0]);
      page.open(host, [new keitaiProgram.File("broken.mbac", broken)]);
      readFindings();
    });
    const found = await page.textContent("#findings");
    holds(/broken\.mbac/.test(found), found);
    await page.waitForTimeout(300);
    equal((await state(page)).name, files[0].split("/").pop(), "the current figure stays");
  },

  async "mutants of every kind leave the figure that is shown, or another one"({ page, repository, keitai }) {
    await open(page);
    const folder = await mkdtemp(join(tmpdir(), "keitai-web-"));
    const robots = join(repository, "assets/robots");
    for (const name of ["tin.glb", "tin.obj", "tin.png"]) {
      const source = join(robots, name === "tin.png" ? "tin.bmp" : "tin.mbac");
      run(keitai, ["convert", source, "-o", join(folder, name), "--force"]);
    }
    const paths = ["tin.mbac", "tin.mtra", "tin.bmp", "tin.bac", "walk.tra"].map((name) => join(robots, name));
    paths.push(...["tin.glb", "tin.obj", "tin.png"].map((name) => join(folder, name)));
    const files = await Promise.all(paths.map(async (path) => [path.split("/").pop(), (await readFile(path)).toString("base64")]));
    await rm(folder, { recursive: true });
    const mutants = await page.evaluate(async (files) => {
      let seed = 1;
      const chance = (most) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % most;
      for (let count = 0; count < 400; count++) {
        const [name, text] = files[count % files.length];
        let bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        for (let change = chance(4); change >= 0; change--) bytes[chance(bytes.length)] = chance(2) ? 255 : chance(256);
        if (!chance(4)) bytes = bytes.slice(0, chance(bytes.length));
        page.open(host, [new keitaiProgram.File(name, bytes)]);
        readFindings();
        if (count % 20 === 0) await new Promise(requestAnimationFrame);
      }
      return 400;
    }, files);
    const bytes = await readFile(paths[0]);
    await page.evaluate((text) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      page.open(host, [new keitaiProgram.File("whole.mbac", bytes)]);
    }, bytes.toString("base64"));
    await until(page, "the whole figure", (now) => now.name === "whole.mbac");
    return `${mutants} mutants`;
  },

  async "files that the viewer refuses are not checked, and drops are not named"({ page }) {
    await open(page);
    await page.evaluate(() => open([["big.mbac", new Blob([new Uint8Array([0x4d, 0x42, 5, 0]), new Uint8Array(1 << 24)])]]));
    await page.waitForFunction(() => /big\.mbac.*16777220/s.test($("findings").textContent));
    await page.waitForFunction(() => $("told").textContent.includes("big.mbac"));
    holds(!/drop-/.test(await page.textContent("main")), "no name of a drop");
    holds(!/drop-/.test(await page.evaluate("host.message()")), "no name of a drop in the picture");
    await page.evaluate(() => open([]));
    await page.waitForFunction(() => $("error").textContent === "no file is inside");
  },

  async "browsers keep their keys, and keys of the page do not go to the figure"({ page }) {
    await open(page, "action=1&frame=12");
    const focus = () => page.evaluate(() => document.activeElement.id);
    equal(await focus(), "screen", "focus");
    const kept = (code, target = "screen") => page.evaluate(([code, target]) => {
      const event = new KeyboardEvent("keydown", { code, bubbles: true, cancelable: true });
      (target ? $(target) : document.body).dispatchEvent(event);
      dispatchEvent(new KeyboardEvent("keyup", { code }));
      return !event.defaultPrevented;
    }, [code, target]);
    equal([await kept("F5"), await kept("F12"), await kept("F2"), await kept("F2")], [true, true, false, false], "keys at the picture");
    await page.keyboard.press("Tab");
    holds(await focus() !== "screen", "Tab leaves the picture");
    await page.keyboard.press("Shift+Tab");
    equal(await focus(), "screen", "Shift and Tab go back to it");
    await page.evaluate(() => document.activeElement.blur());
    equal([await kept("Space", ""), await kept("ArrowDown", ""), await kept("Space")], [true, true, false], "keys that scroll");
    // Full screen, or the reason why there is none.
    await page.keyboard.press("F11");
    await page.waitForFunction(() => document.fullscreenElement === $("phone") || !$("error").hidden, null, { timeout: 10000 });
  },

  async "controls wait for the program, and so do files"({ page, context, repository }) {
    // The program comes late.
    await page.addInitScript(() => {
      window.late = new Promise((done) => { window.arrive = done; });
      const compile = WebAssembly.compileStreaming;
      WebAssembly.compileStreaming = async (...given) => (await window.late, compile(...given));
    });
    await page.goto("#");
    await page.waitForFunction(() => typeof begun === "object");
    holds(await page.evaluate(() => [...document.querySelectorAll("button")].filter((one) => one.checkVisibility())
      .every((one) => one.closest("[inert]"))), "all buttons wait");
    holds(await page.isVisible("#loading"), "the picture says what it waits for");
    const files = figure(repository);
    await drop(context, page, files);
    await page.evaluate(() => arrive());
    await page.waitForFunction(() => picture > 0);
    await until(page, "the figure", (now) => files[0].endsWith(now.name));
    equal(await page.locator("[inert], #loading").count(), 0, "nothing waits");
  },

  async "the page is readable on a phone"({ page, pictures }) {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, "action=1");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    holds(wide <= 390, `${wide} pixels wide`);
    await page.screenshot({ path: join(pictures, "phone.png") });
    await page.click("#play-sumo");
    await until(page, "the title", (now) => now.kind === "sumo");
    await page.click("#show-pad");
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(pictures, "phone-game.png") });
    const wider = await page.evaluate(() => document.documentElement.scrollWidth);
    holds(wider <= 390, `${wider} pixels wide with the pad`);
  },
};
