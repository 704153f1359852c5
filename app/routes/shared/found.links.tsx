import { Tabs } from "~/components/list/Tabs";

/** Back to the talk, and from words to files under the same conditions. */
export function FoundLinks({ path, filter }: { path: string; filter: Record<string, string> }) {
  const { files: _, sort: __, ...same } = filter;
  const query = new URLSearchParams(same);
  const suffix = query.size > 0 ? `?${query}` : "";
  return (
    <>
      <p className="max-desk:order-last">
        <a href={filter.room ? `/chat/${encodeURIComponent(filter.room)}` : "/chat"}>チャットへ戻る</a>
      </p>
      <Tabs
        label="探すもの"
        tabs={[
          { label: "メッセージ", href: `/chat/search${suffix}` },
          { label: "ファイル", href: `/chat/sent${suffix}` },
        ]}
        current={path + suffix}
      />
    </>
  );
}
