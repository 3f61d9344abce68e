// The layout: how large the picture is, and where the pad and the panel are. A page may have a second picture, `other`, and a panel.

// Windows as small as a phone's, and screens for fingers.
const small = matchMedia("(max-width: 51.25em), (max-height: 30em)"), coarse = matchMedia("(pointer: coarse)");

// Sums of the paddings of an element: left and right, above and below.
function paddings(element) {
  const style = getComputedStyle(element);
  return [["Left", "Right"], ["Top", "Bottom"]].map(([one, two]) =>
    parseFloat(style[`padding${one}`]) + parseFloat(style[`padding${two}`]));
}

// Gives the picture the room that header, panel and pad leave.
function fit() {
  const phone = $("phone"), main = phone.parentElement, { clientWidth, clientHeight } = document.documentElement;
  const full = document.fullscreenElement === phone, second = $("other"), count = !second || second.hidden ? 1 : 2, pad = !$("pad").hidden;
  // The panel is below the picture in small windows, and where hands hold a tablet across.
  const stacked = small.matches || (pad && coarse.matches && clientWidth > clientHeight);
  document.body.classList.toggle("stacked", stacked);
  phone.classList.remove("across");
  const [ownWide, ownHigh] = paddings(phone), gap = parseFloat(getComputedStyle($("screens")).columnGap);
  let wide = clientWidth - ownWide - (count - 1) * gap, high = clientHeight - ownHigh;
  if (!full) {
    const [mainWide, mainHigh] = paddings(main);
    wide -= mainWide;
    high -= mainHigh + document.querySelector("header").offsetHeight;
    const panel = $("panel");
    if (panel && !stacked) wide -= panel.offsetWidth + parseFloat(getComputedStyle(main).columnGap);
    // The panel below begins in sight.
    else if (panel && !pad) high = Math.min(high, clientHeight * 0.72);
  }
  const scale = (wide, high) => Math.min(wide / count / screen.width, high / screen.height);
  let room = scale(wide, high);
  if (pad) {
    // A pad beside the picture, for thumbs, where the picture is larger so.
    const below = scale(wide, high - $("pad").offsetHeight);
    const beside = scale(wide - $("stick").offsetWidth - $("keys").offsetWidth - 40, high);
    phone.classList.toggle("across", beside > below);
    room = Math.max(beside, below);
  }
  // Every pixel of the picture is a square of whole pixels of the display. A picture that is smaller than 1:1 takes all the room.
  const density = devicePixelRatio || 1, whole = Math.floor(room * density) / density;
  const used = whole >= 1 ? whole : Math.max(room, 0.25);
  $("screens").style.setProperty("--scale", used);
  for (const canvas of $("screens").querySelectorAll("canvas")) {
    // Browsers round sizes and places, but no transforms: the picture is enlarged by one, from the nearest whole pixel.
    const { width, height, style } = canvas;
    Object.assign(style, { width: `${width}px`, height: `${height}px`, left: 0, top: 0 });
    style.margin = `0 ${width * (used - 1)}px ${height * (used - 1)}px 0`;
    const { x, y } = canvas.getBoundingClientRect();
    style.left = `${wholeNear(x, density) - x}px`;
    style.top = `${wholeNear(y, density) - y}px`;
  }
}

// Returns the nearest place, in whole pixels of the page, that is a whole pixel of the display, too.
function wholeNear(place, density) {
  const near = Array.from({ length: 11 }, (_, step) => Math.round(place) + (step % 2 ? step + 1 : -step) / 2);
  return near.find((at) => Math.abs(at * density - Math.round(at * density)) < 0.02) ?? near[0];
}

async function fullScreen() {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else if (document.fullscreenEnabled) await $("phone").requestFullscreen();
    else throw new Error("this browser has no full screen for pages");
  } catch (error) {
    fail(error);
  }
}

function watchWindow() {
  addEventListener("resize", fit);
  addEventListener("fullscreenchange", fit);
  const observer = new ResizeObserver(fit);
  for (const above of [document.querySelector("header"), $("error")]) observer.observe(above);
}
