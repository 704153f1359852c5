import { Chip } from "~/components/list/Chip";
import { Qr } from "~/components/paper/Qr";
import type { CodeRow } from "~/lib/code/code.schema";
import { codeUrl } from "~/lib/code/tag";

export function Grid({ rows, origin }: { rows: CodeRow[]; origin: string }) {
  return (
    <ul className="grid grid-cols-2 gap-3 desk:grid-cols-4">
      {rows.map((row) => (
        <li key={row.key} className="rounded border border-line bg-surface has-[:checked]:bg-accent-soft">
          <label className="flex h-full cursor-pointer flex-col gap-1 p-3">
            <span className="flex items-center gap-2">
              <input type="checkbox" name="ids" value={row.key} className="h-6 w-6 shrink-0 accent-accent" />
              <b className="min-w-0 truncate">{row.name}</b>
              {row.is_active ? null : <Chip tone="muted">無効</Chip>}
            </span>
            <Qr text={codeUrl(origin, row.token)} label={`${row.name}のQRコード`} className="w-full" />
            <span className="text-note text-muted">{[row.number, row.note].filter(Boolean).join("・")}</span>
            <span className="mt-auto text-note text-muted tabular-nums">本日 {row.reads_today}回</span>
          </label>
        </li>
      ))}
    </ul>
  );
}
