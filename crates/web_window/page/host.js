// What the game asks of the page around it.
const $ = (id) => document.getElementById(id);

// A line below the window.
export const say = (text) => { $("state").textContent = text; };

// Lays a file among the player's downloads.
export function give(name, bytes) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// What is seen: the page of the game, the orders of the battle on the table and what they came to.
export function show(stage, orders, checksum, atStake) {
  Object.assign(document.body.dataset, { stage, orders, checksum });
  onbeforeunload = atStake ? (event) => event.preventDefault() : null;
}

// After a fault nothing more is asked of the game: its memory is not to be trusted.
export function fault(text) {
  console.error(text);
  if ($("fault").open) return;
  $("fault-text").textContent = text;
  $("fault").showModal();
}
