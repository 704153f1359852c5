import type { Visitor } from "./visit.server";

export async function fileOf({ api }: Visitor, path: string): Promise<Response> {
  const answer = await api.ask("GET", path);
  if (!answer.ok)
    throw new Response(null, {
      status: answer.status === 401 || answer.status === 403 ? 404 : answer.status,
    });
  const headers = new Headers(answer.headers);
  for (const name of ["X-Revision", "Content-Encoding"]) headers.delete(name);
  return new Response(answer.body, { headers });
}

/** A field left empty sends a file without a name; an empty file with one is for the call to refuse. */
const isChosen = (one: FormDataEntryValue): one is File =>
  one instanceof Blob && (one.size > 0 || one.name !== "");

export function filesForm(
  form: FormData,
  fields: Record<string, string | number | boolean | undefined> = {},
  name = "files",
): FormData {
  const out = new FormData();
  for (const [field, value] of Object.entries(fields))
    if (value !== undefined && value !== false) out.append(field, value === true ? "on" : String(value));
  for (const one of form.getAll(name)) if (isChosen(one)) out.append("files", one, one.name);
  return out;
}

/** With the photos of 記録項目, and which file is for which of them. */
export function itemPhotos(
  form: FormData,
  out: FormData,
  items: { item_id: number; kind: string }[],
): FormData {
  const named = out.getAll("files").map(() => 0);
  for (const { item_id } of items.filter(({ kind }) => kind === "photo"))
    for (const one of form.getAll(`photos_${item_id}`))
      if (isChosen(one)) {
        out.append("files", one, one.name);
        named.push(item_id);
      }
  if (named.some((item_id) => item_id > 0)) out.append("photo_items", named.join(","));
  return out;
}

type Photographed = { lines: { line_no: number }[] };

/** What was filled in of lines, with the photos of each; null where there are none. */
export function withPhotos(form: FormData, value: Photographed & Record<string, unknown>): FormData | null {
  const photos = value.lines.flatMap(({ line_no }) =>
    [...form.getAll(`shots_${line_no}`), ...form.getAll(`photos_${line_no}`)].flatMap((one) =>
      isChosen(one) ? { line_no, photo: one } : [],
    ),
  );
  if (photos.length === 0) return null;
  const out = new FormData();
  for (const [name, field] of Object.entries(value))
    if (field !== undefined && field !== false)
      out.append(
        name,
        typeof field === "object" ? JSON.stringify(field) : field === true ? "on" : String(field),
      );
  out.append("photo_lines", photos.map(({ line_no }) => line_no).join(","));
  for (const { photo } of photos) out.append("files", photo, photo.name);
  return out;
}
