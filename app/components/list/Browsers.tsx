import { OneTap } from "~/components/form/OneTap";
import { formatDateTime } from "~/lib/time/date";
import { Chip } from "./Chip";

type Browser = {
  key: number;
  name: string;
  ip: string;
  created_time: string;
  seen_time: string;
  expires_time: string;
  is_display: boolean;
};

export function Browsers({ items, current, action }: { items: Browser[]; current?: number; action: string }) {
  if (items.length === 0) return <p className="text-muted">ログイン中の端末はありません。</p>;
  return (
    <ul className="grid rounded border border-line bg-surface px-4">
      {items.map((one) => (
        <li
          key={one.key}
          className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2 last:border-0"
        >
          <span className="min-w-0">
            {one.name} {one.key === current && <Chip tone="good">この端末</Chip>}{" "}
            {one.is_display && <Chip tone="accent">掲示専用</Chip>}
            <span className="block text-note text-muted tabular-nums">
              ログイン {formatDateTime(one.created_time)}・最終利用 {formatDateTime(one.seen_time)}・期限{" "}
              {formatDateTime(one.expires_time)}
              {one.ip && `・IP ${one.ip}`}
            </span>
          </span>
          {one.key !== current && (
            <OneTap action={action} fields={{ end: one.key }} label={`${one.name}をログアウト`}>
              ログアウト
            </OneTap>
          )}
        </li>
      ))}
    </ul>
  );
}
