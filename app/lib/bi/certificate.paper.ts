import { dayOn, drawnFor, issuer } from "~/lib/company/paper.party";
import { limitsText, valueText } from "~/lib/measurement/measure";
import { formatNumber } from "~/lib/money/decimal";
import { withHonorific } from "~/lib/text/addressee";
import { formatDate, type ISODate, tokyoDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { JUDGEMENT_LABEL } from "~/lib/vocabulary/measurement";
import type { PaperColumn, PaperDocumentProps, PaperLine } from "~/lib/vocabulary/paper";
import type { Certificate, Certificates } from "./certificate.schema";

const COLUMNS: PaperColumn[] = [
  { label: "No.", mm: 10, align: "center" },
  { label: "検査項目", mm: 36 },
  { label: "規格", mm: 34 },
  { label: "測定値", mm: 44 },
  { label: "判定", mm: 14, align: "center" },
  { label: "工程", mm: 20 },
  { label: "測定日", mm: 22, align: "center" },
];

type Item = Certificate["items"][number];

const worstOf = ({ entered }: Item) =>
  entered.some(({ judgement }) => judgement === "ng") ? "ng" : (entered[0]?.judgement ?? null);

function lineOf(item: Item, at: number): PaperLine {
  const said = item.entered.map(({ value, choice }) =>
    value === null ? (choice ?? "未記録") : valueText(value, item.digits),
  );
  const judged = worstOf(item);
  return {
    cells: [
      String(at + 1),
      item.unit ? `${item.label}（${item.unit}）` : item.label,
      limitsText({ ...item, unit: null }),
      `${said.join(" / ")}${item.is_retested ? "（再測定）" : ""}`,
      judged ? JUDGEMENT_LABEL[judged] : "―",
      item.status,
      formatDate(tokyoDate(item.measured_time)).replace(/\(.*$/, ""),
    ],
  };
}

/** 検査成績書 of a card: what was measured, as it counts now. */
export function certificatePaper(
  card: Certificate,
  { seller, buyer }: Pick<Certificates, "seller" | "buyer">,
  day: ISODate,
): PaperDocumentProps {
  const isGood = card.items.every((item) => worstOf(item) === "ok");
  const hasBad = card.items.some((item) => worstOf(item) === "ng");
  return {
    title: "検査成績書",
    number: card.id,
    dates: [{ label: "発行日", text: dayOn(seller)(day) }],
    addressee: { name: withHonorific(buyer.name) },
    issuer: issuer(seller),
    greeting: "下記の通り検査の結果をご報告いたします。",
    facts: [
      { label: "品名", text: [card.product_code, card.name].filter(Boolean).join(" ") },
      {
        label: "図番・版",
        text:
          [card.drawing_no, card.drawing_revision && `版 ${card.drawing_revision}`]
            .filter(Boolean)
            .join("　") || "―",
      },
      { label: "注文番号", text: card.order_id ?? "―" },
      { label: "数量", text: `${formatNumber(card.num_items)}${UNIT_LABEL[card.order_unit]}` },
      { label: "総合判定", text: hasBad ? "NGあり" : isGood ? "OK" : "未記録あり" },
    ],
    columns: COLUMNS,
    lines: card.items.map(lineOf),
    ...drawnFor(seller),
    plain: true,
  };
}
