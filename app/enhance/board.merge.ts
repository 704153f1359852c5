const keyOf = (part: Element) => part.tagName + ((part as HTMLElement).dataset.cell ?? part.className);

/** Part by part: what is the same is not touched, and an open menu stays. */
export function merge(old: Element, now: Element) {
  if (old.isEqualNode(now) || (old.querySelector("[open]") && !now.querySelector("[data-cards]"))) return;
  if (now.matches("[data-cards]")) return cards(old, now);
  if (!now.querySelector("[data-cards]")) return old.replaceWith(now);
  for (const name of now.getAttributeNames()) old.setAttribute(name, now.getAttribute(name)!);
  const left = [...old.children];
  let at: Element | null = null;
  for (const one of [...now.children]) {
    const same = left.findIndex((part) => keyOf(part) === keyOf(one));
    const [own] = same < 0 ? [] : left.splice(same, 1);
    const before: Element | null = at ? at.nextElementSibling : old.firstElementChild;
    if (!own) old.insertBefore(one, before);
    else {
      if (own !== before) old.insertBefore(own, before);
      merge(own, one);
    }
    at = at ? at.nextElementSibling : old.firstElementChild;
  }
  for (const part of left) part.remove();
}

function cards(old: Element, now: Element) {
  let at = old.firstElementChild;
  for (const card of [...now.children]) {
    const own = document.getElementById(card.id);
    const same = own?.isEqualNode(card);
    if (own && own === at) {
      at = at.nextElementSibling;
      if (!same) own.replaceWith(card);
    } else {
      old.insertBefore(same ? own! : card, at);
      if (!same) own?.remove();
    }
  }
  while (at) {
    const next: Element | null = at.nextElementSibling;
    at.remove();
    at = next;
  }
}
