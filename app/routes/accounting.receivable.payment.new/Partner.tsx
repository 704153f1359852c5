import { Button } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import { Empty } from "~/components/list/Empty";
import type { Option } from "~/lib/list/option";

type Props = {
  partners: Option[];
  /** The row of a statement that it is for. */
  bank_row: number | null;
};

/** Whose money: a form of its own that only looks. */
export function Partner({ partners, bank_row }: Props) {
  if (partners.length === 0)
    return (
      <div className="rounded border border-line bg-surface">
        <Empty
          text="入金を登録する取引先がまだありません。"
          action={{ label: "依頼元を追加", href: "/setting/collaborator/new" }}
        />
      </div>
    );
  return (
    <form method="get" data-enhance="submit" className="flex flex-wrap items-end gap-3">
      {bank_row === null ? null : <input type="hidden" name="bank_row" value={bank_row} />}
      <div className="max-desk:w-full">
        <label htmlFor="buyer_id" className="mb-1 block text-note font-bold">
          取引先
        </label>
        <select
          id="buyer_id"
          name="buyer_id"
          required
          defaultValue=""
          className={`${INPUT} w-64 max-w-full max-desk:w-full`}
        >
          <option value="">選択してください</option>
          {partners.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <Button tone="primary">次へ</Button>
    </form>
  );
}
