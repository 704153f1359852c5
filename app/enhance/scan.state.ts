import { type CardSummary } from "~/lib/scan/scan";
import type { StationData } from "~/lib/scan/scan.schema";
import { type Memory, memoryCookie, memoryIn } from "~/lib/scan/station";
import { type Act } from "~/lib/vocabulary/scan";
import { root, showCard, showChosen } from "./scan.panel";
import type { Line } from "./scan.queue";

/** What this device knows, and what has been read for the next act. */
export const scanState = {
  data: JSON.parse(root.dataset.station!) as StationData,
  /** Staff of the provider: for which company the page was drawn. */
  acting: root.dataset.acting,
  memory: memoryIn(document.cookie, Date.now()),
  line: "online" as Line,
  card: null as CardSummary | null,
  /** The card's facts are known, not just its code. */
  known: false,
  code: "",
  act: null as Act | null,
  tokens: [] as string[],
  /** Puts the cursor back into the field. */
  ready: () => {},
};

const UNSEEN = {
  out: "ログインの期限が切れたため、内容は表示できません。",
  off: "通信できないため、内容は表示できません。",
};

export const processName = () =>
  scanState.data.processes.find((one) => one.group_id === scanState.memory.group_id)?.label;
export const workerOf = (id: number | null) => scanState.data.workers.find((one) => one.worker_id === id);
export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );

export function remember(next: Memory) {
  scanState.memory = next;
  document.cookie = memoryCookie(next, location.protocol === "https:");
  showChosen("worker", workerOf(next.worker_id)?.name, next.worker_id);
  showChosen("process", processName(), next.group_id);
}

/** The worker's thirty minutes may be over since the last look. */
export function wake() {
  const now = memoryIn(document.cookie, Date.now());
  if (now.worker_id !== scanState.memory.worker_id) remember(now);
}

export function draw() {
  const { card, known, memory } = scanState;
  showCard(
    card,
    known,
    memory,
    processName(),
    UNSEEN[scanState.line === "signed out" ? "out" : "off"],
    card && !known ? ["start", "finish", "pause"] : undefined,
  );
  if (card) root.querySelector("[data-panel]")!.scrollIntoView({ block: "nearest" });
}
