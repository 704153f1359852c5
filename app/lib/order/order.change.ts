import type { DayText } from "~/lib/company/paper.party";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import { formatNumber } from "~/lib/money/decimal";
import { formatDate, formatDateTime, tokyoDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { lineTolerance } from "~/lib/vocabulary/tolerance";
import { LINE_LABEL } from "./order.fields";
import { CHANGED_LABEL, type ChangedField, causeLabel } from "./order.now";
import type { Order } from "./order.row.schema";
import { supplyText } from "./order.supply";

type Line = Order["lines"][number];
type Facts = Pick<Line["now"], "num_items" | "order_unit" | "unit_price" | "unit">;

const quantity = ({ num_items, order_unit }: Facts) => `${formatNumber(num_items)}${UNIT_LABEL[order_unit]}`;
const unitPrice = ({ unit_price, unit }: Facts) =>
  unit_price === null ? "未定" : `${formatNumber(unit_price)}円/${UNIT_LABEL[unit]}`;

/** "now": as it stands; "sent": as it was sent; else the number of a version. */
export type Version = string;
export const versionOf = (query: URLSearchParams): Version => query.get("version") ?? "now";

/** The first is named by what it is. */
export const versionNumbered = (revision: number): Version => (revision > 1 ? String(revision) : "sent");

/** As the comparison with the last order takes it; empty: what stands. */
export const askedRevision = (version: Version): string =>
  version === "sent" ? "1" : /^[1-9]\d{0,3}$/.test(version) ? version : "";

export function revisionOf(version: Version, { revision }: Pick<Order, "revision">): number {
  if (version === "sent") return 1;
  const asked = /^\d{1,4}$/.test(version) ? Number(version) : revision;
  return asked >= 1 && asked <= revision ? asked : revision;
}

/** What may be printed: what stands, where it differs from the last version, and each version. */
export function versionChoices(order: Order): [Version, string][] {
  const versions = order.revisions.map(({ revision, agreed_time }): [Version, string] =>
    revision === 1
      ? ["sent", "依頼時（v1）"]
      : [String(revision), `v${revision}（${formatDate(tokyoDate(agreed_time!))}）`],
  );
  return [...(isChanged(order) ? [["now", "最新"] as [Version, string]] : []), ...versions.reverse()];
}

/** The choice that `version` means. */
export const versionChosen = (order: Order, version: Version): Version => {
  if (version === "now" && isChanged(order)) return "now";
  const revision = revisionOf(version, order);
  return revision === 1 ? "sent" : String(revision);
};

const FACTS: Record<ChangedField, (line: Line, day: DayText) => [before: string, after: string]> = {
  delivery_date: ({ delivery_date, now }, day) => [
    day(delivery_date),
    now.delivery_dates.map(day).join("、"),
  ],
  num_items: (line) => [quantity(line), quantity(line.now)],
  unit_price: (line) => [unitPrice(line), unitPrice(line.now)],
};

const isFieldChanged = ({ now }: Line, field: ChangedField): boolean =>
  now.changes.some((one) => one.field === field);

export function factText(line: Line, field: ChangedField, day: DayText = formatDate): string {
  const [before, after] = FACTS[field](line, day);
  return isFieldChanged(line, field) ? `${before} → ${after}` : before;
}

export const isChanged = (order: Order): boolean =>
  order.cancelled_time === null &&
  order.lines.some(({ now, is_off }) => (now.is_off && !is_off) || now.changes.length > 0);

/** "数量 20セット → 25セット（合意 2026/11/22 14:05）"; a price is hidden from those who may not see it. */
export function changeTexts(line: Line, amounts: boolean, day: DayText = formatDate): string[] {
  if (line.is_off) return [];
  if (line.now.is_off) return [line.card.answer === "declined" ? "辞退されました" : "取り消されました"];
  return line.now.changes.map(({ field, kind, at }) => {
    const shown = field === "unit_price" && !amounts ? "変更あり" : factText(line, field, day);
    return `${CHANGED_LABEL[field]} ${shown}${kind && at ? `（${causeLabel(kind)} ${formatDateTime(at)}）` : ""}`;
  });
}

export const sinceSent = (order: Order, revision = 1): string => {
  const last = order.revision > revision ? [`改訂 v${order.revision}`] : [];
  const changes = order.lines.flatMap((line) =>
    changeTexts(line, order.amounts).map((text) => `${line.line_no}. ${text}`),
  );
  const head = revision > 1 ? `改訂 v${revision} の内容です。` : "依頼したときの内容です。";
  return `${head}変更あり・最新は ${[...last, ...changes].join("、")}`;
};

type VersionLine = Order["revisions"][number]["lines"][number];
const versionFacts = (line: VersionLine, amounts: boolean, day: DayText): Record<string, string | null> => ({
  [CHANGED_LABEL.num_items]: quantity(line),
  [CHANGED_LABEL.delivery_date]: day(line.delivery_date),
  [LINE_LABEL.delivery_time]: line.delivery_time,
  [CHANGED_LABEL.unit_price]: unitPrice(line),
  [CARD_LABEL.destination]: line.destination,
  [LINE_LABEL.drawing_revision]: line.drawing_revision,
  [LINE_LABEL.supply]: supplyText(line, amounts, day),
  許容差: lineTolerance(line),
});

type FieldChange = { label: string; from: string | null; to: string | null };

/** What a version changes, by the line's number; null: a line that came with it. */
export function revisionChanges(
  order: Order,
  revision: number,
  day: DayText = formatDate,
): Map<number, FieldChange[] | null> {
  const [before, after] = [order.revisions[revision - 2], order.revisions[revision - 1]];
  if (!before || !after) return new Map();
  const changes = after.lines.map((line): [number, FieldChange[] | null] => {
    const was = before.lines.find((one) => one.line_no === line.line_no);
    if (!was) return [line.line_no, null];
    if (line.is_off) return [line.line_no, was.is_off ? [] : [{ label: "明細", from: "あり", to: "取消" }]];
    const from = versionFacts(was, order.amounts, day);
    const to = versionFacts(line, order.amounts, day);
    const fields = Object.keys(to).filter((label) => from[label] !== to[label]);
    return [
      line.line_no,
      fields.map((label) =>
        label === CHANGED_LABEL.unit_price && !order.amounts
          ? { label, from: null, to: "変更あり" }
          : { label, from: from[label] ?? null, to: to[label] ?? null },
      ),
    ];
  });
  return new Map(changes.filter(([, fields]) => fields === null || fields.length > 0));
}

export const revisionTexts = (order: Order, revision: number, line_no: number, day: DayText): string[] => {
  const fields = revisionChanges(order, revision, day).get(line_no);
  if (fields === null) return [`v${revision} で追加`];
  return (fields ?? []).map(
    ({ label, from, to }) => `v${revision} ${label} ${from ?? "なし"} → ${to ?? "なし"}`,
  );
};
