// Runs the tests of the page: node all.mjs REPOSITORY KEITAI CHROMIUM PAGE [NAME]. With a name, only those
// whose names contain it.
// Pictures of what is on show go to the folder `pictures` beside this file, for people to look at.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { digests } from "./digests.mjs";
import { game } from "./game.mjs";
import { viewer } from "./viewer.mjs";

const [repository, keitai, executablePath, file, wanted = ""] = process.argv.slice(2);
const pictures = join(import.meta.dirname, "pictures");
await mkdir(pictures, { recursive: true });

const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--autoplay-policy=no-user-gesture-required"];
const browser = await chromium.launch({ executablePath, args });
let failed = 0;
for (const [name, test] of Object.entries({ ...viewer, ...digests, ...game })) {
  if (!name.includes(wanted)) continue;
  const baseURL = pathToFileURL(file).href;
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
    const told = await test({ page, context, repository, keitai, pictures });
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
process.exit(failed ? 1 : 0);
