import { z } from "zod";
import { Chip } from "~/components/list/Chip";
import { Photos } from "~/components/list/Photos";
import type { FileRow } from "~/lib/file/file.schema";
import { formatNumber } from "~/lib/money/decimal";
import { CAUSE_LABEL } from "~/lib/shop/reason.schema";
import type { defectRow } from "~/lib/task/work.page.schema";
import { formatDateTime } from "~/lib/time/datetime";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import { TREATMENT_LABEL } from "~/lib/vocabulary/reason";
import { LIST, ROW, type Row } from "./parts.lists";

type DefectsProps = {
  defects: z.infer<typeof defectRow>[];
  unit: Unit;
  made: Row[];
  photos: FileRow[];
};

export function Defects({ defects, unit, made, photos }: DefectsProps) {
  return (
    <ul className={LIST}>
      {defects.map((one) => {
        const child = made.find((row) => row.key === one.child_key);
        return (
          <li key={one.key} className={ROW}>
            <span className="tabular-nums">{formatDateTime(one.recorded_time)}</span>
            <b className={one.is_void ? "text-muted line-through" : "text-bad"}>
              {formatNumber(one.num)}
              {UNIT_LABEL[unit]}
            </b>
            <span>{one.reason}</span>
            <span className="text-muted">
              {[one.status, one.worker_name, one.cause && `原因 ${CAUSE_LABEL[one.cause]}`]
                .filter(Boolean)
                .join("・")}
            </span>
            {one.treatment ? (
              <Chip tone={one.treatment === "concession" ? "warn" : "muted"}>
                {one.treatment_label ?? TREATMENT_LABEL[one.treatment]}
              </Chip>
            ) : (
              <Chip tone="bad">未処置</Chip>
            )}
            {child ? (
              <a href={`/task/${child.key}`}>
                {child.id}（{child.status}）
              </a>
            ) : null}
            {one.is_void ? <span className="text-muted">取消</span> : null}
            <Photos photos={photos.filter((photo) => photo.owner_key === String(one.key))} />
            {one.note ? <p className="w-full whitespace-pre-wrap text-note text-muted">{one.note}</p> : null}
          </li>
        );
      })}
    </ul>
  );
}
