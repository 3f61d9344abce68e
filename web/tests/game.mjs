// Tin Sumo, from its title to a win, by key events.
import { join } from "node:path";
import { equal, holds, open, state, until } from "./person.mjs";

// Presses a key for some ticks of 1/30 s.
async function tap(page, code, ticks = 2) {
  await page.keyboard.down(code);
  await page.clock.runFor(ticks * 34);
  await page.keyboard.up(code);
  await page.clock.runFor(2 * 34);
}

export const game = {
  async "Tin Sumo is played from its title to a win"({ page, repository, pictures }) {
    // The clock of the page is ours: the keys come in the same ticks on every machine.
    await page.clock.install();
    const opened = open(page, repository);
    await page.clock.runFor(1000);
    await opened;
    await page.click("#play-sumo");
    await page.clock.runFor(500);
    equal((await state(page)).screen, "title", "screen");
    await page.screenshot({ path: join(pictures, "sumo-title.png") });
    await tap(page, "Enter");
    equal((await state(page)).screen, "menu", "screen");
    // A match against a second player, who does nothing.
    await tap(page, "KeyS");
    await tap(page, "KeyF");
    equal((await state(page)).screen, "choice", "screen");
    await tap(page, "KeyF");
    await tap(page, "KeyA");
    for (let line = 0; line < 3; line++) await tap(page, "KeyS");
    await tap(page, "KeyA");
    await page.screenshot({ path: join(pictures, "sumo-choice.png") });
    await tap(page, "KeyF");
    await page.clock.runFor(300);
    for (let skipped = 0; (await state(page)).screen === "how to play" && skipped < 12; skipped++) await tap(page, "KeyF");
    equal((await state(page)).screen, "fight", "screen");

    let won = false;
    for (let round = 0; round < 120 && !won; round++) {
      // Walk to the other, shove three times, and wind the spring again.
      await page.keyboard.down("KeyD");
      await page.clock.runFor(500);
      for (let shove = 0; shove < 3; shove++) await tap(page, "KeyF", 2);
      await page.keyboard.up("KeyD");
      await tap(page, "KeyT", 30);
      const now = await state(page);
      if (round === 2) await page.screenshot({ path: join(pictures, "sumo-fight.png") });
      holds(["fight", "replay", "result"].includes(now.screen), `the screen is ${now.screen}`);
      won = now.wins?.[0] > 0;
    }
    holds(won, "the first player wins");
    for (let wait = 0; wait < 40 && (await state(page)).screen !== "result"; wait++) await page.clock.runFor(500);
    const end = await state(page);
    equal([end.screen, end.wins], ["result", [1, 0]], "end");
    await page.clock.runFor(2000);
    await page.screenshot({ path: join(pictures, "sumo-result.png") });
  },

  async "a scene moves, and Escape leaves it"({ page, repository, pictures }) {
    await open(page, repository);
    await page.selectOption("#scenes", "demo");
    await until(page, "the scene", (now) => now.kind === "scene");
    const first = await page.evaluate(() => page.digest());
    await page.waitForTimeout(500);
    holds(first !== await page.evaluate(() => page.digest()), "it moves");
    await page.screenshot({ path: join(pictures, "scene.png") });
    await page.keyboard.press("Escape");
    await until(page, "the viewer", (now) => now.kind === "view");
  },

  async "sound is mixed for the browser"({ page, repository }) {
    await open(page, repository);
    await page.click("#play-sumo");
    await until(page, "the title", (now) => now.screen === "title");
    const loud = await page.evaluate(async () => {
      let peak = 0;
      for (let look = 0; look < 40 && peak < 0.01; look++) {
        const frames = page.mix(2048) ?? [];
        peak = frames.reduce((most, sample) => Math.max(most, Math.abs(sample)), peak);
        await new Promise((done) => setTimeout(done, 50));
      }
      return peak;
    });
    holds(loud > 0.01, `the loudest sample is ${loud}`);
    await page.waitForFunction(() => sound.context?.state === "running" && sound.node, null, { timeout: 10000 });
  },
};
