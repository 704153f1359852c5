import { useEffect, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { Chat } from "./chat/Chat";
import { setActingMark } from "./chat/requests";

type Props = Omit<Parameters<typeof Chat>[0], "live">;

function Island(props: Props) {
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  return <Chat {...props} live={live} />;
}

/**
 * Takes out the fields that acting.server.ts added to the forms, which React does not know, and posts them
 * along.
 */
function carryMarks(place: HTMLElement): void {
  const marks = [...place.querySelectorAll<HTMLInputElement>("[name^=acting_]")];
  for (const mark of marks) mark.remove();
  const [mark] = marks;
  if (!mark) return;
  setActingMark(mark);
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
