// Actions of a person on the page.
import { execFileSync } from "node:child_process";

// Opens the page from the disk, without a server.
export async function open(page, address = "") {
  await page.goto(`#${address}`);
  await page.waitForFunction(() => picture > 0 || !$("error").hidden, null, { timeout: 60000 });
  const error = await page.evaluate(() => $("error").textContent);
  if (error) throw new Error(`the page says: ${error}`);
}

// Plays a scene of the repository.
export async function play(page, scene) {
  await page.selectOption("#scenes", scene);
  equal((await state(page)).kind, "view", "the list alone starts nothing");
  await page.click("#play-scene");
  await until(page, "the scene", (now) => now.kind === "scene");
}

// Drops files and folders of the disk on the page, as the browser does it at the end of a drag.
export async function drop(context, page, paths) {
  const session = await context.newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) {
    await session.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
  }
}

// Returns the state that the page shows.
export function state(page) {
  return page.evaluate(() => {
    const now = JSON.parse(page.state(host));
    return now.kind === "view" ? { ...now, ...JSON.parse(now.view) } : now;
  });
}

export async function until(page, what, wanted, timeout = 20000) {
  const end = Date.now() + timeout;
  for (;;) {
    const now = await state(page);
    if (wanted(now)) return now;
    if (Date.now() > end) throw new Error(`never ${what}: ${JSON.stringify(now)}`);
    await page.waitForTimeout(50);
  }
}

// Fingers on the page, by number: `down` and `move` take their places as [x, y], `up` their numbers.
export async function fingers(context, page) {
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 5 });
  const on = new Map();
  const point = ([id, [x, y]]) => ({ id: Number(id), x, y });
  const send = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(point) });
  const place = (type) => (places) => {
    for (const [id, at] of Object.entries(places)) on.set(id, at);
    return send(type, [...on]);
  };
  return {
    down: place("touchStart"),
    move: place("touchMove"),
    // The end of a touch names the fingers that are lifted.
    async up(...ids) {
      const lifted = ids.map((id) => [`${id}`, on.get(`${id}`)]);
      for (const [id] of lifted) on.delete(id);
      await send("touchEnd", lifted);
    },
  };
}

// A gamepad as browsers have it. A test sets its buttons and axes.
export async function gamepad(page) {
  await page.addInitScript(() => {
    window.gamepads = [null, null, null, null];
    navigator.getGamepads = () => gamepads;
  });
  const change = (act, ...values) => page.evaluate(([act, values]) => {
    const pad = gamepads[0];
    if (act === "plug") {
      const { id = "Test Pad (STANDARD GAMEPAD Vendor: 045e Product: 028e)", mapping = "standard", axes = [0, 0, 0, 0] } = values[0] ?? {};
      const buttons = Array.from({ length: values[0]?.buttons ?? 17 }, () => ({ pressed: false, touched: false, value: 0 }));
      gamepads[0] = { id, index: 0, connected: true, mapping, timestamp: 0, axes, buttons };
    } else if (act === "unplug") gamepads[0] = null;
    else if (act === "axis") pad.axes[values[0]] = values[1];
    else pad.buttons[values[0]] = { pressed: values[1], touched: values[1], value: values[1] ? 1 : 0 };
  }, [act, values]);
  return {
    plug: (raw) => change("plug", raw),
    unplug: () => change("unplug"),
    axis: (axis, value) => change("axis", axis, value),
    button: (button, down) => change("button", button, down),
  };
}

// Clicks, and returns the path of the file that the page gives.
export async function download(page, id) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(id)]);
  return { name: file.suggestedFilename(), path: await file.path() };
}

// Runs the program and returns what it prints.
export function run(keitai, args, options = {}) {
  return execFileSync(keitai, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], ...options }).trim();
}

export function equal(found, expected, what) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  }
}

export function holds(condition, what) {
  if (!condition) throw new Error(what);
}
