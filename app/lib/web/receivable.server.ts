import { SHEETS_MAX, sheetKeys } from "~/lib/accounting/document.paper";

const tooMany = `一度に印刷できるのは${SHEETS_MAX}社までです。`;

/** Whose sheets an address asks for, with the rest of its query. */
export function partnersAsked(request: Request) {
  const { searchParams } = new URL(request.url);
  const ids = sheetKeys(searchParams.getAll("buyer_id"));
  if (!ids) throw new Response(tooMany, { status: 422 });
  if (ids.length === 0) throw new Response(null, { status: 404 });
  const rest: Record<string, string> = {};
  for (const [name, value] of searchParams) if (name !== "buyer_id" && value) rest[name] = value;
  searchParams.delete("to_partner");
  return { ids, rest, query: String(searchParams) };
}
