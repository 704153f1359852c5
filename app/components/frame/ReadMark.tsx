import { Button } from "../form/Button";

/** Reading writes nothing: the script presses this once the page is seen (decision 047). */
export function ReadMark({ action, keys = [] }: { action: string; keys?: number[] }) {
  return (
    <form method="post" action={action} data-read>
      {keys.map((key) => (
        <input key={key} type="hidden" name="key" value={key} />
      ))}
      <Button>確認しました</Button>
    </form>
  );
}
