import { refuseIf } from "~/lib/api/refusal";
import { type Checked, intake } from "~/lib/import/import.intake.server";
import { searchKey } from "~/lib/text/fold";
import {
  REASON_KIND_LABEL,
  type ReasonKind,
  reasonKind,
  TREATMENT_LABEL,
  type Treatment,
} from "~/lib/vocabulary/reason";
import { reasonImport } from "./meta.import";
import { boardMetaOf, changeReasons } from "./meta.server";
import { refuseMeta } from "./process.import.server";
import { reasonsOf } from "./reason.server";

type Value = { reason_id?: number; kind: ReasonKind; label: string; means?: Treatment };
const MOST = 60;

export const reasonIntake = intake<typeof reasonImport.row, Value>({
  of: reasonImport,
  refuse: refuseMeta,

  async check(db, who, rows) {
    const known = await reasonsOf(db, who.company_id, false);
    return rows.map(({ value: { kind, label, means } }): Checked => {
      const mark = `${kind} ${searchKey(label)}`;
      const row = known.find((one) => one.kind === kind && searchKey(one.label) === searchKey(label));
      const treated = kind === "treatment" ? (means ?? row?.means ?? undefined) : undefined;
      if (kind === "treatment" && !treated)
        return { errors: { means: ["処置の扱いを入力してください"] }, mark };
      const shown = { kind: REASON_KIND_LABEL[kind], label, means: treated ? TREATMENT_LABEL[treated] : "" };
      const value: Value = { reason_id: row?.reason_id, kind, label, means: treated };
      if (!row) return { state: "new", value, shown, mark };
      const before = {
        ...(row.label !== label && { label: row.label }),
        ...((row.means ?? undefined) !== treated && { means: TREATMENT_LABEL[row.means!] }),
      };
      return { state: Object.keys(before).length > 0 ? "changed" : "same", value, shown, before, mark };
    });
  },

  async save(db, who, rows) {
    for (const kind of reasonKind.options) {
      const own = rows.map(({ value }) => value).filter((value) => value.kind === kind);
      if (own.length === 0) continue;
      const { version, reasons } = await boardMetaOf(db, who);
      const kept = reasons
        .filter((one) => one.kind === kind)
        .map(
          (one) =>
            own.find((value) => value.reason_id === one.reason_id) ?? {
              ...one,
              means: one.means ?? undefined,
            },
        );
      const all = [...kept, ...own.filter((value) => value.reason_id === undefined)];
      refuseIf(
        all.length > MOST ? `${REASON_KIND_LABEL[kind]}は${MOST}件までです。行を減らしてください。` : null,
      );
      await changeReasons(db, who, {
        version,
        kind,
        reasons: all.map(({ reason_id, label, means }) => ({ reason_id, label, means })),
      });
    }
  },
});
