import { Chip } from "~/components/list/Chip";
import { actLabel, factsText, misplaced, offered, stateText, warningText } from "~/lib/scan/scan";
import { ACTS, type Act } from "~/lib/vocabulary/scan";
import type { ScanData } from "./data";

/** Without a script these ask on another page. */
const ASKS: Act[] = ["finish", "pause"];

export function Card({ shown }: { shown: ScanData }) {
  const { card, memory, data, act } = shown;
  const acts = card ? offered(card, memory.worker_id) : [];
  const asked = card && act && ASKS.includes(act);
  const place =
    card &&
    acts.includes("start") &&
    misplaced(card, memory.group_id, data.processes.find((one) => one.group_id === memory.group_id)?.label);
  const caution = card && warningText(card, memory.group_id);
  return (
    <section
      className="relative grid gap-3 rounded border border-line bg-surface p-4"
      data-panel
      hidden={!card}
      aria-label="カード"
    >
      <img
        data-slot="drawing"
        alt="図面"
        hidden={!card?.drawing}
        src={card?.drawing ? `/file/${card.drawing}/thumb` : undefined}
        loading="lazy"
        className="absolute right-4 top-4 h-20 w-20 rounded border border-line bg-surface object-contain"
      />
      <div className={`grid gap-1${card?.drawing ? " pr-24" : ""}`} data-slot="words">
        <p className="flex flex-wrap items-center gap-2 text-note text-muted">
          <span data-slot="head">{card ? `カード ${card.id}・${card.buyer_name}` : ""}</span>
        </p>
        <h2 className="text-title" data-slot="name">
          {card?.name}
        </h2>
        <p className="text-input tabular-nums" data-slot="facts">
          {card ? factsText(card) : ""}
        </p>
        <p className="flex flex-wrap items-center gap-2">
          <Chip tone="accent">
            <span data-slot="status">{card?.status}</span>
          </Chip>
          <span data-slot="state" className="font-bold">
            {card ? stateText(card) : ""}
          </span>
          <span data-slot="urgent" className="font-bold text-bad">
            {card?.is_urgent ? "至急" : ""}
          </span>
        </p>
      </div>
      <p className="scan-note" data-slot="place" hidden={!place}>
        {place || null}
      </p>
      <p className="scan-note" data-slot="caution" hidden={!caution}>
        {caution}
      </p>
      <p className="scan-note" data-slot="off" hidden={card?.state !== "off"}>
        このカードは、ここでは作業できません。
      </p>
      <form method="post" action="/s/" className="grid grid-cols-2 gap-2" data-acts hidden={Boolean(asked)}>
        {card ? <input type="hidden" name="card" value={shown.code ?? card.id} /> : null}
        <input type="hidden" name="client_id" value={shown.client_id} />
        {shown.tokens.map((token) => (
          <input key={token} type="hidden" name="tokens" value={token} />
        ))}
        {ACTS.filter((one) => one !== "undo").map((one) => (
          <button
            key={one}
            name="act"
            value={one}
            hidden={!acts.includes(one)}
            {...(ASKS.includes(one) ? { formMethod: "get" as const } : {})}
            className={one === act || (!act && one === acts[0]) ? "scan-button scan-first" : "scan-button"}
          >
            {card ? actLabel(one, card) : ""}
          </button>
        ))}
      </form>
      <a href={card ? `/task/${card.key}` : "/task/kanban"} data-slot="link" className="scan-button">
        カードの画面・図面を開く
      </a>
    </section>
  );
}
