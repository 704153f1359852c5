import type { ShelfAct } from "~/lib/vocabulary/stocktake";
import { pad } from "./scan.dialog";
import { watchPace } from "./scan.field";
import { root } from "./scan.root";
import { performShelf } from "./scan.shelf.act";

/** Where the next label falls. */
const toReader = () =>
  root.querySelector<HTMLElement>("[data-reader] [name=code]")!.focus({ preventScroll: true });

/** `then`: once it is done, or waits on the device. */
export function watchNumbers(
  form: HTMLFormElement,
  read: (text: string) => void,
  then: (shelf: string, act: ShelfAct) => Promise<unknown>,
) {
  const place = form.querySelector("[data-pad]")!;
  if (place.hasChildNodes()) return;
  const fields = [...form.querySelectorAll<HTMLInputElement>("[name=num],[name=num_ready]")];
  let chosen = fields[0]!;
  const paces = fields.map((field) => {
    if (matchMedia("(pointer: coarse)").matches) field.inputMode = "none";
    field.addEventListener("focus", () => {
      chosen = field;
    });
    return watchPace(field);
  });
  place.append(
    pad(
      () => chosen,
      () => {},
    ),
  );
  let busy = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // A label that is read while the cursor stands in a number is no number.
    const label = fields.find((field, at) => field === document.activeElement && paces[at]!());
    if (label) {
      const { value } = label;
      label.value = "";
      return read(value);
    }
    if (busy) return;
    busy = true;
    const act = ((event as SubmitEvent).submitter as HTMLButtonElement).value as ShelfAct;
    const done = async (shelf: string) => {
      for (const field of fields) field.value = "";
      toReader();
      // The next label may have been read meanwhile.
      if (form.isConnected) await then(shelf, act);
    };
    void performShelf(form, act, done).finally(() => {
      busy = false;
    });
  });
}
