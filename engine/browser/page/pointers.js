// Pointers: the mouse and fingers on the picture.

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
  host.pointer(x, y, x >= 0 && y >= 0 && x < screen.width && y < screen.height);
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
    host.pointerButton(button, down, down && button === 0 && isDouble(event), event.shiftKey);
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
    if (fingers.size === 1) return host.pointerButton(0, true, isDouble(event), event.shiftKey);
    // Every further finger begins a new drag, around a new middle.
    pinch = apart();
    host.pointerButton(0, false, false, false);
    host.pointerButton(2, true, false, false);
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
      host.wheel(steps);
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
    host.pointerButton(0, false, false, event.shiftKey);
    host.pointerButton(2, false, false, false);
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
    if (steps) host.wheel(steps);
    event.preventDefault();
  }, { passive: false });
}
