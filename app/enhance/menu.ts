const OPEN = "details[data-menu][open]";

function close(menu: HTMLDetailsElement, focus?: boolean) {
  menu.open = false;
  if (focus) menu.querySelector("summary")!.focus();
}

export function watchMenus() {
  const elsewhere = (event: Event) => {
    // Pressed by a pointer: its click follows, and would miss what closing moves away under it.
    if (event.type === "focusin" && (event.target as Element).matches(":active")) return;
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(OPEN))
      if (!menu.contains(event.target as Node)) close(menu);
  };
  addEventListener("click", elsewhere);
  addEventListener("focusin", elsewhere);
  addEventListener("keydown", (event) => {
    const menu = (event.target as Element).closest<HTMLDetailsElement>("details[data-menu]");
    if (!menu) return;
    if (event.key === "Escape" && menu.open) return close(menu, true);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const side = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) {
      event.preventDefault();
      menu.open = true;
      walk([...menu.querySelectorAll<HTMLElement>("summary,a,button")], step);
    } else if (side && menu.hasAttribute("name")) {
      close(menu, true);
      walk([...menu.parentElement!.querySelectorAll<HTMLElement>(":scope>a,:scope>details>summary")], side);
    }
  });
}

function walk(stops: HTMLElement[], step: number) {
  const at = stops.indexOf(document.activeElement as HTMLElement) + step;
  stops[(at + stops.length) % stops.length]?.focus();
}
