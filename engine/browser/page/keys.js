// Keys of the keyboard, and the buttons that every page with a game has.

// Keys that browsers keep: Tab leaves the picture, F5 loads the page again, and F12 opens the browser's tools.
const KEPT = ["Tab", "F5", "F12"];

// Keys that the game has. A Mac reports no key that goes up while Command is held: all go up with it.
const down = new Set();

function keyUp(code) {
  down.delete(code);
  host.key(code, false);
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
    down.add(event.code);
    if (host.key(event.code, true)) event.preventDefault();
  });
  addEventListener("keyup", (event) => {
    if (event.key === "Meta") down.forEach(keyUp);
    keyUp(event.code);
  });
  addEventListener("blur", () => {
    down.clear();
    host.loseFocus();
  });
  addEventListener("focus", () => host.gainFocus());
  // Legends have the characters on the keys, where the browser knows the layout of the keyboard.
  navigator.keyboard?.getLayoutMap?.().then((map) => host.setLayout([...map.keys()], [...map.values()])).catch(() => {});
}

// Carries out an action when a button is clicked. Afterwards the game has the keys again: after a click with a pointer, and always
// where the action starts something that is played.
function click(id, act, starts = false) {
  $(id).addEventListener("click", (event) => {
    attempt(act);
    if (starts || (event.detail > 0 && isOurs(document.body))) screen.focus({ preventScroll: true });
  });
}

// The pad on the screen is shown while a game is played.
let padShown = coarse.matches;

function showPad(shown) {
  if ($("pad").hidden !== shown) return;
  $("pad").hidden = !shown;
  // Games name the buttons of the pad as soon as it is there.
  if (shown) host.stick(0, 0);
  fit();
}

// The buttons for a game. `changed` is called when the pad is to be shown, or not any more.
function watchGameButtons(changed) {
  click("controls", () => host.openControls(), true);
  click("pause", () => host.pause());
  click("png", () => host.png());
  $("full-screen").hidden = !document.fullscreenEnabled;
  click("full-screen", fullScreen);
  $("show-pad").setAttribute("aria-pressed", padShown);
  click("show-pad", () => {
    padShown = !padShown;
    $("show-pad").setAttribute("aria-pressed", padShown);
    changed();
  });
}
