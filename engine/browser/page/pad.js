// The pad on the screen: a stick and buttons for thumbs. It presses the buttons of a pad, as any other pad does.

function openPad(page, pad) {
  openStick(page, pad.querySelector("[data-stick]"));
  openButtons(page, pad.querySelector("[data-buttons]"));
}

function openStick(page, stick) {
  const knob = stick.firstElementChild;
  // The finger that holds the stick. Others on it do nothing.
  let holder = null;
  const move = (event) => {
    const area = stick.getBoundingClientRect();
    const reach = area.width / 2;
    let x = (event.clientX - area.left - reach) / reach;
    let y = (event.clientY - area.top - reach) / reach;
    const far = Math.hypot(x, y);
    if (far > 1) [x, y] = [x / far, y / far];
    // A thumb at rest near the middle is no movement.
    if (far < 0.2) [x, y] = [0, 0];
    page.stick(Math.round(x * 127), Math.round(y * 127));
    knob.style.transform = `translate(${x * reach * 0.6}px, ${y * reach * 0.6}px)`;
  };
  stick.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    if (holder !== null) return;
    holder = event.pointerId;
    stick.setPointerCapture(holder);
    move(event);
  });
  stick.addEventListener("pointermove", (event) => { if (event.pointerId === holder) move(event); });
  stick.addEventListener("lostpointercapture", (event) => {
    if (event.pointerId !== holder) return;
    holder = null;
    page.stick(0, 0);
    knob.style.transform = "";
  });
}

function openButtons(page, area) {
  // The buttons that are held, by finger; "key" stands for the keyboard.
  const held = new Map();
  // The finger lets go what it held, and presses this button, or none.
  const hold = (finger, button) => {
    const before = held.get(finger);
    if (before === button) return;
    held.delete(finger);
    const change = (changed, down) => {
      // Another finger may be on the same button.
      if (!changed || [...held.values()].includes(changed)) return;
      page.touch(changed.dataset.button, down);
      changed.classList.toggle("down", down);
    };
    change(before, false);
    change(button, true);
    if (button) held.set(finger, button);
  };
  // A thumb slides from button to button.
  const follow = (event) => {
    const below = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-button]");
    hold(event.pointerId, below && area.contains(below) ? below : undefined);
  };
  area.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    area.setPointerCapture(event.pointerId);
    follow(event);
  });
  area.addEventListener("pointermove", (event) => { if (area.hasPointerCapture(event.pointerId)) follow(event); });
  area.addEventListener("lostpointercapture", (event) => hold(event.pointerId, undefined));
  area.addEventListener("contextmenu", (event) => event.preventDefault());

  area.addEventListener("keydown", (event) => {
    if (event.code !== "Enter" && event.code !== "Space") return;
    event.preventDefault();
    hold("key", event.target);
  });
  for (const end of ["keyup", "focusout"]) area.addEventListener(end, () => hold("key", undefined));
}
