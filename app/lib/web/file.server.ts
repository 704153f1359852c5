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

export function filesForm(
  form: FormData,
  fields: Record<string, string | number | boolean | undefined> = {},
  name = "files",
): FormData {
  const out = new FormData();
  for (const [field, value] of Object.entries(fields))
    if (value !== undefined && value !== false) out.append(field, value === true ? "on" : String(value));
  for (const one of form.getAll(name))
    if (one instanceof Blob && one.size > 0) out.append("files", one, one.name);
  return out;
}
