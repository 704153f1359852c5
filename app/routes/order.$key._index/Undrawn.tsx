import { Chip } from "~/components/list/Chip";
import type { Line } from "./state";

/** Which lines were ordered in a revision of which there is no drawing; each leads to where one is added. */
export function Undrawn({ lines }: { lines: Line[] }) {
  const undrawn = lines.filter((line) => line.is_undrawn);
  if (undrawn.length === 0) return null;
  return (
    <p className="rounded border border-line bg-surface px-4 py-2">
      <span className="mr-2">
        <Chip tone="warn">図面なし</Chip>
      </span>
      依頼した改訂の図面がありません。カードに図面を載せるか、改訂を依頼先と確かめてください。
      {undrawn.map(({ line_no, name, drawing_revision, card }) => (
        <a
          key={line_no}
          href={`/task/${card.key}?tab=files`}
          className="mr-4 inline-block text-accent underline"
        >
          {line_no}. {name} 改訂{drawing_revision}
        </a>
      ))}
    </p>
  );
}
