// The page: passes keys, pointers and files to the program, and shows what it draws. It decides nothing about figures.

const $ = (id) => document.getElementById(id);
const screen = $("screen"), other = $("other");

// Compiles the program of the page while it is unpacked.
async function program() {
  const text = $("program").textContent.trim();
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
}

// ---- pictures ----

function show(canvas, [width, height], pixels) {
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
    fit();
  }
  canvas.getContext("2d").putImageData(new ImageData(pixels, width, height), 0, 0);
}

// ---- state ----

// `scene` is the name of the scene of the repository that is played, `written` the time at which the address was written.
let page, sound, state = {}, picture = -1, address = "", scene = "", written = 0, told = "";

// Returns a text of the program without the names that drops have in it.
function plain(text) {
  return text.replace(/\bdrop-\d+!/g, "");
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

function options(select, names, chosen) {
  const text = names.join("\n"), others = select.dataset.names !== text;
  if (others) {
    select.replaceChildren(...names.map((name, index) => new Option(name, index)));
    select.dataset.names = text;
  }
  if (others || document.activeElement !== select) select.value = chosen;
}

function list(element, lines) {
  element.replaceChildren(...lines.map(([level, head, text]) => {
    const line = document.createElement("li");
    line.className = level;
    if (head) line.append(Object.assign(document.createElement("b"), { textContent: `${head} ` }));
    line.append(plain(text));
    return line;
  }));
}

function read() {
  const said = plain(page.message());
  if ($("told").textContent !== said) $("told").textContent = said;
  const text = page.state();
  if (text === told) return;
  told = text;
  const now = JSON.parse(text);
  document.body.dataset.kind = now.kind;
  document.title = now.title;
  const name = now.title.replace(/ - Keitai$/, "");
  $("name").textContent = name;
  screen.setAttribute("aria-label", `Picture: ${name}`);
  other.setAttribute("aria-label", `Picture of the other back end: ${name}`);
  const view = now.kind === "view", hidden = [view || !padShown, !view || !$("beside").checked];
  if ($("pad").hidden !== hidden[0] || other.hidden !== hidden[1]) {
    [$("pad").hidden, other.hidden] = hidden;
    // Games name the buttons of the pad as soon as it is there.
    if (!hidden[0]) page.stick(0, 0);
    fit();
  }
  state = view ? JSON.parse(now.view) : {};
  if (now.kind !== "scene") scene = "";
  state.address ??= now.kind === "sumo" ? "play=sumo" : scene && `scene=${scene}`;
  $("origin").textContent = scene ? "A scene of the repository." : "A scene of your own.";
  $("enhanced").checked = now.enhanced === true;
  if (!view) return;
  const action = state.actions[state.action];
  options($("action"), state.actions.map(({ name, last }) => `${name} (${last} frames)`), state.action);
  $("frame").max = action ? action.last : 0;
  if (document.activeElement !== $("frame") || state.playing) $("frame").value = state.frame;
  $("frame-number").textContent = action ? `${state.frame} / ${action.last}` : "no action";
  $("others").hidden = !state.place;
  $("place").textContent = state.place ?? "";
  $("play").textContent = state.playing ? "Pause" : "Play";
  $("light").checked = state.light;
  const patterns = ["as the action has them", ...Array.from({ length: state.patterns }, (_, n) => `${n + 1}`), "all"];
  const shown = { action: 0, all: patterns.length - 1 }[state.pattern] ?? Number(state.pattern);
  options($("pattern"), patterns, shown);
  if (document.activeElement !== $("background")) $("background").value = `#${state.background}`;
  for (const id of ["play", "frame", "action", "action-before", "action-next"]) $(id).disabled = !action;
  if ($("log").dataset.lines !== state.log.join("\n")) {
    $("log").dataset.lines = state.log.join("\n");
    list($("log"), state.log.map((line) => ["", "", line]));
  }
}

// Writes what is on show into the address, some times per second at most: browsers refuse more. A play changes it only when it
// pauses.
function writeAddress(now) {
  if (state.address === address || now - written < 400) return;
  [address, written] = [state.address, now];
  history.replaceState(null, "", address ? `#${address}` : location.pathname);
}

// Shows what an address leads to: Tin Sumo, a scene of the repository, or a view of a figure.
function go(address) {
  const [, name] = address.match(/^scene=([\w-]+)$/) ?? [];
  attempt(() => {
    if (name) return playScene(name);
    if (address === "play=sumo") return page.playSumo();
    if (JSON.parse(page.state()).kind !== "view") page.showFirst();
    page.changeView(address);
  });
}

function playScene(name) {
  page.playScene(`scenes/${name}.ron`);
  scene = name;
}

function count(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

function readFindings() {
  const text = page.findings();
  if (!text) {
    $("check-summary").textContent = "nothing to check";
    $("findings").replaceChildren();
    return;
  }
  const { findings, totals } = JSON.parse(text);
  $("check-summary").textContent =
    ["file", "error", "warning", "note"].map((word) => count(totals[`${word}s`], word)).join(", ");
  list($("findings"), findings.map((found) =>
    [found.severity, `${found.path.replace(/^[^!]*!/, "")} ${found.code}`, found.message]));
  $("check").open = totals.errors + totals.warnings > 0;
}

function change(changes) {
  attempt(() => page.changeView(changes));
}

// ---- files ----

function give(file) {
  const url = URL.createObjectURL(new Blob([file.bytes]));
  Object.assign(document.createElement("a"), { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

async function open(files) {
  await begun;
  const named = await Promise.all(files.map(async ([name, file]) => [name, new Uint8Array(await file.arrayBuffer())]));
  attempt(() => {
    if (!named.length) throw new Error("no file is inside");
    scene = "";
    page.open(named.map(([name]) => name), named.map(([, bytes]) => bytes));
  });
  readFindings();
}

// Returns the files of a dropped folder, with the names of the folders above them. Chromium reads folders through handles on a
// page from the disk too; other browsers have entries.
async function walk(inside, folder) {
  const name = folder ? `${folder}/${inside.name}` : inside.name;
  if (inside.kind === "file") return [[name, await inside.getFile()]];
  if (inside.isFile) return [[name, await new Promise((done, refused) => inside.file(done, refused))]];
  const found = [];
  for await (const entry of inside.values?.() ?? entries(inside.createReader())) found.push(...await walk(entry, name));
  return found;
}

// Entries of a folder, which come in several parts.
async function* entries(reader) {
  for (;;) {
    const part = await new Promise((done, refused) => reader.readEntries(done, refused));
    if (!part.length) return;
    yield* part;
  }
}

async function dropped(event) {
  event.preventDefault();
  document.body.classList.remove("over");
  // The list is empty after the first wait: everything is asked for at once.
  const items = [...event.dataTransfer.items].filter((item) => item.kind === "file");
  const files = await Promise.all(items.map((item) => {
    const file = item.getAsFile(), entry = item.webkitGetAsEntry?.();
    if (!entry?.isDirectory) return file ? [[file.name, file]] : [];
    return item.getAsFileSystemHandle ? item.getAsFileSystemHandle().then((handle) => walk(handle, "")) : walk(entry, "");
  }));
  if (items.length) await open(files.flat());
}

// Files may be dropped before the program is there; they wait for it.
function watchDrops() {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("over");
  });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("over"); });
  addEventListener("drop", (event) => dropped(event).catch(fail));
}

// ---- pointers ----

// One finger or the left button turns, two fingers or the right button move, a wheel or two fingers apart zoom.
const fingers = new Map();
// Distance between two fingers at the last step of the zoom, and whether moves of fingers count.
let pinch = 0, touching = false;
// Numbers of the mouse's buttons by their bits in `buttons`.
const BUTTONS = [0, 2, 1];
// Longest time, ms, and distance between the presses of a double click.
const DOUBLE = { time: 500, distance: 8 };
// The mouse's buttons that are held over the picture, and the last press.
let held = 0, pressed = { time: -DOUBLE.time, x: 0, y: 0, count: 0 };

// Passes on where the pointer is: the mouse, or the middle of all fingers, so that it stays where it is when they part.
function point(event) {
  const all = fingers.size ? [...fingers.values()] : [[event.clientX, event.clientY]];
  const middle = (axis) => all.reduce((sum, position) => sum + position[axis], 0) / all.length;
  const area = screen.getBoundingClientRect();
  const x = Math.floor((middle(0) - area.left) * screen.width / area.width);
  const y = Math.floor((middle(1) - area.top) * screen.height / area.height);
  page.pointer(x, y, x >= 0 && y >= 0 && x < screen.width && y < screen.height);
}

function apart() {
  const [a, b] = [...fingers.values()];
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

// Counts presses at one place. Pointer events have no count of their own. Returns whether this one is the second.
function isDouble({ timeStamp, clientX, clientY }) {
  const again = timeStamp - pressed.time < DOUBLE.time
    && Math.hypot(clientX - pressed.x, clientY - pressed.y) < DOUBLE.distance;
  pressed = { time: timeStamp, x: clientX, y: clientY, count: again ? pressed.count + 1 : 1 };
  return pressed.count === 2;
}

// Passes on the buttons that have changed. Buttons after the first one come with moves.
function passButtons(event) {
  if (event.type === "pointerdown") held = 0;
  else if (!held) return;
  const changed = held ^ event.buttons;
  held = event.buttons;
  BUTTONS.forEach((button, bit) => {
    if (!(changed >> bit & 1)) return;
    const down = (held >> bit & 1) === 1;
    page.pointerButton(button, down, down && button === 0 && isDouble(event), event.shiftKey);
  });
}

function watchPointers() {
  screen.addEventListener("pointerdown", (event) => {
    screen.focus({ preventScroll: true });
    screen.setPointerCapture(event.pointerId);
    event.preventDefault();
    if (event.pointerType !== "touch") {
      point(event);
      return passButtons(event);
    }
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    touching = true;
    point(event);
    if (fingers.size === 1) return page.pointerButton(0, true, isDouble(event), event.shiftKey);
    // Every further finger begins a new drag, around a new middle.
    pinch = apart();
    page.pointerButton(0, false, false, false);
    page.pointerButton(2, true, false, false);
  });
  screen.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "touch") {
      point(event);
      return passButtons(event);
    }
    if (!touching || !fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    point(event);
    const steps = fingers.size > 1 ? Math.trunc((apart() - pinch) / 24) : 0;
    if (steps) {
      pinch += steps * 24;
      page.wheel(steps);
    }
  });
  // The first finger that is lifted ends the drag. The others do nothing until another one comes.
  const up = (event) => {
    if (event.pointerType !== "touch") {
      point(event);
      return passButtons(event);
    }
    fingers.delete(event.pointerId);
    touching = false;
    page.pointerButton(0, false, false, event.shiftKey);
    page.pointerButton(2, false, false, false);
  };
  screen.addEventListener("pointerup", up);
  screen.addEventListener("pointercancel", up);
  screen.addEventListener("contextmenu", (event) => event.preventDefault());
  let rest = 0;
  screen.addEventListener("wheel", (event) => {
    point(event);
    rest -= event.deltaMode === 0 ? event.deltaY / 100 : event.deltaY / 3;
    const steps = Math.trunc(rest);
    rest -= steps;
    if (steps) page.wheel(steps);
    event.preventDefault();
  }, { passive: false });
}

// ---- keys and buttons ----

let padShown = coarse.matches;

// Keys that browsers keep: Tab leaves the picture, F5 loads the page again, and F12 opens the browser's tools.
const KEPT = ["Tab", "F5", "F12"];

// Keys belong to the picture while it has the focus, and to a game while nothing has it. Otherwise they scroll and choose.
function isOurs(element) {
  return element === screen || (!state.actions && element === document.body);
}

function watchKeys() {
  addEventListener("keydown", (event) => {
    sound.start();
    if (event.code === "F11" || (event.code === "Enter" && event.altKey)) {
      event.preventDefault();
      if (!event.repeat) fullScreen();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || KEPT.includes(event.code) || !isOurs(event.target)) return;
    if (page.key(event.code, true)) event.preventDefault();
  });
  addEventListener("keyup", (event) => page.key(event.code, false));
  addEventListener("blur", () => page.loseFocus());
  addEventListener("focus", () => page.gainFocus());
}

function watchPanel() {
  const click = (id, act) => $(id).addEventListener("click", (event) => {
    attempt(act);
    // After a click with a pointer the keys go on playing the game.
    if (event.detail > 0 && !state.actions) screen.focus({ preventScroll: true });
  });
  const start = (act) => () => {
    sound.start();
    act();
    screen.focus({ preventScroll: true });
  };
  click("show-first", start(() => page.showFirst()));
  click("play-sumo", start(() => page.playSumo()));
  // A list is gone through with the arrow keys: it starts nothing by itself.
  $("scenes").addEventListener("change", () => { $("play-scene").disabled = !$("scenes").value; });
  click("play-scene", start(() => playScene($("scenes").value)));
  click("file-before", () => page.stepFile(false));
  click("file-next", () => page.stepFile(true));
  const turn = (step) => () => change(`action=${(state.action + step + state.actions.length) % state.actions.length}&frame=`);
  click("action-before", turn(-1));
  click("action-next", turn(1));
  $("action").addEventListener("change", () => change(`action=${$("action").value}&frame=`));
  $("frame").addEventListener("input", () => change(`frame=${$("frame").value}`));
  click("play", () => change(state.playing ? `frame=${state.frame}` : "frame="));
  // Speeds are stepped through by a pad.
  const tap = (button) => () => [true, false].forEach((down) => page.touch(button, down));
  click("slower", tap("Down"));
  click("faster", tap("Up"));
  $("light").addEventListener("change", () => change($("light").checked ? "light" : "light="));
  $("background").addEventListener("input", () => change(`background=${$("background").value.slice(1)}`));
  $("pattern").addEventListener("change", () => {
    const chosen = Number($("pattern").value), last = $("pattern").options.length - 1;
    change(`pattern=${chosen === 0 ? "" : chosen === last ? "all" : chosen}`);
  });
  click("reset", () => page.resetView());
  $("enhanced").addEventListener("change", () => page.setEnhanced($("enhanced").checked));
  $("beside").addEventListener("change", () => {
    picture = -1;
    told = "";
  });
  click("save-png", () => page.png());
  click("save-gif", () => page.gif());
  click("save-glb", () => page.convert("glb"));
  click("save-bac", () => page.convert("bac"));
  click("controls", start(() => page.openControls()));
  click("pause", () => page.pause());
  click("play-png", () => page.png());
  $("full-screen").hidden = !document.fullscreenEnabled;
  click("full-screen", fullScreen);
  $("show-pad").setAttribute("aria-pressed", padShown);
  click("show-pad", () => {
    padShown = !padShown;
    $("show-pad").setAttribute("aria-pressed", padShown);
    told = "";
  });
  $("files").addEventListener("change", () => {
    open([...$("files").files].map((file) => [file.name, file])).catch(fail);
    // The same files can be chosen again.
    $("files").value = "";
  });
  addEventListener("hashchange", () => {
    // An address that leads nowhere is replaced by that of what is on show.
    address = location.hash.slice(1);
    go(address);
  });
  addEventListener("pointerdown", () => sound.start());
}

// ---- the loop ----

function pass(now) {
  try {
    if (page.step()) page.showFirst();
    read();
    if (page.shown() !== picture) {
      if (picture < 0) performance.mark("first picture");
      picture = page.shown();
      show(screen, page.size(), page.pixels());
      if (!other.hidden) show(other, page.size(), page.otherPixels());
    }
    if (page.takeFullScreen()) fullScreen();
    for (let file = page.takeFile(); file; file = page.takeFile()) give(file);
    sound.feed();
    writeAddress(now);
  } catch (error) {
    fail(error);
    // A program that has ended this way cannot go on. After any other error it does.
    if (error instanceof WebAssembly.RuntimeError) throw error;
  }
  requestAnimationFrame(pass);
}

async function begin() {
  watchDrops();
  watchWindow();
  fit();
  if (document.readyState === "loading") await new Promise((done) => addEventListener("DOMContentLoaded", done));
  await keitaiProgram({ module_or_path: await program() });
  page = new keitaiProgram.Page();
  sound = new Sound(page);
  openPad(page, $("pad"));
  watchPointers();
  watchKeys();
  watchPanel();
  for (const part of document.querySelectorAll("[inert]")) part.inert = false;
  $("loading").remove();
  if (location.hash.length > 1) go(location.hash.slice(1));
  screen.focus({ preventScroll: true });
  pass(performance.now());
}

const begun = begin();
begun.catch(fail);
