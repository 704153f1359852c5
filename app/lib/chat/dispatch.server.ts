import { and, desc, eq, isNotNull, ne, sql } from "drizzle-orm";
import { pushProblem } from "~/lib/auth/push";
import { type Database, operator, type Tx, tenant } from "~/lib/db/connection.server";
import { sendMail } from "~/lib/pool/mail.server";
import { member } from "~/lib/tables/member.table.server";
import { chat_read, chat_room, message } from "~/lib/tables/message.table.server";
import { carriage, notices } from "~/lib/tables/notice.table.server";
import { push_device } from "~/lib/tables/push.table.server";
import { count } from "~/lib/telemetry/count.server";
import { shorten } from "~/lib/text/shorten";
import { isMailedAtOnce, mayHear, NOTICE_LABEL, type Notice } from "~/lib/vocabulary/notice";
import { findBadges } from "./notice.server";
import { forgetDevice, type PushMessage, type Sender, sendPush } from "./push.server";

type Task = typeof carriage.$inferSelect;
export type Dispatcher = { db: Database; sender: Sender; hosts: string[]; origin: string; product: string };
type Delivery = {
  endpoint: string;
  info: (typeof push_device.$inferSelect)["info"];
  parcel: PushMessage;
  topic?: string;
};

const AT_ONCE = 20;
const AGAIN_MS = 2_000;

function claim(db: Database): Promise<Task[]> {
  return operator(
    db,
    async (tx) =>
      (
        await tx.execute<Task>(sql`
    delete from carriage where key in (
      select key from carriage where due_time <= now() order by due_time limit ${AT_ONCE} for update skip locked) returning *`)
      ).rows,
  );
}

/** `rung`: who hears of the same message by another notice. */
type Notification = {
  kind: Notice;
  title: string;
  body: string;
  path: string;
  topic?: string;
  wanted: (username: string) => boolean;
  rung?: (username: string) => boolean;
};

async function toldByNotice(
  tx: Tx,
  company_id: string,
  path: string,
  at?: string,
): Promise<(username: string) => boolean> {
  const told = await tx
    .select({ username: notices.username })
    .from(notices)
    .where(
      and(
        eq(notices.company_id, company_id),
        eq(notices.kind, "ask"),
        eq(notices.path, path),
        at === undefined ? undefined : and(isNotNull(notices.username), eq(notices.at, at)),
      ),
    );
  return (username) => told.some((one) => one.username === null || one.username === username);
}

async function notificationOf(tx: Tx, task: Task, product: string): Promise<Notification | null> {
  if (task.is_test)
    return {
      kind: "chat",
      title: product,
      body: "この端末で通知を受け取れます。",
      path: "/chat/notices",
      wanted: (username) => username === task.actor,
    };
  if (task.notice_key !== null) {
    const [told] = await tx.select().from(notices).where(eq(notices.key, task.notice_key));
    if (!told) return null;
    const say = {
      kind: told.kind,
      title: told.title ?? NOTICE_LABEL[told.kind],
      body: told.text,
      path: told.path,
    };
    if (told.username !== null) return { ...say, wanted: (username) => told.username === username };
    const named =
      told.kind === "ask" ? await toldByNotice(tx, task.company_id, told.path, told.at) : () => false;
    return { ...say, wanted: (username) => !named(username) };
  }
  const [room] = await tx.select().from(chat_room).where(eq(chat_room.room_id, task.room_id!));
  const [last] = await tx
    .select()
    .from(message)
    .where(eq(message.room_id, task.room_id!))
    .orderBy(desc(message.number))
    .limit(1);
  if (!room || !last) return null;
  const read = await tx
    .select({ username: chat_read.username })
    .from(chat_read)
    .where(and(eq(chat_read.room_id, room.room_id), sql`${chat_read.last_number} >= ${room.last_number}`));
  const done = new Set(read.map((one) => one.username));
  return {
    kind: "chat",
    title: `${product} チャット`,
    body: `${last.owner_name}：${shorten(last.message, 100)}`,
    path: `/chat/${room.room_id}`,
    topic: room.room_id.replace(/[^\w-]/g, "").slice(0, 32),
    wanted: (username) => !done.has(username),
    rung: await toldByNotice(tx, task.company_id, `/chat/${room.room_id}?before=${last.number + 1}`),
  };
}

/** Mail goes to those without a registered browser. */
async function prepare({ db, hosts, origin, product }: Dispatcher, task: Task): Promise<Delivery[]> {
  return tenant(db, { company_id: task.company_id, username: "" }, async (tx) => {
    const say = await notificationOf(tx, task, product);
    if (!say) return [];
    // Not to who did it, nor to who spoke in the room and so has read it.
    const others = task.notice_key === null ? undefined : ne(member.username, task.actor);
    const people = await tx
      .select()
      .from(member)
      .where(and(eq(member.company_id, task.company_id), eq(member.is_active, true), others));
    const out: Delivery[] = [];
    for (const one of people.filter(
      (each) => say.wanted(each.username) && mayHear(say.kind, each.permissions),
    )) {
      const registered = await tx.select().from(push_device).where(eq(push_device.username, one.username));
      const devices = registered.filter(({ endpoint }) => !pushProblem(endpoint, hosts));
      const open = (kind: Notice, road: string) => !one.notices_off.includes(`${kind}.${road}`);
      // One message rings once for each person.
      const on = (road: string) => open(say.kind, road) && !(say.rung?.(one.username) && open("ask", road));
      const reader = {
        username: one.username,
        company_id: task.company_id,
        isInternal: false,
        now: new Date().toISOString(),
      };
      if ((on("push") || task.is_test) && devices.length > 0) {
        const { chat, notice: told } = await findBadges(tx, reader);
        const parcel = { title: say.title, body: say.body, path: say.path, badge: chat + told };
        out.push(...devices.map(({ endpoint, info }) => ({ endpoint, info, parcel, topic: say.topic })));
      } else if (
        on("mail") &&
        !task.is_test &&
        isMailedAtOnce(one.mail_digest, say.kind) &&
        devices.length === 0
      ) {
        await sendMail(tx, {
          to: one.email,
          subject: `【${product}】${say.title}`,
          text: `${say.body}\n\n${origin}${say.path}\n`,
        });
      }
    }
    return out;
  });
}

async function deliver(
  { db, sender }: Dispatcher,
  { endpoint, info, parcel, topic }: Delivery,
): Promise<void> {
  let answer = await sendPush(sender, info, parcel, topic);
  if (answer === "later") {
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    answer = await sendPush(sender, info, parcel, topic);
  }
  count(`push.${answer === "later" ? "failed" : answer}`);
  if (answer === "gone") await forgetDevice(db, endpoint);
}

export async function dispatchDue(carrier: Dispatcher): Promise<number> {
  const tasks = await claim(carrier.db);
  const deliveries: Delivery[] = [];
  for (const task of tasks) deliveries.push(...(await prepare(carrier, task).catch(() => [])));
  await Promise.all(deliveries.map((one) => deliver(carrier, one).catch(() => undefined)));
  return tasks.length;
}
