// Checks glTF files with Khronos' validator: node validate.mjs FILE...
// Prints every error and warning. Fails when there is one.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import validator from "gltf-validator";

const WORDS = ["error", "warning"];
const files = process.argv.slice(2);
let faults = 0;
for (const file of files) {
  const report = await validator.validateBytes(new Uint8Array(await readFile(file)), {
    uri: file,
    maxIssues: 0,
    externalResourceFunction: async (uri) =>
      new Uint8Array(await readFile(join(dirname(file), decodeURIComponent(uri)))),
  });
  const found = report.issues.messages.filter((message) => message.severity < WORDS.length);
  for (const { severity, code, pointer, message } of found.slice(0, 5)) {
    console.error(`${file}: ${WORDS[severity]} ${code} at ${pointer}: ${message}`);
  }
  faults += found.length;
}
console.log(`${files.length} files, ${faults} errors and warnings`);
process.exit(faults > 0 || files.length === 0 ? 1 : 0);
