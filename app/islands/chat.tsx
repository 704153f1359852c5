import { useEffect, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { Chat } from "./chat/Chat";

type Props = Omit<Parameters<typeof Chat>[0], "live">;

/** Drawn first as the server drew it, then live. */
function Island(props: Props) {
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  return <Chat {...props} live={live} />;
}

export function start(place: HTMLElement): void {
  hydrateRoot(place, <Island {...JSON.parse(place.dataset.props!) as Props} />);
}
