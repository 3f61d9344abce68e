// The host: starts the program of the page, runs its game and shows the picture. A page has `plain(text)`, which makes a text of the
// program one for people, and `isOurs(element)`, which returns whether keys belong to the game while the element has the focus.

const $ = (id) => document.getElementById(id);
const screen = $("screen");

// The program's side: the game, and its sound. `picture` is the number of the current picture.
let host, sound, picture = -1;

// Compiles the program of the page while it is unpacked.
async function program() {
  const text = $("program").textContent.trim();
  const packed = await fetch(`data:application/gzip;base64,${text}`);
  const stream = packed.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
}

function show(canvas, [width, height], pixels) {
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
    fit();
  }
  canvas.getContext("2d").putImageData(new ImageData(pixels, width, height), 0, 0);
}

function fail(error) {
  const text = plain(error?.message ?? String(error));
  $("error").textContent = text;
  $("error").hidden = !text;
}

function attempt(act) {
  try {
    fail("");
    act();
  } catch (error) {
    fail(error);
  }
}

function give(file) {
  const url = URL.createObjectURL(new Blob([file.bytes]));
  Object.assign(document.createElement("a"), { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// Shows the message of the picture to readers of the screen.
function tell() {
  const said = plain(host.message());
  if ($("told").textContent !== said) $("told").textContent = said;
}

// Runs passes of the loop, in each of them `step`, and `drawn` after a new picture. Ends when `step` returns true.
function run(step, drawn) {
  const pass = (now) => {
    let ended = false;
    try {
      ended = step(now);
      tell();
      if (host.shown() !== picture) {
        if (picture < 0) performance.mark("first picture");
        picture = host.shown();
        show(screen, host.size(), host.pixels());
        drawn();
      }
      if (host.takeFullScreen()) fullScreen();
      for (let file = host.takeFile(); file; file = host.takeFile()) give(file);
      sound.feed();
    } catch (error) {
      fail(error);
      // A program that has ended this way cannot go on. After any other error it does.
      if (error instanceof WebAssembly.RuntimeError) throw error;
    }
    if (!ended) requestAnimationFrame(pass);
  };
  pass(performance.now());
}

// Gives the host its devices.
function start() {
  sound = new Sound(host);
  openPad(host, $("pad"));
  watchPointers();
  watchKeys();
  watchGamepads();
  // Browsers let the end of a touch start sound, not its begin.
  for (const press of ["pointerdown", "pointerup", "click"]) addEventListener(press, () => sound.start());
  for (const part of document.querySelectorAll("[inert]")) part.inert = false;
  $("loading").remove();
  screen.focus({ preventScroll: true });
}

// Compiles and starts the program, while the rest of the page is read.
async function load() {
  watchWindow();
  fit();
  if (document.readyState === "loading") await new Promise((done) => addEventListener("DOMContentLoaded", done));
  await keitaiProgram({ module_or_path: await program() });
}
