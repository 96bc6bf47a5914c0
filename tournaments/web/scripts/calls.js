// A page that is open says a call aloud: the phone vibrates and sounds once for each table.
const BEEPS = [880, 660, 880];
const LENGTH = 0.18;

/** @returns {Set<string>} */
const called = () =>
  new Set([...document.querySelectorAll(".is-called[data-card]")].map((card) => card.dataset.call ?? ""));

let known = new Set();

const sound = () => {
  const context = new AudioContext();
  // Before anything was tapped on the page a browser lets nothing sound.
  if (context.state !== "running") {
    void context.close();
    return;
  }
  for (const [number, pitch] of BEEPS.entries()) {
    const tone = new OscillatorNode(context, { frequency: pitch });
    tone.connect(new GainNode(context, { gain: 0.2 })).connect(context.destination);
    tone.start(context.currentTime + 2 * number * LENGTH);
    tone.stop(context.currentTime + (2 * number + 1) * LENGTH);
  }
};

document.addEventListener("DOMContentLoaded", () => {
  known = called();
});

document.addEventListener("htmx:afterSettle", () => {
  const now = called();
  if ([...now].some((call) => !known.has(call))) {
    navigator.vibrate?.([300, 150, 300, 150, 300]);
    sound();
  }
  known = now;
});
