import { LinkButton } from "~/components/form/Button";
import { OneTap } from "~/components/form/OneTap";
import type { FileRow } from "~/lib/file/file.schema";
import { arrived, cannotDivide } from "~/lib/task/branch";
import type { CardDetail } from "~/lib/task/card.page.schema";
import { cannotWork } from "~/lib/task/work";
import type { CardWork } from "~/lib/task/work.page.schema";
import { Defects } from "./Defects";
import { Links } from "./Links";
import { Kin, Section } from "./parts.lists";

type Props = { detail: CardDetail; work: CardWork; photos: FileRow[] };

export function OwnParts({ detail: { card, relatives, processes }, work, photos }: Props) {
  const at = `/task/${card.key}`;
  const off = cannotWork(card, "変更") !== null;
  const wait = arrived(card, work.branches);
  const made = work.parts.filter((one) => one.is_done).length;
  const out = work.links.some((one) => !one.received_time && !one.cancelled_time);
  const divisions = work.branches.filter((one) => one.task_type === "division");
  const children = new Set([card, ...work.branches, ...work.parts].map((one) => one.key));
  const siblings = relatives.filter((one) => !children.has(one.key));
  const can_send = processes.some((one) => one.role === "outsource");
  return (
    <>
      <Section
        title="枝"
        note={wait ? `枝 ${wait.here}/${wait.all} 到着` : undefined}
        tone={wait?.here === wait?.all ? "good" : "warn"}
        actions={
          off ? null : (
            <>
              {cannotDivide(card) || out ? null : <LinkButton href={`${at}/divide`}>分割する</LinkButton>}
              {work.mergeable.length > 0 ? <LinkButton href={`${at}/merge`}>合流する</LinkButton> : null}
              {work.undo === "分割" ? (
                <OneTap action={`${at}/undivide`} fields={{ version: card.version }}>
                  分割を元に戻す
                </OneTap>
              ) : null}
              {work.undo === "合流" ? (
                <OneTap action={`${at}/undo?return=${at}?tab=parts`} fields={{ version: card.version }}>
                  合流を元に戻す
                </OneTap>
              ) : null}
              {wait ? <LinkButton href={`${at}/wait`}>待合票を印刷</LinkButton> : null}
            </>
          )
        }
      >
        {divisions.length + siblings.length > 0 ? (
          <Kin rows={[...divisions, ...siblings]} at={card.group_id} />
        ) : (
          <p className="text-muted">分けていません。</p>
        )}
      </Section>
      <Section
        title="部品"
        note={work.parts.length > 0 ? `部品 ${made}/${work.parts.length} 完了` : undefined}
        tone={made === work.parts.length ? "good" : "warn"}
        actions={off ? null : <LinkButton href={`${at}/part`}>部品カードを追加</LinkButton>}
      >
        {work.parts.length > 0 ? (
          <Kin rows={work.parts} />
        ) : (
          <p className="text-muted">部品カードはありません。</p>
        )}
      </Section>
      <Section
        title="不良"
        actions={
          off ? null : (
            <>
              <LinkButton href={`${at}/defect`}>不良を登録</LinkButton>
              {work.undo === "不良登録" ? (
                <OneTap action={`${at}/undo?return=${at}?tab=parts`} fields={{ version: card.version }}>
                  不良登録を元に戻す
                </OneTap>
              ) : null}
            </>
          )
        }
      >
        {work.defects.length > 0 ? (
          <Defects defects={work.defects} unit={card.order_unit} made={work.branches} photos={photos} />
        ) : (
          <p className="text-muted">不良はありません。</p>
        )}
      </Section>
      {can_send || work.links.length > 0 ? (
        <Section
          title="外注"
          actions={
            out ? (
              <>
                <LinkButton tone="primary" href={`${at}/receive`}>
                  受け入れる
                </LinkButton>
                <LinkButton tone="danger" href={`${at}/take_back`}>
                  外注を取り消す
                </LinkButton>
              </>
            ) : off || cannotDivide(card) ? null : (
              <LinkButton href={`${at}/outsource`}>外注に出す</LinkButton>
            )
          }
        >
          {work.links.length > 0 ? (
            <Links links={work.links} unit={card.order_unit} />
          ) : (
            <p className="text-muted">外注に出していません。</p>
          )}
        </Section>
      ) : null}
    </>
  );
}
