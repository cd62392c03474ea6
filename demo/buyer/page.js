// Goes to the shop where nothing is to be chosen.
const door = document.querySelector('[data-auto]');
if (door) door.requestSubmit ? door.requestSubmit() : door.click();

// Follows what happens in a frame, in another window or between the systems.
const { watch, state, target } = document.body.dataset;
let isChanged = false;
document.addEventListener('input', () => {
  isChanged = true;
});
if (watch)
  setInterval(async () => {
    // What someone has begun to enter is kept.
    if (isChanged) return;
    const response = await fetch(watch).catch(() => undefined);
    if (response?.ok && (await response.text()) !== state) location.replace(target);
  }, 1000);
