import { Empty } from "~/components/list/Empty";
import { cardFiles, type FileRow } from "~/lib/file/file.schema";
import type { CardDetail } from "~/lib/task/card.page.schema";
import { cardWork } from "~/lib/task/work.page.schema";
import type { Api } from "~/lib/web/api.server";
import { OwnParts } from "./OwnParts";
import { Kin, Section } from "./parts.lists";

export async function loadParts(api: Api, { card }: CardDetail, seller: boolean) {
  if (!seller) return { work: null, photos: [] as FileRow[] };
  const work = await api.get(cardWork, `/cards/${card.key}/work`);
  const { items } =
    work.defects.length > 0 ? await api.get(cardFiles, `/cards/${card.key}/files`) : { items: [] };
  return { work, photos: items.filter((one) => one.owner_kind === "defect") };
}

type Props = { detail: CardDetail; seller: boolean; found: Awaited<ReturnType<typeof loadParts>> };

export function Parts({ detail, found: { work, photos } }: Props) {
  const { relatives, parent } = detail;
  return (
    <div className="grid gap-6">
      {parent ? (
        <p>
          親カード{" "}
          <b>
            <a href={`/task/${parent.key}`}>
              {parent.id} {parent.name}
            </a>
          </b>
        </p>
      ) : null}
      {work ? (
        <OwnParts detail={detail} work={work} photos={photos} />
      ) : relatives.length > 0 ? (
        <Section title="枝・部品・不良">
          <Kin rows={relatives} />
        </Section>
      ) : parent ? null : (
        <section className="rounded border border-line bg-surface">
          <Empty text="枝・部品・不良のカードはありません。" />
        </section>
      )}
    </div>
  );
}
