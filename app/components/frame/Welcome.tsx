import { Mark } from "./Mark";

const ROAD = [
  ["依頼・見積", "注文書を送り、受けて、納期を回答する"],
  ["工程の進み", "カードとQRコードで、今どこにあるかが分かる"],
  ["出荷・納品書", "出した数が、そのまま書類になる"],
  ["請求・支払", "締め、インボイス、売掛と買掛"],
  ["在庫・チャット", "残りの数と相談を、取引先と同じ画面で"],
];

/** A board in small; the last card is late. */
const COLUMNS = ["切断", "曲げ", "出荷待ち"];
const CARDS = [
  [6, 20, "ブラケットA", "120個", 30],
  [70, 20, "カバー t1.5", "80個", 18],
  [134, 20, "軸 φ20", "250個", 44],
  [6, 46, "ベースP", "40個", 8],
] as const;

export function Welcome({ product }: { product: string }) {
  return (
    <section aria-label={`${product}とは`} className="bg-accent p-4 text-white desk:px-6 desk:py-4">
      <a href="/" className="flex items-center gap-2 text-title font-bold">
        <Mark size={32} />
        {product}
      </a>
      <p className="mt-1 font-bold">依頼から請求まで、工場と発注元をひとつに。</p>
      <svg viewBox="0 0 184 74" aria-hidden="true" fontSize="6" className="mt-4 w-full max-desk:hidden">
        <path d="M0 0h56v74H0zM64 0h56v74H64zM128 0h56v74h-56z" fill="#084a8c" />
        <path d="M48 30h16m-4-4 4 4-4 4M112 30h16m-4-4 4 4-4 4" stroke="#fff" strokeWidth="2" fill="none" />
        <path d={CARDS.map(([x, y]) => `M${x} ${y}h44v22h-44z`).join("")} fill="#fff" />
        <path d="M6 46h2v22h-2z" fill="#b3261e" />
        <g fill="#fff" fontWeight="600">
          {COLUMNS.map((label, at) => (
            <text key={label} x={at * 64 + 6} y="13">
              {label}
            </text>
          ))}
        </g>
        <g fill="#1f2933">
          {CARDS.map(([x, y, name, count]) => (
            <text key={name} x={x + 5} y={y + 8}>
              {name}
              <tspan x={x + 5} dy="7">
                {count}
              </tspan>
            </text>
          ))}
        </g>
        <path
          d={CARDS.map(([x, y]) => `M${x + 5} ${y + 18.5}h34`).join("")}
          stroke="#d5dbe1"
          strokeWidth="2"
        />
        <path
          d={CARDS.map(([x, y, , , done]) => `M${x + 5} ${y + 18.5}h${(done * 34) / 44}`).join("")}
          stroke="#167343"
          strokeWidth="2"
        />
      </svg>
      <dl className="mt-4 grid gap-2 max-desk:hidden">
        {ROAD.map(([what, how]) => (
          <div key={what}>
            <dt className="font-bold">{what}</dt>
            <dd className="text-note">{how}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
