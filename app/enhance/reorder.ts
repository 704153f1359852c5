export function start(form: HTMLFormElement) {
  const rows = () => [...form.querySelectorAll<HTMLElement>("[data-row]")];
  let held: HTMLElement | null = null;
  let before = "";
  const order = () =>
    rows()
      .map((row) => row.querySelector("input")!.value)
      .join();
  for (const help of document.querySelectorAll<HTMLElement>("[data-reorder-help]")) help.hidden = false;
  for (const row of rows()) {
    row.draggable = true;
    row.classList.add("cursor-move");
  }
  form.addEventListener("dragstart", (event) => {
    held = (event.target as HTMLElement).closest("[data-row]");
    before = order();
    event.dataTransfer!.effectAllowed = "move";
  });
  form.addEventListener("dragover", (event) => {
    const over = (event.target as HTMLElement).closest<HTMLElement>("[data-row]");
    if (!held) return;
    event.preventDefault();
    if (!over || over === held) return;
    const { top, height } = over.getBoundingClientRect();
    over[event.clientY > top + height / 2 ? "after" : "before"](held);
    rows().forEach((row, index) => {
      row.querySelector("[data-place]")!.textContent = String(index + 1);
    });
  });
  form.addEventListener("drop", (event) => event.preventDefault());
  form.addEventListener("dragend", () => {
    held = null;
    if (order() !== before) form.requestSubmit();
  });
}
