import type { Line } from "./state";

/** Which lines were ordered in a revision of which there is no drawing; each leads to where one is added. */
export function Undrawn({ lines }: { lines: Line[] }) {
  const undrawn = lines.filter((line) => line.is_undrawn);
  if (undrawn.length === 0) return null;
  return (
    <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
      依頼した改訂の図面がありません。カードに図面を載せるか、改訂を依頼先と確かめてください。
      {undrawn.map(({ line_no, name, drawing_revision, card }) => (
        <a key={line_no} href={`/task/${card.key}?tab=files`} className="mr-4 inline-block underline">
          {line_no}. {name} 改訂{drawing_revision}
        </a>
      ))}
    </p>
  );
}
