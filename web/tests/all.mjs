// Runs the tests of the page: node all.mjs REPOSITORY KEITAI CHROMIUM PAGE [PART]. With a part of a name such as
// "digests:" or "by keys", only the tests whose names contain it.
// Pictures of what is shown go to the folder `pictures` beside this file, for people to look at.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { devices } from "./devices.mjs";
import { digests } from "./digests.mjs";
import { game } from "./game.mjs";
import { rally } from "./rally.mjs";
import { viewer } from "./viewer.mjs";

const [repository, keitai, executablePath, file, part = ""] = process.argv.slice(2);
const pictures = join(import.meta.dirname, "pictures");
await mkdir(pictures, { recursive: true });

const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath, args });
let failed = 0, ran = 0;
const baseURL = pathToFileURL(file).href;
// The page of the game beside it.
const rallyPage = pathToFileURL(file.replace(/(index|web)\.html$/, "rally.html")).href;
const named = Object.entries({ viewer, digests, devices, game, rally }).flatMap(([group, tests]) =>
  Object.entries(tests).map(([name, test]) => [`${group}: ${name}`, test]));
for (const [name, test] of named) {
  if (!name.includes(part)) continue;
  ran++;
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 860 }, acceptDownloads: true });
  const requests = [], faults = [];
  // A loaded machine may take long for a moving picture.
  context.setDefaultTimeout(180000);
  const page = await context.newPage();
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => { if (message.type() === "error") faults.push(message.text()); });
  const start = performance.now();
  try {
    const told = await test({ browser, page, context, repository, keitai, pictures, rallyPage });
    const elsewhere = requests.filter((url) => !/^(file|blob|data):/.test(url));
    if (elsewhere.length) throw new Error(`the page loads ${elsewhere}`);
    if (faults.length) throw new Error(faults.join("\n"));
    console.log(`ok: ${name}${told ? ` (${told})` : ""}, ${((performance.now() - start) / 1000).toFixed(1)} s`);
  } catch (error) {
    failed++;
    console.error(`FAILED: ${name}: ${error.stack}${faults.map((fault) => `\n  in the page: ${fault}`).join("")}`);
    await page.screenshot({ path: join(pictures, "failed.png") }).catch(() => {});
  }
  await context.close();
}
await browser.close();
if (!ran) console.error(`no test is named ${part}`);
process.exit(failed || !ran ? 1 : 0);
