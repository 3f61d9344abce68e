// Pocket Rally, a game on the facade alone, in a page of its own.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { equal, holds, run } from "./person.mjs";

// Opens the page, with a clock of the test.
async function open(page, address) {
  await page.clock.install();
  await page.goto(address);
  await page.clock.runFor(200);
  await page.waitForFunction(() => !$("error").hidden || host, null, { timeout: 60000 });
  equal(await page.evaluate(() => $("error").textContent), "", "error");
  await page.clock.runFor(200);
}

// Presses a key for two ticks.
async function tap(page, key) {
  await page.keyboard.down(key);
  await page.clock.runFor(68);
  await page.keyboard.up(key);
  await page.clock.runFor(68);
}

const stored = (page) => page.evaluate(() => Object.keys(localStorage).sort());
const message = (page) => page.evaluate(() => host.message());

export const rally = {
  async "the title has the digest of the program"({ page, keitai, rallyPage }) {
    const program = join(dirname(keitai), "pocket-rally");
    if (!existsSync(program)) return `not compared: there is no ${program}`;
    await open(page, rallyPage);
    await tap(page, "F4");
    equal(await message(page), "drawn at ticks", "message");
    // Until the message is gone.
    await page.clock.runFor(3500);
    const here = await page.evaluate(() => host.digest());
    const ticks = Array.from({ length: 80 }, (_, index) => index + 120);
    const at = ticks.find((tick) => run(program, ["--headless", "--frames", `${tick}`, "--digest"]) === here);
    holds(at, `${here} is none of the pictures ${ticks[0]} to ${ticks.at(-1)}`);
    return `${here} after ${at} ticks`;
  },

  async "volume and controls are kept by the browser, and damaged ones stay"({ page, pictures, rallyPage }) {
    await open(page, rallyPage);
    await tap(page, "F7");
    equal(await message(page), "volume 90", "message");
    await tap(page, "F2");
    await page.screenshot({ path: join(pictures, "rally-controls.png") });
    for (const key of ["ArrowDown", "Enter", "KeyI", "Escape"]) await tap(page, key);
    equal(await message(page), "controls saved in this browser", "message");
    equal(await stored(page), ["keitai/pocket-rally/config/rally.ron", "keitai/pocket-rally/config/sound.ron"], "kept");
    await open(page, rallyPage);
    await tap(page, "F7");
    equal(await message(page), "volume 80", "after the page was loaded again");
    await page.evaluate(() => { localStorage["keitai/pocket-rally/config/sound.ron"] = "(all: loud)"; });
    await tap(page, "F7");
    equal(await message(page), "volume 70; the old file is pocket-rally/config/sound.ron.bak", "message");
    equal(await page.evaluate(() => localStorage["keitai/pocket-rally/config/sound.ron.bak"]), "(all: loud)", "old text");
  },

  async "the game plays where the browser keeps nothing"({ page, rallyPage }) {
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no storage", "SecurityError"); } });
    });
    await open(page, rallyPage);
    await tap(page, "F7");
    equal(await message(page), "volume 90", "message");
    for (const key of ["F2", "ArrowDown", "Enter", "KeyI", "Escape"]) await tap(page, key);
    equal(await message(page), "this browser saves no controls", "message");
  },

  async "a game that has ended can be played again"({ page, pictures, rallyPage }) {
    await open(page, rallyPage);
    await tap(page, "Enter");
    await page.clock.runFor(1000);
    await page.screenshot({ path: join(pictures, "rally.png") });
    for (let press = 0; press < 4 && await page.isHidden("#again"); press++) {
      await tap(page, "Escape");
      await page.clock.runFor(1000);
    }
    await page.click("#again");
    await page.waitForFunction(() => typeof host === "object" && $("again").hidden, null, { timeout: 60000 });
  },

  async "licences can be read, and keys are then not the game's"({ page, pictures, rallyPage }) {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, rallyPage);
    await page.click("#show-notice");
    holds(/MIT/.test(await page.textContent("#notice pre")), "the text is there");
    const before = await page.evaluate(() => document.activeElement.closest("dialog") !== null);
    holds(before, "the text has the focus");
    await page.screenshot({ path: join(pictures, "rally-licences.png") });
    await page.keyboard.press("Escape");
    holds(await page.isVisible("#screen") && await page.isHidden("#notice"), "Escape closes it");
    await page.click("#show-pad");
    holds(await page.isVisible("#pad"), "the pad");
    await page.clock.runFor(200);
    await page.screenshot({ path: join(pictures, "rally-pad.png") });
  },
};
