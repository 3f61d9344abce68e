// Pads that the browser has no standard layout for: gives them the layout that the community knows, or a guess and a message.

// Where each button and axis of the standard pad is on a raw one, by maker and product.
const layouts = new Map($("pads").textContent.trim().split("\n").filter((line) => line[0] !== "#").flatMap((line) => {
  const [pads, places] = line.split(":");
  return pads.split(" ").map((pad) => [pad, places.split(",")]);
}));
const BUTTONS_OF_A_PAD = 17, AXES_OF_A_PAD = 4;

// Returns the part of a hat that is pressed in a direction: 1 up, 2 right, 4 down, 8 left. A hat is two axes after all others, or one
// axis that goes round clockwise from -1, up, to 1, up and left.
function hat({ axes }, direction) {
  if (axes.length % 2 === 0 && axes.length !== 10) {
    const value = axes.at(direction & 5 ? -1 : -2);
    return direction & 6 ? value : -value;
  }
  const eighth = Math.round((axes.at(-1) + 1) * 3.5), centre = { 1: 0, 2: 2, 4: 4, 8: 6 }[direction];
  return [0, 1, 7].includes((eighth - centre + 8) % 8) && eighth < 8 ? 1 : 0;
}

// Returns the value of a place: 0 to 1 for a button, -1 to 1 for an axis.
function valueAt(pad, place, axis) {
  const [, half, kind, number, direction, inverted] = place?.match(/^([+-]?)([abh])(\d+)(?:\.(\d))?(~?)$/) ?? [];
  if (kind === "b") return pad.buttons[number]?.value ?? 0;
  if (kind === "h") return Math.max(hat(pad, Number(direction)), 0);
  const value = (pad.axes[number] ?? 0) * (inverted || half === "-" ? -1 : 1);
  if (axis || !kind) return value;
  // A whole axis is a trigger, which rests at -1.
  return half ? Math.max(value, 0) : (value + 1) / 2;
}

function standard(pad) {
  if (!pad || pad.mapping === "standard") return pad;
  const [, maker, product] = pad.id.match(/([\da-f]{4})\W+(?:Product: )?([\da-f]{4})/i) ?? [];
  const known = navigator.userAgent.includes("Linux") && layouts.get(`${maker}${product}`.toLowerCase());
  const layout = known || (layouts.get(`axes${pad.axes.length}`) ?? layouts.get("axes"));
  const values = Array.from({ length: BUTTONS_OF_A_PAD + AXES_OF_A_PAD }, (_, part) => valueAt(pad, layout[part], part >= BUTTONS_OF_A_PAD));
  const id = known ? pad.id : `${pad.id}: this browser does not know its buttons; F2 changes them`;
  return {
    id, index: pad.index, connected: pad.connected, timestamp: pad.timestamp, mapping: "standard", axes: values.slice(BUTTONS_OF_A_PAD),
    buttons: values.slice(0, BUTTONS_OF_A_PAD).map((value) => ({ pressed: value > 0.5, touched: value > 0.5, value })),
  };
}

function watchGamepads() {
  const raw = navigator.getGamepads?.bind(navigator);
  if (raw) navigator.getGamepads = () => [...raw()].map(standard);
}
