import { type ShelfView, shelfHref } from "./data";

export function Question({ view }: { view: ShelfView }) {
  const { result, given, words } = view.refused!;
  const why = words.find((word) => word.why)?.why;
  const answered = ["client_id", ...words.flatMap(({ fields }) => Object.keys(fields)), why && "reason"];
  const kept = Object.entries(given).filter(([name]) => !answered.includes(name));
  return (
    <form method="post" action="/s/" className="scan-wrong grid gap-3" role="alert">
      <p>{result.detail}</p>
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="client_id" value={view.client_id} />
      {why ? (
        <label className="grid gap-1">
          <span>{why}</span>
          <input
            name="reason"
            required
            defaultValue={given.reason}
            className="h-14 rounded border border-muted/75 bg-surface px-3 text-input text-ink"
          />
        </label>
      ) : null}
      {words.map((word) => (
        <button
          key={word.text}
          name="answer"
          value={new URLSearchParams(word.fields).toString()}
          className="scan-button"
        >
          {word.text}
        </button>
      ))}
      <a href={shelfHref(view, given.card ? { code: given.card } : {})} className="scan-button">
        やめる
      </a>
    </form>
  );
}
