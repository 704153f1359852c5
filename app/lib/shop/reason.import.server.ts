import { refuseIf } from "~/lib/api/refusal";
import { compare, textsOf } from "~/lib/import/import.compare";
import { type Checked, intake, refuseNonFactoryAdmin } from "~/lib/import/import.intake.server";
import { searchKey } from "~/lib/text/fold";
import { REASON_KIND_LABEL, type ReasonKind, reasonKind, type Treatment } from "~/lib/vocabulary/reason";
import { reasonImport } from "./meta.import";
import { boardMetaOf } from "./meta.server";
import { changeReasons } from "./reason.change.server";
import { reasonsOf } from "./reason.server";

type Value = { reason_id?: number; kind: ReasonKind; label: string; means?: Treatment; is_break: boolean };
const MOST = 60;
type Line = { kind: ReasonKind; label: string; means?: unknown; is_break: boolean };
const texts = ({ is_break, ...one }: Line) =>
  textsOf(reasonImport, ["kind", "label", "means", "is_break"], {
    ...one,
    is_break: is_break ? "on" : undefined,
  });

export const reasonIntake = intake<typeof reasonImport.row, Value>({
  of: reasonImport,
  refuse: refuseNonFactoryAdmin,

  async check(db, who, rows) {
    const known = await reasonsOf(db, who.company_id, false);
    return rows.map(({ value: { kind, label, means, is_break } }): Checked => {
      const mark = `${kind} ${searchKey(label)}`;
      const row = known.find((one) => one.kind === kind && searchKey(one.label) === searchKey(label));
      const treated = kind === "treatment" ? (means ?? row?.means ?? undefined) : undefined;
      if (kind === "treatment" && !treated)
        return { errors: { means: ["処置の扱いを入力してください"] }, mark };
      const rests = is_break === undefined ? (row?.is_break ?? false) : is_break === "on";
      const value: Value = {
        reason_id: row?.reason_id,
        kind,
        label,
        means: treated,
        is_break: kind === "indirect" && rests,
      };
      return compare({ value, mark, shown: texts(value) }, row && texts(row));
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
        reasons: all.map(({ reason_id, label, means, is_break }) => ({ reason_id, label, means, is_break })),
      });
    }
  },
});
