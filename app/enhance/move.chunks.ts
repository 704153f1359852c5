import type { MoveResults } from "~/lib/task/move.schema";
import { post } from "./move.post";

type Item = MoveResults["items"][number];
const SIZE = 50;
const UNSURE = "通信できず、移動できたか確かめられませんでした。一覧で今の工程を確かめてください。";
const NOT_MOVED = "通信できなかったため、移動していません。";

export function watchChunks(form: HTMLFormElement) {
  let through = false;
  form.addEventListener("submit", (event) => {
    const button = event.submitter as HTMLButtonElement | null;
    const ids = new FormData(form).getAll("ids").map(String);
    if (through || !button?.value.startsWith("move") || ids.length <= SIZE) return;
    event.preventDefault();
    for (const one of form.querySelectorAll("button")) one.disabled = true;
    void run(form, ids, button.value).then((items) => {
      through = true;
      const field = (name: string, value: string) =>
        form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
      for (const one of form.querySelectorAll("[name=ids]")) one.remove();
      for (const one of form.querySelectorAll("button")) one.disabled = false;
      field("go", "show");
      field("results", JSON.stringify(items));
      removeEventListener("beforeunload", stay);
      form.requestSubmit();
    });
  });
}

const stay = (event: Event) => event.preventDefault();

function failed(tick: string, detail: string): Item {
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
    detail,
    num_rest: null,
    ended: "",
  };
}

async function run(form: HTMLFormElement, ids: string[], go: string): Promise<Item[]> {
  addEventListener("beforeunload", stay);
  const bar = Object.assign(document.createElement("progress"), { max: ids.length, value: 0 });
  bar.className = "accent-accent";
  const text = document.createElement("output");
  text.className = "tabular-nums";
  form.append(bar, text);
  const items: Item[] = [];
  const base = new FormData(form);
  const key = String(base.get("idempotency_key"));
  for (let at = 0; at < ids.length; at += SIZE) {
    text.textContent = `${at} / ${ids.length}件を移動しました`;
    const part = ids.slice(at, at + SIZE);
    const fields = [...base].filter(
      ([name]) => !["ids", "idempotency_key", "include", "rest"].includes(name),
    ) as [string, string][];
    const include = go === "move.ok" ? "ok" : "all";
    const rest = go.split(".")[1]!.replace("ok", "");
    const body = new URLSearchParams([
      ...fields,
      ...part.map((id) => ["ids", id]),
      ["include", include],
      ["rest", rest],
      ["idempotency_key", `${key}.${at}`],
    ]);
    const answer = await post(form.dataset.chunks!, body);
    const said = answer?.headers.get("Content-Type")?.includes("json") ? await answer.json() : null;
    if (said?.results) items.push(...said.results.items);
    else {
      const why = Object.values(said?.reply?.error ?? {}).flat()[0] as string | undefined;
      items.push(...part.map((id) => failed(id, why ?? UNSURE)));
      // Without a connection the others are not tried.
      if (!answer) return [...items, ...ids.slice(at + SIZE).map((id) => failed(id, NOT_MOVED))];
    }
    bar.value = at + part.length;
  }
  return items;
}
