import { start as selectAll } from "./select-all";

let ticked: HTMLInputElement | null = null;

export function start(root: ParentNode) {
  selectAll(root);
  for (const button of root.querySelectorAll<HTMLElement>("[data-print]")) {
    button.classList.remove("invisible");
    button.onclick = () => print();
  }
  for (const form of root.querySelectorAll<HTMLFormElement>("form[method=get][data-enhance]"))
    form.onchange = filter;
  // A second box ticked while the first one's answer was on its way.
  const late = ticked?.isConnected && ticked.checked !== ticked.defaultChecked ? ticked.form : null;
  ticked = null;
  setTimeout(() => late?.requestSubmit());
}

/** A ticked filter applies at once; everything else waits for 絞り込む. */
function filter({ target }: Event) {
  if ((target as HTMLElement).matches("[type=checkbox]")) {
    ticked = target as HTMLInputElement;
    ticked.form!.requestSubmit();
  }
}
