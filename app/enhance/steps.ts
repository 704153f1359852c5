let shown = 0;

/** The steps of one form share an address: Back leads to the step before, as that step's own button does. */
export function start(place: HTMLElement) {
  const before = (history.state as { step?: number } | null)?.step;
  shown = Number(place.dataset.steps);
  if (before !== undefined && shown > before) history.pushState({ step: shown }, "");
  else history.replaceState({ step: shown }, "");
}

addEventListener("popstate", ({ state }) => {
  const step = (state as { step?: number } | null)?.step;
  const names = document.querySelector<HTMLElement>("[data-steps]")?.dataset.names?.split(" ");
  if (step === undefined || !names) return;
  // Nobody goes on unasked, and an entry of the step that stands here already is passed over.
  if (step > shown) history.replaceState({ step: shown }, "");
  else if (step === shown) history.back();
  else document.querySelector<HTMLElement>(`button[name=go][value="${names[step]}"]`)?.click();
});
