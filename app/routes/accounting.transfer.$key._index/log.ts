import type { TransferDetail } from "~/lib/transfer/file.schema";

/** What was done with a file, the newest first. */
export const logOf = ({ takes, made_time, made_name, ...doc }: TransferDetail) => [
  ...(doc.voided_time === null
    ? []
    : [
        {
          id: "void",
          who: doc.voided_name!,
          when: doc.voided_time,
          what: "取りやめ",
          note: doc.void_reason ?? undefined,
        },
      ]),
  ...takes.toReversed().map(({ number, taken_name, taken_time }) => ({
    id: number,
    who: taken_name,
    when: taken_time,
    what: number === 1 ? "取得" : `再作成（${number}回目の取得）`,
  })),
  { id: "made", who: made_name, when: made_time, what: "作成" },
];
