import { Button } from "../form/Button";

/** Reading writes nothing: the script presses this once the page is seen (decision 047). */
export function ReadMark({ action }: { action: string }) {
  return (
    <form method="post" action={action} data-rare data-read>
      <Button>確認しました</Button>
    </form>
  );
}
