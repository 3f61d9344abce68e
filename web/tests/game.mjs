// Tin Sumo, from its title to a win, by keys, by the pad on the screen and by a gamepad; scenes and sound.
import { join } from "node:path";
import { equal, fingers, gamepad, holds, open, play, state, until } from "./person.mjs";

// Plays a bout against a second player, who does nothing. `press(name, down)` presses what belongs to a button of the first player.
async function win(page, press, name, pictures) {
  // The clock of the page is ours: the presses come in the same ticks on every machine. A tick takes 1/30 s.
  const wait = (ticks) => page.clock.runFor(ticks * 34);
  const tap = async (button, ticks = 2) => {
    await press(button, true);
    await wait(ticks);
    await press(button, false);
    await wait(2);
  };
  equal((await state(page)).screen, "title", "screen");
  await page.screenshot({ path: join(pictures, `sumo-title-${name}.png`) });
  await tap("Start");
  equal((await state(page)).screen, "menu", "screen");
  await tap("Down");
  await tap("A");
  equal((await state(page)).screen, "choice", "screen");
  await tap("A");
  await tap("Down");
  await tap("Left");
  for (let line = 0; line < 3; line++) await tap("Down");
  await tap("Left");
  await page.screenshot({ path: join(pictures, `sumo-choice-${name}.png`) });
  await tap("Down");
  await tap("A");
  await wait(9);
  equal((await state(page)).screen, "fight", "screen");

  let won = false;
  for (let round = 0; round < 120 && !won; round++) {
    // Walk to the other, shove three times, and wind the spring again.
    await press("Right", true);
    await wait(15);
    for (let shove = 0; shove < 3; shove++) await tap("A");
    await press("Right", false);
    await tap("Y", 30);
    const now = await state(page);
    if (round === 2) await page.screenshot({ path: join(pictures, `sumo-fight-${name}.png`) });
    holds(["fight", "replay", "result"].includes(now.screen), `the screen is ${now.screen}`);
    won = now.wins?.[0] > 0;
  }
  holds(won, "the first player wins");
  for (let looked = 0; looked < 40 && (await state(page)).screen !== "result"; looked++) await wait(15);
  const end = await state(page);
  equal([end.screen, end.wins], ["result", [1, 0]], "end");
  await wait(60);
  await page.screenshot({ path: join(pictures, `sumo-result-${name}.png`) });
}

// Opens the game with a clock of the test.
async function sumo(page) {
  await page.clock.install();
  const opened = open(page);
  await page.clock.runFor(1000);
  await opened;
  await page.click("#play-sumo");
  await page.clock.runFor(500);
}

export const game = {
  async "Tin Sumo is played from its title to a win, by keys"({ page, pictures }) {
    await sumo(page);
    const keys = { Start: "Enter", Down: "KeyS", Left: "KeyA", Right: "KeyD", A: "KeyF", Y: "KeyT" };
    await win(page, (button, down) => page.keyboard[down ? "down" : "up"](keys[button]), "keys", pictures);
  },

  async "Tin Sumo is played from its title to a win, by fingers on the pad on the screen"({ page, context, pictures }) {
    await page.setViewportSize({ width: 390, height: 844 });
    const { down, up } = await fingers(context, page);
    await sumo(page);
    if (await page.isHidden("#pad")) {
      await page.click("#show-pad");
      await page.clock.runFor(100);
    }
    await page.locator("#pad").scrollIntoViewIfNeeded();
    const middle = async (selector) => {
      const area = await page.locator(selector).boundingBox();
      return [area.x + area.width / 2, area.y + area.height / 2];
    };
    const [x, y] = await middle("#stick");
    const directions = { Down: [x, y + 55], Left: [x - 55, y], Right: [x + 55, y] };
    const places = { ...directions };
    for (const button of ["Start", "A", "Y"]) places[button] = await middle(`[data-button=${button}]`);
    const finger = (button) => (button in directions ? 0 : 1);
    await win(page, (button, pressed) => (pressed ? down({ [finger(button)]: places[button] }) : up(finger(button))),
      "touch", pictures);
  },

  async "Tin Sumo is played from its title to a win, by a gamepad"({ page, pictures }) {
    const pad = await gamepad(page);
    await sumo(page);
    await pad.plug();
    await page.clock.runFor(100);
    // Numbers of the browsers' standard pad. The stick walks.
    const buttons = { Start: 9, Down: 13, Left: 14, A: 0, Y: 3 };
    const press = (button, down) => (button === "Right" ? pad.axis(0, down ? 1 : 0) : pad.button(buttons[button], down));
    await win(page, press, "gamepad", pictures);
  },

  async "the browser keeps the season, and one that cannot be read stays"({ page }) {
    const name = "keitai/tin-sumo/data/tin-sumo.ron";
    await open(page);
    await page.evaluate((name) => { localStorage[name] = "a slip"; }, name);
    await page.click("#play-sumo");
    await until(page, "the title", (now) => now.screen === "title");
    for (const [key, screen] of [["Enter", "menu"], ["KeyF", "choice"]]) {
      await page.keyboard.press(key, { delay: 100 });
      await until(page, screen, (now) => now.screen === screen);
    }
    await page.keyboard.press("KeyF", { delay: 100 });
    await until(page, "the first fight", (now) => now.screen !== "choice");
    const [kept, old] = await page.evaluate((name) => [localStorage[name], localStorage[`${name}.bak`]], name);
    holds(kept.startsWith("(options:") && /season:Some/.test(kept), kept);
    equal(old, "a slip", "the old text");
  },

  async "a fight waits for a gamepad that is unplugged"({ page }) {
    const pad = await gamepad(page);
    await open(page);
    await play(page, "versus");
    await pad.plug();
    const moves = async () => {
      const seen = new Set();
      for (let look = 0; look < 6; look++) {
        seen.add(await page.evaluate(() => host.digest()));
        await page.waitForTimeout(100);
      }
      return seen.size > 1;
    };
    await pad.axis(0, 1);
    await page.waitForTimeout(300);
    holds(await moves(), "it moves");
    await pad.unplug();
    await page.waitForTimeout(300);
    holds(!await moves(), "it waits");
    await pad.plug();
    await page.waitForTimeout(200);
    await pad.button(9, true);
    await page.waitForTimeout(200);
    await pad.button(9, false);
    holds(await moves(), "it goes on");
  },

  async "a scene moves, and Escape leaves it"({ page, pictures }) {
    await open(page);
    await play(page, "demo");
    const first = await page.evaluate(() => host.digest());
    await page.waitForTimeout(500);
    holds(first !== await page.evaluate(() => host.digest()), "it moves");
    await page.screenshot({ path: join(pictures, "scene.png") });
    await page.keyboard.press("Escape");
    await until(page, "the viewer", (now) => now.kind === "view");
  },

  async "games and scenes have addresses"({ page }) {
    await open(page, "scene=chase");
    equal((await state(page)).kind, "scene", "kind");
    const go = (address) => page.evaluate((address) => { location.hash = address; }, address);
    const written = (address) => page.waitForFunction((address) => location.hash.slice(1) === address, address, { timeout: 5000 });
    await go("play=sumo");
    await until(page, "Tin Sumo", (now) => now.kind === "sumo");
    await go("action=1&frame=3");
    await until(page, "the view", (now) => now.kind === "view" && now.frame === 3);
    await page.click("#play-sumo");
    await written("play=sumo");
    await go("scene=nowhere");
    await page.waitForFunction(() => !$("error").hidden);
    await page.click("#show-first");
    await until(page, "the figure", (now) => now.kind === "view");
    equal(await page.isHidden("#error"), true, "the error goes");
    await play(page, "chase");
    await written("scene=chase");
  },

  async "a thumb slides over the buttons of the pad, and one finger holds the stick"({ page, context }) {
    const { down, move, up } = await fingers(context, page);
    await page.addInitScript(() => {
      window.heard = [];
      addEventListener("DOMContentLoaded", () => {
        const { touch, stick } = keitaiProgram.Host.prototype;
        keitaiProgram.Host.prototype.touch = function (...press) { heard.push(press.join()); touch.apply(this, press); };
        keitaiProgram.Host.prototype.stick = function (...at) { heard.push(`${Math.sign(at[0])}`); stick.apply(this, at); };
      });
    });
    await open(page, "play=sumo");
    if (await page.isHidden("#pad")) await page.click("#show-pad");
    await page.waitForTimeout(300);
    const middle = async (selector) => {
      const area = await page.locator(selector).boundingBox();
      return [area.x + area.width / 2, area.y + area.height / 2];
    };
    const heard = () => page.evaluate(() => heard.splice(0));
    await heard();
    await down({ 0: await middle("[data-button=A]") });
    await move({ 0: await middle("[data-button=Y]") });
    await up(0);
    await page.waitForTimeout(200);
    equal(await heard(), ["A,true", "A,false", "Y,true", "Y,false"], "presses");
    const [x, y] = await middle("#stick");
    await down({ 0: [x + 40, y] });
    await down({ 1: [x - 40, y] });
    await move({ 1: [x - 45, y] });
    await page.waitForTimeout(200);
    equal(await heard(), ["1"], "the second finger does nothing");
    await up(1);
    await up(0);
    await page.waitForTimeout(200);
    equal((await heard()).filter((name) => name !== "0"), [], "at rest");
    await page.focus("[data-button=B]");
    await page.keyboard.press("Space");
    equal(await heard(), ["B,true", "B,false"], "by key");
  },

  async "picture and pad are in sight on phones, tablets and small windows"({ page }) {
    await open(page, "play=sumo");
    if (await page.isHidden("#pad")) await page.click("#show-pad");
    for (const [width, height] of [[390, 844], [320, 640], [844, 390], [568, 320], [1180, 820], [1280, 500], [280, 653]]) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(300);
      const found = await page.evaluate(() => {
        scrollTo(0, 0);
        const areas = ["screen", "stick", "keys"].map((id) => $(id).getBoundingClientRect());
        const [{ width: wide, height: high }] = areas;
        return { right: Math.max(...areas.map((area) => area.right), document.documentElement.scrollWidth),
          bottom: Math.max(...areas.map((area) => area.bottom)), square: Math.abs(wide * screen.height - high * screen.width) < 240 };
      });
      holds(found.right <= width && found.bottom <= height && found.square, `${width}x${height}: ${JSON.stringify(found)}`);
    }
  },

  async "sound is mixed for the browser"({ page }) {
    await open(page);
    await page.click("#play-sumo");
    await until(page, "the title", (now) => now.screen === "title");
    const loud = await page.evaluate(async () => {
      let peak = 0;
      for (let look = 0; look < 40 && peak < 0.01; look++) {
        const frames = host.mix(2048) ?? [];
        peak = frames.reduce((most, sample) => Math.max(most, Math.abs(sample)), peak);
        await new Promise((done) => setTimeout(done, 50));
      }
      return peak;
    });
    holds(loud > 0.01, `the loudest sample is ${loud}`);
    await page.waitForFunction(() => sound.context?.state === "running" && sound.node, null, { timeout: 10000 });
    // The viewer is silent: the sound device stops, and starts again with the next sound.
    await page.click("#show-first");
    await page.waitForFunction(() => sound.asleep && sound.context.state === "suspended", null, { timeout: 20000 });
    await page.click("#play-sumo");
    await page.waitForFunction(() => !sound.asleep && sound.context.state === "running", null, { timeout: 20000 });
  },
};
