// The pad on the screen: a stick and buttons for thumbs. It presses the buttons of a pad, as any other pad does.

function openPad(page, pad) {
  const stick = pad.querySelector("[data-stick]");
  const knob = stick.firstElementChild;
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
  const rest = () => {
    page.stick(0, 0);
    knob.style.transform = "";
  };
  stick.addEventListener("pointerdown", (event) => {
    stick.setPointerCapture(event.pointerId);
    move(event);
    event.preventDefault();
  });
  stick.addEventListener("pointermove", (event) => { if (event.buttons) move(event); });
  stick.addEventListener("pointerup", rest);
  stick.addEventListener("pointercancel", rest);

  for (const button of pad.querySelectorAll("[data-button]")) {
    const press = (down) => {
      page.touch(button.dataset.button, down);
      button.classList.toggle("down", down);
    };
    button.addEventListener("pointerdown", (event) => {
      button.setPointerCapture(event.pointerId);
      press(true);
      event.preventDefault();
    });
    button.addEventListener("pointerup", () => press(false));
    button.addEventListener("pointercancel", () => press(false));
    button.addEventListener("contextmenu", (event) => event.preventDefault());
  }
}
