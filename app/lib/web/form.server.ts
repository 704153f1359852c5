import { boundedJson, boundedName, type FormBounds, TOO_MANY, UNREADABLE } from "~/lib/text/bounds";

function fieldCount(bytes: Buffer, type: string, most: number): number {
  const boundary = /^multipart/i.test(type) && /boundary="?([^";]+)/i.exec(type)?.[1];
  const mark = Buffer.from(boundary ? `--${boundary}` : "&");
  let count = boundary ? -1 : 1;
  for (let at = bytes.indexOf(mark); at >= 0 && count <= most; at = bytes.indexOf(mark, at + mark.length))
    count += 1;
  return count;
}

type Intent = { type: string; payload: { name?: string; index?: number } };

function boundedIntent(text: FormDataEntryValue | null, fields: number): boolean {
  if (typeof text !== "string" || !boundedJson(text, { values: 100, depth: 5 })) return false;
  try {
    const {
      type,
      payload: { name = "", index = 0 },
    } = JSON.parse(text) as Intent;
    if (type === "update") return name === "columns";
    return (type === "insert" || type === "remove") && boundedName(`${name}[${index}]`, fields);
  } catch {
    return false;
  }
}

/** A short name can ask for endless work, so names are bounded before anything reads them. */
export async function readPosted(request: Request, most: FormBounds): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type))
    throw new Response(UNREADABLE, { status: 415 });
  const unreadable = () => {
    throw new Response(UNREADABLE, { status: 400 });
  };
  const bytes = Buffer.from(await request.arrayBuffer().catch(unreadable));
  if (bytes.length > most.bytes || fieldCount(bytes, type, most.fields) > most.fields)
    throw new Response(TOO_MANY, { status: 413 });
  const form = await new Response(bytes, { headers: { "Content-Type": type } }).formData().catch(unreadable);
  const names = [...form.keys()];
  if (!names.every((name) => boundedName(name, names.length))) throw new Response(TOO_MANY, { status: 413 });
  form.delete("__state__");
  if (!boundedIntent(form.get("__intent__"), names.length)) form.delete("__intent__");
  return form;
}
