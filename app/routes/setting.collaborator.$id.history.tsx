import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Timeline } from "~/components/list/Timeline";
import { activityRow } from "~/lib/log/activity.schema";
import { partnerLog } from "~/lib/partner/collaboration";
import { partnerDetail } from "~/lib/partner/partner.schema";
import { partnerTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { PartnerHead } from "./setting.collaborator.$id._index/PartnerHead";

export const meta = partnerTitled("変更の履歴");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const path = `/factories/collaborators/${encodeURIComponent(args.params.id!)}`;
  const [partner, log] = await Promise.all([
    api.get(partnerDetail, path),
    api.get(z.object({ items: z.array(activityRow) }), `${path}/activity`),
  ]);
  return json({ partner, log: log.items.reverse() });
}

export default function History() {
  const { partner, log } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-4">
      <PartnerHead partner={partner} part="/history" />
      <Timeline
        entries={log.map((one) => ({ id: one.key, who: one.actor_name, when: one.at, ...partnerLog(one) }))}
      />
    </div>
  );
}
