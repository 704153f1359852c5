import { restWords, wordsFor } from "~/lib/scan/ask";
import { misplaced, movesFirst, resolveAct } from "~/lib/scan/scan";
import { ACT_LABEL, type Act } from "~/lib/vocabulary/scan";
import { finishSheet } from "./scan.finish";
import { showProblem } from "./scan.message";
import { submit } from "./scan.send";
import { pauseSheet, restSheet } from "./scan.sheet";
import { chooseAct, processName, scanState } from "./scan.state";

let focusField = () => {};
/** Where the next code is typed, once a sheet has closed. */
export function setFocusField(focus: () => void) {
  focusField = focus;
}

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
  focusField();
  if (fields) await submit(act, move ? { ...fields, move } : fields);
}
