import type { ReactNode } from "react";

type Props = { room: string; title: ReactNode; children?: ReactNode };

export function RoomHead({ room, title, children }: Props) {
  return (
    <header>
      <p className="text-note">
        <a href={`/chat/${room}`}>チャットへ戻る</a>
      </p>
      <h1>{title}</h1>
      {children}
    </header>
  );
}
