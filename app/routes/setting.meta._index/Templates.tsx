import { Button } from "~/components/form/Button";
import { TEMPLATES } from "~/lib/shop/meta";

/** Offered while no card stands on the board. */
export function Templates({ version, empty }: { version: number; empty: boolean }) {
  return (
    <form
      method="post"
      action="/setting/meta?tab=template"
      data-enhance="submit"
      className="flex flex-wrap items-center gap-3 print:hidden"
    >
      <input type="hidden" name="version" value={version} />
      <span className="text-muted">
        {empty
          ? "工程がありません。業種を選ぶと、ひな形から作ります。"
          : "カンバンにカードがないので、ひな形で置き換えられます："}
      </span>
      {Object.entries(TEMPLATES).map(([value, { label }]) => (
        <Button key={value} name="template" value={value}>
          {label}
        </Button>
      ))}
    </form>
  );
}
