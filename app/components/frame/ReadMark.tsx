import { Button } from "../form/Button";

/**
 * Reading alone writes nothing: this tells the other side that it was read. A script presses it once the page
 * is seen.
 */
export function ReadMark({ action }: { action: string }) {
  return (
    <form method="post" action={action} data-rare data-read>
      <Button>確認しました</Button>
    </form>
  );
}
