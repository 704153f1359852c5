let pop: HTMLElement | undefined;
let openedBy: HTMLElement | undefined;

function close(focus?: boolean) {
  pop?.remove();
  pop = undefined;
  if (focus) openedBy?.focus();
}

export function openMenu(card: HTMLElement) {
  const again = pop && openedBy?.closest(".card") === card;
  close();
  const acts = document.querySelector<HTMLTemplateElement>("#card-acts");
  if (again || !acts) return;
  openedBy = card.querySelector<HTMLElement>("[data-acts]")!;
  pop = document.createElement("nav");
  pop.className = "menu card-pop";
  pop.ariaLabel = openedBy.ariaLabel;
  const next = card.querySelector<HTMLButtonElement>("form button");
  if (next) {
    const first = document.createElement("button");
    first.textContent = next.title || next.textContent;
    first.onclick = () => {
      close();
      next.click();
    };
    pop.append(first);
  }
  const back = `?return=${encodeURIComponent(location.pathname + location.search)}`;
  for (const link of acts.content.querySelectorAll("a")) {
    if (![...card.dataset.state!].some((one) => link.dataset.on!.includes(one))) continue;
    const own = link.cloneNode(true) as HTMLAnchorElement;
    own.href = link.getAttribute("href")!.replace("/0/", `/${card.id.slice(5)}/`) + back;
    pop.append(own);
  }
  document.getElementById("main")!.append(pop);
  const box = openedBy.getBoundingClientRect();
  const [width, height] = [pop.offsetWidth, pop.offsetHeight];
  const top = box.bottom + height > innerHeight ? Math.max(4, innerHeight - height - 4) : box.bottom;
  Object.assign(pop.style, { left: `${Math.max(4, box.right - width)}px`, top: `${top}px` });
  pop.querySelector<HTMLElement>("a,button")?.focus({ preventScroll: true });
}

export function watchCardMenu() {
  addEventListener("click", (event) => {
    const dots = (event.target as Element).closest<HTMLElement>("a[data-acts]");
    if (!dots) return void (pop?.contains(event.target as Node) || close());
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openMenu(dots.closest<HTMLElement>(".card")!);
  });
  addEventListener("scroll", () => close(), true);
  addEventListener("keydown", (event) => {
    if (!pop) return;
    const stops = [...pop.children] as HTMLElement[];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") return close(true);
    if (!step) return;
    event.preventDefault();
    stops[
      (stops.indexOf(document.activeElement as HTMLElement) + step + stops.length) % stops.length
    ]!.focus();
  });
}
