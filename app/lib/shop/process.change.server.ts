import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { collaboration, factory_process } from "~/lib/tables/factory.table.server";
import { subgroup } from "~/lib/tables/worker.table.server";
import { freeGroup, processProblems, standing, TEMPLATES } from "./meta";
import type { BoardMeta, ProcessesInput, templateInput } from "./meta.schema";
import { cardsIn, changing, wrong } from "./meta.server";
import { setRate } from "./process.server";

async function partnersKnown(db: Tx, who: Who, processes: ProcessesInput["processes"]): Promise<void> {
  const sellers = (
    await db
      .select({ id: collaboration.seller_id })
      .from(collaboration)
      .where(and(eq(collaboration.buyer_id, who.company_id), eq(collaboration.is_active, true)))
  ).map((row) => row.id);
  const strange = processes.findIndex(
    (one) => one.default_collab_id !== undefined && !sellers.includes(one.default_collab_id),
  );
  if (strange >= 0)
    throw wrong({
      [`processes[${strange}].default_collab_id`]: ["外注先は取引のある会社から選択してください"],
    });
}
async function changeLanes(
  db: Tx,
  company_id: string,
  group_id: number,
  lanes: { subgroup_id?: number; label: string }[],
): Promise<void> {
  const here = and(eq(subgroup.company_id, company_id), eq(subgroup.group_id, group_id));
  const known = await db.select().from(subgroup).where(here);
  if (known.length === 0 && lanes.length === 0) return;
  await db.update(subgroup).set({ is_active: false }).where(here);
  let last = Math.max(0, ...known.map((one) => one.subgroup_id));
  for (const [sort, { label, ...lane }] of lanes.entries()) {
    const subgroup_id = known.some((one) => one.subgroup_id === lane.subgroup_id)
      ? lane.subgroup_id!
      : ++last;
    await db
      .insert(subgroup)
      .values({ company_id, group_id, subgroup_id, label, sort })
      .onConflictDoUpdate({
        target: [subgroup.company_id, subgroup.group_id, subgroup.subgroup_id],
        set: { label, sort, is_active: true },
      });
  }
}
/** A renamed process keeps its number, and cards keep the name they entered under. */
export async function changeProcesses(
  db: Tx,
  who: Who,
  { version, processes }: ProcessesInput,
): Promise<BoardMeta> {
  return changing(db, who, version, async () => {
    const errors = processProblems(processes);
    if (Object.keys(errors).length > 0) throw wrong(errors);
    await partnersKnown(db, who, processes);
    const known = await db
      .select()
      .from(factory_process)
      .where(eq(factory_process.company_id, who.company_id));
    const active = new Set(known.filter((one) => one.is_active).map((one) => one.group_id));
    const strange = processes.findIndex((one) => one.group_id !== undefined && !active.has(one.group_id));
    if (strange >= 0)
      throw wrong({
        [`processes[${strange}].label`]: ["この工程はなくなりました。画面を読み込み直してください"],
      });
    const kept = new Set(processes.flatMap((one) => one.group_id ?? []));
    const gone = known.filter((one) => one.is_active && !kept.has(one.group_id));
    const counts = await cardsIn(db, who.company_id);
    const blocked = gone.filter((one) => counts.has(one.group_id));
    if (blocked.length > 0)
      throw new Refusal(409, blocked.map((one) => standing(one.label, counts.get(one.group_id)!)).join(""));
    if (gone.length > 0) {
      const groups = gone.map((one) => one.group_id);
      await db
        .update(factory_process)
        .set({ is_active: false })
        .where(
          and(eq(factory_process.company_id, who.company_id), inArray(factory_process.group_id, groups)),
        );
    }
    const taken = new Set(known.map((one) => one.group_id));
    for (const [index, { lanes, group_id: given, label, role, ...rest }] of processes.entries()) {
      const {
        is_hidden,
        runs_unmanned,
        colour = null,
        standard_days = null,
        default_collab_id = null,
      } = rest;
      const group_id = given ?? freeGroup(taken);
      if (group_id === null) throw wrong({ processes: ["工程をこれ以上追加できません"] });
      taken.add(group_id);
      const values = {
        label,
        role,
        is_hidden,
        colour,
        standard_days,
        default_collab_id,
        runs_unmanned,
        sort: index + 1,
        is_active: true,
      };
      await db
        .insert(factory_process)
        .values({ ...values, company_id: who.company_id, group_id })
        .onConflictDoUpdate({
          target: [factory_process.company_id, factory_process.group_id],
          set: { ...values, version: sql`${factory_process.version} + 1` },
        });
      await changeLanes(db, who.company_id, group_id, lanes);
      await setRate(db, who.company_id, group_id, rest.hourly_rate);
    }
  });
}
export async function useTemplate(
  db: Tx,
  who: Who,
  { version, template }: z.output<typeof templateInput>,
): Promise<BoardMeta> {
  const processes = TEMPLATES[template].processes.map(([label, role]) => ({
    label,
    role,
    is_hidden: false,
    runs_unmanned: false,
    lanes: [],
  }));
  return changeProcesses(db, who, { version, processes });
}
