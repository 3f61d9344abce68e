// The page: passes files and commands to the program, and shows its answers. The page decides nothing about figures.

const other = $("other");

// ---- state ----

// `scene` is the name of the scene of the repository that is played, `written` the time at which the address was written.
let page, state = {}, address = "", scene = "", written = 0, told = "";

// Returns a text of the program without the names that drops have in it.
function plain(text) {
  return text.replace(/\bdrop-\d+!/g, "");
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

// Lists the textures and actions of the drop that fit the current figure, as buttons.
function showFitting() {
  const files = state.files.join("\n");
  if ($("fitting").dataset.files === files) return;
  $("fitting").dataset.files = files;
  const { textures, actions } = JSON.parse(page.fitting(host));
  const buttons = [...textures, ...actions].map(([path, about]) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: `${plain(path)}, ${about}` });
    button.setAttribute("aria-pressed", state.files.includes(path));
    button.addEventListener("click", () => page.useFile(host, path));
    return button;
  });
  $("fitting").hidden = !buttons.length;
  $("fitting-files").replaceChildren(...buttons);
}

function read() {
  const text = page.state(host);
  if (text === told) return;
  told = text;
  const now = JSON.parse(text);
  document.body.dataset.kind = now.kind;
  document.title = now.title;
  const name = now.title.replace(/ - Keitai$/, "");
  $("name").textContent = name;
  screen.setAttribute("aria-label", `Picture: ${name}`);
  other.setAttribute("aria-label", `Picture of the other back end: ${name}`);
  const view = now.kind === "view";
  const beside = view && $("beside").checked;
  if (other.hidden === beside) {
    other.hidden = !beside;
    fit();
  }
  showPad(!view && padShown);
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
  options($("figures"), state.figures.map(plain), state.figure);
  showFitting();
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

// Writes what is shown into the address, some times per second at most: browsers refuse more. A play changes it only when it
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
    if (address === "play=sumo") return page.playSumo(host);
    if (JSON.parse(page.state(host)).kind !== "view") page.showFirst(host);
    page.changeView(host, address);
  });
}

function playScene(name) {
  page.playScene(host, `scenes/${name}.ron`);
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
  attempt(() => page.changeView(host, changes));
}

// ---- files ----

async function open(files) {
  await begun;
  const read = await Promise.all(files.map(async ([name, file]) => [name, new Uint8Array(await file.arrayBuffer())]));
  attempt(() => {
    if (!read.length) throw new Error("no file is inside");
    scene = "";
    page.open(host, read.map(([name, bytes]) => new keitaiProgram.File(name, bytes)));
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
  // The list is empty after the first wait: all entries are requested at once.
  const items = [...event.dataTransfer.items].filter((item) => item.kind === "file");
  const files = await Promise.all(items.map((item) => {
    const file = item.getAsFile(), entry = item.webkitGetAsEntry?.();
    if (!entry?.isDirectory) return file ? [[file.name, file]] : [];
    return item.getAsFileSystemHandle ? item.getAsFileSystemHandle().then((handle) => walk(handle, "")) : walk(entry, "");
  }));
  if (items.length) await open(files.flat());
}

// Files may be dropped before the program has started; they wait for it.
function watchDrops() {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("over");
  });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("over"); });
  addEventListener("drop", (event) => dropped(event).catch(fail));
}

// ---- buttons ----

// Keys belong to the picture while it has the focus, and to a game while nothing has it. Otherwise they scroll and choose.
function isOurs(element) {
  return element === screen || (!state.actions && element === document.body);
}

function watchPanel() {
  click("show-first", () => page.showFirst(host), true);
  click("play-sumo", () => page.playSumo(host), true);
  // A list is gone through with the arrow keys: it starts nothing by itself.
  $("scenes").addEventListener("change", () => { $("play-scene").disabled = !$("scenes").value; });
  click("play-scene", () => playScene($("scenes").value), true);
  click("file-before", () => page.stepFile(host, false));
  click("file-next", () => page.stepFile(host, true));
  $("figures").addEventListener("change", () => page.showFigure(host, Number($("figures").value)));
  const turn = (step) => () => change(`action=${(state.action + step + state.actions.length) % state.actions.length}&frame=`);
  click("action-before", turn(-1));
  click("action-next", turn(1));
  $("action").addEventListener("change", () => change(`action=${$("action").value}&frame=`));
  $("frame").addEventListener("input", () => change(`frame=${$("frame").value}`));
  click("play", () => change(state.playing ? `frame=${state.frame}` : "frame="));
  // Speeds are stepped through by a pad.
  const tap = (button) => () => [true, false].forEach((down) => host.touch(button, down));
  click("slower", tap("Down"));
  click("faster", tap("Up"));
  $("light").addEventListener("change", () => change($("light").checked ? "light" : "light="));
  $("background").addEventListener("input", () => change(`background=${$("background").value.slice(1)}`));
  $("pattern").addEventListener("change", () => {
    const chosen = Number($("pattern").value), last = $("pattern").options.length - 1;
    change(`pattern=${chosen === 0 ? "" : chosen === last ? "all" : chosen}`);
  });
  click("reset", () => page.resetView(host));
  $("enhanced").addEventListener("change", () => page.setEnhanced(host, $("enhanced").checked));
  $("beside").addEventListener("change", () => {
    picture = -1;
    told = "";
  });
  click("save-png", () => host.png());
  click("save-gif", () => page.gif(host));
  click("save-glb", () => page.convert(host, "glb"));
  click("save-bac", () => page.convert(host, "bac"));
  watchGameButtons(() => { told = ""; });
  $("files").addEventListener("change", () => {
    open([...$("files").files].map((file) => [file.name, file])).catch(fail);
    // The same files can be chosen again.
    $("files").value = "";
  });
  addEventListener("hashchange", () => {
    // An address that leads nowhere is replaced by that of what is shown.
    address = location.hash.slice(1);
    go(address);
  });
}

// One pass: the program's, and what has changed since the last one.
function step(now) {
  if (page.step(host)) page.showFirst(host);
  read();
  writeAddress(now);
}

function drawn() {
  if (!other.hidden) show(other, host.size(), page.otherPixels(host));
}

async function begin() {
  watchDrops();
  await load();
  page = new keitaiProgram.Page();
  host = page.openFirst();
  start();
  watchPanel();
  if (location.hash.length > 1) go(location.hash.slice(1));
  run(step, drawn);
}

const begun = begin();
begun.catch(fail);
