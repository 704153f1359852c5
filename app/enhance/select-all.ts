let started = false;
let last: HTMLInputElement | undefined;

export function start(root: ParentNode) {
  for (const all of root.querySelectorAll<HTMLElement>("[data-select-all]")) all.hidden = false;
  for (const form of root.querySelectorAll<HTMLFormElement>("[data-bulk]"))
    count(form.closest("form") ?? form);
  if (started) return;
  started = true;
  addEventListener("click", (event) => {
    const box = event.target as HTMLInputElement;
    const form = box.form as HTMLFormElement | null | undefined;
    if (box.type !== "checkbox" || !form?.matches("[data-bulk],:has([data-bulk])")) return;
    const rows = boxes(form);
    if ("selectAll" in box.dataset) for (const row of rows) row.checked = box.checked;
    const [from, to] = [rows.indexOf(last!), rows.indexOf(box)].sort((a, b) => a - b) as [number, number];
    if (event.shiftKey && from >= 0) for (const row of rows.slice(from, to)) row.checked = box.checked;
    last = box;
    count(form);
  });
  addEventListener("reset", ({ target }) => setTimeout(() => count(target as HTMLFormElement)));
}

function boxes(form: HTMLFormElement) {
  return [...form.querySelectorAll<HTMLInputElement>("tbody [type=checkbox]")];
}

function count(form: HTMLFormElement) {
  const place = form.querySelector<HTMLElement>("[data-selected]");
  if (!place) return;
  const rows = boxes(form);
  const ticked = rows.filter((row) => row.checked).length;
  place.textContent = `${ticked}${place.dataset.selected}選択中`;
  const all = form.querySelector<HTMLInputElement>("[data-select-all]");
  if (!all) return;
  all.checked = ticked > 0 && ticked === rows.length;
  all.indeterminate = ticked > 0 && ticked < rows.length;
}
