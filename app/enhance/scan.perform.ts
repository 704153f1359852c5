import { askedItems } from "~/lib/measurement/measure";
import { restWords, wordsFor } from "~/lib/scan/ask";
import { type CardSummary, misplaced, movesFirst, resolveAct } from "~/lib/scan/scan";
import { ACT_LABEL, type Act } from "~/lib/vocabulary/scan";
import { finishSheet } from "./scan.finish";
import { measureSheet } from "./scan.measure";
import { showProblem } from "./scan.message";
import { submit } from "./scan.send";
import { pauseSheet, restSheet } from "./scan.sheet";
import { chooseAct, processName, scanState } from "./scan.state";

let focusField = () => {};
/** Where the next code is typed, once a sheet has closed. */
export function setFocusField(focus: () => void) {
  focusField = focus;
}

const itemsAt = (card: CardSummary, group_id: number | null) =>
  group_id === null ? [] : askedItems(scanState.station.items ?? [], card.own_items, group_id);

export async function perform(wanted: Act, move = false) {
  const { card, known, memory, station } = scanState;
  if (!card) return;
  chooseAct(null);
  const means = known ? resolveAct(wanted, card, memory.worker_id) : wanted;
  if (!(means in ACT_LABEL)) return showProblem(means);
  const act = means as Act;
  const first = movesFirst(act, card.state !== "none");
  const elsewhere = !first || move || !known ? null : misplaced(card, memory.group_id, processName());
  if (elsewhere)
    return showProblem(
      elsewhere,
      wordsFor({ move: true }, act, processName()).map((word) => ({
        word,
        press: () => void perform(act, true),
      })),
    );
  const words = known && act === "next" ? restWords(card) : [];
  const fields =
    words.length > 0
      ? await restSheet(card, words)
      : act === "finish"
        ? await finishSheet(card, known, station.reasons)
        : act === "pause"
          ? await pauseSheet(station.reasons)
          : {};
  const items = known && act === "finish" ? itemsAt(card, move ? memory.group_id : card.group_id) : [];
  const values = fields && items.length > 0 ? await measureSheet(items) : {};
  focusField();
  if (fields && values) await submit(act, { ...fields, ...values, ...(move && { move }) });
}
