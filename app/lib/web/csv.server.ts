/** A CSV to be kept, by its Japanese name. */
export function csvResponse(name: string, text: string): Response {
  return new Response(text, { headers: {
    "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.csv`)}`,
  } });
}
