// Sound: the program mixes frames, a worklet of the browser plays them. The page requests frames a little ahead.

const RATE = 48000;
// Frames that wait in the worklet: 85 ms, a few pictures; 170 ms on a machine that has once been too slow for that.
const AHEAD = 4096, FAR_AHEAD = 8192;
// Silence after which the browser stops its sound device, ms.
const PATIENCE = 5000;

// The worklet is a program of its own. It plays what it is given, reports how many frames it has played and how many it lacked after
// the first one, and plays silence otherwise.
const WORKLET = `
registerProcessor("keitai", class extends AudioWorkletProcessor {
  constructor() {
    super();
    this.parts = [];
    this.at = 0;
    this.played = 0;
    this.lacked = 0;
    this.blocks = 0;
    this.port.onmessage = (event) => this.parts.push(event.data);
  }
  process(_inputs, [[left, right]]) {
    for (let frame = 0; frame < left.length; frame++) {
      const part = this.parts[0];
      if (!part) {
        if (this.played) this.lacked += left.length - frame;
        break;
      }
      left[frame] = part[this.at];
      right[frame] = part[this.at + 1];
      this.at += 2;
      this.played++;
      if (this.at >= part.length) {
        this.parts.shift();
        this.at = 0;
      }
    }
    if (++this.blocks % 8 === 0) this.port.postMessage([this.played, this.lacked]);
    return true;
  }
});`;

class Sound {
  constructor(page) {
    this.page = page;
    this.context = null;
    this.node = null;
    // Frames that the worklet was given, has played, and lacked.
    this.given = this.played = this.lacked = 0;
    this.ahead = AHEAD;
    // The device is stopped while nothing is to be heard.
    this.asleep = false;
    // When frames were last mixed, and when one of them was not silent.
    this.fed = this.heard = 0;
  }

  // Browsers allow sound after the first key or touch.
  async start() {
    if (this.context || !window.AudioContext) {
      if (this.context && !this.asleep) this.context.resume();
      return;
    }
    this.context = new AudioContext({ sampleRate: RATE, latencyHint: "interactive" });
    try {
      // The text itself as an address: a page from the disk may load no other.
      await this.context.audioWorklet.addModule(`data:text/javascript,${encodeURIComponent(WORKLET)}`);
      this.node = new AudioWorkletNode(this.context, "keitai", { numberOfInputs: 0, outputChannelCount: [2] });
      this.node.port.onmessage = ({ data: [played, lacked] }) => {
        if (lacked > this.lacked && !this.asleep) this.ahead = FAR_AHEAD;
        [this.played, this.lacked] = [played, lacked];
      };
      this.node.connect(this.context.destination);
      this.fed = this.heard = performance.now();
      document.addEventListener("visibilitychange", () => this.sleep(document.hidden));
    } catch (error) {
      console.warn("no sound:", error);
    }
  }

  // Stops the device, or starts it again.
  sleep(asleep) {
    if (asleep === this.asleep) return;
    this.asleep = asleep;
    this.heard = performance.now();
    if (asleep) this.context.suspend();
    else this.context.resume();
  }

  // Gives the worklet the frames that it lacks. Without the device frames are mixed at the same rate until one is not silent.
  feed() {
    if (!this.node || document.hidden || (!this.asleep && this.context.state !== "running")) return;
    const now = performance.now();
    const lacking = this.asleep
      ? Math.min(Math.round((now - this.fed) * RATE / 1000), AHEAD)
      : this.ahead - (this.given - this.played);
    if (lacking < 512) return;
    this.fed = now;
    const frames = this.page.mix(lacking);
    const loud = frames?.some((sample) => sample !== 0);
    if (loud) this.heard = now;
    else if (now - this.heard > PATIENCE) this.sleep(true);
    if (!frames || (this.asleep && !loud)) return;
    this.given += lacking;
    this.node.port.postMessage(frames, [frames.buffer]);
    this.sleep(false);
  }
}
