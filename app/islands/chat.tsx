import { useEffect, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { Chat } from "./chat/Chat";
import { drawnFor } from "./chat/talk";

type Props = Omit<Parameters<typeof Chat>[0], "live">;

/** Drawn first as the server drew it, then live. */
function Island(props: Props) {
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  return <Chat {...props} live={live} />;
}

/**
 * Where staff stand in, the server has put into each form for whom it was drawn (acting.server.ts): React
 * knows nothing of that, so it is
 * taken out before it looks, and goes along with what is posted.
 */
function carryMarks(place: HTMLElement): void {
  const marks = [...place.querySelectorAll<HTMLInputElement>("[name^=acting_]")];
  for (const mark of marks) mark.remove();
  const [mark] = marks;
  if (!mark) return;
  drawnFor(mark);
  place.addEventListener(
    "submit",
    ({ target }) => {
      const form = target as HTMLFormElement;
      if (!form.elements.namedItem(mark.name)) form.append(mark.cloneNode());
    },
    true,
  );
}

export function start(place: HTMLElement): void {
  carryMarks(place);
  hydrateRoot(place, <Island {...(JSON.parse(place.dataset.props!) as Props)} />);
}
