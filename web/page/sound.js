// Sound: the program mixes frames, a worklet of the browser plays them. The page asks for frames a little ahead.

const RATE = 48000;
// Frames that wait in the worklet: 85 ms, a few pictures.
const AHEAD = 4096;

// The worklet is a program of its own. It plays what it is given, tells how much is left, and plays silence otherwise.
const WORKLET = `
registerProcessor("keitai", class extends AudioWorkletProcessor {
  constructor() {
    super();
    this.parts = [];
    this.at = 0;
    this.left = 0;
    this.port.onmessage = (event) => {
      this.parts.push(event.data);
      this.left += event.data.length / 2;
    };
  }
  process(_inputs, [[left, right]]) {
    for (let frame = 0; frame < left.length; frame++) {
      const part = this.parts[0];
      if (!part) break;
      left[frame] = part[this.at];
      right[frame] = part[this.at + 1];
      this.at += 2;
      this.left--;
      if (this.at >= part.length) {
        this.parts.shift();
        this.at = 0;
      }
    }
    this.port.postMessage(this.left);
    return true;
  }
});`;

class Sound {
  constructor(page) {
    this.page = page;
    this.context = null;
    this.node = null;
    this.left = 0;
  }

  // Browsers allow sound after the first key or touch.
  async start() {
    if (this.context || !window.AudioContext) return this.context?.resume();
    this.context = new AudioContext({ sampleRate: RATE, latencyHint: "interactive" });
    try {
      // The text itself as an address: a page from the disk may load no other.
      await this.context.audioWorklet.addModule(`data:text/javascript,${encodeURIComponent(WORKLET)}`);
      this.node = new AudioWorkletNode(this.context, "keitai", { numberOfInputs: 0, outputChannelCount: [2] });
      this.node.port.onmessage = (event) => { this.left = event.data; };
      this.node.connect(this.context.destination);
    } catch (error) {
      console.warn("no sound:", error);
    }
  }

  // Gives the worklet the frames that it lacks.
  feed() {
    if (!this.node || this.context.state !== "running") return;
    const lacking = AHEAD - this.left;
    if (lacking < 512) return;
    const frames = this.page.mix(lacking);
    if (!frames) return;
    this.left += lacking;
    this.node.port.postMessage(frames, [frames.buffer]);
  }
}
