import type { MoveResults } from "~/lib/task/move.schema";
import type { Failure, Job } from "./chunks";

type Item = MoveResults["items"][number];
const UNSURE = "通信できず、移動できたか確かめられませんでした。一覧で今の工程を確かめてください。";
const NOT_MOVED = "通信できなかったため、移動していません。";

export const moveJob = (url: string): Job<Item> => ({
  url,
  name: "ids",
  size: 50,
  starts: (go) => go.startsWith("move"),
  done: "を移動しました",
  fields: (typed, _, go) => [
    ...typed.filter(([name]) => name !== "include" && name !== "rest"),
    ["include", go === "move.ok" ? "ok" : "all"],
    ["rest", go.split(".")[1]!.replace("ok", "")],
  ],
  results: (said) => said.results?.items ?? null,
  failed,
});

function failed(tick: string, why: Failure): Item {
  const [card_key, version] = tick.split(".").map(Number) as [number, number];
  // The confirmation lists each card with its number.
  const link = document.querySelector(`td a[href="/task/${card_key}"]`);
  const name = link?.closest("td")!.nextElementSibling?.textContent ?? null;
  return {
    key: card_key,
    version,
    id: link?.textContent ?? null,
    name,
    ok: false,
    exceptions: [],
    detail: why === "unsure" ? UNSURE : why === "untried" ? NOT_MOVED : why.said,
    num_rest: null,
    ended: "",
  };
}
