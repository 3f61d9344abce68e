// The same proof as on every machine: digests of scenes and shots, and the recorded bout.
import { existsSync } from "node:fs";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { equal, holds, open, run } from "./person.mjs";

const TICKS = 90;

// Returns names and contents of the files below a folder.
async function files(folder) {
  const found = await readdir(folder, { withFileTypes: true });
  const plain = found.filter((entry) => entry.isFile());
  return Promise.all(plain.map(async ({ name }) => [name, (await readFile(join(folder, name))).toString("base64")]));
}

export const digests = {
  async "all scenes have the digests of the program"({ page, repository, keitai }) {
    await open(page);
    const names = (await readdir(join(repository, "scenes"))).filter((name) => name.endsWith(".ron"));
    let scenes = 0;
    for (const name of names) {
      // A file without entities is not a scene.
      if (!(await readFile(join(repository, "scenes", name), "utf8")).includes("entities:")) continue;
      const scene = join(repository, "scenes", name);
      const native = run(keitai, ["play", scene, "--headless", "--frames", `${TICKS}`, "--digest"]);
      const here = await page.evaluate(([scene, ticks]) => keitaiProgram.sceneDigest(scene, ticks), [`scenes/${name}`, TICKS]);
      equal(here, native, name);
      scenes++;
    }
    holds(scenes > 10, `${scenes} scenes`);
    return `${scenes} scenes after ${TICKS} ticks`;
  },

  async "shots of all cases have their recorded digests"({ page, repository }) {
    await open(page);
    const cases = join(repository, "tests/cases");
    const fixtures = (await files(join(repository, "tests/fixtures"))).map(([name, text]) => [`fixtures/${name}`, text]);
    let count = 0, withCompat = 0;
    for (const name of await readdir(cases)) {
      const recorded = await readFile(join(cases, name, "case.ron"), "utf8");
      const frames = [...recorded.matchAll(/(-?\d+): "([0-9a-f]{16})"/g)];
      const compat = recorded.match(/^    compat: (\([^()]*\)|"\w+"),$/m)?.[1];
      holds(compat || !recorded.includes("compat:"), `${name}: the settings are not found`);
      const shared = recorded.match(/^\s*shot: "\.\.\/(\w+)\/shot\.ron"/m);
      const folder = shared ? shared[1] : name;
      const own = (await files(join(cases, folder))).map(([file, text]) => [`cases/${folder}/${file}`, text]);
      const here = await page.evaluate(([files, frames, enhanced, compat]) => {
        const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        const read = files.map(([name, text]) => new keitaiProgram.File(name, bytes(text)));
        return keitaiProgram.shotDigests(read, new Int32Array(frames), enhanced, compat);
      }, [[...own, ...fixtures], frames.map(([, frame]) => Number(frame)), /^\s*backend: Enhanced/m.test(recorded), compat]);
      equal(here, frames.map(([, , digest]) => `0x${digest}`), name);
      count += frames.length;
      withCompat += compat ? 1 : 0;
    }
    holds(count > 40 && withCompat > 1, `${count} frames, ${withCompat} cases with settings`);
    return `${count} frames`;
  },

  async "the recorded bout replays with the same end"({ page, repository, keitai }) {
    await open(page);
    const here = await page.evaluate(() => keitaiProgram.boutDigest());
    const sumo = join(dirname(keitai), "tin-sumo");
    if (!existsSync(sumo)) return `not compared: there is no ${sumo}`;
    const folder = await mkdtemp(join(tmpdir(), "keitai-web-"));
    try {
      const { DISPLAY, WAYLAND_DISPLAY, ...env } = process.env;
      const native = run(sumo, [], { cwd: folder, env });
      holds(native.includes(here), `${here} is not in: ${native}`);
    } finally {
      await rm(folder, { recursive: true });
    }
    return here;
  },
};
