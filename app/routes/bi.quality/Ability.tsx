import { Facts } from "~/components/list/Facts";
import { frozenBy, frozenText } from "~/lib/bi/control.words";
import type { Single, Strand } from "~/lib/bi/quality.schema";
import { specText } from "~/lib/bi/quality.words";

/** 工程能力, always with of how many and how sure. */
export function Ability({ single, only, limits }: { single: Single; only: Strand; limits: string | null }) {
  const { frozen } = single;
  return (
    <section className="grid content-start gap-2 rounded border border-line bg-surface p-4">
      <h2>工程能力</h2>
      <Facts
        facts={[
          { label: "n", value: single.n },
          { label: "規格", value: specText(single, only.unit) },
          { label: "平均", value: single.mean },
          { label: "標準偏差 s", value: single.s },
          { label: "Cp", value: single.cp },
          {
            label: "Cpk",
            value: single.cpk && `${single.cpk}（95%の範囲 ${single.range?.join("〜")}）`,
          },
          { label: "Pp・Ppk", value: [single.pp, single.ppk].filter(Boolean).join("・") },
          {
            label: "管理限界",
            value: frozen ? `固定 ${frozenText(frozen)}` : single.ucl && `${single.lcl}〜${single.ucl}`,
          },
          frozen && { label: "固定した人", value: frozenBy(frozen) },
        ]}
      />
      {limits ? (
        <p className="print:hidden">
          <a href={limits}>管理限界を固定・解除する</a>
        </p>
      ) : null}
      <p className="text-note text-muted">
        {[
          single.label,
          "Cp・Cpk は測った順の移動範囲から、Pp・Ppk は標準偏差から計算します。片側だけの規格に Cp・Pp はありません。管理限界は工程の変化を見るもので、OK/NG の判定ではありません。",
        ]
          .filter(Boolean)
          .join("。")}
      </p>
    </section>
  );
}
