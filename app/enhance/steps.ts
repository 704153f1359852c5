let currentStep = 0;

/** The steps of a form share an address: Back presses the former step's own button. */
export function start(place: HTMLElement) {
  const before = (history.state as { step?: number } | null)?.step;
  currentStep = Number(place.dataset.steps);
  if (before !== undefined && currentStep > before) history.pushState({ step: currentStep }, "");
  else history.replaceState({ step: currentStep }, "");
}

addEventListener("popstate", ({ state }) => {
  const step = (state as { step?: number } | null)?.step;
  const names = document.querySelector<HTMLElement>("[data-steps]")?.dataset.names?.split(" ");
  if (step === undefined || !names) return;
  if (step > currentStep) history.replaceState({ step: currentStep }, "");
  else if (step === currentStep) history.back();
  else document.querySelector<HTMLElement>(`button[name=go][value="${names[step]}"]`)?.click();
});
