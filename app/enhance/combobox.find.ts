export type Choice = { value: string; label: string; fill?: Record<string, string> };

let asked = 0;

/** Close enough to the server's searchKey for a short list, at a tenth of its size. */
export function fold(text: string) {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s/g, "")
    .replace(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 96));
}

export function options(select: HTMLSelectElement): Choice[] {
  return [...select.options]
    .filter((one) => one.value)
    .map((one) => ({
      value: one.value,
      label: one.label,
      fill: one.dataset.fill ? JSON.parse(one.dataset.fill) : undefined,
    }));
}

export async function findChoices(typed: string, own: Choice[], source?: string): Promise<Choice[] | null> {
  const turn = ++asked;
  const key = fold(typed);
  const near = own.filter((choice) => fold(choice.label).includes(key));
  // A cell that holds only what is chosen has its list at the server.
  if (!source || (!key && own.length > 1)) return near;
  await new Promise((done) => setTimeout(done, 150));
  if (turn !== asked) return null;
  const answer = await fetch(source + encodeURIComponent(typed))
    .then((it) => it.json())
    .catch(() => near);
  return turn === asked ? answer : null;
}

/** What is still being looked for is not wanted any more. */
export function stopSearch() {
  asked++;
}
