import type { ReactNode } from "react";

function Phone({ title, children }: { title: string; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 72 120"
      width="72"
      height="120"
      role="img"
      aria-label={title}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      className="text-muted"
    >
      <rect x="2" y="2" width="68" height="116" rx="10" />
      <path d="M28 8h16" />
      <g className="text-accent" stroke="currentColor">
        {children}
      </g>
    </svg>
  );
}

const STEPS: [string, ReactNode, ReactNode][] = [
  [
    "Safari の下にある共有ボタン",
    <path key="share" d="M28 92v14h16v-14M36 100V80m-6 6 6-6 6 6" />,
    "Safari でこの画面を開き、下の共有ボタン（四角と上向きの矢印）を押します。",
  ],
  [
    "一覧の中の「ホーム画面に追加」",
    <path key="add" d="M10 40h52M10 60h52M10 80h52M48 64h12v12H48zM54 67v6m-3-3h6M14 70h26" />,
    "一覧から「ホーム画面に追加」を選び、右上の「追加」を押します。",
  ],
  [
    "ホーム画面に並んだアイコン",
    <path key="icon" d="M12 24h14v14H12zM46 24h14v14H46zM29 52h14v14H29zM33 59l2 3 4-6" />,
    "ホーム画面にできたアイコンから開き、この画面で「この端末で通知を受け取る」を押します。",
  ],
];

/** iOS 16.4 and later push only to an app opened from the home screen. */
export function HomeScreen() {
  return (
    <details id="home-screen" className="rounded border border-line bg-surface p-4">
      <summary className="cursor-pointer font-bold">iPhone・iPad で受け取るには</summary>
      <ol className="mt-2 grid gap-4">
        {STEPS.map(([title, picture, text], at) => (
          <li key={title} className="flex items-center gap-4">
            <Phone title={title}>{picture}</Phone>
            <span className="min-w-0 flex-1">
              <b>{at + 1}.</b> {text}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-note text-muted">
        iOS・iPadOS 16.4
        以上で使えます。しばらくして届かなくなったときは、下の一覧で「やめる」を押し、もう一度登録してください。
        届かない間のことは、メールでもお知らせします。
      </p>
    </details>
  );
}
