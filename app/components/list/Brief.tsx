import { placeName } from "~/lib/text/place";

/** On a sheet with the address behind it. */
export function Brief({ text }: { text: string }) {
  const name = placeName(text);
  if (name === text) return text;
  return (
    <span title={text}>
      {name}
      <span className="hidden print:block">{text.slice(name.length)}</span>
    </span>
  );
}
