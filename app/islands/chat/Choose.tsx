import type { Start } from "./state";

export function NoRoomOpen({ rooms, me }: Pick<Start, "rooms" | "me">) {
  const alone = !rooms.some((room) => room.kind === "pair");
  const silent = !rooms.some((room) => room.lastNumber > 0);
  return (
    <div
      className={`grid place-items-center rounded border border-dashed border-line p-6 text-muted
      ${silent ? "" : "max-desk:hidden"}`}
    >
      <p className="flex flex-wrap gap-3">
        {alone
          ? me.seller
            ? "依頼元を登録すると会話できます。"
            : "取引先から招待されると会話できます。"
          : silent
            ? "まだ会話がありません。"
            : "ルームを選ぶと、ここに会話が出ます。"}
        {silent && me.seller ? <a href="/setting/collaborator">依頼元一覧を開く</a> : null}
        {silent && !alone ? <a href="/task/kanban">進捗からカードを選ぶ</a> : null}
      </p>
    </div>
  );
}
