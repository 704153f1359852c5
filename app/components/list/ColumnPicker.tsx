import { Button } from "~/components/form/Button";
import { type Column, isShown } from "~/lib/list/list.schema";
import { Picker, TickBox } from "./Picker";

/** It asks the list itself, with the conditions in force. */
export function ColumnPicker({
  path,
  columns,
  turned,
  off,
  filter,
}: {
  path: string;
  columns: Column[];
  turned: string[];
  off?: string[];
  filter: Record<string, unknown>;
}) {
  const offered = columns.slice(1);
  const hidden = offered.filter(({ name }) => !isShown(name, turned, off)).length;
  if (offered.length < 3) return null;
  return (
    <Picker label={hidden > 0 ? `列（${hidden}列を隠しています）` : "列"} className="max-desk:hidden">
      <form method="get" action={path} className="grid gap-3">
        {Object.entries(filter)
          .filter(([name]) => name !== "after" && name !== "before")
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={String(value)} />
          ))}
        <input type="hidden" name="columns" value={offered.map((column) => column.name).join(",")} />
        {off ? <input type="hidden" name="off" value={off.join(",")} /> : null}
        <fieldset className="grid grid-cols-2 gap-x-6">
          <legend className="text-note text-muted">見せる列</legend>
          {offered.map(({ name, label }) => (
            <TickBox key={name} name="show" value={name} label={label} on={isShown(name, turned, off)} />
          ))}
        </fieldset>
        <span>
          <Button tone="primary">表示を変える</Button>
        </span>
      </form>
    </Picker>
  );
}
