import { createHash } from "node:crypto";
import { runImports } from "~/lib/server/import.run.server";
import type { Answer, testApp } from "~/lib/server/testing.server";
import { parseCsv } from "~/lib/text/csv.testing";

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>["as"]>>;

/** Stages a text by the API as the upload page does, and has it checked: the answer is the preview. */
export async function preview(
  t: Awaited<ReturnType<typeof testApp>>,
  person: Person,
  noun: string,
  text: string,
): Promise<Answer> {
  const [headers, ...lines] = parseCsv(text);
  const file_hash = createHash("sha256").update(text).digest("base64url");
  const begun = await person.post("/imports", {
    noun,
    file_name: "a.csv",
    file_hash,
    encoding: "utf-8",
    headers,
  });
  if (begun.status !== 201) return begun;
  const path = `/imports/${begun.body.key}`;
  const rows = lines
    .map((cells, index) => ({ line: index + 2, cells }))
    .filter(({ cells }) => cells.some(Boolean));
  for (let at = 0; at < rows.length; at += 1000)
    await person.post(`${path}/rows`, { rows: rows.slice(at, at + 1000) });
  await person.post(`${path}/check`, { num_rows: rows.length });
  await runImports(t.db);
  return person.get(path);
}

/** Saves what was previewed: the answer is the result. */
export async function register(
  t: Awaited<ReturnType<typeof testApp>>,
  person: Person,
  key: number,
  only_good = false,
): Promise<Answer> {
  const answer = await person.post(`/imports/${key}/save`, { only_good });
  if (answer.status !== 201) return answer;
  await runImports(t.db);
  return person.get(`/imports/${key}`);
}
