import { post } from "./chunks.post";

type Fields = [string, string][];
/** One that was refused with a sentence, one whose answer is lost, one that was not posted at all. */
export type Failure = { said: string } | "unsure" | "untried";
export type Job<Result> = {
  url: string;
  /** The field of what is done in parts. */
  name: string;
  size: number;
  starts: (go: string) => boolean;
  /** Follows `n / m件`. */
  done: string;
  fields: (typed: Fields, part: string[], go: string) => Fields;
  /** Asked of all before the first part. */
  check?: (typed: Fields) => Fields;
  results: (said: any, part: string[]) => Result[] | null;
  failed: (id: string, why: Failure) => Result;
};

export function watchChunks<Result>(form: HTMLFormElement, job: Job<Result>) {
  let through = false;
  form.addEventListener("submit", (event) => {
    const button = event.submitter as HTMLButtonElement | null;
    const ids = new FormData(form).getAll(job.name).map(String);
    if (through || !button || !job.starts(button.value) || ids.length <= job.size) return;
    event.preventDefault();
    const base = [...new FormData(form)] as Fields;
    const buttons = form.querySelectorAll("button");
    for (const one of buttons) one.disabled = true;
    const progress = showProgress(button, ids.length);
    addEventListener("beforeunload", stay);
    void run(base, ids, button.value, job, progress.show).then((items) => {
      for (const one of buttons) one.disabled = false;
      removeEventListener("beforeunload", stay);
      if (items) fill(form, job.name, items);
      else progress.end();
      through = true;
      form.requestSubmit(items ? undefined : button);
      through = false;
    });
  });
}

const stay = (event: Event) => event.preventDefault();

function showProgress(button: HTMLButtonElement, max: number) {
  const bar = Object.assign(document.createElement("progress"), { max, value: 0 });
  bar.className = "accent-accent";
  const text = document.createElement("output");
  text.className = "tabular-nums";
  button.parentElement!.append(bar, text);
  const show = (value: number, words: string) =>
    Object.assign(text, { textContent: words }) && (bar.value = value);
  return { show, end: () => (bar.remove(), text.remove()) };
}

/** The page then shows what came of all parts as of one. */
function fill(form: HTMLFormElement, name: string, items: unknown[]) {
  for (const one of form.querySelectorAll(`[name=${name}]`)) one.remove();
  for (const [field, value] of [
    ["go", "show"],
    ["results", JSON.stringify(items)],
  ] as Fields)
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: field, value }));
}

type Show = (value: number, words: string) => void;

/** null: refused as a whole before the first part. */
async function run<R>(base: Fields, ids: string[], go: string, job: Job<R>, show: Show): Promise<R[] | null> {
  const key = String(new Map(base).get("idempotency_key"));
  const typed = base.filter(([name]) => name !== job.name && name !== "idempotency_key");
  const send = (fields: Fields, part: string[], at: string) =>
    post(
      job.url,
      new URLSearchParams([
        ...fields,
        ...part.map((id) => [job.name, id]),
        ["idempotency_key", `${key}.${at}`],
      ]),
    );
  if (job.check) {
    show(0, `${ids.length}件を確かめています`);
    if (!(await send(job.check(typed), ids, "check"))?.ok) return null;
  }
  const items: R[] = [];
  for (let at = 0; at < ids.length; at += job.size) {
    show(at, `${at} / ${ids.length}件${job.done}`);
    const part = ids.slice(at, at + job.size);
    const answer = await send(job.fields(typed, part, go), part, String(at));
    const said = answer?.headers.get("Content-Type")?.includes("json") ? await answer.json() : null;
    const words = Object.values(said?.reply?.error ?? {}).flat()[0] as string | undefined;
    const why = words === undefined ? "unsure" : { said: words };
    items.push(...((said && job.results(said, part)) ?? part.map((id) => job.failed(id, why))));
    // Without a connection the others are not tried.
    if (!answer) return [...items, ...ids.slice(at + job.size).map((id) => job.failed(id, "untried"))];
  }
  return items;
}
