import type { z } from "zod";
import { formatNumber } from "~/lib/money/decimal";
import { type CardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { versioned } from "./card.command.schema";
import { billing, flagging } from "./card.edit.schema";
import { cannotBill } from "./ship";
import { type CardWork } from "./work.page.schema";
import { resuming } from "./work.schema";

type CardAct = {
  schema: z.ZodType;
  label: (card: CardRow) => string;
  question: (card: CardRow, work: CardWork) => string;
  fields: (card: CardRow) => Record<string, string>;
  done: (card: CardRow) => string;
  closed: (card: CardRow, work: CardWork) => string | null;
};

const left = (card: CardRow) => `数量 ${formatNumber(card.num_items)}${UNIT_LABEL[card.order_unit]}`;

export const CARD_ACTS: Record<string, CardAct> = {
  resume: {
    schema: resuming,
    label: () => "再開",
    fields: () => ({}),
    question: (card) => `中断している作業を再開します（${left(card)}）。`,
    done: (card) => `「${card.name}」の作業を再開しました。`,
    closed: (_, { works }) => (works.some((one) => one.is_paused) ? null : "中断している作業がありません。"),
  },
  urgent: {
    schema: flagging,
    label: (card) => (card.is_urgent ? "至急を外す" : "至急にする"),
    fields: (card) => ({ is_urgent: card.is_urgent ? "" : "on" }),
    question: (card) =>
      card.is_urgent ? "至急の印を外します。" : "至急の印を付けます。依頼元にも見えます。",
    done: (card) => `「${card.name}」を至急${card.is_urgent ? "にしました" : "から外しました"}。`,
    closed: () => null,
  },
  billing: {
    schema: billing,
    label: (card) => (card.is_billing_target ? "請求対象外にする" : "請求対象にする"),
    fields: (card) => ({ is_billing_target: card.is_billing_target ? "" : "on" }),
    question: (card) =>
      card.is_billing_target
        ? "このカードは納品書・請求書に載らなくなります。"
        : "このカードを納品書・請求書に載せられるようにします。",
    done: (card) => `「${card.name}」を請求対象${card.is_billing_target ? "にしました" : "から外しました"}。`,
    closed: (card) => cannotBill(card, "請求対象を変更"),
  },
  undo: {
    schema: versioned,
    label: () => "元に戻す",
    fields: () => ({}),
    question: (_, { undo }) => `最後の操作「${undo ?? ""}」を元に戻します。履歴には両方が残ります。`,
    done: (card) => `「${card.name}」の最後の操作を元に戻しました。`,
    closed: (_, { undo }) => (undo === null ? "最後の操作は元に戻せません。" : null),
  },
};

export const cardActOf = (name: string | undefined): CardAct | null =>
  name !== undefined && Object.hasOwn(CARD_ACTS, name) ? CARD_ACTS[name]! : null;
