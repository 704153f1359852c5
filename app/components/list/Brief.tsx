/** 川崎工場; on a sheet with the address that stands in brackets behind it. */
export function Brief({ text }: { text: string }) {
  const at = text.indexOf("（", 1);
  if (at < 0) return text;
  return (
    <span title={text}>
      {text.slice(0, at)}
      <span className="hidden print:block">{text.slice(at)}</span>
    </span>
  );
}
