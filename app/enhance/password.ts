let started = false;

export function start(root: ParentNode) {
  for (const label of root.querySelectorAll<HTMLElement>("[data-reveal]")) {
    const field = document.getElementById(label.dataset.reveal!) as HTMLInputElement | null;
    const box = label.querySelector("input")!;
    const reveal = () => {
      field!.type = box.checked ? "text" : "password";
    };
    box.onchange = reveal;
    reveal();
  }
  if (started) return;
  started = true;
  addEventListener("keyup", (event) => {
    const hint = document.querySelector<HTMLElement>(
      `[data-caps="${CSS.escape((event.target as HTMLElement).id ?? "")}"]`,
    );
    if (hint) hint.hidden = !event.getModifierState?.("CapsLock");
  });
}
