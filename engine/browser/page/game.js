// The page of a game: runs what the program's `main` has opened, until it ends.

const plain = (text) => text;

// Keys belong to the game unless a button or the licences have the focus.
const isOurs = (element) => element === screen || element === document.body;

function step() {
  const ended = host.step();
  $("again").hidden = !ended;
  if (ended) $("again").focus();
  return ended;
}

async function begin() {
  await load();
  host = keitaiProgram.Host.start();
  start();
  watchGameButtons(() => showPad(padShown));
  showPad(padShown);
  $("again").addEventListener("click", () => location.reload());
  $("show-notice").addEventListener("click", () => {
    host.loseFocus();
    $("notice").showModal();
  });
  $("notice").addEventListener("close", () => {
    if (document.hasFocus()) host.gainFocus();
  });
  run(step, () => {});
}

begin().catch((error) => {
  $("loading").hidden = true;
  fail(error);
});
