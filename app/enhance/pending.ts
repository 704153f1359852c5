/** Keeps the button's width, and the words of an island's button: React holds their nodes. */
export function markBusy(button: HTMLButtonElement) {
  const kept = [...button.childNodes];
  button.style.width = `${button.offsetWidth}px`;
  if (!button.closest("[data-island]")) button.replaceChildren("送信中…");
  button.setAttribute("aria-disabled", "true");
  return () => {
    if (button.textContent === "送信中…") button.replaceChildren(...kept);
    button.style.width = "";
    button.removeAttribute("aria-disabled");
  };
}
