type Field = HTMLInputElement & HTMLOptionElement;

/** Whether what a person typed into a field stays, where the server's page has the same field unchanged. */
export type Keep = (field: Field) => boolean;

/** Makes `from` equal to `to`, changing as few nodes as possible, so that focus, scroll and typed values stay. */
export function morph(from: Element, to: Element, keep: Keep) {
  const field = from.matches("input,textarea,option") && (from as Field);
  const kept = field && keep(field) && from.cloneNode(true).isEqualNode(to);
  for (const { name } of [...from.attributes]) {
    // What a person folded out stays folded out; a menu closes.
    if (!to.hasAttribute(name) && (name !== "open" || "menu" in (from as HTMLElement).dataset)) from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  children(from, to, keep);
  if (!field || kept) return;
  const server = to as Field;
  if (field.selected !== server.selected) field.selected = server.selected;
  if (field.checked !== server.checked) field.checked = server.checked;
  if (field.text === undefined && field.value !== server.value) field.value = server.value;
}

function children(from: Element, to: Element, keep: Keep) {
  let at = from.firstChild;
  for (const next of [...to.childNodes]) {
    let twin = at;
    const names = ids(next);
    while (twin && !alike(twin, next, names)) twin = twin.nextSibling;
    if (twin && twin === at) at = at.nextSibling;
    else from.insertBefore(twin ?? next, at);
    if (twin instanceof Element) morph(twin, next as Element, keep);
    else if (twin && twin.nodeValue !== next.nodeValue) twin.nodeValue = next.nodeValue;
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

/** Same kind and name, and both hold an id in common or none at all. */
function alike(a: Node, b: Node, names: string[]) {
  if (a.nodeName !== b.nodeName || (a as Field).name !== (b as Field).name) return false;
  const own = ids(a);
  return own.length ? own.some((id) => names.includes(id)) : !names.length;
}

function ids(node: Node) {
  return node instanceof Element ? [node, ...node.querySelectorAll("[id]")].map(({ id }) => id).filter(Boolean) : [];
}
